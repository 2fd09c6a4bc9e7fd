"""How the game is played, in a page for somebody who has never seen it; numbers are those of the standard deck."""

RULES_PAGE = """\
# What it is about
Six tribes of monkeys want to get to the moon, and you sponsor them. Most victory points (VP) win. Ships that leave full
bring VP. At the end each tribe pays the players with most status there: the sum of that tribe's monkeys that they have
brought to the moon. The tribes that have come furthest on their track pay most. Each scorn card costs 2 VP.

The tribes form a circle: the two beside a tribe are its allies, the one opposite is its rival. Each tribe has a stone
on a track of 20 spaces, a supply of coins, and one scorn card. You begin with 1 coin of each tribe.

# A round: first everybody plays a card
* "black 4" advances black, or one of its two allies, by 4 spaces.
* You get 2 coins of the tribe that advances, or only 1 if you hold its scorn, which you then return.
* You pay 1 coin to its rival. If you have none, you take the rival's scorn card, from whoever has it. If you hold it
  already, you pay one of the rival's allies instead, or take its scorn.

# Then everybody puts up a monkey for auction
* "blue 4" is a monkey of blue with a status of 4. Its coins count 3 points, those of blue's allies 2, others nothing.
* Beginning with you, everybody bids coins or passes. A bid has at least 2 points, and more than the one before.
  Whoever passes is out. The highest bidder pays the coins back to the supplies, and takes the monkey aboard.
* The ship "red 3/2" has 3 seats. Full, it leaves at once, and is worth 2 VP.
* Rivals never travel together: if a rival of the new monkey is aboard, the ship leaves early with the others, without
  VP, and the new monkey boards your next ship.
* When your ship leaves, its monkeys are on the moon. You get a coin of its colour, or return that scorn if you hold
  it, and take one of the two open ships.

# The end
There are 12, 9 or 8 rounds with 2, 3 or 4 players; then all ships leave, whoever is aboard. The tribe that has come
furthest pays 7 VP for most status and 4 for second most, the others 6 and 3, 5 and 3, 4 and 2, 3 and 2, 2 and 1. Ties
for most share both, ties for second share the second. With two players only the first is paid, and no tie.

# Variants
* maximum_scorn: at the end your monkeys of tribes whose scorn you hold do not count.
* monkey_treachery: the first tribe to reach space 12 swaps places with its clockwise neighbour. Where rivals are now
  aboard one ship, its owner leaves one of the two tribes behind, and the others leave early.
"""
