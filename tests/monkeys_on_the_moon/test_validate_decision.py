"""Positions with a decision that cannot be: each is refused with the entry, what was expected and what was found."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from mom_env.monkeys_on_the_moon import Game
from tests.support.games import TREACHERY, game_at
from tests.support.positions import Sheet, anywhere
from tests.support.untyped import untyped

# Auctions


def bidding(*bids: dict[str, int] | None) -> Game:
    """The first auction of a game; seats have bid, or passed, one after the other from the active seat on.

    Everybody has one coin of each tribe.
    """
    sheet = Sheet(game_at("monkey", skip_forced=False))
    for entry, count in {"supply": 3, **{f"coins {seat}": 1 for seat in range(4)}}.items():
        sheet.write(entry, " ".join([str(count)] * 6))
    game = Game.from_text(sheet.text)
    game.play(game.legal_actions()[0])
    for bid in bids:
        game.play(bid or {"pass": True})
    assert game.decision == "bid"
    return game


@pytest.mark.rule("3.2.2", "R5")
def test_while_no_bid_stands_those_asked_before_have_passed() -> None:
    game = bidding(None)
    active, seat, still_in = untyped(game.snapshot())["active"], game.seat, untyped(game.snapshot())["auction"]["in"]
    one_coin = {"own": 1, "cw": 0, "ccw": 0}
    for changes, message in (
        ({"still_in": [0, 1, 2, 3]}, f"auction.in: expected {still_in}, found [0, 1, 2, 3]"),
        ({"still_in": [active]}, f"auction.in: expected seat {seat} among them, found [{active}]"),
        ({"still_in": still_in[::-1]}, f"auction.in: expected seats in order, found {still_in[::-1]}"),
        ({"still_in": [*still_in, still_in[-1]]}, "auction.in: expected seats in order, found "),
        ({"standing": 2}, "auction.standing: expected 0, found 2"),
        ({"bids": [one_coin] * 4}, "auction.bids.0: expected None, found "),
        ({"bids": [None] * 3}, "auction.bids: expected 4 seats, found 3"),
        ({"holder": seat}, "auction.holder: expected another seat than the one that is asked, found "),
        ({"holder": active}, f"auction.holder: expected one of the seats {still_in}, found {active}"),
        ({"monkey": None}, "auction.monkey: expected a valid dictionary"),
        ({"flight": 1}, "auction.flight: expected no such key"),
    ):
        assert Sheet(game).auction(**changes).refusal().startswith(message)
    assert Sheet(game).write("auction", "null").refusal().startswith("monkey (")


@pytest.mark.rule("3.2.2")
def test_coins_of_the_tribe_counterclockwise_cover_that_part_of_a_bid() -> None:
    """All coins of the one ally are with others; the bid is of the other ally's alone."""
    sheet = Sheet(game_at("monkey", skip_forced=False))
    for entry, count in {"supply": 3, **{f"coins {seat}": 1 for seat in range(4)}}.items():
        sheet.write(entry, " ".join([str(count)] * 6))
    game = Game.from_text(sheet.text)
    seat, tribe, circle = untyped(game.snapshot())["active"], untyped(game.choices())[0]["tribe"], sheet.circle
    clockwise, counter = (circle[(circle.index(tribe) + step) % 6] for step in (1, -1))
    other = (seat + 1) % 4
    for payee, change in ((clockwise, -1), (counter, 1)):
        sheet.count(f"coins {seat}", payee, change).count(f"coins {other}", payee, -change)
    game = Game.from_text(sheet.text)
    game.play(game.choices()[0])
    game.play({"own": 0, "cw": 0, "ccw": 2})
    assert (game.decision, untyped(game.snapshot())["auction"]["holder"]) == ("bid", seat)
    assert Game.from_text(game.to_text()).snapshot() == game.snapshot()
    bids = [bid and {"own": 0, "cw": 2, "ccw": 0} for bid in untyped(game.snapshot())["auction"]["bids"]]
    assert (
        Sheet(game)
        .auction(bids=bids)
        .refusal()
        .startswith(f"auction.bids.{seat}: expected at most 0 coins of {clockwise}")
    )


@pytest.mark.rule("3.2.2")
def test_seats_are_asked_around_the_table_past_the_last_one() -> None:
    """The holder has the last seat, so seat 0 is next, and nobody has passed."""
    game, chance = Game(3, seed=1, skip_forced=False), random.Random(1)
    while (game.decision, game.seat, len(game.legal_actions()) > 1) != ("bid", 2, True) or untyped(game.snapshot())[
        "active"
    ] != 2:
        game.play(chance.choice(game.legal_actions()))
    game.play(next(choice for choice in game.choices() if "own" in choice))
    assert (game.decision, game.seat, untyped(game.snapshot())["auction"]["holder"]) == ("bid", 0, 2)
    assert Game.from_text(game.to_text()).snapshot() == game.snapshot()


@pytest.mark.rule("3.2.2")
def test_the_standing_bid_is_the_highest_and_covered_by_coins() -> None:
    game = bidding({"own": 1, "cw": 0, "ccw": 0})
    auction = untyped(game.snapshot())["auction"]
    holder, other = auction["holder"], next(s for s in range(4) if s not in (auction["holder"], game.seat))

    def bids(seat: int, own: int, cw: int = 0) -> list[Any]:
        return [{"own": own, "cw": cw, "ccw": 0} if s == seat else bid for s, bid in enumerate(auction["bids"])]

    for changes, message in (
        ({"standing": 4}, "auction.standing: expected 3, found 4"),
        ({"standing": 21, "bids": bids(holder, 7)}, f"auction.bids.{holder}: expected at most"),
        ({"bids": bids(other, 0)}, f"auction.bids.{other}: expected 2 to 2 points, found 0"),
        ({"bids": bids(other, 1)}, f"auction.bids.{other}: expected 2 to 2 points, found 3"),
        ({"bids": bids(holder, 8)}, f"auction.bids.{holder}.own: expected less than or equal to 7, found 8"),
        ({"still_in": [s for s in range(4) if s != holder]}, "auction.holder: expected one of the seats"),
        ({"holder": game.seat}, "auction.holder: expected another seat"),
        ({"holder": other}, f"auction.bids.{other}: expected a bid, as it stands, found None"),
    ):
        assert Sheet(game).auction(**changes).refusal().startswith(message)


def test_a_forced_stop_is_refused_where_forced_decisions_are_skipped() -> None:
    game = bidding()
    poor = Sheet(game)
    for tribe in poor.circle:
        coins = int(poor.by_tribe(f"coins {game.seat}")[tribe])
        poor.count("supply", tribe, coins).count(f"coins {game.seat}", tribe, -coins)
    assert Game.from_text(poor.text).choices() == [{"pass": True}]
    message = "decision: expected a real one, as forced ones are skipped, found a forced bid decision"
    assert poor.write("skip_forced", "true").refusal() == message


# Rare decisions, and the end


@pytest.mark.rule("3.1.5", "R2")
def test_a_rival_is_appeased_with_its_scorn_and_without_its_coin_and_only_if_there_is_a_way() -> None:
    game = game_at("appease")
    seat, rival = game.seat, untyped(game.snapshot())["pending"]["tribe"]
    assert Sheet(game).set("scorn", rival, "-").refusal() == f"scorn of {rival}: expected {seat}, found None"
    giver = next(
        s for s in ("supply", "coins 0", "coins 1", "coins 2", "coins 3") if Sheet(game).by_tribe(s)[rival] != "0"
    )
    rich = Sheet(game).count(giver, rival, -1).count(f"coins {seat}", rival, 1)
    assert rich.refusal() == f"coins {seat} of {rival}: expected 0, found 1"
    for pending in ("null", "{}", '{"tribe":"white"}', '{"tribe":["red"]}'):
        assert Sheet(game).write("pending", pending).refusal().startswith("pending: expected one of [{'tribe': ")
    at_a_loss, place = Sheet(game), Sheet(game).circle.index(rival)
    for ally in (at_a_loss.circle[place - 1], at_a_loss.circle[(place + 1) % 6]):
        coins = int(at_a_loss.by_tribe(f"coins {seat}")[ally])
        at_a_loss.count("supply", ally, coins).count(f"coins {seat}", ally, -coins).set("scorn", ally, str(seat))
    assert at_a_loss.refusal().startswith("decision: expected something to appease with, found neither")


@pytest.mark.rule("5")
def test_who_is_asked_which_tribe_stays_has_two_rivals_aboard() -> None:
    game = game_at("stay")
    assert Sheet(game).write("pending", '{"tribes":["red"]}').refusal().startswith("pending.tribes: expected [")
    parted, crew = Sheet(game), Sheet(game).cards(f"aboard {game.seat}")
    for card in crew:
        if card.rstrip("345") == crew[0].rstrip("345"):
            parted.move(f"aboard {game.seat}", "pile 0", card)
    assert parted.refusal() == f"aboard {game.seat}: expected two rival tribes, found []"


ONE, TWO = {"own": 1, "cw": 0, "ccw": 0}, {"own": 0, "cw": 1, "ccw": 0}  # 3 points, and 2 points


def by_seat(game: Game, *from_active: Any) -> list[Any]:
    """What is given from the active seat to the left, by seat."""
    active = untyped(game.snapshot())["active"]
    return [from_active[(seat - active) % 4] for seat in range(4)]


@pytest.mark.rule("3.2.2")
def test_whose_bid_stands_has_bid() -> None:
    game = bidding(None)
    holder = next(seat for seat in untyped(game.snapshot())["auction"]["in"] if seat != game.seat)
    message = f"auction.bids.{holder}: expected a bid, as it stands, found None"
    assert Sheet(game).auction(holder=holder).refusal() == message


@pytest.mark.rule("3.2.2", "R5")
def test_in_the_first_lap_seats_have_bid_or_passed_in_their_order() -> None:
    """The active seat has bid 2 points, the next one 5; the third is asked."""
    five = {"own": 1, "cw": 1, "ccw": 0}
    game = bidding(TWO, five)
    holder, still_in = untyped(game.snapshot())["auction"]["holder"], untyped(game.snapshot())["auction"]["in"]
    first, last = (holder - 1) % 4, (holder + 2) % 4
    for changes, message in (
        ({"still_in": [seat for seat in still_in if seat != first]}, f"auction.in: expected {still_in}, found "),
        ({"bids": by_seat(game, None, five, None, None)}, "auction.in: expected ["),
        ({"bids": by_seat(game, TWO, five, None, ONE)}, "auction.bids: expected none of the seats ["),
        ({"bids": by_seat(game, TWO, five, None, TWO)}, f"auction.bids.{max(first, last)}: expected other points than"),
    ):
        assert Sheet(game).auction(**changes).refusal().startswith(message)
    skipped = Sheet(game).auction(bids=by_seat(game, TWO, None, None, None), holder=first, standing=2).refusal()
    assert skipped.startswith(f"auction.in: expected none of the seats [{holder}], which have passed, found ")


@pytest.mark.rule("3.2.2")
def test_bids_of_the_first_lap_rise() -> None:
    """Three have bid, 2, 3 and 4 points; the fourth is asked."""
    four = {"own": 0, "cw": 1, "ccw": 1}
    game = bidding(TWO, ONE, four)
    refusal = Sheet(game).auction(bids=by_seat(game, ONE, TWO, four, None)).refusal()
    assert refusal == "auction.bids: expected bids that rise from seat to seat, found [3, 2, 4]"


@pytest.mark.rule("3.2.2", "R5")
def test_later_whoever_is_in_has_bid_and_those_asked_since_the_standing_bid_have_passed() -> None:
    """Two have passed, two have bid; the first of these is asked again."""
    game = bidding(TWO, None, ONE, None)
    auction, seat = untyped(game.snapshot())["auction"], game.seat
    passed = sorted({0, 1, 2, 3} - {*auction["in"]})
    between = (auction["holder"] + 1) % 4
    assert (len(passed), auction["bids"][seat]) == (2, TWO)
    late = Sheet(game).auction(still_in=sorted({*auction["in"], between})).refusal()
    assert late.startswith(f"auction.in: expected none of the seats [{between}], which have passed, found ")
    early = next(other for other in passed if other != between)
    silent = Sheet(game).auction(still_in=sorted({*auction["in"], early})).refusal()
    assert silent.startswith("auction.bids: expected one of each seat that is in, found ")


# The tribe just advanced, and the ship that has just launched


@pytest.mark.rule("3.1.4")
def test_who_has_just_advanced_a_tribe_does_not_hold_its_scorn() -> None:
    game = game_at("appease")
    circle, rival = untyped(game.snapshot())["circle"], untyped(game.snapshot())["pending"]["tribe"]
    advanced = circle[circle.index(rival) - 3]
    message = f"scorn of {advanced}: expected not seat {game.seat}, which has just advanced it, found {game.seat}"
    assert Sheet(game).set("scorn", advanced, str(game.seat)).refusal() == message


def stopped(decision: str, is_it: Callable[[dict[str, Any]], bool]) -> Game:
    """A game with Treachery at such a decision, in such a position."""
    for seed in range(1_000):
        game, chance = Game(4, seed, options=TREACHERY, skip_forced=False), random.Random(seed)
        while not game.over:
            if game.decision == decision and is_it(untyped(game.snapshot())):
                return game
            game.play(chance.choice(game.legal_actions()))
    raise AssertionError(f"no such {decision} decision came up")


def full(view: dict[str, Any]) -> bool:
    """A full launch in a bid turn."""
    return view["phase"] == "bid" and not view["waiting"]


def early(view: dict[str, Any]) -> bool:
    """An early launch of a ship of another colour than that of the monkey just won, before any ship was full."""
    if any(view["ships_won"]) or not view["waiting"] or view["phase"] != "bid":
        return False
    return bool(view["returned_ships"][-1]["tribe"] != view["waiting"][0]["tribe"])


@pytest.mark.rule("3.3.1", "3.3.2")
def test_after_a_full_launch_the_ship_is_won_and_the_scorn_of_its_colour_is_back() -> None:
    game = stopped("ship", full)
    seat, colour = game.seat, game.snapshot()["ships_won"][game.seat or 0][-1]["tribe"]
    message = f"not seat {seat}, whose ship of that colour has just launched, found {seat}"
    assert Sheet(game).set("scorn", colour, str(seat)).refusal() == f"scorn of {colour}: expected {message}"
    lost = Sheet(game)
    for card in lost.cards(f"ships_won {seat}"):
        lost.move(f"ships_won {seat}", "ship_pile", card)
    assert lost.refusal() == f"ships_won {seat}: expected the ship of seat {seat} that has just launched, found []"


@pytest.mark.rule("3.2.4", "3.2.5", "3.3.2", "R14")
def test_after_an_early_launch_the_ship_is_known_its_crew_is_home_and_both_scorns_are_back() -> None:
    game = stopped("ship", early)
    view, seat = game.snapshot(), game.seat
    colour, won = view["returned_ships"][-1]["tribe"], view["waiting"][0]["tribe"]
    rival = view["circle"][view["circle"].index(won) - 3]
    for tribe, why in (
        (colour, "whose ship of that colour has just launched"),
        (won, "which has just won a monkey of it"),
    ):
        message = f"scorn of {tribe}: expected not seat {seat}, {why}, found {seat}"
        assert Sheet(game).set("scorn", tribe, str(seat)).refusal() == message
    missing = f"returned_ships: expected the ship of seat {seat} that has just launched, found []"
    assert Sheet(game).lay("returned_ships", []).refusal() == missing
    stranger = Sheet(game)
    for card in [card for card in stranger.cards(f"pile {seat}") if card.startswith(rival)]:
        stranger.move(f"pile {seat}", f"pile {((seat or 0) + 1) % 4}", card)
    message = f"pile {seat}: expected a monkey of {rival}, as one of {won} waits, found "
    assert stranger.refusal().startswith(message)


# Treachery


@pytest.mark.rule("5", "R13")
def test_at_the_swap_one_stone_has_just_come_to_the_dot() -> None:
    game = game_at("stay")
    sheet, view = Sheet(game), game.snapshot()
    (first,) = (tribe for tribe, spaces in view["track"].items() if spaces >= 12)
    other = next(tribe for tribe in sheet.circle if tribe != first)
    assert sheet.set("track", other, "12").refusal().startswith("track: expected one stone at or past the white dot")
    most = 11 + view["discard"][-1]["move"]
    far = Sheet(game).set("track", first, str(most + 1)).refusal()
    assert far == f"track of {first}: expected at most {most}, found {most + 1}"


@pytest.mark.rule("5", "3.1.2")
def test_the_card_of_the_swap_names_the_tribe_or_an_ally_of_then() -> None:
    game = game_at("stay")
    sheet, view = Sheet(game), game.snapshot()
    place = next(place for place, tribe in enumerate(sheet.circle) if view["track"][tribe] >= 12)
    allies = [sheet.circle[place], sheet.circle[place - 1], sheet.circle[place - 2]]
    *discard, last = view["discard"]
    strange = next(card for card in discard if card["tribe"] not in allies and card["move"] >= last["move"])
    number = discard.index(strange)
    cards = sheet.cards("discard")
    cards[number], cards[-1] = cards[-1], cards[number]
    refusal = sheet.lay("discard", cards).refusal()
    assert refusal == f"discard: expected a last card of {', '.join(allies)}, found {strange['tribe']}"


@pytest.mark.rule("5")
def test_only_the_two_tribes_that_swapped_places_have_new_rivals() -> None:
    """The seat after the one that is asked has a crew of two tribes that were rivals before the swap."""
    game = stopped("stay", lambda view: view["active"] <= view["seat"] < 3 and len(view["aboard"][3]) == 2)
    sheet, view = Sheet(game), game.snapshot()
    place = next(place for place, tribe in enumerate(sheet.circle) if view["track"][tribe] >= 12)
    others = (sheet.circle[place - 5], sheet.circle[place - 2])  # neither is a rival of those that swapped
    crew, pile = sheet.cards("aboard 3"), sheet.cards("monkey_pile")
    for number, tribe in enumerate(others):
        there = next(index for index, card in enumerate(pile) if card.startswith(tribe))
        crew[number], pile[there] = pile[there], crew[number]
    sheet.lay("aboard 3", crew).lay("monkey_pile", pile)
    swapped = " or ".join(sorted((sheet.circle[place], sheet.circle[place - 1])))
    rivals = [tribe for tribe in sheet.circle if tribe in others]
    assert sheet.refusal() == f"aboard 3: expected no rivals but of {swapped}, found {rivals}"


@pytest.mark.rule("5")
def test_before_the_swap_nobody_is_asked_who_stays() -> None:
    game = Game(4, seed=1, options=TREACHERY)
    game.play(game.choices()[0])
    sheet = Sheet(game).write("decision", '"stay"').write("pending", "null")
    assert sheet.refusal() == "decision: expected a ship or a stay decision only after the swap, found stay"


@pytest.mark.rule("5", "R16")
def test_those_who_wait_are_of_one_tribe() -> None:
    game = stopped("ship", lambda view: view["phase"] == "civilization" and len(view["waiting"]) == 1)
    sheet, tribe = Sheet(game), game.snapshot()["waiting"][0]["tribe"]
    source, card = anywhere(sheet, next(other for other in sheet.circle if other != tribe))
    message = sheet.move(source, "waiting", card).refusal()
    assert message.startswith("waiting: expected monkeys of one tribe, found ")
    assert Game.from_text(str(game)) == game


# What there is to decide about


@pytest.mark.rule("3.2.1", "3.2.2")
def test_there_is_an_auction_while_there_are_bids_and_only_then() -> None:
    message = "auction: expected one while there are bids, found "
    game = game_at("bid", skip_forced=False)
    monkey = untyped(game.snapshot())["auction"]["monkey"]
    sheet = Sheet(game).write("auction", "null")
    out = [*sheet.cards("monkeys_out"), f"{monkey['tribe']}{monkey['status']}"]
    assert sheet.lay("monkeys_out", out).refusal() == f"{message}None"
    game = stopped("card", lambda view: bool(view["monkeys_out"]))
    monkey, *rest = untyped(game.snapshot())["monkeys_out"]
    auction = {"monkey": monkey, "standing": 0, "holder": None, "in": [0, 1, 2, 3], "bids": [None] * 4}
    sheet = Sheet(game).write("auction", json.dumps(auction))
    left = [f"{other['tribe']}{other['status']}" for other in rest]
    assert sheet.lay("monkeys_out", left).refusal().startswith(f"{message}{{'bids': ")
