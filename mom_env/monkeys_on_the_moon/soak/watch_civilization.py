"""3.1, 5: which branches are met by a civilization turn.

Treachery renumbers two tribes, so a tribe of the position before is found by its colour in the position after.
"""

from mom_env.contract.records import Indices
from mom_env.kernel.jit import part
from mom_env.monkeys_on_the_moon.actions import ADVANCE, TAKE_SCORN
from mom_env.monkeys_on_the_moon.soak.events import Event
from mom_env.monkeys_on_the_moon.soak.invariants import carries_rivals
from mom_env.monkeys_on_the_moon.state import MAX_MOVES, NONE, NUM_TRIBES, Decision, Rules, State


@part
def place_now(before: State, after: State, tribe: int) -> int:
    """Return the place in the circle of `after` where the tribe is that had the place `tribe` in that of `before`."""
    if after.colour[tribe] == before.colour[tribe]:
        return tribe
    ahead = (tribe + 1) % NUM_TRIBES
    return ahead if after.colour[ahead] == before.colour[tribe] else (tribe + 5) % NUM_TRIBES


@part
def watch_card(before: State, num_allowed: int, counts: Indices) -> None:
    """3.1.1: Add 1 to `counts`, by `Event`, for a card that is played from a hand of several, and if these are equal.

    They are if `num_allowed`, the number of legal actions, is 1.
    """
    if before.hand[int(before.seat), 1] != NONE:
        counts[Event.CARD_CHOSEN] += 1
        counts[Event.EQUAL_CARDS_ASKED] += num_allowed == 1


@part
def watch_tribe(before: State, action: int, after: State, rules: Rules, counts: Indices) -> None:
    """3.1.2 to 3.1.6: Add 1 to `counts`, by `Event`, for the tribe that `action` advances, and for what that brings."""
    tribe = action - ADVANCE
    steps = (tribe - int(before.pending_card) // MAX_MOVES) % NUM_TRIBES
    counts[Event.TRIBE_OF_CARD] += steps == 0
    counts[Event.CLOCKWISE_ALLY] += steps == 1
    counts[Event.COUNTER_ALLY] += steps == NUM_TRIBES - 1
    watch_income(before, tribe, after, counts)
    watch_payment(before, tribe, after, counts)
    if after.decision != Decision.APPEASE:
        watch_stone(before, tribe, after, rules, counts)


@part
def coins_got(before: State, tribe: int, after: State) -> int:
    """3.1.3: Return how many coins of the tribe the seat that decided got by the action; negative if it paid some.

    `before` and `after` are the records before and after the action, and `tribe` is a place in the circle of `before`.
    """
    seat = int(before.seat)
    return int(after.coins[seat, place_now(before, after, tribe)]) - int(before.coins[seat, tribe])


@part
def watch_income(before: State, tribe: int, after: State, counts: Indices) -> None:
    """3.1.3, 3.1.4, R1: Add 1 to `counts`, by `Event`, for the coins that `tribe` brings when it advances.

    Scorn that goes back is another event. In scorn or from a short supply there are fewer coins. `tribe` is a place in
    the circle of `before`.
    """
    got = coins_got(before, tribe, after)
    if before.scorn[tribe] != before.seat:
        counts[Event.TWO_COINS] += got == 2
        counts[Event.ONE_COIN_SHORT] += got == 1
        counts[Event.NO_COIN_SHORT] += got == 0
        return
    counts[Event.ONE_COIN_IN_SCORN] += got == 1
    counts[Event.NO_COIN_IN_SCORN] += got == 0
    if after.scorn[place_now(before, after, tribe)] == NONE:
        counts[Event.SCORN_BACK] += before.finish[tribe] == 0
        counts[Event.SCORN_BACK_FINISHED] += before.finish[tribe] > 0


@part
def watch_payment(before: State, tribe: int, after: State, counts: Indices) -> None:
    """3.1.5: Add 1 to `counts`, by `Event`, for what the rival of the advanced tribe `tribe` gets.

    It is a coin, or its scorn is taken, or its allies are to be appeased. `tribe` is a place in the circle of `before`.
    """
    rival = (tribe + 3) % NUM_TRIBES
    if coins_got(before, rival, after) < 0:
        counts[Event.RIVAL_PAID] += 1
        counts[Event.RIVAL_PAID_FOR_NOTHING] += coins_got(before, tribe, after) == 0
    elif before.scorn[rival] != before.seat:
        taken = after.scorn[place_now(before, after, rival)] == before.seat
        counts[Event.SCORN_FROM_TABLE] += taken and before.scorn[rival] == NONE
        counts[Event.SCORN_FROM_HOLDER] += taken and before.scorn[rival] != NONE
    elif after.decision == Decision.APPEASE:
        watch_options(after, counts)
    else:
        counts[Event.NO_APPEASEMENT] += 1


@part
def watch_options(state: State, counts: Indices) -> None:
    """3.1.5, R2: Add 1 to `counts`, by `Event`, for the ways in which the seat to move can appease the rival's allies.

    There is one event for each combination, such as two payments, or a payment and a scorn card.
    """
    seat = int(state.seat)
    payments, scorns = 0, 0
    for steps in (2, 4):
        ally = (int(state.pending_tribe) + steps) % NUM_TRIBES
        payable = state.coins[seat, ally] > 0
        payments += payable
        scorns += not payable and state.scorn[ally] != seat
    counts[Event.TWO_PAYMENTS] += payments == 2
    counts[Event.PAYMENT_OR_SCORN] += payments == 1 and scorns == 1
    counts[Event.TWO_SCORNS] += scorns == 2
    counts[Event.ONLY_A_PAYMENT] += payments == 1 and scorns == 0
    counts[Event.ONLY_A_SCORN] += payments == 0 and scorns == 1


@part
def watch_appeasement(before: State, action: int, after: State, rules: Rules, counts: Indices) -> None:
    """3.1.5: Add 1 to `counts`, by `Event`, for an ally that is paid or whose scorn is taken, and for the stone's move.

    `action` is the action id of the payment or the taking; `before` and `after` are the records around it.
    """
    seat, advanced = int(before.seat), int(before.pending_tribe)
    if action < TAKE_SCORN:
        counts[Event.ALLY_PAID] += 1
    else:
        ally = action - TAKE_SCORN
        other = (2 * advanced - ally) % NUM_TRIBES
        counts[Event.ALLY_SCORN_FROM_TABLE] += before.scorn[ally] == NONE
        counts[Event.ALLY_SCORN_FROM_HOLDER] += before.scorn[ally] != NONE
        counts[Event.SCORN_RATHER_THAN_PAYMENT] += before.coins[seat, other] > 0
    watch_stone(before, advanced, after, rules, counts)


# The stone, and Treachery


@part
def watch_stone(before: State, tribe: int, after: State, rules: Rules, counts: Indices) -> None:
    """3.1.6: Add 1 to `counts`, by `Event`, if the advanced tribe's stone moves, if it arrives, or if it had finished.

    `tribe` is a place in the circle of `before`.
    """
    if before.finish[tribe] > 0:
        counts[Event.STONE_HAS_FINISHED] += 1
        return
    spaces = int(before.track[tribe]) + int(rules.move[int(before.pending_card) % MAX_MOVES])
    finish = int(after.finish[place_now(before, after, tribe)])
    counts[Event.STONE_MOVED] += finish == 0
    counts[Event.STONE_ARRIVED] += finish > 0 and spaces == rules.track_length
    counts[Event.STONE_PASSED_THE_END] += finish > 0 and spaces > rules.track_length
    counts[Event.STONE_ARRIVED_LATER] += finish > 1
    if before.track[tribe] < rules.white_dot <= spaces:
        watch_dot(before, tribe, spaces, after, rules, counts)


@part
def watch_dot(before: State, tribe: int, spaces: int, after: State, rules: Rules, counts: Indices) -> None:
    """5, R13: Add 1 to `counts`, by `Event`, for what a stone that reaches or passes the white dot causes.

    It is the swap of Treachery, or no swap. `tribe` is a place in the circle of `before`, and `spaces` is how far its
    card takes the stone, in spaces of the track.
    """
    counts[Event.NO_SWAP_WITHOUT_OPTION] += rules.monkey_treachery == 0
    counts[Event.NO_SECOND_SWAP] += before.swapped == 1
    if after.swapped == before.swapped:
        return
    counts[Event.SWAP_BY_LANDING] += spaces == rules.white_dot
    counts[Event.SWAP_BY_JUMPING] += spaces > rules.white_dot
    counts[Event.SWAP_ACROSS_THE_START] += tribe == NUM_TRIBES - 1
    counts[Event.SWAP_AFTER_PAYMENT] += coins_got(before, (tribe + 3) % NUM_TRIBES, after) < 0
    owners = 0
    for seat in range(rules.num_players):
        owners += carries_rivals(after.aboard[seat])
    counts[Event.NO_OWNER_PARTS] += owners == 0
    counts[Event.ONE_OWNER_PARTS] += owners == 1
    counts[Event.SEVERAL_OWNERS_PART] += owners > 1
