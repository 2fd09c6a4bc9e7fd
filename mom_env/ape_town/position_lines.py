"""6: All that a seat may know of a position, in lines of plain words, for programs and language models."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mom_env.ape_town.game import Game
from mom_env.ape_town.town import LEMUR, MARKERS, MOTIFS, ORANGUTAN, PLURALS, Standing, Town, motif_words
from mom_env.base.lists_in_words import listed, name_of
from mom_env.base.sentences import counted

Lines = Iterator[str]
SnapshotView = Mapping[str, Any]


def position_lines(game: Game, seat: int) -> list[str]:
    """6: Return all that `seat` may know of the position in lines of text, without the choices of the seat to move."""
    view: SnapshotView = game.snapshot(seat)
    town = Town(game.ruleset.deck)
    return [
        *moment_lines(town, view),
        *(line for other in range(game.num_players) for line in seat_lines(view, other, seat)),
        *display_lines(town, view),
        *hidden_lines(town, view),
        *district_lines(town, view),
        *field_lines(town, view),
    ]


def moment_lines(town: Town, view: SnapshotView) -> Lines:
    """Yield how far the game is, whose turn it is, and the tile in hand."""
    yield f"Tiles placed: {view['turn']} of {len(view['fields'])}; the starting player was {name_of(view['start'])}."
    if view["seat"] is not None:
        yield f"It is the turn of {name_of(view['seat'])}."
    hand = view["hand"]
    if hand is not None:
        any_field = "; no such field is free, so any will do" if town.is_any_allowed(view["fields"], hand) else ""
        yield f"Tile in hand: {motif_words(hand['motif'])}, to be placed on a {hand['colour']} field{any_field}."
    values = listed(f"{motif} {value}" for motif, value in town.values.items())
    yield f"Values of apes: {values}."


def seat_lines(view: SnapshotView, seat: int, viewer: int) -> Lines:
    """Yield what a seat has: points and their origins, money and discs."""
    you = ", you" if seat == viewer else ""
    ways = view["ways"][seat]
    origins = ", ".join(f"{way} {points}" for way, points in ways.items())
    yield f"{name_of(seat)}{you}: points {view['points'][seat]} ({origins})"
    yield f"  money: {counted(view['money'][seat], 'bundle')}; discs left: {view['discs'][seat]}"


def display_lines(town: Town, view: SnapshotView) -> Lines:
    """3.1: Yield each tile of the display with its price, its segment's colour, and the money that comes with it."""
    yield "Display, by price:"
    for price, place in enumerate(view["display"]):
        segment = place["segment"]
        money = counted(place["bundles"], "bundle")
        yield f"  {price}: {motif_words(place['motif'])} on segment {segment}, {town.track[segment]}, with {money}"


def hidden_lines(town: Town, view: SnapshotView) -> Lines:
    """3.4, 6: Yield what is known of the tiles that were never turned up, and the colours of the sections to come."""
    hidden = view["hidden"]
    kinds = listed(f"{PLURALS[motif]} {hidden[motif]}" for motif in MOTIFS)
    yield f"Tiles never turned up: {sum(hidden.values())} ({kinds}); in the reserve: {view['reserve']}"
    first = view["opened"] * town.length
    sections = range(first, town.board.tiles.total, town.length)
    for start in sections:
        colours = listed(town.track[segment % len(town.track)] for segment in range(start, start + town.length))
        yield f"  {'the next section' if start == first else 'then'}: {colours}"


def district_lines(town: Town, view: SnapshotView) -> Lines:
    """4: Yield each district with its fields, what it is worth, who has markers there, and its neighbours."""
    standings = town.standings(view["fields"], view["num_players"])
    for number, (district, standing) in enumerate(zip(town.districts, standings, strict=True)):
        free = listed(field for field in district.fields if view["fields"][field] is None)
        beside = listed(town.districts[other].name for other in town.neighbours[number])
        yield f"{district.name}, {district.colour}, fields {district.fields[0]} to {district.fields[-1]}:"
        now = view["districts"][number]
        yield f"  free fields: {now['free']} ({free}); worth so far: {now['worth']}; neighbours: {beside}"
        yield from marker_lines(now, standing)


def marker_lines(now: SnapshotView, standing: Standing) -> Lines:
    """4.1: Yield whose markers are in a district, and who is its boss as it stands."""
    for motif, counts in ((ORANGUTAN, now["orangutans"]), (LEMUR, now["lemurs"])):
        if any(counts):
            yield f"  {PLURALS[motif]}: {of_seats(counts)}"
    if now["all_lemurs"]:
        yield f"  all lemurs: {now['all_lemurs']}"
    boss = "nobody" if standing.boss is None else f"{name_of(standing.boss)}, by {PLURALS[standing.by or '']}"
    yield f"  boss as it stands: {boss}"


def of_seats(counts: Sequence[int]) -> str:
    """Return numbers of a marker by seat in words; seats with 0 are left out."""
    return listed(f"{count} of {name_of(seat)}" for seat, count in enumerate(counts) if count)


def field_lines(town: Town, view: SnapshotView) -> Lines:
    """3.3: Yield each field with its tile, if it has one, and with what is beside it."""
    yield "Fields, each with the fields beside it, and preprinted tiles beside it:"
    for field, tile in enumerate(view["fields"]):
        printed = [f"printed {motif_words(motif)}" for motif in town.printed_beside[field]]
        near = view["beside"][field]
        yield (
            f"  {field}: {tile_words(tile)}; beside {listed([*town.beside[field], *printed])}, "
            f"in all {counted(near['sites'], 'banana site')} and apes worth {near['worth']}"
        )


def tile_words(tile: SnapshotView | None) -> str:
    """Return what is on a field in words, with the seat of the disc on a marker."""
    if tile is None:
        return "free"
    if tile["motif"] not in MARKERS:
        return motif_words(tile["motif"])
    return f"{tile['motif']} without a disc" if tile["seat"] is None else f"{tile['motif']} of {name_of(tile['seat'])}"
