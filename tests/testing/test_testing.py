"""The conformance kit: a healthy environment has no findings, a broken one has those of one check."""

import json
import logging
import os
import pickle
import random
import subprocess
import sys
import warnings
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper
from rich.console import Console

from mom_env.errors import OptionError
from mom_env.testing import CHECKS, NotConformant, Report, check_game
from tests.support import broken_lots as broken
from tests.support.chance import numpy_state
from tests.support.lots import COINS, Lots, redealt

# Nothing here is compiled, and some of it runs in other processes: once is enough.
pytestmark = pytest.mark.outside
ROOT = Path(__file__).resolve().parents[2]

BITES = {
    broken.OneMoreAgent: "agents",
    broken.SelectsNobody: "agents",
    broken.DiesForATurn: "ends",
    broken.LeavesUntold: "ends",
    broken.NeverEnds: "ends",
    broken.IgnoresTheSeed: "seeds",
    broken.KeepsTheLastScores: "seeds",
    broken.OnlyObservesWhoActs: "observe",
    broken.PeekingShufflesThePile: "observe",
    broken.Restarts: "copies",
    broken.SharesItsHands: "copies",
    broken.ForgetsItsGenerator: "copies",
    broken.CannotBePickled: "copies",
    broken.DealsFromASet: "other process",
    broken.DealsByTheProcess: "other process",
    broken.ReadsGlobalNumbers: "global random",
    broken.SeedsGlobalNumbers: "global random",
    broken.AlwaysTheSameDeal: "fresh deals",
    broken.SameDealWithoutASeed: "fresh deals",
    broken.WrongDtype: "spaces",
    broken.OutOfBounds: "spaces",
    broken.EmptyMask: "mask to act",
    broken.IdleMayPass: "idle masks",
    broken.StaleInfos: "masks agree",
    broken.MaskTooWide: "legal actions",
    broken.LegalDoesNothing: "legal actions",
    broken.MaskTooNarrow: "illegal actions",
    broken.PaysBeforeItRefuses: "illegal actions",
    broken.BurnsACardBeforeItRefuses: "illegal actions",
    broken.IllegalWithoutPenalty: "illegal actions",
    broken.NegativeIndex: "bad actions",
    broken.ForgetsItsCoinsOnNan: "bad actions",
    broken.OneBuffer: "arrays",
    broken.OneMaskForTwo: "arrays",
    broken.GivesAwayItsTable: "arrays",
    broken.KeepsTheLosses: "rewards",
    broken.PaysTwice: "rewards",
    broken.SumsToMore: "zero sum",
    broken.LeaksAHand: "secrecy",
    broken.LeaksTheSignOfAZero: "secrecy",
    broken.LeaksInInfos: "secrecy",
    broken.LeaksInTheMask: "secrecy",
}


def returns(env: Any) -> dict[str, float]:
    lots = env.unwrapped
    return dict(zip(lots.possible_agents, lots.worth(), strict=True))


def checked(game: Any, **said: Any) -> Report:
    promises: dict[str, Any] = {"chance": True, "zero_sum": True, "resample": redealt, "returns": returns}
    amount = {"positions": 4, "horizon": 20, "max_steps": 60}
    return check_game(game, **(promises | amount | said))


class CountsOffences(Lots):
    """Keeps a number that nothing ever comes of."""

    offences = 0

    def refuse(self, action: Any) -> None:
        self.offences += action not in self.legal(self.seat)
        super().refuse(action)


def wrapped() -> Any:
    """The game as PettingZoo's classics are wrapped."""
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(TerminateIllegalWrapper(Lots(), illegal_reward=-1)))


@pytest.mark.parametrize("name", ["tests.support.lots:Lots", "tests.testing.test_testing:wrapped"])
def test_a_healthy_game_passes_every_check(name: str) -> None:
    report = checked(name)
    report.raise_for_findings(must_pass=[check.name for check in CHECKS])
    assert [verdict.name for verdict in report] == [check.name for check in CHECKS]


def test_every_check_bites() -> None:
    assert {check.name for check in CHECKS} == set(BITES.values())


def test_every_broken_game_is_in_the_table() -> None:
    there = {thing for thing in vars(broken).values() if isinstance(thing, type) and issubclass(thing, Lots)}
    assert there - {Lots} == set(BITES)


@pytest.mark.parametrize(("game", "check"), BITES.items(), ids=lambda value: getattr(value, "__name__", value))
def test_a_broken_game_fails_the_check_that_is_meant_for_it(game: type[Lots], check: str) -> None:
    # Other processes take their time: only the games that are broken there are looked at there.
    report = checked(f"tests.support.broken_lots:{game.__name__}" if check == "other process" else game)
    assert report.named("failed") == (check,), str(report)
    with pytest.raises(NotConformant, match=check):
        report.raise_for_findings()


def test_a_finding_says_where_and_can_be_seen_again() -> None:
    report = checked(broken.MaskTooNarrow, only=["illegal actions"])
    finding = report["illegal actions"].findings[0]
    assert f"[seed {finding.seed}, step {finding.step}, {finding.agent}]" in str(report)
    env: Any = finding.rebuild(broken.MaskTooNarrow)
    assert env.agent_selection == finding.agent
    assert COINS in env.legal(env.seat)
    assert not env.observe(finding.agent)["action_mask"][COINS]


def test_what_cannot_be_checked_is_not_passed() -> None:
    report = check_game(Lots)
    assert report.findings == ()
    assert report.named("not checked") == ("other process", "zero sum", "secrecy")
    assert report["secrecy"].reason == "no resample was given"
    report.raise_for_findings()
    with pytest.raises(NotConformant, match="had to pass: secrecy"):
        report.raise_for_findings(must_pass=["seeds", "secrecy"])


def test_a_redeal_that_changes_nothing_is_called_hollow() -> None:
    verdict = checked(Lots, resample=lambda env, _agent, _seed: env, only=["secrecy"])["secrecy"]
    assert verdict.status == "not checked"
    assert verdict.reason.startswith("hollow")


def test_a_game_without_chance_is_not_blamed_unless_it_is_said_to_have_some() -> None:
    verdict = checked(broken.AlwaysTheSameDeal, chance=None, only=["fresh deals"])["fresh deals"]
    assert (verdict.status, "chance=True" in verdict.reason) == ("not checked", True)


def test_without_reliable_copies_and_seeds_what_needs_positions_twice_is_not_checked() -> None:
    both = type("Both", (broken.IgnoresTheSeed, broken.CannotBePickled), {})
    report = checked(both)
    assert report.named("failed") == ("seeds", "copies")
    needing = {"legal actions", "illegal actions", "bad actions", "arrays", "secrecy"}
    assert needing <= set(report.named("not checked"))
    assert "reproduced" in report["secrecy"].reason


def test_the_state_as_bytes_shows_what_no_future_does() -> None:
    assert checked(CountsOffences, only=["bad actions"]).findings == ()
    report = checked(CountsOffences, only=["bad actions"], state=lambda env: bytes([env.offences]))
    assert "changed: state" in str(report["bad actions"].findings[0])


def test_own_returns_and_a_copy_of_ones_own_are_used() -> None:
    wrong = checked(Lots, returns=lambda env: dict.fromkeys(env.possible_agents, 0.5), only=["rewards"])
    assert "expected last() to deliver 0.5" in str(wrong["rewards"])
    made = []

    def copied(env: Any) -> Any:
        made.append(1)
        return pickle.loads(pickle.dumps(env))

    report = checked(broken.SharesItsHands, copy=copied)
    assert report.findings == ()
    assert made


def test_the_kit_leaves_random_numbers_logging_and_warnings_alone() -> None:
    random.seed(3)
    np.random.seed(3)  # noqa: NPY002 - the very thing that is watched
    before = random.getstate(), numpy_state(), logging.root.manager.disable
    with warnings.catch_warnings(record=True) as heard:
        checked(broken.ReadsGlobalNumbers)
    assert heard == []
    after = random.getstate(), numpy_state(), logging.root.manager.disable
    assert before == after


def test_the_report_as_text_table_and_json() -> None:
    report = checked(broken.OutOfBounds, only=["spaces"])
    console = Console(width=200, record=True, file=StringIO())
    console.print(report.table())
    for text in (str(report), console.export_text()):
        assert "spaces" in text
        assert "expected -1.0 to 30.0, found" in text
    verdicts = {entry["name"]: entry for entry in json.loads(report.to_json())["verdicts"]}
    assert verdicts["spaces"]["status"] == "failed"
    assert verdicts["spaces"]["findings"][0]["seed"] in (0, 1, 2)
    assert set(verdicts) == {"seeds", "observe", "copies", "spaces"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            {"make_env": "tests.support.lots:nothing"},
            "make_env: expected tests.support.lots to have a function 'nothing', found none",
        ),
        ({"make_env": "tests.nowhere"}, "make_env: cannot import tests.nowhere: ModuleNotFoundError"),
        ({"make_env": ":make"}, "make_env: expected \"module:function\", found ':make'"),
        ({"make_env": "os:getcwd"}, "make_env: expected an AEC environment of PettingZoo, found '"),
        ({"make_env": "os:stat", "arguments": {"path": "nowhere"}}, "make_env: it raised FileNotFoundError: "),
        ({"make_env": Lots, "positions": 0}, "positions: expected a whole number of at least 1, found 0"),
        ({"make_env": Lots, "only": ["secrets"]}, "only: expected some of agents, ends"),
        ({"make_env": Lots, "horizons": 3}, "check_game: .*horizons"),
        ({"make_env": Lots, "seeds": ()}, "seeds: expected at least one"),
    ],
)
def test_a_wrong_argument_is_named(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        check_game(**arguments)


def test_an_environment_without_numbered_actions_is_refused() -> None:
    class Boxed(Lots):
        def action_space(self, agent: str) -> Any:
            return self.observation_space(agent)["observation"]

    with pytest.raises(OptionError, match="expected Discrete from 0 on, found Box"):
        check_game(Boxed)


@pytest.mark.parametrize(("game", "code"), [("lots:Lots", 0), ("broken_lots:OutOfBounds", 1), ("lots:none", 2)])
def test_the_command_ends_with_1_on_findings_and_2_on_a_wrong_name(tmp_path: Path, game: str, code: int) -> None:
    path = tmp_path / "report.json"
    command = ["check", f"tests.support.{game}", "--seeds", "2", "--positions", "2", "--zero-sum", "--json", str(path)]
    ran = subprocess.run(
        [sys.executable, "-c", "from mom_env.cli import main; main()", *command],
        check=False,
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == code, ran.stderr
    assert path.exists() == (code < 2)
    assert "Traceback" not in ran.stderr


def test_the_page_has_every_check_in_its_words() -> None:
    page = (ROOT / "docs" / "conformance.md").read_text(encoding="utf-8")
    held = {check.name: str(check.find.__doc__).split("\n")[0].removeprefix("Check that ") for check in CHECKS}
    rows = [f"| {check.name} | {held[check.name]} | {', '.join(check.needs)} |" for check in CHECKS]
    assert [row for row in rows if row not in page] == []


def test_the_example_prints_a_section_for_each_environment() -> None:
    command = [
        sys.executable,
        "examples/check_classics.py",
        "tests.support.lots:Lots",
        "tests.support.broken_lots:OutOfBounds",
    ]
    paths = {**os.environ, "PYTHONPATH": str(ROOT)}
    ran = subprocess.run(command, check=True, cwd=ROOT, env=paths, capture_output=True, text=True)
    assert "### `tests.support.lots:Lots`" in ran.stdout
    assert "| spaces | failed | observation: observation expected -1.0 to 30.0, found" in ran.stdout
