"""The modules of this game declared as what the contract demands, for mypy to check. Nothing imports this file."""

from mom_env.contract.checks import Checks
from mom_env.contract.kernels import TableKernels
from mom_env.contract.people import People
from mom_env.contract.search import SearchKernels
from mom_env.contract.soak import SoakKernels
from mom_env.monkeys_on_the_moon import checks, kernels, people, search, soak
from mom_env.monkeys_on_the_moon.actions import Mask
from mom_env.monkeys_on_the_moon.guide.look import Look
from mom_env.monkeys_on_the_moon.observe import View
from mom_env.monkeys_on_the_moon.ruleset import Ruleset
from mom_env.monkeys_on_the_moon.soak.notes import Notes
from mom_env.monkeys_on_the_moon.state import Rules, State

KERNELS: TableKernels[State, Rules, View, Mask] = kernels
PEOPLE: People[people.Game, people.VectorGame, Ruleset] = people
CHECKS: Checks[State, Rules] = checks
SEARCH: SearchKernels[State, Rules, Look] = search
SOAK: SoakKernels[State, Rules, Mask, Notes] = soak
