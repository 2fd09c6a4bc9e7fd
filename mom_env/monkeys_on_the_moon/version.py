"""The version of the game's rules: another one may end the same deal, with the same choices, in another result.

| version | what changed |
| --- | --- |
| 1 | the first |
"""

VERSION = "1"
