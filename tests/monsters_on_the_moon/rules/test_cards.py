"""Worked examples about the cards themselves: 3 (piles), 4 and 35."""

import pytest

from mom_env.monsters_on_the_moon.deck import LETTERS, SIGNS, face_of, load_deck, pile_size


@pytest.mark.rule("3.1.1")
def test_example_4_turned_cards() -> None:
    face = face_of(["WW *  H", "V  H  *"])
    shown = [" ".join(SIGNS[square] for square in face.turned(turn).shows) for turn in range(4)]
    assert shown == ["WW * H V H *", "V WW H * * H", "* H V H * WW", "H * * H WW V"]


@pytest.mark.rule("2.5")
def test_example_3_piles_and_hands() -> None:
    file = load_deck("standard")
    assert [pile_size(file, count) for count in (2, 3, 4)] == [8, 9, 12]
    assert {int(count): hand + 2 for count, hand in file.setup.hand.items()} == {2: 5, 3: 3, 4: 3}


@pytest.mark.rule("2.4")
def test_example_35_heads_and_crystals() -> None:
    file = load_deck("standard")
    for one, heads, crystals in ((file.set_for(2), 30, 36), (file.set_for(4), 33, 32)):
        faces = [face_of(rows) for rows in one.cards]
        for letter in one.monsters:
            assert sum(face.heads(LETTERS.index(letter)) for face in faces) == heads
        assert sum(SIGNS[square] == "*" for face in faces for square in face.shows) == crystals
