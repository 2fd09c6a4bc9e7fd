"""What is refused before a training begins, and not at its first evaluation."""

from mom_env.errors import ConfigError, MomError
from mom_env.games import load
from mom_env.players import ClassPlayer, FunctionPlayer
from mom_env.policy import make_player
from training.config import Config


def check_config(config: Config) -> None:
    """Refuse a configuration with which a training could not run to its end.

    Raises:
        ConfigError: it says which key is wrong, what was expected and what was found.
    """
    check_players(config)
    check_symmetry(config)


def check_players(config: Config) -> None:
    """Refuse a configuration that names players who cannot play at its tables.

    Raises:
        ConfigError: there is no such player, or it is an agent for other tables, or somebody's own code.
    """
    make_ruleset = load(config.game, "ruleset").make_ruleset
    ruleset = make_ruleset(config.num_players, config.deck, config.options, skip_forced=True)
    named = {
        "league.bots": config.league.bots,
        "imitation.bot": [config.imitation.bot],
        "evaluation.against": config.evaluation.against,
        "sb3.opponents": config.sb3.opponents,
    }
    for key, who in ((key, who) for key, players in named.items() for who in players):
        try:
            player = make_player(who, config.game, ruleset)
        except MomError as error:
            raise ConfigError(f"{key}: {error}") from None
        if isinstance(player, FunctionPlayer | ClassPlayer):  # nobody checks what these play in a batch
            raise ConfigError(f"{key}: expected a bot, a search or a trained agent, found the function {who!r}")


def check_symmetry(config: Config) -> None:
    """Refuse symmetry with the trainer `sb3`, whose networks have none.

    Raises:
        ConfigError: it says what is expected instead.
    """
    found = config.network.symmetry
    if config.trainer == "sb3" and found != "none":
        raise ConfigError(f"network.symmetry: expected 'none' with the trainer sb3, found {found!r}")
