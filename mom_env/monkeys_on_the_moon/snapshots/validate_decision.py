"""Whether what is to be decided is possible: an auction, an angry rival, the next ship, a tribe that stays behind."""

from mom_env.monkeys_on_the_moon.rules.auction import LOWEST_BID, points_of
from mom_env.monkeys_on_the_moon.snapshots.inspection import Inspection, expect, expect_that
from mom_env.monkeys_on_the_moon.snapshots.shapes import Auction, Bid


def check_decision(table: Inspection) -> None:
    """3.1.5, 3.2.2, 3.3.3, 5: Check that what the decision is about is there, and can have come about.

    Raises:
        PositionError: it names the entry, what was expected, and what was found.
    """
    auction, decision = table.view["auction"], table.view["decision"]
    expect_that(bool(auction) == (decision == "bid"), "auction", "one while there are bids", auction)
    if auction:
        _check_auction(table, auction)
    elif decision == "appease":
        _check_appeasement(table)
    elif decision == "ship":
        _check_launch(table, table.seat)
    if table.view["phase"] == "civilization" and decision in {"stay", "ship"}:
        _check_treachery(table)


# 3.2.2: auctions


def _check_auction(table: Inspection, auction: Auction) -> None:
    """3.2.2, R5: Check which seats are in, whose bid stands, and what each seat has bid last.

    Raises:
        PositionError: the error names the entry.
    """
    seat, still_in, holder, bids = table.seat, auction["in"], auction["holder"], auction["bids"]
    expect_that(len(bids) == len(table.seats), "auction.bids", f"{len(table.seats)} seats", len(bids))
    expect_that(still_in == sorted({*still_in} & {*table.seats}), "auction.in", "seats in order", still_in)
    expect_that(seat in still_in, "auction.in", f"seat {seat} among them", still_in)
    expect_that(holder != seat, "auction.holder", "another seat than the one that is asked", holder)
    if holder is None:
        _check_that_nobody_bid(table, auction)
        return
    expect_that(holder in still_in, "auction.holder", f"one of the seats {still_in}", holder)
    expect_that(bids[holder], f"auction.bids.{holder}", "a bid, as it stands", bids[holder])
    _check_bids(table, auction, holder)
    _check_who_was_asked(table, auction, holder)


def _check_that_nobody_bid(table: Inspection, auction: Auction) -> None:
    """3.2.2: Check that all seats that were asked have passed, and that there are no bids; else raise PositionError."""
    asked = table.offset(table.seat)
    expect("auction.in", [seat for seat in table.seats if table.offset(seat) >= asked], auction["in"])
    expect("auction.bids", [None for _ in table.seats], auction["bids"])
    expect("auction.standing", 0, auction["standing"])


def _check_bids(table: Inspection, auction: Auction, holder: int) -> None:
    """3.2.2: Check that the bid of seat `holder`, which stands, is the highest, and that all bids can be paid.

    No two bids may have equal points.

    Raises:
        PositionError: the error names the seat.
    """
    standing = _points(auction["bids"][holder])
    expect("auction.standing", standing, auction["standing"])
    worth: set[int] = set()
    for seat, bid in enumerate(auction["bids"]):
        if bid is None:
            continue
        entry, points = f"auction.bids.{seat}", _points(bid)
        _check_coins(table, auction["monkey"]["tribe"], seat, bid)
        most = standing if seat == auction["holder"] else standing - 1
        expect_that(LOWEST_BID <= points <= most, entry, f"{LOWEST_BID} to {most} points", points)
        expect_that(points not in worth, entry, "other points than those of another bid", points)
        worth.add(points)


def _check_coins(table: Inspection, tribe: str, seat: int, bid: Bid) -> None:
    """3.2.2: Raise PositionError unless the seat has the coins of its bid for a monkey of `tribe`."""
    payees = (tribe, table.clockwise_of(tribe), table.counter_of(tribe))
    for payee, paid in zip(payees, (bid["own"], bid["cw"], bid["ccw"]), strict=True):
        coins = table.view["coins"][seat][payee]
        expect_that(paid <= coins, f"auction.bids.{seat}", f"at most {coins} coins of {payee}", paid)


def _points(bid: Bid | None) -> int:
    """Return the points of a bid; 0 for None."""
    return points_of(bid["own"], bid["cw"], bid["ccw"]) if bid else 0


def _check_who_was_asked(table: Inspection, auction: Auction, holder: int) -> None:
    """3.2.2, R5: Check that seats asked since the standing bid have passed, and all others still in have bid.

    The seat that is asked now may not have bid yet: then this is the first lap. `holder` is the seat with the standing
    bid.

    Raises:
        PositionError: the error names the entry.
    """
    seat, still_in, bids = table.seat, auction["in"], auction["bids"]
    steps = (seat - holder) % len(table.seats)
    passed = {(holder + step) % len(table.seats) for step in range(1, steps)}
    found_in = passed & {*still_in}
    expect_that(not found_in, "auction.in", f"none of the seats {sorted(passed)}, which have passed", still_in)
    if bids[seat] is None:
        _check_first_lap(table, auction)
    else:
        expect_that(all(bids[other] for other in still_in), "auction.bids", "one of each seat that is in", bids)


def _check_first_lap(table: Inspection, auction: Auction) -> None:
    """3.2.2: Check the first lap of an auction: bids rise up to the seat asked, and no seat after it has bid or passed.

    Raises:
        PositionError: the error names the entry.
    """
    asked, bids = table.offset(table.seat), auction["bids"]
    in_order = sorted(table.seats, key=table.offset)
    bidders = [seat for seat in in_order if bids[seat]]
    late = [seat for seat in bidders if table.offset(seat) >= asked]
    expect_that(not late, "auction.bids", f"none of the seats {in_order[asked:]}, which have not been asked", bids)
    expect("auction.in", sorted({*in_order[asked:], *bidders}), auction["in"])
    points = [_points(bids[seat]) for seat in bidders]
    expect_that(points == sorted(points), "auction.bids", "bids that rise from seat to seat", points)


# 3.1.5: an angry rival


def _check_appeasement(table: Inspection) -> None:
    """3.1.2 to 3.1.5: Check that the card allows this rival, that the seat holds its scorn, and has no coin for it.

    Raises:
        PositionError: the error names the entry.
    """
    view, seat, named = table.view, table.seat, table.view["discard"][-1]["tribe"]
    tribes = (named, table.clockwise_of(named), table.counter_of(named))
    allowed = [{"tribe": table.rival_of(tribe)} for tribe in tribes]
    pending = view["pending"] or {}
    expect_that(pending in allowed, "pending", f"one of {allowed}", view["pending"])
    rival = pending["tribe"]
    expect(f"scorn of {rival}", seat, view["scorn"][rival])
    expect(f"coins {seat} of {rival}", 0, view["coins"][seat][rival])
    _expect_no_scorn(table, table.rival_of(rival), seat, "which has just advanced it")


def _expect_no_scorn(table: Inspection, tribe: str, seat: int, why: str) -> None:
    """Raise PositionError if the seat holds the tribe's scorn; `why` says in the message why it cannot."""
    holder = table.view["scorn"][tribe]
    expect_that(holder != seat, f"scorn of {tribe}", f"not seat {seat}, {why}", holder)


# 3.3: the next ship


def _check_launch(table: Inspection, seat: int) -> None:
    """3.2.4, 3.2.5, 3.3: Check that the seat's ship has just launched, with what kept a waiting monkey out.

    Raises:
        PositionError: the error names the entry.
    """
    waiting, won, returned = table.view["waiting"], table.view["ships_won"][seat], table.view["returned_ships"]
    left_early = bool(waiting) and (table.view["phase"] == "bid" or not won)
    ships, entry = (returned, "returned_ships") if left_early else (won, f"ships_won {seat}")
    expect_that(ships, entry, f"the ship of seat {seat} that has just launched", ships)
    if not waiting or table.view["phase"] == "bid":
        _expect_no_scorn(table, ships[-1]["tribe"], seat, "whose ship of that colour has just launched")
    if waiting:
        _check_waiting(table, waiting[0]["tribe"], seat)


def _check_waiting(table: Inspection, tribe: str, seat: int) -> None:
    """3.2.4, 3.2.5: Check that a rival of the waiting monkeys has launched, and that a new monkey's scorn went back.

    `tribe` is the tribe of the monkeys that wait for the next ship of `seat`.

    Raises:
        PositionError: the error names the entry.
    """
    rival, launched = table.rival_of(tribe), {monkey["tribe"] for monkey in table.view["pile"][seat]}
    expect_that(rival in launched, f"pile {seat}", f"a monkey of {rival}, as one of {tribe} waits", sorted(launched))
    if table.view["phase"] == "bid":
        _expect_no_scorn(table, tribe, seat, "which has just won a monkey of it")


# 5: Monkey Treachery


def _check_treachery(table: Inspection) -> None:
    """5, R13: Check that this turn's card brought the first stone to the white dot, and its tribe has swapped places.

    Raises:
        PositionError: the error names the entry.
    """
    view, dot, card = table.view, table.deck.track.white_dot, table.view["discard"][-1]
    expect_that(view["swapped"], "decision", "a ship or a stay decision only after the swap", view["decision"])
    first = [tribe for tribe, spaces in view["track"].items() if spaces >= dot]
    expect_that(
        len(first) == 1, "track", "one stone at or past the white dot, which has just come there", view["track"]
    )
    tribe, other = first[0], table.counter_of(first[0])
    most = dot - 1 + card["move"]
    expect_that(view["track"][tribe] <= most, f"track of {tribe}", f"at most {most}", view["track"][tribe])
    allies = (tribe, other, table.counter_of(other))  # before the swap `other` was the clockwise ally
    expect_that(card["tribe"] in allies, "discard", f"a last card of {', '.join(allies)}", card["tribe"])
    _check_parting(table, {tribe, other})


def _check_parting(table: Inspection, swapped: set[str]) -> None:
    """5: Check that only the tribes in `swapped` share a ship with rivals, and that the seat asked has such a ship.

    Raises:
        PositionError: the error names the entry.
    """
    view = table.view
    for seat in table.seats:
        rivals = table.rivals_aboard(seat)
        expect_that(
            not rivals or swapped & {*rivals},
            f"aboard {seat}",
            f"no rivals but of {' or '.join(sorted(swapped))}",
            rivals,
        )
    if view["decision"] == "stay":
        rivals = table.rivals_aboard(table.seat)
        expect_that(len(rivals) == 2, f"aboard {table.seat}", "two rival tribes", rivals)
