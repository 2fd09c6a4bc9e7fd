"""Impossible positions are refused by a text, each for its reason; possible ones are taken, wherever a game is."""

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from mom_env.ape_town import Game
from mom_env.ape_town.state import NONE, Decision, Motif
from mom_env.ape_town.validate import find_violation
from mom_env.errors import PositionError
from tests.ape_town.build import Table, count_again
from tests.support.sizes import smaller_without_jit

MIDDLE = 65  # decisions: a tile is in the hand
Change = Callable[[Any], object]


def position(decisions: int, num_players: int = 3, deck: str = "standard", **options: str) -> Game:
    """A game after some decisions that random play took."""
    game = Game(num_players, 4, deck=deck, options=dict(options), skip_forced=False)
    rng = np.random.default_rng(1)
    for _ in range(decisions):
        if not game.over:
            game.play(int(rng.choice(game.legal_actions())))
    return game


def first(game: Any, motif: Motif) -> int:
    """The first field on which that motif lies."""
    return next(field for field in range(78) if game.states[0].tile[field] == motif)


def put(name: str, *index: int, value: int) -> Change:
    def change(game: Any) -> None:
        field = game.states[0][name]
        if index:
            field[index] = value
        else:
            game.states[0][name] = value

    return change


def add(name: str, *index: int, value: int) -> Change:
    def change(game: Any) -> None:
        put(name, *index, value=int(np.asarray(game.states[0][name])[index]) + value)(game)

    return change


def swap_motifs(game: Any) -> None:
    """Let another tile lie on a field than the box has left, and let all counts follow."""
    game.states[0].tile[first(game, Motif.BANANA)] = Motif.TARSIER
    count_again(game.states[0], game.rules[0])
    game.states[0].turn = MIDDLE // 2


def move_tile(game: Any) -> None:
    """Move a tile to a free field of another colour, and let all counts follow."""
    state, rules = game.states[0], game.rules[0]
    source = next(field for field in range(78) if state.tile[field] not in (NONE, Motif.ORANGUTAN, Motif.LEMUR))
    colour = rules.colour[rules.district[source]]
    aim = next(f for f in range(78) if state.tile[f] == NONE and rules.colour[rules.district[f]] != colour)
    state.tile[aim], state.tile[source] = state.tile[source], NONE
    count_again(state, rules)


def bare_marker(game: Any) -> None:
    field = first(game, Motif.LEMUR)
    seat = int(game.states[0].disc[field])
    game.states[0].disc[field] = NONE
    game.states[0].discs[seat] += 1
    count_again(game.states[0], game.rules[0])


def other_owner(game: Any) -> None:
    """Give all discs on the board to seat 0, who has not had so many turns."""
    state = game.states[0]
    state.disc[state.disc != NONE] = 0
    laid = int((state.disc == 0).sum())
    state.discs[:3] = [15 - laid, 15, 15]
    count_again(state, game.rules[0])


def text_after(change: Change, game: Game) -> str:
    """The text of a game in which the record alone was changed."""
    text, record = game.to_text(), game.states.tobytes().hex()
    change(game)
    return text.replace(record, game.states.tobytes().hex())


WRONG: dict[str, tuple[Change, str]] = {
    "a starting player that does not play": (put("start", value=3), "starting player"),
    "a turn of another seat": (add("seat", value=-1), "to move after"),
    "too many turns": (put("turn", value=79), "0 to 78 turns"),
    "one turn too many": (add("turn", value=3), "tiles on the board"),
    "no decision": (put("decision", value=Decision.NOTHING), "decisions take, place"),
    "an unknown decision": (put("decision", value=2), "decisions take, place"),
    "a tile in the hand before it is taken": (put("decision", value=Decision.TAKE), "a tile in the hand if"),
    "an unknown tile on a field": (put("tile", 0, value=6), "a motif or nothing on field 0"),
    "a tile beyond the board": (put("tile", 78, value=0), "field 78"),
    "a disc on a free field": (put("disc", 79, value=0), "a disc of a seat on a marker"),
    "a disc of a seat that does not play": (
        lambda game: put("disc", first(game, Motif.LEMUR), value=3)(game),
        "a disc of a seat on a marker",
    ),
    "too few sections": (put("opened", value=1), "2 to 16 sections"),
    "too many sections": (put("opened", value=17), "2 to 16 sections"),
    "a display that is too long": (put("num_shown", value=11), "2 to 16 sections"),
    "a tile after the display": (put("display", 9, value=3), "nothing in the display after"),
    "the display in another order": (put("display", 0, value=59), "in the order of the row"),
    "a tile in the hand from nowhere": (put("hand_place", value=79), "a tile in the hand that was turned up"),
    "a hole in the row": (put("row", 79, value=NONE), "a motif at place 79"),
    "a tile of the row that was taken": (put("row", 0, value=2), "nothing at place 0"),
    "another motif in the hand": (lambda game: put("hand", value=(int(game.states[0].hand) + 1) % 6)(game), "tiles of"),
    "tiles that the box does not have": (swap_motifs, "tiles of"),
    "a wrong count of unseen tiles": (add("unseen", 0, value=1), "unseen tiles of tarsier"),
    "money that nobody laid": (add("bundles", 0, value=1), "bundles beside tile 0"),
    "negative money": (put("money", 0, value=-1), "no negative money"),
    "money of nobody": (put("money", 3, value=1), "of seats that do not play"),
    "money from nowhere": (add("money", 0, value=1), "18 bundles in all"),
    "a larger reserve": (add("reserve", value=5), "a reserve of"),
    "a disc too many": (add("discs", 1, value=1), "15 discs of seat 1"),
    "discs of nobody": (put("discs", 3, value=1), "0 discs of seat 3"),
    "a marker without a disc though all have some": (bare_marker, "a disc on the marker"),
    "a tile in another colour": (move_tile, "filled fields of colour"),
    "a wrong number of sites beside a field": (add("sites_beside", 5, value=1), "beside field 5"),
    "apes of another value beside a field": (add("worth_beside", 5, value=1), "beside field 5"),
    "a free field too many": (add("free", 2, value=1), "free fields, worth or lemurs of district 2"),
    "a district of another worth": (add("worth", 8, value=1), "free fields, worth or lemurs of district 8"),
    "a lemur too many": (add("all_lemurs", 11, value=1), "free fields, worth or lemurs of district 11"),
    "a lemur of a seat too many": (add("lemurs", 2, 3, value=1), "markers of seat 2 in district 3"),
    "an orangutan of a seat too many": (add("orangutans", 0, 0, value=1), "markers of seat 0 in district 0"),
    "points from nowhere": (add("points", 0, value=1), "the sum of its ways"),
    "points of nobody": (lambda game: (put("points", 3, value=1)(game), put("ways", 3, 0, value=1)(game)), "seat 3"),
    "money scored too early": (
        lambda game: (add("points", 0, value=1)(game), add("ways", 0, 3, value=1)(game)),
        "money",
    ),
    "a boss of nothing": (lambda game: (add("points", 0, value=1)(game), add("ways", 0, 1, value=1)(game)), "as boss"),
    "neighbours that were not scored": (
        lambda game: (add("points", 0, value=200)(game), add("ways", 0, 2, value=200)(game)),
        "for neighbours",
    ),
    "points at once that no pair brings": (
        lambda game: (add("points", 0, value=1)(game), add("ways", 0, 0, value=1)(game)),
        "points at once in all",
    ),
    "a place before the end": (put("place", 0, value=1), "the places"),
}


@pytest.mark.parametrize("what", WRONG)
def test_an_impossible_position_is_refused_for_its_reason(what: str) -> None:
    change, message = WRONG[what]
    game = position(MIDDLE)
    assert game.decision == "place"
    assert find_violation(game.states[0], game.rules[0]) == ""
    text = text_after(change, game)
    with pytest.raises(PositionError, match=message):
        Game.from_text(text)


def test_a_seat_has_no_more_discs_on_the_board_than_turns() -> None:
    game = Table(3, row=dict.fromkeys(range(6), "lemur")).turns(6).game
    assert find_violation(game.states[0], game.rules[0]) == ""
    other_owner(game)
    assert "at most 2 discs of seat 0" in find_violation(game.states[0], game.rules[0])


def with_line(game: Game, name: str, value: object) -> str:
    """The text of a game with another value in the line called `name`."""
    line = next(line for line in str(game).split("\n") if line.split()[0] == name)
    return str(game).replace(line, f"{name}  {json.dumps(value, separators=(',', ':'))}")


def other_seat(field: dict[str, Any]) -> None:
    field["seat"] = 2 if field["seat"] is None else None


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda fields, k: other_seat(fields[k]), r"^fields\.{}\.seat: expected .*, found (2|None)$"),
        (
            lambda fields, k: fields[k].update(motif="gorilla"),
            r"^fields\.{}\.motif: expected '\w+' .*, found 'gorilla'$",
        ),
        (lambda fields, k: fields[k].pop("seat"), r"^fields\.{}\.seat: expected .*, found nothing$"),
        (lambda fields, _: fields.append(None), r"^fields\.78: expected nothing as the record has it, found None$"),
    ],
)
def test_a_changed_line_is_told_by_its_first_entry_that_differs(change: Callable[..., object], message: str) -> None:
    game = position(MIDDLE)
    fields: Any = game.snapshot()["fields"]
    last = max(number for number, field in enumerate(fields) if field)
    change(fields, last)
    with pytest.raises(PositionError, match=message.replace("{}", str(last))):
        Game.from_text(with_line(game, "fields", fields))


def test_lines_that_are_missing_added_or_written_otherwise_are_refused() -> None:
    text = str(position(MIDDLE))
    line = next(line for line in text.split("\n") if line.startswith("fields"))
    for new, message in (
        ("", "^fields: expected .* as the record has it, found no such line$"),
        (f"{line}\nluck 7", "^luck: expected no such line as the record has it, found '7'$"),
        (line.replace(",", ", "), "^fields: expected JSON as `to_text` writes it, found the same values"),
    ):
        with pytest.raises(PositionError, match=message):
            Game.from_text(text.replace(f"{line}\n", f"{new}\n" if new else ""))


OVER: dict[str, tuple[Change, str]] = {
    "a seat that moves": (put("seat", value=1), "expected seat -1 to move"),
    "other places": (lambda game: put("place", 0, value=int(game.states[0].place[0]) % 3 + 1)(game), "the places"),
    "money that is not scored": (
        lambda game: (add("points", 0, value=-1)(game), add("ways", 0, 3, value=-1)(game)),
        "for money",
    ),
    "a reserve of half a section": (put("reserve", value=3), "a reserve of"),
}


@pytest.mark.parametrize("what", OVER)
def test_an_impossible_end_is_refused_for_its_reason(what: str) -> None:
    change, message = OVER[what]
    game = position(156)
    assert game.over
    text = text_after(change, game)
    with pytest.raises(PositionError, match=message):
        Game.from_text(text)


@pytest.mark.parametrize("deck", ["standard", "mini"])
@pytest.mark.parametrize("num_players", [2, 3, 4])
@pytest.mark.parametrize("scoring", ["last_district", "all_districts"])
def test_every_position_of_play_is_possible_and_comes_back_from_its_text(
    deck: str, num_players: int, scoring: str
) -> None:
    for seed in range(smaller_without_jit(3, 1) * (1 if deck == "standard" else 8)):
        game = Game(num_players, seed, deck=deck, options={"final_scoring": scoring}, skip_forced=False)
        rng, stops = np.random.default_rng(seed), 0
        while not game.over:
            game.play(int(rng.choice(game.legal_actions())))
            stops += 1
            if deck == "mini" or stops % 9 == 0 or game.over:
                assert find_violation(game.states[0], game.rules[0]) == ""
        assert Game.from_text(str(game)) == game


def test_any_bytes_are_refused_without_a_crash() -> None:
    rng = np.random.default_rng(0)
    game = position(MIDDLE)
    for _ in range(200):
        damaged = np.frombuffer(game.states.tobytes(), np.uint8).copy()
        places = rng.integers(8, len(damaged), 4)  # the stream before them may be anything
        damaged[places] = rng.integers(0, 256, 4)
        if damaged.tobytes() != game.states.tobytes():
            with pytest.raises(PositionError):
                Game.from_text(game.to_text().replace(game.states.tobytes().hex(), damaged.tobytes().hex()))
