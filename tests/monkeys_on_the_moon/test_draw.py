"""The picture of a position: complete, secret, readable, and the same every time."""

import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mom_env.drawing.sheet import MARGIN, NIGHT
from mom_env.errors import PositionError
from mom_env.monkeys_on_the_moon import Game
from mom_env.monkeys_on_the_moon.deck import load_deck
from mom_env.monkeys_on_the_moon.draw import draw_snapshot, draw_svg
from mom_env.monkeys_on_the_moon.draw.circle_and_track import ARRIVAL_X
from mom_env.monkeys_on_the_moon.draw.palette import ANGER, STYLES, styles_of
from mom_env.monkeys_on_the_moon.draw.players import ROW_HEIGHT, TRIBE_PITCH, TRIBES_X
from tests.support.build import deck_with
from tests.support.courses import TO_THE_END, any_game_at, course_of
from tests.support.games import random_deck
from tests.support.picture import EYES, Picture, crossings, least_difference
from tests.support.sizes import smaller_without_jit
from tests.support.untyped import untyped

pytestmark = pytest.mark.once
ROOT = Path(__file__).resolve().parents[2]
EVERYTHING = {
    "raise": "add_only",
    "final_launch_clears_scorn": False,
    "hidden_coins": True,
    "maximum_scorn": True,
    "monkey_treachery": True,
}
LONG_NAMES = ["Wilhelmina Wolfeschlegelsteinhausen", "W" * 300, "<b>&amp;\"'", "\N{MONKEY}\N{MONKEY}\N{MONKEY} Zoë"]
SMALLEST_TEXT = 12  # pixels at a width of 1000
LEAST_DIFFERENCE = 13  # of two tribes' colours, CIEDE2000

each_size = pytest.mark.parametrize("num_players", [2, 3, 4])


def game_at(num_players: int, seed: int, steps: int, **arguments: Any) -> Game:
    """A game of random choices after so many of them, or at its end."""
    game: Game = untyped(any_game_at("monkeys_on_the_moon", num_players, seed, steps, **arguments))
    return game


def course(num_players: int, seed: int, steps: int = TO_THE_END, every: int = 1, **arguments: Any) -> Iterator[Game]:
    """A game of random choices: at its start, then after every so many of them, last where it stops."""
    yield from untyped(course_of("monkeys_on_the_moon", num_players, seed, steps, every, **arguments))


def decision_met(decision: str, **arguments: Any) -> Game:
    """A game that has come to that decision."""
    games = (game for seed in range(50) for game in course(4, seed, **arguments))
    return next(game for game in games if game.decision == decision)


def deck_with_names(*names: str) -> dict[str, Any]:
    """The standard deck with other tribes."""
    content: Any = load_deck("standard").plain()
    new = dict(zip(content["tribes"], names, strict=True))
    for table in ("civilization", "monkeys", "ships"):
        content[table] = {new[tribe]: cards for tribe, cards in content[table].items()}
    return {**content, "tribes": list(names)}


# What it is


def test_a_snapshot_is_enough_to_draw_it() -> None:
    game = game_at(4, seed=2, steps=60)
    assert game.to_svg() == draw_svg(game) == draw_snapshot(game.snapshot())


# Everything is in it


def expected_words(view: dict[str, Any]) -> Counter[str]:
    """What a player has to be able to read, from a snapshot with the sizes of the piles."""
    words = [*view["circle"] * 3, *(f"player_{seat}" for seat in range(view["num_players"]))]
    words += [str(count) for count in view["supply"].values()]
    words += [str(spaces) for spaces in view["track"].values() if spaces]
    words += [str(count) for coins in view["coins"] for count in coins.values()]
    up = [view["auction"]["monkey"]] if view["auction"] else []
    words += [str(monkey["status"]) for monkey in [*view["monkey_pool"], *view["waiting"], *sum(view["aboard"], up)]]
    words += [f"+{card['move']}" for hand in view["hand"] if hand is not None for card in hand]
    ships = [ship for ship in [*view["ship"], *view["ship_pool"]] if ship]
    words += [f"{ship['vp']} VP" for ship in ships]
    words += [str(ship["vp"]) for won in view["ships_won"] for ship in won]
    words += [f"{ship['seats']}/{ship['vp']}" for ship in view["returned_ships"]]
    words += [str(len(view[pile])) for pile in ("civilization_pile", "monkey_pile", "ship_pile")]
    words += [str(holder) for holder in view["scorn"].values() if holder is not None]
    for pile in view["pile"]:
        status: Counter[str] = Counter()
        for monkey in pile:
            status[monkey["tribe"]] += monkey["status"]
        words += [str(points) for points in status.values()]
        words += [f"\N{MULTIPLICATION SIGN}{count}" for count in Counter(monkey["tribe"] for monkey in pile).values()]
    return Counter(words)


@each_size
@pytest.mark.parametrize("options", [{}, {"monkey_treachery": True, "maximum_scorn": True}], ids=["plain", "variants"])
def test_every_name_and_number_is_in_it(num_players: int, options: dict[str, Any]) -> None:
    for game in course(num_players, seed=6, every=smaller_without_jit(3, 17), options=options, skip_forced=False):
        everything: Any = game.snapshot()
        piles = {name: everything[name] for name in ("civilization_pile", "monkey_pile", "ship_pile")}
        for seat in (None, game.seat):
            shown = Counter(Picture(game.to_svg(seat)).texts)
            assert expected_words(game.snapshot(seat) | piles) - shown == Counter()


@each_size
def test_every_cell_holds_what_its_seat_has_of_its_tribe(num_players: int) -> None:
    names = ["A", "B", "C", "D"][:num_players]
    for game in course(num_players, seed=12, every=smaller_without_jit(9, 25)):
        view, words = untyped(game.snapshot()), Picture(game.to_svg(names=names)).words
        for seat, name in enumerate(names):
            (heading,) = [word for word in words if word.text == name and word.size == 15]
            row = [word for word in words if -35 < word.box.top - heading.box.bottom < ROW_HEIGHT - 35]
            for place, tribe in enumerate(view["circle"]):
                left = MARGIN + TRIBES_X + TRIBE_PITCH * place
                cell = [word for word in row if left <= word.box.left < left + TRIBE_PITCH]
                cell.sort(key=lambda word: (round(word.box.bottom), word.box.left))
                status = [monkey["status"] for monkey in view["pile"][seat] if monkey["tribe"] == tribe]
                expected = [view["coins"][seat][tribe]]
                expected += [sum(status), f"\N{MULTIPLICATION SIGN}{len(status)}"] if status else []
                assert [word.text for word in cell][: len(expected)] == list(map(str, expected))


def test_scorn_is_where_it_lies() -> None:
    for game in course(4, seed=13, every=7):
        holders = [holder for holder in game.snapshot()["scorn"].values() if holder is not None]
        angry = sum(rect.get("fill") == ANGER for rect in ET.fromstring(game.to_svg()).iter())
        # In the circle, before the seat that holds it, in the score of each that holds some, in the legend.
        assert angry == 6 + len(holders) + len(set(holders)) + 1


@each_size
def test_the_moment_is_in_it(num_players: int) -> None:
    rounds = {2: 12, 3: 9, 4: 8}[num_players]
    for game in course(num_players, seed=8, every=11):
        view, shown = untyped(game.snapshot()), Picture(game.to_svg()).texts
        if game.over:
            assert "The game is over" in shown
            continue
        phase = {"civilization": "civilization turns", "bid": "bid turns"}[view["phase"]]
        assert f"Round {view['round'] + 1} of {rounds}, {phase}" in shown
        assert [shown.count("starts"), shown.count("has the turn")] == [1, 1]
        order = [(view["start"] + turn) % num_players for turn in range(num_players)]
        now = order.index(view["active"])
        words = ["turn taken"] * now + ["has the turn"] + ["turn to come"] * (num_players - 1 - now)
        if view["seat"] != view["active"]:
            words[order.index(view["seat"])] = "decides now"
        said = [text for text in shown if text in ("turn taken", "has the turn", "turn to come", "decides now")]
        assert sorted(said) == sorted(words)


def test_the_auction_is_in_it() -> None:
    for game in course(4, seed=9):
        auction = untyped(game.snapshot())["auction"]
        if auction and auction["standing"] and len(auction["in"]) == 3:
            break
    shown = Picture(game.to_svg()).texts
    assert f"{auction['standing']} points stand" in shown
    assert f"{auction['standing'] + 1} or more" in shown
    assert shown.count("passed") == 1
    assert f"{auction['standing']} points" in shown


def test_appeasing_names_what_each_ally_wants() -> None:
    game = decision_met("appease")
    view, shown = untyped(game.snapshot()), " ".join(Picture(game.to_svg()).texts)
    assert f"no coin for {view['pending']['tribe']}" in shown
    for choice in game.choices():
        wants = f"{choice['pay']} gets 1 coin" if "pay" in choice else f"{choice['scorn']} gives its scorn"
        assert wants in shown


def test_who_can_stay_behind_is_in_it() -> None:
    game = decision_met("stay", options={"monkey_treachery": True})
    shown = " ".join(Picture(game.to_svg()).texts)
    assert all(f"{choice['tribe']} stays behind" in shown for choice in game.choices())
    assert "two tribes have swapped" in shown


def test_advancing_names_the_income_and_the_rival() -> None:
    game = decision_met("tribe")
    view, shown = untyped(game.snapshot()), " ".join(Picture(game.to_svg()).texts)
    for choice in game.choices():
        tribe = choice["tribe"]
        rival = view["circle"][(view["circle"].index(tribe) + 3) % 6]
        coins = min(1 if view["scorn"][tribe] == game.seat else 2, view["supply"][tribe])
        assert f"{tribe} takes {coins}, pays {rival}" in shown


@each_size
def test_the_titles_in_it_add_up_to_the_result(num_players: int) -> None:
    for seed in range(smaller_without_jit(40, 3)):
        for options in ({}, {"maximum_scorn": True, "final_launch_clears_scorn": False}):
            game = game_at(num_players, seed, 10_000, options=options)
            result, shown = untyped(game.result()), Counter(Picture(game.to_svg()).texts)
            titles = [
                vp - sum(ship["vp"] for ship in won) + 2 * list(untyped(game.snapshot())["scorn"].values()).count(seat)
                for seat, (vp, won) in enumerate(zip(result["vp"], untyped(game.snapshot())["ships_won"], strict=True))
            ]
            totals = [str(vp).replace("-", "\N{MINUS SIGN}") for vp in result["vp"]]
            assert Counter(totals + totals + [f"+{vp}" for vp in titles]) - shown == Counter()


def test_who_wins_is_in_it() -> None:
    game = game_at(3, seed=5, steps=10_000)
    names = ["Ann", "Ben", "Cleo"]
    winners = " and ".join(names[seat] for seat in untyped(game.result())["winners"])
    shown = Picture(game.to_svg(names=names)).texts
    assert any(
        text.startswith(f"{winners} ") and f"with {max(untyped(game.result())['vp'])} VP" in text for text in shown
    )


def test_the_tribes_stand_on_their_places() -> None:
    game = game_at(4, seed=1, steps=10_000)
    stones = [disc for disc in ET.fromstring(game.to_svg()).iter() if disc.get("cx") == f"{ARRIVAL_X:g}"]
    assert [stone.get("fill") for stone in stones] == [
        STYLES[tribe].fill for tribe in untyped(game.result())["ranking"]
    ]


def test_a_finished_game_without_its_result_counts_no_titles() -> None:
    game = game_at(2, seed=5, steps=10_000)
    shown = Picture(draw_snapshot(game.snapshot())).texts
    assert "All ships have launched" in shown
    assert not any(" VP" in text for text in shown if text.startswith("player_"))


# Who knows what


def backs(svg: str) -> int:
    """How many cards lie face down."""
    return sum(rect.get("fill") == NIGHT and rect.get("height") == "48" for rect in ET.fromstring(svg).iter())


@each_size
@pytest.mark.parametrize("hidden_coins", [False, True])
def test_a_seat_sees_nothing_of_what_it_cannot_know(num_players: int, hidden_coins: bool) -> None:
    changed = 0
    for game in course(num_players, seed=3, every=9, options={"hidden_coins": hidden_coins}):
        for seat in range(num_players):
            other = game.resample_hidden(seat, seed=seat)
            assert other.to_svg(seat) == game.to_svg(seat)
            changed += other.to_svg() != game.to_svg()
    assert changed > num_players  # what was dealt anew does show where it may


@each_size
def test_hands_of_others_are_backs_and_as_many(num_players: int) -> None:
    for game in course(num_players, seed=4, every=7, skip_forced=False):
        hands = untyped(game.snapshot())["hand"]
        assert backs(game.to_svg()) == 0
        for seat in range(num_players):
            others = sum(len(hand) for other, hand in enumerate(hands) if other != seat)
            assert backs(game.to_svg(seat)) == others


def test_hidden_coins_are_question_marks() -> None:
    game = Game(3, 1, options={"hidden_coins": True})
    assert Picture(game.to_svg(1)).texts.count("?") == 2 * 6
    assert "seen by player_1 · hidden coins" in Picture(game.to_svg(1)).texts
    assert "?" not in Picture(game.to_svg()).texts


# It can be read


def stress(num_players: int) -> Iterator[str]:
    """Pictures with little, much and awkward in them."""
    for seed in range(smaller_without_jit(3, 1)):
        every = smaller_without_jit(4, 19)
        for game in course(num_players, seed, every=every, options=EVERYTHING, skip_forced=False):
            yield game.to_svg(seat=seed % num_players)
        for game in course(num_players, seed, every=every):
            yield game.to_svg(names=LONG_NAMES[:num_players])


@each_size
def test_no_word_runs_over_anything_and_none_is_small(num_players: int) -> None:
    for svg in stress(num_players):
        picture = Picture(svg)
        assert crossings(picture) == []
        assert min(word.size for word in picture.words) >= SMALLEST_TEXT - 1e-6


@pytest.mark.parametrize(
    "deck",
    [
        deck_with_names("w" * 20, "mmmmmmmmmmmmmmmm", "green", "ultramarine", "red", "i"),
        deck_with(track={"spaces": 100, "white_dot": 55}).plain(),
        deck_with(track={"spaces": 3, "white_dot": 2}).plain(),
        "mini",
    ],
    ids=["long tribes", "long track", "short track", "mini"],
)
def test_other_decks_can_be_read_too(deck: Any) -> None:
    for game in course(3, seed=1, every=8, deck=deck):
        assert crossings(Picture(game.to_svg())) == []


@pytest.mark.parametrize("seed", range(smaller_without_jit(12, 3)))
def test_no_word_runs_over_anything_with_any_deck(seed: int) -> None:
    deck = random_deck(seed)
    num_players = max(map(int, deck["out_of_game"]))
    for game in course(num_players, seed, every=25, deck=deck, options={"monkey_treachery": True}):
        assert crossings(Picture(game.to_svg(names=LONG_NAMES[:num_players]))) == []


@pytest.mark.parametrize("vp", [-12, -1, 0, 7, 44, 125])
def test_any_score_can_be_read(vp: int) -> None:
    game = game_at(4, seed=5, steps=10_000)
    result: Any = {**game.result(), "vp": [vp] * 4}
    assert crossings(Picture(draw_snapshot(game.snapshot(), result=result))) == []


@pytest.mark.parametrize(("count", "more"), [(10, []), (12, ["and 2 more"]), (16, ["and 6 more", "+5", "+5"])])
def test_more_ships_than_there_is_room_for_are_counted(count: int, more: list[str]) -> None:
    view: Any = game_at(2, seed=3, steps=30).snapshot()
    many = [{"tribe": "red", "seats": 3, "vp": 2}] * count
    picture = Picture(draw_snapshot(view | {"returned_ships": many, "ships_won": [many, many]}))
    assert crossings(picture) == []
    assert [text for text in picture.texts if text.endswith(" more") or text == "+5"] == more


@pytest.mark.parametrize("eyes", EYES)
def test_tribes_can_be_told_apart_by_colour(eyes: str) -> None:
    assert least_difference([style.fill for style in STYLES.values()], eyes) >= LEAST_DIFFERENCE


def test_tribes_can_be_told_apart_without_colour() -> None:
    assert len({style.sign for style in STYLES.values()}) == 6
    svg = Game(4, 1).to_svg()
    assert all(svg.count(f'd="{style.sign}"') > 6 for style in STYLES.values())


def test_other_names_of_tribes_keep_what_is_known_and_share_the_rest() -> None:
    tribes = ["red", "ochre", "brown", "white", "green", "blue"]
    styles = styles_of(tribes)
    assert all(styles[tribe] == STYLES[tribe] for tribe in tribes if tribe in STYLES)
    assert {styles["ochre"], styles["white"]} == {STYLES["black"], STYLES["purple"]}


# What comes from outside


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda view: view.pop("track"), "found no entry 'track'"),
        (lambda view: view["circle"].append("pink"), "circle: expected the tribes of deck 'standard'"),
        (lambda view: view.update(num_players=5), "num_players: deck 'standard' is for 2, 3, 4, found 5"),
    ],
)
def test_what_is_no_snapshot_is_refused(change: Any, message: str) -> None:
    view = Game(2, 1).snapshot()
    change(view)
    with pytest.raises(PositionError, match=message):
        draw_snapshot(view)
