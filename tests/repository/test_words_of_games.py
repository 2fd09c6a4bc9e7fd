"""What serves all games names no thing of one: every word of the shared code of both packages is looked at."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from mom_env.games import GAMES, load

pytestmark = pytest.mark.once
ROOT = Path(__file__).resolve().parents[2]

# Games themselves, their pieces and rules, their bots and agents, their words for what is counted.
WORDS = re.compile(
    r"monkey\w*|ape_?town|monsters?_?\w*on_the_moon|"
    r"\btribes?\b|\bscorn|maximum_scorn|\bcivilization|\btreachery|\btitles\b|\bundersecretar|\bcoins?\b|\bcircle\b|"
    r"\bships?\b|\bbids?\b|\bbidding\b|\bauctions?\b|\brivals?\b|\ball(?:y|ies)\b|\bvariants?\b|\bfavou?r\b|"
    r"\bplanner\w*|\bgreedy\w*|\b[\w-]+-\d+p\b|\b\d+p\b|\bvp\b",
    re.IGNORECASE,
)
# Games count in units of their own, and seat as many as they like.
NUMBERS = re.compile(r"\(2, 3, 4\)|\b2, 3 and 4\b|range\(2, 5\)|/ 20\b")
# "vp" is the name of a reward in every game, whatever it counts: a word in quotes, a member of `Reward`, or its number
# beside those of the other rewards, or handed to a kernel.
REWARD = re.compile(r"[\"']vp[\"']|\bReward\.VP\b|\bWIN, VP, RANK\b|\bRANK, VP, WIN\b|(?<=\brules, )VP\b")

# Each exception with its reason, and how many lines of the file it is for.
EXCEPTIONS = {
    ("mom_env/games/own.py", "monkeys_on_the_moon"): (1, "the one list of the games of this package"),
    ("mom_env/games/own.py", "ape_town"): (1, "as above"),
    ("mom_env/games/own.py", "monkeys"): (1, "as above"),
    ("mom_env/games/own.py", "monsters_on_the_moon"): (1, "as above"),
    ("mom_env/kernel/returns.py", "VP"): (1, "the member of `Reward`, as which the reward is declared"),
    ("mom_env/kernel/returns.py", "vp"): (1, "the name of the reward, where all rewards are listed"),
    ("mom_env/sb3.py", "MonkeysVecEnv"): (2, "another name of `GameVecEnv` for the first game, which stays public"),
    ("mom_env/cli/common.py", "ship"): (1, "`mom ship` is a command"),
    ("mom_env/cli/train.py", "ship"): (4, "as above"),
    ("mom_env/learning/ship.py", "ship"): (2, "as above"),
    ("mom_env/learning/sweep/report.py", "ship"): (1, "as above"),
    ("mom_env/learning/sweep/train.py", "ship"): (1, "as above"),
    ("mom_env/drawing/svg.py", "circle"): (2, "a shape of SVG"),
}


def shared(root: Path) -> list[Path]:
    """All modules of both packages but those of games."""
    own = {f"mom_env/{load(game).info.environments}.py" for game in GAMES}
    modules = sorted([*root.glob("mom_env/**/*.py"), *root.glob("mom_env/learning/**/*.py")])
    names = {path: path.relative_to(root).as_posix() for path in modules}
    begun = (path.parent.name for path in root.glob("mom_env/*/state.py"))  # a game need not be registered yet
    folders = tuple(f"mom_env/{game}/" for game in (*GAMES, *begun))
    return [path for path, name in names.items() if name not in own and not name.startswith(folders)]


def said(root: Path) -> Iterator[tuple[str, str, str]]:
    """Each word of a game: its file, the word, the line."""
    for path in shared(root):
        for line in path.read_text(encoding="utf-8").splitlines():
            text = REWARD.sub("", line)
            for found in dict.fromkeys(word[0] for pattern in (WORDS, NUMBERS) for word in pattern.finditer(text)):
                yield path.relative_to(root).as_posix(), found, line.strip()


def problems(root: Path) -> list[str]:
    """What shared code says of a game, without the exceptions."""
    found, left = [], {key: count for key, (count, _) in EXCEPTIONS.items()}
    for file, word, line in said(root):
        if left.get((file, word), 0):
            left[file, word] -= 1
        else:
            found.append(f"{file} says {word!r}: {line}")
    return found


def test_shared_code_names_no_game() -> None:
    assert len(shared(ROOT)) > 150
    assert problems(ROOT) == []


def test_no_exception_is_left_over() -> None:
    everything = [(file, word) for file, word, _ in said(ROOT)]
    assert {key: everything.count(key) for key in EXCEPTIONS} == {key: count for key, (count, _) in EXCEPTIONS.items()}


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("mom_env/arena/report.py", "COLUMNS = ('player', 'VP')"),
        ("mom_env/arena/report.py", "score = games['vp'] + standing.vp"),
        ("mom_env/arena/leaderboard.py", "COUNTS = (2, 3, 4)"),
        ("mom_env/bench/search.py", "from mom_env.monkeys_on_the_moon.bots.ismcts import Ismcts"),
        ("mom_env/bench/vector_env.py", "from mom_env.sb3 import MonkeysVecEnv"),
        ("mom_env/cli/common.py", "app = App(help='Monkeys on the Moon for reinforcement learning.')"),
        ("mom_env/cli/measure.py", "against = 'greedy'"),
        ("mom_env/terminal/demo.py", "table.add_row('titles', 'tribes')"),
        ("mom_env/environments/docs_page.py", "above the mean of the others, / 20; the penalty of all scorn cards"),
        ("mom_env/players/inventory.py", "mom play --option maximum_scorn=true"),
        ("mom_env/loops/batch.py", "# a bid of an ally"),
        ("mom_env/players/specs.py", "| `ppo-2p` | a trained agent |"),
        ("mom_env/contract/info.py", "bots: tuple[str, ...] = ('planner_fast',)"),
        ("mom_env/learning/benchmark/protocol.py", "SETTINGS = {'2p': 2}"),
        ("mom_env/learning/benchmark/protocol.py", "BOTH_VARIANTS = variants"),
        ("mom_env/learning/config.py", "turns the circle"),
        ("mom_env/learning/new.py", "# six ships"),
    ],
)
def test_a_planted_word_is_found(tmp_path: Path, file: str, line: str) -> None:
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).write_text("reward = 'vp'\n", encoding="utf-8")
    assert problems(tmp_path) == []
    (tmp_path / file).write_text(f"reward = 'vp'\n{line}\n", encoding="utf-8")
    assert problems(tmp_path) != []


def test_an_exception_is_for_its_file_its_word_and_its_number_of_lines(tmp_path: Path) -> None:
    folder = tmp_path / "mom_env" / "learning"
    folder.mkdir(parents=True)
    (folder / "ship.py").write_text("ship\nship\n", encoding="utf-8")
    assert problems(tmp_path) == []
    (folder / "ship.py").write_text("ship\nship\nship\n", encoding="utf-8")
    assert len(problems(tmp_path)) == 1
    (folder / "ship.py").rename(folder / "sail.py")
    assert len(problems(tmp_path)) == 3


def test_a_game_s_own_modules_may_name_its_things(tmp_path: Path) -> None:
    for name in (f"mom_env/{GAMES[0]}/state.py", f"mom_env/{load(GAMES[0]).info.environments}.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("# a tribe of monkeys\n", encoding="utf-8")
    assert problems(tmp_path) == []
