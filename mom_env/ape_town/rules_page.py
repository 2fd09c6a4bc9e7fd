"""How the game is played, in a page for somebody who has never seen it; numbers are those of the standard board."""

RULES_PAGE = """\
# What it is about
Nine districts in three colours (grey, black and white) fill with 78 tiles. Whoever has most points at the end wins. On
your turn you take one tile and place it; you may never pass.

# Take a tile
* The open tiles stand in a row, beginning with the oldest. The first one is free. For each tile that you skip you pay
  one bundle of money, which is laid beside it. You begin with 6 bundles.
* All money beside the tile that you take is yours. Each bundle that you own at the end is a point.
* The tile lies on a grey, a black or a white segment of the track, which says where you must place it.
* When all tiles of a section have been taken, the five tiles of the next section are turned up.

# Place it
* It goes on any free field of a district in the colour of its segment. If no such field is free, any field will do.
* A tarsier, a chimpanzee or a mandrill brings you 1, 2 or 3 points for each banana site beside it.
* A banana site brings you 1, 2 or 3 points for each such ape beside it. Borders of districts do not matter, and the
  seven tiles that are printed on the board count as well.
* On an orangutan or a lemur you put one of your 15 discs. They bring nothing at once, but decide districts.

# A district is full
* Its worth is the sum of the values of its apes: 1 for each tarsier, 2 for a chimpanzee, 3 for a mandrill.
* Its boss, the player with most orangutans in it, gets that many points. If several have most, or nobody has any, the
  player with most lemurs in it is the boss instead. If these tie, too, there is no boss.
* Count the lemurs of all players in it. Each district beside it that has fewer is inferior, finished or not. Everybody
  with a lemur in the full district gets a share of the worth of each inferior one: divided by the number of these
  players, and rounded up.

# The end
The last field ends the game. Of players with equal points, the one whose turn would have come first wins.

# Variants
* final_scoring: with all_districts, all nine districts are scored once more at the end.
"""
