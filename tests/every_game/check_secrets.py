"""Checks of any game: what a seat cannot know is dealt again, evenly, and shows nowhere."""

import json
from io import StringIO
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from mom_env.base.game import Game
from mom_env.bot_games import Table as Bots
from mom_env.kernel.jit import is_compiled
from mom_env.loops import executed
from mom_env.search import Ismcts
from tests.every_game.subject import Subject, bits_of, play_on, seen_by

REDEALS = 3
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
                executed(subject.modules.package, "one").go_on(other.states, other.rules)
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
            deals = {hidden_of(game.resample_hidden(seat, number)) for number in range(20)}
            assert len(deals) >= 15


def hidden_of(game: Game[Any]) -> bytes:
    """A record without its stream."""
    states = game.states.copy()
    states["rng"] = 0
    return states.tobytes()


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
    executed(subject.modules.package, "one").write_hidden(game.states, game.rules, hidden)
    views = [game.observe(seat)["observation"].astype(float) for seat in range(1, game.num_players)]
    numbers = np.concatenate([*views, hidden])
    return np.concatenate([numbers, numbers[1:] * numbers[:-1]])


def check_conceal(subject: Subject) -> None:
    """Positions that look alike to a seat are equal once they are concealed, and what it sees stays."""
    kernels = subject.kernels
    for game in subject.stops(6, every=3):
        if game.over:
            continue
        for seat in range(game.num_players):
            concealed = []
            for one in (game, game.resample_hidden(seat, 1), game.resample_hidden(seat, 2)):
                copy = one.copy()
                kernels.conceal(copy.states[0], copy.rules[0], seat, np.zeros(kernels.UNSEEN_SIZE, np.int8))
                assert seen_by(copy, seat) == seen_by(game, seat)
                concealed.append(bits_of(copy))
            assert len(set(concealed)) == 1


def check_pending(subject: Subject) -> None:
    """What one seat chooses, others that act at once cannot see, whatever they look at."""
    for game in subject.stops(8):
        asked = game.seats_to_move()
        for action in game.legal_actions() if len(asked) > 1 else []:
            played = game.copy()
            played.play(action)
            for seat in set(asked) - {game.seat}:
                assert seen_by(played, seat) == seen_by(game, seat)
                known, now = game.snapshot(seat), played.snapshot(seat)
                assert {**known, "seat": None} == {**now, "seat": None}
                assert shown(subject, played, seat) == shown(subject, game, seat)
    kind = subject.modules.info.kind
    at_once = any(len(game.seats_to_move()) > 1 for game in subject.games(len(subject.tables)))
    assert at_once == (kind == "simultaneous")


def shown(subject: Subject, game: Game[Any], seat: int) -> str:
    """The position as people see it, without the line of the seat that is asked."""
    console = Console(width=200, record=True, file=StringIO())  # one that is quiet records nothing
    console.print(subject.modules.people.show(game, seat, [f"player_{k}" for k in range(game.num_players)]))
    lines = console.export_text().splitlines()
    assert lines
    return "\n".join(line for line in lines if not line.startswith("seat "))


def check_pictures_for_people(subject: Subject) -> None:
    """What is shown to a seat in a terminal does not change with what it cannot know."""
    for game in subject.stops(3, every=6):
        for seat in range(game.num_players):
            assert shown(subject, game, seat) == shown(subject, game.resample_hidden(seat, 5), seat)


def check_bots(subject: Subject) -> None:
    """Bots play legally, by their bits alone, and do not peek."""
    for game in subject.stops(6, every=5):
        if game.over:
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
        if game.over:
            continue
        action = player.choose_one(game, 1)
        assert action in game.legal_actions()
        assert action == player.choose_one(game, 1)
        assert action == player.choose_one(game.resample_hidden(game.seat, 9), 1)


def check_search_finds(subject: Subject) -> None:
    """More often than not a search beats players that draw their moves; alone it does better than the average."""
    if subject.is_long or not is_compiled():
        return
    info, player = subject.modules.info, Ismcts(subject.name, sims=50)
    for count in info.num_players:
        gained = [searched(subject, player, count, seed) for seed in range(40)]
        drawn = [searched(subject, None, count, seed) for seed in range(40)]
        assert sum(gained) > sum(drawn)


def searched(subject: Subject, player: Ismcts | None, num_players: int, seed: int) -> float:
    """What the first seat scores above the others' mean, with a search or by chance; the others play by chance."""
    game, rng = subject.deal(subject.tables[0]._replace(num_players=num_players), seed), np.random.default_rng(seed)
    while not game.over:
        if player is not None and game.seat == 0:
            game.play(player.choose_one(game, seed))
        else:
            play_on(game, rng, 1)
    scores, _ = game.standing()
    return scores[0] - sum(scores[1:]) / max(1, num_players - 1)
