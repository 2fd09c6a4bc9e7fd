"""7: Totals, places, and leads by open information."""

from mom_env.contract.records import Floats
from mom_env.four_monkeys.info import INFO
from mom_env.four_monkeys.rules.skins import points_of_skins
from mom_env.four_monkeys.sizes import MAX_COMBOS
from mom_env.four_monkeys.state import GREEN, NONE, ORANGE, Rules, State
from mom_env.kernel.jit import part
from mom_env.kernel.returns import return_by_score

UNIT = INFO.score_unit


@part
def score_of(state: State, rules: Rules, seat: int) -> int:
    """7: Return the total of `seat`."""
    return int(state.total[seat])


@part
def place_of(state: State, rules: Rules, seat: int) -> int:
    """7: Return the place of `seat`: by totals, then by the last round."""
    place = 1
    for other in range(rules.num_players):
        if state.total[other] != state.total[seat]:
            place += state.total[other] > state.total[seat]
        else:
            place += state.last_score[other] > state.last_score[seat]
    return place


@part
def write_leads(state: State, rules: Rules, out: Floats) -> None:
    """5: Write into `out`, by seat, the lead by totals and by what can be seen of this round, as a return by score."""
    out[:] = 0
    total = 0
    for seat in range(rules.num_players):
        total += int(state.total[seat]) + shown_score(state, rules, seat)
    for seat in range(rules.num_players):
        own = int(state.total[seat]) + shown_score(state, rules, seat)
        out[seat] = return_by_score(own, total, int(rules.num_players), UNIT)


@part
def shown_score(state: State, rules: Rules, seat: int) -> int:
    """5.4: Return what this round would bring `seat` if it ended now and no tile was checked."""
    score, pairs = points_of_skins(state, rules, seat), 0
    if not rules.family:
        score += int(rules.replenish) + int(state.replenished[seat]) * int(rules.orange)
    for combo in range(MAX_COMBOS):
        green, orange = int(state.counts[seat, GREEN, combo]), int(state.counts[seat, ORANGE, combo])
        green += open_combo(state, seat) == combo
        if green + orange > 1:
            score += 0 if rules.family else (green + orange) * int(rules.aside)
        elif rules.family:
            score += green * int(rules.green_tile)
            pairs += orange
        else:
            score += (green + orange) * int(rules.points[combo]) + orange * int(rules.orange)
    return score + pairs // 2 * int(rules.orange_pair)


@part
def open_combo(state: State, seat: int) -> int:
    """3.2: Return the combo of the open tile of `seat`, counted from 0, or NONE (-1) without one."""
    row = int(state.open_row[seat])
    return NONE if row == NONE else int(state.row_combo[int(state.round_number), row])
