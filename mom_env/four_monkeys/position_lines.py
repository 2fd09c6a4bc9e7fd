"""11: All that a seat may know of a position, in lines of plain words, for programs and language models."""

from collections.abc import Iterator, Mapping
from typing import Any

from mom_env.base.lists_in_words import copies, listed, name_of
from mom_env.base.sentences import counted
from mom_env.four_monkeys.deck import Deck
from mom_env.four_monkeys.deeds import asks_in_words, deed_in_words
from mom_env.four_monkeys.game import Game
from mom_env.four_monkeys.points_shown import replenish_value, standings
from mom_env.four_monkeys.sizes import KINDS
from mom_env.four_monkeys.state import NONE

Lines = Iterator[str]
SnapshotView = Mapping[str, Any]
FOUND = {
    "right": "found right",
    "wrong": "found wrong and set aside",
    "repeated": "set aside, as the combo is there twice",
    "empty": "without a card, so it counts for nothing",
}


def position_lines(game: Game, seat: int) -> list[str]:
    """11: Return all that `seat` may know of the position in lines of text, without the choices of the seat to move.

    What the seat itself has chosen in this tick is left out, as in its observation.
    """
    view, deck = game.snapshot(seat), game.ruleset.deck
    return [
        *moment_lines(view, int(game.ruleset.rules[0].rounds)),
        *combo_lines(deck),
        *area_lines(view),
        *(line for other in range(game.num_players) for line in seat_lines(game, view, other, seat)),
        *own_lines(view, seat),
        *([] if game.over else counted_lines(game, seat)),
    ]


def moment_lines(view: SnapshotView, rounds: int) -> Lines:
    """Yield how far the game is, and in scoring who was checked last."""
    length = "a hidden number" if view["ticks"] is None else view["ticks"]
    is_scored = view["decision"] != "act"
    when = f"after {counted(view['tick'], 'tick')}" if is_scored else f"tick {view['tick'] + 1} of {length}"
    yield f"Round {view['round'] + 1} of {rounds}, {when}."
    if view["last_checked"] is not None:
        yield f"Last checked: {name_of(view['last_checked'])}."


def combo_lines(deck: Deck) -> Lines:
    """1: Yield what each combo asks for and is worth."""
    yield f"Combos, with points of the green side; the orange side counts {-deck.values.orange} less:"
    for number, combo in enumerate(deck.combos, 1):
        yield f"  combo {number}, {combo.name}: {asks_in_words(combo)}; {counted(combo.points, 'point')}"


def area_lines(view: SnapshotView) -> Lines:
    """2.2, 9: Yield the stacks of each area, the oldest first, and who plays there."""
    for seats, stacks in zip(view["areas"], view["stacks"], strict=True):
        tops = listed(f"combo {stack['top']} on a stack of {stack['height']}" for stack in stacks)
        where = "" if len(view["areas"]) == 1 else f" of {listed(map(name_of, seats))}"
        yield f"Stacks{where}: {tops}"


def seat_lines(game: Game, view: SnapshotView, seat: int, viewer: int) -> Lines:
    """Yield what everybody knows of a seat, and the cards beneath its tiles that `viewer` knows."""
    you, held = ", you" if seat == viewer else "", view["skins"][seat]
    deck = game.ruleset.deck
    shown = standings(view, deck)[seat]
    most = ", and nobody shows more" if shown.is_smartest else ""
    visible = counted(shown.points, "point")
    last = int(game.states[0].last_score[seat])
    yield f"{name_of(seat)}{you}: total {view['total'][seat]}, last round {last}"
    yield f"  shows {visible}, {shown.burned} burned{most}"
    turned = bool(view["replenished"][seat])
    refill = f"{'turned' if turned else 'not turned'}, {replenish_value(deck, is_turned=turned)}"
    yield f"  hand: {counted(view['hand_size'][seat], 'card')}; deck: {view['deck'][seat]}; hand replenish: {refill}"
    if view["options"]["banana_skins"]:
        gave = "; has given one with the open tile" if view["gave"][seat] else ""
        yield f"  banana skins: {held['own']} own, {held['handed']} handed over to it{gave}"
    if view["options"]["false_stops"]:
        yield f"  false stops left: {view['stops_left'][seat]}"
    if view["last_tick"][seat] is not None:
        names = [name_of(other) for other in range(view["num_players"])]
        yield f"  last tick: {deed_in_words(view['last_tick'][seat], names)}"
    for tile in view["tiles"][seat]:
        yield f"  {tile_words(tile)}"
    yield from table_lines(game, seat)


def table_lines(game: Game, seat: int) -> Lines:
    """3.2: Yield the open tile of a seat, and how many closed ones it has of each combo."""
    state, row = game.states[0], int(game.states[0].open_row[seat])
    if row != NONE and not game.over:
        combo, beneath = int(state.row_combo[game.round, row]) + 1, int(state.row_beneath[game.round, row])
        yield f"  open: combo {combo} with {counted(beneath, 'card')}"
    for combo, (green, orange, cards) in enumerate(state.counts[seat].T.tolist(), 1):
        if green or orange or cards:
            yield f"  closed of combo {combo}: {green} green, {orange} orange, {counted(cards, 'card')} beneath"


def tile_words(tile: SnapshotView) -> str:
    """Return a tile in words: its side, whether it is open, the cards beneath, and what the scoring has found."""
    side = "orange" if tile["orange"] else "green"
    known = "" if not tile["cards"] else f" ({' '.join(tile['cards'])})"
    state = f"; {FOUND[tile['state']]}" if tile["state"] in FOUND else ""
    is_open = ", open" if tile["open"] else ""
    return f"combo {tile['combo']}, {side}{is_open}: {counted(tile['beneath'], 'card')} beneath{known}{state}"


def own_lines(view: SnapshotView, seat: int) -> Lines:
    """R30: Yield the hand of `seat`, and the cards that it has discarded in this round."""
    for what, name in (("Your hand", "hand"), ("Your discards", "discarded")):
        yield f"{what}: {copies((kind, count) for kind, count in view[name][seat].items() if count)}"


def counted_lines(game: Game, seat: int) -> Lines:
    """R12, R20: Yield what `seat` alone can count: which of its tiles are right, and what its deck still has."""
    state, rules = game.states[0], game.rules[0]
    right = (f"combo {combo}" for combo in range(1, len(rules.points) + 1) if int(state.right[seat]) >> (combo - 1) & 1)
    yield f"Your closed tiles that are right: {listed(right)}"
    laid = ((kind, int(count)) for kind, count in zip(KINDS, state.open_kinds[seat], strict=True) if count)
    yield f"Beneath your open tile: {copies(laid)}; {'right' if state.open_right[seat] else 'not right'} so far"
    left = ((kind, int(rules.copies[at]) - int(state.seen[seat, at])) for at, kind in enumerate(KINDS))
    yield f"Your deck still has: {copies((kind, count) for kind, count in left if count)}"
