"""Messages of errors can be read and written anywhere, whatever they quote."""

import pickle

import pytest

from mom_env.errors import LONGEST, CallOrder, MomError, OutputError

pytestmark = pytest.mark.once
KINDS = (MomError, CallOrder, OutputError)


@pytest.mark.parametrize("kind", KINDS)
def test_what_utf_8_cannot_write_is_spelt_out(kind: type[MomError]) -> None:
    assert str(kind("found \ud800 and é")) == r"found \ud800 and é"
    assert str(kind("found red")) == "found red"


@pytest.mark.parametrize("kind", KINDS)
def test_a_long_message_keeps_its_beginning_and_its_end(kind: type[MomError]) -> None:
    whole = "expected " + "x" * LONGEST + " found it"
    assert len(str(kind(whole))) == LONGEST
    assert str(kind(whole)).startswith("expected xxx")
    assert str(kind(whole)).endswith("xxx found it")
    assert str(kind("x" * LONGEST)) == "x" * LONGEST


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_is_the_same_after_pickling(kind: type[MomError]) -> None:
    error = pickle.loads(pickle.dumps(kind("found \ud800")))
    assert (type(error), str(error)) == (kind, r"found \ud800")
