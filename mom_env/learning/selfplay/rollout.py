"""Rollouts: games in lock-step, whose learning seats fill one batch of decisions."""

from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from mom_env.environments.overview import overviews_of
from mom_env.kernel.own_inputs import OwnHead, add_own
from mom_env.kernel.sparse_mlp import draw_range, find_range, score_range, share_lists
from mom_env.learning.batches import batch_of, choose, seats_of, visits_in, worths_in
from mom_env.learning.config import Config
from mom_env.learning.selfplay.advantages import NO_ROW, Estimates, Played, Scratch, estimate_advantages
from mom_env.learning.selfplay.league import CHANCE, LEARNER, SHADOW, League
from mom_env.learning.selfplay.network import Layers, Network
from mom_env.learning.selfplay.payoffs import payoffs_of
from mom_env.learning.shape import overview_inputs
from mom_env.players.guide import Guide, below_best
from mom_env.players.policy_net import Sight
from mom_env.players.specs import make_player
from mom_env.players.visits import VisitSearch

Indices = NDArray[np.int64]
Floats = NDArray[np.float32]
ITSELF, PAST_SELF, BOT = range(3)  # the learner's opponent in a game
FIRST_LEGAL_PER_ROW = 12  # room for legal actions at first; it grows if it is not enough


class Batch(NamedTuple):
    """The R decisions of the learner in a rollout, and what is needed to learn from them."""

    seen: Tensor  # [R, inputs] prepared observations
    offsets: Indices  # [R + 1] where the lists of legal actions begin in `ids`
    ids: NDArray[np.int32]  # all lists, one after another
    taken: Indices  # [R] entry of its list that was taken
    log_probs: Floats  # [R] of the actions taken, when they were played
    values: Floats  # [R] when they were played
    advantages: Floats  # [R]
    payoffs: Floats  # [R, S] targets of the payoffs, counted from the seat that decided
    seats: Indices  # [R] number of seats at the table
    known: Indices  # the rows to learn from: those of which it is known what followed
    overviews: Tensor  # [R, overview] inputs of the critic; no columns if there is none
    searched: NDArray[np.bool_]  # [R] whether there was a search; no rows if there are no searches at all
    targets: Floats  # share of each search's visits, by entry of the lists; no entries without searches
    worths: Floats  # what the guide thinks of each action, by entry of the lists; no entries without a guide


class Drawn(NamedTuple):
    """Actions that a network has drawn for B games, with its log-probabilities and values."""

    seen: Tensor  # [B, inputs] prepared observations
    chosen: Indices  # [B] index of the action in the joint list of all legal actions
    log_probs: Floats  # [B]
    values: Floats  # [B]
    payoffs: Floats  # [B, S] counted from the seat that decided
    overviews: Tensor  # [B, overview] inputs of the critic
    worths: Floats  # what the guide thinks of each legal action; no entries without a guide


class Rollout:
    """Plays games in rollouts, each of which continues the games of the one before.

    Attributes:
        games: the batch of games.
        players: [games, seats] the player at each seat: LEARNER, SHADOW (the learner's network, not learnt from) or the
            number of an opponent.
        random_left: [games] number of random decisions that are left at the beginning of the game.
    """

    def __init__(self, config: Config, network: Network, league: League, rng: np.random.Generator) -> None:
        """Deal the games, and choose the players at their seats.

        Args:
            config: of the training.
            network: the learner's network.
            league: the opponents.
            rng: draws everything random.
        """
        self.config, self.network, self.league, self.rng = config, network, league, rng
        num_games, steps = config.rollout.games, config.rollout.steps
        self.games = batch_of(config, int(rng.integers(2**63)), config.rollout.reward)
        self._num_seats = seats_of(self.games)
        self._sight = Sight(config.game, network.shape.symmetry, num_games)
        self._all_games = np.arange(num_games)
        self._company = self._companies()
        self.players = np.full((num_games, max(config.player_counts)), LEARNER, np.int64)
        for game in range(num_games):
            self._seat_players(game)
        self.random_left = np.zeros(num_games, np.int64)
        self._overview = overview_inputs(config)
        self._imitates, self._teacher = False, make_player(config.imitation.bot, config.game)
        self._chance = make_player("random", config.game)
        self._deviation = 1.0
        self._layers: dict[Network, Layers] = {}
        self._owns: dict[Network, OwnHead] = {}
        asked = config.search
        self._search = VisitSearch(config.game, asked.sims, asked.leaf, asked.root) if asked.share else None
        wanted = config.imitation.temperature or config.network.guide_weight
        self._guide = Guide(config.game) if wanted else None
        self._make_room(steps, num_games)

    def set_reward(self, reward: str, deviation: float) -> None:
        """Set the reward of games that end from now on.

        Their returns are divided by `deviation`, a standard deviation.
        """
        self.games.set_reward(reward)
        self._deviation = deviation

    @property
    def _has_targets(self) -> bool:
        """Whether decisions may have a probability for each legal action as target, from a search or a guide."""
        return self._search is not None or self.config.imitation.temperature > 0

    def _make_room(self, steps: int, num_games: int) -> None:
        """Make the arrays for the decisions of a rollout of `steps` steps in `num_games` games."""
        most, shape = steps * num_games, self.network.shape
        self._seen = torch.zeros(most, shape.inputs, dtype=self.network.dtype)
        self._overviews = torch.zeros(most, self._overview, dtype=self.network.dtype)
        self._offsets, self._taken = np.zeros(most + 1, np.int64), np.zeros(most, np.int64)
        self._ids = np.zeros(most * FIRST_LEGAL_PER_ROW, np.int32)
        self._searched = np.zeros(most if self._has_targets else 0, np.bool_)
        self._targets = np.zeros(len(self._ids) if self._has_targets else 0, np.float32)
        self._worths = np.zeros(len(self._ids) if shape.guided else 0, np.float32)
        self._log_probs, self._values = (np.zeros(most, np.float32) for _ in range(2))
        self._told, self._row_seats = np.zeros((most, shape.payoffs), np.float32), np.zeros(most, np.int64)
        targets, is_known = np.zeros((most, shape.payoffs), np.float32), np.zeros(most, np.uint8)
        self._estimates = Estimates(np.zeros(most, np.float32), targets, is_known)
        self._rows = np.zeros((steps, num_games), np.int64)
        self._seats = np.zeros((steps, num_games), np.int8)
        self._dones = np.zeros((steps, num_games), np.uint8)
        self._returns, self._payoffs = (np.zeros((steps, num_games, shape.payoffs), np.float32) for _ in range(2))
        self._scores, self._probabilities = (np.zeros(num_games * shape.actions, np.float32) for _ in range(2))

    def _companies(self) -> NDArray[np.int8]:
        """Return the kind of opponent in each game: ITSELF, PAST_SELF or BOT.

        In each block of games with the same rules, the kinds have the configured shares.
        """
        league, company = self.config.league, np.full(self.games.num_games, ITSELF, np.int8)
        for block in self.games.blocks:
            size = block.last - block.first
            first_past = round(size * (1 - league.past_share - league.bot_share))
            first_bot = round(size * (1 - league.bot_share))
            company[block.first + first_past : block.first + first_bot] = PAST_SELF
            company[block.first + first_bot : block.last] = BOT
        return company

    def _seat_players(self, game: int) -> None:
        """Choose the players of a new deal in the game with the index `game`, and write them into `players`.

        All seats learn, or one seat learns and the same opponent plays all others.
        """
        if self._company[game] == ITSELF:
            opponent = LEARNER if self.config.league.learner_seats == "all" else SHADOW
        elif self._company[game] == PAST_SELF:
            opponent = self.league.past
        else:
            opponent = self.league.draw_bot(self.rng)
        seats = self.players[game, : self._num_seats[game]]
        seats[:] = opponent
        seats[self.rng.integers(len(seats))] = LEARNER

    def collect(self, *, imitate: bool = False) -> Batch:
        """Play one rollout, and return the learner's decisions.

        With `imitate`, the imitated bot decides for all seats, and all decisions are the learner's. The arrays of the
        batch are overwritten by the next rollout.
        """
        num_rows, self._imitates, self._layers, self._owns = 0, imitate, {}, {}
        self.league.draw_past(self.rng)
        if self._search:
            self._search.ask(self.network.shape, self.network.agent_arrays())
        for step in range(len(self._rows)):
            num_rows = self._play_step(step, num_rows)
        self._estimate(num_rows)
        return Batch(
            self._seen[:num_rows],
            self._offsets[: num_rows + 1],
            self._ids,
            self._taken[:num_rows],
            self._log_probs[:num_rows],
            self._values[:num_rows],
            self._estimates.advantages[:num_rows],
            self._estimates.payoffs[:num_rows],
            self._row_seats[:num_rows],
            np.flatnonzero(self._estimates.is_known[:num_rows]),
            self._overviews[:num_rows],
            self._searched[:num_rows],
            self._targets if self._search or imitate else self._targets[:0],
            self._worths,
        )

    def _play_step(self, step: int, num_rows: int) -> int:
        """Play one decision of each game.

        Args:
            step: number of the step in the rollout, from 0.
            num_rows: number of the learner's decisions in the rollout so far.

        Returns:
            The new number of the learner's decisions.
        """
        games, actions = self.games, np.zeros(len(self._all_games), np.int64)
        movers = self._movers()
        learners = np.flatnonzero(movers == LEARNER)
        actions[learners] = self._learn(learners, num_rows)
        for opponent in np.unique(movers[movers != LEARNER]):
            theirs = np.flatnonzero(movers == opponent)
            actions[theirs] = self._play_opponent(int(opponent), theirs)
        self._rows[step] = NO_ROW
        self._rows[step, learners] = np.arange(num_rows, num_rows + len(learners))
        self._seats[step] = games.seats
        games.step(actions)
        np.maximum(self.random_left - 1, 0, out=self.random_left)
        self._dones[step] = games.dones
        self._returns[step] = games.returns[:, : self._returns.shape[2]] / self._deviation
        for game in np.flatnonzero(games.dones):
            count = self._num_seats[game]
            self._payoffs[step, game, :count] = payoffs_of(self._returns[step, game, :count])
            self._end_game(int(game))
        return num_rows + len(learners)

    def _movers(self) -> Indices:
        """Return who moves in each game: LEARNER, SHADOW, CHANCE or the number of an opponent.

        A shadow plays with the learner's network, but is not learnt from. CHANCE, which moves at random, plays the
        first decisions of some games. In imitation all others are LEARNER.
        """
        movers: Indices = self.players[self._all_games, self.games.seats]
        if self._imitates:
            movers[:] = LEARNER
        movers[self.random_left > 0] = CHANCE
        return movers

    def _learn(self, rows: Indices, num_rows: int) -> NDArray[np.int32]:
        """Choose the learner's actions in the games `rows`, append the decisions to the batch, and return the actions.

        `num_rows` is the number of decisions in the batch before. In imitation, the actions are the imitated bot's.
        """
        count = len(rows)
        here = slice(num_rows, num_rows + count)
        drawn = self._draw(self.network, rows)
        chosen = drawn.chosen
        if self._imitates:
            bits = self.rng.integers(2**64, size=count, dtype=np.uint64)
            wanted = choose(self._teacher, self.games, rows, bits)
            find_range(self._sight.actions, self._sight.offsets, wanted, chosen, 0, count)
        entries, start = int(self._sight.offsets[count]), self._offsets[num_rows]
        if start + entries > len(self._ids):
            self._ids = np.concatenate([self._ids, np.zeros(len(self._ids) + entries, np.int32)])
            self._targets = np.resize(self._targets, len(self._ids) if self._has_targets else 0)
            self._worths = np.resize(self._worths, len(self._ids) if len(self._worths) else 0)
        self._ids[start : start + entries] = self._sight.ids[:entries]
        self._offsets[num_rows + 1 : num_rows + count + 1] = start + self._sight.offsets[1 : count + 1]
        self._seen[here], self._overviews[here] = drawn.seen, drawn.overviews
        self._taken[here] = chosen - self._sight.offsets[:count]
        self._log_probs[here], self._values[here] = drawn.log_probs, drawn.values
        self._told[here], self._row_seats[here] = drawn.payoffs, self._num_seats[rows]
        if len(drawn.worths):
            self._worths[start : start + entries] = drawn.worths
        if self._has_targets:
            self._write_targets(rows, self._searched[here], self._targets[start : start + entries])
        return self._sight.actions[chosen]

    def _write_targets(self, rows: Indices, searched: NDArray[np.bool_], targets: Floats) -> None:
        """Write the probabilities that are to be learnt: from a guide in the imitation, and then from a search.

        Args:
            rows: indices of games, whose legal actions are in `_sight`.
            searched: gets by row whether there are any.
            targets: gets for each legal action of all rows its probability, or 0 where there is none.
        """
        searched[:], targets[:] = False, 0
        if self._imitates and self._guide and self.config.imitation.temperature:
            searched[:] = True
            worths = self._worths_in(self._guide, rows) / self.config.imitation.temperature
            share_lists(worths, self._sight.offsets[: len(rows) + 1], targets)
        elif self._search and not self._imitates:
            self._ask_search(self._search, rows, searched, targets)

    def _worths_in(self, guide: Guide, rows: Indices) -> Floats:
        """Return a guide's estimate of each legal action in the games `rows`, which are those in `_sight`."""
        offsets = self._sight.offsets[: len(rows) + 1]
        return worths_in(guide, self.games, rows, offsets, self._sight.actions[: offsets[-1]])

    def _ask_search(self, search: VisitSearch, rows: Indices, searched: NDArray[np.bool_], targets: Floats) -> None:
        """Search in a share of the games `rows`, and write the share of each action in the visits into `targets`.

        `search` asks the network as it is now. `searched` gets by row whether there was a search; a decision with one
        legal action has none.
        """
        asked = np.flatnonzero(self.rng.random(len(rows)) < self.config.search.share)
        bits = self.rng.integers(2**64, size=len(asked), dtype=np.uint64)
        for row, visits in zip(asked, visits_in(search, self.games, rows[asked], bits), strict=True):
            entries = slice(*self._sight.offsets[row : row + 2])
            counts = visits[self._sight.actions[entries]]
            searched[row] = counts.any()
            targets[entries] = counts / max(counts.sum(), 1)

    def _draw(self, network: Network, rows: Indices) -> Drawn:
        """Draw an action of a network for the seat to move in each of the games `rows`."""
        count = len(rows)
        self._sight.look(self.games.observations, self.games.action_masks, rows)
        seen, overviews = network.prepare(self._sight.seen), self._look_over(rows)
        with torch.no_grad():
            hidden = network.hidden(seen, self._cast(network))
            values, payoffs = self._worth(network, hidden, rows, overviews)
            head = hidden.numpy(), network.policy.weight.numpy(), network.policy.bias.numpy()
        score_range(*head, self._sight.offsets, self._sight.ids, self._scores, 0, count)
        if network.own:
            lists = self._sight.offsets, self._sight.ids
            add_own(seen.float().numpy(), head[0], self._own(network), *lists, self._scores, 0, count)
        worths = self._add_guided(network, rows)
        chosen, log_probs = np.zeros(count, np.int64), np.zeros(count, np.float32)
        given = self._scores, self._sight.offsets, self.rng.random(count, np.float32), self._probabilities
        draw_range(*given, chosen, log_probs, 0, count)
        return Drawn(seen, chosen, log_probs, values, payoffs, overviews, worths)

    def _add_guided(self, network: Network, rows: Indices) -> Floats:
        """Add what the guide of a network contributes to `_scores`, the logits of legal actions in the games `rows`.

        Return what the guide thinks of these actions; no entries if the network has no guide.
        """
        if not network.guided or not self._guide:
            return self._worths[:0]
        offsets = self._sight.offsets[: len(rows) + 1]
        worths = below_best(self._worths_in(self._guide, rows), offsets)
        weights: Floats = network.guided.weight.detach().numpy()
        self._scores[: offsets[-1]] += weights[self._sight.ids[: offsets[-1]]] * worths
        return worths

    def _look_over(self, rows: Indices) -> Tensor:
        """Return the inputs of the critic for the games `rows`, which ascend; no columns if there is no critic."""
        if not self._overview:
            return torch.empty(len(rows), 0)
        return torch.from_numpy(overviews_of(self.games, rows, self.players.shape[1])).to(self.network.dtype)

    def _worth(self, network: Network, hidden: Tensor, rows: Indices, overviews: Tensor) -> tuple[Floats, Floats]:
        """Return what a network says that positions are worth: values, shape (B,), and payoffs, shape (B, S).

        `hidden` is the last hidden layer for the games `rows`, and `overviews` has the inputs of the critic.
        """
        values: Floats = network.values(hidden, overviews).numpy()
        payoffs = network.log_payoffs(hidden, torch.from_numpy(self._num_seats[rows])).exp()[:, :-1]
        return values, payoffs.numpy()

    def _cast(self, network: Network) -> Layers:
        """Return the trunk's layers of a network in the trunk's type.

        They are computed once per rollout, as weights do not change within it.
        """
        if network not in self._layers:
            self._layers[network] = network.cast()
        return self._layers[network]

    def _own(self, network: Network) -> OwnHead:
        """Return the weights of a network for the own inputs of actions, once per rollout as in `_cast`."""
        if network not in self._owns:
            self._owns[network] = network.own_head()
        return self._owns[network]

    def _play_opponent(self, opponent: int, rows: Indices) -> NDArray[np.integer]:
        """Return the actions of the player `opponent`, a number (shadow, chance, past self or bot), in games `rows`."""
        if opponent == CHANCE or self.league.is_bot(opponent):
            bits = self.rng.integers(2**64, size=len(rows), dtype=np.uint64)
            bot = self._chance if opponent == CHANCE else self.league.bot(opponent)
            return choose(bot, self.games, rows, bits)
        network = self.network if opponent == SHADOW else self.league.pool[opponent]
        return self._sight.actions[self._draw(network, rows).chosen]

    def _end_game(self, game: int) -> None:
        """Count a game that has ended for the league's scores, and choose the players of the next deal.

        `game` is its index.
        """
        seats = self.players[game, : self._num_seats[game]]
        opponents = seats[seats >= 0]
        if len(opponents) and not self._imitates:
            seat = int(np.argmax(seats == LEARNER))
            self.league.record(int(opponents[0]), self.games.returns[game, : len(seats)], seat)
        self._seat_players(game)
        self._draw_beginning(game)

    def _draw_beginning(self, game: int) -> None:
        """Draw how many random decisions the new deal in the game with the index `game` begins with."""
        rollout = self.config.rollout
        if rollout.random_share and self.rng.random() < rollout.random_share:
            self.random_left[game] = self.rng.integers(1, rollout.random_plies + 1)

    def _estimate(self, num_rows: int) -> None:
        """Write the advantages of the rollout's `num_rows` decisions, and which of these are to be learnt from."""
        seats = self.games.seats
        learners = np.flatnonzero(self._movers() == LEARNER)
        last_values = np.zeros(len(self._all_games), np.float32)
        last_told = np.zeros((len(self._all_games), self._told.shape[1]), np.float32)
        self._sight.look(self.games.observations, self.games.action_masks, learners)
        with torch.no_grad():
            seen = self.network.prepare(self._sight.seen)
            hidden = self.network.hidden(seen, self._cast(self.network))
            worth = self._worth(self.network, hidden, learners, self._look_over(learners))
        last_values[learners], last_told[learners] = worth
        ppo, count = self.config.ppo, self._returns.shape[2]
        ends = self._returns, self._payoffs, self._values[:num_rows], seats, last_values
        played = Played(self._rows, self._seats, self._dones, *ends, self._told, last_told, self._num_seats)
        room = Scratch(np.zeros((3, count), np.float32), np.zeros((count, count), np.float32))
        estimate_advantages(played, ppo.discount, ppo.trace, self._estimates, room)
