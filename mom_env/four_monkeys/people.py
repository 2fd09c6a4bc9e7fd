"""What people see of the game: see `mom_env.contract.people`."""

from inspect import cleandoc

from mom_env.four_monkeys import actions, observe
from mom_env.four_monkeys.actions import TABLE as ACTIONS
from mom_env.four_monkeys.actions import describe
from mom_env.four_monkeys.bots import BOTS
from mom_env.four_monkeys.forfeit import least_score_return
from mom_env.four_monkeys.game import Game
from mom_env.four_monkeys.news import news
from mom_env.four_monkeys.observe import LAYOUT
from mom_env.four_monkeys.options import Options as OPTIONS  # a name of the contract
from mom_env.four_monkeys.position_lines import position_lines
from mom_env.four_monkeys.rules_page import RULES_PAGE
from mom_env.four_monkeys.ruleset import DECKS
from mom_env.four_monkeys.scoring_lines import score_lines
from mom_env.four_monkeys.terminal.final_scoring import show_scoring
from mom_env.four_monkeys.terminal.menu import HELP as MENU_HELP
from mom_env.four_monkeys.terminal.menu import menu, question, say
from mom_env.four_monkeys.terminal.screen import show
from mom_env.four_monkeys.terminal.story import INTRODUCTION, tell
from mom_env.four_monkeys.vector_game import VectorGame

ACTIONS_TEXT = cleandoc(actions.__doc__ or "")
LAYOUT_TEXT = cleandoc(observe.__doc__ or "")
HIDDEN_TEXT = (
    "of this round, the cards left in each deck, next card first, as (kind + 1) / 10; the tiles beneath the tops, "
    "stack after stack, as (combo + 1) / 10; the orders of the ticks to come, as number / number of permutations; the "
    "length of the timer / 132."
)
LOSS_TEXT = "a seat loses points for each tile set aside, and the others have at most one tile of each combo in a round"

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
    "Game",
    "VectorGame",
    "describe",
    "least_score_return",
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
