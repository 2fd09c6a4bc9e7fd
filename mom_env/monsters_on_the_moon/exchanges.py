"""Exchanges of monsters that leave a set of cards as it is: a search for them, and what they do with a game.

No rule of several players knows one monster from another: if other monsters are put onto all cards, the game stays the
same. It is a symmetry if the set then has the same cards as before, in another order. A face and the same face after
half a turn are one card. In solo play, the monster that brings points has to stay.

In an exchanged game, a card of the start layout may have to lie turned by half, which the file does not ask for.

Of the shipped files, the 26 cards for 4 players have such exchanges: the cycle werewolf, witch, vampire, skeleton, and
its repetitions. The 20 cards have none, because of two of them (18 and 19); nor have the small files. So they depend on
the card file, and they are no turns in the sense of `checks.SYMMETRY`, which is the same for all files.
"""

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mom_env.contract.records import Records
from mom_env.monsters_on_the_moon.actions import LAY, MONSTER, NUM_ACTIONS, NUM_TURNS, PASS
from mom_env.monsters_on_the_moon.deck import LETTERS, CardFile, Face, face_of
from mom_env.monsters_on_the_moon.state import DOUBLE, HEAD, NONE, NUM_FACES, NUM_MONSTERS, NUM_SHOWN

Indices = NDArray[np.int64]


class Exchange(NamedTuple):
    """An exchange of monsters that leaves a set as it is.

    Attributes:
        monsters: the monster that takes the place of each of the set.
        cards: the number of the card that takes the place of each.
        turns: by how many quarter turns more this card has to lie, 0 or 2, to show what is wanted.
    """

    monsters: tuple[int, ...]
    cards: tuple[int, ...]
    turns: tuple[int, ...]


def find_exchanges(file: CardFile, num_players: int) -> list[Exchange]:
    """Return all exchanges that leave the set for `num_players` as it is, the identity first."""
    return list(_exchanges(file, num_players))


def _exchanges(file: CardFile, num_players: int) -> Iterator[Exchange]:
    """Yield the exchanges; 8.3: in solo play, the monster that brings points stays."""
    one = file.set_for(num_players)
    faces, solo = [face_of(rows) for rows in one.cards], LETTERS.index(file.solo.monster)
    for monsters in permutations(range(len(one.monsters))):
        if num_players > 1 or monsters[solo] == solo:
            found = _cards_after(faces, monsters)
            if found is not None:
                yield Exchange(monsters, *found)


def _cards_after(faces: Sequence[Face], monsters: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Return the card that takes the place of each, and its quarter turns; None if a card has no such counterpart."""
    shows = shown_after(monsters)
    left, cards, turns = list(range(len(faces))), list[int](), list[int]()
    for face in faces:
        wanted = Face(tuple(shows[number] for number in face.shows))
        fits = ((card, turn) for card in left for turn in (0, 2) if wanted.turned(turn) == faces[card])
        card, turn = next(fits, (NONE, 0))
        if card == NONE:
            return None
        left.remove(card)
        cards.append(card)
        turns.append(turn)
    return tuple(cards), tuple(turns)


def shown_after(monsters: Sequence[int]) -> list[int]:
    """Return what a square shows after an exchange of monsters, by what it showed before."""
    shows = list(range(NUM_SHOWN))
    for monster, other in enumerate(monsters):
        shows[HEAD + monster], shows[DOUBLE + monster] = HEAD + other, DOUBLE + other
    return shows


def exchanged_ids(exchange: Exchange) -> Indices:
    """Return the id of each action after an exchange. Places stay, as half a turn leaves a card on its squares."""
    ids = np.arange(NUM_ACTIONS)
    ids[MONSTER : MONSTER + len(exchange.monsters)] = MONSTER + np.array(exchange.monsters)
    cards, turns = np.array(exchange.cards), np.array(exchange.turns)
    ids[PASS : PASS + len(cards)] = PASS + cards
    turned = (np.arange(NUM_TURNS) + turns[:, None]) % NUM_TURNS
    ids[LAY : LAY + NUM_TURNS * len(cards)] = (LAY + NUM_TURNS * cards[:, None] + turned).ravel()
    return ids


def exchanged_record(states: Records, exchange: Exchange) -> Records:
    """Return a copy of an array of one record in which monsters and cards are exchanged."""
    copied = states.copy()
    before, state = states[0], copied[0]
    count, laid = len(exchange.cards), slice(int(before.num_laid))
    monsters = np.array([*exchange.monsters, *range(len(exchange.monsters), NUM_MONSTERS), NONE])
    cards = np.array([*exchange.cards, *range(count, NUM_FACES), NONE])
    turns = np.array([*exchange.turns, *[0] * (NUM_FACES + 1 - count)])
    state.shows[:] = np.array(shown_after(exchange.monsters))[before.shows]
    state.monster[:] = monsters[before.monster]
    for name in ("laid_card", "passed", "pile"):
        state[name][:] = cards[before[name]]
    state.laid_turn[laid] = (before.laid_turn[laid] + turns[before.laid_card[laid]]) % NUM_TURNS
    state.holder[list(exchange.cards)] = before.holder[:count]
    state.card, state.turn = cards[int(before.card)], (int(before.turn) + turns[int(before.card)]) % NUM_TURNS
    return copied
