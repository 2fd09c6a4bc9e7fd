"""How the game is played, in a page for somebody who has never seen it; numbers are those of the standard tiles."""

RULES_PAGE = """\
# What it is about
All play at once, for four minutes a round. You grab combo tiles, and lay cards face down for what they ask for, or
something else: only the player who shows most has to prove it. Most points of three rounds win.

# Cards and combos
Cards show two of the figures circle, triangle, square and pentagon; doubles have a golden button, too. Cards are right
if they have all that a combo asks for, and none of them could be missed.

# A tick
In each tick of four seconds, 60 in a round, everybody chooses one thing, and all happen at once:
* grab a combo on top of a stack, with a card in hand and no open tile; the quickest gets it, others lose the tick;
* lay one card from your hand face down beneath your open tile;
* close it, with at least one card beneath it, and draw up to five cards;
* burn a closed tile: its orange side is worth a point less, and you draw three cards;
* use your hand refill, once a round: a new hand of five or three more cards, for a point;
* reveal one more tile, if you have every combo on top; call Stop, if you have all ten; or wait.

# The end of a round
Combos that you have twice are set aside. Whoever shows most points is the Smartest Monkey, whose cheapest tile is
checked. A wrong one is set aside, and the Smartest is sought again, until all its tiles are right. Nobody else's cards
are looked at. You score your tiles, and minus 2 for each one set aside.

# Variants
* 7 or 8 players sit in two areas with stacks and decks of their own, play four rounds, and are scored together; after
  each round the four best are the first area.
* banana_skins: after a grab you may give a skin away; it costs 3. fresh_skins_count: so do all others.
* family: most tiles are checked; green ones count 1, two orange ones 1, wrong ones minus 1.
* timer: hidden lengths. contest: quickness by turns. pace: slower players. ticks, rounds: shorter games.
* false_stops: Stop may be wrong once, for minus 10. check_choice: you choose which equal tile is checked first.
"""
