"""First estimates of moves, which are those of `planner` whatever the playouts, and the moves of playouts."""

from mom_env.ape_town.actions import PLACE, TAKE
from mom_env.ape_town.bots.greedy import choose_greedy
from mom_env.ape_town.bots.planner import choose_planner, look_at_tiles, worth_of_field, worth_of_tile
from mom_env.ape_town.bots.planner import look as take_look
from mom_env.ape_town.bots.planner_weights import weights_for
from mom_env.ape_town.engine import write_mask
from mom_env.ape_town.guide.look import Look, Playout
from mom_env.ape_town.id_range import first_legal, last_legal
from mom_env.ape_town.state import Decision, Rules, State
from mom_env.contract.records import Indices
from mom_env.kernel.jit import part


@part
def list_moves(state: State, rules: Rules, width: int, look: Look, moves: Indices) -> int:
    """Write the legal actions of the seat to move to the beginning of `moves`, ascending, and return their number.

    All are considered at once, so `width` is not used. `look` is scratch space.
    """
    write_mask(state, rules, int(state.seat), look.mask)
    count = 0
    for action in range(first_legal(state), last_legal(state)):
        if look.mask.ids[action]:
            moves[count] = action
            count += 1
    return count


@part
def begin_look(state: State, rules: Rules, style: int, look: Look) -> None:
    """Prepare `look` for a position, before `worth_of` is called: write the outlook of `planner` into it.

    `style` is not used.
    """
    weights = weights_for(rules)[0]
    take_look(state, rules, look.outlook, weights)
    if state.decision == Decision.TAKE:
        look_at_tiles(state, rules, look.outlook, weights)


@part
def worth_of(state: State, rules: Rules, style: int, look: Look, action: int) -> float:
    """Return the points that an action is worth to the seat to move in the view of `planner`; `style` is not used.

    `begin_look` must have prepared `look`.
    """
    weights = weights_for(rules)[0]
    if state.decision == Decision.TAKE:
        return worth_of_tile(state, look.outlook, action - TAKE, weights)
    return worth_of_field(state, rules, look.outlook, int(state.hand), action - PLACE, weights)


@part
def next_move(state: State, rules: Rules, style: int, look: Look, moves: Indices) -> int:
    """Return the id of the action that the bot of the style would choose for the seat to move.

    The bot is `planner` if `style` is `Playout.PLANNER`, else `greedy`. `look` and `moves` are not used.
    """
    return choose_planner(state, rules) if style == Playout.PLANNER else choose_greedy(state, rules)


@part
def begins_turn(state: State) -> bool:
    """3: Return whether the pending decision is the first of a turn, in which a tile is taken."""
    return bool(state.decision == Decision.TAKE)
