"""3.4: Turn tiles up, and fill empty sections of the track."""

from mom_env.ape_town.state import Rules, State
from mom_env.kernel.jit import part


@part
def turn_tiles_up(state: State, rules: Rules) -> None:
    """3.4: Turn up the next section if the tile taken was the last of its own, then fill empty sections.

    The tile taken has just been placed.
    """
    if count_left(state, rules, section_of(rules, int(state.hand_place))) == 0:
        turn_up_section(state, rules)
        fill_sections(state, rules)


@part
def count_left(state: State, rules: Rules, section: int) -> int:
    """3.4.1: Return how many face-up tiles are left in an opened section, which is counted from 0."""
    count = 0
    for k in range(state.num_shown):
        count += int(section_of(rules, int(state.display[k])) == section)
    return count


@part
def section_of(rules: Rules, place: int) -> int:
    """Return the opening that a place of the row belongs to: 0 for the section that is turned up first, and so on."""
    return place // int(rules.length)


@part
def turn_up_section(state: State, rules: Rules) -> None:
    """3.4.1, 3.4.3, R9: Turn up the section after the newest open one, if there is a tile left to turn up."""
    first = int(state.opened) * int(rules.length)
    if first == rules.num_tiles:
        return
    for place in range(first, first + rules.length):
        state.display[state.num_shown] = place
        state.bundles[state.num_shown] = 0
        state.num_shown += 1
        state.unseen[state.row[place]] -= 1
    state.opened += 1


@part
def fill_sections(state: State, rules: Rules) -> None:
    """3.4.2, R10: Fill each empty section that no face-up tile lies before, while the reserve lasts.

    These are the sections before the first tile of the display. One that was emptied before an older one waits for it.
    """
    while state.reserve > 0 and count_filled(state, rules) < section_of(rules, int(state.display[0])):
        state.reserve -= rules.length


@part
def count_filled(state: State, rules: Rules) -> int:
    """3.4.2: Return how many sections have been filled from the reserve so far."""
    return (int(rules.num_tiles) - int(rules.num_segments) - int(state.reserve)) // int(rules.length)
