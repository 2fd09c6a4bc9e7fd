"""What a worker of the arena would have to compile though the first process has compiled before it was started.

`python -m tests.support.left_to_compile SPEC SPEC ...` prints it as JSON. In a process that has played before, or
beside one, nothing could be told apart.
"""

import json
import sys

from numba.core.dispatcher import Dispatcher

from mom_env.arena.deals_job import DealsJob, SeatedPlan, make_players
from mom_env.arena.plan import even_lineups, plan_of
from mom_env.work.job import NoLink


def compiled() -> set[tuple[str, str]]:
    """All kernels that were called from Python, and with what."""
    modules = [module for name, module in sys.modules.items() if name.startswith("mom_env.")]
    kernels = {kernel for module in modules for kernel in vars(module).values() if isinstance(kernel, Dispatcher)}
    return {(kernel.py_func.__name__, str(types)) for kernel in kernels for types in kernel.signatures}


def main(whos: list[str]) -> None:
    """As the first process of two jobs, then as a worker."""
    num_players = len(whos)
    plan = plan_of(whos, even_lineups(num_players, num_players), num_players, deals=2, seed=0)
    job = DealsJob(SeatedPlan(plan, plan.ruleset(), make_players(plan, whos), whos, 10.0), {}, replays=False)
    job.warm_up()
    before = compiled()
    job.begin(NoLink())((0, 1))
    sys.stdout.write(json.dumps(sorted(name for name, _ in compiled() - before)))


if __name__ == "__main__":
    main(sys.argv[1:])
