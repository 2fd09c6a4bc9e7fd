"""Work on a Ray cluster: the same results whatever is lost, and clear errors before the work begins."""

import os
import pickle
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from mom_env.arena.deals_job import DealsJob, SeatedPlan, make_players
from mom_env.arena.game_records import Games, hash_of
from mom_env.arena.plan import Plan
from mom_env.arena.run import Way, run
from mom_env.errors import OptionError, WorkError
from mom_env.kernel.cache import named_root
from mom_env.work import on_ray, ray_worker
from mom_env.work.backends import Place
from mom_env.work.job import NoLink
from mom_env.work.ray_worker import Facts, check_facts, facts_of_this_process, locked_soon
from mom_env.work.run import run_parts
from tests.support.arena_players import plan_of
from tests.support.own_agent import write_agent
from tests.work.jobs import DIES, RAISES, LongSquares, Squares, Sums

if TYPE_CHECKING:
    from ray.cluster_utils import Cluster

pytestmark = [pytest.mark.once, pytest.mark.outside, pytest.mark.xdist_group("ray")]
ON_RAY = Place(2, "ray")
WHOS = ["greedy", "planner", "random"]
NUM_GAMES = 2_000
TOKEN = "of-the-tests"


@pytest.fixture(scope="module")
def cluster() -> "Iterator[Cluster]":
    """Hold a cluster that asks for a token, of one node with one core, to which tests add nodes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_AUTH_MODE", "token")
        patch.setenv("RAY_AUTH_TOKEN", TOKEN)
        patch.setenv("MOM_ENV_CACHE_DIR", str(named_root()))  # else its workers would compile everything
        from ray.cluster_utils import Cluster  # Ray reads the environment when it is imported

        made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
        patch.setenv(on_ray.ADDRESS, made.address)
        yield made
        made.shutdown()


@pytest.fixture
def short_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tasks be so short that there are many of them."""
    monkeypatch.setattr(on_ray, "TASK_SECONDS", 0.05)


def plan() -> Plan:
    return plan_of(*WHOS, num_players=3, deals=-(-NUM_GAMES // 6))


@pytest.fixture(scope="module")
def expected() -> str:
    """Return the hash of the tournament as one process plays it."""
    return hash_of(run(plan(), WHOS, Way()).games)


def test_two_processes_play_the_same_games(expected: str) -> None:
    assert hash_of(run(plan(), WHOS, Way(Place(2))).games) == expected


@pytest.mark.usefixtures("short_tasks")
def test_a_cluster_of_one_two_and_three_nodes_plays_the_same_games(cluster: "Cluster", expected: str) -> None:
    added = []
    for count in (1, 2, 3):
        games = run(plan(), WHOS, Way(ON_RAY)).games
        assert len(games) >= NUM_GAMES
        assert hash_of(games) == expected
        if count < 3:
            added.append(cluster.add_node(num_cpus=1))
            cluster.wait_for_nodes()
    for node in added:
        cluster.remove_node(node)


@pytest.mark.usefixtures("short_tasks")
def test_a_node_that_is_removed_without_grace_loses_nothing(cluster: "Cluster", expected: str) -> None:
    nodes = [cluster.add_node(num_cpus=1), cluster.add_node(num_cpus=1)]
    cluster.wait_for_nodes()

    def remove_once(_: Games) -> bool:
        if len(nodes) == 2:
            cluster.remove_node(nodes.pop(), allow_graceful=False)
        return False

    assert hash_of(run(plan(), WHOS, Way(ON_RAY), enough=remove_once).games) == expected
    cluster.remove_node(nodes.pop())


@pytest.mark.usefixtures("cluster", "short_tasks")
def test_a_run_is_stopped_and_resumed_elsewhere(expected: str, tmp_path: Path) -> None:
    def has_some(games: Games) -> bool:
        return len(games) > NUM_GAMES // 3

    first = run(plan(), WHOS, Way(directory=tmp_path), enough=has_some)
    second = run(plan(), WHOS, Way(ON_RAY, tmp_path, resume=True), enough=lambda games: len(games) > NUM_GAMES // 2)
    third = run(plan(), WHOS, Way(Place(2), tmp_path, resume=True))
    assert min(one.games_now for one in (first, second, third)) > 0
    assert hash_of(third.games) == expected


@pytest.mark.usefixtures("cluster")
def test_an_agent_travels_with_the_job(tmp_path: Path) -> None:
    whos = [str(write_agent(tmp_path / "agent")), "greedy"]
    own = plan_of(*whos, num_players=2)
    job = DealsJob(SeatedPlan(own, own.ruleset(), make_players(own, whos), whos, 10.0), {}, replays=False)
    here = job.begin(NoLink())((0, 1)).games
    sent = pickle.dumps(job)
    (tmp_path / "agent").rename(tmp_path / "moved")  # as on a machine that has not got it
    assert hash_of(pickle.loads(sent).begin(NoLink())((0, 1)).games) == hash_of(here)


def workers_of_ray() -> list[int]:
    """Return the numbers of the processes that do tasks of this module."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if path.read_bytes().startswith(b"ray::do_parts"):
                found.append(int(path.parent.name))
        except OSError:
            continue
    return found


def kill_workers(times: int, find: Callable[[], list[int]]) -> threading.Thread:
    """Kill a worker again and again in a thread, `times` times in all."""

    def kill() -> None:
        left = times
        while left:
            time.sleep(0.3)
            for number in find()[:1]:
                os.kill(number, signal.SIGKILL)
                left -= 1

    thread = threading.Thread(target=kill, daemon=True)
    thread.start()
    return thread


@pytest.mark.usefixtures("cluster", "short_tasks")
def test_killed_workers_lose_nothing(tmp_path: Path) -> None:
    parts = list(range(60))
    ledger = Sums(len(parts))
    kill_workers(3, workers_of_ray)
    assert run_parts(Squares(tmp_path, seconds=0.1), parts, ledger, ON_RAY, None, "")
    assert ledger.found == [(part, part * part) for part in parts]


@pytest.mark.usefixtures("cluster")
def test_a_part_that_ends_its_worker_each_time_is_given_up(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=f"part {DIES}: given up"):
        run_parts(Squares(tmp_path, deaths=99), [1, DIES, 2], Sums(3), ON_RAY, None, "")


@pytest.mark.usefixtures("cluster")
def test_a_part_that_ends_its_worker_once_is_done_again(tmp_path: Path) -> None:
    ledger = Sums(3)
    assert run_parts(Squares(tmp_path, deaths=1), [1, DIES, 2], ledger, ON_RAY, None, "")
    assert ledger.found == [(1, 1), (DIES, 1), (2, 4)]


@pytest.mark.usefixtures("cluster")
def test_a_part_that_raises_ends_the_job_with_its_error(tmp_path: Path) -> None:
    ledger = Sums(3)
    with pytest.raises(OptionError, match="found RAISES"):
        run_parts(Squares(tmp_path), [1, RAISES, 2], ledger, ON_RAY, None, "")
    assert set(ledger.saved) <= {(1, 1)}


@pytest.mark.usefixtures("short_tasks")
def test_a_node_that_comes_late_helps(cluster: "Cluster", tmp_path: Path) -> None:
    nodes: list[Any] = []

    class AddsANode(Sums):
        def add(self, part: int, result: int) -> None:
            super().add(part, result)
            if not nodes:
                nodes.append(cluster.add_node(num_cpus=2))

    parts = list(range(80))
    ledger = AddsANode(len(parts))
    assert run_parts(Squares(tmp_path, seconds=0.1), parts, ledger, ON_RAY, None, "")
    assert ledger.found == [(part, part * part) for part in parts]
    assert len(list(tmp_path.glob("begun-*"))) > 1
    cluster.remove_node(nodes[0])


# Each driver is a process: two of them at a time, and one that is killed

DRIVER = """
import sys
from pathlib import Path
from mom_env.kernel.cache import named_root
from mom_env.work import on_ray
from mom_env.work.backends import Place
from mom_env.work.run import run_parts
from tests.work.jobs import Squares, Sums

on_ray.TASK_SECONDS = 0.05
parts = list(range(30))
ledger = Sums(30)
run_parts(Squares(Path(sys.argv[1]), seconds=0.1), parts, ledger, Place(2, "ray"), None, "")
assert ledger.found == [(part, part * part) for part in parts]
"""
ROOT = Path(__file__).resolve().parents[2]


def driver(folder: Path) -> "subprocess.Popen[bytes]":
    """Start a process that does a job of its own on the cluster."""
    folder.mkdir()
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen([sys.executable, "-c", DRIVER, str(folder)], env=environment)


@pytest.mark.usefixtures("cluster")
def test_two_jobs_share_a_cluster_and_a_third_is_killed(tmp_path: Path) -> None:
    drivers = [driver(tmp_path / name) for name in "abc"]
    while not list((tmp_path / "c").glob("begun-*")):
        time.sleep(0.05)
    drivers[2].kill()
    assert [one.wait() for one in drivers] == [0, 0, -signal.SIGKILL]
    for name in "ab":
        assert len((tmp_path / name / "done").read_text().split()) == 30


@pytest.mark.usefixtures("cluster", "short_tasks")
def test_an_interrupt_keeps_what_is_there(tmp_path: Path) -> None:
    ledger = Sums(500)

    def interrupt() -> None:
        while not ledger.found:
            time.sleep(0.05)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt, daemon=True).start()
    assert not run_parts(Squares(tmp_path, seconds=0.1), list(range(500)), ledger, ON_RAY, None, "")
    assert ledger.saved == [(part, part * part) for part in range(len(ledger.found))]


@pytest.mark.usefixtures("cluster")
def test_long_parts_save_themselves_after_an_interrupt(tmp_path: Path) -> None:
    def interrupt() -> None:
        while not list(tmp_path.glob("begun-*")):
            time.sleep(0.05)
        time.sleep(1)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt, daemon=True).start()
    assert not run_parts(LongSquares(tmp_path, seconds=30), [1, 2], Sums(2), ON_RAY, None, "")
    assert list(tmp_path.glob("saved-*"))


# What is refused before the work begins


@pytest.mark.usefixtures("cluster")
def test_own_code_travels_only_if_that_is_asked_for() -> None:
    whos = ["examples.own_bot:choose", "greedy"]
    own = plan_of(*whos, num_players=2)
    with pytest.raises(WorkError, match=r"without --send-code, found examples\.own_bot:choose; the option"):
        run(own, whos, Way(ON_RAY))


def test_an_address_where_nothing_answers_is_one_clear_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    monkeypatch.setenv(on_ray.ADDRESS, address)
    with pytest.raises(WorkError, match=f"RAY_ADDRESS: expected a cluster at {address}, found .*nothing that answers"):
        run_parts(Squares(tmp_path), [1], Sums(1), ON_RAY, None, "")
    assert not sys.modules["ray"].is_initialized()


@pytest.mark.parametrize("field", Facts._fields)
def test_a_machine_with_other_versions_is_refused(field: str) -> None:
    here = facts_of_this_process()
    check_facts(here, here)
    with pytest.raises(WorkError, match=r"cluster: expected .* on every machine, as here, found 0\.0"):
        check_facts(here, here._replace(**{field: "0.0"}))


@pytest.mark.usefixtures("cluster")
def test_a_cluster_of_another_version_is_refused_before_the_work_begins(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(on_ray, "facts_of_this_process", lambda: Facts("3.11", "9.9", "0"))
    with pytest.raises(WorkError, match=r"cluster: expected mom_env 9\.9 on every machine, as here, found 0\.1\.0"):
        run_parts(Squares(tmp_path), [1], Sums(1), ON_RAY, None, "")
    assert not (tmp_path / "done").exists()


@pytest.mark.usefixtures("cluster")
def test_a_machine_that_cannot_begin_is_refused_before_the_work_begins(tmp_path: Path) -> None:
    with pytest.raises(WorkError, match="cluster: expected a machine that can begin, found FileNotFoundError"):
        run_parts(Squares(tmp_path / "missing"), [1], Sums(1), ON_RAY, None, "")


def test_a_folder_for_machine_code_that_others_can_write_is_not_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv(ray_worker.CACHE, raising=False)
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    folder = tmp_path / f"mom_env-{os.getuid()}"
    folder.mkdir(mode=0o777)
    folder.chmod(0o777)
    with pytest.raises(WorkError, match="expected a folder of our own, found one that others can write"):
        ray_worker.use_own_cache()
    folder.chmod(0o700)
    ray_worker.use_own_cache()
    assert os.environ.pop(ray_worker.CACHE) == str(folder)


def test_a_machine_is_prepared_by_one_worker_at_a_time(tmp_path: Path) -> None:
    order = []

    def hold(name: str) -> None:
        with locked_soon(tmp_path):
            order.append(name)
            time.sleep(0.2)
            order.append(name)

    threads = [threading.Thread(target=hold, args=(name,)) for name in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert order in (list("aabb"), list("bbaa"))
