"""Which records are positions that a game could come to, for texts and checkpoints: plain Python, no kernels.

Much of a record follows from the rest. Each bundle beside a tile was laid by somebody who took a later tile, so the
display says how much money lies beside it. Each pair of an ape and a banana site side by side has scored once, so the
board says how many points all seats together have from tiles.
"""

from collections import Counter
from collections.abc import Callable, Iterator

from mom_env.ape_town.state import (
    MAX_DISPLAY,
    MAX_DISTRICTS,
    MAX_FIELDS,
    MAX_PLAYERS,
    NONE,
    NUM_APES,
    NUM_COLOURS,
    NUM_MOTIFS,
    OPEN_SECTIONS,
    Decision,
    Motif,
    Rules,
    State,
    Way,
)

Problems = Iterator[str]
MARKERS = (Motif.ORANGUTAN, Motif.LEMUR)


def find_violation(state: State, rules: Rules) -> str:
    """Return in words what is impossible in the record `state`, or "" if nothing is; it may hold any bytes."""
    looks: tuple[Callable[[State, Rules], Problems], ...] = (
        *(problems_of_turn, problems_of_board, problems_of_row, problems_of_tiles, problems_of_sections),
        *(problems_of_money, problems_of_reserve, problems_of_discs, problems_of_colours),
        *(problems_of_counts, problems_of_points, problems_of_places),
    )
    return next((problem for look in looks for problem in look(state, rules)), "")


def seats_of(rules: Rules) -> range:
    """Return the seats of the game."""
    return range(int(rules.num_players))


def fields_of(rules: Rules) -> range:
    """Return the numbers of the fields."""
    return range(int(rules.num_fields))


def is_over(state: State) -> bool:
    """Return whether the record says that the game is over."""
    return int(state.seat) == NONE


def problems_of_turn(state: State, rules: Rules) -> Problems:
    """3, 5.1: Yield what is wrong with the turn, the seat that decides, and what it decides."""
    turns, turn, start = int(rules.num_fields), int(state.turn), int(state.start)
    if start not in seats_of(rules):
        yield f"expected a starting player below {rules.num_players}, found {start}"
    if not 0 <= turn <= turns:
        yield f"expected 0 to {turns} turns, found {turn}"
    seat = NONE if turn == turns else (start + turn) % int(rules.num_players)
    if int(state.seat) != seat:
        yield f"expected seat {seat} to move after {turn} turns, found {state.seat}"
    allowed = [Decision.NOTHING] if seat == NONE else [Decision.TAKE, Decision.PLACE]
    if int(state.decision) not in allowed:
        yield f"expected one of the decisions {', '.join(one.name.lower() for one in allowed)}, found {state.decision}"
    is_held = int(state.decision) == Decision.PLACE
    if (int(state.hand) != NONE) != is_held or (int(state.hand_place) != NONE) != is_held:
        yield "expected a tile in the hand if it is to be placed, and else none"


def problems_of_board(state: State, rules: Rules) -> Problems:
    """3.2, 3.3: Yield what is wrong with the tiles and discs on the fields."""
    for field in range(MAX_FIELDS):
        motif, seat = int(state.tile[field]), int(state.disc[field])
        if not NONE <= motif < (NUM_MOTIFS if field < rules.num_fields else 0):
            yield f"expected a motif or nothing on field {field}, found {motif}"
        if not NONE <= seat < (int(rules.num_players) if motif in MARKERS else 0):
            yield f"expected a disc of a seat on a marker, or none, on field {field}, found {seat}"
    laid = sum(int(state.tile[field]) != NONE for field in fields_of(rules))
    if laid != int(state.turn):
        yield f"expected {state.turn} tiles on the board, one of each turn, found {laid}"


def problems_of_row(state: State, rules: Rules) -> Problems:
    """3.1, 3.4: Yield what is wrong with the row, the display and the tile in the hand."""
    length, total = int(rules.length), int(rules.num_tiles)
    end, count = int(state.opened) * length, int(state.num_shown)
    if not OPEN_SECTIONS * length <= end <= total or not 0 <= count <= MAX_DISPLAY:
        yield f"expected {OPEN_SECTIONS} to {total // length} sections turned up, found {state.opened}"
        return
    shown = [int(place) for place in state.display]
    if shown[count:] != [NONE] * (MAX_DISPLAY - count) or state.bundles[count:].any():
        yield f"expected nothing in the display after its {count} tiles"
    if shown[:count] != sorted(set(shown[:count])) or any(not 0 <= place < end for place in shown[:count]):
        yield "expected places that were turned up in the display, in the order of the row"
        return
    held = int(state.hand_place)
    if held != NONE and (not 0 <= held < end or held in shown or not 0 <= int(state.hand) < NUM_MOTIFS):
        yield f"expected a tile in the hand that was turned up, found place {held}"
    for place, motif in enumerate(int(motif) for motif in state.row):
        is_there = place in shown[:count] or end <= place < total
        if not (0 <= motif < NUM_MOTIFS if is_there else motif == NONE):
            yield f"expected {'a motif' if is_there else 'nothing'} at place {place} of the row, found {motif}"


def problems_of_tiles(state: State, rules: Rules) -> Problems:
    """1, 6: Yield what is wrong with the numbers of tiles: each is on a field, in the hand, or in the row."""
    end = int(state.opened) * int(rules.length)
    taken = end - int(state.num_shown)
    out = int(state.turn) + int(int(state.hand) != NONE)
    if out != taken:
        yield f"expected {taken} tiles on the board and in the hand, as so many were taken, found {out}"
    row, hidden = Counter(state.row.tolist()), Counter(state.row[end:].tolist())
    everything = row + Counter(state.tile.tolist()) + Counter([int(state.hand)])
    for motif in Motif:
        if everything[motif] != int(rules.tiles[motif]):
            yield f"expected {rules.tiles[motif]} tiles of {motif.name.lower()}, found {everything[motif]}"
        if int(state.unseen[motif]) != hidden[motif]:
            yield f"expected {hidden[motif]} unseen tiles of {motif.name.lower()}, found {state.unseen[motif]}"


def open_sections(state: State, rules: Rules) -> list[int]:
    """3.4: Return the sections that hold a face-up tile, the tile in the hand included, which is still to be placed."""
    places = [int(place) for place in state.display[: int(state.num_shown)]]
    return sorted({place // int(rules.length) for place in (*places, int(state.hand_place)) if place != NONE})


def problems_of_sections(state: State, rules: Rules) -> Problems:
    """3.4.1, R9: Yield what is wrong with the sections that are open: two, the newest among them, while tiles last."""
    found, newest = open_sections(state, rules), int(state.opened) - 1
    is_all_open = (newest + 1) * int(rules.length) == int(rules.num_tiles)
    least = 0 if is_all_open else OPEN_SECTIONS
    if is_over(state):  # nothing is turned up after the last turn
        least, newest = max(0, least - 1), found[-1] if found else NONE
    if not least <= len(found) <= OPEN_SECTIONS:
        yield f"expected {OPEN_SECTIONS} sections with face-up tiles, found {len(found)}"
    elif not is_all_open and found[-1:] != [newest]:
        yield f"expected face-up tiles in section {newest} of the row, the newest, found none"


def problems_of_money(state: State, rules: Rules) -> Problems:
    """3.1: Yield what is wrong with the money: a bundle beside a tile for each later one that was taken, 6n in all."""
    places, end = [int(place) for place in state.display[: int(state.num_shown)]], int(state.opened) * int(rules.length)
    for k, place in enumerate(places):
        later = end - 1 - place - (len(places) - 1 - k)
        if int(state.bundles[k]) != later:
            yield f"expected {later} bundles beside tile {k} of the display, found {state.bundles[k]}"
    money = [int(bundles) for bundles in state.money]
    if min(money) < 0 or any(money[int(rules.num_players) :]):
        yield f"expected no negative money, and none of seats that do not play, found {money}"
    total, expected = sum(money) + int(state.bundles.sum()), int(rules.first_money) * int(rules.num_players)
    if total != expected:
        yield f"expected {expected} bundles in all, found {total}"


def problems_of_reserve(state: State, rules: Rules) -> Problems:
    """3.4.2, R10: Yield what is wrong with the reserve: it has filled all sections before the oldest open one."""
    length, first = int(rules.length), int(rules.num_tiles) - int(rules.num_segments)
    oldest = min([*open_sections(state, rules), int(state.opened)])
    least = max(0, first - oldest * length)
    most = first if is_over(state) else least  # after the last turn nothing is filled
    if not least <= int(state.reserve) <= most or (first - int(state.reserve)) % length:
        yield f"expected a reserve of {least} tiles, found {state.reserve}"


def problems_of_discs(state: State, rules: Rules) -> Problems:
    """3.3.3, R8: Yield what is wrong with the discs: each is left or on a marker; markers without one need a reason."""
    laid = Counter(state.disc.tolist())
    for seat in range(MAX_PLAYERS):
        first = int(rules.first_discs) if seat in seats_of(rules) else 0
        if int(state.discs[seat]) != first - laid[seat] or laid[seat] > first:
            yield f"expected {first} discs of seat {seat}, found {laid[seat]} laid and {state.discs[seat]} left"
        turns = len(range((seat - int(state.start)) % int(rules.num_players), int(state.turn), int(rules.num_players)))
        if laid[seat] > turns:
            yield f"expected at most {turns} discs of seat {seat} on the board, one a turn, found {laid[seat]}"
    bare = [field for field in fields_of(rules) if state.tile[field] in MARKERS and state.disc[field] == NONE]
    if bare and all(int(state.discs[seat]) for seat in seats_of(rules)):
        yield f"expected a disc on the marker on field {bare[0]}, as all seats have some left"


def problems_of_colours(state: State, rules: Rules) -> Problems:
    """3.2, R5: Yield what is wrong with the fields filled: tiles go to their own colour while a field of it is free."""
    waiting = {int(place) for place in (*state.display, state.hand_place)}
    taken = [place for place in range(int(state.opened) * int(rules.length)) if place not in waiting]
    placed = Counter(int(rules.segment_colour[place % int(rules.num_segments)]) for place in taken)
    for colour in range(NUM_COLOURS):
        fields = [field for field in fields_of(rules) if rules.colour[rules.district[field]] == colour]
        filled = sum(int(state.tile[field]) != NONE for field in fields)
        if filled < min(placed[colour], len(fields)):
            yield f"expected at least {placed[colour]} filled fields of colour {colour}, found {filled}"


def problems_of_counts(state: State, rules: Rules) -> Problems:
    """3.3, 4: Yield what is wrong with the numbers that follow from the tiles and discs on the fields."""
    for field in range(MAX_FIELDS):
        beside = rules.beside[field, : int(rules.num_beside[field])].tolist()
        tiles = [int(state.tile[other]) for other in beside]
        sites = int(rules.printed_sites[field]) + tiles.count(Motif.BANANA)
        worth = int(rules.printed_worth[field]) + sum(value_of(rules, motif) for motif in tiles)
        if (int(state.sites_beside[field]), int(state.worth_beside[field])) != (sites, worth):
            yield f"expected {sites} banana sites and apes worth {worth} beside field {field}"
    for district in range(MAX_DISTRICTS):
        tiles = tiles_in(state, rules, district)
        worth = sum(value_of(rules, motif) for motif in tiles)
        found = int(state.free[district]), int(state.worth[district]), int(state.all_lemurs[district])
        if found != (tiles.count(NONE), worth, tiles.count(Motif.LEMUR)):
            yield f"expected other free fields, worth or lemurs of district {district}, found {found}"
        for seat in range(MAX_PLAYERS):
            own = [motif_with_disc(state, field, seat) for field in fields_in(rules, district)]
            found_own = int(state.orangutans[seat, district]), int(state.lemurs[seat, district])
            if found_own != (own.count(Motif.ORANGUTAN), own.count(Motif.LEMUR)):
                yield f"expected other markers of seat {seat} in district {district}, found {found_own}"


def value_of(rules: Rules, motif: int) -> int:
    """Return the points of a motif; 0 if it is not a value ape, or NONE."""
    return int(rules.value[motif]) if 0 <= motif < NUM_APES else 0


def fields_in(rules: Rules, district: int) -> range:
    """Return the fields of a district, none if there is no such district."""
    return range(int(rules.first_field[district]), int(rules.first_field[district]) + int(rules.num_in[district]))


def tiles_in(state: State, rules: Rules, district: int) -> list[int]:
    """Return the motifs on the fields of a district, NONE for free ones."""
    return [int(state.tile[field]) for field in fields_in(rules, district)]


def motif_with_disc(state: State, field: int, seat: int) -> int:
    """Return the motif on a field if a disc of the seat lies on it, else NONE."""
    return int(state.tile[field]) if int(state.disc[field]) == seat else NONE


def problems_of_points(state: State, rules: Rules) -> Problems:
    """3.3, 4, 5.2: Yield what is wrong with the points and where they come from."""
    for seat in range(MAX_PLAYERS):
        ways, points = [int(points) for points in state.ways[seat]], int(state.points[seat])
        if min(ways) < 0 or sum(ways) != points or (points and seat not in seats_of(rules)):
            yield f"expected points of seat {seat} that are the sum of its ways, found {points} and {ways}"
        money = int(state.money[seat]) if is_over(state) else 0
        if ways[Way.MONEY] != money:
            yield f"expected {money} points of seat {seat} for money, found {ways[Way.MONEY]}"
        boss = boss_points(state, rules, seat)
        if ways[Way.BOSS] != boss:
            yield f"expected {boss} points of seat {seat} as boss, found {ways[Way.BOSS]}"
        most = most_from_neighbours(state, rules, seat)
        if ways[Way.NEIGHBOURS] > most:
            yield f"expected at most {most} points of seat {seat} for neighbours, found {ways[Way.NEIGHBOURS]}"
    found, expected = int(state.ways[:, Way.TILES].sum()), points_of_pairs(state, rules)
    if found != expected:
        yield f"expected {expected} points at once in all, as many as the pairs on the board, found {found}"


def points_of_pairs(state: State, rules: Rules) -> int:
    """3.3, R7: Return the points of all pairs of an ape and a banana site side by side, one of them laid at least."""
    total = 0
    for field in fields_of(rules):
        motif = int(state.tile[field])
        total += value_of(rules, motif) * int(state.sites_beside[field])  # all pairs in which the ape was laid
        total += int(rules.printed_worth[field]) * int(motif == Motif.BANANA)  # those with a printed ape
    return total


def full_districts(state: State, rules: Rules) -> list[int]:
    """4: Return the districts that have been scored, those that were scored twice twice."""
    full = [district for district in range(int(rules.num_districts)) if int(state.free[district]) == 0]
    return full * 2 if is_over(state) and rules.all_districts else full


def boss_points(state: State, rules: Rules, seat: int) -> int:
    """4.1: Return the points that a seat has as boss: a full district does not change any more."""
    full = full_districts(state, rules)
    return sum(int(state.worth[district]) for district in full if boss(state, rules, district) == seat)


def boss(state: State, rules: Rules, district: int) -> int:
    """4.1, R11: Return the boss of a district, or NONE."""
    for markers in (state.orangutans, state.lemurs):
        counts = [int(markers[seat, district]) for seat in seats_of(rules)]
        if max(counts) > 0 and counts.count(max(counts)) == 1:
            return counts.index(max(counts))
    return NONE


def most_from_neighbours(state: State, rules: Rules, seat: int) -> int:
    """4.2: Return a bound on the points that a seat has for neighbours: apes are never removed from a district."""
    total = 0
    for district in full_districts(state, rules):
        sharing = sum(int(state.lemurs[other, district]) > 0 for other in seats_of(rules))
        if int(state.lemurs[seat, district]) > 0:
            near = rules.neighbours[district, : int(rules.num_neighbours[district])]
            total += sum(-(-int(state.worth[neighbour]) // sharing) for neighbour in near)
    return total


def problems_of_places(state: State, rules: Rules) -> Problems:
    """5.3, R16: Yield what is wrong with the places: none before the end, then by points and turn order."""
    places = [int(place) for place in state.place]
    expected = [0] * MAX_PLAYERS
    if is_over(state):
        count, following = int(rules.num_players), int(state.start) + int(rules.num_fields)
        ranked = sorted(seats_of(rules), key=lambda seat: (-int(state.points[seat]), (seat - following) % count))
        expected[:count] = [ranked.index(seat) + 1 for seat in seats_of(rules)]
    if places != expected:
        yield f"expected the places {expected}, found {places}"
