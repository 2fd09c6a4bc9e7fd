"""All checks in order, and `check_game`, which runs them."""

import logging
import random
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import islice
from typing import NamedTuple, Unpack

import numpy as np
from gymnasium import spaces

from mom_env.common.arguments import checked_whole, shown
from mom_env.common.own_modules import import_own
from mom_env.errors import OptionError
from mom_env.testing import actions, arrays, chance, masks, play
from mom_env.testing.report import Finding, NotChecked, Report, Verdict
from mom_env.testing.subject import Declared, Subject
from mom_env.testing.surface import Env

FINDINGS = 3  # different ones that are reported for a check
LOOKED_AT = 50  # findings of a check, equal ones included, after which it ends
COUNTS = {"positions", "tries", "horizon", "max_steps"}  # arguments that must be at least 1


class Check(NamedTuple):
    """A check by name. `find` makes it, and yields what is wrong.

    `needs` names the checks that must not have failed.
    """

    name: str
    find: Callable[[Subject], Iterator[Finding]]
    needs: tuple[str, ...] = ()


CHECKS = (
    Check("agents", play.check_agents),
    Check("ends", play.check_ends),
    Check("seeds", chance.check_seeds),
    Check("observe", masks.check_observe),
    Check("copies", arrays.check_copies, ("observe",)),
    Check("other process", chance.check_elsewhere, ("seeds",)),
    Check("global random", chance.check_global, ("seeds",)),
    Check("fresh deals", chance.check_deals),
    Check("spaces", masks.check_spaces),
    Check("mask to act", masks.check_mask_to_act),
    Check("idle masks", masks.check_idle_masks),
    Check("masks agree", masks.check_masks_agree),
    Check("legal actions", actions.check_legal, ("observe",)),
    Check("illegal actions", actions.check_illegal, ("observe",)),
    Check("bad actions", actions.check_bad, ("observe",)),
    Check("arrays", arrays.check_arrays, ("observe",)),
    Check("rewards", play.check_rewards),
    Check("zero sum", play.check_zero_sum),
    Check("secrecy", chance.check_secrecy, ("observe",)),
)


def check_game(
    make_env: str | Callable[..., Env],
    *,
    arguments: Mapping[str, object] | None = None,
    resample: Callable[[Env, str, int], Env] | None = None,
    seeds: Sequence[int] = (0, 1, 2),
    only: Sequence[str] = (),
    watch: Callable[[str], object] = lambda _: None,
    **said: Unpack[Declared],
) -> Report:
    """Check whether an AEC environment does what its interface promises, by playing games with random choices.

    Args:
        make_env: makes a new environment. With "module:function" another process can make one too.
        arguments: keyword arguments for that function.
        resample: (env, agent, seed) -> env in which all that the agent cannot know is dealt again. It is given a copy.
        seeds: each check plays one game from each seed.
        only: names of the checks to run, by default all. The checks that they need are run too.
        watch: called with the name of each check before it begins.
        **said: what else is known of the environment, and how much is to be tried. These are attributes of `Subject`:
            `returns`, `state`, `copy`, `zero_sum`, `chance`, `idle_masks_are_zero`, `positions`, `tries`, `horizon`,
            `max_steps`.

    Returns:
        A verdict for each check: passed, failed, or not checked for a reason.

    Raises:
        OptionError: an argument does not exist, or the environment cannot be checked at all.
    """
    make = maker(make_env, arguments or {})
    target = make_env if isinstance(make_env, str) else None
    wanted = with_needs(only)
    if not seeds:
        raise OptionError("seeds: expected at least one, found none")
    given: Mapping[str, object] = said
    for name in COUNTS & given.keys():
        checked_whole(name, given[name], 1)
    try:
        subject = Subject(make, target, arguments or {}, resample, seeds=tuple(seeds), **said)
    except TypeError as error:
        raise OptionError(f"check_game: {error}") from None
    with quietly():
        name = checked_name(make_checked(make))
        verdicts = []
        for check in CHECKS:
            if check.name in wanted:
                watch(check.name)
                verdicts.append(verdict_of(check, subject))
    return Report(target or name, tuple(verdicts))


def with_needs(only: Sequence[str]) -> set[str]:
    """Return the names of the checks to run: `only`, and "seeds", "observe" and "copies", on which others rely.

    If `only` is empty, return the names of all checks.

    Raises:
        OptionError: there is no such check.
    """
    names = {check.name for check in CHECKS}
    if unknown := [name for name in only if name not in names]:
        raise OptionError(f"only: expected some of {', '.join(check.name for check in CHECKS)}, found {unknown[0]!r}")
    # Other checks rely on these three.
    needed = {"seeds", "observe", "copies"} if only else names
    return needed | set(only)


def verdict_of(check: Check, subject: Subject) -> Verdict:
    """Run a check, unless one that it needs has failed, and return its verdict.

    If the check fails, its name is added to `subject.failed`. At most `FINDINGS` different findings are reported.
    """
    broken = [need for need in check.needs if need in subject.failed]
    if broken:
        return Verdict(check.name, "not checked", f"it needs {' and '.join(broken)}, which failed")
    found: list[Finding] = []
    try:
        found.extend(islice(distinct(check.find(subject)), FINDINGS))  # extend keeps what was found before an exception
    except NotChecked as reason:
        if not found:
            return Verdict(check.name, "not checked", str(reason))
    except Exception as error:  # noqa: BLE001 - an environment under test may raise anything
        found.append(Finding(f"raised {error!r}"))
    if found:
        subject.failed.add(check.name)
    return Verdict(check.name, "failed" if found else "passed", findings=tuple(found))


def distinct(findings: Iterator[Finding]) -> Iterator[Finding]:
    """Yield the first finding with each message. It ends after `LOOKED_AT` + 1 findings, equal ones included."""
    seen: set[str] = set()
    for number, finding in enumerate(findings):
        if finding.message not in seen:
            seen.add(finding.message)
            yield finding
        if number == LOOKED_AT:
            return


def maker(make_env: str | Callable[..., Env], arguments: Mapping[str, object]) -> Callable[[], Env]:
    """Return a function without arguments that makes a new environment.

    Args:
        make_env: a function, or "module:function", whose module is imported; without a name, the function is `env`.
        arguments: keyword arguments for the function.

    Raises:
        OptionError: there is no such function.
    """
    if callable(make_env):
        return partial(make_env, **arguments)
    module, _, name = make_env.partition(":")
    if not all(module.split(".")):
        raise OptionError(f'make_env: expected "module:function", found {make_env!r}')
    function = getattr(import_own(module, "make_env"), name or "env", None)
    if not callable(function):
        raise OptionError(f"make_env: expected {module} to have a function {name or 'env'!r}, found none")
    return partial(function, **arguments)


def make_checked(make: Callable[[], Env]) -> Env:
    """Make an environment, check that it looks like an AEC environment, and return it.

    Raises:
        OptionError: `make` raises, or does not return an AEC environment.
    """
    try:
        env = make()
    except Exception as error:  # the function under test may raise anything
        raise OptionError(f"make_env: it raised {type(error).__name__}: {error}") from error
    if not all(hasattr(env, name) for name in ("possible_agents", "action_space", "agent_iter")):
        raise OptionError(f"make_env: expected an AEC environment of PettingZoo, found {shown(env)}")
    return env


def checked_name(env: Env) -> str:
    """Return the environment's name, after checking that all its action spaces are `Discrete` and begin at 0.

    Raises:
        OptionError: one of them does not.
    """
    for agent in env.possible_agents:
        space = env.action_space(agent)
        if not isinstance(space, spaces.Discrete) or space.start != 0:
            raise OptionError(f"action space of {agent}: expected Discrete from 0 on, found {space}")
    return str(env)


@contextmanager
def quietly() -> Iterator[None]:
    """Silence warnings and logs inside the `with` block, and restore the global random states at its end.

    These are those of Python and NumPy, as the caller has set them.
    """
    states = random.getstate(), np.random.get_state()  # noqa: NPY002 - saved because environments may change it
    disabled = logging.root.manager.disable
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            logging.disable(logging.CRITICAL)
            yield
    finally:
        logging.disable(disabled)
        random.setstate(states[0])
        np.random.set_state(states[1])  # noqa: NPY002 - as above
