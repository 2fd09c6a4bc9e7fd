"""The protocol: which games are played, how long a training may be, against whom it is scored."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, TypeVar

from pydantic import Field, ValidationError

from mom_env.errors import OptionError
from mom_env.files import write_file
from mom_env.games import GAMES, load
from mom_env.policy import Table, agent_names, make_player
from mom_env.settings import first_problem, unknown
from mom_env.tensors import read_file
from training.config import GameName, Section

FILE = "protocol.json"
MOST_BYTES = 1 << 16
BUDGET = 2_000_000
DEALS = 200
SETTINGS = {"2p": 2, "3p": 3, "4p": 4}
BOTH_VARIANTS: dict[str, dict[str, bool | str]] = {
    "monkeys_on_the_moon": {"maximum_scorn": True, "monkey_treachery": True}
}
SEARCH = "ismcts:sims=100"
PANEL = ("random", "greedy", "planner", SEARCH)
SEARCH_SHARE = 0.3  # of the deals: a search takes its time
DEALS_SEED = 1 << 61  # deals are others than those of any training
Model = TypeVar("Model", bound=Section)


class Protocol(Section):
    """What makes results comparable: a folder holds those of one protocol.

    Attributes:
        format: of folder and protocol; another panel or another way to count is another one.
        game: which game; the deck is the standard one, with both variants.
        decisions: the budget of a training.
        deals: of a score; each is played once from every seat.
    """

    format: Literal["mom-benchmark/2"] = "mom-benchmark/2"
    game: GameName = GAMES[0]
    decisions: Annotated[int, Field(ge=1, le=10**12)] = BUDGET
    deals: Annotated[int, Field(ge=2, le=1 << 14)] = DEALS

    @property
    def options(self) -> dict[str, bool | str]:
        """The rule options."""
        return BOTH_VARIANTS[self.game]

    def deals_against(self, member: str) -> int:
        """Of a score against this member of the panel."""
        return max(2, round(SEARCH_SHARE * self.deals)) if member == SEARCH else self.deals


class Member(NamedTuple):
    """One of the panel."""

    spec: str
    made_from: str  # as `Player.made_from`: a bot of another version is another member, and so is another agent


def ruleset_of(protocol: Protocol, setting: str) -> Any:
    """Return what is played in a setting."""
    make = load(protocol.game, "ruleset").make_ruleset
    return make(SETTINGS[setting], "standard", protocol.options, skip_forced=True)


def panel(protocol: Protocol, setting: str) -> list[Member]:
    """Return whom a player is scored against: bots, a search, and the package's agents for that table."""
    ruleset = ruleset_of(protocol, setting)
    names = [*PANEL, *agent_names(Table(protocol.game, ruleset))]
    players = [make_player(name, protocol.game, ruleset) for name in names]
    return [Member(player.spec, player.made_from) for player in players]


def checked_settings(names: Sequence[str]) -> list[str]:
    """The settings of these names; all, if none is named.

    Raises:
        OptionError: there is no such setting.
    """
    for name in names:
        if name not in SETTINGS:
            raise OptionError(unknown("settings", name, SETTINGS))
    return [name for name in SETTINGS if name in names] if names else list(SETTINGS)


def checked_protocol(game: str, decisions: int, deals: int) -> Protocol:
    """The protocol with this budget.

    Raises:
        OptionError: there is no such budget.
    """
    try:
        return Protocol(game=game, decisions=decisions, deals=deals)
    except ValidationError as error:
        raise OptionError(first_problem(error)) from None


def claim(root: Path, protocol: Protocol) -> None:
    """Make a folder one of this protocol.

    Raises:
        OptionError: the folder is one of another protocol; it says in what they differ.
        OutputError: it cannot be written.
    """
    if not (root / FILE).exists():
        write_file(root / FILE, protocol.model_dump_json(indent=1) + "\n")
    wanted, there = (model.model_dump() for model in (protocol, read_model(root / FILE, Protocol)))
    keys = [key for key in wanted if wanted[key] != there[key]]
    if keys:
        expected, found = (", ".join(f"{key}={told[key]}" for key in keys) for told in (wanted, there))
        raise OptionError(f"{root}: expected results of a protocol with {expected}, found those of one with {found}")


def read_model(path: Path, model: type[Model]) -> Model:
    """Return what a JSON file of this folder says.

    Raises:
        OptionError: it cannot be read, or is something else.
    """
    try:
        return model.model_validate_json(read_file(path, MOST_BYTES))
    except ValidationError as error:
        raise OptionError(f"{path}: {first_problem(error)}"[:500]) from None
