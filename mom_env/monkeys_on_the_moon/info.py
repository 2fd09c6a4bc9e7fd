"""What the game says about itself. The figures are repeated here so that reading them does not load the rules."""

from mom_env.contract.info import GameInfo, Table
from mom_env.monkeys_on_the_moon.version import VERSION

ABOUT = """\
Six tribes of monkeys want to get to the moon, and the players sponsor them.

A board game for 2 to 4 with hidden hands, an open circle of allied and rival tribes, auctions paid with their favor,
and ships that launch early when rivals meet on board. Two phases a round: everybody plays a civilization card, which
advances a tribe and moves favor coins, then everybody puts a monkey up for bid. At the end the tribes that came far
award titles to the players who brought most of their status to the moon. The rules as they are implemented, each gap
and ruling of the printed ones named, are in [rules.md](rules.md)."""


def table(num_players: int) -> Table:
    """Return the table for `num_players` players. Its strongest player is a search over the agent for that number."""
    best = f"best-{num_players}p"
    search = f"search:agent=ppo-{num_players}p,sims=1000,leaf=playout,root=halving"
    return Table(
        opponents=("random", "greedy"),
        levels={"easy": "greedy", "medium": "planner", "hard": search, best: search},
        panel=("random", "greedy", "planner"),
    )


INFO = GameInfo(
    name="monkeys_on_the_moon",
    title="Monkeys on the Moon",
    package=__package__,
    tables={count: table(count) for count in (2, 3, 4)},
    about=ABOUT,
    rules_version=VERSION,
    default_players=4,
    score="VP",
    score_name="vp",
    score_unit=20.0,
    environment="mom_env/MonkeysOnTheMoon-v0",
    demo_bots=("planner", "greedy", "random", "greedy"),
    demo_training="configs/train/demo-2p.toml",
    hint="planner",
    searches=("ismcts",),
    strongest="planner",
    example_training="configs/train/quick-2p.toml",
    example_agent="ppo-2p",
    benchmark_options={"maximum_scorn": True, "monkey_treachery": True},
    decisions_per_game=150,
    has_pictures=True,
    versions={"v0": "first release (0.1.0)"},
)
