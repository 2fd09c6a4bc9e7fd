"""A position as plain JSON values by name."""

from typing import TypedDict

from mom_env.ape_town.result import ways_of
from mom_env.ape_town.ruleset import Ruleset
from mom_env.ape_town.state import NONE, Colour, Motif, State

NAMES = [motif.name.lower() for motif in Motif]


class FaceUp(TypedDict):
    """A tile of the display, with the money beside it."""

    segment: int
    motif: str
    bundles: int


class Laid(TypedDict):
    """A tile on a field; `seat` is that of its disc, None if no disc lies on it."""

    motif: str
    seat: int | None


class Held(TypedDict):
    """The tile in the hand, between the two decisions of a turn."""

    motif: str
    segment: int
    colour: str


class Beside(TypedDict):
    """What lies or is printed beside a field: the number of banana sites, and the sum of the values of the apes."""

    sites: int
    worth: int


class District(TypedDict):
    """How far a district is: its free fields, its worth, its markers by seat, and all of its lemurs."""

    free: int
    worth: int
    orangutans: list[int]
    lemurs: list[int]
    all_lemurs: int


class Entries(TypedDict):
    """What a snapshot has beside the entries of every game; `row` is None if a seat is named, as nobody knows it."""

    start: int
    turn: int
    money: list[int]
    discs: list[int]
    points: list[int]
    ways: list[dict[str, int]]
    display: list[FaceUp]
    fields: list[Laid | None]
    beside: list[Beside]
    districts: list[District]
    hand: Held | None
    opened: int
    reserve: int
    hidden: dict[str, int]
    row: list[str] | None


def name_of(motif: int) -> str:
    """Return the name of a motif, as files have it; "nothing" for NONE, which lies in no possible display."""
    return "nothing" if motif == NONE else NAMES[motif]


def entries_of(state: State, ruleset: Ruleset, *, with_row: bool) -> Entries:
    """6: Return all that everybody knows of a position, and `with_row` also the tiles that nobody knows."""
    seats = range(ruleset.num_players)
    return {
        "start": int(state.start),
        "turn": int(state.turn),
        "money": [int(state.money[seat]) for seat in seats],
        "discs": [int(state.discs[seat]) for seat in seats],
        "points": [int(state.points[seat]) for seat in seats],
        "ways": [ways_of(state, seat) for seat in seats],
        "display": display_of(state, ruleset),
        "fields": fields_of(state, ruleset),
        "beside": beside_of(state, ruleset),
        "districts": districts_of(state, ruleset),
        "hand": hand_of(state, ruleset),
        "opened": int(state.opened),
        "reserve": int(state.reserve),
        "hidden": {name_of(motif): int(state.unseen[motif]) for motif in Motif},
        "row": row_of(state, ruleset) if with_row else None,
    }


def segment_of(ruleset: Ruleset, place: int) -> int:
    """3.4: Return the segment that a place of the row lies on."""
    return place % int(ruleset.rules[0].num_segments)


def display_of(state: State, ruleset: Ruleset) -> list[FaceUp]:
    """3.1.1: Return the face-up tiles, in the order of their price."""
    count, row = int(state.num_shown), state.row.tolist()
    pairs = zip(state.display[:count].tolist(), state.bundles[:count].tolist(), strict=True)
    return [
        {"segment": segment_of(ruleset, place), "motif": name_of(row[place]), "bundles": bundles}
        for place, bundles in pairs
    ]


def fields_of(state: State, ruleset: Ruleset) -> list[Laid | None]:
    """Return the tile on each field, None for a free one."""
    count = len(ruleset.deck.cells)
    pairs = zip(state.tile[:count].tolist(), state.disc[:count].tolist(), strict=True)  # lists are read far faster
    return [
        None if motif == NONE else {"motif": name_of(motif), "seat": None if seat == NONE else seat}
        for motif, seat in pairs
    ]


def beside_of(state: State, ruleset: Ruleset) -> list[Beside]:
    """3.3: Return what lies or is printed beside each field."""
    count = len(ruleset.deck.cells)
    pairs = zip(state.sites_beside[:count].tolist(), state.worth_beside[:count].tolist(), strict=True)
    return [{"sites": sites, "worth": worth} for sites, worth in pairs]


def districts_of(state: State, ruleset: Ruleset) -> list[District]:
    """4: Return what the scoring of each district depends on; lists are by seat."""
    seats = ruleset.num_players
    orangutans, lemurs = state.orangutans[:seats].T.tolist(), state.lemurs[:seats].T.tolist()
    free, worth, all_lemurs = state.free.tolist(), state.worth.tolist(), state.all_lemurs.tolist()
    return [
        {
            "free": free[number],
            "worth": worth[number],
            "orangutans": orangutans[number],
            "lemurs": lemurs[number],
            "all_lemurs": all_lemurs[number],
        }
        for number in range(len(ruleset.deck.district))
    ]


def hand_of(state: State, ruleset: Ruleset) -> Held | None:
    """3.1.4: Return the tile in the hand with its segment and colour, or None if there is none."""
    if state.hand == NONE:
        return None
    segment = segment_of(ruleset, int(state.hand_place))
    colour = Colour(ruleset.rules[0].segment_colour[segment]).name.lower()
    return {"motif": name_of(state.hand), "segment": segment, "colour": colour}


def row_of(state: State, ruleset: Ruleset) -> list[str]:
    """6: Return the motifs of the tiles that were never turned up, the next one first."""
    rules = ruleset.rules[0]
    first = int(state.opened) * int(rules.length)
    return [name_of(motif) for motif in state.row[first : int(rules.num_tiles)]]
