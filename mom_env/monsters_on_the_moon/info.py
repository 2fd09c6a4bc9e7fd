"""What the game says about itself. The figures are repeated here so that reading them does not load the rules."""

from mom_env.contract.info import GameInfo, Table
from mom_env.monsters_on_the_moon.version import VERSION

ABOUT = """\
Werewolves, witches, vampires and skeletons settle the moon, and each player wants to see one sort of them.

A card game for 1 to 4 on a map that grows: cards of 3 x 2 squares are laid beside and on each other, at most two
squares of each visible card may be covered, and crystals, monster tiles, ships, moon walls and missions bring the rest.
Hands and the draw pile are hidden. Alone it is a puzzle. The faces of the cards, the crystal track, the layouts and the
missions of the card file that comes with the package are assumed; whoever owns the box can type in the printed ones."""

PLAYERS = ("random", "greedy", "planner")


def table(num_players: int) -> Table:
    """Return the table for `num_players` players; alone one plays for points, and there are no ranks."""
    if num_players == 1:
        return Table(rewards=("vp", "win"), zero_sum=False, measure="score", opponents=(), panel=PLAYERS)
    return Table(
        opponents=("random", "greedy"), levels={"easy": "random", "medium": "greedy", "hard": "planner"}, panel=PLAYERS
    )


INFO = GameInfo(
    name="monsters_on_the_moon",
    title="Monsters on the Moon",
    package=__package__,
    tables={count: table(count) for count in (1, 2, 3, 4)},
    about=ABOUT,
    rules_version=VERSION,
    default_players=4,
    score="VP",
    score_name="vp",
    score_unit=20.0,
    environment="mom_env/MonstersOnTheMoon-v0",
    demo_bots=("planner", "greedy", "random", "greedy"),
    hint="planner",
    searches=("ismcts",),
    strongest="planner",
    decisions_per_game=80,
    has_pictures=True,
    versions={"v0": "first version"},
)
