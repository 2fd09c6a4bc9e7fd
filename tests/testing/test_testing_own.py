"""The conformance kit on this package's own AEC environments: no findings, and it bites there as well."""

from typing import Any

import numpy as np
import pytest

from mom_env import monkeys_on_the_moon_v0
from mom_env.environments.aec import RawEnv
from mom_env.testing import CHECKS, Report, check_game
from mom_env.testing.command import known_of

ALL = [check.name for check in CHECKS]
GAME = "monkeys_on_the_moon"
OPTIONS = {"raise": "add_only", "hidden_coins": True, "maximum_scorn": True, "monkey_treachery": True}
KNOWN = known_of(GAME, {})
SETS: list[dict[str, Any]] = [
    {},
    {"reward": "vp"},
    {"reward": "rank"},
    {"shaping": "potential"},
    {"skip_forced": False},
    {"options": OPTIONS},
    {"max_cycles": 25, "shaping": "potential", "reward": "vp"},
]
# Each set for each number of players; both environments for each set and for each number.
CASES = [
    ("env" if (players + number) % 2 else "raw_env", {"num_players": players, **said}, number)
    for players in (2, 3, 4)
    for number, said in enumerate(SETS)
]


def checked(make_env: Any, *, seed: int = 0, **said: Any) -> Report:
    return check_game(make_env, **{**KNOWN, "seeds": (seed,), "positions": 2, "tries": 15, "horizon": 15, **said})


def state(env: Any) -> bytes:
    return bytes(env.unwrapped.game.states.tobytes())


def own_result(env: Any) -> dict[str, float]:
    return dict(zip(env.possible_agents, env.unwrapped.game.result()["returns"], strict=True))


@pytest.mark.outside
@pytest.mark.parametrize("name", ["env", "raw_env"])
def test_every_check_passes_in_other_processes_too(name: str) -> None:
    report = checked(f"mom_env.{GAME}_v0:{name}", arguments={"num_players": 3}, state=state, returns=own_result)
    report.raise_for_findings(must_pass=ALL)


@pytest.mark.outside
@pytest.mark.parametrize(("name", "arguments", "seed"), CASES, ids=str)
def test_no_findings(name: str, arguments: dict[str, Any], seed: int) -> None:
    report = checked(getattr(monkeys_on_the_moon_v0, name), arguments=arguments, seed=seed)
    # A game that is broken off early may pay nothing yet.
    unsure = {"other process", *(["rewards"] if "max_cycles" in arguments else [])}
    report.raise_for_findings(must_pass=[check for check in ALL if check not in unsure])


class Own(RawEnv):
    """To be broken."""

    def __init__(self) -> None:
        super().__init__(GAME, {"num_players": 3})


class ShowsADigestOfTheState(Own):
    """The last number of an observation hangs on the whole state a little."""

    def observe(self, agent: str) -> Any:
        seen = super().observe(agent)
        seen["observation"][-1] += (sum(state(self)) % 97) / 1e6
        return seen


class MasksOneOut(Own):
    """The last legal action of several is not in the mask."""

    def observe(self, agent: str) -> Any:
        seen = super().observe(agent)
        legal = np.flatnonzero(seen["action_mask"])
        seen["action_mask"][legal[1:][-1:]] = 0
        return seen

    def _show(self) -> None:
        super()._show()
        for agent, info in self.infos.items():
            info["action_mask"] = self.observe(agent)["action_mask"]


class KeepsLosses(Own):
    """Who loses is not told."""

    def _accumulate_rewards(self) -> None:
        for agent, reward in self.rewards.items():
            self._cumulative_rewards[agent] += max(0.0, reward)


class ForgetsTheGame(Own):
    """A copy deals anew."""

    def __setstate__(self, attributes: dict[str, Any]) -> None:
        super().__setstate__(attributes)
        self.reset(seed=1)


@pytest.mark.outside
@pytest.mark.parametrize(
    ("broken", "check"),
    [
        (ShowsADigestOfTheState, "secrecy"),
        (MasksOneOut, "illegal actions"),
        (KeepsLosses, "rewards"),
        (ForgetsTheGame, "copies"),
    ],
)
def test_the_environment_broken_on_purpose_is_caught(broken: type[Own], check: str) -> None:
    # A copy that deals anew cannot deal anew what is hidden only, so nothing is asked of its secrets.
    resample = KNOWN["resample"] if check != "copies" else None
    assert checked(broken, resample=resample).named("failed") == (check,)
