"""Checks of any game: copies, texts, setups and replays are the game again."""

import copy
import json
import pickle
from typing import Any

import numpy as np
import pytest

from mom_env.base.game import Game
from mom_env.contract.people import Plain
from mom_env.errors import IllegalAction, PositionError, ReplayError
from tests.every_game.subject import Subject, bits_of, bits_without, play_on


def check_copies(subject: Subject) -> None:
    """A copy, of whatever kind, is equal, has the same future, and is apart."""
    for game in subject.stops(4, every=5):
        before = bits_of(game)
        twins: list[Game[Any]] = [game.copy(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))]
        for twin in twins:
            assert twin == game
            play_on(twin, np.random.default_rng(3), 4)
            assert bits_of(game) == before
        assert len({bits_of(twin) for twin in twins}) == 1
        assert all(twin.replay() == twins[0].replay() for twin in twins)
        assert not pickle.loads(pickle.dumps(game.ruleset)).rules.flags.writeable


def check_batch_copies(subject: Subject) -> None:
    """A batch that was copied or pickled goes on as the batch."""
    batch = subject.modules.people.VectorGame(4, subject.modules.info.num_players[-1], 3)
    twins = [copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))]
    rng = np.random.default_rng(0)
    for _ in range(5):
        actions = batch.sample(rng).copy()
        for one in (batch, *twins):
            one.step(actions)
    for twin in twins:
        assert twin.states.tobytes() == batch.states.tobytes()
        assert np.array_equal(twin.observations, batch.observations)


def check_text(subject: Subject) -> None:
    """A text is the position; a text that was changed is refused, or is another position."""
    for number, game in enumerate(subject.stops(4, every=5)):
        text = game.to_text()
        assert type(game).from_text(text) == game
        assert type(game).from_text(text).to_text() == text
        lines = text.splitlines()
        for line in {number % len(lines), len(lines) - 1}:
            changed = "\n".join([*lines[:line], lines[line][:-1] + "~", *lines[line + 1 :]])
            refuse(type(game), changed)
            refuse(type(game), "\n".join([*lines[:line], *lines[line + 1 :]]))


def refuse(made: type[Game[Any]], text: str) -> None:
    with pytest.raises(PositionError):
        made.from_text(text)


def check_in_progress(subject: Subject) -> None:
    """A record of a game that waits for a decision is known as one; that of a finished game is not."""
    for game in subject.stops(3, every=6):
        assert type(game).is_in_progress(game.ruleset, game.states) == (not game.over)


def check_snapshot(subject: Subject) -> None:
    """A snapshot is plain JSON, has what every game's has, and for a seat null where it cannot know."""
    for game in subject.stops(4, every=5):
        whole = game.snapshot()
        assert json.loads(json.dumps(whole)) == whole
        assert {**whole, **situation_in(whole, game)} == whole
        for seat in range(game.num_players):
            own = game.snapshot(seat)
            assert own.keys() <= whole.keys()
            assert all(agrees(own[name], whole[name]) for name in own), own


def situation_in(whole: Plain, game: Game[Any]) -> Plain:
    """What every snapshot begins with; the first game calls the end a phase, and has no entry for it."""
    return {name: value for name, value in game.situation().items() if name != "over" or "phase" not in whole}


def agrees(own: Any, whole: Any) -> bool:
    """Whether a part of a seat's snapshot is that of the whole one, or null."""
    if own is None or own == whole:
        return True
    if isinstance(own, list) and isinstance(whole, list) and len(own) == len(whole):
        return all(map(agrees, own, whole))
    return isinstance(own, dict) and isinstance(whole, dict) and all(agrees(own[key], whole[key]) for key in own)


def check_replay(subject: Subject) -> None:
    """A replay is plain JSON and the game again; what was changed in it is refused."""
    for number, game in enumerate(subject.games(4)):
        play_on(game, np.random.default_rng(number), None if number % 2 else 5)
        replay = json.loads(json.dumps(game.replay()))
        again = type(game).from_replay(replay)
        if game.rules[0].skip_forced:
            assert again == game
        else:  # replays stop at real decisions only
            assert again.over == game.over
        assert again.replay()["moves"] == replay["moves"]
        assert again.replay()["setup"] == replay["setup"]
        if game.over:
            assert replay["result"]["returns"] == game.result()["returns"]
        for key in ("seed", "moves", "setup", "num_players", "options"):
            refuse_replay(type(game), replay | {key: None})
        if replay["moves"]:
            refuse_replay(type(game), replay | {"moves": replay["moves"][1:]})


def refuse_replay(made: type[Game[Any]], replay: Plain) -> None:
    with pytest.raises(ReplayError):
        made.from_replay(replay)


def check_setup(subject: Subject) -> None:
    """All of a deal's chance is in its setup: the game from it is the same for any seed; a broken one is refused."""
    for number, game in enumerate(subject.games(6)):
        setup = json.loads(json.dumps(game.replay()["setup"]))
        made, options = type(game), game.ruleset.options.plain()
        skip = bool(game.rules[0].skip_forced)
        again = made.from_setup(setup, num_players=game.num_players, options=options, skip_forced=skip, seed=99)
        assert bits_without(again, "rng") == bits_without(game, "rng")
        assert again.replay()["setup"] == setup
        actions = play_on(game, np.random.default_rng(number))
        for action in actions:
            again.play(action)
        assert bits_without(again, "rng") == bits_without(game, "rng")
        for broken in ({}, setup | {"more": 1}, dict.fromkeys(setup), *(setup | {name: "~"} for name in setup)):
            refuse_setup(made, broken, game)
        refuse_other_numbers(made, setup, game)


def refuse_setup(made: type[Game[Any]], setup: Plain, game: Game[Any]) -> None:
    with pytest.raises(PositionError):
        made.deal_of(setup, game.ruleset)


def check_rebuilt(subject: Subject) -> None:
    """The same seed deals the same game, another one another; `again` deals it as well."""
    info = subject.modules.info
    for table in subject.some_tables():
        game, same, other = (subject.deal(table, seed) for seed in (1, 1, 2))
        assert bits_of(game) == bits_of(same)
        assert bits_of(game.again(2)) == bits_of(other)
        assert not info.has_chance or bits_without(game, "rng") != bits_without(other, "rng")


def refuse_other_numbers(made: type[Game[Any]], setup: Plain, game: Game[Any]) -> None:
    """A setup that says how many play is refused for any other number; one that does not needs the number."""
    try:
        said = made.num_players_of(setup, None)
    except PositionError:
        with pytest.raises(PositionError, match="expected num_players as well"):
            made.from_setup(setup)
        return
    assert said == game.num_players
    for other in set(made.info.num_players) - {said}:
        with pytest.raises(PositionError, match=f"expected one for {other} player.*, found one for {said} "):
            made.from_setup(setup, num_players=other)


def check_play_together(subject: Subject) -> None:
    """What all do at once is what they do one after the other; who is missing or not asked is refused."""
    rng = np.random.default_rng(0)
    for game in subject.games(4):
        for _ in range(subject.few(40)):
            if game.over:
                break
            seats, twin = game.seats_to_move(), game.copy()
            chosen = {seat: int(rng.choice(np.flatnonzero(game.observe(seat)["action_mask"]))) for seat in seats}
            before = bits_of(game)
            for wrong in ({}, {game.num_players: 0}, dict.fromkeys(seats, subject.kernels.NUM_ACTIONS)):
                with pytest.raises(IllegalAction):
                    game.play_together(wrong)
                assert bits_of(game) == before
            game.play_together(chosen)
            for seat in seats:
                assert twin.seat == seat
                twin.play(chosen[seat])
            assert bits_of(twin) == bits_of(game)
            assert twin.replay() == game.replay()
