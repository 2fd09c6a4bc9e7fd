"""Random games to test properties with: all decks, numbers of players and rule options, stopped anywhere."""

import random
from dataclasses import dataclass
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from mom_env.errors import DeckError
from mom_env.monkeys_on_the_moon import Game
from mom_env.monkeys_on_the_moon.deck import load_deck
from tests.support.sizes import smaller_without_jit

DECISIONS = ("card", "tribe", "appease", "monkey", "bid", "ship", "stay")
TREACHERY = {"monkey_treachery": True}
WHOLE_GAME = 10_000  # more decisions than any game has

TABLES = [(deck, players) for deck in ("standard", "mini") for players in load_deck(deck).player_counts]
OPTIONS = st.fixed_dictionaries(
    {
        "raise": st.sampled_from(["free", "add_only"]),
        "final_launch_clears_scorn": st.booleans(),
        "hidden_coins": st.booleans(),
        "maximum_scorn": st.booleans(),
        "monkey_treachery": st.booleans(),
    }
)


def examples(compiled: int, plain: int) -> settings:
    """How many examples of a property; the same ones at each run, so that a failure is one for everybody."""
    number = smaller_without_jit(compiled, plain)
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large]
    return settings(max_examples=number, deadline=None, derandomize=True, database=None, suppress_health_check=slow)


@dataclass(frozen=True)
class Start:
    """What a game is dealt from."""

    num_players: int
    seed: int
    deck: str
    options: dict[str, Any]
    skip_forced: bool

    def deal(self) -> Game:
        return Game(self.num_players, self.seed, deck=self.deck, options=self.options, skip_forced=self.skip_forced)


@st.composite
def starts(draw: st.DrawFn) -> Start:
    deck, players = draw(st.sampled_from(TABLES))
    return Start(players, draw(st.integers(0, 2**64 - 1)), deck, draw(OPTIONS), draw(st.booleans()))


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game at any of its stops, its end included."""
    game = draw(starts()).deal()
    return play_on(game, draw(st.integers(0, 2**32)), draw(st.integers(0, 250)))


def play_on(game: Game, seed: int, decisions: int = WHOLE_GAME) -> Game:
    """Up to so many random decisions more. Some tables are shy: their players mostly pass."""
    chance = random.Random(seed)
    shyness = chance.choice([0.0, 0.7])
    for _ in range(decisions):
        if game.over:
            break
        legal = game.legal_actions()
        passes = game.decision == "bid" and chance.random() < shyness
        game.play(legal[0] if passes else chance.choice(legal))
    return game


def game_at(decision: str, num_players: int = 4, *, skip_forced: bool = True) -> Game:
    """A game with Treachery that has stopped at such a decision."""
    for seed in range(200):
        game, chance = Game(num_players, seed, options=TREACHERY, skip_forced=skip_forced), random.Random(seed)
        while not game.over:
            if game.decision == decision:
                return game
            game.play(chance.choice(game.legal_actions()))
    raise AssertionError(f"no {decision} decision came up")


def random_deck(seed: int) -> dict[str, Any]:
    """The content of a deck that is accepted, with all numbers anywhere within their limits."""
    chance = random.Random(seed)
    while True:
        content = _drawn_deck(chance)
        try:
            load_deck(content)
        except DeckError:
            continue
        return content


def _drawn_deck(chance: random.Random) -> dict[str, Any]:
    tribes = [
        name * chance.randint(1, 4) for name in chance.sample(["ape", "bonobo", "gibbon", "sai", "titi", "uakari"], 6)
    ]
    most, hand = chance.randint(2, 4), chance.randint(1, 3)
    moves, statuses = chance.sample(range(1, 21), 4), chance.sample(range(1, 21), 4)
    ships = [[chance.randint(1, 4), chance.randint(0, 20)] for _ in range(chance.randint(1, 8))]
    counts = {"civilization": chance.randint(6, 48), "monkeys": chance.randint(30, 60), "ships": chance.randint(12, 30)}
    coins = chance.randint(0, 7 // most)
    spaces = chance.randint(1, 100)
    return {
        **load_deck("standard").plain(),
        "name": "drawn",
        "tribes": tribes,
        "counts": counts,
        "civilization": _spread(chance, tribes, moves[: chance.randint(1, 4)], counts["civilization"]),
        "monkeys": _spread(chance, tribes, statuses[: chance.randint(1, 4)], counts["monkeys"]),
        "ships": _spread(chance, tribes, ships, counts["ships"]),
        "track": {"spaces": spaces, "white_dot": chance.randint(1, spaces)},
        "titles": {key: [chance.randint(0, 20) for _ in tribes] for key in ("leader", "undersecretary")},
        "setup": {
            "hand": hand,
            "coins": coins,
            "supply": chance.randint(0, 7 - most * coins),
            "pool_extra": chance.randint(0, 6 - most),
            "ship_pool": chance.randint(1, 3),
            "scorn_penalty": chance.randint(0, 20),
        },
        "out_of_game": {str(most): counts["civilization"] - most * chance.randint(2, 12)},
    }


def _spread(chance: random.Random, tribes: list[str], kinds: list[Any], count: int) -> dict[str, list[Any]]:
    """So many cards of these kinds, dealt to the tribes as it comes."""
    rows: dict[str, list[Any]] = {tribe: [] for tribe in tribes}
    for _ in range(count):
        rows[chance.choice(tribes)].append(chance.choice(kinds))
    return rows
