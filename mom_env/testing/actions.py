"""Checks of actions: the mask marks exactly the legal ones, and an illegal one is never partly played.

An environment may handle an illegal action in one of three ways:

* refuse it: step() raises, nothing visible changes, and the game continues as if it had not been tried;
* punish it: nothing visible changes, except that the offender gets a reward below 0;
* end the game: it is over for all agents, and the offender receives less than every other agent.
"""

import numpy as np
from numpy.typing import NDArray

from mom_env.testing.play import Findings
from mom_env.testing.report import NotChecked
from mom_env.testing.subject import Playthrough, Subject, first_difference
from mom_env.testing.surface import Env, Surface, difference, is_over, legal_actions, masks_of, num_actions


def check_legal(subject: Subject) -> Findings:
    """Check that each action in the mask can be played, and changes something."""
    for game in subject.games():
        agents = list(game.turns())
        if game.error is not None:
            wrong = f"expected each action of the mask to be playable, raised {game.error!r}"
            yield game.finding(f"step: {wrong}", agents[-1])
    subject.need_fork()
    for game in subject.games():
        for agent in game.stops():
            before = subject.surface(game.env)
            for action in shuffled(legal_actions(game.env, agent))[: subject.tries]:
                if wrong := unplayable(subject, game.fork(), action, before):
                    yield game.finding(f"action {action}, in the mask: {wrong}", agent)


def unplayable(subject: Subject, fork: Env, action: int, before: Surface) -> str:
    """Play a legal action on a fork (another environment at the same position), and return why it could not be played.

    Return an empty string if the fork took it and something has changed.

    Args:
        subject: the environment under test.
        fork: the environment in which the action is played.
        action: the action.
        before: what could be seen before.
    """
    try:
        fork.step(action)
    except Exception as error:  # noqa: BLE001 - an environment under test may raise anything
        return f"expected it to be playable, raised {error!r}"
    return "" if difference(before, subject.surface(fork)) else "expected it to be played, nothing has changed"


def check_illegal(subject: Subject) -> Findings:
    """Check that each action outside the mask is refused, punished or ends the game, and is not played."""
    subject.need_fork()
    seen = False
    for game in subject.games():
        for agent in game.stops():
            if masks_of(game.env, agent):
                every = np.arange(num_actions(game.env, agent))
                masked_out = shuffled(np.setdiff1d(every, legal_actions(game.env, agent)))
                seen |= bool(masked_out)
                yield from try_offences(
                    game, agent, [(str(action), action) for action in masked_out], "not in the mask"
                )
    if not seen:
        raise NotChecked("no action was ever masked out")


def check_bad(subject: Subject) -> Findings:
    """Check that a value that is not an action is refused, punished or ends the game, and changes nothing."""
    subject.need_fork()
    for game in subject.games():
        for agent in game.stops():
            yield from try_offences(game, agent, no_actions(num_actions(game.env, agent)), "no action")


def no_actions(size: int) -> list[tuple[str, object]]:
    """Return values that are not actions of a space of `size` actions, each as a pair: its `repr`, and the value."""
    things: list[object] = [size, size + 1000, -1, -size, 2**63, float("nan"), 0.5, None, "0", "pass", [0], {}, object]
    return [(repr(thing), thing) for thing in things]


def shuffled(actions: NDArray[np.int64]) -> list[int]:
    """Return the actions in an order that looks random and is always the same.

    There may be too many to try all, so the first ones should not always be the lowest.
    """
    return [int(action) for action in np.random.default_rng(len(actions)).permutation(actions)]


def try_offences(game: Playthrough, agent: str, offences: list[tuple[str, object]], what: str) -> Findings:
    """Try values that are not legal actions, one after another, and yield a finding for each that is handled wrongly.

    A fork (another environment at the same position) that refused a value is used for the next one, and must continue
    as if none had been tried. After any other value a new fork is made; at most `game.subject.tries` forks are made.

    Args:
        game: the game, at the position at which they are tried.
        agent: the agent to act.
        offences: pairs of a name and a value.
        what: what is wrong with the values, for messages.
    """
    subject, before = game.subject, game.subject.surface(game.env)
    fork, asked, forks = game.fork(), "", 1
    for name, offence in offences:
        if forks > subject.tries:
            return
        refused, wrong = try_offence(subject, fork, agent, offence, before)
        if wrong:
            yield game.finding(f"action {name}, {what}: {wrong}", agent)
        if refused and not wrong:
            asked = name
        else:
            fork, asked, forks = game.fork(), "", forks + 1
    if asked and (named := first_difference(subject.future(game.fork()), subject.future(fork))):
        wrong = f"expected refusals to leave the state as it was, changed: {named}"
        yield game.finding(f"action {asked} or one tried before it, {what}: {wrong}", agent)


def try_offence(subject: Subject, fork: Env, agent: str, offence: object, before: Surface) -> tuple[bool, str]:
    """Play a value that is not a legal action on a fork, and judge how it is handled.

    Args:
        subject: the environment under test.
        fork: another environment at the position, in which the value is played.
        agent: the agent to act.
        offence: the value.
        before: what could be seen before.

    Returns:
        Whether `step` raised, that is, refused the value, and in words what was wrong, or an empty string.
    """
    try:
        fork.step(offence)  # type: ignore[arg-type]  # an offence may be no action at all
    except Exception as error:  # noqa: BLE001 - this is how an environment may refuse
        named = difference(before, subject.surface(fork))
        return True, f"raised {error!r:.100}, but changed: {named}" if named else ""
    if is_over(fork):
        return False, unpunished(fork, agent)
    named = difference(before, subject.surface(fork))
    rewards = {f"rewards of {agent}", f"rewards due of {agent}"}
    if named and set(named.split(", ")) <= rewards and fork.rewards[agent] < 0:
        return False, ""
    return False, f"expected it to be refused or punished, {f'it changed: {named}' if named else 'nothing happened'}"


def unpunished(fork: Env, agent: str) -> str:
    """Return why a game that an illegal action of `agent` ended does not punish it, or an empty string if it does.

    It does if `agent` receives less than each other agent, or if alone, less than 0. To receive all rewards, the dead
    agents take their steps on `fork`.
    """
    received = dict.fromkeys(fork.agents, 0.0)
    for _ in range(len(fork.agents)):
        if fork.agents:
            received[fork.agent_selection] += float(fork.last()[1])
            fork.step(None)
    others = [reward for other, reward in received.items() if other != agent]
    if received[agent] < min(others, default=0.0):
        return ""
    return f"expected the offender to receive less than all others, received {received}"
