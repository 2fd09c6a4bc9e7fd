"""`mom rules`: the page of a game's rules on a terminal."""

from rich.console import Console
from rich.text import Text

from mom_env.games import load

WIDEST = 100  # columns: longer lines are hard to read
HEADING, ITEM = "# ", "* "


def show_rules(game: str, console: Console) -> None:
    """Show the rules of the game called `game`: its own page, or else what it says about itself."""
    module = load(game)
    width = min(console.width, WIDEST)
    show_block(f"{HEADING}{module.info.title}: how it is played", console, width)
    page = module.people.RULES_PAGE or module.people.INTRODUCTION or module.info.about or "This game has no rules page."
    for block in blocks_of(page):
        show_block(block, console, width)


def blocks_of(page: str) -> list[str]:
    r"""Return the headings, items and paragraphs of a page, each as one line, "" before a heading or a paragraph.

    >>> blocks_of("# A title\nIt goes\non.\n* one\n  thing\n* two\n\nThe end.")
    ['', '# A title', 'It goes on.', '* one thing', '* two', '', 'The end.']
    """
    blocks = []
    for paragraph in page.strip().split("\n\n"):
        blocks.append("")
        begins = True
        for line in paragraph.splitlines():
            if begins or line.startswith((HEADING, ITEM)):
                blocks.append(line.strip())
            else:
                blocks[-1] += f" {line.strip()}"
            begins = line.startswith(HEADING)
    return blocks


def show_block(block: str, console: Console, width: int) -> None:
    """Show a heading, an item or a paragraph, wrapped to `width` columns."""
    is_item = block.startswith(ITEM)
    indent = " " * len(ITEM) if is_item else ""
    text = Text(block.removeprefix(HEADING).removeprefix(ITEM), "bold" if block.startswith(HEADING) else "")
    for number, line in enumerate(text.wrap(console, width - len(indent))):
        line.rstrip()
        console.print(Text.assemble(ITEM if is_item and number == 0 else indent, line))
