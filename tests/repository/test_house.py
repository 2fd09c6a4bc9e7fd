"""What contributors find around the code: workflow, hooks, templates and editor settings fit the project."""

import re
import subprocess

import pytest

from tests.repository.test_packaging import EXTRAS, PROJECT, name_of
from tests.support.commands import ROOT

pytestmark = pytest.mark.once
WORKFLOW = (ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
HOOKS = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
TARGETS = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
DATA = {".csv", ".gif", ".json", ".png", ".ttf", ".woff", ".xz", ".safetensors"}  # files that no editor touches


def test_the_workflow_runs_all_of_make_test_on_every_python_from_the_oldest_on() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    parts = re.findall(r"^STAGES := (.+)$", makefile, re.MULTILINE)[0].split()
    run = re.findall(r"run: make ([a-z-]+) PYTHON=python", WORKFLOW)
    assert set(run) == set(parts) <= set(TARGETS)
    versions = re.findall(r'"(3\.\d+)"', re.findall(r"python: \[(.+)\]", WORKFLOW)[0])
    assert f">={versions[0]}" == PROJECT["requires-python"]
    minors = [int(version.split(".")[1]) for version in versions]
    assert minors == list(range(minors[0], minors[0] + len(minors)))
    assert len(minors) >= 3


def test_the_workflow_says_that_nobody_has_run_it_and_windows_does_not_decide() -> None:
    assert "Nobody has run this file yet" in WORKFLOW
    assert "continue-on-error: true" in WORKFLOW[WORKFLOW.index("windows:") :]
    named = re.findall(r"tests/[\w/]+\.py", WORKFLOW)
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_the_hooks_are_the_pinned_tools_and_nothing_is_fetched() -> None:
    tools = set(re.findall(r"entry: \.venv/bin/(\w+)", HOOKS))
    assert tools == {"ruff", "mypy"}
    assert tools <= {name_of(requirement) for requirement in EXTRAS["test"]}
    assert re.findall(r"repo: (\S+)", HOOKS) == ["local"]


def test_style_needs_ruff_alone() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "lint: $(VENV)/lint.stamp" in makefile
    recipe = re.findall(r"^\$\(VENV\)/lint\.stamp: (.+)\n\t(.+)$", makefile, re.MULTILINE)
    assert recipe == [("$(VENV)/python.stamp constraints.txt", "$(PIP) ruff")]


def test_templates_and_settings_name_no_address() -> None:
    files = [*ROOT.glob(".github/**/*.*"), ROOT / ".pre-commit-config.yaml", ROOT / ".editorconfig"]
    assert len(files) >= 7
    assert [str(file) for file in files if "://" in file.read_text(encoding="utf-8")] == []


def test_all_texts_are_as_the_editor_settings_want_them() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    paths = [ROOT / name for name in listed.split("\0") if name]
    texts = {path: path.read_bytes() for path in paths if path.is_file() and path.suffix not in DATA}
    assert len(texts) > 300
    assert [str(path) for path, text in texts.items() if text and not text.endswith(b"\n")] == []
    assert [str(path) for path, text in texts.items() if b"\r" in text] == []
    assert [str(path) for path, text in texts.items() if re.search(rb"[ \t]$", text, re.MULTILINE)] == []
