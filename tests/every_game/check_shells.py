"""Checks of any game: all environments, the arena, the soak and the kit show and pay what the game does."""

from io import StringIO
from typing import Any

import numpy as np
import pytest
from gymnasium.spaces import flatdim
from rich.console import Console

from mom_env.arena.match import Match
from mom_env.arena.plan import even_lineups, plan_of
from mom_env.base.game import Game, Observation
from mom_env.checks.soak.run import run_soak
from mom_env.environments.aec import Env, RawEnv
from mom_env.environments.endings import forfeit_return, is_zero_sum
from mom_env.environments.gymnasium import OneSeatEnv
from mom_env.environments.one_seat import OneSeat
from mom_env.environments.parallel import ParallelGames
from mom_env.environments.seat_settings import SeatSettings
from mom_env.errors import OptionError
from mom_env.kernel.jit import is_compiled
from mom_env.kernel.returns import Reward, reward_named
from mom_env.players.specs import make_player
from mom_env.testing import check_game
from mom_env.testing.command import redeal
from tests.every_game.check_returns import returns_of
from tests.every_game.subject import Subject, Table, bits_of, play_on, seen_by

KIT = ("agents", "ends", "seeds", "spaces", "mask to act", "idle masks", "masks agree", "rewards", "secrecy")


def arguments_of(table: Table, **more: Any) -> dict[str, Any]:
    """A table as arguments of an environment."""
    return {"num_players": table.num_players, "options": table.options, "skip_forced": table.skip_forced} | more


def rewards_in(subject: Subject) -> list[tuple[Table, str]]:
    """Each table that is looked at, and a reward that it has; not always the same one."""
    tables = subject.some_tables()
    names = [subject.modules.info.table(table.num_players).rewards for table in tables]
    return [(table, known[k % len(known)]) for k, (table, known) in enumerate(zip(tables, names, strict=True))]


def check_aec(subject: Subject) -> None:
    """The AEC environment shows and pays what the game does."""
    for number, (table, reward) in enumerate(rewards_in(subject)):
        env, rng = RawEnv(subject.name, arguments_of(table, reward=reward)), np.random.default_rng(number)
        env.reset(seed=number)
        game, total = subject.deal(table, number), dict.fromkeys(env.possible_agents, 0.0)
        while not game.over:
            agent = env.possible_agents[game.seat or 0]
            assert env.agent_selection == agent
            look_alike(game, env.observe(agent), env.agent_selection)
            (action,) = play_on(game, rng, 1)
            env.step(action)
            total = {name: total[name] + env.rewards[name] for name in total}
            assert bits_of(env.game) == bits_of(game)
        assert np.allclose(list(total.values()), returns_of(game, reward))
        assert all(env.terminations.values())
        scores, places = game.standing()
        for seat, agent in enumerate(env.possible_agents):
            assert (env.infos[agent]["score"], env.infos[agent]["place"]) == (scores[seat], places[seat])
        for _ in list(env.agents):
            env.step(None)
        assert not env.agents
        state = env.state()
        assert env.state_space.contains(state)


def look_alike(game: Game[Any], seen: Observation, agent: str) -> None:
    seat = int(agent.removeprefix("player_"))
    assert seen["observation"].tobytes() + seen["action_mask"].tobytes() == seen_by(game, seat)


def check_parallel(subject: Subject) -> None:
    """A step of the Parallel environment is what all that may act do; the others wait. It pays what the game does."""
    info, actions = subject.modules.info, subject.kernels.NUM_ACTIONS
    for number, (table, reward) in enumerate(rewards_in(subject)[: 1 if subject.is_long else None]):
        env = ParallelGames(subject.name, arguments_of(table, reward=reward))
        assert env.wait == (actions if info.wait is None else info.wait)
        assert {flatdim(space) for space in env.action_spaces.values()} == {actions + (info.wait is None)}
        rng, (seen, _) = np.random.default_rng(number), env.reset(seed=number)
        game, total = subject.deal(table, number), dict.fromkeys(env.agents, 0.0)
        while env.agents:
            asked = game.seats_to_move()
            for seat, agent in enumerate(env.possible_agents):
                mask = seen[agent]["action_mask"]
                assert seen[agent]["observation"].tobytes() == game.observe(seat)["observation"].tobytes()
                assert np.flatnonzero(mask).tolist() == (legal_of(game, seat) if seat in asked else [env.wait])
            chosen = {agent: int(rng.choice(np.flatnonzero(seen[agent]["action_mask"]))) for agent in env.agents}
            game.play_together({seat: chosen[env.possible_agents[seat]] for seat in asked})
            idle = [agent for seat, agent in enumerate(env.possible_agents) if seat not in asked]
            for agent in idle[: number % 2 * len(idle)]:
                del chosen[agent]
            seen, rewards, ends, _, infos = env.step(chosen)
            total = {agent: total[agent] + rewards[agent] for agent in total}
            assert set(ends.values()) == {game.over}
            assert bits_of(env.game) == bits_of(game)
        assert np.allclose(list(total.values()), returns_of(game, reward))
        assert [infos[agent]["place"] for agent in env.possible_agents] == game.standing()[1]


def legal_of(game: Game[Any], seat: int) -> list[int]:
    """The legal actions of a seat."""
    return [int(action) for action in np.flatnonzero(game.observe(seat)["action_mask"])]


def check_forfeits(subject: Subject) -> None:
    """An illegal action in either environment pays the stated loss to the offender, and the others share it."""
    for table, reward in rewards_in(subject):
        loss = forfeit_return(subject.name, int(reward_named(reward)), subject.deal(table, 1).ruleset)
        env = Env(subject.name, arguments_of(table, reward=reward))
        env.reset(seed=1)
        loser, legal = env.agent_selection, env.game.legal_actions()
        illegal = next((action for action in range(env.num_actions) if action not in legal), None)
        if illegal is None:
            continue
        env.step(illegal)
        assert env.rewards[loser] == loss <= -1
        shared = 0 if is_zero_sum(subject.name, table.num_players) else loss
        assert np.isclose(sum(env.rewards.values()), shared)
        both = ParallelGames(subject.name, arguments_of(table, reward=reward))
        both.reset(seed=1)
        chosen = {both.possible_agents[seat]: legal_of(both.game, seat)[0] for seat in both.game.seats_to_move()}
        _, rewards, ends, *_ = both.step(chosen | {loser: illegal})
        assert rewards[loser] == loss
        assert all(ends.values())


def check_rewards_refused(subject: Subject) -> None:
    """A reward that a number of players does not have is refused, and it is said which there are."""
    info = subject.modules.info
    for count in info.num_players:
        for name in {"win", "vp", "rank"} - set(info.table(count).rewards):
            for make in (RawEnv, ParallelGames):
                with pytest.raises(OptionError, match="reward: expected one of"):
                    make(subject.name, {"num_players": count, "reward": name})


def check_one_seat(subject: Subject) -> None:
    """The learner sees its own view at its own decisions, and is paid the return of its seat, on any seat."""
    for number, (table, reward) in enumerate(rewards_in(subject)):
        rng = np.random.default_rng(number)
        settings = SeatSettings.checked(arguments_of(table, reward=reward))
        games, total, ended = OneSeat(subject.name, 3, settings, deals_at_once=False), np.zeros(3), np.zeros(3, bool)
        games.reset([number, number + 1, number + 2])
        for _ in range(subject.modules.info.most_replay_moves):
            for i in range(3):
                if not ended[i]:
                    game, seat = games.game_at(i), int(games.seats()[i])
                    assert seat in game.seats_to_move()
                    assert games.observations[i].tobytes() + games.action_masks[i].tobytes() == seen_by(game, seat)
            legal = [np.flatnonzero(mask) if mask.any() else np.zeros(1) for mask in games.action_masks]
            before = games.states.copy()
            games.step(np.array([int(rng.choice(actions)) for actions in legal]))
            total += np.where(ended, 0, games.rewards)
            for i in np.flatnonzero(games.dones & ~ended).tolist():
                over = games.game_at(i)
                assert over.over
                assert np.isclose(total[i], returns_of(over, reward)[int(games.seats()[i])])
                assert games.results[i, 3] == over.standing()[1][int(games.seats()[i])]
            ended |= games.dones
            if ended.all():
                break
            assert games.states.tobytes() != before.tobytes()
        assert ended.all()


def check_gymnasium(subject: Subject) -> None:
    """The environment of one seat keeps its spaces, repeats a seed, and ends."""
    table = subject.some_tables()[0]
    env = OneSeatEnv(
        subject.name, **arguments_of(table, reward=subject.modules.info.table(table.num_players).rewards[0])
    )
    info: Any
    again: Any
    seen, info = env.reset(seed=3)
    assert env.observation_space.contains(seen)
    _, again = env.reset(seed=3)
    assert np.array_equal(again["action_mask"], info["action_mask"])
    for number in range(subject.modules.info.most_replay_moves):
        legal = np.flatnonzero(info["action_mask"])
        seen, paid, ended, _, info = env.step(legal[number % len(legal)])
        assert env.observation_space.contains(seen)
        assert ended or paid == 0
        if ended:
            break
    assert ended


def check_shaping(subject: Subject) -> None:
    """What the potential pays a seat adds up to nothing with gamma 1."""
    for table, reward in rewards_in(subject)[:3]:
        paid = []
        for shaping in (None, "potential"):
            env, rng = (
                RawEnv(subject.name, arguments_of(table, reward=reward, shaping=shaping)),
                np.random.default_rng(1),
            )
            env.reset(seed=2)
            total = np.array([env.rewards[agent] for agent in env.possible_agents])
            while not env.game.over:
                legal = env.game.legal_actions()
                env.step(legal[int(rng.integers(len(legal)))])
                total += [env.rewards[agent] for agent in env.possible_agents]
            paid.append(total)
        one, other = paid
        assert np.allclose(one, other)


def check_arena(subject: Subject) -> None:
    """A match on two deals: results are those of the replays, and a deal does not depend on the others."""
    info = subject.modules.info
    bots = ["random", [*subject.modules.people.BOTS][-1] if subject.is_long else "ismcts:sims=2"]
    for count in info.num_players[: 1 if subject.is_long else None]:
        plan = plan_of(bots, even_lineups(len(bots), count)[:2], count, 2, 5, game=subject.name)
        players = [make_player(name, subject.name, plan.ruleset()) for name in bots]
        match = Match(plan, players, plan.ruleset(), [0, 1], limit=60.0)
        match.play()
        results = match.results()
        assert not match.forfeits
        assert len(results) == 2 * plan.num_tables
        for i, row in enumerate(results):
            game = type(subject.deal(Table(count, {}), 0)).from_replay(match.replay(i))
            assert game.over
            assert (row["score"].tolist(), row["places"].tolist()) == game.standing()
            assert len(game.replay()["moves"]) <= row["moves"]
        alone = Match(plan, players, plan.ruleset(), [1], limit=60.0)
        alone.play()
        assert alone.results()["digest"].tolist() == results["digest"][plan.num_tables :].tolist()


def check_soak(subject: Subject) -> None:
    """The soak finds nothing in some games and pairs of a position and a seat; without events it shows none."""
    report = run_soak(subject.name, subject.few(12), subject.few(12), seed=1)
    assert report.violations == ()
    console = Console(record=True, file=StringIO())
    console.print(report.table())
    assert ("What was met" in console.export_text()) == (len(report.events) > 0)


def check_kit(subject: Subject) -> None:
    """The conformance kit finds nothing in the environment; it takes a minute with a long game in plain Python."""
    info = subject.modules.info
    if subject.is_long and not is_compiled():
        return
    for table, reward in rewards_in(subject)[-1:]:
        report = check_game(
            lambda table=table, reward=reward: RawEnv(subject.name, arguments_of(table, reward=reward)),
            resample=redeal,
            zero_sum=info.table(table.num_players).zero_sum,
            chance=info.has_chance or info.has_secrets,
            seeds=(0,),
            positions=2,
            tries=4,
            horizon=6,
            only=KIT,
        )
        report.raise_for_findings()


def check_kernel_returns(subject: Subject) -> None:
    """What a batch pays for each reward is what the game is worth."""
    people, info = subject.modules.people, subject.modules.info
    for count in info.num_players[: 1 if subject.is_long else None]:
        for reward in info.table(count).rewards:
            batch, rng = people.VectorGame(2, count, 9, reward=reward), np.random.default_rng(2)
            games = [people.Game.from_record(batch.ruleset, batch.states[i : i + 1]) for i in range(2)]
            for _ in range(info.most_replay_moves):
                actions = batch.sample(rng).copy()
                batch.step(actions)
                for i, game in enumerate(games):
                    if not game.over:
                        game.play(int(actions[i]))
                        paid = batch.returns[i, :count].tolist()
                        assert np.allclose(paid, returns_of(game, reward) if game.over else 0)
                if all(game.over for game in games):
                    break
    assert Reward.WIN == 0
