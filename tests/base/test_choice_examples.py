"""What errors about choices show as an example fits the decision, in every game."""

import re

import numpy as np
import pytest

from mom_env.errors import IllegalAction
from mom_env.games import GAMES, load

OPTIONS = {"four_monkeys": {"check_choice": True}}  # else it has one kind of decisions


@pytest.mark.parametrize("name", GAMES)
def test_the_example_has_the_keys_of_a_choice_that_is_legal_at_such_a_decision(name: str) -> None:
    game, rng = (
        load(name).people.Game(3, seed=1, options=OPTIONS.get(name), skip_forced=False),
        np.random.default_rng(1),
    )
    told: dict[str, set[str]] = {}
    legal: dict[str, set[frozenset[str]]] = {}
    while not game.over and game.decision is not None:
        with pytest.raises(IllegalAction, match=r"expected .*, found ") as caught:
            game.play({"nonsense": None})
        told[game.decision] = set(re.findall(r"""["'](\w+)["']""", str(caught.value).partition(", found ")[0]))
        legal.setdefault(game.decision, set()).update(frozenset(choice) for choice in game.choices())
        game.play(int(rng.choice(game.legal_actions())))
    assert len(told) > 1
    assert [decision for decision, keys in told.items() if not any(one <= keys for one in legal[decision])] == []
