"""All that is fixed for a game: card file and options, and the record of both that kernels call `rules`."""

from typing import Any

from mom_env.base import ruleset
from mom_env.common.arguments import shown
from mom_env.errors import DeckError, OptionError
from mom_env.monsters_on_the_moon.deck import DECKS, LETTERS, CardFile, Layout, face_of
from mom_env.monsters_on_the_moon.info import INFO
from mom_env.monsters_on_the_moon.options import Options
from mom_env.monsters_on_the_moon.squares import at
from mom_env.monsters_on_the_moon.state import (
    ARMSTRONG,
    CRYSTAL,
    DOUBLE,
    FIRST,
    MISSIONS_EACH,
    MISSIONS_OPEN,
    MOONSCAPE,
    SECOND,
    WRAP,
    Missions,
    Rules,
)

START_CARDS = {"first": FIRST, "second": SECOND, "moonscape": MOONSCAPE, "armstrong": ARMSTRONG}

Ruleset = ruleset.Ruleset[CardFile, Options]


def fill(rules: Rules, file: CardFile, options: Options) -> None:
    """Write card file and options into the record `rules`, which is 0 but for `num_players` and `skip_forced`.

    Raises:
        DeckError: two players could have to take the same card.
        OptionError: the options do not fit the card file or the number of players.
    """
    check_options(int(rules.num_players), file, options)
    if rules.num_players > 1:
        check_double_heads(int(rules.num_players), file)
    _fill_options(rules, options)
    _fill_cards(rules, file)
    _fill_layouts(rules, file)
    _fill_missions(rules, file)
    if rules.num_players > 1:
        _fill_players(rules, file)


def check_options(num_players: int, file: CardFile, options: Options) -> None:
    """2, 7, 8: Refuse options that do not fit the card file or the number of players.

    Raises:
        OptionError: the message names the option.
    """
    if num_players == 1:
        for name, default in Options().plain().items():
            if (found := options.plain()[name]) != default:
                raise OptionError(f"options.{name}: expected {shown(default)} in solo play, found {shown(found)}")
    if options.layout != "random" and options.layout > len(file.layouts):
        raise OptionError(f"options.layout: expected one of {len(file.layouts)} layouts, found {options.layout}")
    there = {"none": 0, "secret": len(file.missions), "open": sum(mission.open for mission in file.missions)}
    asked = {"none": 0, "secret": MISSIONS_EACH * num_players, "open": MISSIONS_OPEN}
    if asked[options.missions] > there[options.missions]:
        raise OptionError(
            f"options.missions: expected a card file with {asked[options.missions]} {options.missions} missions, "
            f"found {there[options.missions]}"
        )


def check_double_heads(num_players: int, file: CardFile) -> None:
    """2.4: Refuse a card with double heads of two monsters, which the players of both would have to take.

    Raises:
        DeckError: the message names the card.
    """
    for number, rows in enumerate(file.set_for(num_players).cards):
        if len(set(face_of(rows).shows) & set(range(DOUBLE, CRYSTAL))) > 1:
            raise DeckError(
                f"deck: card {number} for {num_players} players: expected double heads of one monster, "
                f"as each player takes both cards of its monster, found {shown(rows)}"
            )


def _fill_options(rules: Rules, options: Options) -> None:
    """Write the rule options into the record, as numbers."""
    rules.draw_monsters = options.monsters == "draw"
    rules.layout = 0 if options.layout == "random" else options.layout
    rules.opponents_only = options.tile_target == "opponent"
    rules.with_walls = options.walls
    rules.missions = Missions[options.missions.upper()]


def _fill_cards(rules: Rules, file: CardFile) -> None:
    """1: Write into the record the monster cards for this number of players, and the start cards."""
    one = file.set_for(int(rules.num_players))
    faces = [face_of(rows) for rows in one.cards]
    rules.num_cards, rules.num_monsters, rules.limit = len(faces), len(one.monsters), file.area.limit
    for card, face in enumerate(faces):
        rules.faces[card] = face.shows
    rules.faces[MOONSCAPE] = face_of(file.start_cards.moonscape).shows
    rules.faces[ARMSTRONG] = face_of(file.start_cards.armstrong).shows
    for monster in range(len(one.monsters)):
        rules.doubles[monster] = [card for card, face in enumerate(faces) if DOUBLE + monster in face.shows]
    rules.solo_monster = LETTERS.index(file.solo.monster)
    rules.levels[:] = file.solo.levels


def _fill_layouts(rules: Rules, file: CardFile) -> None:
    """2.6, R5: Write the start layouts into the record, each centred in the frame."""
    rules.num_layouts = len(file.layouts)
    for index, layout in enumerate(file.layouts):
        _fill_layout(rules, index, layout)


def _fill_layout(rules: Rules, index: int, layout: Layout) -> None:
    """2.6, R5: Write a start layout into the record, under its number less 1, centred in the frame."""
    width, height = layout.size
    rules.layout_size[index] = len(layout.cards), width, height
    for place, card in enumerate(layout.cards):
        rules.layout_card[index, place] = START_CARDS[card.card]
        rules.layout_place[index, place] = at((WRAP - width) // 2 + card.x, (WRAP - height) // 2 + card.y)
        rules.layout_turn[index, place] = card.turn


def _fill_missions(rules: Rules, file: CardFile) -> None:
    """7: Write the missions into the record."""
    rules.num_missions = len(file.missions)
    for index, mission in enumerate(file.missions):
        rules.mission_kind[index] = mission.kind_number
        rules.mission_least[index] = mission.at_least
        rules.mission_vp[index] = mission.vp
        rules.open_missions |= int(mission.open) << index


def _fill_players(rules: Rules, file: CardFile) -> None:
    """2, 6: Write into the record what depends on the number of players, if there are several."""
    players: Any = str(rules.num_players)
    track, walls = file.track[players], file.walls.each[players]
    rules.hand, rules.ships = file.setup.hand[players], file.setup.ships
    rules.long_walls, rules.short_walls = walls.long, walls.short
    rules.last_space = len(track.values) - 1
    rules.space_vp[: len(track.values)] = track.values
    rules.tile_space[:] = track.tiles


make_ruleset = ruleset.Rulesets(INFO.package, DECKS, Options, fill)
