"""Deck files: what the rules page says is in the box, and all that is refused, with the reason."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mom_env.base.ruleset import MAX_FILE_BYTES
from mom_env.common.resources import resource
from mom_env.errors import DeckError
from mom_env.monkeys_on_the_moon import Game
from mom_env.monkeys_on_the_moon.deck import deck_names, load_deck, most_full_ships
from tests.support.games import examples, play_on, random_deck
from tests.support.reference import ReferenceGame
from tests.support.untyped import untyped

Content = dict[str, Any]

TRIBES = ["brown", "black", "green", "blue", "red", "purple"]
STANDARD = resource("configs", "monkeys_on_the_moon", "decks", "standard.toml")
MISSING = "<missing>"  # a value that no deck has


def changed(path: str, value: Any, name: str = "standard") -> Content:
    """A deck's content in which one key has another value, or is missing."""
    content: Content = json.loads(json.dumps(load_deck(name).plain()))
    *tables, key = path.split(".")
    table: Any = content
    for step in tables:
        table = table[int(step) if isinstance(table, list) else step]
    if value is MISSING:
        del table[key]
    else:
        table[int(key) if isinstance(table, list) else key] = value
    return content


def with_cards(box: str, row: list[Any], name: str = "standard") -> Content:
    """A deck in which every tribe has these cards."""
    content = changed(box, dict.fromkeys(TRIBES, row), name)
    content["counts"][box] = len(TRIBES) * len(row)
    return content


# What is in the box


def test_the_standard_deck_is_the_one_of_the_rules_page() -> None:
    deck: Any = load_deck("standard").plain()
    assert deck["tribes"] == TRIBES
    assert deck["counts"] == {"civilization": 36, "monkeys": 42, "ships": 18}
    assert all(deck["civilization"][tribe] == [2, 2, 3, 3, 4, 4] for tribe in TRIBES)
    assert all(deck["monkeys"][tribe] == [3, 3, 4, 4, 4, 5, 5] for tribe in TRIBES)
    assert all(deck["ships"][tribe] == [[2, 1], [3, 2], [4, 3]] for tribe in TRIBES)
    assert deck["track"] == {"spaces": 20, "white_dot": 12}
    assert list(zip(deck["titles"]["leader"], deck["titles"]["undersecretary"], strict=True)) == [
        (7, 4),
        (6, 3),
        (5, 3),
        (4, 2),
        (3, 2),
        (2, 1),
    ]
    assert deck["out_of_game"] == {"2": 12, "3": 9, "4": 4}
    assert deck["setup"] == {
        "hand": 2,
        "coins": 1,
        "supply": 3,
        "pool_extra": 1,
        "ship_pool": 2,
        "scorn_penalty": 2,
    }


def test_the_awards_sum_to_the_favor_coins() -> None:
    titles = load_deck("standard").titles
    assert sum(titles.leader) + sum(titles.undersecretary) == 42


@pytest.mark.parametrize(("num_players", "rounds"), [(4, 8), (3, 9), (2, 12)])
def test_no_civilization_card_is_left_over(num_players: int, rounds: int) -> None:
    assert load_deck("standard").rounds(num_players) == rounds


def test_what_is_assumed_is_marked_so_with_its_reason() -> None:
    sources = untyped(load_deck("standard").plain())["sources"]
    known = {key: source["known"] for key, source in sources.items()}
    assert {key for key, how in known.items() if how == "assumed"} == {"civilization", "monkeys", "ships", "track"}
    assert {key for key, how in known.items() if how == "inferred"} == {"titles"}
    assert {key for key, how in known.items() if how == "derived"} == {"coins"}
    assert {key for key, how in known.items() if how == "reported"} == {"counts"}
    assert {key for key, how in known.items() if how == "published"} == {"setup", "out_of_game"}
    assert all("reports" in sources[box]["reason"] for box in ("civilization", "ships"))  # the ranges


@pytest.mark.parametrize("known", ["published", "reported", "derived", "inferred", "assumed"])
def test_a_label_changes_nothing_that_is_played_with(known: str) -> None:
    other = load_deck(changed("sources.ships.known", known) | {"name": "my box"})
    assert other.played() == load_deck().played()
    assert {"name", "sources"} & other.played().keys() == set()
    assert load_deck(changed("track.spaces", 21)).played() != load_deck().played()


def test_a_deck_may_leave_the_coins_without_a_label() -> None:
    without = changed("sources.coins", MISSING)
    assert load_deck(without).plain() == without
    assert Game.from_replay(Game(2, seed=1, deck=without).replay()).ruleset.deck.plain() == without


def test_decks_are_found_by_name_by_path_and_by_content() -> None:
    assert deck_names() == ["mini", "standard"]
    standard = load_deck()
    assert (
        load_deck(STANDARD)
        == load_deck(str(STANDARD))
        == load_deck(standard.plain())
        == load_deck(standard)
        == standard
    )
    assert json.loads(json.dumps(standard.plain())) == standard.plain()


def test_a_copy_of_the_file_with_other_values_is_a_game_with_them(tmp_path: Path) -> None:
    path = tmp_path / "my-box.toml"
    path.write_text(STANDARD.read_text(encoding="utf-8").replace("[3, 3, 4, 4, 4, 5, 5]", "[6, 6, 7, 7, 7, 8, 8]"))
    game = Game(3, seed=1, deck=path)
    assert {monkey["status"] for monkey in untyped(game.snapshot())["monkey_pile"]} == {6, 7, 8}
    assert Game.from_replay(game.replay()) == Game.from_text(str(game)) == game


def test_the_white_dot_may_be_the_last_space() -> None:
    content: Any = load_deck("standard").plain()
    content["track"] = {"spaces": 9, "white_dot": 9}
    assert load_deck(content).track.white_dot == 9


# What is refused

REFUSED = [
    ("format", "mom-deck/2", r"format: expected 'mom-deck/1', found 'mom-deck/2'"),
    ("game", "ape_town", r"game: expected 'monkeys_on_the_moon', found 'ape_town'"),
    ("name", "", r"name: .*at least 1 character.*found ''"),
    ("name", MISSING, r"name: expected, but missing"),
    ("tribes", TRIBES[:5], r"tribes: .*at least 6 items.*, found \['brown'"),
    ("tribes", [*TRIBES, "white"], r"tribes: .*at most 6 items"),
    ("tribes", [*TRIBES[:5], "brown"], r"tribes: expected 6 different names, found .*'brown'\]"),
    ("tribes.2", "Green", r"tribes\.2: .*pattern.*, found 'Green'"),
    ("tribes.2", 3, r"tribes\.2: expected a valid string, found 3"),
    ("tribes.2", "olive", r"civilization: expected one list for each of \[.*'olive'.*\], found"),
    ("counts", 36, r"counts: expected a valid dictionary.*, found 36"),
    ("counts.ships", MISSING, r"counts\.ships: expected, but missing"),
    ("counts.civilization", 35, r"civilization: expected 35 cards as in counts\.civilization, found 36"),
    ("counts.monkeys", 41, r"monkeys: expected 41 cards as in counts\.monkeys, found 42"),
    ("counts.ships", 19, r"ships: expected 19 cards as in counts\.ships, found 18"),
    ("counts.ships", 31, r"counts\.ships: expected less than or equal to 30, found 31"),
    ("counts.monkeys", 61, r"counts\.monkeys: expected less than or equal to 60, found 61"),
    ("counts.civilization", 49, r"counts\.civilization: expected less than or equal to 48, found 49"),
    ("counts.civilization", 10**40, r"counts\.civilization: expected less than or equal to 48"),
    ("counts.monkeys", 42.0, r"counts\.monkeys: expected a valid integer, found 42\.0"),
    ("counts.monkeys", float("nan"), r"counts\.monkeys: expected a valid integer, found nan"),
    ("counts.monkeys", "42", r"counts\.monkeys: expected a valid integer, found '42'"),
    ("counts.monkeys", True, r"counts\.monkeys: expected a valid integer, found True"),
    ("counts.monkeys", None, r"counts\.monkeys: expected a valid integer, found None"),
    ("counts.titles", 12, r"counts\.titles: expected no such key"),
    ("civilization", [], r"civilization: expected a valid dictionary, found \[\]"),
    ("civilization.white", [2], r"civilization: expected one list for each of"),
    ("civilization.red", MISSING, r"civilization: expected one list for each of"),
    ("civilization.red", 2, r"civilization\.red: expected a valid list, found 2"),
    ("civilization.red.0", 0, r"civilization\.red\.0: expected greater than or equal to 1, found 0"),
    ("civilization.red.0", 21, r"civilization\.red\.0: expected less than or equal to 20, found 21"),
    ("monkeys.blue.6", -1, r"monkeys\.blue\.6: expected greater than or equal to 1, found -1"),
    ("monkeys.blue", [3, 4], r"monkeys: expected 42 cards as in counts\.monkeys, found 37"),
    ("ships.red", [2, 3, 4], r"ships\.red\.0: expected a valid tuple, found 2"),
    ("ships.red", "none", r"ships\.red: expected a valid list, found 'none'"),
    ("ships.red.1", [3], r"ships\.red\.1\.1: expected, but missing"),
    ("ships.red.1", [3, 2, 1], r"ships\.red\.1: .*at most 2 items"),
    ("ships.red.1", [5, 2], r"ships\.red\.1\.0: expected less than or equal to 4, found 5"),
    ("ships.red.1", [0, 2], r"ships\.red\.1\.0: expected greater than or equal to 1, found 0"),
    ("ships.red.1", [3, -2], r"ships\.red\.1\.1: expected greater than or equal to 0, found -2"),
    ("track.spaces", 101, r"track\.spaces: expected less than or equal to 100, found 101"),
    ("track.spaces", 0, r"track\.spaces: expected greater than or equal to 1, found 0"),
    ("track.white_dot", 21, r"track\.white_dot: expected a space from 1 to 20, found 21"),
    ("titles.leader", [7, 6, 5, 4, 3], r"titles\.leader: .*at least 6 items"),
    ("titles.undersecretary", [4, 3, 3, 2, 2, 1, 1], r"titles\.undersecretary: .*at most 6 items"),
    ("titles.leader.0", -7, r"titles\.leader\.0: expected greater than or equal to 0, found -7"),
    ("setup.hand", 0, r"setup\.hand: expected greater than or equal to 1, found 0"),
    ("setup.hand", 4, r"setup\.hand: expected less than or equal to 3, found 4"),
    ("setup.ship_pool", 0, r"setup\.ship_pool: expected greater than or equal to 1, found 0"),
    ("setup.ship_pool", 4, r"setup\.ship_pool: expected less than or equal to 3, found 4"),
    ("setup.pool_extra", 3, r"setup\.pool_extra: expected a pool of at most 6 monkeys, found 7 with 4 players"),
    ("setup.supply", 4, r"setup\.supply: expected at most 7 coins of a tribe, found 8 with 4 players"),
    ("setup.coins", 2, r"setup\.supply: expected at most 7 coins of a tribe, found 9 with 3 players"),
    ("setup.scorn_penalty", -1, r"setup\.scorn_penalty: expected greater than or equal to 0, found -1"),
    ("out_of_game", {}, r"out_of_game: expected at least one number of players from 2 to 4, found none"),
    ("out_of_game.5", 1, r"out_of_game\.5: expected '2', '3' or '4', found '5'"),
    ("out_of_game.1", 0, r"out_of_game\.1: expected '2', '3' or '4', found '1'"),
    ("out_of_game.4", -4, r"out_of_game\.4: expected greater than or equal to 0, found -4"),
    ("sources.ships", MISSING, r"sources\.ships: expected, but missing"),
    ("sources.ships.known", "guessed", r"sources\.ships\.known: expected .*'assumed', found 'guessed'"),
    ("sources.ships.reason", "so", r"sources\.ships\.reason: .*at least 10 characters, found 'so'"),
    ("sources.ships.reason", "x" * 1001, r"sources\.ships\.reason: .*at most 1000 characters"),
    ("sources.hand", {}, r"sources\.hand: expected no such key"),
    ("extra", 1, r"extra: expected no such key"),
]


@pytest.mark.parametrize(("path", "value", "message"), REFUSED, ids=lambda value: str(value)[:30])
def test_one_error_names_the_key_and_what_was_expected(path: str, value: Any, message: str) -> None:
    with pytest.raises(DeckError, match=f"^deck: {message}") as caught:
        load_deck(changed(path, value))
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("key", sorted(load_deck().plain()))
def test_no_table_may_be_missing(key: str) -> None:
    with pytest.raises(DeckError, match=f"^deck: {key}: expected, but missing$"):
        load_deck(changed(key, MISSING))


def test_a_card_may_stand_too_often_or_too_seldom() -> None:
    with pytest.raises(DeckError, match=r"civilization: expected 36 cards as in counts\.civilization, found 37"):
        load_deck(changed("civilization.red", [2, 2, 3, 3, 4, 4, 4]))


@pytest.mark.parametrize(
    ("box", "row", "most"),
    [
        ("civilization", [1, 2, 3, 4, 5, 5], "4 different moves, found 5"),
        ("monkeys", [1, 2, 3, 4, 5, 5, 5], "4 different statuses, found 5"),
    ],
)
def test_only_so_many_kinds_fit(box: str, row: list[int], most: str) -> None:
    assert load_deck(with_cards(box, [min(number, 4) for number in row]))
    with pytest.raises(DeckError, match=rf"^deck: {box}: expected at most {most}: \[1, 2, 3, 4, 5\]"):
        load_deck(with_cards(box, row))


def test_only_so_many_kinds_of_ships_fit() -> None:
    ships = {tribe: [[2, 1], [3, 2], [4, vp]] for vp, tribe in enumerate(TRIBES, start=3)}
    assert len(load_deck(changed("ships", ships)).ship_types) == 8
    ships["red"] = [[2, 9], [3, 2], [4, 3]]
    with pytest.raises(DeckError, match=r"^deck: ships: expected at most 8 different pairs of seats and VP, found"):
        load_deck(changed("ships", {**ships, "brown": [[2, 8], [3, 2], [4, 3]]}))


# R7: a deck with which something could run out


@pytest.mark.rule("R7")
@pytest.mark.parametrize("num_players", [2, 3, 4])
@pytest.mark.parametrize("aside", ["uneven", "too many"])
def test_the_civilization_cards_must_last_whole_rounds_and_two_of_them(num_players: int, aside: str) -> None:
    """Too few is fewer than two for each player."""
    least = 2 * num_players
    left = 36 // num_players * num_players - 1 if aside == "uneven" else least - num_players
    message = (
        rf"out_of_game\.{num_players}: expected to leave a multiple of {num_players} .* at least {least}, found {left}"
    )
    with pytest.raises(DeckError, match=f"^deck: {message}"):
        load_deck(changed("out_of_game", {str(num_players): 36 - left}))
    assert load_deck(changed("out_of_game", {str(num_players): 36 - least})).rounds(num_players) == 2


@pytest.mark.rule("R7")
def test_a_hand_of_one_card_needs_two_rounds_too_and_one_of_three_needs_three() -> None:
    for hand, rounds in ((1, 2), (2, 2), (3, 3)):
        content = changed("setup.hand", hand)
        assert load_deck({**content, "out_of_game": {"3": 36 - 3 * rounds}}).rounds(3) == rounds
        with pytest.raises(DeckError, match=f"at least {3 * rounds}, found {3 * rounds - 3}"):
            load_deck({**content, "out_of_game": {"3": 36 - 3 * rounds + 3}})


@pytest.mark.rule("R7")
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_the_pool_must_be_refilled_after_every_round_but_the_last(num_players: int) -> None:
    """n + 1 open at first, and n more after each round but the last; six tribes of five monkeys each are 30."""
    rounds = (30 - (num_players + 1)) // num_players + 1
    enough = with_cards("monkeys", [3] * 5)
    enough["out_of_game"] = {str(num_players): 36 - num_players * rounds}
    assert load_deck(enough).rounds(num_players) == rounds
    enough["out_of_game"] = {str(num_players): 36 - num_players * (rounds + 1)}
    least = num_players + 1 + num_players * rounds
    with pytest.raises(DeckError, match=rf"monkeys: expected at least {least} for {num_players} players .*, found 30"):
        load_deck(enough)


@pytest.mark.rule("R7")
@pytest.mark.parametrize(("num_players", "most_rounds"), [(2, 8), (3, 5), (4, 3)])
def test_ships_must_not_run_out(num_players: int, most_rounds: int) -> None:
    """Twelve ships of two seats, n + 2 of them on the table: every two monkeys won need another one."""
    content = with_cards("ships", [[2, 1], [2, 1]])
    content["out_of_game"] = {str(num_players): 36 - num_players * most_rounds}
    assert load_deck(content).rounds(num_players) == most_rounds
    content["out_of_game"] = {str(num_players): 36 - num_players * (most_rounds + 1)}
    full = num_players * (most_rounds + 1) // 2
    message = (
        f"with {num_players} players {full} ships can launch full; expected at least {full + num_players + 2} ships"
    )
    with pytest.raises(DeckError, match=f"^deck: ships: {message}, found 12"):
        load_deck(content)


@pytest.mark.rule("R7")
def test_the_smallest_ships_fill_first() -> None:
    deck = load_deck("standard")
    assert [most_full_ships(deck, monkeys) for monkeys in (0, 1, 2, 12, 14, 15, 30, 33, 34, 54, 99)] == [
        *(0, 0, 1, 6, 6, 7, 12, 12, 13, 18, 18)
    ]


# Files


def refused_file(path: Path) -> str:
    with pytest.raises(DeckError) as caught:
        Game(deck=path)
    assert str(caught.value).startswith(f"{path}: ")
    return str(caught.value).removeprefix(f"{path}: ")


def test_an_error_in_a_file_names_the_file_and_the_key(tmp_path: Path) -> None:
    path = tmp_path / "deck.toml"
    path.write_text(STANDARD.read_text(encoding="utf-8").replace("white_dot = 12", "white_dot = 24"))
    assert refused_file(path) == "track.white_dot: expected a space from 1 to 20, found 24"


@pytest.mark.parametrize(
    "content",
    [b"tribes = [", b"\xff\xfe", b"tribes = 1\ntribes = 2", b"a = " + b"[" * 90_000, b"\x00", b'{"format": 1}'],
    ids=["cut off", "not UTF-8", "a key twice", "deeply nested", "a zero byte", "JSON"],
)
def test_a_file_that_is_not_toml_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "deck.toml"
    path.write_bytes(content)
    assert refused_file(path).startswith("expected a TOML file: ")


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    assert refused_file(tmp_path / "none.toml") == "cannot be read: No such file or directory"
    assert refused_file(tmp_path) == "cannot be read: Is a directory"
    assert "cannot be read: " in refused_file(tmp_path / "zero\0byte.toml")
    assert "cannot be read: " in refused_file(tmp_path / ("long" * 100))


def test_a_file_that_is_too_large_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "deck.toml"
    content = STANDARD.read_text(encoding="utf-8")
    path.write_text(content + "#" * (MAX_FILE_BYTES - len(content.encode())), encoding="utf-8")
    assert load_deck(path) == load_deck("standard")
    path.write_text(content + "#" * MAX_FILE_BYTES, encoding="utf-8")
    assert refused_file(path) == f"expected at most {MAX_FILE_BYTES:,} bytes, found more"


@pytest.mark.parametrize("source", [7, None, 1.5, True, ["standard"], b"standard"])
def test_a_deck_is_a_name_a_path_or_content(source: Any) -> None:
    with pytest.raises(DeckError, match=f"expected a name, a path or a file's content, found {type(source).__name__}"):
        Game(deck=source)


def test_an_unknown_name_is_answered_with_those_that_exist() -> None:
    with pytest.raises(DeckError, match=r"expected one of mini, standard or the path of a \.toml file, found 'big'"):
        Game(deck="big")


@pytest.mark.parametrize("key", [1, None, (2, 3)])
def test_keys_are_text(key: Any) -> None:
    with pytest.raises(DeckError):
        load_deck({**load_deck().plain(), key: 1})


# Any deck that is accepted can be played


@examples(30, 2)
@given(st.integers(0, 2**32))
def test_a_game_with_any_deck_is_the_one_that_the_rules_page_gives(seed: int) -> None:
    deck = random_deck(seed)
    game = Game(int(next(iter(deck["out_of_game"]))), seed, deck=deck, options={"monkey_treachery": True})
    reference = ReferenceGame(untyped(game.replay())["setup"], deck, {"monkey_treachery": True})
    play_on(game, seed)
    for move in untyped(game.replay())["moves"]:
        reference.play(move["choice"])
    assert game.result() == reference.result()
    assert Game.from_text(str(game)) == Game.from_replay(game.replay()) == game


def test_all_cards_of_the_file_are_in_the_game() -> None:
    deck, view = untyped(load_deck("mini").plain()), untyped(Game(3, seed=2, deck="mini").snapshot())
    dealt = [*view["monkey_pool"], *view["monkey_pile"]]
    assert Counter((monkey["tribe"], monkey["status"]) for monkey in dealt) == Counter(
        (tribe, status) for tribe, row in deck["monkeys"].items() for status in row
    )
