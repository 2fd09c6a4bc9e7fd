"""How the game is played, in a page for somebody who has never seen it; numbers are those of the standard tiles."""

RULES_PAGE = """\
# What it is about
Everybody plays at the same time, for four minutes a round. You grab combo tiles, and lay cards face down for what they
ask for, or something else. When the time is up, only the player who shows most points has to prove it. Three rounds
are played (four with 7 or 8 players), and most points in all win.

# Cards and combos
* Your deck has 40 cards. Each shows two of four figures: circle, triangle, square, pentagon (C T S P). A card with
  twice the same figure has a golden button as well.
* A combo asks for named figures, for figures that are alike, whichever they are, or for golden buttons.
* Cards are right if they have all of that and none of them could be missed. Figures too many do not matter.

# A tick
Time passes in ticks of four seconds, 60 in a round. In each tick everybody chooses one thing, and then all happen at
once. It takes one tick to
* grab the combo on top of a stack, if you hold a card and have no open tile. If several want one tile, the quickest
  gets it, and for the others the tick is lost;
* lay one card from your hand face down beneath your open tile;
* close your open tile, with at least one card beneath it, and draw up to five cards;
* burn a closed tile: turn it to its orange side, which is worth a point less, and draw three cards;
* use your hand refill, once a round, for a new hand of five or for three more cards; it costs a point;
* reveal: if you have every combo on top of a stack, the top of the highest stack is laid beside the stacks;
* call Stop, if you have all ten combos. The round is over after this tick;
* or wait.

# The end of a round
* Combos that you have more than once are set aside, all of them.
* The player with most points on the tiles is the Smartest Monkey; if several have most, the one with most burned
  tiles. Its tile of the least value is checked. If it is wrong, it is set aside, and the next check is of whoever is
  the Smartest Monkey now. This ends when all tiles of the Smartest Monkey are right.
* The cards of all others are never looked at. A bluff is safe as long as you stay behind an honest player.
* You score the points of your tiles, and minus 2 for each tile that was set aside.

# The end of the game
Most points win. If several have most, the better last round decides.

# Variants
* banana_skins: each player has a skin and may give it to another after grabbing a tile. Each one that was handed over
  costs whoever has it at the end of the round 3 points. fresh_skins_count: all others do so, too.
* family: the player with most tiles is checked. Green tiles count 1, two orange ones 1, wrong ones minus 1, and the
  Smartest Monkey gets 1 more. A round has 75 ticks.
* timer: with hidden, nobody knows how long a round is. contest: with rotate, all know who is the quickest.
* false_stops: with 1, you may call Stop wrongly once, for minus 10 points; the round is played again.
* check_choice: you choose which of your tiles of equal value is checked first.
* pace: some players can act in every second, third ... tick only.
* ticks, rounds: shorter or longer rounds; fewer or more of them.
"""
