"""1, 2: Tile files: what they say, and each refusal."""

import copy
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mom_env.common.resources import resource
from mom_env.errors import DeckError, OptionError
from mom_env.four_monkeys.ruleset import DECKS, make_ruleset
from mom_env.four_monkeys.state import MOST_BYTES, STATE_DTYPE

pytestmark = pytest.mark.once
PATH = resource("configs", "four_monkeys", "decks", "standard.toml")
STANDARD = tomllib.loads(PATH.read_text(encoding="utf-8"))


def test_a_record_has_at_most_12_kib() -> None:
    assert STATE_DTYPE.itemsize <= MOST_BYTES == 12_288


def test_the_standard_file() -> None:
    deck = DECKS["standard"]
    assert deck.player_counts == [2, 3, 4, 5, 6, 7, 8]
    assert [combo.points for combo in deck.combos] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 6]
    assert [len(combo.ways) for combo in deck.combos] == [4, 1, 1, 4, 6, 4, 1, 6, 1, 1]
    assert sum(deck.copies) == 40
    assert [deck.seats(count).stacks for count in (2, 6, 7)] == [[4], [8], [6, 5]]
    assert deck.sources.combos.known == "assumed"
    assert {**deck.plain(), "sources": None} == {**STANDARD, "sources": None}


def test_the_mini_file_has_few_combos_and_few_ticks() -> None:
    deck = DECKS["mini"]
    assert len(deck.combos) == 4
    assert deck.timer.ticks(family=False) == 8
    assert [len(deck.seats(count).areas) for count in (2, 3, 4)] == [1, 1, 2]


Edit = Callable[[dict[str, Any]], object]


def edit(path: str, value: object) -> Edit:
    def apply(content: dict[str, Any]) -> None:
        *parts, last = path.split(".")
        for part in parts:
            content = content[int(part)] if part.isdigit() and isinstance(content, list) else content[part]
        content[int(last) if isinstance(content, list) else last] = value

    return apply


REFUSED: dict[str, tuple[Edit, str]] = {
    "another format": (edit("format", "fm-tiles/2"), "format"),
    "another game": (edit("game", "ape_town"), "game"),
    "an unknown entry": (edit("more", 1), "more"),
    "no name": (edit("name", ""), "name"),
    "other figures": (edit("figures", ["triangle", "circle", "square", "pentagon"]), "figures: expected circle"),
    "a colour twice": (edit("colours", ["red", "red", "blue", "green"]), "colours: expected 4 different"),
    "a card too many": (edit("deck.CC", 5), "deck: expected 40 cards, as counts.cards, found 41"),
    "an unknown card": (edit("deck.CX", 1), "deck.CX"),
    "a kind left out": (lambda content: content["deck"].pop("PP"), "found none for PP"),
    "a combo too few": (lambda content: content["combos"].pop(), "combos: expected 10, one less than counts.tiles"),
    "a combo of no points": (edit("combos.0.points", 0), "combos.0.points"),
    "a combo that asks for nothing": (lambda content: content["combos"][0].pop("alike"), "found none of them"),
    "figures and alike": (edit("combos.0.figures", {"circle": 1}), "found both"),
    "five sorts of alike": (edit("combos.0.alike", [1, 1, 1, 1, 1]), "combos.0.alike"),
    "no alike": (edit("combos.0.alike", []), "combos.0.alike"),
    "alike of none": (edit("combos.0.alike", [0]), "combos.0.alike"),
    "an unknown figure": (edit("combos.1.figures", {"star": 1}), "combos.1.figures"),
    "two that ask for the same": (edit("combos.1.figures", {"circle": 3}), ""),
    "the same in other words": (
        lambda content: content["combos"].__setitem__(0, {"name": "new", "points": 1, "alike": [1, 1, 1, 1]}),
        "combos.1: expected another name and other figures than 'new'",
    ),
    "a name twice": (edit("combos.1.name", "three alike"), "combos.1: expected another name"),
    "more than a deck has": (edit("combos.3.alike", [21]), "combos.3: expected one that can be made"),
    "more buttons than a deck has": (edit("combos.8.golden", 17), "combos.8: expected one that can be made"),
    "an orange side that is worth more": (edit("values.orange", 1), "values.orange"),
    "a reward for tiles set aside": (edit("values.aside", 1), "values.aside"),
    "a hand of no card": (edit("draw.hand", 0), "draw.hand"),
    "too long a round": (edit("timer.minutes", 9), "minutes: expected 13 to 120 ticks in a round, found 135"),
    "too short a family round": (edit("timer.ticks_per_minute", 2), "ticks in a round, found 8"),
    "too wide a spread": (edit("timer.hidden_spread", 13), "timer.hidden_spread"),
    "nine players": (edit("players.9", STANDARD["players"]["8"]), "players"),
    "nobody": (edit("players", {}), "players"),
    "a player too few": (edit("players.4.areas", [3]), "players.4.areas: expected 4 players in all, found 3"),
    "an area of one": (edit("players.7.areas", [6, 1]), "players.7.areas.1"),
    "lists of unequal lengths": (edit("players.7.stacks", [6]), "players.7: expected as many areas"),
    "more sets than a box has": (edit("players.4.tile_sets", [5]), "players.4.tile_sets: expected at most 4"),
    "more stacks than tiles": (edit("players.2.stacks", [31]), "players.2.stacks: expected at most 30"),
    "five rounds": (edit("players.2.rounds", 5), "players.2.rounds"),
    "skins for three": (edit("counts.banana_skins", 3), "players.4: expected at most 3"),
    "no label": (lambda content: content["sources"].pop("timer"), "sources.timer"),
    "an unknown label": (edit("sources.timer.known", "guessed"), "sources.timer.known"),
}
REFUSED["two that ask for the same"] = (
    edit("combos.0.alike", [4]),
    "combos.3: expected another name and other figures",
)


@pytest.mark.parametrize("what", REFUSED)
def test_a_file_that_cannot_be_played_is_refused(what: str) -> None:
    change, message = REFUSED[what]
    content = copy.deepcopy(STANDARD)
    change(content)
    with pytest.raises(DeckError) as caught:
        make_ruleset(2, content)
    assert message in str(caught.value)


def test_a_changed_file_that_can_be_played_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(PATH.read_text(encoding="utf-8").replace("points = 6", "points = 7"), encoding="utf-8")
    assert make_ruleset(3, path).rules[0].points[9] == 7


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"ticks": 23}, "ticks"),
        ({"ticks": 121}, "ticks"),
        ({"timer": "seen"}, "timer"),
        ({"contest": "dice"}, "contest"),
        ({"pace": [1, 2, 3]}, "options.pace: expected 2 numbers"),
        ({"pace": [0, 1]}, "pace"),
        ({"pace": [1, 11]}, "pace"),
        ({"pace": 2}, "pace"),
        ({"false_stops": 2}, "false_stops"),
        ({"false_stops": True}, "false_stops"),
        ({"check_choice": 1}, "check_choice"),
        ({"rounds": 0}, "rounds"),
        ({"rounds": 5}, "rounds"),
        ({"banana_skins": "yes"}, "banana_skins"),
        ({"fresh_skins_count": 0}, "fresh_skins_count"),
        ({"family": None}, "family"),
        ({"speed": 1}, "expected some of ticks, timer"),
    ],
)
def test_an_option_beyond_its_limits_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        make_ruleset(2, "standard", options)


def test_options_reach_the_rules() -> None:
    rules = make_ruleset(2, "standard", {"family": True, "timer": "hidden", "false_stops": 1, "pace": (1, 10)}).rules[0]
    assert (rules.ticks, rules.spread, rules.num_deals, list(rules.pace[:2])) == (75, 12, 5, [1, 10])
    rules = make_ruleset(2, "standard", {"ticks": 24, "rounds": 4}).rules[0]
    assert (rules.ticks, rules.spread, rules.num_deals) == (24, 0, 4)


@pytest.mark.parametrize("count", [1, 9, 0, True, "2"])
def test_a_number_of_players_that_the_file_does_not_have_is_refused(count: Any) -> None:
    with pytest.raises(DeckError, match="num_players"):
        make_ruleset(count)
