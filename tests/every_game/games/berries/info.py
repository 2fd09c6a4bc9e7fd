"""What the game says of itself."""

from mom_env.contract.info import GameInfo, Table

INFO = GameInfo(
    name="berries",
    title="Berries",
    package=__package__,
    tables={1: Table(rewards=("vp", "win"), zero_sum=False, measure="score"), 2: Table(), 3: Table()},
    kind="simultaneous",
    score="berries",
    score_name="berries",
    score_unit=20.0,
    wait=0,
    searches=("ismcts",),
    benchmark_options={"clash": "share"},
    decisions_per_game=12,
)
