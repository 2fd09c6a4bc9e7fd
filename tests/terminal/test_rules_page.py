"""`mom rules`: the page of rules, at any width, for every game."""

from io import StringIO

import pytest
from rich.console import Console

from mom_env.games import GAMES, load
from mom_env.monkeys_on_the_moon.deck import load_deck
from mom_env.monkeys_on_the_moon.ruleset import make_ruleset
from mom_env.terminal.rules_page import show_rules
from tests.every_game.installed import GAMES as EVERY_GAME

pytestmark = pytest.mark.once


def page(game: str, width: int) -> list[str]:
    console = Console(record=True, file=StringIO(), width=width)
    show_rules(game, console)
    return console.export_text().splitlines()


@pytest.mark.parametrize("width", [30, 40, 80, 160])
@pytest.mark.parametrize("game", GAMES)
def test_a_page_has_all_its_words_at_any_width(game: str, width: int) -> None:
    lines = page(game, width)
    assert max(map(len, lines)) <= min(width, 100)
    assert all(line == line.rstrip() for line in lines)
    words = load(game).people.RULES_PAGE.replace("# ", "").split()
    assert " ".join(lines).split()[-len(words) :] == words


@pytest.mark.parametrize("game", GAMES)
def test_a_page_is_one_or_two_screens(game: str) -> None:
    assert 24 <= len(page(game, 80)) <= 48


@pytest.mark.parametrize("game", EVERY_GAME)
def test_every_game_has_something_to_say(game: str) -> None:
    lines = page(game, 80)
    assert lines[0] == f"{load(game).info.title}: how it is played"
    assert len(lines) > 2


def test_the_figures_of_the_page_are_those_of_the_standard_deck() -> None:
    text, deck = " ".join(load(GAMES[0]).people.RULES_PAGE.split()), load_deck("standard")
    rounds = [int(make_ruleset(count, deck, None, skip_forced=True).rules[0].rounds) for count in (2, 3, 4)]
    assert "There are {}, {} or {} rounds with 2, 3 or 4 players".format(*rounds) in text
    assert f"on a track of {deck.track.spaces} spaces" in text
    assert f"the first tribe to reach space {deck.track.white_dot} swaps" in text
    pays = list(zip(deck.titles.leader, deck.titles.undersecretary, strict=True))
    assert "pays {} VP for most status and {} for second most".format(*pays[0]) in text
    others = [f"{leader} and {second}" for leader, second in pays[1:]]
    assert f"the others {', '.join(others)}." in text
    assert f"Each scorn card costs {deck.setup.scorn_penalty} VP" in text
