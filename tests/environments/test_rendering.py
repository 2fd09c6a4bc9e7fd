"""What `render` shows, and that it takes pictures from where they are drawn."""

import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import render_test

from mom_env import monkeys_on_the_moon_v0 as monkeys
from mom_env.errors import NoDisplay, OptionError
from mom_env.monkeys_on_the_moon import Game


class Window:
    """In place of a real one, as there is no screen."""

    def __init__(self, title: str) -> None:
        self.title, self.is_closed = title, False
        self.shown: list[str] = []
        WINDOWS.append(self)

    def show(self, svg: str) -> None:
        self.shown.append(svg)

    def close(self) -> None:
        self.is_closed = True


WINDOWS: list[Window] = []


@pytest.fixture
def pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """A drawing that is no more than the names of what it was made from."""
    drawing = SimpleNamespace(Window=Window, to_pixels=lambda _: np.zeros((5, 4, 3), np.uint8))
    monkeypatch.setitem(sys.modules, "mom_env.drawing", drawing)
    monkeypatch.setattr(
        "mom_env.monkeys_on_the_moon.game.draw_svg", lambda game, seat, *_, **__: f"<svg>{game.seat} {seat}</svg>"
    )
    WINDOWS.clear()


@pytest.mark.usefixtures("pictures")
@pytest.mark.parametrize("make", [monkeys.env, monkeys.raw_env])
def test_all_modes_pass_the_render_test(make: Any) -> None:
    render_test(make)


def test_text_is_the_position() -> None:
    for env in (monkeys.env(render_mode="ansi"), monkeys.parallel_env(render_mode="ansi")):
        env.reset(seed=4)
        assert env.render() == str(Game(4, 4))


def test_pixels_are_an_array_that_shows_the_position() -> None:
    env = monkeys.env(render_mode="rgb_array")
    pictures: list[Any] = []
    for seed in (4, 5, 4):
        env.reset(seed=seed)
        pictures.append(env.render())
    assert pictures[0].shape[1:] == (1000, 3)
    assert pictures[0].dtype == np.uint8
    assert [np.array_equal(pictures[0], other) for other in pictures] == [True, False, True]


def test_a_window_without_a_screen_is_refused_with_what_needs_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    with pytest.raises(NoDisplay, match='"rgb_array" or "ansi" opens no window, nor does MOM_ENV_DISPLAY=dummy'):
        monkeys.env(render_mode="human").reset()


def test_a_dummy_display_stands_for_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setenv("MOM_ENV_DISPLAY", "dummy")
    for make in (monkeys.env, monkeys.raw_env):
        make_any: Any = make
        render_test(make_any)
    monkeypatch.setenv("MOM_ENV_DISPLAY", "dumy")
    with pytest.raises(OptionError, match="MOM_ENV_DISPLAY: expected 'dummy' or nothing, found 'dumy'"):
        monkeys.env(render_mode="human").reset()


@pytest.mark.usefixtures("pictures")
def test_the_window_follows_the_game_by_itself_and_closes() -> None:
    env = monkeys.env(render_mode="human", num_players=2)
    env.reset(seed=4)
    env.step(env.game.legal_actions()[0])
    (window,) = WINDOWS
    assert window.shown == [f"<svg>{Game(2, 4).seat} None</svg>", f"<svg>{env.game.seat} None</svg>"]
    env.close()
    env.close()
    assert window.is_closed


def test_without_a_mode_there_is_a_warning() -> None:
    env = monkeys.env()
    env.reset()
    with pytest.warns(UserWarning, match="without specifying any render mode"):
        assert env.render() is None
