"""Checks of any game: what is legal, what is forced, and that a batch, a thread and a build change nothing."""

import hashlib
import json
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from mom_env.base.game import Game
from mom_env.checks.perft import perft, start_of
from mom_env.errors import IllegalAction
from mom_env.kernel.jit import is_compiled
from mom_env.kernel.masks import NO_ACTION
from mom_env.kernel.rng import bits_at
from mom_env.loops import loop_of
from mom_env.players.bot_table import BotTable as Bots
from tests.every_game.subject import Subject, bits_of, play_on, seen_by
from tests.support.sizes import smaller_without_jit

HERE = Path(__file__).resolve().parent
FINGERPRINTS = HERE / "fingerprints.json"
GOLDEN = HERE / "golden"
FAR = 2**40  # an id of no game
MOST_LINES = smaller_without_jit(60_000, 300)  # of perft here; `mom_env.checks.perft` counts the whole table


def check_mask_is_legality(subject: Subject) -> None:
    """Mask, `can_take_action`, `seats_to_move` and `legal_actions` say the same of every seat and every id."""
    number_of_actions = subject.kernels.NUM_ACTIONS
    ids = [-FAR, -1, *range(number_of_actions), number_of_actions, FAR]
    for game in subject.stops(12, every=4):
        loops, asked = loop_of(subject.modules.package, "one"), game.seats_to_move()
        assert (game.seat in asked) if not game.over else asked == []
        for seat in range(game.num_players):
            mask = game.observe(seat)["action_mask"]
            assert mask.shape == (number_of_actions,)
            assert set(mask.tolist()) <= {0, 1}
            marked = np.flatnonzero(mask).tolist()
            legal = [action for action in ids if loops.is_legal(game.states, game.rules, seat, action)]
            assert marked == legal
            assert bool(legal) == (seat in asked)
            if seat == game.seat:
                assert game.legal_actions() == legal
        for seat in (-1, game.num_players):
            assert not any(loops.is_legal(game.states, game.rules, seat, action) for action in ids)


def check_words(subject: Subject) -> None:
    """Every legal action has a name of its own, which stands for it, and is in words; so has the one that waits."""
    people, wait = subject.modules.people, subject.modules.info.wait
    assert wait is None or "wait" in people.describe(wait)
    assert all(people.describe(action) for action in range(subject.kernels.NUM_ACTIONS))
    for game in subject.stops(8, every=4):
        if game.over:
            continue
        assert game.decision in game.decisions
        choices, words = game.choices(), [game.describe(action) for action in game.legal_actions()]
        assert len(set(words)) == len(words)
        for action, choice in zip(game.legal_actions(), choices, strict=True):
            assert game.words().action(game.decision_name(), json.loads(json.dumps(choice))) == action
        played = game.copy()
        played.play(choices[-1])
        assert played.states.tobytes() != bits_of(game)


def check_forced(subject: Subject) -> None:
    """A forced action is the only legal one; who skips forced decisions plays the same game."""
    seen = 0
    for game in subject.stops(12):
        loops = loop_of(subject.modules.package, "one")
        forced = loops.forced_action(game.states, game.rules)
        seen += forced != NO_ACTION
        assert forced == NO_ACTION or game.legal_actions() == [forced]
        assert forced == NO_ACTION or not game.rules[0].skip_forced
        before = bits_of(game)
        loops.go_on(game.states, game.rules)
        assert bits_of(game) == before, "expected a game that waits for a decision to stay"
    for number, table in enumerate(subject.some_tables()):
        skipping, asking = (subject.deal(table._replace(skip_forced=skip), number) for skip in (True, False))
        play_along(skipping, asking, np.random.default_rng(number))
        assert skipping.standing() == asking.standing()


def play_along(skipping: Game[Any], asking: Game[Any], rng: np.random.Generator) -> None:
    """Play both games to their end by the same real decisions."""
    loops = loop_of(asking.info.package, "one")
    while not asking.over:
        forced = loops.forced_action(asking.states, asking.rules)
        if forced != NO_ACTION:
            asking.play(int(forced))
            continue
        assert (skipping.seat, skipping.legal_actions()) == (asking.seat, asking.legal_actions())
        (action,) = play_on(skipping, rng, 1)
        asking.play(action)
    assert skipping.over


def check_refusals(subject: Subject) -> None:
    """What is not legal is refused, in words, and changes nothing."""
    for game in subject.stops(6, every=4):
        before = bits_of(game)
        for action in {-1, subject.kernels.NUM_ACTIONS, *range(subject.kernels.NUM_ACTIONS)} - {*game.legal_actions()}:
            assert not loop_of(subject.modules.package, "one").play_checked(game.states, game.rules, action)
        with pytest.raises(IllegalAction):
            game.play(subject.kernels.NUM_ACTIONS)
        assert bits_of(game) == before


def check_batch(subject: Subject, num_threads: int = 1) -> None:
    """A game in a batch, beside games of other rules and numbers of players, is the game alone."""
    package, info = subject.modules.package, subject.modules.info
    options = [{}, dict(info.benchmark_options)]
    count = 2 * len(info.num_players) * len(options)
    batch = subject.modules.people.VectorGame(
        count, list(info.num_players), 5, options=options, num_threads=min(num_threads, numba.config.NUMBA_NUM_THREADS)
    )
    alone = [subject.modules.people.Game.from_record(block_of(batch, i), batch.states[i : i + 1]) for i in range(count)]
    for i, game in enumerate(alone):
        loop_of(package, "one").deal(game.states, game.rules, np.uint64(5), i)
        loop_of(package, "one").go_on(game.states, game.rules)
    rng, ended = np.random.default_rng(0), 0
    for _ in range(subject.few(60)):
        compare(batch, alone)
        actions = batch.sample(rng).copy()
        batch.step(actions)
        for i, game in enumerate(alone):
            game.play(int(actions[i]))
            returns = np.zeros(subject.kernels.MAX_PLAYERS)
            loop_of(package, "one").write_returns(game.states, game.rules, 0, returns)
            assert batch.dones[i] == game.over
            assert np.array_equal(batch.returns[i], returns.astype(np.float32))
            ended += game.over
            if game.over:
                loop_of(package, "batch").begin_game(game.states[0], game.rules[0])
    assert ended or subject.is_long


def block_of(batch: Any, i: int) -> Any:
    """What game `i` of a batch is played with."""
    return next(block.ruleset for block in batch.blocks if block.first <= i < block.last)


def compare(batch: Any, alone: list[Game[Any]]) -> None:
    for i, game in enumerate(alone):
        assert batch.states[i].tobytes() == bits_of(game)
        assert batch.seats[i] == game.seat
        assert batch.observations[i].tobytes() + batch.action_masks[i].tobytes() == seen_by(game, int(batch.seats[i]))


def check_two_threads(subject: Subject) -> None:
    """Do what `check_batch` does on two threads. Plain Python steps their parts in turn, and short games only."""
    if is_compiled() or not subject.is_long:
        check_batch(subject, 2)


def check_dealt_again(subject: Subject) -> None:
    """A deal leaves nothing of the game that the record held before."""
    for game in subject.ends(8):
        fresh = np.zeros_like(game.states)
        fresh["rng"] = game.states["rng"]
        for states in (game.states, fresh):
            loop_of(subject.modules.package, "batch").begin_game(states[0], game.rules[0])
        assert bits_of(game) == fresh.tobytes()


def fingerprint(subject: Subject) -> str:
    """A hash of some games: every record, and at some stops what each seat sees, what nobody knows, and the leads."""
    digest, loops = hashlib.sha256(), loop_of(subject.modules.package, "one")
    for table in subject.some_tables():
        game, rng = subject.deal(table, 2026), np.random.default_rng(1)
        hidden, leads = np.zeros(subject.kernels.HIDDEN_SIZE), np.zeros(subject.kernels.MAX_PLAYERS)
        while not game.over:
            digest.update(bits_of(game))
            if subject.is_long and rng.random() < 0.9:
                play_on(game, rng, 1)
                continue
            loops.write_hidden(game.states, game.rules, hidden)
            loops.write_potentials(game.states, game.rules, leads)
            for array in (hidden, leads):
                digest.update(array.astype(np.float32).tobytes())
            for seat in range(game.num_players):
                digest.update(seen_by(game, seat))
            play_on(game, rng, 1)
        digest.update(bits_of(game) + b"".join(seen_by(game, seat) for seat in range(game.num_players)))
        digest.update(repr(game.standing()).encode())
    return digest.hexdigest()


def check_fingerprint(subject: Subject) -> None:
    """Compiled, in plain Python and with bounds checked: the same bytes, which are those of the file."""
    assert fingerprint(subject) == json.loads(FINGERPRINTS.read_text())[kept_as(subject)]


def kept_as(subject: Subject) -> str:
    """The name that files of a game have; a copy of a game with a fault in it is measured by those of the game."""
    return subject.name.partition("__")[0]


def playthrough(subject: Subject) -> str:
    """A game of the bots as readable text: a line a decision, and the position at the start and at the end."""
    table = subject.tables[-1]
    bots = list(subject.modules.people.BOTS)
    game, players = subject.deal(table, 7), Bots(subject.name, [bots[k % len(bots)] for k in range(table.num_players)])
    lines = [f"{table.num_players} players, options {table.options}, skip_forced {table.skip_forced}, seed 7", ""]
    lines += [*game.to_text().splitlines(), ""]
    for number in range(10_000):
        if game.over:
            break
        action = players.choose_one(game, int(bits_at(np.uint64(7), number)))
        legal = len(game.legal_actions())
        lines.append(f"{number:3d} player_{game.seat} {game.decision}, {legal} choices: {game.describe(action)}")
        game.play(action)
    result = [f"{name}: {value}" for name, value in game.result().items()]
    return "\n".join([*lines, "", *game.to_text().splitlines(), "", *result]) + "\n"


def check_golden(subject: Subject) -> None:
    """The playthrough is the one that is kept."""
    kept = (GOLDEN / f"{kept_as(subject)}.txt").read_text(encoding="utf-8")
    assert playthrough(subject).replace(subject.name, kept_as(subject)) == kept


def check_perft(subject: Subject) -> None:
    """The first counts of the game's table."""
    for position in subject.modules.checks.POSITIONS:
        game = start_of(subject.name, position)
        lines = [count for count in position.lines if count <= MOST_LINES]
        assert [perft(game, depth) for depth in range(1, len(lines) + 1)] == lines
