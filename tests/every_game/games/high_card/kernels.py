"""The rules, compiled."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from high_card.layout import LAYOUT, MAX_CARDS, MAX_COINS, MAX_PLAYERS, MAX_ROUNDS, MAX_STAKE, NUM_VALUES
from mom_env.base.layout import view_dtype
from mom_env.contract.records import NOBODY, Floats, MaskRecord, mask_dtype
from mom_env.kernel.jit import kernel
from mom_env.kernel.masks import NO_ACTION, draw_legal
from mom_env.kernel.returns import return_by_score
from mom_env.kernel.rng import next_below, seed_stream, shuffle

FOLD = 0  # ids 1 to MAX_STAKE stake as many coins
EXCHANGE = MAX_STAKE + 1
NUM_ACTIONS = EXCHANGE + 1
NONE = -1  # no card
RANDOM, BOLD = range(2)
HIGH = 3  # the least card that the bold bot stakes on
UNIT = 5.0

UNSEEN_SIZE = HIDDEN_SIZE = MAX_CARDS
OBSERVATION_DTYPE = view_dtype(LAYOUT)
MASK_DTYPE = mask_dtype(NUM_ACTIONS)


class State(np.record):  # type: ignore[misc]  # the stubs call a base of records final
    """A game."""

    rng: Any
    pot: int
    seat: int
    round_number: int
    start: int  # who begins the first round
    acted: int  # seats that are done in this round
    highest: int  # stake of this round
    has_exchanged: int  # 1: the seat to move has
    dealt: int  # cards that were drawn from the pile
    coins: NDArray[np.int16]
    stake: NDArray[np.int8]  # of this round; 0 before and after folding
    hand: NDArray[np.int8]  # a card or NONE
    open: NDArray[np.int8]  # cards that everybody has seen, by value
    pile: NDArray[np.int8]  # next card at `dealt`; NONE before it and behind the last


STATE_FIELDS: list[tuple[Any, ...]] = [
    ("rng", np.uint64),
    ("pot", np.int16),
    *((name, np.int8) for name in ("seat", "round_number", "start", "acted", "highest", "has_exchanged", "dealt")),
    ("coins", np.int16, (MAX_PLAYERS,)),
    ("stake", np.int8, (MAX_PLAYERS,)),
    ("hand", np.int8, (MAX_PLAYERS,)),
    ("open", np.int8, (NUM_VALUES,)),
    ("pile", np.int8, (MAX_CARDS,)),
]
STATE_DTYPE = np.dtype((State, STATE_FIELDS))


class Rules(np.record):  # type: ignore[misc]  # the stubs call a base of records final
    """What a game is played with."""

    num_players: int
    skip_forced: int
    coins: int  # of each player at the start
    exchange: int  # 1: cards may be exchanged
    rounds: int
    num_cards: int
    copies: NDArray[np.int8]  # by value
    may_stake: NDArray[np.int8]  # 1 for each number of coins that may be staked


RULES_FIELDS: list[tuple[Any, ...]] = [
    *((name, np.int64) for name in ("num_players", "skip_forced", "coins", "exchange", "rounds", "num_cards")),
    ("copies", np.int8, (NUM_VALUES,)),
    ("may_stake", np.int8, (MAX_STAKE + 1,)),
]
RULES_DTYPE = np.dtype((Rules, RULES_FIELDS))


# The course of a game


@kernel
def deal(state: State, rules: Rules) -> None:
    """Shuffle; the first cards are drawn when the first round begins."""
    clear_table(state, rules)
    count = 0
    for value in range(NUM_VALUES):
        for _ in range(rules.copies[value]):
            state.pile[count] = value
            count += 1
    shuffle(state, state.pile[:], count)
    state.start = next_below(state, int(rules.num_players))
    state.seat = state.start


@kernel
def clear_table(state: State, rules: Rules) -> None:
    """Give everybody coins, and lay nothing on the table; a round that nobody has played seems to be over."""
    state.pot = state.highest = state.has_exchanged = state.dealt = 0
    state.round_number, state.acted = NONE, rules.num_players
    state.stake[:], state.hand[:], state.open[:], state.pile[:] = 0, NONE, 0, NONE
    state.coins[:] = 0
    for seat in range(rules.num_players):
        state.coins[seat] = rules.coins


@kernel
def go_on(state: State, rules: Rules) -> None:
    """End and begin rounds, and play what is forced, until a seat has something to decide."""
    while state.seat != NOBODY:
        if state.acted == rules.num_players:
            end_round(state, rules)
            begin_round(state, rules)
        elif rules.skip_forced and forced_action(state, rules) != NO_ACTION:
            apply_action(state, rules, FOLD)
        else:
            return


@kernel
def begin_round(state: State, rules: Rules) -> None:
    """Deal a card to each seat, or end the game."""
    if state.round_number + 1 == rules.rounds:
        state.seat = NOBODY
        return
    state.round_number += 1
    state.acted = 0
    state.seat = (state.start + state.round_number) % rules.num_players
    for seat in range(rules.num_players):
        state.hand[seat] = draw(state)


@kernel
def draw(state: State) -> int:
    """Take the next card of the pile."""
    card = int(state.pile[state.dealt])
    state.pile[state.dealt] = NONE
    state.dealt += 1
    return card


@kernel
def end_round(state: State, rules: Rules) -> None:
    """Pay the pot to the highest cards that stay in, and lay all hands open."""
    best, sharing = NONE, 0
    for seat in range(rules.num_players):
        if state.stake[seat] > 0 and state.hand[seat] > best:
            best, sharing = int(state.hand[seat]), 0
        sharing += state.stake[seat] > 0 and state.hand[seat] == best
    share = int(state.pot) // max(sharing, 1)
    for seat in range(rules.num_players):
        if state.stake[seat] > 0 and state.hand[seat] == best:
            state.coins[seat] += share
            state.pot -= share
        if state.hand[seat] != NONE:
            state.open[state.hand[seat]] += 1
        state.hand[seat], state.stake[seat] = NONE, 0
    state.highest = 0


@kernel
def take_action(state: State, rules: Rules, action: int) -> None:
    """Play a legal action, and go on to the next decision."""
    apply_action(state, rules, action)
    go_on(state, rules)


@kernel
def apply_action(state: State, rules: Rules, action: int) -> None:
    """Play a legal action."""
    seat = int(state.seat)
    paid = 1 if action == EXCHANGE else action
    state.coins[seat] -= paid
    state.pot += paid
    if action == EXCHANGE:
        state.open[state.hand[seat]] += 1
        state.hand[seat] = draw(state)
        state.has_exchanged = 1
        return
    state.stake[seat] = action
    state.highest = max(int(state.highest), action)
    state.has_exchanged = 0
    state.acted += 1
    state.seat = (seat + 1) % rules.num_players


# What is legal


@kernel
def can_take_action(state: State, rules: Rules, seat: int, action: int) -> bool:
    """Return whether the seat may do that now."""
    if seat != state.seat or seat == NOBODY or not 0 <= action < NUM_ACTIONS:
        return False
    coins = int(state.coins[seat])
    if action == EXCHANGE:
        needed = int(rules.num_players) * (int(rules.rounds) - 1 - int(state.round_number))  # in later rounds
        left = int(rules.num_cards) - int(state.dealt)
        return bool(rules.exchange and not state.has_exchanged and coins > 0 and left > needed)
    return action == FOLD or bool(rules.may_stake[action] and state.highest <= action <= coins)


@kernel
def write_mask(state: State, rules: Rules, seat: int, mask: MaskRecord) -> None:
    """Mark the legal actions of the seat."""
    mask.words[:] = 0
    for action in range(NUM_ACTIONS):
        mask.ids[action] = can_take_action(state, rules, seat, action)


@kernel
def forced_action(state: State, rules: Rules) -> int:
    """Return to fold where nothing else can be paid: coins are open."""
    for action in range(FOLD + 1, NUM_ACTIONS):
        if can_take_action(state, rules, int(state.seat), action):
            return NO_ACTION
    return FOLD if state.seat != NOBODY else NO_ACTION


# Scores


@kernel
def score_of(state: State, rules: Rules, seat: int) -> int:
    """Return the seat's coins."""
    return int(state.coins[seat])


@kernel
def place_of(state: State, rules: Rules, seat: int) -> int:
    """Return one more than the seats with more coins."""
    place = 1
    for other in range(rules.num_players):
        place += state.coins[other] > state.coins[seat]
    return place


@kernel
def write_leads(state: State, rules: Rules, out: Floats) -> None:
    """Write by how much each seat is ahead."""
    total, count = 0, int(rules.num_players)
    out[:] = 0
    for seat in range(count):
        total += int(state.coins[seat])
    for seat in range(count):
        out[seat] = return_by_score(int(state.coins[seat]), total, count, UNIT)


# Who knows what


@kernel
def write_view(state: State, rules: Rules, viewer: int, view: Any) -> None:
    """Write what the viewer may know; seats count from the viewer on."""
    count = int(rules.num_players)
    view.players[:], view.hand[:], view.coins[:], view.stakes[:], view.asked[:] = 0, 0, 0, 0, 0
    view.players[count - 2] = 1
    if state.hand[viewer] != NONE:
        view.hand[state.hand[viewer]] = 1
    for away in range(count):
        seat = (viewer + away) % count
        view.coins[away] = state.coins[seat] / MAX_COINS
        view.stakes[away] = state.stake[seat] / MAX_STAKE
        view.asked[away] = seat == state.seat
    for value in range(NUM_VALUES):
        view.open[value] = state.open[value] / MAX_CARDS
    for stake in range(MAX_STAKE):
        view.may_stake[stake] = rules.may_stake[stake + 1]
    view.exchange[0], view.exchange[1] = rules.exchange, state.has_exchanged
    view.pot[0], view.highest[0] = state.pot / MAX_COINS, state.highest / MAX_STAKE
    view.rounds[0], view.rounds[1] = (state.round_number + 1) / MAX_ROUNDS, rules.rounds / MAX_ROUNDS
    view.acted[0], view.pile[0] = state.acted / MAX_PLAYERS, (rules.num_cards - state.dealt) / MAX_CARDS


@kernel
def write_hidden(state: State, rules: Rules, out: Floats) -> None:
    """Write the pile, its next card first."""
    out[:] = 0
    for i in range(state.dealt, rules.num_cards):
        out[i - state.dealt] = (state.pile[i] + 1) / NUM_VALUES


@kernel
def redeal(state: State, rules: Rules, seat: int, seed: np.uint64, unseen: NDArray[np.int8]) -> None:
    """Shuffle the others' cards and the pile together, and deal them again."""
    seed_stream(state, seed, 0)
    shuffle(state, unseen, collect(state, rules, seat, unseen))
    hand_back(state, rules, seat, unseen)


@kernel
def conceal(state: State, rules: Rules, seat: int, unseen: NDArray[np.int8]) -> None:
    """Put the others' cards and the pile in order."""
    state.rng = np.uint64(0)
    count = collect(state, rules, seat, unseen)
    unseen[:count].sort()
    hand_back(state, rules, seat, unseen)


@kernel
def collect(state: State, rules: Rules, seat: int, unseen: NDArray[np.int8]) -> int:
    """Write all cards that the seat cannot see; return how many."""
    count = 0
    for other in range(rules.num_players):
        if other != seat and state.hand[other] != NONE:
            unseen[count] = state.hand[other]
            count += 1
    for i in range(state.dealt, rules.num_cards):
        unseen[count] = state.pile[i]
        count += 1
    return count


@kernel
def hand_back(state: State, rules: Rules, seat: int, unseen: NDArray[np.int8]) -> None:
    """Deal these cards where as many were collected."""
    count = 0
    for other in range(rules.num_players):
        if other != seat and state.hand[other] != NONE:
            state.hand[other] = unseen[count]
            count += 1
    for i in range(state.dealt, rules.num_cards):
        state.pile[i] = unseen[count]
        count += 1


# Bots


@kernel
def choose(bot: int, state: State, rules: Rules, mask: MaskRecord, bits: np.uint64) -> int:
    """Return a random action, or the least stake with a high card."""
    seat = int(state.seat)
    write_mask(state, rules, seat, mask)
    if bot == RANDOM:
        return draw_legal(mask, 0, NUM_ACTIONS, bits)
    if state.hand[seat] >= HIGH:
        for action in range(FOLD + 1, EXCHANGE):
            if mask.ids[action]:
                return action
    return EXCHANGE if mask.ids[EXCHANGE] else FOLD
