"""Sizes of records, actions and observations, fixed at compile time. A tile file that needs more is refused."""

MIN_PLAYERS, MAX_PLAYERS = 2, 8
MAX_AREAS = 2
NUM_FIGURES = 4
FIGURES = ("circle", "triangle", "square", "pentagon")
NUM_KINDS = 10
KINDS = ("CC", "CT", "CS", "CP", "TT", "TS", "TP", "SS", "SP", "PP")  # of cards: the figures on each
MAX_CARDS = 40  # in a deck
MAX_COMBOS = 10
MAX_TILES = 80  # combo tiles of all areas
MAX_ROUNDS = 4
MAX_STOPS = 1  # false stops of a player in a game
MAX_DEALS = MAX_ROUNDS + MAX_PLAYERS * MAX_STOPS  # each false stop can cost a deal (R17)
MIN_TICKS, MOST_TICKS, MAX_SPREAD = 24, 120, 12
MAX_TICKS = MOST_TICKS + MAX_SPREAD  # R5: of a hidden timer
MAX_PACE = 10
MAX_WAYS = 24  # to lay a combo: four different numbers of alike figures can be 24 choices of figures
MAX_POINTS = 20  # of a combo
