"""What a game says about itself: `INFO` in its module `info`. Shared code knows nothing else of its figures."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

OptionValue = bool | int | str | list[int]  # of a rule option
Measure = Literal["win", "score"]


class Table(NamedTuple):
    """What can differ by the number of players.

    Attributes:
        rewards: names of the rewards, the default first.
        zero_sum: whether the returns of a game sum to 0 for every reward.
        measure: how players are compared: by their wins, or by their score on the same deals.
        opponents: quick bots that agents are trained and measured against by default, the weakest first.
        levels: players under names of their own, for people who want an opponent: spec by name. "hard" is the default
            opponent of `mom play`.
        panel: bots that the benchmark plays against, the weakest first; it adds the searches and the trained agents.
    """

    rewards: tuple[str, ...] = ("win", "vp", "rank")
    zero_sum: bool = True
    measure: Measure = "win"
    opponents: tuple[str, ...] = ("random",)
    levels: Mapping[str, str] = {}
    panel: tuple[str, ...] = ("random",)

    @property
    def fields(self) -> tuple[str, ...]:
        """The bots that a search is measured against by default: the panel but the weakest bot, the strongest first.

        A panel of a single bot is not shortened.
        """
        return (self.panel[1:] or self.panel)[::-1]


class GameInfo(NamedTuple):
    """A game in names and numbers.

    Attributes:
        name: of the game, in commands and files.
        title: name of the game for people.
        about: what the game is, for the page of its environments: a line, and then a paragraph.
        package: where the game's modules are; `__package__` in the module `info`.
        tables: what can differ by the number of players, by that number; the keys are all possible numbers.
        rules_version: of the rules; replays and results contain it, and those of another version are refused.
        default_players: number of players if none is given.
        kind: whether seats are asked one after the other, or all at once.
        has_secrets: whether a seat knows less than the whole position.
        has_chance: whether anything is random after the deal.
        score: what is counted, for people, such as "points".
        score_name: key of the score in `result()`.
        score_unit: how much score is worth a return of 1.
        environment: its name in Gymnasium's and PettingZoo's registries; empty if it is not registered.
        wait: the id of an action that waits; None if there is none.
        demo_bots: the bots in `mom demo`, assigned to the seats in turn.
        demo_training: path of the configuration of the training in `mom demo`; empty if there is none.
        hint: the bot that gives people hints.
        searches: specs of the leaderboard's searches.
        strongest: the strongest of the quick bots, for teaching and for defaults.
        example_training: path of a configuration to begin with, for examples of commands.
        example_agent: a trained agent that comes with the package, for examples of commands.
        benchmark_options: the rule options of the benchmark.
        decisions_per_game: roughly, in a typical game; used to plan time.
        most_replay_moves: more than any real game has.
        has_pictures: whether `draw_svg` draws.
        versions: of the environments, each with what changed.
    """

    name: str
    title: str
    package: str
    tables: Mapping[int, Table]
    about: str = ""
    rules_version: str = "1"
    default_players: int = 2
    kind: Literal["sequential", "simultaneous"] = "sequential"
    has_secrets: bool = True
    has_chance: bool = True
    score: str = "points"
    score_name: str = "points"
    score_unit: float = 1.0
    environment: str = ""
    wait: int | None = None
    demo_bots: tuple[str, ...] = ("random",)
    demo_training: str = ""
    hint: str = "random"
    searches: tuple[str, ...] = ()
    strongest: str = "random"
    example_training: str = "my-training.toml"
    example_agent: str = "runs/first/agent"
    benchmark_options: Mapping[str, OptionValue] = {}
    decisions_per_game: int = 100
    most_replay_moves: int = 5_000
    has_pictures: bool = False
    versions: Mapping[str, str] = {"v0": "first version"}

    @property
    def num_players(self) -> tuple[int, ...]:
        """The numbers of players that the game can be played by."""
        return tuple(self.tables)

    @property
    def environments(self) -> str:
        """The name of the module of the game's newest environments, such as `a_game_v0`.

        There is such a module only for games that come with the package.
        """
        return f"{self.name}_{list(self.versions)[-1]}"

    def table(self, num_players: int) -> Table:
        """Return the table for `num_players` players; a table of defaults if the game is not for that number."""
        return self.tables.get(num_players, Table())

    def seats(self, asked: int | None) -> int:
        """Return the number of players: `asked`, unchecked, or the game's default number if `asked` is None."""
        return self.default_players if asked is None else asked

    def measure(self, num_players: int) -> Measure:
        """Return how `num_players` players are compared, by "win" or by "score".

        A single player is compared by score, as it cannot win against anybody.
        """
        return "score" if num_players == 1 else self.table(num_players).measure
