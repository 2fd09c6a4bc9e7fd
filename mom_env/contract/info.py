"""What a game says of itself: `INFO` in its module `info`. All that shared code knows by number."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

OptionValue = bool | int | str | list[int]  # of a rule option
Measure = Literal["win", "score"]


class Table(NamedTuple):
    """What can differ by the number of players.

    Attributes:
        rewards: names of the ways to count, the default first.
        zero_sum: whether the returns of a game sum to 0, in every way to count.
        measure: what players are compared by: their wins, or their score on the same deals.
        opponents: quick bots that agents are trained and measured against by default, the weakest first.
        panel: bots that the benchmark scores against, the weakest first; it adds the searches and the trained agents.
    """

    rewards: tuple[str, ...] = ("win", "vp", "rank")
    zero_sum: bool = True
    measure: Measure = "win"
    opponents: tuple[str, ...] = ("random",)
    panel: tuple[str, ...] = ("random",)

    @property
    def fields(self) -> tuple[str, ...]:
        """Whom a search is measured against by default: the panel without its weakest bot, the strongest first."""
        return (self.panel[1:] or self.panel)[::-1]


class GameInfo(NamedTuple):
    """A game in names and numbers.

    Attributes:
        name: of the game, as commands and files have it.
        title: for people.
        about: what it is, for the page of its environments: a line, and then a paragraph.
        package: where its modules are; `__package__` of the module that says this.
        tables: by number of players, what can differ by it; its keys are the numbers of players there are.
        rules_version: of the rules; replays and results carry it, and those of another version are refused.
        default_players: where nobody says how many.
        kind: one seat is asked after the other, or all at once.
        has_secrets: whether a seat knows less than the whole position.
        has_chance: whether something is drawn after the deal is known.
        score: what is counted, for people, such as "points".
        score_name: its key in `result()`.
        score_unit: how much of it is worth a return of 1.
        environment: its name in Gymnasium's and PettingZoo's registries; empty if it is not registered.
        wait: the id of an action that waits; None if there is none.
        demo_bots: who plays in `mom demo`, at the seats in turn.
        demo_training: path of the configuration of the training in `mom demo`; empty if there is none.
        hint: the bot that gives people hints.
        searches: specs of the leaderboard's searches.
        strongest: the strongest of the quick bots, for teaching and for defaults.
        example_training: path of a configuration to begin with; examples of commands have it.
        example_agent: a trained agent that comes with the package, for the same.
        benchmark_options: the rule options of the benchmark.
        decisions_per_game: of a usual game, about; plans of time are made with it.
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
        """The numbers of players it can be played by."""
        return tuple(self.tables)

    @property
    def environments(self) -> str:
        """The name of its environments: of the module that has them, if they come with the package."""
        return f"{self.name}_{list(self.versions)[-1]}"

    def table(self, num_players: int) -> Table:
        """Return what holds for so many players; what usually holds, if the game is not for so many."""
        return self.tables.get(num_players, Table())

    def seats(self, asked: int | None) -> int:
        """Return how many play: as many as are asked for, or as is usual."""
        return self.default_players if asked is None else asked

    def measure(self, num_players: int) -> Measure:
        """Return what so many players are compared by; whoever sits alone has won against nobody."""
        return "score" if num_players == 1 else self.table(num_players).measure
