"""Progress: bars on a terminal, lines into a pipe."""

from io import StringIO

import pytest
from rich.console import Console

from mom_env.work import progress
from mom_env.work.progress import Count, WorkProgress, tracked

pytestmark = pytest.mark.once


@pytest.fixture
def pipe(monkeypatch: pytest.MonkeyPatch) -> StringIO:
    """A pipe into which a line is written at each change."""
    monkeypatch.setattr(progress, "FIRST_LINE", 0.0)
    monkeypatch.setattr(progress, "LINE_EVERY", 0.0)
    return StringIO()


def test_items_are_handed_on_and_counted(pipe: StringIO) -> None:
    items = tracked(iter("ab"), "letters", 2, Console(file=pipe))
    assert next(items) == "a"
    assert pipe.getvalue() == ""
    assert list(items) == ["b"]
    assert [line.partition(",")[0] for line in pipe.getvalue().splitlines()] == ["letters: 1 of 2", "letters: 2 of 2"]
    assert list(tracked([1, 2], "numbers", 2, None)) == [1, 2]


def test_a_part_that_is_not_whole_is_not_counted_as_done(pipe: StringIO) -> None:
    with WorkProgress(Console(file=pipe)) as shown:
        shown.show([Count("cells", 1.9, 3)])
    assert pipe.getvalue().startswith("cells: 1 of 3")


def test_no_line_is_written_about_what_is_not_shown_any_more(pipe: StringIO) -> None:
    with WorkProgress(Console(file=pipe)) as shown:
        shown.show([Count("one, %", 50, 100), Count("cells", 0, 2)])
        shown.show([Count("cells", 1, 2)])
    assert [line.partition(":")[0] for line in pipe.getvalue().splitlines()] == ["one, %", "cells", "cells"]


def test_on_a_terminal_a_bar_that_is_not_shown_any_more_is_hidden_and_a_tracked_one_vanishes() -> None:
    file = StringIO()
    console = Console(file=file, force_terminal=True, width=100)
    with WorkProgress(console) as shown:
        shown.show([Count("cells", 0, 2), Count("one, %", 50, 100)])
        shown.show([Count("cells", 1, 2)])
        assert [task.description for task in shown.tasks if task.visible] == ["cells"]
    assert "1/2" in file.getvalue()
    assert list(tracked([1], "numbers", 1, console)) == [1]
    assert file.getvalue().endswith("\x1b[2K")  # the line is erased
