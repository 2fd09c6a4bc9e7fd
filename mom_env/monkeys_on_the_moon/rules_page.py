"""How the game is played, in a page for somebody who has never seen it; numbers are those of the standard deck."""

RULES_PAGE = """\
# What it is about
Six tribes of monkeys want to get to the moon, and you sponsor them. Most victory points (VP) win. They come from ships
that leave full, and at the end from titles: each tribe pays the players who have brought most of its status to the
moon, and the tribes whose stones have come furthest pay most. Each scorn card that you still hold costs 2 VP.

# The tribes
The six tribes form a circle. The two beside a tribe are its allies, the one opposite is its rival. Each tribe has a
stone on a track of 20 spaces, a supply of coins, which are its favor, and one scorn card. You begin with 1 coin of each.

# A round
First everybody plays a card, then everybody puts up a monkey for auction. There are 12, 9 or 8 rounds with 2, 3 or 4
players.

# Playing a card
* Play one of your cards. "black 4" can advance black or one of its two allies by 4 spaces.
* You get 2 coins of the tribe that advances, or 1 if you hold its scorn, which you then return.
* You pay 1 coin to its rival. Without such a coin you take the rival's scorn card, from whoever has it. If you hold it
  already, one of the rival's allies gets a coin from you, or you take that ally's scorn.

# Putting up a monkey
* Put up one of the open monkeys. "blue 4" belongs to blue and has a status of 4.
* Beginning with you, everybody bids coins or passes. A coin of the monkey's tribe counts 3 points, one of its allies
  2, others nothing. A bid has at least 2 points and more than the one before; whoever passes is out.
* The highest bidder pays these coins back to the supplies and takes the monkey aboard.

# Ships
* A ship "red 3/2" has 3 seats. Full, it leaves at once, and is worth 2 VP.
* Rivals never travel together: if a rival of the new monkey is aboard, the ship leaves early with the others, without
  VP, and the new monkey boards your next ship.
* When a ship leaves, its monkeys are on the moon. You get a coin of the ship's colour, or return its scorn if you
  hold it, and take one of the two open ships.

# The end
After the last round all ships leave, whoever is aboard. Tribes are ranked by how far their stones came. The 1st pays 7
VP to the player with most status there and 4 to the second, the 2nd 6 and 3, the 3rd 5 and 3, the 4th 4 and 2, the 5th
3 and 2, the 6th 2 and 1. Whoever ties for most status shares both titles. With two players only the first title is
paid, and nobody gets it in a tie.

# Variants
* maximum_scorn: at the end your monkeys of tribes whose scorn you hold do not count.
* monkey_treachery: the first tribe at space 12 swaps places with its clockwise neighbour. Where rivals are now aboard
  one ship, its owner leaves one of the tribes behind, and the others leave early.
"""
