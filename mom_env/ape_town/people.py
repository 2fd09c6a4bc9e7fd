"""What people see of the game: see `mom_env.contract.people`."""

from inspect import cleandoc

from mom_env.ape_town import actions, observe
from mom_env.ape_town.actions import TABLE as ACTIONS
from mom_env.ape_town.actions import describe
from mom_env.ape_town.bots import BOTS
from mom_env.ape_town.deck import DECKS as FILES
from mom_env.ape_town.forfeit import least_points_return as least_score_return
from mom_env.ape_town.game import Game
from mom_env.ape_town.news import news
from mom_env.ape_town.observe import LAYOUT
from mom_env.ape_town.options import Options as OPTIONS  # a name of the contract
from mom_env.ape_town.own_inputs import list_own_inputs
from mom_env.ape_town.position_lines import position_lines
from mom_env.ape_town.rules_page import RULES_PAGE
from mom_env.ape_town.scoring_lines import score_lines
from mom_env.ape_town.terminal.final_scoring import show_scoring
from mom_env.ape_town.terminal.menu import HELP as MENU_HELP
from mom_env.ape_town.terminal.menu import menu, question, say
from mom_env.ape_town.terminal.position_tables import show
from mom_env.ape_town.terminal.story import INTRODUCTION, tell
from mom_env.ape_town.vector_game import VectorGame
from mom_env.base import people

DECKS = tuple(FILES)
ACTIONS_TEXT = cleandoc(actions.__doc__ or "")
LAYOUT_TEXT = cleandoc(observe.__doc__ or "")
HIDDEN_TEXT = "the tiles that were never face up, the next one first: (motif + 1) / 6, and 0 if there is none."
LOSS_TEXT = (
    "a seat has at least 0 points, and the others together have at most six times the value of all apes, the worth of "
    "all districts as boss and for each neighbour, and all money"
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
