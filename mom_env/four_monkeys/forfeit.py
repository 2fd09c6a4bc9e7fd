"""The lowest return by score, which a forfeit pays."""

from mom_env.four_monkeys.info import INFO
from mom_env.four_monkeys.ruleset import Ruleset


def least_score_return(ruleset: Ruleset) -> float:
    """Return a lower bound of a seat's return with the reward "vp": all goes wrong for it, and all well for the others.

    In each round it has every tile that time or its area allow, set aside or burned, whichever is worse, and all banana
    skins of the area.
    """
    rules, deck = ruleset.rules[0], ruleset.deck
    longest = int(rules.ticks + rules.spread)
    tiles = min(max(map(int, rules.num_tiles)), (longest + 2) // 3)
    skins = -int(rules.banana_skins * rules.banana_skin) * ruleset.num_players
    stops = int(rules.false_stops * rules.false_stop)
    if rules.family:
        worst = tiles * int(rules.wrong_tile) - skins
        best = len(deck.combos) * max(int(rules.green_tile), int(rules.orange_pair)) + int(rules.smartest)
    else:
        burned = min(combo.points for combo in deck.combos) + int(rules.orange)
        worst = tiles * min(int(rules.aside), burned) + int(rules.orange) - skins
        best = sum(combo.points for combo in deck.combos) + int(rules.replenish)
    return (int(rules.rounds) * (worst - best) + stops) / INFO.score_unit
