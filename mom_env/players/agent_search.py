"""`search`: tree search that asks a trained agent how likely moves are, and what positions are worth to each seat."""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from mom_env.common.arguments import shown
from mom_env.contract.records import Records
from mom_env.errors import CheckpointError, OptionError
from mom_env.players.agent import Agent, agent_folder, check_lacks_no_file
from mom_env.players.search import Ismcts, Root

Leaf = Literal["network", "playout"]
AT_ONCE = 0  # turns of a playout before the agent says what a position is worth


class AgentSearch(Ismcts):
    """Tree search over a trained agent. Each node is a position as its seat to move sees it; no hidden card leaks."""

    def __init__(
        self,
        game: str,
        agent: str = "",
        sims: int | None = None,
        ms: float | None = None,
        c: float = 0.6,
        prior: Literal["network", "guide"] = "network",
        leaf: Leaf = "network",
        root: Root = "visits",
        playout: str | None = None,
        depth: int | None = None,
    ) -> None:
        """Read the agent, and prepare a search.

        Args:
            game: name of the game.
            agent: name of the agent, or path of its folder.
            sims: simulations per move; 1,000 unless `ms` is given.
            ms: milliseconds per move, instead of `sims`; not reproducible.
            c: weight of exploration; payoffs are between 0 and 1.
            prior: who says how likely moves are: the agent's "network", or the game's "guide".
            leaf: who says what the last position of a simulation is worth: the agent's "network", or the result of a
                "playout".
            root: how the move is chosen: by the most "visits", or by "halving", where the likeliest moves get equal
                numbers of simulations, and the worse half drops out until one is left.
            playout: how a simulation continues below the tree: "random" or one of the game's own; by default its last.
            depth: turns of a playout before the position is judged. By default 0 with leaf="network", else the depth
                that the game has for the playout.

        Raises:
            OptionError: an argument is not valid, or there is no such agent.
            CheckpointError: the agent is damaged or for another game, or it cannot say what positions are worth.
        """
        asked = named_agent(agent, game)
        if leaf == "network" and not asked.shape.payoffs:
            raise CheckpointError(
                f"{asked.manifest.name}: expected an agent that says what positions are worth, found one without "
                f"payoffs; leaf=playout does without them"
            )
        self.agent = asked
        super().__init__(game, sims, ms, c, root, playout, AT_ONCE if depth is None and leaf == "network" else depth)
        self._works["prior"], self._works["leaf"] = prior == "network", leaf == "network"

    def choose_each(self, states: Records, rules: Records, bits: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Search in each game, and return an action for the seat to move in it; the arguments are those of `Ismcts`.

        Raises:
            CheckpointError: there are more seats at the table than the agent says payoffs of.
        """
        seats, told = int(rules[0].num_players), self.agent.shape.payoffs if self.agent is not None else 0
        if self._works[0].leaf and seats > told:
            raise CheckpointError(f"agent: expected a table of at most {told} players, found {seats}")
        return super().choose_each(states, rules, bits)


def named_agent(name: str, game: str) -> Agent:
    """Return the agent of that name or folder.

    Raises:
        OptionError: there is none.
        CheckpointError: the agent is damaged, or for another game than `game`.
    """
    folder = agent_folder(name) if name else None
    if folder is None:
        check_lacks_no_file(name)
        raise OptionError(f"agent: expected the name or folder of a trained agent, found {shown(name)}")
    agent = Agent(folder)
    agent.check_is_of(game)
    return agent
