"""The version of the game's rules. It is raised whenever a changed ruling can change results.

| version | what changed |
| --- | --- |
| 1 | the first rules; replays recorded under them have no version |
| 2 | R14: a monkey that boards again returns its tribe's scorn |

A replay contains the version under which it was recorded, as its moves and its result follow from the rulings of that
version. Positions as text, snapshots and setups have none: they contain no past moves, and any position can be
continued under any of these rulings.
"""

VERSION: str = "2"
