"""Parts of a page that a command writes: the text between two markers of one name."""

import sys
from collections.abc import Iterable
from pathlib import Path

from mom_env.common.files import write_file
from mom_env.errors import OptionError


def tell(lines: Iterable[str], page: Path | None, name: str) -> None:
    """Print lines as they come, and write them into a page at the end.

    Raises:
        OptionError: the page has no place for them; said before the first line is made.
    """
    if page is not None:
        read_page(page, name)
    told = []
    for line in lines:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
        told.append(line)
    if page is not None:
        write_part(page, name, "\n".join(told))


def write_part(page: Path, name: str, text: str) -> None:
    """Put a text between a page's markers.

    Raises:
        OptionError: the page cannot be read, or has no such markers.
    """
    write_file(page, replaced(read_page(page, name), name, text))


def read_page(page: Path, name: str) -> str:
    """The page as it is.

    Raises:
        OptionError: as above.
    """
    try:
        found = page.read_text(encoding="utf-8")
        replaced(found, name, "")
    except (OSError, ValueError) as error:
        raise OptionError(f"{page}: {error}") from None
    return found


def replaced(page: str, name: str, text: str) -> str:
    """The page with another text between the markers.

    >>> replaced("a <!-- x --> old <!-- end of x --> b", "x", "new").split()
    ['a', '<!--', 'x', '-->', 'new', '<!--', 'end', 'of', 'x', '-->', 'b']
    """
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    before, _, rest = page.partition(begin)
    _, found, after = rest.partition(end)
    if not found:
        raise ValueError(f"expected the markers {begin} and {end}, found none")
    return f"{before}{begin}\n{text}\n{end}{after}"
