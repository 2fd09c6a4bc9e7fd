"""Players of the tests of the arena, and plans for them."""

import time
from typing import Any

from mom_env.arena.plan import Plan, even_lineups
from tests.support.sizes import smaller_without_jit

DEALS = smaller_without_jit(12, 2)


def first_legal(_: Any, mask: Any) -> int:
    return int(mask.argmax())


def crash(_: Any, mask: Any) -> int:
    raise RuntimeError(f"no idea among {mask.sum()}")


def stall(_: Any, __: Any) -> int:
    while True:
        try:
            time.sleep(0.01)
        except Exception:  # noqa: BLE001 - a bot that holds back all that it can
            continue


def cheat(_: Any, mask: Any) -> int:
    return int(mask.argmin())


def slow(_: Any, mask: Any) -> int:
    time.sleep(0.05)
    return int(mask.argmax())


def leave(_: Any, __: Any) -> int:
    raise SystemExit(3)


def plan_of(*players: str, num_players: int = 3, deals: int = DEALS, seed: int = 5, **others: Any) -> Plan:
    lineups = others.pop("lineups", even_lineups(len(players), num_players))
    return Plan(players=players, num_players=num_players, lineups=lineups, deals=deals, seed=seed, **others)
