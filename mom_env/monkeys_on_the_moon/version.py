"""The version of the game's rules: it goes up whenever a ruling changes so that results can change.

| version | what changed |
| --- | --- |
| 1 | the first rules; replays of that time carry no version |
| 2 | R14: a monkey that boards again returns its tribe's scorn |

A replay carries the version under which it was recorded, as its moves and its result follow from the rulings of that
version. Positions as text, snapshots and setups carry none: they hold no past, and what is on a table can be played on
under any of these rulings.
"""

VERSION: str = "2"
