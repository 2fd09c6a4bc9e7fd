"""Quarter turns: a turned game is the same game, with every observation, mask and action turned."""

from collections.abc import Iterator
from functools import cache, partial
from itertools import product
from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray

from mom_env.contract.records import Records
from mom_env.monsters_on_the_moon import Game, symmetry
from mom_env.monsters_on_the_moon.actions import LAY, NUM_ACTIONS, NUM_TURNS, SQUARE, WALL, WALL_WORDS
from mom_env.monsters_on_the_moon.checks import SYMMETRY, find_violation
from mom_env.monsters_on_the_moon.observe import LAYOUT, OBSERVATION_SIZE, PLANES, named
from mom_env.monsters_on_the_moon.squares import at
from mom_env.monsters_on_the_moon.state import NONE, WRAP
from mom_env.monsters_on_the_moon.symmetry import (
    ACTION_TURNS,
    AFTER,
    EDGE_PLANES,
    NUM_MEANINGS,
    OBSERVATION_TURNS,
    Meaning,
    turn_number,
    turned_record,
)
from mom_env.players.policy_net import Sight
from tests.monsters_on_the_moon.build import Table
from tests.monsters_on_the_moon.same_games import difference, settled, side_by_side
from tests.support.commands import ROOT
from tests.support.sizes import smaller_without_jit

NARROW = str(ROOT / "configs" / "monsters_on_the_moon" / "soak" / "narrow.toml")  # a display of 11 squares at most
MISSIONS, LAYOUTS = ("none", "secret", "open"), ("random", 1, 2, 3, 4, 5)
Numbers = NDArray[np.float32]


def options_of(case: int) -> dict[str, Any]:
    """Options such that six cases have all layouts, and every other option each of its values."""
    return {
        "walls": case % 2 == 1,
        "missions": MISSIONS[case % 3],
        "layout": LAYOUTS[case],
        "tile_target": ("any", "opponent")[case // 2 % 2],
        "monsters": ("pick", "draw")[case // 3],
    }


def some_games(num_players: int) -> Iterator[tuple[Game, int]]:
    """Games with all options, some of them with a narrow display, and by how many quarters to turn them."""
    for case in smaller_without_jit(range(6), range(3, 4)):
        options = {} if num_players == 1 else options_of(case)
        deck = ("standard", NARROW)[case // 2 % 2]
        yield Game(num_players, case, deck=deck, options=options, skip_forced=case % 2 == 0), 1 + case % 3


def turned(states: Records, quarters: int) -> Records:
    for _ in range(quarters):
        states = turned_record(states)
    return states


def seen_by(game: Game, seat: int) -> Numbers:
    return np.asarray(game.observe(seat)["observation"], np.float32)


def meaning_in(game: Game) -> int:
    """What the ids of squares mean now, by the record."""
    state = game.states[0]
    if game.decision == "place":
        return int(Meaning.UPRIGHT if state.turn % 2 else Meaning.FLAT)
    return int(Meaning.EDGE + state.piece) if game.decision == "edge" else int(Meaning.SQUARE)


def ids_after(game: Game, quarters: int) -> NDArray[np.int64]:
    """The id of each action after some quarter turns."""
    ids: NDArray[np.int64] = ACTION_TURNS[turn_number(meaning_in(game), quarters)]
    return ids


def with_areas_in_order(observation: Numbers) -> Numbers:
    """A copy in which the enclosed areas are numbered in reading order: their numbers say nothing else."""
    copy = observation.copy()
    area = named(copy)["area"].ravel()
    numbers = [0, *dict.fromkeys(area[area > 0].tolist())]
    area[:] = [numbers.index(number) for number in area.tolist()]
    return copy


def without_corner(observation: Numbers) -> Numbers:
    copy = with_areas_in_order(observation)
    named(copy)["corner"][:] = 0
    return copy


@pytest.mark.parametrize("num_players", [1, 2, 3, 4])
def test_a_turned_game_is_the_same_game(num_players: int) -> None:
    reached = set()
    for seed, (start, quarters) in enumerate(some_games(num_players)):
        both = side_by_side(start, partial(turned, quarters=quarters), partial(ids_after, quarters=quarters), seed)
        for game, twin in both:
            number = turn_number(meaning_in(game), quarters)
            for seat in range(num_players):
                ours, theirs = seen_by(game, seat), seen_by(twin, seat)
                assert np.array_equal(with_areas_in_order(ours[OBSERVATION_TURNS[number]]), without_corner(theirs))
                masks = (one.observe(seat)["action_mask"] for one in (game, twin))
                assert np.array_equal(next(masks), next(masks)[ids_after(game, quarters)])
            state = game.states[0]
            reached |= {f"areas: {min(2, int(state.num_areas))}", str(game.decision)}
            reached |= {"limit"} if max(state.width, state.height) == game.rules[0].limit else set()
    expected = {"turn", "place", "limit"}
    if num_players > 1:
        expected |= {"monster", "pass", "tile", "ship", "edge", "wall", "starter", "areas: 1"}
    assert smaller_without_jit(expected, {"turn", "place"}) <= reached


@cache
def some_positions() -> list[Game]:
    """Positions of two games with walls, each with a seat that decides."""
    found = []
    for num_players in smaller_without_jit((2, 4), (2,)):
        game, rng = Game(num_players, 3, options={"walls": True}), np.random.default_rng(1)
        while not game.over:
            found.append(settled(game.copy()))
            game.play(int(rng.choice(game.legal_actions())))
    return found[:: smaller_without_jit(2, 9)]


def test_a_turned_record_has_nothing_impossible_and_four_turns_undo_each_other() -> None:
    for game in some_positions():
        states = game.states
        for _ in range(4):
            states = turned_record(states)
            assert find_violation(states[0], game.rules[0]) == ""
        assert difference(states, game.states) == []


def test_enclosed_areas_are_turned_with_their_walls() -> None:
    table = Table(walls=True).picture("W W / H H", 5, 5).ring(5, 5, 2, 2)
    assert table.state.num_areas == 1
    found = np.flatnonzero(turned_record(table.states)[0].area)
    assert found.tolist() == [at(21, 5), at(22, 5), at(21, 6), at(22, 6)]


# The tables


def test_the_first_row_changes_nothing_and_the_others_are_numbered_by_meaning_and_quarter_turns() -> None:
    assert SYMMETRY is symmetry
    assert np.array_equal(ACTION_TURNS[symmetry.NO_TURN], np.arange(NUM_ACTIONS))
    assert np.array_equal(OBSERVATION_TURNS[symmetry.NO_TURN], np.arange(OBSERVATION_SIZE))
    numbers = [turn_number(meaning, quarters) for meaning in range(NUM_MEANINGS) for quarters in range(NUM_TURNS)]
    assert [symmetry.NO_TURN, *numbers] == list(range(len(ACTION_TURNS))) == list(range(len(OBSERVATION_TURNS)))


def test_tables_are_permutations_but_for_the_corner_and_undo_each_other() -> None:
    corner = named(np.arange(OBSERVATION_SIZE))["corner"]
    flat = np.delete(np.arange(OBSERVATION_SIZE), corner)
    for meaning, quarters in product(range(NUM_MEANINGS), range(NUM_TURNS)):
        number, after = turn_number(meaning, quarters), meaning
        for _ in range(quarters):
            after = int(AFTER[after])
        back = turn_number(after, -quarters % NUM_TURNS)
        assert np.array_equal(ACTION_TURNS[back][ACTION_TURNS[number]], np.arange(NUM_ACTIONS))
        assert np.array_equal(OBSERVATION_TURNS[number][OBSERVATION_TURNS[back]][flat], flat)


def test_a_quarter_turn_of_examples() -> None:
    once = {meaning: ACTION_TURNS[turn_number(meaning, 1)] for meaning in range(NUM_MEANINGS)}
    square = SQUARE + at(5, 9)
    assert once[Meaning.SQUARE][square] == SQUARE + at(18, 5)
    assert once[Meaning.FLAT][square] == SQUARE + at(17, 5)
    assert once[Meaning.UPRIGHT][square] == SQUARE + at(16, 5)
    edges = {" ".join(words): Meaning.EDGE + piece for piece, words in enumerate(WALL_WORDS)}
    found = {name: int(once[meaning][square]) for name, meaning in edges.items()}
    beyond = SQUARE + at(19, 5)
    assert found == {"short h": beyond, "short v": SQUARE + at(18, 5), "long h": beyond, "long v": SQUARE + at(17, 5)}
    for table in once.values():
        assert [int(table[LAY + 4 * 7 + turn]) for turn in range(4)] == [LAY + 4 * 7 + turn for turn in (1, 2, 3, 0)]
        assert [int(table[WALL + piece]) for piece in range(4)] == [WALL + piece for piece in (1, 0, 3, 2)]
        assert np.array_equal(table[:LAY], np.arange(LAY))


def test_only_the_map_and_what_was_chosen_is_turned() -> None:
    for row in OBSERVATION_TURNS[turn_number(Meaning.SQUARE, 1) :: NUM_TURNS]:
        own, seen = named(np.arange(OBSERVATION_SIZE)), named(row)
        changed = {piece.name for piece in LAYOUT if not np.array_equal(seen[piece.name], own[piece.name])}
        assert changed == {piece.name for piece in PLANES} | {"corner", "chosen_turn", "chosen_piece"}
        crossed = {name: to for name, (to, _) in EDGE_PLANES.items()}
        for name, to in crossed.items():
            assert set(seen[to].ravel().tolist()) == set(own[name].ravel().tolist())


# The turn that networks see


def looked_at(game: Game, how: str = "focus") -> tuple[Numbers, dict[int, int]]:
    """Return what a network gets for the seat that decides: the observation, and by legal action its id there."""
    sight, seat = Sight("monsters_on_the_moon", how, 1), game.seat or 0  # type: ignore[arg-type]  # it is one of two
    mask = np.asarray(game.observe(seat)["action_mask"], np.int8)[None]
    count = sight.look(seen_by(game, seat)[None], mask, np.zeros(1, np.int64))
    return sight.seen[0].copy(), dict(zip(sight.actions[:count].tolist(), sight.ids[:count].tolist(), strict=True))


def weight_in(game: Game) -> list[int]:
    """How much the display leans to the right and down, by its snapshot."""
    state, display = game.states[0], cast("list[dict[str, int]]", game.snapshot()["display"])
    places = [(one["x"], one["y"]) for one in display]
    lines = ([(at[axis] - int(state[side])) % WRAP for at in places] for axis, side in enumerate(("left", "top")))
    return [sum(2 * one - max(line) for one in line) for line in lines]


def test_a_network_sees_a_position_and_the_turned_one_as_the_same() -> None:
    for game in some_positions():
        seen, ids = looked_at(game)
        assert not named(seen)["corner"].any()
        state = game.states[0]
        has_card = int(state.card) != NONE
        assert named(seen)["chosen_turn"].tolist() == [has_card, 0, 0, 0]
        if not has_card and not any(weight_in(game)):
            assert np.array_equal(seen, without_corner(seen_by(game, int(state.seat))))
            continue
        for quarters in (1, 2, 3):
            twin = Game.from_record(game.ruleset, turned(game.states, quarters))
            again, theirs = looked_at(twin)
            assert np.array_equal(with_areas_in_order(again), with_areas_in_order(seen))
            table = ids_after(game, quarters)
            assert {int(table[action]): number for action, number in ids.items()} == theirs


@pytest.mark.parametrize(
    ("quarters", "directions"),
    [
        (0, [(0, 0), (0, -1), (-1, -1), (-9, -1)]),
        (1, [(-1, 0), (-1, 1), (-1, 9)]),
        (2, [(0, 1), (1, 1), (9, 1)]),
        (3, [(1, 0), (1, -1), (1, -9)]),
    ],
)
def test_a_direction_is_turned_to_the_upper_left(quarters: int, directions: list[tuple[int, int]]) -> None:
    for x, y in directions:
        assert symmetry.quarters_to_upper_left(x, y) == quarters


def test_a_display_without_a_chosen_card_leans_to_the_upper_left() -> None:
    count = 0
    for game in some_positions():
        seen, _ = looked_at(game)
        if game.decision in {"turn", "edge", "wall"} and any(weight_in(game)):
            quarters = next(
                quarters
                for quarters in range(4)
                if np.array_equal(
                    with_areas_in_order(seen),
                    without_corner(seen_by(twin_of(game, quarters), game.seat or 0)),
                )
            )
            right, down = weight_in(twin_of(game, quarters))
            assert right <= 0
            assert down < 0
            count += 1
    assert count > smaller_without_jit(20, 2)


def twin_of(game: Game, quarters: int) -> Game:
    return Game.from_record(game.ruleset, turned(game.states, quarters))


def test_searches_in_the_kernels_find_the_turn_in_whole_numbers() -> None:
    for game in some_positions():
        found = []
        for number in (np.float32, np.uint8):
            turns, observations = np.full(1, -1), cast("Numbers", seen_by(game, game.seat or 0)[None].astype(number))
            symmetry.find_turns(observations, np.zeros(1, np.int64), turns)
            found.append(int(turns[0]))
        assert found[0] == found[1] > symmetry.NO_TURN


def test_a_network_without_symmetry_sees_what_is_there() -> None:
    for game in some_positions()[::3]:
        seen, ids = looked_at(game, "none")
        assert np.array_equal(seen, seen_by(game, game.seat or 0))
        assert all(action == number for action, number in ids.items())
