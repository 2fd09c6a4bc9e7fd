"""What the game says of itself."""

from mom_env.contract.info import GameInfo, Table

INFO = GameInfo(
    name="high_card",
    title="High Card",
    package=__package__,
    tables={count: Table(opponents=("random", "bold"), panel=("random", "bold")) for count in (2, 3, 4)},
    score="coins",
    score_name="coins",
    score_unit=5.0,
    hint="bold",
    strongest="bold",
    demo_bots=("bold", "random"),
    searches=("ismcts",),
    benchmark_options={"exchange": False, "stakes": [1, 3]},
    decisions_per_game=12,
)
