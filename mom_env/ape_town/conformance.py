"""The modules of this game declared as what the contract demands, for mypy to check. Nothing imports this file.

The module `kernels` leaves names to their defaults, which mypy does not know of, so it is not among them.
"""

from mom_env.ape_town import checks, people, search, soak
from mom_env.ape_town.actions import Mask
from mom_env.ape_town.guide.look import Look
from mom_env.ape_town.ruleset import Ruleset
from mom_env.ape_town.soak.notes import Notes
from mom_env.ape_town.state import Rules, State
from mom_env.contract.checks import Checks
from mom_env.contract.people import People
from mom_env.contract.search import SearchKernels
from mom_env.contract.soak import SoakKernels

PEOPLE: People[people.Game, people.VectorGame, Ruleset] = people
CHECKS: Checks[State, Rules] = checks
SEARCH: SearchKernels[State, Rules, Look] = search
SOAK: SoakKernels[State, Rules, Mask, Notes] = soak
