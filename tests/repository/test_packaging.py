"""Dependencies: every one is pinned, extras add up, versions carry no local suffix."""

import re
import tomllib
from pathlib import Path

import pytest

import mom_env

pytestmark = pytest.mark.once
ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PINS = [line for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines() if line[0] != "#"]
EXTRAS = PROJECT["optional-dependencies"]


def name_of(requirement: str) -> str:
    return re.split(r"[\[<>=!~; ]", requirement)[0].lower().replace("_", "-")


def with_extras(requirements: list[str]) -> set[str]:
    """All packages of some requirements, those of this project's own extras included."""
    names = set()
    for requirement in requirements:
        own = re.fullmatch(r"mom-env\[([a-z,]+)\]", requirement)
        names |= (
            with_extras([r for extra in own[1].split(",") for r in EXTRAS[extra]]) if own else {name_of(requirement)}
        )
    return names


def test_every_dependency_is_pinned_to_one_version_without_a_local_suffix() -> None:
    assert all(re.fullmatch(r"[A-Za-z0-9_.-]+==[0-9][0-9a-z.]*", pin) for pin in PINS), PINS
    pinned = [name_of(pin) for pin in PINS]
    assert len(set(pinned)) == len(pinned)
    wanted = with_extras(PROJECT["dependencies"]) | with_extras([r for extra in EXTRAS.values() for r in extra])
    assert wanted - set(pinned) == set()
    assert "torch==2.13.0" in PINS


def test_dev_is_all_other_extras_and_only_train_brings_torch() -> None:
    everything = {name for extra in EXTRAS.values() for name in with_extras(extra)}
    assert with_extras(EXTRAS["dev"]) == everything
    assert "torch" in with_extras(EXTRAS["train"])
    assert "torch" not in with_extras(PROJECT["dependencies"] + EXTRAS["test"])


def test_the_changelog_tells_of_this_version() -> None:
    assert f"## [{mom_env.__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_citation_is_of_this_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {mom_env.__version__}\n" in citation
    assert all(f"  - {name}\n" in citation for name in PROJECT["license"].split(" AND "))
    assert f"  - name: {PROJECT['authors'][0]['name']}\n" in citation


def pins_of(name: str) -> dict[str, str]:
    """The versions of a file of constraints, by package."""
    lines = (ROOT / f"constraints{name}.txt").read_text(encoding="utf-8").lower().splitlines()
    return dict(line.split("==") for line in lines if line[0] != "#")


@pytest.mark.parametrize("name", ["-adapters", "-clients", "-agilerl"])
def test_clients_are_pinned_to_one_version_without_a_local_suffix(name: str) -> None:
    pins = pins_of(name)
    assert all(re.fullmatch(r"[0-9][0-9a-z.]*", version) for version in pins.values()), pins
    assert pins["torch"] == "2.13.0"


def test_the_page_of_clients_names_the_versions_that_are_run() -> None:
    page = (ROOT / "docs" / "clients.md").read_text(encoding="utf-8")
    told = dict(re.findall(r"^\| ([A-Za-z0-9 -]+?)(?:, [a-z0-9-]+)? \| ([0-9.]+) \|", page, re.MULTILINE))
    tested, clients = pins_of(""), pins_of("-clients")
    assert told == {
        "PettingZoo": tested["pettingzoo"],
        "Gymnasium": tested["gymnasium"],
        "Stable-Baselines3": tested["stable_baselines3"],
        "TorchRL": clients["torchrl"],
        "Tianshou": clients["tianshou"],
        "Minari": clients["minari"],
        "RL Baselines3 Zoo": clients["rl_zoo3"],
        "AgileRL": pins_of("-agilerl")["agilerl"],
        "RLlib": pins_of("-adapters")["ray"],
    }


def test_the_adapters_run_on_the_lowest_versions_that_are_promised() -> None:
    pins = pins_of("-adapters")
    bounds = [re.fullmatch(r"([a-z-]+)>=([0-9.]+)", requirement) for requirement in PROJECT["dependencies"]]
    assert all(bounds)
    wrong = [b[0] for b in bounds if b and not f"{pins[b[1]]}.".startswith(f"{b[2]}.")]
    assert wrong == []
