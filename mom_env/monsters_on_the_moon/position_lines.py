"""9.3: All that a seat may know of a position, in lines of plain words, for programs and language models."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mom_env.base.lists_in_words import listed, name_of
from mom_env.base.sentences import counted
from mom_env.monsters_on_the_moon.game import Game
from mom_env.monsters_on_the_moon.missions import mission_words
from mom_env.monsters_on_the_moon.moon import ROW_WORDS, Moon, plural
from mom_env.monsters_on_the_moon.state import ARMSTRONG, MOONSCAPE

Lines = Iterator[str]
SnapshotView = Mapping[str, Any]
SIGNS = (
    "W werewolf, H witch, V vampire, S skeleton, a letter twice is a double head; * crystal, . empty, A Armstrong, "
    "B his camp"
)
START_CARDS = {MOONSCAPE: "a moonscape", ARMSTRONG: "Armstrong's card"}


def position_lines(game: Game, seat: int) -> list[str]:
    """9.3: Return all that `seat` may know of the position in lines of text; choices are listed apart."""
    view: SnapshotView = game.snapshot(seat)
    moon = Moon(view, game.ruleset.deck)
    return [
        *moment_lines(moon),
        *(line for other in range(game.num_players) for line in seat_lines(moon, other, seat)),
        *table_lines(moon),
        *(wall_lines(moon) if view["options"]["walls"] else ()),
        *mission_lines(moon),
        *turn_lines(moon),
        *score_lines(moon),
        *unseen_lines(moon, seat),
    ]


def moment_lines(moon: Moon) -> Lines:
    """Yield how far the game is, whose turn it is, and the numbers of the crystal track."""
    view, count = moon.view, moon.view["num_players"]
    yield f"Cards in the pile: {view['pile']}; the starting player was {name_of(view['start'])}."
    if view["layout"] is not None:
        yield f"The start layout is number {view['layout']}."
    if view["seat"] is not None:
        yield f"It is the turn of {name_of(view['seat'])}."
    if count == 1:
        solo = moon.file.solo
        loved = plural(moon.monster(solo.monster))
        yield f"You play alone: {loved} and crystals that are not alone bring a point each."
        yield f"Each other head costs a point. Levels 2 to 5 begin at {listed(solo.levels)} points."
        return
    track = moon.file.track[str(count)]  # type: ignore[index]  # it is one of Players
    yield f"VP of the spaces of the crystal track, from space 0: {listed(track.values)}"
    yield f"Monster tiles lie on spaces {track.tiles[0]} and {track.tiles[1]} until a seat gets there."
    if view["neutral"]:
        yield f"The {view['neutral']} is neutral and scores for nobody."


def seat_lines(moon: Moon, seat: int, viewer: int) -> Lines:
    """Yield what `viewer` may know of the player at `seat`."""
    view = moon.view
    you = ", you" if seat == viewer else ""
    if view["num_players"] == 1:
        yield f"{name_of(seat)}{you}:"
        yield from hand_lines(moon, seat)
        return
    walls = view["walls"][seat]
    yield f"{name_of(seat)}{you}: {view['monster'][seat] or 'no monster yet'}"
    yield f"  on space {view['steps'][seat]} of the crystal track; ships left: {view['ships'][seat]}"
    if view["options"]["walls"]:
        yield f"  walls left: {walls['long']} long, {walls['short']} short"
    if view["passed"][seat] is not None:
        yield f"  has passed card {view['passed'][seat]} to the right neighbour"
    yield from hand_lines(moon, seat)


def hand_lines(moon: Moon, seat: int) -> Lines:
    """Yield the cards in the hand of a seat, each with what it shows, and how many are not known."""
    cards = moon.view["hand"][seat]
    hidden = sum(card is None for card in cards)
    yield f"  {counted(len(cards), 'card')} in hand{f', {hidden} of them hidden' if hidden else ''}"
    yield from (f"    card {card}: {moon.words(card)}" for card in cards if card is not None)


# The table


def table_lines(moon: Moon) -> Lines:
    """3: Yield what lies on the table: the map row by row, cards by number, and ships."""
    if not moon.squares:
        yield "Nothing lies on the table yet."
        return
    yield f"On the table, {moon.width} squares wide and {moon.height} high; {SIGNS}."
    yield "Each square is x: sign/number of the card in the order of laying; ' behind a sign is a monster tile."
    for y in range(moon.height):
        yield f"  y {moon.name((0, y))[1]}: {row_words(moon, y)}"
    yield f"Cards by their numbers on the table: {listed(map(laid_words, enumerate(moon.view['laid'])))}"
    ships = (f"({ship['x']}, {ship['y']}) of {name_of(ship['seat'])}" for ship in moon.view["ships_at"])
    yield f"Ships on crystals: {listed(ships)}"


def row_words(moon: Moon, y: int) -> str:
    """Return the squares of a row in one line, by x."""
    entries = ((x, moon.squares[x, y]) for x in range(moon.width) if (x, y) in moon.squares)
    shown = (f"{moon.name((x, y))[0]}: {entry['shows']}{tile(entry)}/{entry['card']}" for x, entry in entries)
    return listed(shown)


def tile(entry: Mapping[str, Any]) -> str:
    """Return the sign of a tile if one lies on the square, else ""."""
    return "'" if entry.get("tile") else ""


def laid_words(numbered: tuple[int, Mapping[str, Any]]) -> str:
    """Return a card on the table in words: its number there, which card it is, and how it lies."""
    number, laid = numbered
    card = laid["card"]
    name = START_CARDS.get(card, f"card {card}")
    return f"{number} is {name}, {counted(laid['turn'], 'quarter turn')}, at ({laid['x']}, {laid['y']})"


def wall_lines(moon: Moon) -> Lines:
    """6: Yield the walls that lie, and the enclosed areas with who may lay cards there."""
    words = {"h": "above", "v": "at the left of"}
    walls = (f"{one['wall']} {words[one['direction']]} ({one['x']}, {one['y']})" for one in moon.view["walls_at"])
    yield f"Walls (long ones go on to the right or down): {listed(walls)}"
    for area in moon.areas:
        places = sorted(area, key=lambda place: (place[1], place[0]))
        squares = listed("({}, {})".format(*moon.name(place)) for place in places)
        yield f"Enclosed area: {squares}; cards may be laid there by {listed(map(name_of, moon.admitted(area)))}"


def mission_lines(moon: Moon) -> Lines:
    """7: Yield the missions that the viewer knows."""
    missions = moon.view["missions"]
    if missions is None:
        return
    if moon.view["options"]["missions"] == "open":
        yield f"Open missions: {numbered_missions(moon, missions)}"
        return
    for seat, own in enumerate(missions):
        yield f"Secret missions of {name_of(seat)}: {'hidden' if own is None else numbered_missions(moon, own)}"


def numbered_missions(moon: Moon, numbers: Sequence[int]) -> str:
    """Return missions in one line, each with its number."""
    return "; ".join(f"{number} {mission_words(moon.file.missions[number - 1])}" for number in numbers)


# The turn and the scores


def turn_lines(moon: Moon) -> Lines:
    """Yield what the turn under way is about: the card, tiles to be laid, walls laid in it, and the piece chosen."""
    view = moon.view
    if view["card"] is not None:
        state = "laid" if view["is_laid"] else "to be laid"
        turned = counted(view["turn"], "quarter turn")
        yield f"Card of this turn, {state}: {view['card']} after {turned}, {moon.words(view['card'], view['turn'])}"
    if view["tiles_due"]:
        yield f"Monster tiles to be laid on it: {view['tiles_due']}"
    if view["ship_done"]:
        yield "The ship of this turn is decided."
    if view["laying"]:
        yield f"Walls laid in this turn, the last ones of the list: {view['laying']}"
    if view["piece"]:
        yield f"The next wall is a {view['piece']['wall']} one, {view['piece']['direction']}."


def score_lines(moon: Moon) -> Lines:
    """4, 5: Yield the interim scores, and what the heads of each seat would bring now."""
    view = moon.view
    if view["num_players"] == 1:
        loved, crystals, others = moon.solo_counts
        yield f"Points now: {loved + crystals - others} (heads {loved}, crystals {crystals}, others -{others})"
        return
    for seat, vp in enumerate(view["interim"] or ()):
        yield f"Interim VP of {name_of(seat)}: {vp} ({row_counts(view['interim_rows'][seat])})"
    for seat in range(view["num_players"]):
        if letter := moon.letter(seat):
            heads = moon.heads(letter)
            group = "" if view["options"]["walls"] else f"; largest group {heads.largest}"
            yield f"Heads of {name_of(seat)} now: {heads.vp} VP ({row_counts(heads.rows)}){group}"


def row_counts(rows: Sequence[int]) -> str:
    """Return heads by the rows of the score sheet in one line; rows without any are left out."""
    return listed(f"{words} {count}" for words, count in zip(ROW_WORDS, rows, strict=True) if count)


def unseen_lines(moon: Moon, seat: int) -> Lines:
    """9.3: Yield the cards that `seat` has not seen: they are in the pile, or hidden in hands."""
    view = moon.view
    cards = set(range(len(moon.file.set_for(view["num_players"]).cards)))
    known = {laid["card"] for laid in view["laid"]} | {
        card for hand in view["hand"] for card in hand if card is not None
    }
    unseen = sorted(cards - known)
    yield f"Cards that {name_of(seat)} has not seen: {listed(f'{card} ({moon.words(card)})' for card in unseen)}"
