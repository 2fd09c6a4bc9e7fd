"""Dependencies: every one is pinned, extras add up, versions carry no local suffix."""

import re
import tomllib
from pathlib import Path

import pytest

import mom_env

ROOT = Path(__file__).resolve().parent.parent
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


@pytest.mark.parametrize("clients", ["clients", "agilerl"])
def test_clients_are_pinned_to_one_version_without_a_local_suffix(clients: str) -> None:
    pins = [line for line in (ROOT / f"constraints-{clients}.txt").read_text(encoding="utf-8").splitlines() if line[0] != "#"]
    assert all(re.fullmatch(r"[A-Za-z0-9_.-]+==[0-9][0-9a-z.]*", pin) for pin in pins), pins
    assert "torch==2.13.0" in pins
    page = (ROOT / "docs" / "clients.md").read_text(encoding="utf-8")
    told = [pin for pin in pins if f"| {pin.replace('==', ' | ')} |".lower() in page.lower()]
    assert len(told) == {"clients": 5, "agilerl": 1}[clients]


def test_the_adapters_run_on_the_lowest_versions_that_are_promised() -> None:
    lines = (ROOT / "constraints-adapters.txt").read_text(encoding="utf-8").splitlines()
    pins = dict(line.lower().split("==") for line in lines if line[0] != "#")
    assert not any("+" in version for version in pins.values())
    bounds = [re.fullmatch(r"([a-z-]+)>=([0-9.]+)", requirement) for requirement in PROJECT["dependencies"]]
    assert all(bounds)
    wrong = [b[0] for b in bounds if b and not f"{pins[b[1]]}.".startswith(f"{b[2]}.")]
    assert wrong == []
