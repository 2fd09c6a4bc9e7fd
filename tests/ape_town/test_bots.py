"""The bots of Ape Town: legal, blind to what lies face down, and each better than the one before."""

import pytest

from mom_env.ape_town import Game
from mom_env.ape_town.bots import BOTS
from mom_env.players.bot_table import BotTable
from tests.ape_town.build import Table
from tests.support.shares import share_won
from tests.support.sizes import smaller_without_jit

GAME = "ape_town"


@pytest.mark.parametrize("num_players", [2, 3, 4])
@pytest.mark.parametrize(("better", "worse"), [("greedy", "random"), ("planner", "greedy")])
def test_each_bot_beats_the_one_before(better: str, worse: str, num_players: int) -> None:
    """Twice the fair share is far outside chance here, and below what it reaches."""
    share = share_won(GAME, [better] + [worse] * (num_players - 1), smaller_without_jit(400, 3))
    assert share > min(0.9, 2 / num_players)


@pytest.mark.parametrize("bot", list(BOTS))
def test_a_bot_does_not_see_what_lies_face_down(bot: str) -> None:
    table = BotTable(GAME, [bot] * 3)
    for seed in range(smaller_without_jit(20, 1)):
        game = Game(3, seed)
        while not game.over:
            action = table.choose_one(game, seed)
            assert action in game.legal_actions()
            assert table.choose_one(game.resample_hidden(game.seat or 0, seed + 1), seed) == action
            game.play(action)


def chosen(bot: str, table: Table) -> dict[str, int]:
    """What the bot chooses, as in `choices()`."""
    action = BotTable(GAME, [bot] * table.game.num_players).choose_one(table.game, 1)
    choices = dict(zip(table.game.legal_actions(), table.game.choices(), strict=True))
    return {name: int(str(value)) for name, value in choices[action].items()}


@pytest.mark.parametrize("bot", ["greedy", "planner"])
def test_a_mandrill_goes_beside_two_sites(bot: str) -> None:
    """On the empty board that is field 67, where it brings 6 points."""
    assert chosen(bot, Table().hold("mandrill", 1)) == {"field": 67}


@pytest.mark.parametrize("bot", ["greedy", "planner"])
def test_the_price_counts(bot: str) -> None:
    """Both tiles bring 2 on their best fields, but the second one costs a bundle, unless three lie on it."""
    dear = Table(row={0: "chimpanzee", 5: "tarsier"}).display([0, 5])
    assert chosen(bot, dear) == {"skip": 0}
    paid = Table(row={0: "tarsier", 1: "tarsier"}).display([0, 1], {1: 5})
    assert chosen(bot, paid) == {"skip": 1}


@pytest.mark.parametrize("bot", ["greedy", "planner"])
def test_the_last_field_of_a_district_goes_to_its_boss(bot: str) -> None:
    """Seat 0 is boss of district 4, worth 12, and completes it rather than open another one."""
    table = Table().fill(4, ["orangutan 0", *["mandrill"] * 4], rest="banana").clear(42)
    assert chosen(bot, table.hold("banana", 1)) == {"field": 42}


def test_planner_takes_a_marker_that_wins_a_district() -> None:
    """Seats 0 and 1 tie for orangutans in a district worth 12; greedy sees no points at once in an orangutan."""
    tiles = ["orangutan 0", "orangutan 1", *["mandrill"] * 4]
    table = Table(row={1: "tarsier", 4: "orangutan"}).fill(4, tiles, rest="banana").clear(41, 42)
    table.display([1, 4]).turns_played(16, 0)
    table.state.start = 2
    assert chosen("planner", table) == {"skip": 1}
