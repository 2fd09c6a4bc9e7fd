"""`python -m mom_env.learning.switches`: each arm turns one thing on, and the table has every finished run."""

from pathlib import Path

import pytest
import typer
from rich.console import Console

from mom_env.common.files import write_json
from mom_env.errors import OptionError
from mom_env.learning import switches
from mom_env.learning.ablation import folder_of
from mom_env.learning.config import Config
from mom_env.learning.config_checks import check_config
from mom_env.learning.switches import ARMS, Ablation, ablate, table
from mom_env.work.backends import ONE_PROCESS

pytestmark = pytest.mark.train
QUIET = Console(quiet=True)
TINY = (
    *("network.hidden=[8]", "rollout.games=12", "rollout.steps=16", "ppo.minibatch=64", "ppo.epochs=1"),
    *("search.sims=4", "evaluation.deals=2", "checkpoint.every=1"),
)
OF_THE_ARM = {"random-starts": "rollout", "magnet": "ppo", "critic": "ppo", "search": "search", "past-selves": "league"}
OF_THE_ARM |= {"search-by-halving": "search", "players": "num_players", "options": "options"}


def flat(config: Config) -> dict[str, object]:
    return config.model_dump()


def test_each_arm_turns_on_what_it_says_and_nothing_else(tmp_path: Path) -> None:
    ablation = Ablation(tmp_path, list(ARMS), 3, 10**6, 50)
    off = flat(ablation.config("off", 2))
    assert (off["num_players"], off["seed"], off["decisions"], off["threads"]) == (2, 2, 10**6, 1)
    config = ablation.config("off", 2)
    shares = (config.rollout.random_share, config.ppo.magnet, config.search.share, config.league.past_share)
    assert (shares, config.ppo.critic) == ((0, 0, 0, 0), "own")
    for arm, section in OF_THE_ARM.items():
        check_config(ablation.config(arm, 2))
        found = flat(ablation.config(arm, 2))
        assert [key for key in found if found[key] != off[key]] == [section], arm
    assert set(OF_THE_ARM) | {"off"} == set(ARMS)


def test_every_arm_is_trained_measured_and_not_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ablation = Ablation(tmp_path, list(ARMS), 1, 400, 4, TINY)
    code, lines = ablate(ablation, ONE_PROCESS, QUIET)
    assert code == 0, [path.read_text()[-500:] for path in tmp_path.glob("*/1.txt")]
    rows = lines.splitlines()
    assert rows[0] == "| on | seeds | greedy, % | planner, % | minutes |"
    assert [row.split(" | ")[1] for row in rows[2:]] == ["1"] * len(ARMS)
    assert rows[3].startswith("| `rollout.random_share=0.3`, `rollout.random_plies=20` | 1 | ")
    monkeypatch.setattr(switches, "run_parts", lambda _job, left, *_: not left)
    assert ablate(ablation, ONE_PROCESS, QUIET) == (0, lines)
    with pytest.raises(OptionError, match="expected a run of the configuration that is asked for, found another"):
        table(ablation._replace(decisions=500))
    assert ablation._replace(deals=5).result(ablation.runs()[0]) is None  # measured on other deals


def test_the_table_has_the_mean_and_every_seed(tmp_path: Path) -> None:
    ablation = Ablation(tmp_path, ["off", "magnet"], 2, 400, 4, TINY)
    for seed, share in ((1, 0.5), (2, 0.75)):
        folder = folder_of(tmp_path, "magnet", seed)
        folder.mkdir(parents=True)
        (folder / "config.json").write_text(ablation.config("magnet", seed).model_dump_json())
        (folder / "strength.csv").write_text("iteration,decisions\n1,400\n")
        result = {"greedy": share, "planner": 0.1, "minutes": 2.0}
        write_json(folder / switches.RESULT, {"deals": 4, "result": result})
    assert table(ablation).splitlines()[2:] == [
        "| `ppo.magnet=0.05`, `ppo.magnet_every=300` | 2 | 62.5 (50.0, 75.0) | 10.0 (10.0, 10.0) | 2.0 (2.0, 2.0) |"
    ]


def test_an_arm_that_is_not_there_and_a_page_without_room_are_refused_first(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"--arm: expected one of off, .*options, found 'critics'"):
        switches.main(tmp_path / "none", arms=["critics"])
    with pytest.raises(OptionError, match="No such file"):
        switches.main(tmp_path / "none", tmp_path / "none.md")
    assert not (tmp_path / "none").exists()


def test_the_table_is_written_into_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page.md"
    page.write_text("<!-- switches --><!-- end of switches -->")
    monkeypatch.setattr(switches, "ablate", lambda *_: (0, "| on |"))
    with pytest.raises(typer.Exit):
        switches.main(tmp_path, page, arms=["off"])
    assert page.read_text().splitlines() == ["<!-- switches -->", "| on |", "<!-- end of switches -->"]
