"""What the game says about itself. The figures are repeated here so that reading them does not load the rules."""

from mom_env.ape_town.version import VERSION
from mom_env.contract.info import GameInfo, Table

ABOUT = """\
Apes move into a town of nine districts, and the players decide who lives beside whom.

A board game for 2 to 4 in which everything is open but the tiles that are still face down. In each turn a player takes
a tile from a row, pays for each one skipped, and places it in a district of the colour of its segment. Apes and banana
sites side by side bring points at once. A district that is full pays its boss, and pays the lemurs in it for neighbours
that are worse off. The rules as they are implemented, each gap and ruling of the printed ones named, are in
[rules.md](rules.md)."""


def table(num_players: int) -> Table:
    """Return the table for `num_players` players. Its strongest player is a search that `planner` guides."""
    search = "ismcts:sims=1000"
    return Table(
        opponents=("random", "greedy"),
        levels={"easy": "greedy", "medium": "planner", "hard": search, f"best-{num_players}p": search},
        panel=("random", "greedy", "planner"),
    )


INFO = GameInfo(
    name="ape_town",
    title="Ape Town",
    package=__package__,
    tables={count: table(count) for count in (2, 3, 4)},
    about=ABOUT,
    rules_version=VERSION,
    default_players=4,
    score="points",
    score_name="points",
    score_unit=20.0,
    environment="mom_env/ApeTown-v0",
    demo_bots=("planner", "greedy", "random", "greedy"),
    demo_training="configs/ape_town/train/demo-2p.toml",
    hint="planner",
    searches=("ismcts",),
    strongest="planner",
    example_training="configs/ape_town/train/quick-2p.toml",
    example_agent="ape-2p",
    decisions_per_game=150,
    has_pictures=True,
    versions={"v0": "first release (0.1.0)"},
)
