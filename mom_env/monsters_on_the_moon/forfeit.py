"""A lower bound of what a seat's return by VP can be, which a forfeit pays."""

from mom_env.monsters_on_the_moon.deck import LETTERS, CardFile, face_of
from mom_env.monsters_on_the_moon.info import INFO
from mom_env.monsters_on_the_moon.rules.scoring import GROUP_VP
from mom_env.monsters_on_the_moon.ruleset import Ruleset
from mom_env.monsters_on_the_moon.state import NUM_TILES

MOST_OF_HEAD = 8  # VP of a head, grouped and inside an area, in both scorings


def least_vp_return(ruleset: Ruleset) -> float:
    """Return a lower bound of a seat's return with the reward "vp"."""
    if ruleset.num_players == 1:
        levels = ruleset.deck.solo.levels
        return (-heads_of_others(ruleset.deck) - levels[0]) / (levels[-1] - levels[0])
    return -most_vp(ruleset) / INFO.score_unit


def heads_of_others(file: CardFile) -> int:
    """8.3: Return how many heads that cost a point in solo play the set has."""
    one = file.set_for(1)
    others = [LETTERS.index(letter) for letter in one.monsters if letter != file.solo.monster]
    return sum(face_of(rows).heads(monster) for rows in one.cards for monster in others)


def most_vp(ruleset: Ruleset) -> int:
    """5.1: Return a number that the VP of a seat cannot exceed."""
    file, count = ruleset.deck, str(ruleset.num_players)
    one = file.set_for(ruleset.num_players)
    heads = max(sum(face_of(rows).heads(LETTERS.index(letter)) for rows in one.cards) for letter in one.monsters)
    track = file.track[count].values[-1]  # type: ignore[index]  # it is one of Players
    mission = max((mission.vp for mission in file.missions), default=0)
    return (heads + NUM_TILES) * (MOST_OF_HEAD + GROUP_VP) + track + mission
