"""5.2: What a player shows in a round, as everybody can count it: points, burned tiles, and who is the Smartest."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from mom_env.four_monkeys.deck import Deck

SET_ASIDE = ("wrong", "repeated", "empty")  # states of tiles that count for nothing, or against their owner


class Standing(NamedTuple):
    """What a seat shows: visible points and burned tiles (R19), combo tiles, and whether nobody shows more."""

    points: int
    burned: int
    tiles: int
    is_smartest: bool = False


def value_of(tile: Mapping[str, Any], deck: Deck) -> int:
    """1: Return the points of the side of a tile that is up."""
    points = deck.combos[int(tile["combo"]) - 1].points
    return points + deck.values.orange if tile["orange"] else points


def counting(tiles: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """5.1: Return the tiles that count: not those set aside, nor those of a combo that is there twice."""
    left = [tile for tile in tiles if tile.get("state") not in SET_ASIDE]
    combos = Counter(tile["combo"] for tile in left)
    return [tile for tile in left if combos[tile["combo"]] == 1]


def replenish_value(deck: Deck, *, is_turned: bool) -> int:
    """R19: Return what a hand-replenish tile counts."""
    return deck.values.replenish + (deck.values.orange if is_turned else 0)


def standing_of(view: Mapping[str, Any], deck: Deck, seat: int) -> Standing:
    """Return what `seat` shows in the snapshot `view`, without a word on whether others show more."""
    tiles, is_turned = counting(view["tiles"][seat]), bool(view["replenished"][seat])
    points = sum(value_of(tile, deck) for tile in tiles)
    burned = sum(bool(tile["orange"]) for tile in tiles) + is_turned
    if not view["options"].get("family"):
        points += replenish_value(deck, is_turned=is_turned)
    return Standing(points, burned, len(tiles))


def rank_of(view: Mapping[str, Any], deck: Deck, seat: int) -> tuple[object, ...]:
    """5.2, 10: Return by what the Smartest Monkey is found, the larger the smarter."""
    shown = standing_of(view, deck, seat)
    if not view["options"].get("family"):
        return shown.points, shown.burned
    values = sorted((value_of(tile, deck) for tile in counting(view["tiles"][seat])), reverse=True)
    return shown.tiles, -shown.burned, values, view["total"][seat]


def standings(view: Mapping[str, Any], deck: Deck) -> list[Standing]:
    """Return what each seat shows in the snapshot `view`, and who is the Smartest Monkey as it is now."""
    seats = range(view["num_players"])
    ranks = [rank_of(view, deck, seat) for seat in seats]
    best = max(ranks)
    return [standing_of(view, deck, seat)._replace(is_smartest=ranks[seat] == best) for seat in seats]
