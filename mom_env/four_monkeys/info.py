"""What the game says about itself. The figures are repeated here so that reading them does not load the rules."""

from mom_env.contract.info import GameInfo, Table
from mom_env.four_monkeys.version import VERSION

ABOUT = """\
Grab combos before the others do, lay the cards for them, or bluff; then only the best of all is checked.

A quick game for 2 to 8 in which everybody moves at once. Combo tiles lie on stacks for all to grab. Beneath a grabbed
tile its owner lays cards face down, one in each tick of four seconds, which make the combo or do not. Tiles can be
burned for more cards, and whoever has all combos can stop the round. When the timer has run out, whoever shows most
points is checked tile by tile, until the best is honest; all other bluffs stand."""

BOTS = ("random", "greedy", "planner")
TRAINED = (2, 3, 4)  # numbers of players for which a trained agent comes with the package


def table(num_players: int) -> Table:
    """Return the table for `num_players` players. Whoever bluffs at random is easier to beat than an honest player."""
    best = f"four-{num_players}p" if num_players in TRAINED else "planner"
    levels = {"easy": "gambler", "medium": "greedy", "hard": best, f"best-{num_players}p": best}
    return Table(opponents=BOTS[:2], panel=BOTS, levels=levels)


INFO = GameInfo(
    name="four_monkeys",
    title="4 Monkeys",
    package=__package__,
    tables={count: table(count) for count in range(2, 9)},
    about=ABOUT,
    rules_version=VERSION,
    default_players=4,
    kind="simultaneous",
    score="points",
    score_name="total",
    score_unit=25.0,
    environment="mom_env/FourMonkeys-v0",
    wait=0,
    demo_bots=("planner", "greedy", "random", "greedy"),
    hint="planner",
    searches=("ismcts",),
    strongest="planner",
    example_training="configs/four_monkeys/train/quick-2p.toml",
    example_agent="four-2p",
    benchmark_options={"banana_skins": True, "check_choice": True, "false_stops": 1},
    decisions_per_game=600,
    most_replay_moves=14_000,  # eight seats, twelve rounds of 132 ticks, and the checks
    has_pictures=True,
    versions={"v0": "first version"},
)
