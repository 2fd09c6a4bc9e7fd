"""Card files: each refusal and each warning of the rules page, and what is derived from the standard file."""

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mom_env.errors import DeckError, DeckWarning, OptionError
from mom_env.monsters_on_the_moon.deck import DECKS, CardFile, load_deck
from mom_env.monsters_on_the_moon.ruleset import make_ruleset

RULES = Path(__file__).resolve().parents[2] / "docs" / "monsters_on_the_moon" / "rules.md"
Edit = Callable[[Any], object]


def content() -> Any:
    return load_deck("standard").plain()


def changed(edit: Edit) -> Any:
    found = content()
    edit(found)
    return found


def put(*path: str | int, value: object) -> Edit:
    """An edit that puts a value where the path leads."""

    def edit(found: Any) -> None:
        for part in path[:-1]:
            found = found[part]
        found[path[-1]] = value

    return edit


def moved(layout: int, card: int, **places: int) -> Edit:
    return lambda found: found["layouts"][layout]["cards"][card].update(places)


REFUSED: dict[str, tuple[Edit, str]] = {
    "a set without its count": (lambda found: found["set_20"]["cards"].pop(), "set_20.cards: expected 20 cards"),
    "a wrong sum": (put("counts", "unexplained", value=3), "counts.cards: expected the sum of the others, 60"),
    "five squares": (put("set_20", "cards", 18, value=["W  H  V", "V  W"]), "set_20.cards.18: expected two rows of"),
    "seven squares": (put("set_26", "cards", 8, value=["W H V S", "V S H"]), "set_26.cards.8: expected two rows of"),
    "unknown sign": (put("set_20", "cards", 18, value=["W  H  V", "V  W  Z"]), "set_20.cards.18: expected squares of"),
    "a foreign head": (put("set_20", "cards", 18, value=["W  H  V", "V  W  S"]), "set_20.cards.18: expected squares"),
    "one double head": (put("set_20", "cards", 0, value=["W  *  H", "V  H  *"]), "a double head of W, found 1"),
    "three double heads": (put("set_26", "cards", 8, value=["WW V H", "H S V"]), "a double head of W, found 3"),
    "no pile": (put("setup", "hand", "2", value=7), "setup.hand.2: expected to leave a card for the pile, found 0"),
    "overlap": (moved(0, 0, y=1), "layouts.1: expected cards side by side"),
    "two pieces": (moved(3, 3, x=6), "layouts.4: expected cards in one piece"),
    "too large": (put("area", "limit", value=9), "layouts.5: expected at most 9 squares wide and high"),
    "no second card": (put("layouts", 2, "cards", 1, "card", value="moonscape"), "each of the two monster cards once"),
    "three moonscapes": (put("layouts", 0, "cards", 2, "card", value="moonscape"), "at most 2 of moonscape"),
    "too many long walls": (put("walls", "each", "4", "long", value=4), "walls.each.4.long: expected at most 12"),
    "too many short walls": (put("walls", "each", "3", "short", value=9), "walls.each.3.short: expected at most 24"),
    "a track from 1": (put("track", "3", "values", 0, value=1), "track.3.values: expected VP that begin at 0"),
    "tiles that descend": (put("track", "2", "tiles", value=[11, 5]), "track.2.tiles: expected two ascending spaces"),
    "a tile at the start": (put("track", "2", "tiles", value=[0, 5]), "track.2.tiles: expected two ascending spaces"),
    "a tile at the end": (put("track", "4", "tiles", value=[3, 15]), "track.4.tiles: expected two ascending spaces"),
    "another frame": (put("area", "wrap", value=30), "area.wrap: expected 28, found 30"),
    "too large a display": (put("area", "limit", value=25), "area.limit: expected"),
    "long walls of 3": (put("wall_length", "long", value=3), "wall_length.long: expected 2, found 3"),
    "short walls of 2": (put("wall_length", "short", value=2), "wall_length.short: expected 1, found 2"),
    "six walls": (put("walls", "at_a_time", value=[3, 4, 5, 6]), "walls.at_a_time: expected [3, 4, 5]"),
    "two missions 1": (put("missions", 1, "number", value=1), "missions: expected the numbers 1, 2"),
    "a fourth moonscape square": (put("start_cards", "moonscape", 0, value=". * ."), "start_cards.moonscape"),
    "levels": (put("solo", "levels", value=[14, 20, 20, 29]), "solo.levels: expected ascending"),
    "an unknown key": (put("colour", value=1), "colour: expected no such key"),
    "no tracks for 4": (lambda found: found["track"].pop("4"), "track: expected an entry for 4 players"),
    "two sets for 3": (put("set_26", "players", value=[3, 4]), "each number of players in one set"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_played_is_refused(name: str) -> None:
    edit, message = REFUSED[name]
    with pytest.raises(DeckError) as error:
        make_ruleset.load_deck(changed(edit))
    assert message in str(error.value)


WARNED: dict[str, tuple[list[str], str]] = {
    "a monster is missing": (["W  H  *", "H  W  *"], "set_20.cards.18: expected each monster of the set"),
    "three heads": (["W  H  V", "W  W  *"], "set_20.cards.18: expected at most 2 heads of a monster"),
}


@pytest.mark.parametrize("name", WARNED)
def test_unusual_cards_are_loaded_with_a_warning(name: str) -> None:
    card, message = WARNED[name]
    with pytest.warns(DeckWarning) as told:
        file = make_ruleset.load_deck(changed(put("set_20", "cards", 18, value=card)))
    assert [str(one.message) for one in told] == [str(told[0].message)]
    assert message in str(told[0].message)
    assert file.set_20.cards[18] == card


def with_two_double_heads() -> Any:
    cards = content()["set_20"]["cards"]
    cards[0], cards[1], cards[18] = ["WW *  HH", "V  *  *"], ["H  *  V", "W  V  *"], ["W  H  V", "V  W  H"]
    return changed(put("set_20", "cards", value=cards))


def test_two_double_heads_on_a_card_are_loaded_with_a_warning() -> None:
    with pytest.warns(DeckWarning, match=r"set_20.cards.0: expected at most one double head"):
        make_ruleset.load_deck(with_two_double_heads())


@pytest.mark.rule("2.4")
def test_a_card_that_two_players_would_take_is_refused_but_in_solo_play() -> None:
    with pytest.warns(DeckWarning):
        file = make_ruleset.load_deck(with_two_double_heads())
    with pytest.raises(DeckError, match="deck: card 0 for 2 players: expected double heads of one monster"):
        make_ruleset(2, file)
    assert make_ruleset(1, file)
    assert make_ruleset(4, file)


def test_the_files_of_the_package_are_loaded_without_a_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for file in DECKS.values():
            assert CardFile.model_validate(file.plain()) == file


def test_every_table_says_how_it_is_known() -> None:
    sources = load_deck("standard").sources
    known = {name: source.known for name, source in sources}
    published = {"counts", "setup", "walls", "solo"}
    assert {name for name, how in known.items() if how == "published"} == published
    assert set(known.values()) == {"published", "assumed"}


def test_the_page_of_the_rules_tells_how_each_table_is_known() -> None:
    page = RULES.read_text(encoding="utf-8")
    for name, source in load_deck("standard").sources:
        row = next(line for line in page.splitlines() if name in line[2:].split(" | ")[0].split(", "))
        assert row.split(" | ")[2].startswith(source.known)


@pytest.mark.rule("7.3")
def test_the_page_of_the_rules_has_the_missions_of_the_file() -> None:
    page = RULES.read_text(encoding="utf-8")
    for mission in load_deck("standard").missions:
        begin = f"| {mission.number} | {mission.name} | {mission.kind} | {mission.at_least} |"
        rows = [line for line in page.splitlines() if line.startswith(begin)]
        assert [row.split(" | ")[-1] for row in rows] == [f"{mission.vp} |"]


def test_the_cycle_of_the_monsters_maps_the_set_for_four_onto_itself() -> None:
    """Section 9.2: exchanging the monsters in turn maps the 26 cards onto themselves."""
    one = load_deck("standard").set_for(4)
    turn = str.maketrans("WHVS", "HVSW")
    cards = [[row.split() for row in rows] for rows in one.cards]
    cycled = [[row.translate(turn).split() for row in rows] for rows in one.cards]
    both = [card[::-1] for card in cards]
    half_turned = [[row[::-1] for row in card] for card in both]
    assert all(card in cards or card in half_turned for card in cycled)


@pytest.mark.parametrize(
    ("name", "value"),
    [("monsters", "draw"), ("layout", 1), ("tile_target", "opponent"), ("walls", True), ("missions", "open")],
)
def test_solo_play_has_no_options(name: str, value: object) -> None:
    with pytest.raises(OptionError, match=f"options.{name}: expected .* in solo play, found"):
        make_ruleset(1, "standard", {name: value})


def test_options_are_checked() -> None:
    for options in ({"layout": 6}, {"layout": "2"}, {"walls": 1}, {"missions": True}, {"monsters": "random"}):
        with pytest.raises(OptionError):
            make_ruleset(2, "standard", options)


def test_layouts_and_missions_that_the_file_lacks_are_refused() -> None:
    few = changed(lambda found: found.update(layouts=found["layouts"][:2]))
    with pytest.raises(OptionError, match=r"options.layout: expected one of 2 layouts, found 3"):
        make_ruleset(2, few, {"layout": 3})
    few = content()
    few["missions"], few["counts"]["missions"], few["counts"]["cards"] = few["missions"][:5], 5, 56
    assert make_ruleset(2, few, {"missions": "secret"})
    with pytest.raises(OptionError, match=r"a card file with 6 secret missions, found 5"):
        make_ruleset(3, few, {"missions": "secret"})
