"""Checks of any game: what a seat cannot know is dealt again, evenly, and shows nowhere."""

import json
from io import StringIO
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from mom_env.base.game import Game
from mom_env.kernel.jit import is_compiled
from mom_env.loops import loop_of
from mom_env.players.bot_table import BotTable as Bots
from mom_env.players.search import Ismcts
from tests.every_game.subject import Subject, Table, bits_of, bits_without, play_on, seen_by

REDEALS = 3
SEVERAL = 8  # actions of a stop that are tried
SIGMAS = 5.5  # of a mean over deals; one number in some tens of millions lies outside by chance


def check_redeal(subject: Subject) -> None:
    """A redeal leaves all that the seat is shown as it is, and is a position of the game."""
    changed = stops = 0
    for game in subject.stops(8, every=3):
        before = bits_of(game)
        for seat in range(game.num_players):
            for number in range(REDEALS):
                other = game.resample_hidden(seat, number)
                assert seen_by(other, seat) == seen_by(game, seat)
                assert json.dumps(other.snapshot(seat)) == json.dumps(game.snapshot(seat))
                assert (other.seat, other.over) == (game.seat, game.over)
                assert other.observe(seat)["action_mask"].any() == (seat in game.seats_to_move())
                assert bits_of(other) == bits_of(game.resample_hidden(seat, number))
                assert other.states[0].rng != game.states[0].rng
                dealt = bits_of(other)
                loop_of(subject.modules.package, "one").go_on(other.states, other.rules)
                assert bits_of(other) == dealt, "expected who is asked to be asked still"
                changed += type(other).from_text(other.to_text()).states.tobytes() != before
                stops += 1
        assert bits_of(game) == before
    assert changed > stops / 2


def check_redeal_reaches(subject: Subject) -> None:
    """Redeals of a seat are many different deals."""
    info = subject.modules.info
    if not info.has_secrets and not info.has_chance:
        return
    for game in subject.games(4):
        play_on(game, np.random.default_rng(0), 2)
        for seat in range(game.num_players):
            deals = {bits_without(game.resample_hidden(seat, number), "rng") for number in range(20)}
            assert len(deals) >= 15


def check_redeal_moves_all(subject: Subject) -> None:
    """Some redeal changes each number that differs between deals that look alike, and each piece that is concealed."""
    table = subject.tables[-1]
    alike: dict[bytes, NDArray[Any]] = {}
    differs = hides = moves = np.zeros(1, bool)
    for number in range(max(40, subject.few(240))):
        game = subject.deal(table, number)
        others = game, concealed(subject, game, 0), game.resample_hidden(0, number)
        real, without, again = (all_seen(subject, one) for one in others)
        differs = differs | (real != alike.setdefault(seen_by(game, 0), real))
        hides, moves = hides | (real != without), moves | (real != again)
    assert hides.any() == subject.modules.info.has_secrets
    assert (moves >= differs).all()
    assert (by_piece(subject, moves, table) >= by_piece(subject, hides, table)).all()


def by_piece(subject: Subject, marks: NDArray[np.bool_], table: Table) -> NDArray[np.bool_]:
    """Whether anything is marked in each piece of what the others see, and in what nobody knows."""
    sizes = [piece.size for piece in subject.modules.people.LAYOUT] * (table.num_players - 1)
    return np.logical_or.reduceat(marks, [0, *np.cumsum(sizes)])


def concealed(subject: Subject, game: Game[Any], seat: int) -> Game[Any]:
    """A copy in which all that the seat cannot know is put in a fixed order."""
    copy = game.copy()
    room = np.zeros(subject.kernels.UNSEEN_SIZE, np.int8)
    subject.kernels.conceal(copy.states[0], copy.rules[0], seat, room)
    return copy


def check_redeal_is_even(subject: Subject) -> None:
    """Over many deals, what others hold is the same on average before a redeal and after it."""
    table, count = subject.tables[len(subject.tables) // 2], max(60, subject.few(240))
    before, after = [], []
    for number in range(count):
        game = subject.deal(table, number)
        play_on(game, np.random.default_rng(number), 1)
        before.append(all_seen(subject, game))
        after.append(all_seen(subject, game.resample_hidden(0, number)))
    one, two = np.array(before), np.array(after)
    spread = np.sqrt((one.var(axis=0) + two.var(axis=0)) / count) + 1e-9
    assert (np.abs(one.mean(axis=0) - two.mean(axis=0)) / spread).max() < SIGMAS


def all_seen(subject: Subject, game: Game[Any]) -> NDArray[np.float64]:
    """What all seats but the first see, and what nobody knows, with squares and products of neighbours."""
    hidden = np.zeros(subject.kernels.HIDDEN_SIZE)
    loop_of(subject.modules.package, "one").write_hidden(game.states, game.rules, hidden)
    views = [game.observe(seat)["observation"].astype(float) for seat in range(1, game.num_players)]
    numbers = np.concatenate([*views, hidden])
    return np.concatenate([numbers, numbers[1:] * numbers[:-1]])


def check_conceal(subject: Subject) -> None:
    """Positions that look alike to a seat are equal once they are concealed, and what it sees stays."""
    for game in subject.stops(6, every=3):
        for seat in range(0 if game.over else game.num_players):
            alike = game, game.resample_hidden(seat, 1), game.resample_hidden(seat, 2)
            copies = [concealed(subject, one, seat) for one in alike]
            assert all(seen_by(copy, seat) == seen_by(game, seat) for copy in copies)
            assert len({bits_of(copy) for copy in copies}) == 1


def check_pending(subject: Subject) -> None:
    """Check that nobody who acts at the same time can see what a seat has chosen, and that a redeal takes it back."""
    for game in subject.stops(8):
        asked = game.seats_to_move()
        for action in several(game.legal_actions()) if len(asked) > 1 else []:
            played = game.copy()
            played.play(action)
            others = sorted(set(asked) - {game.seat})
            for seat in {others[0], others[-1]}:
                assert seen_by(played, seat) == seen_by(game, seat)
                known, now = game.snapshot(seat), played.snapshot(seat)
                assert {**known, "seat": None} == {**now, "seat": None}
                assert shown(subject, played, seat) == shown(subject, game, seat)
                before, after = (bits_without(one.resample_hidden(seat, 1), "seat") for one in (game, played))
                assert before == after, "expected a redeal to take the choice back"
    kind = subject.modules.info.kind
    at_once = any(len(game.seats_to_move()) > 1 for game in subject.games(len(subject.tables)))
    assert at_once == (kind == "simultaneous")


def several(actions: list[int]) -> list[int]:
    """At most SEVERAL of the actions, from the first to the last, all of the same distance."""
    return actions[:: -(-len(actions) // SEVERAL)]


def shown(subject: Subject, game: Game[Any], seat: int) -> str:
    """The position as people see it."""
    out = StringIO()
    names = [f"player_{k}" for k in range(game.num_players)]
    Console(width=200, file=out).print(subject.modules.people.show(game, seat, names))
    assert out.getvalue().strip(), "expected a picture of the position"
    return out.getvalue()


def check_pictures_for_people(subject: Subject) -> None:
    """What is shown to a seat in a terminal does not change with what it cannot know."""
    for game in subject.stops(3, every=6):
        for seat in range(game.num_players):
            assert shown(subject, game, seat) == shown(subject, game.resample_hidden(seat, 5), seat)


def check_bots(subject: Subject) -> None:
    """Bots play legally, by their bits alone, and do not peek."""
    for game in subject.stops(6, every=5):
        if game.seat is None:
            continue
        for name in subject.modules.people.BOTS:
            table, legal = Bots(subject.name, [name] * game.num_players), game.legal_actions()
            for seed in range(3):
                action = table.choose_one(game, seed)
                assert action in legal
                assert action == table.choose_one(game, seed)
                assert action == table.choose_one(game.resample_hidden(game.seat, seed), seed)


def check_search(subject: Subject) -> None:
    """The search plays legally, repeats its moves, and finds the same move whatever is hidden."""
    player = Ismcts(subject.name, sims=4 if subject.is_long or not is_compiled() else 30)
    for game in subject.stops(3, every=8):
        if game.seat is None:
            continue
        action = player.choose_one(game, 1)
        assert action in game.legal_actions()
        assert action == player.choose_one(game, 1)
        assert action == player.choose_one(game.resample_hidden(game.seat, 9), 1)
    first = next(subject.games(1))
    assert Ismcts(subject.name, sims=4, root="halving").choose_one(first, 1) in first.legal_actions()


def check_search_finds(subject: Subject) -> None:
    """More often than not a search beats players that draw their moves; alone it does better than the average."""
    if subject.is_long:
        return
    sims, deals = (50, 40) if is_compiled() else (20, 12)
    player = Ismcts(subject.name, sims=sims)
    for count in subject.modules.info.num_players:
        gained = [searched(subject, player, count, seed) for seed in range(deals)]
        drawn = [searched(subject, None, count, seed) for seed in range(deals)]
        assert sum(gained) > sum(drawn)


def searched(subject: Subject, player: Ismcts | None, num_players: int, seed: int) -> float:
    """Play a game, and return the lead of seat 0, by `player` or at random, over the mean of the others, at random."""
    game, rng = subject.deal(subject.tables[0]._replace(num_players=num_players), seed), np.random.default_rng(seed)
    while not game.over:
        if player is not None and game.seat == 0:
            game.play(player.choose_one(game, seed))
        else:
            play_on(game, rng, 1)
    scores, _ = game.standing()
    return scores[0] - sum(scores[1:]) / max(1, num_players - 1)
