"""Show what an agent's choices cost in the eyes of the guide of the game's search, by kind of decision.

    python -m tools.regret ppo-2p --players 2 --deals 200

The agent sits at one seat, and the game's strongest quick bot at all others. A choice costs the difference between the
guide's estimates of the best action and of the agent's. An agent that imitates the guide's bot can learn from this
where it has not understood it; one that is stronger than the guide may be right where the guide calls it wrong.
"""

from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np
import typer
from numpy.typing import NDArray

from mom_env.base.vector_game import VectorGame
from mom_env.environments.docs_tables import markdown
from mom_env.errors import MomError
from mom_env.games import load
from mom_env.learning.batches import choose, worths_in
from mom_env.learning.evaluation import choose_by
from mom_env.players.agent import Agent, agent_folder
from mom_env.players.guide import Guide, has_guide
from mom_env.players.policy_net import Sight
from mom_env.players.specs import make_player

HEADER = ("decision", "choices a game", "as the guide", "cost of a choice", "cost of a game")
SAME = 1e-4  # estimates that differ by less are equal

app = typer.Typer(add_completion=False)


class Choices(NamedTuple):
    """Choices of an agent among several legal actions."""

    decisions: NDArray[np.int64]  # number of the kind of decision
    costs: NDArray[np.float64]  # in the guide's own unit, in which 1 is an e-fold weight


def choices_of(agent: Agent, games: VectorGame, guide: Guide) -> Choices:
    """Play each game to its end, with the agent at seat `i` modulo the number of seats in game `i`.

    Return the agent's choices. `games` has one kind of table, whose games have just been dealt.
    """
    bot, sight = make_player(load(agent.game).info.strongest, agent.game), Sight(agent.game, "none", games.num_games)
    rows, is_first = np.arange(games.num_games), np.ones(games.num_games, np.bool_)
    decisions, costs, rng = [], [], np.random.default_rng(0)
    while is_first.any():
        bits = rng.integers(2**64, size=len(rows), dtype=np.uint64)
        actions = np.array(choose(bot, games, rows, bits), np.int64)
        own = np.flatnonzero((games.seats == rows % games.num_players) & is_first)
        if len(own):
            actions[own] = choose_by(agent, games, own)
            sight.look(games.observations, games.action_masks, own)
            lists = sight.offsets[: len(own) + 1], sight.actions[: sight.offsets[len(own)]]
            found, has_choice = costs_of(actions[own], worths_in(guide, games, own, *lists), *lists)
            decisions.append(np.asarray(games.states["decision"][own], np.int64)[has_choice])
            costs.append(found[has_choice])
        games.step(actions)
        is_first &= ~games.dones.astype(np.bool_)
    return Choices(np.concatenate(decisions), np.concatenate(costs))


def costs_of(
    taken: NDArray[np.int64], worths: NDArray[np.float32], offsets: NDArray[np.int64], actions: NDArray[np.int32]
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return what each choice costs, and whether there was a choice at all, both by row.

    Args:
        taken: the action that was chosen in each row.
        worths: estimate of each entry of `actions`.
        offsets: where the list of each row begins in `actions`, and at last the end of the last list.
        actions: legal actions of all rows, one list after another.

    >>> lists = np.array([0, 2, 3]), np.array([4, 7, 5], np.int32)
    >>> costs_of(np.array([4, 5]), np.array([1.0, 3.0, 2.0], np.float32), *lists)
    (array([2., 0.]), array([ True, False]))
    """
    costs = np.zeros(len(taken))
    for i in range(len(taken)):
        own = slice(*offsets[i : i + 2])
        costs[i] = worths[own].max() - worths[own][actions[own] == taken[i]][0]
    return costs, np.diff(offsets) > 1


def table_of(choices: Choices, names: list[str], deals: int) -> str:
    """Return a Markdown table with a row for each kind of decision; `names` are those of the kinds, by number."""
    rows = [HEADER]
    for number, name in enumerate(names):
        costs = choices.costs[choices.decisions == number]
        if len(costs):
            means = f"{(costs < SAME).mean() * 100:.1f} %", f"{costs.mean():.3f}", f"{costs.sum() / deals:.2f}"
            rows.append((name, f"{len(costs) / deals:.1f}", *means))
    return markdown(tuple(rows))


@app.command(epilog="Example: python -m tools.regret ppo-2p --players 2")
def main(
    who: Annotated[str, typer.Argument(help="Name or folder of a trained agent.")],
    players: Annotated[int, typer.Option(help="Number of players.")],
    deals: Annotated[int, typer.Option(min=1, help="Number of games.")] = 200,
    seed: Annotated[int, typer.Option(help="Determines the deals.")] = 0,
) -> None:
    """Print a table of what an agent's choices cost."""
    folder = agent_folder(who)
    if folder is None:
        raise typer.BadParameter(f"expected the name or folder of a trained agent, found {who!r}")
    try:
        agent = Agent(Path(folder))
        games = load(agent.game).people.VectorGame(deals, players, seed)
    except MomError as error:
        raise typer.BadParameter(str(error)) from None
    if not has_guide(agent.game):
        raise typer.BadParameter(f"expected an agent of a game whose search has a guide, found {agent.game}")
    found = table_of(choices_of(agent, games, Guide(agent.game)), list(load(agent.game).people.Game.decisions), deals)
    typer.echo(found)


if __name__ == "__main__":
    app()
