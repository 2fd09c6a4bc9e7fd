"""The configuration of a training: one schema for both trainers, read from TOML, changed by `--set a.b=c`."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from mom_env.common.problems import all_problems
from mom_env.common.settings import RewardName, one_or_several, unknown
from mom_env.common.tensors import read_json
from mom_env.contract.options import OptionSets, OptionValue
from mom_env.errors import CheckpointError, ConfigError
from mom_env.games import GAMES, game_names, load
from mom_env.players.agent import MOST_TEMPERATURE
from mom_env.players.agent_search import Leaf
from mom_env.players.own_inputs import MOST_OWN_UNITS
from mom_env.players.policy_net import MOST_LAYERS, Symmetry, Units
from mom_env.players.search import Root
from mom_env.players.specs import names_code

MOST_CONFIG_BYTES = 1 << 20
MOST_DEALS = 1 << 14  # of an evaluation: all its games are in memory at once
Share = Annotated[float, Field(ge=0, le=1)]
Positive = Annotated[float, Field(gt=0)]
Count = Annotated[int, Field(ge=1)]
PLAYER = re.compile(r"[\w./ -]+(:\w+=[\w.,=/ -]+)?")  # a name, a folder, or a name with parameters


def _without_code(who: str) -> str:
    """Return the spec `who` unchanged, after checking that it names no code.

    Raises:
        ValueError: it may name code.
    """
    if not PLAYER.fullmatch(who) or names_code(who):
        raise ValueError("expected a name or folder of a player that names no code")
    return who


Player = Annotated[str, AfterValidator(_without_code)]  # no checkpoint and no result may name code


def _known_game(name: str) -> str:
    """Return `name` unchanged, after checking that there is such a game.

    Raises:
        ValueError: there is none.
    """
    if name not in game_names():
        raise ValueError(f"expected one of {', '.join(game_names())}")
    return name


GameName = Annotated[str, AfterValidator(_known_game)]


MOST_GUIDE_WEIGHT = 100.0

if TYPE_CHECKING:
    Numbers = int | list[int]
else:
    Numbers = one_or_several(Annotated[int, Field(ge=1, le=16)])


class Section(BaseModel):
    """The base of all sections of a configuration.

    It refuses unknown keys, values of another type and infinite numbers.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)


class NetworkConfig(Section):
    """The network of a training.

    Attributes:
        hidden: units of each hidden layer.
        symmetry: "focus" renumbers the observation by a symmetry of the game so that the subject of the decision comes
            first, if the game has symmetries; "none" leaves it as it is.
        own_units: number of units that look at each legal action by itself, at the inputs that are about it alone; the
            game must tell which these are. 0 is for none.
        guide_weight: weight of the estimates of the guide of the game's search, which are added to the logits; each
            action has a weight of its own, which is learnt from there on. 0 is for a network without a guide.
        precision: "bf16" computes products in bfloat16 (those of the trunk; with `sb3` all), "fp32" in float32.
    """

    hidden: Annotated[list[Units], Field(min_length=1, max_length=MOST_LAYERS)] = [256, 256]
    symmetry: Symmetry = "focus"
    own_units: Annotated[int, Field(ge=0, le=MOST_OWN_UNITS)] = 0
    guide_weight: Annotated[float, Field(ge=0, le=MOST_GUIDE_WEIGHT)] = 0.0
    precision: Literal["bf16", "fp32"] = "bf16"


class RolloutConfig(Section):
    """The games that a network learns from.

    Attributes:
        games: number of games at once.
        steps: decisions of each game between two updates.
        reward: what a result is worth: "win", "vp" or "rank".
        last_reward: what a result is worth in the last part of the training.
        last_share: length of that last part, as a share of the training from 0 to 1.
        random_share: share of new games whose first decisions are random ones, which are not learnt from.
        random_plies: most random decisions at the beginning of such a game; their number is drawn from 1 to this.
    """

    games: Annotated[int, Field(ge=1, le=1 << 14)] = 1024
    steps: Annotated[int, Field(ge=1, le=1 << 10)] = 64
    reward: RewardName = "win"
    last_reward: RewardName = "win"
    last_share: Share = 0.0
    random_share: Share = 0.0
    random_plies: Annotated[int, Field(ge=1, le=1 << 10)] = 20


class PpoConfig(Section):
    """The update of the network by PPO.

    Attributes:
        epochs: how often each decision is used.
        minibatch: number of decisions in one step of the optimiser.
        learning_rate: at the start.
        last_learning_rate: at the end; the rate is linear in between.
        discount: factor for each of a seat's own decisions.
        trace: lambda of GAE.
        clip: how far the ratio of probabilities may move from 1.
        entropy: weight of the entropy at the start.
        last_entropy: weight of the entropy at the end; it is linear in between.
        value: weight of the value's squared error.
        payoff: weight of the error of the payoffs, which only a search over the agent uses.
        max_gradient: norm at which gradients are clipped.
        magnet: weight of the KL divergence of the policy from that of the magnet, an earlier copy of the network; 0 has
            no magnet.
        magnet_every: iterations after which the magnet becomes a copy of the network as it is then.
        critic: what the value is estimated from in the training: the seat's "own" observation, or "everything", with
            the observations of all seats and what is hidden from all.
    """

    epochs: Count = 4
    minibatch: Count = 8192
    learning_rate: Positive = 1e-3
    last_learning_rate: Annotated[float, Field(ge=0)] = 1e-4
    discount: Annotated[float, Field(gt=0, le=1)] = 1.0
    trace: Share = 0.95
    clip: Positive = 0.2
    entropy: Annotated[float, Field(ge=0)] = 0.01
    last_entropy: Annotated[float, Field(ge=0)] = 0.003
    value: Annotated[float, Field(ge=0)] = 0.5
    payoff: Annotated[float, Field(ge=0)] = 0.5
    max_gradient: Positive = 0.5
    magnet: Annotated[float, Field(ge=0)] = 0.0
    magnet_every: Count = 100
    critic: Literal["own", "everything"] = "own"


class ImitationConfig(Section):
    """The first phase: a bot plays all seats, and the network learns its moves and the values of its positions.

    Attributes:
        bot: the player to imitate; by default the game's strongest quick bot.
        decisions: length of the phase; 0 begins from nothing.
        learning_rate: at the start of the phase; PPO's own begins afterwards.
        last_learning_rate: at its end; the rate is linear in between. By default it stays as it is.
        temperature: 0 imitates the bot's choice alone. Above 0, a probability is learnt for each legal action: by the
            first estimates of the guide of the game's search, divided by the temperature.
    """

    bot: Player = ""
    decisions: Annotated[int, Field(ge=0, le=10**12)] = 0
    learning_rate: Positive = 1e-3
    last_learning_rate: Annotated[float, Field(ge=0)] | None = None
    temperature: Annotated[float, Field(ge=0, le=MOST_TEMPERATURE)] = 0.0

    def rate_after(self, decisions: int) -> float:
        """Return the learning rate in the phase after `decisions` decisions."""
        last = self.learning_rate if self.last_learning_rate is None else self.last_learning_rate
        return self.learning_rate + (last - self.learning_rate) * min(1.0, decisions / max(1, self.decisions))


class LeagueConfig(Section):
    """The opponents of the learner, beside itself.

    Attributes:
        learner_seats: in games of the learner against itself, "all" seats learn, or for comparison only "one".
        past_share: share of games in which one seat learns, and a past self plays all others.
        bot_share: share of games in which one seat learns, and a bot plays all others.
        bots: specs of the bots; by default the better one of the game's usual opponents.
        pool: number of past selves that are kept.
        add_every: iterations after which another past self is added.
    """

    learner_seats: Literal["all", "one"] = "all"
    past_share: Share = 0.1
    bot_share: Share = 0.1
    bots: list[Player] = []
    pool: Annotated[int, Field(ge=1, le=1000)] = 10
    add_every: Count = 10

    @model_validator(mode="after")
    def _shares_fit(self) -> "LeagueConfig":
        """Check that the shares of games add up to at most 1, and return this object.

        Raises:
            ValueError: they do not.
        """
        if self.past_share + self.bot_share > 1:
            raise ValueError("expected past_share and bot_share with a sum of at most 1")
        return self


class SearchConfig(Section):
    """Searches over the network as it is, whose visits become targets of the policy (expert iteration).

    Attributes:
        share: share of the learner's decisions in a rollout in which there is a search; the action that is played is
            drawn from the policy there, too.
        sims: simulations of a search.
        leaf: who says what the last position of a simulation is worth: the result of a "playout", or the "network".
        root: what the target is: the shares of "visits"; or by sequential "halving" the move that is left, alone.
        weight: of the cross-entropy between visits and policy, which takes the place of PPO's loss of the policy in
            these decisions.
    """

    share: Share = 0.0
    sims: Annotated[int, Field(ge=1, le=10**6)] = 64
    leaf: Leaf = "playout"
    root: Root = "visits"
    weight: Annotated[float, Field(ge=0)] = 1.0


class EvaluationConfig(Section):
    """How strength is measured during the training.

    Attributes:
        every: iterations between two evaluations; there is one at the end, too.
        deals: number of deals; each is played once from every seat.
        against: bots, each of which plays all other seats in games of its own; by default the game's usual opponents.
    """

    every: Count = 20
    deals: Annotated[int, Field(ge=2, le=MOST_DEALS)] = 200
    against: Annotated[list[Player], Field(min_length=1)] = []


class CheckpointConfig(Section):
    """How often checkpoints are written, and which of them are kept.

    Attributes:
        every: iterations between two checkpoints; there is one at the end, too.
        keep: number of the last checkpoints that are kept, in addition to the best one.
    """

    every: Count = 20
    keep: Count = 3


class Sb3Config(Section):
    """The trainer `sb3`: MaskablePPO, one learning seat.

    Attributes:
        games: number of games at once.
        steps: the learner's decisions in each game between two updates.
        opponents: specs of the players at the other seats, drawn again for each part of the training; by default the
            game's usual opponents.
        past_every: decisions in a part, after which the learner as it is then joins the opponents.
    """

    games: Annotated[int, Field(ge=1, le=1 << 14)] = 256
    steps: Annotated[int, Field(ge=1, le=1 << 10)] = 64
    opponents: Annotated[list[Player], Field(min_length=1)] = []
    past_every: Count = 500_000


class Config(Section):
    """The configuration of a training.

    Players that it does not name are those of the game: see `usual_in`.

    Attributes:
        trainer: "selfplay" or "sb3".
        game: name of the game; by default the first one of the package.
        num_players: number of seats; among several numbers the games are divided as evenly as possible, in order.
        deck: name or path of a deck file.
        options: rule options by name; among several tables `[[options]]` the games of each number of players are
            divided.
        seed: determines everything random.
        threads: number of threads; another number gives other roundings.
        device: where the network learns: "cpu", "cuda", "mps", or "auto" for the first of cuda, mps and cpu that the
            machine has; another device gives other roundings.
        decisions: length of the training: the number of decisions that enter the loss.
    """

    trainer: Literal["selfplay", "sb3"]
    game: GameName = GAMES[0]
    num_players: Numbers
    deck: str = "standard"
    options: OptionSets = {}
    seed: Annotated[int, Field(ge=0, lt=2**63)] = 0
    threads: Annotated[int, Field(ge=1, le=256)] = 2
    device: Literal["auto", "cpu", "cuda", "mps"] = "cpu"
    decisions: Annotated[int, Field(ge=1, le=10**12)]
    network: NetworkConfig = NetworkConfig()
    rollout: RolloutConfig = RolloutConfig()
    ppo: PpoConfig = PpoConfig()
    imitation: ImitationConfig = ImitationConfig()
    league: LeagueConfig = LeagueConfig()
    search: SearchConfig = SearchConfig()
    evaluation: EvaluationConfig = EvaluationConfig()
    checkpoint: CheckpointConfig = CheckpointConfig()
    sb3: Sb3Config = Sb3Config()

    @model_validator(mode="before")
    @classmethod
    def _fill_in(cls, tables: object) -> object:
        """Return the tables of a configuration with missing players filled in, before pydantic checks them."""
        return with_usual(tables) if isinstance(tables, dict) else tables

    @property
    def player_counts(self) -> list[int]:
        """The numbers of players of the training's tables, as a list also if there is only one."""
        return self.num_players if isinstance(self.num_players, list) else [self.num_players]

    @property
    def option_sets(self) -> list[dict[str, OptionValue]]:
        """The sets of rule options of the training's tables, as a list also if there is only one."""
        return self.options if isinstance(self.options, list) else [self.options]


def with_usual(tables: dict[str, object]) -> dict[str, object]:
    """Return a copy of a configuration's tables with missing players filled in from their game.

    If there is no such game, nothing is filled in.
    """
    game, whole = tables.get("game", GAMES[0]), dict(tables)
    if game not in game_names():
        return whole
    for section, entries in usual_in(game, tables.get("num_players")).items():
        own = whole.get(section, {})
        if isinstance(own, Section):
            own = own.model_dump(exclude_unset=True)
        whole[section] = {**entries, **own} if isinstance(own, dict) else own
    return whole


def usual_in(game: str, num_players: object) -> dict[str, dict[str, object]]:
    """Return the default players of a game's trainings: bots and opponents, as entries of a configuration by section.

    Args:
        game: name of the game.
        num_players: the unchecked value of a configuration; of a list, the first number counts.
    """
    info = load(game).info
    first = num_players[0] if isinstance(num_players, list) and num_players else num_players
    table = info.table(first if isinstance(first, int) else info.default_players)
    opponents = list(table.opponents or table.panel[:2])  # alone, scores are compared with theirs
    return {
        "imitation": {"bot": info.strongest},
        "league": {"bots": opponents[-1:]},
        "evaluation": {"against": opponents},
        "sb3": {"opponents": opponents},
    }


def load_config(path: Path, settings: Iterable[str] = ()) -> Config:
    """Read a configuration from the TOML or JSON file `path`, change it by settings, and return it checked.

    A setting is a text like `ppo.epochs=2`.

    Raises:
        ConfigError: the file or a setting is wrong; the message names the key, what was expected and what was found.
    """
    return checked_config(read_tables(path), str(path), settings)


def read_tables(path: Path) -> dict[str, object]:
    """Return the content of a TOML file as nested dictionaries, unchecked.

    A file whose name ends with `.json` is read as JSON: such files are the configurations of agents and runs.

    Raises:
        ConfigError: the file cannot be read, is too large, or is not TOML or JSON.
    """
    try:
        if path.stat().st_size > MOST_CONFIG_BYTES:
            raise ConfigError(f"{path}: expected at most {MOST_CONFIG_BYTES:,} bytes, found {path.stat().st_size:,}")
        if path.suffix == ".json":
            return read_json(path.read_bytes(), str(path))
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except CheckpointError as error:
        raise ConfigError(str(error)) from None
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:  # not UTF-8, not TOML, or a number with too many digits
        raise ConfigError(f"{path}: expected TOML: {error}"[:500]) from None


def with_settings(tables: dict[str, object], settings: Iterable[str]) -> dict[str, object]:
    """Return a copy of the tables, changed by settings of the command line like `ppo.epochs=2`.

    A value that is not TOML is taken as text.

    Raises:
        ConfigError: a setting is not of the form `section.key=value`, or its section is a value.
    """
    changed = dict(tables)
    for setting in settings:
        name, equals, value = setting.partition("=")
        *parents, key = name.strip().split(".")
        if not equals or not all((*parents, key)):
            raise ConfigError(f"--set: expected section.key=value, found {setting!r}")
        table = changed
        for parent in parents:
            inner = table.get(parent, {})
            if not isinstance(inner, dict):
                raise ConfigError(f"--set: expected a section {parent!r}, found a value there: {setting!r}")
            copied = dict(inner)
            table[parent], table = copied, copied
        table[key] = _toml_value(value.strip())
    return changed


def checked_config(tables: object, where: str, settings: Iterable[str] = ()) -> Config:
    """Return the configuration that some tables (nested dictionaries) describe, changed by settings, after checking it.

    Args:
        tables: of a file or a command.
        where: where the tables are from; errors begin with it, or with the setting that is to blame.
        settings: of the command line, like `ppo.epochs=2`.

    Raises:
        ConfigError: the message names the key, what was expected and what was found.
    """
    if not isinstance(tables, dict):
        raise ConfigError(f"{where}: expected tables, found {type(tables).__name__}")
    settings = list(settings)
    changed = with_settings(tables, settings)
    found = next(_problems(changed), None)
    if found is not None:
        raise ConfigError(f"{_blamed(found, tables, settings) or where}: {found}"[:700])
    return Config.model_validate(changed)


def _blamed(problem: str, tables: dict[str, object], settings: Sequence[str]) -> str:
    """Return the first of `settings` that causes `problem`, as words for a message.

    Return an empty string if the problem is there without settings.
    """
    for count in range(len(settings) + 1):
        if problem in _problems(with_settings(tables, settings[:count])):
            return f"--set {settings[count - 1]}" if count else ""
    return ""


def _problems(tables: dict[str, object]) -> Iterator[str]:
    """Yield all problems of a configuration's tables in words, unknown keys first."""
    yield from _unknown_keys(tables, Config, "")
    try:
        Config.model_validate(tables)
    except ValidationError as error:
        yield from all_problems(error)


def _unknown_keys(tables: dict[str, object], section: type[Section], above: str) -> Iterator[str]:
    """Yield a message for each key of the tables that a section does not have. `above` is the beginning of messages."""
    for key, value in tables.items():
        if key not in section.model_fields:
            yield unknown(f"{above}key", key, section.model_fields)
            continue
        inner = section.model_fields[key].annotation
        if isinstance(value, dict) and isinstance(inner, type) and issubclass(inner, Section):
            yield from _unknown_keys(value, inner, f"{key}: ")


def _toml_value(text: str) -> object:
    """Return a text read as a value of TOML, or the text itself if it is none."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except (ValueError, RecursionError):  # not TOML, or a number with too many digits
        return text
