"""Bots and guides may try moves on the record that they are given, but have to take all of it back."""

import numpy as np
import pytest

from mom_env.games import load
from mom_env.loops import loop_of
from mom_env.players.guide import Guide, has_guide
from tests.every_game.installed import GAMES

pytestmark = pytest.mark.outside  # whole games of the slowest bots are long without the JIT

STEPS, GAMES_AT_ONCE = 150, 12


@pytest.mark.parametrize("game", GAMES)
def test_whoever_thinks_leaves_the_record_as_it_is(game: str) -> None:
    module, rng = load(game), np.random.default_rng(3)
    match, room = loop_of(module.package, "match"), np.zeros(1, module.kernels.MASK_DTYPE)
    guide = Guide(game) if has_guide(game) else None
    for num_players in module.info.num_players:
        games = module.people.VectorGame(GAMES_AT_ONCE, num_players, seed=5)
        chosen = np.zeros(GAMES_AT_ONCE, np.int64)
        for _ in range(STEPS):
            kept, bits = games.states.tobytes(), rng.integers(2**64, size=GAMES_AT_ONCE, dtype=np.uint64)
            for name, bot in module.people.BOTS.items():
                match.choose_each(games.states, games.rules, bot.number, bits, room, chosen)
                assert games.states.tobytes() == kept, f"{name} changed the record"
            if guide is not None:
                guide.table(games.states, games.rules, games.action_masks)
                assert games.states.tobytes() == kept, "the guide changed the record"
            games.step(games.sample(rng))
