"""The choices of a seat in words, and as a person types them: tiles by their price, fields by their number."""

from collections.abc import Mapping
from typing import Any

from mom_env.ape_town.actions import PLACE
from mom_env.ape_town.game import Game
from mom_env.ape_town.town import MARKERS, Town, motif_words
from mom_env.base.sentences import counted
from mom_env.contract.people import MenuEntry

HELP = (
    "A tile is typed as its price, which is the number of tiles skipped; a field as its number on the map. Words do as "
    "well, such as: grey lemur.\n"
    "On the map Ta is a tarsier, Ch a chimpanzee, Ma a mandrill, Ba a banana site, O2 an orangutan and L2 a lemur with "
    "a disc of p2. 17: +3 C means that the tile brings 3 points at once on field 17, in district C; ! means that it "
    "fills the district, which is then scored. 12 p3 in the list of districts means that one is worth 12 so far, and "
    "p3 would be its boss."
)


def menu(game: Game) -> list[MenuEntry]:
    """Return the choices of the seat to move as they are listed and typed, in the order of their ids."""
    view: Mapping[str, Any] = game.snapshot(game.seat)
    town = Town(game.ruleset.deck)
    return [
        MenuEntry(str(label_of(action)), listed(town, view, action), words_of(town, view, action), action)
        for action in game.legal_actions()
    ]


def label_of(action: int) -> int:
    """Return the number by which an action is typed: a price or a field."""
    return action - PLACE if action >= PLACE else action


def listed(town: Town, view: Mapping[str, Any], action: int) -> str:
    """Return an action as a list shows it: the tile and its money, or what placing it on a field brings."""
    if action < PLACE:
        place = view["display"][action]
        money = f" +{place['bundles']}" if place["bundles"] else ""
        return f"{tile_words(town, place)}{money}"
    field, hand = action - PLACE, view["hand"]
    points = town.points_at_once(view["fields"], field, hand["motif"])
    fills = "!" if town.is_last(view["fields"], field) else ""
    return f"{f'+{points} ' if points else ''}{town.districts[town.home[field]].letter}{fills}"


def words_of(town: Town, view: Mapping[str, Any], action: int) -> str:
    """Return an action in words, such as "take the grey lemur for 2 bundles, with 1 bundle"."""
    if action < PLACE:
        place = view["display"][action]
        price = f" for {counted(action, 'bundle')}" if action else " for nothing"
        money = f", with {counted(place['bundles'], 'bundle')}" if place["bundles"] else ""
        return f"take the {tile_words(town, place)}{price}{money}"
    field, hand = action - PLACE, view["hand"]
    points = town.points_at_once(view["fields"], field, hand["motif"])
    brings = f" for {counted(points, 'point')}" if points else ""
    fills = ", its last one" if town.is_last(view["fields"], field) else ""
    return f"place the {motif_words(hand['motif'])} on field {field} of {town.of_field(field).name}{fills}{brings}"


def tile_words(town: Town, place: Mapping[str, Any]) -> str:
    """Return a tile of the display in words, with the colour of its segment, such as "grey lemur"."""
    return f"{town.track[place['segment']]} {motif_words(place['motif'])}"


def question(game: Game) -> str:
    """Return the question that the pending decision asks the seat to move."""
    view: Mapping[str, Any] = game.snapshot(game.seat)
    if view["hand"] is None:
        return f"Which tile do you take? You have {counted(view['money'][view['seat']], 'bundle')} to pay with."
    town, hand = Town(game.ruleset.deck), view["hand"]
    where = f"Where do you place the {hand['colour']} {motif_words(hand['motif'])}?"
    rule = f" No {hand['colour']} field is free: any will do." if town.is_any_allowed(view["fields"], hand) else ""
    has_none = hand["motif"] in MARKERS and not view["discs"][view["seat"]]
    return f"{where}{rule}{' You have no disc left for it.' if has_none else ''}"


def say(game: Game, action: int) -> str:
    """Return an action of the seat to move in words, with the names of the position."""
    return words_of(Town(game.ruleset.deck), game.snapshot(game.seat), action)
