"""How the game is played, in a page for somebody who has never seen it; numbers are those of the standard file."""

RULES_PAGE = """\
# What it is about
Each player has a sort of monster: werewolves, witches, vampires or, with four players, skeletons. Cards of 3 x 2
squares show their heads and moon crystals. In the middle and at the end you score for the heads of your monster that
are still visible. Most victory points (VP) win.

# Before the first turn
* In turn each player chooses a monster and takes its two cards with a double head, keeps one of them, and passes the
  other to the right neighbour. Then everybody draws, up to 5 cards with two players, else up to 3.
* Two cards of the pile, empty moonscapes and Armstrong's card are the first display. With two players the third monster
  is neutral: it scores for nobody.

# Your turn
* Lay one card of your hand, turned as you like, beside the display or on it. It must cover a square or share an edge
  with one, and may cover at most two squares of each visible card. Nothing covers ships, Armstrong or his base camp.
* You advance one step on the crystal track for each crystal that you cover, and for each crystal of your card that
  comes to lie on an empty square.
* Two spaces of the track have monster tiles. When you get there, lay yours on a head of another monster on the card
  that you have just laid: it is one head of yours from now on.
* Then you may set one of your two ships on any visible crystal: one step on the track, and nobody covers it any more.
* Draw a card, as long as there are any.

# Scoring
* When the pile is used up: 1 VP for each single head of yours, 2 VP for each grouped one. A head is grouped if another
  one of yours is beside it; a double head always is. Whoever has fewest VP says who plays on.
* When all cards are laid: the same once more, and 2 VP for each head of your largest group, and the VP of your space on
  the crystal track. Of players with equal VP the one with more on the track wins.

# Alone
There are no seats to beat, no track, no tiles and no ships. Lay 20 cards, one after the other. Vampires beside vampires
and crystals beside crystals bring a point each; every werewolf and every witch in sight costs one. 29 points are the
best of five levels.

# Variants
* walls: you have 3 long walls and 9, 7 or 6 short ones, with 2, 3 or 4 players. Instead of a card you may lay 3 to 5 of
  them on edges of squares, each touching one laid before it in that turn. Cards are never laid across walls, and
  squares with a wall between them are not beside each other. Only players with a head in an enclosed area may lay cards
  there, and heads in it count double; the largest group brings nothing. Whoever can neither lay a card nor walls is
  skipped.
* missions: secret ones, two for each player, or three open ones. At the end each player gets the VP of the best one
  fulfilled.
* monsters: with draw, chance gives out the monsters.
* layout: which of five first displays there is, or a random one.
* tile_target: with opponent, tiles are not laid on heads of the neutral monster.
"""
