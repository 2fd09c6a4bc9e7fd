"""How the game is played, in a page for somebody who has never seen it; numbers are those of the standard cards."""

RULES_PAGE = """\
# What it is about
Each player wants to see heads of one monster on the moon: werewolf, witch, vampire or, with four players, skeleton.
You begin with two cards that show your monster twice on one square, pass one of them to your right neighbour, and draw
one card more (three with two players).

# A turn
* Lay one card of 3 x 2 squares, turned as you like, beside other cards, on them, or both; an edge in common is enough.
* It may cover at most two squares of each visible card. Ships, Armstrong and his base camp are never covered.
* Each crystal that you cover is a step on the crystal track, and so is each of your crystals on an empty square.
* On two spaces of the track lies a monster tile of yours. It turns a head on the card that you just laid into yours.
* Then you may set one of your two ships on a visible crystal, for another step. It stays there for ever.
* Draw a card. When the pile is used up, the interim scoring comes; the last in points says which player goes on.

# Points
* In the interim scoring, and once more at the end, a single head is 1 point. A head beside another one of its monster,
  or on a square with two, is 2.
* At the end you also get 2 points for each head of your largest group, and the value of your space on the track.
* Most points win; of equal ones the most on the track.

# Variants
* walls: instead of a card you may lay three to five walls, which part neighbours and are never crossed. In an area that
  is walled in all round heads count double, and only players with a head inside lay cards there. Largest groups count
  nothing.
* missions: for an arrangement of your heads you get some points more at the end; secret ones or open ones.
* monsters, layout and tile_target: how monsters are chosen, how the first cards lie, and what tiles may be laid on.

# Alone
Lay 19 cards, one after the other. Vampires and crystals that are not alone bring 1 point each; each witch and each
werewolf costs 1. From 14, 20, 25 and 29 points on you reach the next level.
"""
