"""Trainings at tables of several numbers of players and sets of options, side by side."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mom_env.errors import ConfigError
from mom_env.games import load, make_ruleset
from mom_env.learning import checkpoint, evaluation
from mom_env.learning.batches import batch_of, choose, rulesets_of, seats_of
from mom_env.learning.config_checks import check_config
from mom_env.learning.evaluation import evaluate, evaluate_all, fair_shares, matchups
from mom_env.learning.exploit import check_table
from mom_env.learning.export import export_agent
from mom_env.learning.selfplay.league import LEARNER
from mom_env.learning.selfplay.trainer import SelfPlay
from mom_env.players.specs import can_sit, make_player, notes
from tests.learning.small import fingerprint, small, trained

pytestmark = pytest.mark.train

GAME = "monkeys_on_the_moon"
COUNTS = [2, 3, 4]
SCORN, TREACHERY = {"maximum_scorn": True}, {"monkey_treachery": True}
TABLES: dict[str, Any] = {"num_players": COUNTS, "options": [SCORN, TREACHERY]}


def several(*settings: str, **tables: Any) -> Any:
    return small("rollout.games=30", *settings, **{**TABLES, **tables})


def test_a_file_says_it_by_a_list_and_by_several_tables(tmp_path: Path) -> None:
    from mom_env.learning.config import load_config

    path = tmp_path / "several.toml"
    path.write_text(
        'trainer = "selfplay"\nnum_players = [2, 4]\ndecisions = 100\n'
        "[[options]]\nmaximum_scorn = true\n[[options]]\nmonkey_treachery = true\n"
    )
    config = load_config(path)
    assert (config.player_counts, config.option_sets) == ([2, 4], [SCORN, TREACHERY])
    assert load_config(path, ["num_players=[2,3]", "options=[{}]"]).player_counts == [2, 3]
    single = small()
    assert (single.num_players, single.options) == (3, {})
    assert (single.player_counts, single.option_sets) == ([3], [{}])
    assert json.loads(single.model_dump_json())["options"] == {}


@pytest.mark.parametrize(
    ("tables", "message"),
    [
        ({"num_players": []}, "num_players: expected at least 1 item"),
        ({"num_players": [2, 2]}, "num_players: expected a list of different entries"),
        ({"num_players": [2, 17]}, "num_players.1: expected less than or equal to 16, found 17"),
        ({"num_players": "two"}, "num_players: expected a valid integer, found 'two'"),
        ({"options": [{"maximum_scorn": 1.5}]}, "options.0.maximum_scorn: expected true or false"),
        ({"options": [SCORN, SCORN]}, "options: expected a list of different entries"),
    ],
)
def test_lists_that_cannot_be_are_refused(tables: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        small(**tables)


def test_more_kinds_of_tables_than_games_and_rewards_without_a_meaning_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(ConfigError, match="num_players and options: expected 1 to 5 tables, one per game, found 6"):
        check_config(several("rollout.games=5"))
    check_config(several())
    info = load(GAME).info
    tables = {**info.tables, 4: info.tables[4]._replace(rewards=("win", "vp"))}
    monkeypatch.setattr(load(GAME), "info", info._replace(tables=tables))
    with pytest.raises(ConfigError, match="last_reward: expected one of win, vp for 4 players, found 'rank'"):
        check_config(several("rollout.last_reward='rank'", "rollout.last_share=0.5"))
    check_config(several("rollout.last_reward='rank'"))  # which is never used


def test_games_of_each_kind_are_as_many_and_so_is_the_company_there(tmp_path: Path) -> None:
    rollout = SelfPlay(several("league.past_share=0.4", "league.bot_share=0.2"), tmp_path).rollout
    blocks = rollout.games.blocks
    assert [(block.ruleset.num_players, block.last - block.first) for block in blocks] == [
        (count, 5) for count in COUNTS for _ in range(2)
    ]
    assert [block.ruleset.options.plain()["maximum_scorn"] for block in blocks] == [True, False] * 3
    rollout.league.past = 1
    for game in range(30):
        rollout._seat_players(game)
        seats = rollout.players[game, : rollout._num_seats[game]]
        assert (seats == LEARNER).sum() == (len(seats) if game % 5 < 2 else 1)
        assert set(seats.tolist()) - {LEARNER} <= ({1} if game % 5 < 4 else {2})
    assert seats_of(rollout.games).tolist() == [2] * 10 + [3] * 10 + [4] * 10


def test_everybody_chooses_by_the_rules_of_its_own_game() -> None:
    games, rng = batch_of(several(), 5, "win"), np.random.default_rng(1)
    planner, rows = make_player("greedy", GAME), np.arange(30)
    for _ in range(12):
        bits = rng.integers(2**64, size=30, dtype=np.uint64)
        chosen = choose(planner, games, rows, bits)
        for block in games.blocks:
            for i in range(block.first, block.last):
                alone = planner.choose(games.states[i : i + 1], block.ruleset.rules, bits[i : i + 1])
                assert chosen[i] == alone[0]
        some = rng.permutation(30)[:7]
        assert choose(planner, games, some, bits[some]).tolist() == chosen[some].tolist()
        games.step(chosen)


def test_an_end_is_recorded_by_the_seats_that_there_are(tmp_path: Path) -> None:
    rollout = SelfPlay(several("league.past_share=0", "league.bot_share=1.0"), tmp_path).rollout
    recorded: list[Any] = []
    rollout.league.record = lambda *told: recorded.append(told)  # type: ignore[method-assign]
    bot = rollout.league.config.pool
    rollout.players[0] = [bot, LEARNER, LEARNER, LEARNER]  # what lies behind the two seats is nobody's
    rollout.games.returns[0] = [-1, 1, 0, 0]
    rollout._end_game(0)
    assert [(opponent, returns.tolist(), seat) for opponent, returns, seat in recorded] == [(bot, [-1.0, 1.0], 1)]


@pytest.mark.parametrize("settings", [(), ("imitation.decisions=400", "imitation.bot='greedy'")])
def test_such_a_training_goes_on_to_the_bit(settings: tuple[str, ...], tmp_path: Path) -> None:
    config = several(*settings)
    first = trained(config, tmp_path, 2)
    path = checkpoint.save(first, tmp_path / "checkpoints")
    assert json.loads((path / checkpoint.MANIFEST).read_text())["num_players"] == COUNTS
    second = checkpoint.load_checkpoint(path, tmp_path)
    assert fingerprint(second) == fingerprint(first)
    first.iterate()
    second.iterate()
    assert fingerprint(second) == fingerprint(first)


def test_a_single_entry_is_the_number_itself(tmp_path: Path) -> None:
    one = trained(small(), tmp_path, 2)
    other = trained(small(num_players=[3], options=[{}]), tmp_path, 2)
    differs = {"config.json"}
    assert {key for key, value in fingerprint(one).items() if fingerprint(other)[key] != value} == differs


def test_an_agent_says_what_it_has_seen(tmp_path: Path) -> None:
    config = several()
    training = trained(config, tmp_path, 1)
    export_agent(training.network.agent_arrays(), training.network.shape, config, {}, tmp_path / "agent")
    who: Any = make_player(str(tmp_path / "agent"), GAME)
    manifest = who.agent.manifest
    assert manifest.num_players == COUNTS
    assert manifest.option_sets == [ruleset.options.plain() for ruleset in rulesets_of(config)[:2]]
    assert all(can_sit(str(tmp_path / "agent"), count) for count in COUNTS)
    for options, strange in ((SCORN, ""), (TREACHERY, ""), ({}, "maximum_scorn=false"), (SCORN | TREACHERY, "true")):
        told = notes([who], make_ruleset(GAME, 3, options=options))
        assert len(told) == bool(strange)
        assert all(strange in note for note in told)
    plain = small()
    export_agent(training.network.agent_arrays(), training.network.shape, plain, {}, tmp_path / "plain")
    content = json.loads((tmp_path / "plain" / "manifest.json").read_text())
    assert content["num_players"] == [3]
    assert content["options"]["maximum_scorn"] is False


def test_each_number_of_players_is_measured_for_itself(tmp_path: Path) -> None:
    config = several("evaluation.deals=6")
    policy = SelfPlay(config, tmp_path).policy()
    found = evaluate_all(policy, config)
    assert list(found) == [f"{bot}, {count} players" for count in COUNTS for bot in config.evaluation.against]
    assert [one.label for one in matchups(small())] == small().evaluation.against
    assert fair_shares(config) == [1 / 2, 1 / 3, 1 / 4]
    bot = config.evaluation.against[0]
    for count in COUNTS:
        alone = small("evaluation.deals=6", num_players=count, options=SCORN)
        own = several("evaluation.deals=6", num_players=count, options=[SCORN])
        assert evaluate(policy, alone, bot, 7) == evaluate(policy, own, bot, 7, count)


def test_sets_of_options_share_the_deals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[bool, int]] = []
    original = evaluation.play_out

    def play_out(policy: Any, games: Any, *rest: Any) -> Any:
        played.append((games.options.maximum_scorn, games.num_games))
        return original(policy, games, *rest)

    monkeypatch.setattr(evaluation, "play_out", play_out)
    config = several("evaluation.deals=5", num_players=3)
    evaluate(SelfPlay(config, tmp_path).policy(), config, "random", 1)
    assert played == [(True, 9), (False, 6)]


def test_where_scores_are_compared_a_bot_is_as_strong_as_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """And whoever wins every game outright has the higher score at its seat, too, more often than not."""
    info = load(GAME).info
    by_scores = {count: table._replace(measure="score") for count, table in info.tables.items()}
    monkeypatch.setattr(load(GAME), "info", info._replace(tables=by_scores))
    config = small("evaluation.deals=8", num_players=2)
    assert fair_shares(config) == [0.5]

    class Stand:
        """Plays as a bot does."""

        games: Any = None

        def __init__(self, bot: str) -> None:
            self.bot = make_player(bot, GAME)

        def worths(self, *_: Any) -> None: ...

        def choose(self, *_: Any, rows: Any, worths: Any) -> Any:  # noqa: ARG002  # as the agent's
            return self.bot.choose(Stand.games.states[rows], Stand.games.rules, np.zeros(len(rows), np.uint64))

    original = evaluation.play_out

    def play_out(policy: Any, games: Any, *rest: Any) -> Any:
        Stand.games = games
        return original(policy, games, *rest)

    monkeypatch.setattr(evaluation, "play_out", play_out)
    assert evaluate(Stand("greedy"), config, "greedy", 5).share == 0.5  # type: ignore[arg-type]
    assert evaluate(Stand("greedy"), config, "random", 5).share > 0.6  # type: ignore[arg-type]
    with pytest.raises(ConfigError, match="num_players: expected a table at which somebody can be beaten"):
        check_table(config)


def test_who_plays_alone_is_not_exploited() -> None:
    with pytest.raises(ConfigError, match=r"somebody can be beaten, found 1, who plays alone$"):
        check_table(small(num_players=1, game="monsters_on_the_moon"))


def test_one_kind_of_table_is_exploited() -> None:
    check_table(small())
    with pytest.raises(ConfigError, match="num_players: expected one value"):
        check_table(small(num_players=[2, 3]))
    with pytest.raises(ConfigError, match="options: expected one value"):
        check_table(small(options=[{}]))


def test_the_trainer_sb3_draws_one_opponent_for_tables_of_several_sizes(tmp_path: Path) -> None:
    from mom_env.learning.sb3.trainer import part_env

    config = several("sb3.games=12", "network.symmetry='none'", trainer="sb3")
    env = part_env(config, tmp_path, 0)
    assert [block.ruleset.num_players for block in env.table.blocks] == [2, 2, 3, 3, 4, 4]
    assert env.settings.opponents in config.sb3.opponents
    env.reset()
    rng = np.random.default_rng(1)
    ends: set[int] = set()
    for _ in range(150):
        _, _, dones, _ = env.step(env.table.sample(rng))
        ends |= set(np.flatnonzero(dones).tolist())
    assert len(ends) > 6
