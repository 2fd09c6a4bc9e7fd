"""Ctrl-C: counted, raised only where it may be, also if it comes out as another error."""

import os
import signal

import pytest

from mom_env.work.interrupts import Interrupts, raising_interrupts

pytestmark = pytest.mark.once


def press() -> None:
    """Press Ctrl-C."""
    os.kill(os.getpid(), signal.SIGINT)


def test_outside_of_raising_an_interrupt_is_only_counted_and_raised_there() -> None:
    before = signal.getsignal(signal.SIGINT)
    with Interrupts() as interrupts:
        press()
        assert interrupts.count == 1
        with pytest.raises(KeyboardInterrupt), interrupts.raising():
            pytest.fail("expected no way into the block")
    assert signal.getsignal(signal.SIGINT) is before


def press_and_turn_into(error: BaseException) -> None:
    """Press Ctrl-C, and raise an error in its place, as Numba does in the middle of a compilation."""
    try:
        press()
    except KeyboardInterrupt:
        raise error from None


@pytest.mark.parametrize("error", [RuntimeError("no compiled object yet"), SystemExit(3)])
def test_what_an_interrupt_was_turned_into_is_an_interrupt_again(error: BaseException) -> None:
    with pytest.raises(KeyboardInterrupt), raising_interrupts():
        press_and_turn_into(error)


def test_without_an_interrupt_an_error_stays_what_it_is() -> None:
    with pytest.raises(RuntimeError, match="of its own"), raising_interrupts():
        raise RuntimeError("of its own")


def test_with_patience_the_first_one_is_told_and_the_second_one_raised() -> None:
    told: list[str] = []
    with Interrupts(lambda: told.append("saving")) as interrupts, interrupts.raising(patience=1):
        press()
        assert told == ["saving"]
        with pytest.raises(KeyboardInterrupt):
            press()
    assert (interrupts.count, told) == (2, ["saving"])


def press_and_fail() -> None:
    press()
    raise RuntimeError("of its own")


def test_an_error_after_an_interrupt_within_the_patience_stays_what_it_is() -> None:
    with pytest.raises(RuntimeError, match="of its own"), Interrupts() as interrupts, interrupts.raising(patience=1):
        press_and_fail()
