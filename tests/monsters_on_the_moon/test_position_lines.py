"""9.3: the text of a seat: all that it may know, nothing more, and enough to play from."""

import re
from typing import Any

import pytest

from mom_env.monsters_on_the_moon.position_lines import position_lines
from mom_env.monsters_on_the_moon.terminal.menu import menu
from tests.monsters_on_the_moon.courses import MODES, NAME, games
from tests.support.courses import any_game_at
from tests.support.untyped import untyped

pytestmark = pytest.mark.once


@pytest.mark.rule("9.3")
def test_the_text_is_the_same_whatever_the_seat_cannot_know() -> None:
    other_deals = 0
    for game in games(every=17):
        for seat in range(game.num_players):
            if game.over:
                continue
            redealt = game.resample_hidden(seat, 3)
            assert redealt.observe_text(seat) == game.observe_text(seat)
            other_deals += redealt.snapshot() != game.snapshot()
    assert other_deals > 10


def test_the_whole_snapshot_can_be_read_back() -> None:
    for game in games(every=13):
        seat = game.num_players - 1
        view = untyped(game.snapshot(seat))
        text = "\n".join(position_lines(untyped(game), seat))
        read = []
        for y, row in re.findall(r"^  y (\d+): (.*)$", text, re.MULTILINE):
            for x, shows, tile, card in re.findall(r"(\d+): ([A-Z*.]+)('?)/(\d+)", row):
                read.append(
                    {"x": int(x), "y": int(y), "shows": shows, "card": int(card)} | ({"tile": True} if tile else {})
                )
        assert sorted(read, key=place) == sorted(view["display"], key=place)
        ships = [list(map(int, found)) for found in re.findall(r"\((\d+), (\d+)\) of player_(\d)", text)]
        assert ships == [[ship["x"], ship["y"], ship["seat"]] for ship in view["ships_at"]]
        walls = re.findall(r"(short|long) (above|at the left of) \((\d+), (\d+)\)", text)
        assert [(length, side[:2] == "ab", int(x), int(y)) for length, side, x, y in walls] == [
            (wall["wall"], wall["direction"] == "h", wall["x"], wall["y"]) for wall in view["walls_at"]
        ]
        known = [card for hand in view["hand"] for card in hand if card is not None]
        assert list(map(int, re.findall(r"^    card (\d+): ", text, re.MULTILINE))) == known
        steps = [int(step) for step in re.findall(r"on space (\d+) of the crystal track", text)]
        assert steps == (view["steps"] if game.num_players > 1 else [])
        interim = [int(vp) for vp in re.findall(r"Interim VP of player_\d: (\d+)", text)]
        assert interim == (view["interim"] or [] if game.num_players > 1 else [])
        assert text.count("Enclosed area: ") == len(view["areas"])


def place(square: dict[str, Any]) -> tuple[int, int]:
    return square["y"], square["x"]


def test_secret_missions_of_others_are_hidden_and_open_ones_are_not() -> None:
    secret = any_game_at(NAME, 2, 1, 20, options={"missions": "secret"})
    text = secret.observe_text(0)
    assert "Secret missions of player_1: hidden" in text
    assert re.search(r"Secret missions of player_0: \d .* VP; \d .* VP", text)
    shown = any_game_at(NAME, 4, 1, 20, options={"missions": "open"}).observe_text(2)
    assert shown.count(" VP; ") == 2


def test_only_the_seat_that_acts_is_told_choices_and_each_can_be_parsed() -> None:
    for game in games(every=29, seeds=1):
        if game.over:
            continue
        seat = game.seat or 0
        for entry in menu(untyped(game)):
            assert game.parse(entry.label) == game.parse(entry.words) == entry.action
            assert entry.label in game.observe_text(seat)
        if game.num_players > 1:
            assert "?" not in game.observe_text((seat + 1) % game.num_players).splitlines()[-1]


@pytest.mark.parametrize(("num_players", "options"), MODES)
def test_the_end_is_told_with_scores_and_places(num_players: int, options: dict[str, Any]) -> None:
    game = any_game_at(NAME, num_players, 2, options=options)
    text = game.observe_text(0)
    for seat, (score, place_) in enumerate(zip(*game.standing(), strict=True)):
        assert f"player_{seat}: VP {score}, place {place_}." in text
