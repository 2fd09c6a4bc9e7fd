"""What people see of the game: see `mom_env.contract.people`."""

from inspect import cleandoc

from mom_env.monsters_on_the_moon import actions, observe
from mom_env.monsters_on_the_moon.actions import TABLE as ACTIONS
from mom_env.monsters_on_the_moon.actions import describe
from mom_env.monsters_on_the_moon.bots import BOTS
from mom_env.monsters_on_the_moon.deck import DECKS as FILES
from mom_env.monsters_on_the_moon.forfeit import least_vp_return as least_score_return
from mom_env.monsters_on_the_moon.game import Game
from mom_env.monsters_on_the_moon.news import news
from mom_env.monsters_on_the_moon.observe import LAYOUT
from mom_env.monsters_on_the_moon.options import Options as OPTIONS  # a name of the contract
from mom_env.monsters_on_the_moon.own_inputs import list_own_inputs
from mom_env.monsters_on_the_moon.position_lines import position_lines
from mom_env.monsters_on_the_moon.rules_page import RULES_PAGE
from mom_env.monsters_on_the_moon.scoring_lines import score_lines
from mom_env.monsters_on_the_moon.state import NUM_LEVELS
from mom_env.monsters_on_the_moon.terminal.final_scoring import show_scoring
from mom_env.monsters_on_the_moon.terminal.menu import HELP as MENU_HELP
from mom_env.monsters_on_the_moon.terminal.menu import menu, question, say
from mom_env.monsters_on_the_moon.terminal.position_tables import show
from mom_env.monsters_on_the_moon.terminal.story import INTRODUCTION, SOLO_INTRODUCTION, tell
from mom_env.monsters_on_the_moon.vector_game import VectorGame

DECKS = tuple(FILES)
ACTIONS_TEXT = cleandoc(actions.__doc__ or "")
LAYOUT_TEXT = cleandoc(observe.__doc__ or "")
HIDDEN_TEXT = "the pile, next card first; a card is (number + 1) / number of cards, and 0 if there is none."
FIRST, LAST = FILES["standard"].solo.levels[0], FILES["standard"].solo.levels[-1]
SOLO_RETURNS = {
    "vp": f"(VP - {FIRST}) / {LAST - FIRST}, so 0 where level 2 of the standard cards begins and 1 where the last one "
    "does",
    "win": f"(level - {1 + NUM_LEVELS / 2:g}) / {NUM_LEVELS / 2:g}, so -1 for level 1 and 1 for the last",
}
LOSS_TEXT = (
    "a seat has at least 0 VP, and another at most all heads of its monster in both scorings, grouped and inside of "
    "areas, in one group, the last space of the track and the best mission; alone, all heads of the others may be open"
)

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
