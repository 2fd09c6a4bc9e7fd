"""What people see of the game: see `mom_env.contract.people`."""

from inspect import cleandoc

from mom_env.base import people
from mom_env.base.people import list_own_inputs
from mom_env.monkeys_on_the_moon import actions, observe
from mom_env.monkeys_on_the_moon.actions import TABLE as ACTIONS
from mom_env.monkeys_on_the_moon.actions import describe
from mom_env.monkeys_on_the_moon.bots import BOTS
from mom_env.monkeys_on_the_moon.deck import deck_names
from mom_env.monkeys_on_the_moon.forfeit import least_vp_return as least_score_return
from mom_env.monkeys_on_the_moon.game import Game
from mom_env.monkeys_on_the_moon.news import news
from mom_env.monkeys_on_the_moon.observe import LAYOUT
from mom_env.monkeys_on_the_moon.options import Options as OPTIONS  # a name of the contract
from mom_env.monkeys_on_the_moon.position_lines import position_lines
from mom_env.monkeys_on_the_moon.rules_page import RULES_PAGE
from mom_env.monkeys_on_the_moon.scoring_lines import score_lines
from mom_env.monkeys_on_the_moon.terminal.final_scoring import show_scoring
from mom_env.monkeys_on_the_moon.terminal.menu import HELP as MENU_HELP
from mom_env.monkeys_on_the_moon.terminal.menu import menu, question, say
from mom_env.monkeys_on_the_moon.terminal.position_tables import show
from mom_env.monkeys_on_the_moon.terminal.story import INTRODUCTION, tell
from mom_env.monkeys_on_the_moon.vector_game import VectorGame

DECKS = tuple(deck_names())
ACTIONS_TEXT = cleandoc(actions.__doc__ or "")
LAYOUT_TEXT = cleandoc(observe.__doc__ or "")
HIDDEN_TEXT = (
    "the order of ties and the piles, next card first; a card is (kind + 1) / number of kinds, and 0 if there is none."
)
LOSS_TEXT = (
    "a seat has at least minus the penalty of all scorn cards, and the others together have at most the VP of all "
    "titles and of the best ships that all monkeys of the game can fill"
)

SOLO_INTRODUCTION, SOLO_RETURNS = people.SOLO_INTRODUCTION, people.SOLO_RETURNS  # there is no game for one

__all__ = [
    "ACTIONS",
    "ACTIONS_TEXT",
    "BOTS",
    "DECKS",
    "HIDDEN_TEXT",
    "INTRODUCTION",
    "LAYOUT",
    "LAYOUT_TEXT",
    "LOSS_TEXT",
    "MENU_HELP",
    "OPTIONS",
    "RULES_PAGE",
    "SOLO_INTRODUCTION",
    "SOLO_RETURNS",
    "Game",
    "VectorGame",
    "describe",
    "least_score_return",
    "list_own_inputs",
    "menu",
    "news",
    "position_lines",
    "question",
    "say",
    "score_lines",
    "show",
    "show_scoring",
    "tell",
]
