"""A session: a game with people and players, played through its methods, without a console."""

import json
import random
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from mom_env.base.replay import read_replay
from mom_env.common import files
from mom_env.contract.people import MenuEntry
from mom_env.errors import (
    GameNotOver,
    IllegalAction,
    MomError,
    NothingToUndo,
    NotYourTurn,
    OptionError,
    OutputError,
    PlayerError,
    ReplayError,
)
from mom_env.games import GAMES, load
from mom_env.kernel.jit import is_compiled
from mom_env.table.session import Session, resume, start
from mom_env.table.steps import steps_of
from tests.every_game.installed import GAMES as EVERY_GAME
from tests.support.sizes import smaller_without_jit
from tests.support.untyped import untyped

pytestmark = pytest.mark.once
GAME = GAMES[0]
DECK = "standard" if is_compiled() else "mini"
Choose = Callable[[list[MenuEntry]], MenuEntry]


def session(seats: tuple[str, ...] = ("greedy", "human", "random"), **arguments: Any) -> Session:
    """A session at its first question."""
    begun = start(GAME, seats, **{"seed": 3, "deck": DECK, "hint": "greedy", **arguments})
    begun.advance()
    return begun


def by_chance(seed: int) -> Choose:
    return random.Random(seed).choice


def play(table: Session, choices: int = -1, choose: Choose | None = None) -> Session:
    """Make choices of the people, to the end by default; the first of each list, or what `choose` returns."""
    while table.seats_to_act and choices != 0:
        seat = table.seats_to_act[0]
        entries = table.choices(seat)
        table.act(seat, (choose(entries) if choose else entries[0]).action)
        table.advance()
        choices -= 1
    return table


# A game through the session


@pytest.mark.parametrize("game", EVERY_GAME)
def test_every_game_can_be_played_to_its_end(game: str, tmp_path: Path) -> None:
    count = load(game).info.num_players[-1]
    table = start(game, ["human", *["random"] * (count - 1)], seed=5)
    table.save_in(tmp_path / "game.json")
    table.advance()
    while table.seats_to_act:
        assert table.seats_to_act == (0,)
        play(table, 1, by_chance(len(table.turns)))
        assert all(isinstance(sentence, str) and sentence for sentence in table.news(0))
    scores, _ = table.game.standing()
    assert table.over
    assert table.scoring()[-1].points == tuple(scores)
    assert {len(line.points) for line in table.scoring()} == {count}
    assert read_replay(tmp_path / "game.json") == json.loads(json.dumps(table.replay()))
    assert load(game).people.Game.from_replay(table.replay()) == table.game


def test_a_session_knows_who_is_who() -> None:
    table = session(("greedy", "human", "human"), seed=8)
    assert table.people == (1, 2)
    assert table.names(1) == ["p0 greedy", "you", "p2 human"]
    assert table.names(2) == ["p0 greedy", "p1 human", "you"]
    assert set(table.seats_to_act) <= {1, 2}


def test_several_people_act_in_turn_and_players_by_themselves() -> None:
    table = play(session(("human", "greedy", "human")), choose=by_chance(1))
    assert {turn.seat for turn in table.turns} == {0, 1, 2}
    assert table.over


def test_a_session_without_people_plays_itself() -> None:
    assert session(("greedy", "random")).over


def test_a_choice_can_be_made_by_names() -> None:
    by_id, by_names = session(), session()
    by_id.act(1, by_id.game.legal_actions()[1])
    by_names.act(1, by_names.game.choices()[1])
    assert by_names.game == by_id.game
    assert by_names.turns[-1].action == by_id.turns[-1].action


# Errors leave everything as it was


@pytest.mark.parametrize(
    ("seat", "choice", "error", "message"),
    [
        (1, 5000, IllegalAction, "expected an action id from 0 to 631, found 5000"),
        (1, {"tribe": "pink"}, IllegalAction, "expected"),
        (1, "a word", IllegalAction, "expected an action id or a choice, found 'a word'"),
        (0, 1, NotYourTurn, r"seat: expected that of a person, one of \[1, 2\], found 0 of greedy"),
        (2, 1, NotYourTurn, r"seat: expected one of \[1\], found 2"),
        (3, 1, OptionError, "seat: expected a whole number from 0 to 2, found 3"),
        (True, 1, OptionError, "seat: expected a whole number"),
    ],
)
def test_what_cannot_be_acted_changes_nothing(
    seat: int, choice: Any, error: type[MomError], message: str, tmp_path: Path
) -> None:
    table = session(("greedy", "human", "human"), seed=7)
    while table.seats_to_act != (1,):
        play(table, 1)
    table.save_in(tmp_path / "game.json")
    game, turns, saved = table.game.copy(), list(table.turns), (tmp_path / "game.json").read_bytes()
    with pytest.raises(error, match=message):
        table.act(seat, choice)
    assert table.game == game
    assert table.turns == turns
    assert (tmp_path / "game.json").read_bytes() == saved


def test_what_comes_too_early_or_too_late_is_refused() -> None:
    table = session()
    with pytest.raises(GameNotOver, match="scoring: expected a game that is over, found the decision card"):
        table.scoring()
    for ask in (table.choices, table.hint):
        with pytest.raises(NotYourTurn):
            ask(0)
    play(table)
    for late in (lambda: table.act(1, 0), lambda: table.hint(1), lambda: table.choices(1)):
        with pytest.raises(NotYourTurn, match="expected a game that is not over, found 1"):
            late()
    assert not table.step()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seats": ("human", "greedi")}, "greedy"),
        ({"seats": ("human",)}, "num_players"),
        ({"hint": "human"}, "human"),
        ({"seed": -1}, "seed: expected a whole number"),
        ({"deck": "none"}, "none"),
        ({"options": {"maximum_scron": True}}, "maximum_scorn"),
    ],
)
def test_a_session_that_cannot_be_is_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(MomError, match=message):
        session(**arguments)


# Undo and resume


def test_undo_needs_a_choice_and_takes_back_what_came_after_it() -> None:
    table = session(("human", "greedy", "human"))
    first = table.seats_to_act[0]
    before = table.game.copy()
    for seat in (0, 2):
        with pytest.raises(NothingToUndo, match="which has made none"):
            table.undo(seat)
    play(table, 7, by_chance(2))
    while table.can_undo(first):
        table.undo(first)
        assert table.seats_to_act == (first,)
    assert table.game == before
    assert all(turn.seat != first for turn in table.turns)


def test_players_choose_the_same_again_after_an_undo() -> None:
    straight, back = session(), session()
    play(straight, choose=by_chance(4))
    play(back, 6)
    for _ in range(6):
        back.undo(1)
    play(back, choose=by_chance(4))
    assert back.game == straight.game


@pytest.mark.parametrize("choices", [0, 1, 5])
def test_a_resumed_session_is_the_same_session(choices: int, tmp_path: Path) -> None:
    straight, left = session(), session()
    left.save_in(tmp_path / "game.json")
    play(left, choices)
    again = resume(GAME, tmp_path / "game.json", hint="greedy")
    assert again.game == left.game
    assert [turn[1:] for turn in again.turns] == [turn[1:] for turn in left.turns]
    assert [again.news(seat) for seat in range(3)] == [left.news(seat) for seat in range(3)]
    assert again.replay() == left.replay()
    assert play(again).game == play(straight).game


def test_a_session_resumes_from_the_replay_itself_and_undoes_what_was_before_it() -> None:
    table = play(session(), 3)
    again = resume(GAME, json.loads(json.dumps(table.replay())))
    for _ in range(3):
        again.undo(1)
        table.undo(1)
    assert again.game == table.game
    assert again.replay() == table.replay()


def test_only_an_unfinished_game_is_resumed(tmp_path: Path) -> None:
    table = session()
    table.save_in(tmp_path / "game.json")
    play(table)
    with pytest.raises(OptionError, match=r"game.json: expected an unfinished game, found one that is over"):
        resume(GAME, tmp_path / "game.json")
    with pytest.raises(ReplayError):
        resume(GAME, {**session().replay(), "seed": 4})


# Saving


def test_the_file_has_every_choice_as_soon_as_it_is_made(tmp_path: Path) -> None:
    table, file = start(GAME, ["human", "greedy"], seed=2, deck=DECK), tmp_path / "game.json"
    table.save_in(file)
    while not table.over:
        if not table.step():
            table.act(0, table.choices(0)[0].action)
        assert len(read_replay(file)["moves"]) == len(table.turns)
        assert table.unsaved is None
    table.undo(0)
    assert len(read_replay(file)["moves"]) == len(table.turns)


def test_a_full_disk_is_said_and_costs_nothing_once_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, file = session(), tmp_path / "game.json"
    table.save_in(file)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(files, "_write", full)
        play(table, 1)
        assert isinstance(table.unsaved, OutputError)
        assert len(read_replay(file)["moves"]) < len(table.turns)
    play(table, 1)
    assert table.unsaved is None
    assert len(read_replay(file)["moves"]) == len(table.turns)


def test_a_place_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OutputError):
        session().save_in(tmp_path)


# Players


def test_a_player_that_fails_is_named_and_what_was_played_stays() -> None:
    table = start(GAME, ["human", "tests.table.test_session:fails"], seed=1, deck=DECK)
    with pytest.raises(
        PlayerError, match=r"player tests.table.test_session:fails raised ValueError: no more \(test_se"
    ):
        play(table)
    assert load(GAME).people.Game.from_replay(table.replay()) == table.game


def fails(*_: object) -> int:
    raise ValueError("no more")


class Counting:
    """A player with a memory: its choice depends on how often it was asked."""

    def reset(self, *table: int) -> None:
        """Begin to count at the seed, the last of the numbers of the table."""
        self.asked = table[-1] % 7

    def choose(self, *view: Any) -> int:
        """Return one legal action after the other."""
        self.asked += 1
        legal = view[1].nonzero()[0]
        return int(legal[self.asked % len(legal)])


def test_a_player_with_a_memory_remembers_after_undo_and_resume_and_gives_hints() -> None:
    spec = "tests.table.test_session:Counting"
    straight, other = (session((spec, "human", "random"), hint=spec) for _ in range(2))
    play(straight)
    play(other, 9)
    for _ in range(4):
        other.undo(1)
    again = resume(GAME, other.replay(), hint=spec)
    assert again.hint(1) == other.hint(1)
    assert play(again).game == play(other).game == straight.game


class Recorder:
    """A player that takes the first choice, and writes down its random bits."""

    spec = made_from = "recorder"

    def __init__(self) -> None:
        self.bits: list[int] = []

    def choose(self, *asked: Any) -> Any:
        """Return the first legal action; asked with the record, the rules and the bits."""
        self.bits.append(int(asked[2][0]))
        return [load(GAME).people.Game.from_record(untyped(self).ruleset, asked[0]).legal_actions()[0]]


def test_each_decision_has_random_bits_of_its_own_and_the_same_after_an_undo() -> None:
    table, player = start(GAME, ["human", "random"], seed=2, deck=DECK), Recorder()
    untyped(player).ruleset = table.game.ruleset
    table = Session(GAME, table.game, [None, player], player, seed=2)
    table.advance()
    play(table, 1)
    before = len(player.bits)
    play(table, 6)
    first = player.bits[before:]
    assert len(set(player.bits)) == len(player.bits) > 3
    for _ in range(6):
        table.undo(0)
    play(table, 6)
    assert player.bits[-len(first) :] == first


# News


def test_news_are_those_since_the_own_last_choice_and_begin_with_what_it_has_led_to() -> None:
    table = session(("human", "greedy", "random"))
    play(table, 1)
    assert table.news(0) == []  # a card is told with the tribe that it advances
    play(table, 1)
    assert table.news(0)[0].startswith("You play ")
    assert table.news(1) != table.news(0)
    with pytest.raises(OptionError):
        table.news(3)


def test_what_all_choose_at_once_is_told_to_nobody_else() -> None:
    table = start("berries", ["human", "human"], seed=1)
    table.act(0, table.choices(0)[0].action)
    assert len(table.news(0)) == 1
    assert table.news(1) == []


def test_the_steps_of_a_choice_lead_to_where_the_game_goes() -> None:
    forced = 0
    for seed in range(smaller_without_jit(30, 3)):
        game = load(GAME).people.Game(2 + seed % 3, seed, deck=DECK, options={"monkey_treachery": True})
        rng = random.Random(seed)
        while not game.over:
            before, action = game.copy(), rng.choice(game.legal_actions())
            game.play(action)
            steps = list(steps_of(before, action))
            assert steps[-1].after.states.tobytes() == game.states.tobytes()
            assert all(one.after == other.before for one, other in pairwise(steps))
            forced += len(steps) - 1
    assert forced
