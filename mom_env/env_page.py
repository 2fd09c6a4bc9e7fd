"""The page of an environment in the form of Farama's: its tables come from the code."""

from importlib import import_module
from inspect import cleandoc, getdoc
from typing import Any

from mom_env.aec import AECSettings
from mom_env.docstrings import entries
from mom_env.games import load
from mom_env.settings import Settings
from mom_env.spaces import metadata
from mom_env.tables import Rows, action_rows, markdown, observation_rows

TURNS = """\
A stop is a real decision of one seat. The same agent comes several times in a row where the rules say so, and with
`skip_forced=True` the environment plays by itself what has only one option that everybody can see. All agents are
terminated at the same step, the last of the game.

```python
>>> from mom_env import {module}
>>> env = {module}.env(num_players=3)
>>> env.reset(seed=42)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     if termination or truncation:
...         action = None
...     else:
...         action = env.action_space(agent).sample(observation["action_mask"])  # your policy
...     env.step(action)
>>> env.agents
[]

```

`raw_env` is the same without the checks of the order of calls. `env.unwrapped.game` is the game itself, for copies,
snapshots, replays and redeals; `copy.deepcopy` and `pickle` of an environment go on with the same game.
`reset(seed)` deals what `Game(seed=seed)` deals, `reset()` the next deal of that seed's stream, and
`reset(options={{"deal": setup}})` the setup block of a replay, for duplicate deals.

`pettingzoo.make` and `gymnasium.make` know the name from `import mom_env` on, whichever is imported first.

`parallel_env` lets all seats act at each step. It has one action more, the last id, `wait`: the one legal action of a
seat that has nothing to decide, which may be left out."""

OBSERVATION = """\
`observe(agent)` gives, for any agent at any time, a dictionary of fresh arrays:

* `observation`: {size} numbers, float32, the same for 2, 3 and 4 players. Seats count from the viewer on. It holds what
  the seat may know and nothing else.
* `action_mask`: {actions} numbers, int8, 1 for each legal action; all 0 unless the agent is to move.

`state()` is for centralised critics: {state} numbers, float32, with what is hidden from all. It begins with every
seat's observation, 0 where nobody sits. Then come, next card first, what nobody knows: the order of ties and the piles,
a card as (kind + 1) / number of kinds, 0 where there is none."""

MASK = """\
The mask of the agent to move also stands in `infos[agent]["action_mask"]`. An action is any whole number: an int, or
one of NumPy or in a tensor; booleans are refused.

An illegal action in `env()` and in `parallel_env()` ends the game with a warning that says what was illegal, and all
agents are terminated. In `raw_env` it raises `IllegalAction` and changes nothing. What is not in the action space at
all is an error everywhere.

The offender gets `env.unwrapped.loss`, and the others share it, so that the sum is 0. Where all seats of
`parallel_env()` offend at once, each gets the loss. It is -1, the least that `"win"` and `"rank"` pay. With
`reward="vp"` it is a lower bound of that reward, so that losing on purpose never pays: the seat's own VP are at least
minus the penalty of all scorn cards, and the others together have at most all titles and the VP of the best ships that
all monkeys of the game can fill. With the standard deck that is {losses}."""

INFOS = """\
Every info has the `action_mask` of its agent. The last one of each agent, when the game is over, also has:

| key | what |
| --- | --- |
| `score` | the agent's VP; missing if an illegal action ended the game |
| `place` | 1 is the best, ties share; an offender is last |
| `winners` | the seats that won, as a tuple; seat k is `player_k` |
| `is_success` | whether the agent is among them; Stable-Baselines3 logs its mean as `rollout/success_rate` |

A game that `max_cycles` cuts has no result, and its infos have none of these."""

REWARDS = """\
Only the end of the game pays, losses included. The rewards of a seat add up until its next decision, as `last` hands
them out, and over the game to its return. Every way to count is zero-sum.

{table}

`shaping="potential"` pays on the way as well: for the transition from one decision of a seat to its next,
`gamma * potential(next) - potential(this)`, where the potential is the VP that open information gives the seat now,
above the mean of the others, / 20; 0 at the deal and at the end. So gamma counts the seat's own decisions, and is to be
the learner's. Whatever the seat plays, what shaping adds to its discounted return is minus the potential at its first
decision: optimal play stays what it is. In `parallel_env`, where every seat sees every step, gamma counts steps. A game
that `max_cycles` cuts keeps its last potential, as the learner goes on from its own estimate there."""


def environment_page(game: str) -> str:
    """Return the whole page."""
    module = import_module(f"mom_env.{metadata(game)['name']}")
    name = metadata(game)["name"]
    sections = {
        "Decisions and turns": TURNS.format(module=name),
        "Observation space": f"{observation_text(game)}\n\n{markdown(observation_rows(game))}",
        "Legal actions mask": MASK.format(losses=losses(game)),
        "Infos": INFOS,
        "Action space": f"{cleandoc(load(game, 'actions').__doc__)}\n\n{markdown(action_rows(game))}",
        "Rewards": REWARDS.format(table=markdown(reward_rows(game))),
        "Arguments": markdown(argument_rows()),
        "Version history": "\n".join(f"* {version}: {what}" for version, what in module.VERSIONS.items()),
    }
    parts = [f"# {module.TITLE}", f"![A position of {module.TITLE}](board.png)", markdown(facts(game))]
    parts.append(cleandoc(module.__doc__ or ""))
    parts += [f"## {title}\n\n{text}" for title, text in sections.items()]
    return "\n\n".join(parts) + "\n\nWritten by `mom environment`.\n"


def facts(game: str) -> Rows:
    """Return the table at the top."""
    module, name = load(game), metadata(game)["name"]
    players = f"`{[f'player_{seat}' for seat in range(module.MAX_PLAYERS)]}`, as many as play"
    return (
        ("import", f"`from mom_env import {name}`"),
        ("creation", f"`{name}.env(num_players=4)`, `raw_env`, `parallel_env`"),
        ("PettingZoo's registry", f'`pettingzoo.make("aec", "{import_module(f"mom_env.{name}").REGISTERED_AS}")`'),
        ("actions", "discrete"),
        ("Parallel API", "yes, with an action to wait"),
        ("manual control", "no"),
        ("agents", players),
        ("action shape", "one number"),
        ("action values", f"`Discrete({module.NUM_ACTIONS})`"),
        ("observation shape", f"({module.OBSERVATION_SIZE},)"),
        ("observation values", "[-1, 1]"),
        ("state shape", f"({module.FULL_STATE_SIZE},)"),
        ("state values", "[-1, 1]"),
        ("render modes", ", ".join(metadata(game)["render_modes"])),
    )


def observation_text(game: str) -> str:
    """Return the text on observations, with their sizes."""
    module = load(game)
    return OBSERVATION.format(
        size=module.OBSERVATION_SIZE, actions=module.NUM_ACTIONS, state=f"{module.FULL_STATE_SIZE:,}"
    )


def losses(game: str) -> str:
    """Say what an illegal action costs with the reward "vp", for each number of players of the standard deck."""
    reward, least = int(load(game).reward_named("vp")), load(game, "state").MIN_PLAYERS
    found = []
    for count in range(least, load(game).MAX_PLAYERS + 1):
        ruleset = load(game, "ruleset").make_ruleset(count, "standard", None, skip_forced=True)
        found.append(f"{load(game).forfeit_return(reward, ruleset):.2f} with {count} players")
    return ", ".join(found[:-1]) + f" and {found[-1]}"


def reward_rows(game: str) -> Rows:
    """Return what each way to count pays, in the words of its function."""
    returns = load(game, "returns")
    names = [reward.name.lower() for reward in returns.Reward]
    rows = [(f'`"{name}"`', getdoc(plain(getattr(returns, f"return_by_{name}"))) or "") for name in names]
    return ("`reward`", "return"), *rows


def argument_rows() -> Rows:
    """Return all arguments with their values, defaults and meanings."""
    meanings = entries(Settings.__doc__, "Attributes") | entries(AECSettings.__doc__, "Attributes")
    schema = AECSettings.model_json_schema()["properties"]
    rows = [
        (f"`{name}`", values(schema[name]), f"`{field.default!r}`", meanings[name])
        for name, field in AECSettings.model_fields.items()
    ]
    return ("argument", "values", "default", "meaning"), *rows


def values(schema: dict[str, Any]) -> str:
    """Say in short what a field may be."""
    if "anyOf" in schema:
        return ", ".join(values(part) for part in schema["anyOf"])
    if "enum" in schema or "const" in schema:
        return ", ".join(f'`"{value}"`' for value in schema.get("enum", [schema.get("const")]))
    words = {"null": "None", "integer": "a whole number", "number": "a number", "boolean": "True, False"}
    limits = {"exclusiveMinimum": "above", "minimum": "at least", "maximum": "at most"}
    said = [f"{word} {schema[limit]:g}" for limit, word in limits.items() if limit in schema]
    return " ".join([words.get(schema.get("type", ""), ""), *said])


def plain(kernel: Any) -> Any:
    """Return the function that was compiled."""
    return getattr(kernel, "py_func", kernel)
