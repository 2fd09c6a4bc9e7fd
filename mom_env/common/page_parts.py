"""Replace a part of a page: the text between its two markers, `<!-- name -->` and `<!-- end of name -->`."""

import sys
from collections.abc import Iterable
from pathlib import Path

from mom_env.common.files import write_file
from mom_env.errors import OptionError


def print_and_write(lines: Iterable[str], page: Path | None, name: str) -> None:
    """Print lines as they come, and at the end write them into a page as well, if `page` is given.

    There they replace the text between two markers, which for the `name` "x" are `<!-- x -->` and `<!-- end of x -->`.

    Raises:
        OptionError: the page cannot be read, or has no such markers; this is checked before the first line is made.
    """
    if page is not None:
        read_page(page, name)
    printed = []
    for line in lines:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
        printed.append(line)
    if page is not None:
        write_part(page, name, "\n".join(printed))


def write_part(page: Path, name: str, text: str) -> None:
    """Replace the text between two markers in the file `page` by `text`.

    For the `name` "x" the markers are `<!-- x -->` and `<!-- end of x -->`.

    Raises:
        OptionError: the page cannot be read, or has no such markers.
    """
    write_file(page, with_part(read_page(page, name), name, text))


def read_page(page: Path, name: str) -> str:
    """Return the text of the file `page`, which must have two markers.

    For the `name` "x" the markers are `<!-- x -->` and `<!-- end of x -->`.

    Raises:
        OptionError: the page cannot be read, or has no such markers.
    """
    try:
        found = page.read_text(encoding="utf-8")
        with_part(found, name, "")
    except (OSError, ValueError) as error:
        raise OptionError(f"{page}: {error}") from None
    return found


def with_part(page: str, name: str, text: str) -> str:
    """Return the text `page` with `text` between its two markers, which stay, in place of what was there.

    For the `name` "x" the markers are `<!-- x -->` and `<!-- end of x -->`.

    >>> with_part("a <!-- x --> old <!-- end of x --> b", "x", "new").split()
    ['a', '<!--', 'x', '-->', 'new', '<!--', 'end', 'of', 'x', '-->', 'b']

    Raises:
        ValueError: the page has no such markers.
    """
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    before, _, rest = page.partition(begin)
    _, found, after = rest.partition(end)
    if not found:
        raise ValueError(f"expected the markers {begin} and {end}, found none")
    return f"{before}{begin}\n{text}\n{end}{after}"
