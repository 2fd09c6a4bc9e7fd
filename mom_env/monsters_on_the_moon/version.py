"""The version of the game's rules. It is raised whenever a changed ruling can change results.

| version | what changed |
| --- | --- |
| 1 | the first rules |
"""

VERSION: str = "1"
