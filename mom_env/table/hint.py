"""What a player would do in somebody's place, and why, as far as the player can say it."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mom_env.base.game import Game
from mom_env.contract.people import Ruleset
from mom_env.contract.records import Bits
from mom_env.games import load
from mom_env.players.kinds import AgentPlayer, Player, SearchPlayer, see
from mom_env.players.search import Ismcts

SHOWN = 3  # choices that a reason names


class Weighed(NamedTuple):
    """What a player thinks of a choice.

    Attributes:
        action: its id.
        words: the choice in words.
        share: the probability with which an agent's policy plays it, or its share of a search's simulations.
        value: the mean result of these simulations for the seat, from 0 to 1; None if the player has no values.
    """

    action: int
    words: str
    share: float
    value: float | None = None


class Hint(NamedTuple):
    """What a player would do.

    Attributes:
        spec: of the player.
        action: the id of its choice.
        words: its choice in words.
        weighed: what it thinks of the choices, the best first; empty for a player that does not say it.
        reason: the same about the first of them as a sentence; empty for a player that does not say it.
    """

    spec: str
    action: int
    words: str
    weighed: tuple[Weighed, ...] = ()
    reason: str = ""


def hint_of(player: Player, game: Game[Ruleset], bits: Bits) -> Hint:
    """Return what `player` would do for the seat to move. Nothing is played.

    The hint has a reason if there is only one choice. Otherwise an agent, or a search by `Ismcts`, gives a reason and
    what it thinks of the choices, and any other player gives neither. `bits` are 64 random bits, from which all chance
    follows.
    """
    action = int(player.choose(game.states.copy(), game.rules, bits)[0])
    words = load(game.info.name).people.say(game, action)
    if len(game.legal_actions()) == 1:
        return Hint(player.spec, action, words, reason="It is the only choice.")
    if isinstance(player, AgentPlayer):
        weighed = weighed_by_agent(player, game)
        return Hint(player.spec, action, words, weighed, reason_of_agent(weighed))
    if isinstance(player, SearchPlayer) and isinstance(player.made, Ismcts):
        weighed = weighed_by_search(player.made, game)
        return Hint(player.spec, action, words, weighed, reason_of_search(weighed, player.made.simulations))
    return Hint(player.spec, action, words)


def weighed_by_agent(player: AgentPlayer, game: Game[Ruleset]) -> tuple[Weighed, ...]:
    """Return the legal choices with the probabilities of the agent's policy, the likeliest first."""
    agent, seen = player.agent, see(game.info.name, game.states, game.rules)
    probabilities = softmax(agent.logits(*seen, agent.worths(game.states, game.rules, seen[1]))[0])
    people = load(game.info.name).people
    weighed = [
        Weighed(action, people.say(game, action), float(probabilities[action])) for action in game.legal_actions()
    ]
    return tuple(sorted(weighed, key=lambda one: -one.share))


def softmax(logits: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the probabilities that belong to logits, of which -inf stands for an impossible choice.

    >>> softmax(np.array([0.0, 0.0, -np.inf], np.float32)).tolist()
    [0.5, 0.5, 0.0]
    """
    weights = np.exp(logits.astype(np.float64) - logits.max())
    probabilities: NDArray[np.float64] = weights / weights.sum()
    return probabilities


def weighed_by_search(search: Ismcts, game: Game[Ruleset]) -> tuple[Weighed, ...]:
    """Return the moves that the last search has looked at, the most visited first."""
    people, moves = load(game.info.name).people, search.searched_moves()
    visits = sum(move.visits for move in moves)
    return tuple(
        Weighed(move.action, people.say(game, move.action), move.visits / visits, move.value) for move in moves
    )


def reason_of_agent(weighed: tuple[Weighed, ...]) -> str:
    """Return a sentence with the probabilities of the likeliest choices."""
    return f"Its probabilities: {'; '.join(f'{one.share:.0%} {one.words}' for one in weighed[:SHOWN])}."


def reason_of_search(weighed: tuple[Weighed, ...], simulations: int) -> str:
    """Return a sentence with the visits and the values of the most visited moves; "" if nothing was searched."""
    found = [f"{one.share:.0%} {one.words}, value {one.value:.2f}" for one in weighed[:SHOWN] if one.share]
    return f"Of its {simulations:,} simulations: {'; '.join(found)}. Values are from 0 to 1." if found else ""
