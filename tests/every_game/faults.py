"""Faults that somebody might make in a game: each is planted in a copy of a small game, and its check has to fail.

A check without a fault here is an error of `test_planted_faults`: nobody has seen then that it can fail.
"""

from typing import NamedTuple


class Fault(NamedTuple):
    """A text of a small game, and what stands there instead.

    Attributes:
        wrong: what is wrong with the copy, in words.
        check: the name of the check that must fail.
        game: which of the small games.
        file: of the game's package.
        old: a text that the file has once.
        new: what stands there instead.
    """

    wrong: str
    check: str
    game: str
    file: str
    old: str
    new: str


HIGH_CARD, BERRIES = "high_card", "berries"
INFO, KERNELS, PEOPLE, CHECKS, SEARCH = "info.py", "kernels.py", "people.py", "checks.py", "search.py"

LEGAL = (
    Fault(
        "the mask marks folding for seats that may not act",
        "mask_is_legality",
        HIGH_CARD,
        KERNELS,
        "mask.ids[action] = can_take_action(state, rules, seat, action)",
        "mask.ids[action] = action == FOLD or can_take_action(state, rules, seat, action)",
    ),
    Fault(
        "the mask leaves out the last bush",
        "mask_is_legality",
        BERRIES,
        KERNELS,
        "    for action in range(NUM_ACTIONS):\n        mask.ids",
        "    mask.ids[:] = 0\n    for action in range(NUM_BUSHES):\n        mask.ids",
    ),
    Fault(
        "first_legal lies above folding",
        "mask_is_legality",
        HIGH_CARD,
        KERNELS,
        "@kernel\ndef forced_action(",
        "@kernel\ndef first_legal(state: State) -> int:\n    return FOLD + 1\n\n\n@kernel\ndef forced_action(",
    ),
    Fault(
        "last_legal is the last id, not the one behind it",
        "mask_is_legality",
        BERRIES,
        KERNELS,
        "@kernel\ndef forced_action(",
        "@kernel\ndef last_legal(state: State) -> int:\n    return NUM_BUSHES\n\n\n@kernel\ndef forced_action(",
    ),
    Fault(
        "seats_to_move names seats that have chosen already",
        "mask_is_legality",
        BERRIES,
        KERNELS,
        "seats |= may_act(state, rules, seat) << seat",
        "seats |= (state.seat != NOBODY) << seat",
    ),
    Fault(
        "the same action is legal for every seat, whoever is asked",
        "mask_is_legality",
        HIGH_CARD,
        KERNELS,
        "if seat != state.seat or seat == NOBODY or",
        "seat = int(state.seat)\n    if seat == NOBODY or",
    ),
    Fault(
        "ids below 0 are taken for waiting",
        "refusals",
        BERRIES,
        KERNELS,
        "if action == WAIT:\n        return True",
        "if action <= WAIT:\n        return True",
    ),
    Fault(
        "two stakes have one name",
        "words",
        HIGH_CARD,
        PEOPLE,
        '{"stake": coins} for coins in',
        '{"stake": min(coins, 3)} for coins in',
    ),
    Fault(
        "a decision has a name that is not among the game's decisions",
        "words",
        BERRIES,
        PEOPLE,
        "    def words(",
        '    def decision_name(self) -> str:\n        return "go"\n\n    def words(',
    ),
    Fault(
        "folding is forced while the card could still be exchanged",
        "forced",
        HIGH_CARD,
        KERNELS,
        "for action in range(FOLD + 1, NUM_ACTIONS):\n        if can",
        "for action in range(FOLD + 1, EXCHANGE):\n        if can",
    ),
    Fault(
        "who is forced to wait is sent to the first bush where forced decisions are skipped",
        "forced",
        BERRIES,
        KERNELS,
        "            state.pending[int(state.seat)] = WAIT\n",
        "            state.pending[int(state.seat)] = WAIT + 1\n",
    ),
    Fault(
        "go_on draws from the stream although a seat is to decide",
        "forced",
        HIGH_CARD,
        KERNELS,
        "        else:\n            return\n",
        "        else:\n            next_below(state, 2)\n            return\n",
    ),
    Fault(
        "who stakes as much as the highest is refused, and has to raise",
        "perft",
        HIGH_CARD,
        KERNELS,
        "state.highest <= action <= coins",
        "state.highest < action <= coins",
    ),
    Fault(
        "bushes without berries can be visited",
        "perft",
        BERRIES,
        KERNELS,
        " and state.bushes[action - 1] > 0)",
        ")",
    ),
)

SAME_GAME = (
    Fault(
        "an observation keeps the favourite that the room held before",
        "batch",
        BERRIES,
        KERNELS,
        "view.players[:], view.favourite[:], view.picked[:], view.tired[:], view.pending[:] = 0, 0, 0, 0, 0",
        "view.players[:], view.picked[:], view.tired[:], view.pending[:] = 0, 0, 0, 0",
    ),
    Fault(
        "what will grow comes from NumPy's generator, of which each thread has one",
        "two_threads",
        BERRIES,
        KERNELS,
        "rules.growths[next_below(state, int(rules.num_growths))]",
        "rules.growths[np.random.randint(0, rules.num_growths)]",
    ),
    Fault(
        "open cards are not taken off the table when the record is dealt again",
        "dealt_again",
        HIGH_CARD,
        KERNELS,
        "state.stake[:], state.hand[:], state.open[:], state.pile[:] = 0, NONE, 0, NONE",
        "state.stake[:], state.hand[:], state.pile[:] = 0, NONE, NONE",
    ),
    Fault(
        "who was tired at the end of a game is tired in the next one",
        "dealt_again",
        BERRIES,
        KERNELS,
        "state.favourite[:], state.tired[:], state.score[:], state.picked[:], state.growth[:] = 0, 0, 0, 0, 0",
        "state.favourite[:], state.score[:], state.picked[:], state.growth[:] = 0, 0, 0, 0",
    ),
    Fault(
        "the stream is used once more at the deal than it was",
        "fingerprint",
        HIGH_CARD,
        KERNELS,
        "    state.start = next_below(",
        "    next_below(state, 2)\n    state.start = next_below(",
    ),
    Fault(
        "what nobody knows is written in another way than it was",
        "fingerprint",
        BERRIES,
        KERNELS,
        "= state.growth[tick, bush] / MAX_BERRIES",
        "= state.growth[tick, bush] / (MAX_BERRIES + 1)",
    ),
    # The check compares what is played compiled, with the JIT off and with bounds checked with one and the same hash.
    Fault(
        "a small integer wraps with the JIT off, and not compiled",
        "fingerprint",
        HIGH_CARD,
        KERNELS,
        "(state.pile[i] + 1) / NUM_VALUES",
        "(state.pile[i] * np.int8(100) / 100 + 1) / NUM_VALUES",
    ),
    Fault(
        "a choice has another name than in the replays that people have",
        "golden",
        HIGH_CARD,
        PEOPLE,
        '{"fold": True}',
        '{"pass": True}',
    ),
    Fault(
        "a position as text has an entry less than it had",
        "golden",
        BERRIES,
        PEOPLE,
        '            "tick": int(state.tick),\n',
        "",
    ),
)

RECORDS = (
    Fault(
        "a copy shares its record with the game",
        "copies",
        BERRIES,
        PEOPLE,
        "    def words(",
        "    def copy(self) -> Any:\n        return self._made(self.ruleset, self._states, self._past)\n\n"
        "    def words(",
    ),
    Fault(
        "a game that was unpickled has lost its past",
        "copies",
        HIGH_CARD,
        PEOPLE,
        "    def words(",
        "    def __reduce__(self) -> Any:\n        return self._made, (self.ruleset, self._states, None)\n\n"
        "    def words(",
    ),
    Fault(
        "the arrays of a batch that was unpickled are not those that kernels fill",
        "batch_copies",
        BERRIES,
        PEOPLE,
        "    game = Game\n",
        "    game = Game\n\n    def __setstate__(self, attributes: Any) -> None:\n"
        "        super().__setstate__(attributes)\n        self.observations = self.observations.copy()\n",
    ),
    Fault(
        "a text tells of the past, which a position has not",
        "text",
        BERRIES,
        PEOPLE,
        '            "tick": int(state.tick),\n',
        '            "tick": int(state.tick),\n            "played": len(self._actions),\n',
    ),
    Fault(
        "a text that lost a line is read all the same",
        "text",
        HIGH_CARD,
        PEOPLE,
        "    def words(",
        "    @classmethod\n    def from_text(cls, position: str) -> Any:\n"
        '        pot = "" if "\\npot" in position else "\\npot           0\\n"\n'
        "        return super().from_text(position + pot)\n\n    def words(",
    ),
    Fault(
        "positions in which a card was just exchanged are said to be none",
        "in_progress",
        HIGH_CARD,
        CHECKS,
        "state.has_exchanged not in {0, 1}",
        "state.has_exchanged != 0",
    ),
    Fault(
        "a snapshot does not say whether the game is over",
        "snapshot",
        HIGH_CARD,
        PEOPLE,
        '            "over": self.over,\n',
        "",
    ),
    Fault(
        "a snapshot is not plain JSON: it has a tuple",
        "snapshot",
        BERRIES,
        PEOPLE,
        '"bushes": state.bushes.tolist()',
        '"bushes": tuple(state.bushes.tolist())',
    ),
    Fault(
        "a seat is told another favourite than the position has",
        "snapshot",
        BERRIES,
        PEOPLE,
        "bush if other in known or self.over else None for",
        "bush if seat is None or self.over else 0 if other in known else None for",
    ),
    Fault(
        "a replay loses who begins",
        "replay",
        HIGH_CARD,
        PEOPLE,
        '{"start": int(self._states[0].start), "pile"',
        '{"start": 0, "pile"',
    ),
    Fault(
        "a replay loses what grows in the first tick",
        "replay",
        BERRIES,
        PEOPLE,
        "growth_of(state)[:ticks]}",
        "[[0] * NUM_BUSHES, *growth_of(state)[1:ticks]]}",
    ),
    Fault(
        "who begins a round is drawn then, so that the setup does not hold all chance of the deal",
        "setup",
        HIGH_CARD,
        KERNELS,
        "    state.seat = (state.start + state.round_number) % rules.num_players",
        "    state.seat = next_below(state, int(rules.num_players))",
    ),
    Fault(
        "entries of a setup that do not exist are passed over",
        "setup",
        BERRIES,
        PEOPLE,
        'setup.keys() != {"favourites", "growth"} or not',
        "not",
    ),
    Fault(
        "every seed deals the same game",
        "rebuilt",
        BERRIES,
        KERNELS,
        "def deal(state: State, rules: Rules) -> None:\n",
        "def deal(state: State, rules: Rules) -> None:\n    seed_stream(state, np.uint64(0), 0)\n",
    ),
    Fault(
        "the first player is drawn from a generator that no seed sets",
        "rebuilt",
        HIGH_CARD,
        KERNELS,
        "state.start = next_below(state, int(rules.num_players))",
        "state.start = np.random.randint(0, rules.num_players)",
    ),
    Fault(
        "the last seat is asked first",
        "play_together",
        BERRIES,
        KERNELS,
        "    for seat in range(rules.num_players):\n        if state.pending[seat] == OPEN:\n            state.seat",
        "    for seat in range(rules.num_players - 1, -1, -1):\n"
        "        if state.pending[seat] == OPEN:\n            state.seat",
    ),
)

SECRETS = (
    Fault(
        "a view shows the next player's card",
        "redeal",
        HIGH_CARD,
        KERNELS,
        "view.hand[state.hand[viewer]] = 1",
        "view.hand[state.hand[(viewer + 1) % count]] = 1",
    ),
    Fault(
        "a snapshot for a seat has all cards",
        "redeal",
        HIGH_CARD,
        PEOPLE,
        "[None if other in hidden else card for other, card in enumerate(hand)]",
        "hand",
    ),
    Fault(
        "a redeal draws the seat's own favourite again",
        "redeal",
        BERRIES,
        KERNELS,
        "        if other != seat and state.seat != NOBODY:\n            state.favourite[other] = next_below",
        "        if state.seat != NOBODY:\n            state.favourite[other] = next_below",
    ),
    Fault(
        "a redeal leaves the stream as it is",
        "redeal",
        BERRIES,
        KERNELS,
        "    seed_stream(state, seed, 0)\n    draw_growth",
        "    draw_growth",
    ),
    Fault(
        "a redeal moves no card",
        "redeal_reaches",
        HIGH_CARD,
        KERNELS,
        "shuffle(state, unseen, collect(state, rules, seat, unseen))",
        "collect(state, rules, seat, unseen)",
    ),
    Fault(
        "a redeal shuffles the pile, and leaves the others their cards",
        "redeal_moves_all",
        HIGH_CARD,
        KERNELS,
        "    shuffle(state, unseen, collect(state, rules, seat, unseen))\n    hand_back(state, rules, seat, unseen)",
        "    shuffle(state, state.pile[state.dealt :], int(rules.num_cards) - int(state.dealt))",
    ),
    Fault(
        "a redeal leaves the last player's favourite as it is",
        "redeal_moves_all",
        BERRIES,
        KERNELS,
        "        if other != seat and state.seat != NOBODY:\n            state.favourite[other] = next_below",
        "        if other not in (seat, rules.num_players - 1) and state.seat != NOBODY:\n"
        "            state.favourite[other] = next_below",
    ),
    Fault(
        "a redeal never makes the last bush a favourite",
        "redeal_is_even",
        BERRIES,
        KERNELS,
        "            state.favourite[other] = next_below(state, NUM_BUSHES)",
        "            state.favourite[other] = next_below(state, NUM_BUSHES - 1)",
    ),
    Fault(
        "a redeal gives the others the lowest cards",
        "redeal_is_even",
        HIGH_CARD,
        KERNELS,
        "    shuffle(state, unseen, collect(state, rules, seat, unseen))\n",
        "    count = collect(state, rules, seat, unseen)\n    shuffle(state, unseen, count)\n"
        "    unseen[: int(rules.num_players)].sort()\n",
    ),
    Fault(
        "a position that is concealed keeps its pile in order",
        "conceal",
        HIGH_CARD,
        KERNELS,
        "    unseen[:count].sort()\n",
        "",
    ),
    Fault(
        "a position that is concealed keeps what will grow",
        "conceal",
        BERRIES,
        KERNELS,
        "    state.growth[:] = 0\n    for other",
        "    for other",
    ),
    Fault(
        "a view shows what the others have chosen in this tick",
        "pending",
        BERRIES,
        KERNELS,
        "    if state.pending[viewer] != OPEN:\n        view.pending[state.pending[viewer]] = 1\n",
        "    for seat in range(count):\n        if state.pending[seat] != OPEN:\n"
        "            view.pending[state.pending[seat]] = 1\n",
    ),
    Fault(
        "a snapshot for a seat has what the others have chosen",
        "pending",
        BERRIES,
        PEOPLE,
        "None if action == OPEN or other not in known else action for",
        "None if action == OPEN else action for",
    ),
    Fault(
        "a redeal leaves what the others have chosen",
        "pending",
        BERRIES,
        KERNELS,
        "            state.favourite[other] = next_below(state, NUM_BUSHES)\n    take_back(state, rules, seat)\n",
        "            state.favourite[other] = next_below(state, NUM_BUSHES)\n",
    ),
    Fault(
        "a game of turns is said to be one in which all act at once",
        "pending",
        HIGH_CARD,
        INFO,
        '    score="coins",',
        '    kind="simultaneous",\n    score="coins",',
    ),
    Fault(
        "a terminal shows every card to everybody",
        "pictures_for_people",
        HIGH_CARD,
        PEOPLE,
        "def least_score_return(",
        "def show(game: Any, seat: Any, names: Any) -> Any:\n    from mom_env.base import people\n\n"
        "    return people.show(game, None, names)\n\n\ndef least_score_return(",
    ),
    Fault(
        "a bot looks at the next player's card",
        "bots",
        HIGH_CARD,
        KERNELS,
        "if state.hand[seat] >= HIGH:",
        "if state.hand[seat] > state.hand[(seat + 1) % rules.num_players]:",
    ),
    Fault(
        "a bot exchanges its card where that is not legal",
        "bots",
        HIGH_CARD,
        KERNELS,
        "return EXCHANGE if mask.ids[EXCHANGE] else FOLD",
        "return EXCHANGE",
    ),
    Fault(
        "a position that is concealed keeps the others' cards, so that a search depends on them",
        "search",
        HIGH_CARD,
        KERNELS,
        "    unseen[:count].sort()\n",
        "    unseen[int(rules.num_players) - 1 : count].sort()\n",
    ),
    Fault(
        "a search takes the worst end for the best one",
        "search_finds",
        BERRIES,
        KERNELS,
        "    return return_by_win(place, sharing, count)",
        "    return -return_by_win(place, sharing, count)",
    ),
)

RETURNS = (
    Fault(
        "a seat is counted as better than itself",
        "places",
        HIGH_CARD,
        KERNELS,
        "place += state.coins[other] > state.coins[seat]",
        "place += state.coins[other] >= state.coins[seat]",
    ),
    Fault(
        "who shares a rank is paid as if alone on it",
        "returns",
        BERRIES,
        KERNELS,
        "return return_by_rank(place, sharing, count)",
        "return return_by_rank(place, 1, count)",
    ),
    Fault(
        "returns by score leave the favourites out",
        "returns",
        BERRIES,
        KERNELS,
        "return return_by_score(int(state.score[seat]),",
        "return return_by_score(int(state.picked[seat].sum()),",
    ),
    Fault(
        "a loss pays nothing, though the returns are said to sum to 0",
        "zero_sum",
        BERRIES,
        KERNELS,
        "    return return_by_win(place, sharing, count)",
        "    return max(0.0, return_by_win(place, sharing, count))",
    ),
    Fault(
        "the returns of one player are said to sum to 0",
        "zero_sum",
        BERRIES,
        INFO,
        "zero_sum=False, ",
        "",
    ),
    Fault(
        "a forfeit costs less than the worst result by score",
        "forfeit",
        HIGH_CARD,
        PEOPLE,
        "return -ruleset.deck.coins * ruleset.num_players",
        "return -ruleset.deck.coins",
    ),
    Fault(
        "a potential tells who has the higher card",
        "leads",
        HIGH_CARD,
        KERNELS,
        "out[seat] = return_by_score(int(state.coins[seat]),",
        "out[seat] = state.hand[seat] / NUM_VALUES + return_by_score(int(state.coins[seat]),",
    ),
    Fault(
        "seats where nobody sits have a potential, too",
        "leads",
        HIGH_CARD,
        KERNELS,
        "    for seat in range(count):\n        out[seat]",
        "    for seat in range(MAX_PLAYERS):\n        out[seat]",
    ),
    Fault(
        "a number of the observation is not scaled",
        "observation",
        HIGH_CARD,
        KERNELS,
        "view.rounds[0], view.rounds[1] = (state.round_number + 1) / MAX_ROUNDS, rules.rounds",
        "view.rounds[0], view.rounds[1] = (state.round_number + 1) / MAX_ROUNDS, rules.rounds * MAX_ROUNDS",
    ),
    Fault(
        "a number of the observation is left as the room had it",
        "observation",
        BERRIES,
        KERNELS,
        "    view.share[0] = rules.share\n",
        "    if rules.share:\n        view.share[0] = 1\n",
    ),
)

SHELLS = (
    Fault(
        "what nobody knows is larger than the space of states",
        "aec",
        HIGH_CARD,
        KERNELS,
        "(state.pile[i] + 1) / NUM_VALUES",
        "state.pile[i] + 1",
    ),
    Fault(
        "seats that are forced to wait are said to be asked",
        "parallel",
        BERRIES,
        KERNELS,
        "seats |= may_act(state, rules, seat) << seat",
        "seats |= (state.seat != NOBODY and state.pending[seat] == OPEN) << seat",
    ),
    Fault(
        "a forfeit costs without end",
        "forfeits",
        HIGH_CARD,
        PEOPLE,
        "return -ruleset.deck.coins * ruleset.num_players",
        'return -float("inf") * ruleset.num_players',
    ),
    Fault(
        "the deck is not for one of the numbers of players that the game names",
        "rewards_refused",
        BERRIES,
        PEOPLE,
        "player_counts=[1, 2, 3]",
        "player_counts=[2, 3]",
    ),
    Fault(
        "the learner sees its cards of all rounds as long as nobody clears the room",
        "one_seat",
        HIGH_CARD,
        KERNELS,
        "view.players[:], view.hand[:], view.coins[:], view.stakes[:], view.asked[:] = 0, 0, 0, 0, 0",
        "view.players[:], view.coins[:], view.stakes[:], view.asked[:] = 0, 0, 0, 0",
    ),
    Fault(
        "the pot leaves the space of observations",
        "gymnasium",
        HIGH_CARD,
        KERNELS,
        "view.pot[0], view.highest[0] = state.pot / MAX_COINS,",
        "view.pot[0], view.highest[0] = state.pot,",
    ),
    Fault(
        "a potential is divided by a pot that may be empty",
        "shaping",
        HIGH_CARD,
        KERNELS,
        "out[seat] = return_by_score(int(state.coins[seat]), total, count, UNIT)",
        "out[seat] = state.coins[seat] / state.pot",
    ),
    Fault(
        "cards come from a generator that games of a match share",
        "arena",
        HIGH_CARD,
        KERNELS,
        "    shuffle(state, state.pile[:], count)\n",
        "    np.random.shuffle(state.pile[:count])\n",
    ),
    Fault(
        "a replay of a match begins with another seat",
        "arena",
        HIGH_CARD,
        PEOPLE,
        'states["start"], states["seat"] = stream, start, start',
        'states["start"], states["seat"] = stream, 0, 0',
    ),
    Fault(
        "a forced fold that is skipped leaves the mark of an exchange",
        "soak",
        HIGH_CARD,
        KERNELS,
        "            apply_action(state, rules, FOLD)\n",
        "            has_exchanged = int(state.has_exchanged)\n            apply_action(state, rules, FOLD)\n"
        "            state.has_exchanged = has_exchanged\n",
    ),
    Fault(
        "everybody's favourite is shown to everybody",
        "kit",
        BERRIES,
        KERNELS,
        "if away == 0 or state.seat == NOBODY:",
        "if away >= 0:",
    ),
    Fault(
        "a card that is bought comes from a generator that all games share",
        "kernel_returns",
        HIGH_CARD,
        KERNELS,
        "state.hand[seat] = draw(state)\n        state.has_exchanged",
        "draw(state)\n        state.hand[seat] = np.random.randint(0, NUM_VALUES)\n        state.has_exchanged",
    ),
)

FAULTS = (*LEGAL, *SAME_GAME, *RECORDS, *SECRETS, *RETURNS, *SHELLS)
