"""The docs page of a game's environments (`mom environment`), in the form of Farama's pages."""

from textwrap import fill

from mom_env.common.docstrings import entries
from mom_env.common.settings import Settings
from mom_env.contract.info import GameInfo
from mom_env.environments.aec import AECSettings, state_size
from mom_env.environments.docs_tables import Rows, action_rows, markdown, observation_rows
from mom_env.environments.endings import forfeit_return, is_zero_sum
from mom_env.environments.rendering import RENDER_MODES
from mom_env.environments.spaces import bounds_of, observation_size, vector_space
from mom_env.games import GAMES, load, make_ruleset
from mom_env.kernel.returns import Reward
from mom_env.players.inventory import Schema

UNOFFICIAL = "Unofficial: this project has nothing to do with the publisher of the game, to whom its name belongs."
WIDTH = 120  # characters of a line

TURNS = """\
The environment stops at each decision of a seat. The same agent may come several times in a row where the rules say so.
With `skip_forced=True` the environment itself plays a decision if everybody can see that it has only one option. All
agents are terminated at the same step, the last one of the game.

```python
>>> {imported}
>>> env = {module}.env(num_players={players})
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
snapshots, replays and redeals; `copy.deepcopy` and `pickle` of an environment continue the same game.
`reset(seed)` deals what `Game(seed=seed)` deals, `reset()` the next deal of that seed's stream, and
`reset(options={{"deal": setup}})` the setup block of a replay, for duplicate deals.

`pettingzoo.make` and `gymnasium.make` know the name once `mom_env` is imported, before or after them."""

WAITS = """\
`parallel_env` lets all seats act at each step. It has one more action, the last id, `wait`: the only legal action of a
seat that has nothing to decide. It may be left out."""

OWN_WAIT = """\
`parallel_env` lets all seats act at each step. The only legal action of a seat that has nothing to decide is the game's
own action to wait. It may be left out."""

TOGETHER = """\
All seats choose at once in each tick. `env` and `raw_env` ask them one after the other: nothing happens, and no seat is
shown anything of another's choice, before the last seat has chosen. A step of `parallel_env` takes all choices of a
tick. So a tick counts in `max_cycles` once in `parallel_env`, and in `env` once for each seat that is asked."""

OBSERVATION = """\
`observe(agent)` returns, for any agent at any time, a dictionary of new arrays:

* `observation`: {size} numbers, {number}, the same for {counts} players. Seats are counted from the viewer. It contains
  what the seat may know and nothing else.
* `action_mask`: {actions} numbers, int8, 1 for each legal action; all 0 unless the agent is to move."""

STATE = """\
`state()` is for centralised critics: {state} numbers, float32, including what is hidden from all. It begins with \
every seat's observation, 0 for a seat without a player."""

MASK = """\
The mask of the agent to move is also in `infos[agent]["action_mask"]`. An action is any whole number: an int, a NumPy
integer or an integer in a tensor; booleans are refused.

An illegal action in `env()` or `parallel_env()` ends the game with a warning that says what was illegal, and all agents
are terminated. In `raw_env` it raises `IllegalAction` and changes nothing. A value outside the action space is an error
everywhere."""

LOSS = """\
The offender gets `env.unwrapped.loss`{sharing}. If all seats of \
`parallel_env()` offend at once, each gets the loss. It is -1, the lowest return of `"win"` and `"rank"`. With \
`reward="vp"` it is a lower bound of that reward, so that losing on purpose never pays{reason}. With the standard deck \
that is {losses}."""

INFOS = """\
Every info has the `action_mask` of its agent. When the game is over, the last info of each agent also has:

| key | meaning |
| --- | --- |
| `score` | the agent's {score}; missing if an illegal action ended the game |
| `place` | 1 is the best, ties share; an offender is last |
| `winners` | the seats that won, as a tuple; seat k is `player_k` |
| `is_success` | whether the agent won; Stable-Baselines3 logs its mean as `rollout/success_rate`{alone} |

A game that `max_cycles` cuts off has no result, and its infos have none of these keys."""

REWARDS = """\
Rewards are paid only at the end of the game, to losing agents as well. The rewards of a seat add up until its next
decision, when `last` returns them; over the whole game they add up to its return.{zero_sum}

{table}

"""

SHAPING = """\
`shaping="potential"` also pays during the game: for the transition from one decision of a seat to its next, \
`gamma * potential(next) - potential(this)`. The potential is the {score} that open information gives the seat now, \
above the mean of the others, over {unit:g}; it is 0 at the deal and at the end. So gamma counts the seat's own \
decisions, and should be the learner's discount. Whatever the seat plays, shaping adds minus the potential at its \
first decision to its discounted return, so optimal play does not change. In `parallel_env`, where every seat sees \
every step, gamma counts steps. A game that `max_cycles` cuts off keeps its last potential, as the learner continues \
from its own estimate there."""

RETURNS = {
    "win": "1 for a sole winner, split among joint winners so that the sum over seats is 0",
    "vp": "{score} above the mean of the others, over {unit:g}",
    "rank": "Evenly spaced from +1 for the first place to -1 for the last; ties share the mean of their places",
}
RETURNS_ALONE = {  # of games without a `solo_return_of` of their own
    "win": "1",
    "vp": "the {score}, over {unit:g}",
    "rank": "0",
}
NO_SUCCESS = "; missing with one player, who has nobody to beat: nothing is logged there, and `score` is what counts"


def environment_page(game: str) -> str:
    """Return the whole docs page of a game's environments, in Markdown; `game` is the game's name."""
    info, people = load(game).info, load(game).people
    sections = {
        "Decisions and turns": turns_text(game),
        "Observation space": f"{observation_text(game)}\n\n{markdown(observation_rows(game))}",
        "Legal actions mask": f"{MASK}\n\n{loss_text(game)}",
        "Infos": INFOS.format(score=info.score, alone=NO_SUCCESS if 1 in info.num_players else ""),
        "Action space": f"{people.ACTIONS_TEXT}\n\n{markdown(action_rows(game))}",
        "Rewards": rewards_text(game),
        "Arguments": markdown(argument_rows(game)),
        "Version history": "\n".join(f"* {version}: {what}" for version, what in info.versions.items()),
    }
    picture = [f"![A position of {info.title}](board.png)"] if info.has_pictures else []
    about = [info.about, UNOFFICIAL] if game in GAMES else [info.about]
    parts = [f"# {info.title}", *picture, markdown(facts(game)), *about]
    parts += [f"## {title}\n\n{text}" for title, text in sections.items()]
    return "\n\n".join(parts) + "\n\nWritten by `mom environment`.\n"


def wrapped(paragraph: str) -> str:
    """Return a paragraph as lines of at most `WIDTH` characters, except for longer words."""
    return fill(paragraph, WIDTH, break_long_words=False, break_on_hyphens=False)


def imported(game: str) -> str:
    """Return the line of code that gives the environments of a game the name `info.environments`.

    It imports that name from `mom_env` for a game in GAMES. For any other it makes an `Environments` of the game.
    """
    name = load(game).info.environments
    made = f"from mom_env.environments.of_game import Environments; {name} = Environments({game!r})"
    return f"from mom_env import {name}" if game in GAMES else made


def facts(game: str) -> Rows:
    """Return the rows of the table at the top of the page, each with a name and a value, in Markdown."""
    kernels, info = load(game).kernels, load(game).info
    players = f"`{[f'player_{seat}' for seat in range(kernels.MAX_PLAYERS)]}`, the first `num_players` of these"
    made = f"`{info.environments}.env(num_players={info.default_players})`, `raw_env`, `parallel_env`"
    return (
        ("import", f"`{imported(game)}`"),
        ("creation", made),
        ("PettingZoo's registry", f'`pettingzoo.make("aec", "{info.environment}")`' if info.environment else "no"),
        ("actions", "discrete"),
        ("Parallel API", "yes, with an action to wait"),
        ("manual control", "no"),
        ("agents", players),
        ("action shape", "one number"),
        ("action values", f"`Discrete({kernels.NUM_ACTIONS})`"),
        ("observation shape", f"({observation_size(game)},)"),
        ("observation values", "[{}, {}]".format(*bounds_of(game))),
        ("state shape", f"({state_size(game)},)"),
        ("state values", "[{}, {}]".format(*bounds_of(game))),
        ("render modes", ", ".join(RENDER_MODES)),
    )


def turns_text(game: str) -> str:
    """Return the page's text on decisions and turns, in Markdown, with an example."""
    info = load(game).info
    few = info.num_players[len(info.num_players) // 2]
    text = TURNS.format(imported=imported(game), module=info.environments, players=few)
    together = [TOGETHER] if info.kind == "simultaneous" else []
    return "\n\n".join([text, WAITS if info.wait is None else OWN_WAIT, *together])


def observation_text(game: str) -> str:
    """Return the page's text on observations and on `state()`, in Markdown, with their sizes."""
    size, kernels, info = observation_size(game), load(game).kernels, load(game).info
    number = vector_space(info.name).dtype
    seen = OBSERVATION.format(size=size, number=number, actions=kernels.NUM_ACTIONS, counts=counts_in_words(info))
    state = STATE.format(state=f"{state_size(game):,}")
    hidden = f" Then comes what nobody knows: {load(game).people.HIDDEN_TEXT}" if kernels.HIDDEN_SIZE else ""
    return f"{seen}\n\n{wrapped(state + hidden)}"


def counts_in_words(info: GameInfo) -> str:
    """Return a game's possible numbers of players in words, such as "3, 5 and 6"."""
    return listed([str(count) for count in info.num_players])


def listed(words: list[str]) -> str:
    """Return words as one text, with commas and "and". `words` must not be empty.

    >>> listed(["a", "b", "c"]), listed(["a"])
    ('a, b and c', 'a')
    """
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def loss_text(game: str) -> str:
    """Return the page's text on what an illegal action costs.

    It gives the loss with the reward "vp" for each number of players of the standard deck.
    """
    reason, found = load(game).people.LOSS_TEXT, []
    for count in load(game).info.num_players:
        lost = forfeit_return(game, Reward.VP, make_ruleset(game, count))
        found.append(f"{lost:.2f} with {count} player{'s' if count > 1 else ''}")
    return wrapped(LOSS.format(reason=f": {reason}" if reason else "", losses=listed(found), sharing=sharing(game)))


def sharing(game: str) -> str:
    """Return the words on when the other seats share an offender's loss; "" if they never do."""
    zero, others = zero_sum_counts(game)
    if not others:
        return ", and the others share what it loses, so that the sum is 0"
    rest = "a single player shares it with nobody" if others == [1] else "else the others get 0"
    return f"; with {counted(zero)} the others share what it loses, so that the sum is 0, and {rest}" if zero else ""


def zero_sum_counts(game: str) -> tuple[list[int], list[int]]:
    """Return the game's numbers of players whose returns add up to 0, and then its other numbers of players."""
    counts = load(game).info.num_players
    zero = [count for count in counts if is_zero_sum(game, count)]
    return zero, [count for count in counts if count not in zero]


def counted(counts: list[int]) -> str:
    """Return numbers of players in words. `counts` must not be empty.

    >>> counted([2, 3]), counted([1])
    ('2 and 3 players', '1 player')
    """
    return f"{listed(list(map(str, counts)))} player{'' if counts == [1] else 's'}"


def rewards_text(game: str) -> str:
    """Return the page's text on rewards and shaping, in Markdown, with a table of the rewards."""
    info = load(game).info
    zero, others = zero_sum_counts(game)
    said = " Every reward is zero-sum." if not others else ""
    if zero and others:
        said = f" With {counted(zero)} every reward is zero-sum."
    text = REWARDS.format(table=markdown(reward_rows(game)), zero_sum=said)
    return text + wrapped(SHAPING.format(score=info.score, unit=info.score_unit))


def reward_rows(game: str) -> Rows:
    """Return a table of the game's kinds of reward: a header, and rows with a name and what a seat's return is."""
    info = load(game).info
    names = dict.fromkeys(name for count in info.num_players for name in info.table(count).rewards)
    return ("`reward`", "return"), *((f'`"{name}"`', reward_words(game, name)) for name in names)


def reward_words(game: str, name: str) -> str:
    """Return what the reward called `name` pays, with several players and, if the game is for that, with one."""
    info, alone = load(game).info, {**RETURNS_ALONE, **load(game).people.SOLO_RETURNS}
    said = RETURNS[name].format(score=info.score, unit=info.score_unit)
    if 1 not in info.num_players:
        return f"{said}."
    if name not in info.table(1).rewards:
        return f"{said}. With one player it is refused."
    return f"{said}; with one player {alone[name].format(score=info.score, unit=info.score_unit)}."


def argument_rows(game: str) -> Rows:
    """Return a table of the environments' arguments: a header, and rows with name, values, default and meaning."""
    meanings = entries(Settings.__doc__, "Attributes") | entries(AECSettings.__doc__, "Attributes")
    schema = AECSettings.model_json_schema()["properties"]
    usual = {"num_players": load(game).info.default_players}
    rows = [
        (f"`{name}`", values(schema[name]), f"`{usual.get(name, field.default)!r}`", meanings[name])
        for name, field in AECSettings.model_fields.items()
    ]
    return ("argument", "values", "default", "meaning"), *rows


def values(schema: Schema) -> str:
    """Return in a few words the values that a field may have by `schema`, such as "a whole number at least 1".

    Limits follow the kind of value, in the order above, at least, at most. Texts to choose from are in quotation marks
    and backticks. Alternatives, those of `anyOf`, are joined by commas.
    """
    if "anyOf" in schema:
        return ", ".join(values(part) for part in schema["anyOf"])
    if "enum" in schema or "const" in schema:
        return ", ".join(f'`"{value}"`' for value in schema.get("enum", [schema.get("const")]))
    words = {"null": "None", "integer": "a whole number", "number": "a number", "boolean": "True, False"}
    least, most = schema.get("minimum"), schema.get("maximum")
    limits = {"above": schema.get("exclusiveMinimum"), "at least": least, "at most": most}
    said = [f"{word} {limit:g}" for word, limit in limits.items() if limit is not None]
    return " ".join([words.get(schema.get("type", ""), ""), *said])
