"""5: Where the totals of a finished game come from, line by line, and the scoring of a round told step by step."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mom_env.base.sentences import begins, clause, counted, does, enumeration, owns
from mom_env.contract.people import ScoreLine
from mom_env.four_monkeys.deck import Deck
from mom_env.four_monkeys.game import Game
from mom_env.four_monkeys.points_shown import value_of

ScoredRound = Mapping[str, Any]  # an entry of the history in a result
COUNTING = ("right", "unchecked")  # states of tiles that bring points
REST, REST_OF_FAMILY = "refill and skins", "Smartest Monkey and skins"
TIMES = {2: "twice", 3: "three times"}


# Line by line


def score_lines(game: Game) -> list[ScoreLine]:
    """5.4, 7, 10: Return for each round the points of tiles, those for tiles set aside, and the rest; then the total.

    Lines in which nobody has anything are left out.
    """
    result: Mapping[str, Any] = game.result_by_names()
    lines = [
        line
        for number, scored in enumerate(result["history"], 1)
        for line in lines_of_round(scored, number, game.ruleset.deck, is_family=game.ruleset.options.family)
    ]
    scored = [sum(one["score"][seat] for one in result["history"]) for seat in range(game.num_players)]
    stops = [total - points for total, points in zip(result["total"], scored, strict=True)]
    lines.append(ScoreLine("false stops", tuple(stops)))
    return [*(line for line in lines if any(line.points)), ScoreLine("total", tuple(result["total"]))]


def lines_of_round(scored: ScoredRound, number: int, deck: Deck, *, is_family: bool) -> list[ScoreLine]:
    """5.4, 10: Return the lines of the round `number`, counted from 1."""
    tiles = tuple(points_of(row, deck, is_family=is_family) for row in scored["tiles"])
    aside = tuple(aside_of(row, deck, is_family=is_family) for row in scored["tiles"])
    rest = tuple(score - one - other for score, one, other in zip(scored["score"], tiles, aside, strict=True))
    beginning = f"round {number}:"
    return [
        ScoreLine(f"{beginning} tiles", tiles),
        ScoreLine(f"{beginning} set aside", aside),
        ScoreLine(f"{beginning} {REST_OF_FAMILY if is_family else REST}", rest),
    ]


def points_of(tiles: Sequence[Mapping[str, Any]], deck: Deck, *, is_family: bool) -> int:
    """5.4, 10: Return the points of the tiles of a seat that count at the end of a round."""
    counting = [tile for tile in tiles if tile["state"] in COUNTING]
    if not is_family:
        return sum(value_of(tile, deck) for tile in counting)
    orange = sum(bool(tile["orange"]) for tile in counting)
    values = deck.values_family
    return values.green * (len(counting) - orange) + values.orange_pair * (orange // 2)


def aside_of(tiles: Sequence[Mapping[str, Any]], deck: Deck, *, is_family: bool) -> int:
    """5.4, R33: Return what the tiles of a seat that were set aside count: in the family version wrong ones only."""
    states = Counter(tile["state"] for tile in tiles)
    if is_family:
        return deck.values_family.aside * states["wrong"]
    return deck.values.aside * (states["wrong"] + states["repeated"])


# Step by step


def scoring_steps(scored: ScoredRound, names: Sequence[str]) -> Iterator[str]:
    """4, 5: Yield in sentences how a round has ended and was scored; `names` are the players by seat."""
    ended = "Stop was called" if scored["ended_by"] == "stop" else "The timer has run out"
    yield f"{ended} after {counted(scored['ticks'], 'tick')}."
    for seat, tiles in enumerate(scored["tiles"]):
        yield from repeated_in_words(tiles, names[seat])
    for seat, combo, is_right in scored["checks"]:
        yield check_in_words(scored["tiles"][seat], names[seat], combo, is_right=is_right)
    smartest = [names[seat] for seat in scored["smartest"]]
    if smartest:
        verb = does(smartest[0], "be") if len(smartest) == 1 else "are"
        yield f"{begins(enumeration(smartest))} {'are' if smartest == ['you'] else verb} the Smartest Monkey."
    yield f"Scores: {enumeration([f'{name} {score}' for name, score in zip(names, scored['score'], strict=True)])}."


def repeated_in_words(tiles: Sequence[Mapping[str, Any]], name: str) -> Iterator[str]:
    """5.1, R18: Yield sentences on the tiles of a player that are taken off before anything is checked."""
    copies = Counter(tile["combo"] for tile in tiles if tile["state"] == "repeated")
    for combo, count in sorted(copies.items()):
        yield f"{clause(name, 'have')} combo {combo} {TIMES.get(count, 'often')}: set aside."
    for tile in tiles:
        if tile["state"] == "empty":
            yield f"{begins(owns(name))} combo {tile['combo']} has no card and counts for nothing."


def check_in_words(tiles: Sequence[Mapping[str, Any]], name: str, combo: int, *, is_right: bool) -> str:
    """5.3: Return a sentence on a check: whose tile, which cards lie beneath it, and what was found."""
    tile = next(tile for tile in tiles if tile["combo"] == combo and tile["cards"] is not None)
    return f"{begins(owns(name))} combo {combo} ({' '.join(tile['cards'])}) is {'right' if is_right else 'wrong'}."
