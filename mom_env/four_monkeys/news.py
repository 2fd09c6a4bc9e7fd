"""What one choice has led to, in sentences: nothing before the last one of a tick, then what everybody did."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mom_env.base.lists_in_words import copies
from mom_env.base.sentences import YOU, begins, enumeration
from mom_env.four_monkeys.actions import choice_of
from mom_env.four_monkeys.deeds import deed_in_words
from mom_env.four_monkeys.game import Game
from mom_env.four_monkeys.result import scored_round
from mom_env.four_monkeys.scoring_lines import scoring_steps
from mom_env.four_monkeys.state import NONE

Sentences = Iterator[str]
SnapshotView = Mapping[str, Any]
Deed = Mapping[str, Any]  # an entry of `last_tick` in a snapshot


def news(before: Game, action: int, after: Game, seat: int, names: list[str]) -> list[str]:
    """Return in sentences what one choice has led to, and nothing that `seat` may not know.

    Choices of a tick are secret until the last one is in; then what everybody did is told.

    Args:
        before: the game at the choice.
        action: what the seat to move in `before` has chosen.
        after: the game at the next decision, which may be a forced one.
        seat: who reads the sentences.
        names: the players by seat; their first words are used.
    """
    return list(Step(before, action, after, seat, [name.split()[0] for name in names]).sentences())


class Step(NamedTuple):
    """A choice, the game before it and after it, the seat that reads about it, and the short names of the seats."""

    before: Game
    action: int
    after: Game
    reader: int
    names: list[str]

    def sentences(self) -> Sentences:
        """Yield all that has happened, in the order in which it happens at a table."""
        if self.before.decision == "act" and self.is_tick_over:
            deeds = self.deeds()
            yield from deeds_in_sentences(deeds, self.names)
            yield from self.drawn(deeds[self.reader])
            yield from self.uncovered()
        yield from self.end_of_round()

    @property
    def is_tick_over(self) -> bool:
        """Whether the choice was the last one of its tick."""
        old, new = (game.states[0] for game in (self.before, self.after))
        return any(old[name] != new[name] for name in ("tick", "deal_number", "phase"))

    @property
    def is_round_over(self) -> bool:
        """Whether the round was over after the choice; tiles may still have to be checked."""
        return self.is_new_deal or self.after.decision != "act"

    @property
    def is_new_deal(self) -> bool:
        """Whether the choice has begun another round, or the same one again."""
        return bool(self.before.states[0]["deal_number"] != self.after.states[0]["deal_number"])

    def view(self, game: Game) -> SnapshotView:
        """Return what the reader knows in `game`, which is `before` or `after`."""
        return game.snapshot(self.reader)

    # What everybody did

    def deeds(self) -> list[Deed]:
        """3.6: Return what each seat did in the tick.

        When a round ends, the record begins the next one, and what was done is worked out from the choices.
        """
        deeds = self.view(self.after)["last_tick"]
        return deeds if None not in deeds else [self.chosen(seat) for seat in range(len(self.names))]

    def chosen(self, seat: int) -> Deed:
        """Return what `seat` has chosen in the tick, without faces; a seat that was not asked has waited."""
        action = int(self.before.states[0]["pending"][seat])
        if seat == self.before.seat:
            action = self.action
        if action == NONE:
            return {"wait": True}
        deed = choice_of(action, seat, len(self.names))
        if "lay" in deed:
            return {"lay": True}
        if "grab" not in deed:
            return deed
        if not self.scored():  # the round is played again, and the record no longer says who was the quicker
            return {**deed, "void": True}
        return deed if self.has_got(seat) else {**deed, "missed": True}

    def has_got(self, seat: int) -> bool:
        """Return whether `seat` has got a tile in the tick that ended the round, which was scored."""
        return len(self.scored()[0]["tiles"][seat]) > len(self.view(self.before)["tiles"][seat])

    def drawn(self, deed: Deed) -> Sentences:
        """3.2.3, 3.3, 3.4: Yield a sentence on the cards that the reader has drawn."""
        if self.is_round_over or not {"close", "burn", "replenish"} & deed.keys():
            return
        old, new = (Counter(self.view(game)["hand"][self.reader]) for game in (self.before, self.after))
        cards = new if deed.get("replenish") == "a" else new - old
        if self.names[self.reader] == YOU and (drawn := {kind: count for kind, count in cards.items() if count}):
            yield f"You draw {copies(drawn.items())}."

    def uncovered(self) -> Sentences:
        """R6, R14: Yield a sentence on the combos that have come to the top of a stack in the reader's area."""
        if self.is_round_over:
            return
        area = next(at for at, seats in enumerate(self.view(self.after)["areas"]) if self.reader in seats)
        old, new = ({top["top"] for top in self.view(game)["stacks"][area]} for game in (self.before, self.after))
        if new - old:
            yield f"On top now: {enumeration([f'combo {combo}' for combo in sorted(new - old)])}."

    # The end of a round

    def scored(self) -> list[Mapping[str, Any]]:
        """Return the scoring of the round that the choice has ended, in a list; none if it has ended none."""
        old, new = (int(game.states[0]["round_number"]) for game in (self.before, self.after))
        return [scored_round(self.after.states[0], self.after.ruleset, number) for number in range(old, new)]

    def end_of_round(self) -> Sentences:
        """4, 5: Yield how a round was scored, or that it is played again, and that the game is over."""
        scored = self.scored()
        for one in scored:
            yield from scoring_steps(one, self.names)
        if not scored and self.is_new_deal:
            yield "Stop was called wrongly: the round is played again."
        if self.after.over:
            yield "The game is over."


def deeds_in_sentences(deeds: Sequence[Deed], names: Sequence[str]) -> Sentences:
    """Yield a sentence for each thing that was done in a tick, with the names of all seats that did it.

    If all waited, yield only "Everybody waited."; otherwise waiting is left out. `deeds` and `names` are by seat.
    """
    doers: dict[str, list[str]] = {}
    for seat, deed in enumerate(deeds):
        doers.setdefault(deed_in_words(deed, names), []).append(names[seat])
    if len(doers) > 1:
        doers.pop("waited", None)
    elif "waited" in doers:
        doers = {"waited": ["Everybody"]}
    for what, who in doers.items():
        yield f"{begins(who[0])}{enumeration(who).removeprefix(who[0])} {what}."
