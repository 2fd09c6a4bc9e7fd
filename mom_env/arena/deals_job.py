"""The job of playing deals of a plan: its parts are deals, and their results the games, forfeits and replays."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from mom_env.arena.game_records import Forfeit, Games
from mom_env.arena.match import Match
from mom_env.arena.plan import Plan
from mom_env.base.replay import Replay
from mom_env.contract.people import Ruleset
from mom_env.contract.records import Bits, Records
from mom_env.contract.records import Indices as Actions
from mom_env.errors import WorkError
from mom_env.games import load
from mom_env.players.kinds import AgentPlayer, KernelBot, Player, SearchPlayer, Who, see
from mom_env.players.specs import make_player, name_of, names_code
from mom_env.work.job import QUIET, Job, Link

# Games in a part. Players that are neither bots nor agents play one deal at a time.
GAMES_A_PART = 256  # with bots alone: about a tenth of a second
GAMES_IN_STEP = 1024  # with agents, which choose for all games of a part at once

Deals = tuple[int, ...]
Some = Mapping[int, Sequence[int]]  # by deal, the numbers of the games to play; of other deals all are played


class PlayedDeals(NamedTuple):
    """The result of a part: its games, the forfeits among them, and if they are wanted, replays by file name."""

    games: Games
    forfeits: list[Forfeit]
    replays: dict[str, Replay]


class SeatedPlan(NamedTuple):
    """A plan with its ruleset and its players, and how long a move may take.

    Attributes:
        plan: which players meet on which deals.
        ruleset: deck and options.
        players: the players, in the order of the plan.
        whos: the specs or functions that they were made from.
        limit: seconds that a player other than a bot may take for a move.
    """

    plan: Plan
    ruleset: Ruleset
    players: Sequence[Player]
    whos: Sequence[Who]
    limit: float


def make_players(plan: Plan, whos: Sequence[Who]) -> list[Player]:
    """Return the players of a plan, made from their specs or functions, in the order of `whos`.

    Raises:
        OptionError: a player does not exist.
    """
    return [make_player(who, plan.game, plan.ruleset()) for who in whos]


class DealsJob(Job[Deals, PlayedDeals]):
    """Plays deals of a plan.

    Workers get bots, searches and agents as they are, weights included, and import users' own code.
    """

    noun = "deals"

    def __init__(self, table: SeatedPlan, some: Some, *, replays: bool) -> None:
        """Make the job.

        Args:
            table: who plays what.
            some: by deal, the numbers of the games to play; of deals that are not in it, all games are played.
            replays: whether replays are wanted.
        """
        self.plan, self.ruleset, self.limit = table.plan, table.ruleset, table.limit
        self.some, self.replays = some, replays
        self._sent = [
            player if isinstance(player, KernelBot | SearchPlayer | AgentPlayer) else who
            for player, who in zip(table.players, table.whos, strict=True)
        ]

    def begin(self, link: Link) -> Callable[[Deals], PlayedDeals]:
        """Make the players that were not sent, and return the function that plays deals."""
        players = [
            make_player(one, self.plan.game, self.ruleset) if isinstance(one, str) or callable(one) else one
            for one in self._sent
        ]
        return lambda deals: self._play(players, link, deals)

    def _play(self, players: Sequence[Player], link: Link, deals: Deals) -> PlayedDeals:
        """Play all games of `deals` between `players`, noting in `link` which player is asked for a move.

        Raises:
            Stopped: the job was stopped before all games were played.
        """
        match = Match(self.plan, players, self.ruleset, deals, self.limit, self.some, link.note)
        match.play(link.is_stopped)
        games = list(zip(match.deals, match.numbers, strict=True)) if self.replays else []
        replays = {f"deal-{deal:06}-game-{number:02}.json": match.replay(i) for i, (deal, number) in enumerate(games)}
        return PlayedDeals(match.results(), list(match.forfeits.values()), replays)

    def warm_up(self) -> None:
        """Compile what every worker needs, by playing one deal and one move of each player of the package.

        Users' own code runs in workers only.
        """
        game, ruleset = self.plan.game, self.ruleset
        name, bot = next(iter(load(game).people.BOTS.items()))
        stand_ins: list[Player] = [KernelBot(name, bot.number, game), StandIn(game)]
        match = Match(self.plan, stand_ins * len(self._sent), ruleset, [0], self.limit)
        opening, bits = match.states[:1].copy(), match.draw(np.zeros(1, np.int64))
        match.play()
        match.replay(0)
        match.results()
        for player in self._sent:
            if not isinstance(player, str) and not callable(player):
                player.choose(opening, ruleset.rules, bits)

    def give_up(self, part: Deals, note: int) -> PlayedDeals:
        """Raise the error about deals whose worker died at each try.

        `note` is the number of the player that was last asked for a move, or QUIET.

        Raises:
            WorkError: it names that player.
        """
        who = self.plan.players[note] if note != QUIET else "something outside the players"
        why = "to see why, run the same with one job (--jobs 1)"
        raise WorkError(f"deal {part[0]}: expected players that return, found a process ended by {who}; {why}")

    def code(self) -> list[str]:
        """Return the names of the functions, classes and models of users among the players."""
        return [
            name_of(who) if callable(who) else who
            for who in self._sent
            if callable(who) or (isinstance(who, str) and names_code(who))
        ]

    def deals_a_part(self) -> int:
        """Return how many deals a part has."""
        games = 1
        if all(isinstance(player, KernelBot | AgentPlayer) for player in self._sent):
            games = GAMES_IN_STEP if any(isinstance(player, AgentPlayer) for player in self._sent) else GAMES_A_PART
        return max(1, games // self.plan.num_tables)


class StandIn(NamedTuple):
    """A player other than a bot, which takes the first legal action. It is used only to compile kernels."""

    game: str
    spec: str = "stand-in"
    made_from: str = "stand-in"

    def choose(self, states: Records, rules: Records, bits: Bits) -> Actions:  # noqa: ARG002 - it leaves nothing to chance
        """Return the first legal action for the seat to move in each of `states`.

        `bits`, the player's chance, are not used.
        """
        _, masks = see(self.game, states, rules)
        first: Actions = masks.argmax(axis=1)
        return first
