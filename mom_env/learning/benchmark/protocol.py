"""The protocol: which games are played, how long a training may be, and against whom its player is scored."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal, NamedTuple, TypeVar

from pydantic import Field, ValidationError

from mom_env.arena.thinking import with_budget
from mom_env.common.files import write_file
from mom_env.common.problems import checked_file, first_problem
from mom_env.common.settings import unknown
from mom_env.common.tensors import read_file
from mom_env.contract.options import Options
from mom_env.contract.people import Ruleset
from mom_env.errors import OptionError
from mom_env.games import GAMES, load, make_ruleset
from mom_env.learning.config import GameName, Section
from mom_env.players.kinds import SEARCHES
from mom_env.players.specs import Wanted, agent_names, make_player, read_spec

FILE = "protocol.json"
MOST_BYTES = 1 << 16
BUDGET = 2_000_000
DEALS = 200
SIMULATIONS = 100  # of a search in the panel
SEARCH_SHARE = 0.3  # of the deals are played against a search, as it is slow
Model = TypeVar("Model", bound=Section)


class Protocol(Section):
    """What makes results of the benchmark comparable: a folder has the results of one protocol.

    Attributes:
        format: of the folder and the protocol; it changes with the rules for the panel and for counting.
        game: name of the game; the deck is the standard one, with the game's options for the benchmark.
        decisions: the budget of a training.
        deals: number of deals of a score; each deal is played once from every seat.
    """

    format: Literal["mom-benchmark/2"] = "mom-benchmark/2"
    game: GameName = GAMES[0]
    decisions: Annotated[int, Field(ge=1, le=10**12)] = BUDGET
    deals: Annotated[int, Field(ge=2, le=1 << 14)] = DEALS

    @property
    def options(self) -> Options:
        """The rule options of the game's benchmark."""
        return load(self.game).info.benchmark_options

    @property
    def settings(self) -> dict[str, int]:
        """Number of players by the name of the setting, which is that number and the letter p.

        There is a setting for each table size at which wins are counted, and not scores.
        """
        info = load(self.game).info
        return {f"{count}p": count for count in info.num_players if info.measure(count) == "win"}

    def deals_against(self, member: str) -> int:
        """Return the number of deals of a score against a member of the panel, the players against whom all are scored.

        `member` is the member's spec. Against a search it is SEARCH_SHARE of `deals`, but at least 2, otherwise
        `deals`.
        """
        return max(2, round(SEARCH_SHARE * self.deals)) if read_spec(member).name in SEARCHES else self.deals


class Member(NamedTuple):
    """A member of the panel, the players against whom all algorithms are scored."""

    spec: str
    made_from: str  # as `Player.made_from`: another version of a bot or agent is another member


def ruleset_of(protocol: Protocol, setting: str) -> Ruleset:
    """Return deck, options and number of players of a setting, a table size by its name."""
    return make_ruleset(protocol.game, protocol.settings[setting], "standard", protocol.options)


def bots_and_searches(game: str, num_players: int) -> list[str]:
    """Return the specs of the panel's bots and searches at tables of `num_players` seats."""
    info = load(game).info
    return [*info.table(num_players).panel, *(with_budget(search, SIMULATIONS) for search in info.searches)]


def panel(protocol: Protocol, setting: str) -> list[Member]:
    """Return the panel of a setting (a table size, by its name), the players against whom all algorithms are scored.

    They are bots, searches, and the package's agents for that table.
    """
    ruleset = ruleset_of(protocol, setting)
    names = [*bots_and_searches(protocol.game, ruleset.num_players), *agent_names(Wanted(protocol.game, ruleset))]
    players = [make_player(name, protocol.game, ruleset) for name in names]
    return [Member(player.spec, player.made_from) for player in players]


def checked_settings(protocol: Protocol, names: Sequence[str]) -> list[str]:
    """Return the settings in `names`, in the protocol's order; all settings if there are no names.

    Raises:
        OptionError: there is no such setting.
    """
    known = protocol.settings
    for name in names:
        if name not in known:
            raise OptionError(unknown("settings", name, known))
    return [name for name in known if name in names] if names else list(known)


def checked_protocol(game: str, decisions: int, deals: int) -> Protocol:
    """Return the protocol of a game with a budget of `decisions`, and `deals` deals per score.

    Raises:
        OptionError: the budget or the number of deals is out of range.
    """
    try:
        return Protocol(game=game, decisions=decisions, deals=deals)
    except ValidationError as error:
        raise OptionError(first_problem(error)) from None


def claim(root: Path, protocol: Protocol) -> None:
    """Mark the folder `root` as one of this protocol, if it is not marked yet.

    Raises:
        OptionError: the folder holds results of another protocol; the message says how they differ.
        OutputError: the folder cannot be written.
    """
    if not (root / FILE).exists():
        write_file(root / FILE, protocol.model_dump_json(indent=1) + "\n")
    wanted, there = (model.model_dump() for model in (protocol, read_model(root / FILE, Protocol)))
    keys = [key for key in wanted if wanted[key] != there[key]]
    if keys:
        expected, found = (", ".join(f"{key}={fields[key]}" for key in keys) for fields in (wanted, there))
        raise OptionError(f"{root}: expected results of a protocol with {expected}, found those of one with {found}")


def read_model(path: Path, model: type[Model]) -> Model:
    """Return the content of a JSON file as an object of the class `model`, which checks it.

    Raises:
        OptionError: the content does not fit the class.
        CheckpointError: the file cannot be read, or has more than MOST_BYTES.
    """
    return checked_file(model, read_file(path, MOST_BYTES), path, OptionError)
