"""Golden playthroughs: whole games as readable text. `python -m tests.support.playthroughs` writes them anew.

A line a decision: who decides what among which choices, the choice, and a digest of what every seat
sees; at each round's start the whole position. A change in any of it shows up as a difference to read.
"""

import hashlib
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mom_env.kernel.rng import bits_at
from mom_env.monkeys_on_the_moon import Game
from mom_env.players.bot_table import BotTable

FOLDER = Path(__file__).parents[1] / "golden"
SHOWN = 6  # choices of a decision that are listed; the rest is counted

OPTIONS: dict[str, dict[str, Any]] = {
    "plain": {},
    "add_only": {"raise": "add_only"},
    "scorn_stays": {"final_launch_clears_scorn": False},
    "hidden_coins": {"hidden_coins": True},
    "maximum_scorn": {"maximum_scorn": True},
    "treachery": {"monkey_treachery": True},
    "both_variants": {"maximum_scorn": True, "monkey_treachery": True},
}


class Case(NamedTuple):
    """One playthrough."""

    name: str
    num_players: int
    deck: str
    options: dict[str, Any]
    skip_forced: bool
    seed: int


def cases() -> list[Case]:
    """Every player count with every option, some more with forced decisions as stops and on the mini deck."""
    found = [
        Case(f"{players}p_{name}", players, "standard", options, skip_forced=True, seed=100 * players + number)
        for players in (2, 3, 4)
        for number, (name, options) in enumerate(OPTIONS.items())
    ]
    found.append(Case("4p_every_decision", 4, "standard", OPTIONS["both_variants"], skip_forced=False, seed=7))
    # R14: two monkeys stay behind and board the next ship; their owner holds their tribe's scorn.
    found.append(Case("4p_boards_in_scorn", 4, "standard", OPTIONS["treachery"], skip_forced=True, seed=31))
    mini = (Case(f"mini_{n}p", n, "mini", OPTIONS["treachery"], skip_forced=True, seed=n) for n in (2, 3))
    return [*found, *mini]


def choices_in_words(game: Game) -> str:
    legal = [game.describe(action) for action in game.legal_actions()]
    more = f" | ... {len(legal)} in all" if len(legal) > SHOWN else ""
    return " | ".join(legal[:SHOWN]) + more


def views(game: Game) -> str:
    """A digest of every seat's observation and mask."""
    digest = hashlib.sha256()
    for seat in range(game.num_players):
        seen = game.observe(seat)
        digest.update(seen["observation"].tobytes() + seen["action_mask"].tobytes())
    return digest.hexdigest()[:12]


def playthrough(case: Case) -> str:
    """The text of a game: seats 0 and 2 are greedy, the others play at random."""
    game = Game(case.num_players, case.seed, deck=case.deck, options=case.options, skip_forced=case.skip_forced)
    table = BotTable("monkeys_on_the_moon", ["greedy", "random"] * 2)
    lines = [f"# {case.name}: seed {case.seed}, deck {case.deck}, {case.options}, skip_forced {case.skip_forced}"]
    shown_round, number = -1, 0
    while not game.over:
        if game.snapshot()["round"] != shown_round:
            shown_round = game.snapshot()["round"]
            lines += ["", game.to_text()]
        action = table.choose_one(game, int(bits_at(np.uint64(case.seed), number)))
        lines.append(f"{number:3d} player_{game.seat} {game.decision}: {choices_in_words(game)}")
        lines.append(f"    -> {game.describe(action)}    views {views(game)}")
        game.play(action)
        number += 1
    result = game.result()
    lines += ["", game.to_text(), *(f"{key}: {value}" for key, value in result.items()), f"views {views(game)}"]
    return "\n".join(lines) + "\n"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for case in cases():
        (FOLDER / f"{case.name}.txt").write_text(playthrough(case), encoding="utf-8")


if __name__ == "__main__":
    main()
