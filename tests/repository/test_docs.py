"""What the pages say is so: examples run, tables are up to date, links and commands exist."""

import doctest
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from mom_env.environments import docs_tables
from mom_env.environments.docs_page import environment_page
from mom_env.games import GAMES, load
from mom_env.monkeys_on_the_moon import state
from mom_env.monkeys_on_the_moon.deck import load_deck
from tests.support.commands import command_names

pytestmark = pytest.mark.once
ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
README = (ROOT / "README.md").read_text(encoding="utf-8")
MOST_LINES = 12  # of the README's example

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


@each_page
def test_examples_print_what_the_page_says(page: Path) -> None:
    failures, _ = doctest.testfile(str(page), module_relative=False)
    assert failures == 0


def test_the_readme_has_a_short_example() -> None:
    example = doctest.DocTestParser().get_examples(README)
    assert 3 <= sum(part.source.count("\n") + part.want.count("\n") for part in example) <= MOST_LINES


def anchors(page: Path) -> set[str]:
    """The anchors that GitHub gives to the headings of a page; of equal ones all but the first are numbered."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    found: list[str] = []
    for heading in re.findall(r"^#+ +(.*?) *$", text, re.MULTILINE):
        words = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower()
        found.append(re.sub(r"[^\w\- ]", "", words).replace(" ", "-"))
    return {f"{name}-{found[:at].count(name)}" if name in found[:at] else name for at, name in enumerate(found)}


def dead_links(page: Path) -> list[str]:
    """The links of a page to files that are not there, or to headings that their page does not have."""
    links = re.findall(r"\]\((?!https?:)([^)\s]+)", page.read_text(encoding="utf-8"))
    dead = []
    for link in links:
        name, sharp, anchor = link.partition("#")
        target = page.parent / name if name else page
        if not target.exists() or (sharp and anchor not in anchors(target)):
            dead.append(link)
    return dead


@each_page
def test_links_lead_somewhere(page: Path) -> None:
    assert dead_links(page) == []


def test_a_dead_link_is_found(tmp_path: Path) -> None:
    other, page = tmp_path / "other.md", tmp_path / "page.md"
    other.write_text("# A `mom list`, too!\n## Twice\n## Twice\n```\n# no heading\n```\n## [Linked](x) to_it\n")
    right = ["other.md", "other.md#a-mom-list-too", "other.md#twice-1", "other.md#linked-to_it", "#here"]
    wrong = ["none.md", "other.md#twice-2", "other.md#no-heading", "other.md#A-mom-list-too", "#there", "none.md#here"]
    page.write_text("## Here\n" + "".join(f"[link]({link})\n" for link in right + wrong))
    assert dead_links(page) == wrong


@each_page
def test_commands_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert [name for name in re.findall(r"(?:`|^)make ([a-z-]+)", text, re.MULTILINE) if name not in targets] == []
    commands = {word for command in command_names() for word in command}
    assert [name for name in re.findall(r"(?:`|^)mom ([a-z]+)", text, re.MULTILINE) if name not in commands] == []


@pytest.mark.parametrize(
    ("page", "write"),
    [
        ("actions", docs_tables.action_table),
        ("observation", docs_tables.observation_layout),
        ("environment", environment_page),
    ],
)
@pytest.mark.parametrize("game", GAMES)
def test_generated_pages_are_up_to_date(game: str, page: str, write: Callable[[str], str]) -> None:
    assert (ROOT / "docs" / game / f"{page}.md").read_text(encoding="utf-8") == write(game), "run `make docs`"


@pytest.mark.parametrize("game", GAMES)
def test_the_page_on_playing_says_who_the_levels_are(game: str) -> None:
    page, info = (ROOT / "docs" / "play.md").read_text(encoding="utf-8"), load(game).info
    for count in info.num_players:
        if levels := info.table(count).levels:
            assert f"\n| {info.title} | `{levels['easy']}` | `{levels['medium']}` |\n" in page


def test_what_the_demo_sets_up_is_what_the_block_on_training_asks_for() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (asked,) = re.findall(r'^## Train\n```\npip install "\.\[([a-z,]+)\]"', README, re.MULTILINE)
    (made,) = re.findall(r'train\.stamp: .*\n.*\n\t\$\(PIP\) --editable "\.\[([a-z,]+)\]"', makefile)
    assert set(asked.split(",")) == set(made.split(",")) >= {"train", "arena"}


def test_the_readme_tells_how_each_table_of_the_deck_is_known() -> None:
    sources = load_deck("standard").sources.model_dump()
    assert [key for key, source in sources.items() if f"| {key} | {source['known']} |" not in README] == []


def test_the_limits_of_decks_are_those_of_the_code() -> None:
    page = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
    rows = {
        "tribes": f"exactly {state.NUM_TRIBES}",
        "players": f"{state.MIN_PLAYERS} to {state.MAX_PLAYERS}",
        "civilization cards, different moves": f"{state.MAX_CARDS}, {state.MAX_MOVES}",
        "monkeys, different statuses": f"{state.MAX_MONKEYS}, {state.MAX_STATUSES}",
        "ships, different pairs of seats and VP": f"{state.MAX_SHIPS}, {state.MAX_SHIP_TYPES}",
        "seats of a ship": f"{state.MAX_SEATS}",
        "hand, monkey pool, ship pool": f"{state.MAX_HAND}, {state.MAX_MONKEY_POOL}, {state.MAX_SHIP_POOL}",
        "coins of a tribe in play": f"{state.MAX_COINS}",
    }
    assert [row for row in (f"| {what} | {most} |" for what, most in rows.items()) if row not in page] == []


def test_the_figures_of_the_readme_are_those_of_the_bench() -> None:
    pages = "".join((ROOT / "docs" / f"bench-{name}.md").read_text(encoding="utf-8") for name in ("engine", "env"))
    measured = {
        cells[0]: cells
        for cells in (row_of(line) for line in pages.splitlines())
        if len(cells) == 5 and cells[0] not in ("what", "---")
    }
    quoted = [cells for cells in (row_of(line) for line in README.splitlines()) if cells and cells[0] in measured]
    assert len(quoted) > 10
    for what, median, gain in quoted:
        _, unit, value, _, _ = measured[what]
        assert median == f"{value} {unit}", what
        assert gain, what


def row_of(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []


def test_no_path_of_a_machine_and_no_registry_is_in_the_repository() -> None:
    banned = re.compile(r"(?<!\w)/(?:work|farm|opt|root|home)/[a-z]|(?:index-url|find-links)|/simple[/ ]")
    patterns = ("*.md", "*.toml", "*.txt", "Makefile", ".ci/*", ".github/**/*.*", ".*.yaml", "docs/**/*.md")
    found = [path for pattern in (*patterns, "configs/**/*.toml", "*/**/*.py") for path in ROOT.glob(pattern)]
    files = [path for path in found if not path.parts[len(ROOT.parts)].startswith(".venv")]
    assert len(files) > 40
    texts = {path: path.read_text(encoding="utf-8") for path in files if path != Path(__file__)}
    assert [str(path) for path, text in texts.items() if banned.search(text)] == []
