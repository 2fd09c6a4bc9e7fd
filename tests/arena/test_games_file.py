"""The file of a tournament's games: what is kept when, in which order, and what a changed world leaves of it."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mom_env.arena import deals_job
from mom_env.arena.game_records import hash_of
from mom_env.arena.games_file import GAMES_FILE, SavedGames, read_games, save_games
from mom_env.arena.run import Way, run
from mom_env.errors import OptionError
from mom_env.games import load
from mom_env.players.kinds import Who
from mom_env.work import run as work
from tests.support.arena_players import cheat, first_legal, plan_of
from tests.support.kernels import GAME

WHOS: list[Who] = ["greedy", first_legal]


def small_plan(deals: int = 3, **others: Any) -> Any:
    return plan_of("greedy", "first", num_players=2, deals=deals, **others)


def test_games_are_saved_on_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "SAVE_EVERY", 0.0)
    monkeypatch.setattr(work, "SAVING_SHARE", 1e9)
    saved: list[tuple[int, int]] = []

    def look(games: Any) -> bool:
        saved.append((len(games), len(read_games(tmp_path / GAMES_FILE).games)))
        return False

    run(small_plan(), WHOS, Way(directory=tmp_path), enough=look)
    assert saved == [(2, 2), (4, 4), (6, 6)]


def test_nothing_is_saved_again_before_its_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[int] = []

    def counted(path: Path, kept: SavedGames) -> None:
        written.append(len(kept.games))
        save_games(path, kept)

    monkeypatch.setattr("mom_env.arena.run.save_games", counted)
    run(small_plan(), WHOS, Way(directory=tmp_path))
    assert written == [6]
    run(small_plan(), WHOS, Way(directory=tmp_path, resume=True))
    assert written == [6]


def test_kept_games_are_in_order_whoever_was_ready_first(tmp_path: Path) -> None:
    outcome = run(small_plan(), WHOS, Way())
    save_games(tmp_path / GAMES_FILE, SavedGames(outcome.plan, outcome.provenance, outcome.games[::-1].copy(), []))
    assert read_games(tmp_path / GAMES_FILE).games.tobytes() == outcome.games.tobytes()


def test_of_a_changed_rule_all_games_are_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whos: list[Who] = [cheat, "greedy"]
    way = Way(directory=tmp_path, resume=True, renew=True)
    plan = plan_of("cheat", "greedy", num_players=2, deals=2)
    before = run(plan, whos, way)
    assert run(plan, whos, way).games_now == 0
    monkeypatch.setattr(load(GAME), "info", load(GAME).info._replace(rules_version="99"))
    after = run(plan, whos, way)
    assert (after.games_now, len(after.forfeits)) == (4, len(before.forfeits))
    kept = read_games(tmp_path / GAMES_FILE)
    assert kept.provenance.version == "99"
    assert hash_of(kept.games) == hash_of(before.games)
    assert run(plan, whos, way).games_now == 0


def test_a_look_at_fewer_deals_keeps_the_forfeits_of_the_others(tmp_path: Path) -> None:
    whos: list[Who] = [cheat, "greedy"]
    way, path = Way(directory=tmp_path, resume=True), tmp_path / GAMES_FILE
    whole = run(plan_of("cheat", "greedy", num_players=2, deals=4), whos, way)
    # Deal 0 is to be played again.
    save_games(path, read_games(path)._replace(games=whole.games[2:], forfeits=whole.forfeits[2:]))
    few = run(plan_of("cheat", "greedy", num_players=2, deals=2), whos, way)
    assert (few.games_now, few.forfeits) == (2, whole.forfeits[:4])
    kept = read_games(path)
    assert (kept.plan.deals, kept.forfeits, hash_of(kept.games)) == (4, whole.forfeits, hash_of(whole.games))


def test_games_of_balanced_seatings_are_checked_deal_by_deal(tmp_path: Path) -> None:
    plan = plan_of("a", "b", "c", num_players=3, deals=4, seatings="balanced")
    whos = ["greedy", "random", "random"]
    outcome = run(plan, whos, Way(directory=tmp_path))
    assert run(plan, whos, Way(directory=tmp_path, resume=True)).games_now == 0
    games = outcome.games.copy()
    games["players"] = np.roll(games["players"], 3, axis=0)  # each row those of another deal
    assert not np.array_equal(games["players"], outcome.games["players"])
    save_games(tmp_path / GAMES_FILE, SavedGames(plan, outcome.provenance, games, []))
    with pytest.raises(OptionError, match="players: expected those of the plan at each seat of deal"):
        read_games(tmp_path / GAMES_FILE)


@pytest.mark.parametrize("deals", [3, 4, 5])
def test_every_deal_is_played_once_however_they_are_parted(deals: int, monkeypatch: pytest.MonkeyPatch) -> None:
    plan, whos = plan_of("greedy", "random", num_players=2, deals=deals), ["greedy", "random"]
    whole = run(plan, whos, Way())
    monkeypatch.setattr(deals_job, "GAMES_A_PART", 4)  # two deals
    parted = run(plan, whos, Way())
    assert hash_of(parted.games) == hash_of(whole.games)
    assert [(game["deal"], game["number"]) for game in parted.games] == [(d, n) for d in range(deals) for n in range(2)]


def test_what_the_file_says_beside_the_games_has_a_hash_too(tmp_path: Path) -> None:
    path = tmp_path / GAMES_FILE
    outcome = run(small_plan(), WHOS, Way(directory=tmp_path))
    with np.load(path, allow_pickle=False) as found:
        arrays = {name: found[name] for name in ("games", "head", "hash")}
    changed = str(arrays["head"]).replace("greedy version 1", "greedy version 2")
    assert changed != str(arrays["head"])
    np.savez_compressed(path, **{**arrays, "head": changed})
    with pytest.raises(OptionError, match="hash: expected"):
        read_games(path)
    np.savez_compressed(path, **arrays)
    assert read_games(path).provenance == outcome.provenance


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"num_players": 9}, "num_players: expected 1 to 8, found 9"),
        ({"players": ("a",) * 128}, "players: expected 1 to 127, found 128"),
        ({"lineups": ((0, 2**63),)}, "lineups: expected 2 of 2 players at each table"),
        ({"lineups": ((0, -1),)}, "lineups: expected 2 of 2 players at each table"),
        ({"lineups": ((0, 1, 1),)}, "lineups: expected 2 of 2 players at each table"),
        ({"lineups": ()}, "lineups: expected at least one"),
        ({"deals": 0}, "deals: expected at most 5,000,000"),
        ({"deals": 10**9}, "deals: expected at most 5,000,000"),
        ({"seed": -1}, "seed: expected 0 to"),
    ],
)
def test_a_plan_that_nobody_can_play_is_refused(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    plan = plan_of("greedy", "random", num_players=2, deals=2)
    outcome = run(plan, WHOS[:2], Way())
    saved = SavedGames(plan.model_copy(update=changes), outcome.provenance, outcome.games, [])
    save_games(tmp_path / GAMES_FILE, saved)
    with pytest.raises(OptionError, match=message):
        read_games(tmp_path / GAMES_FILE)
