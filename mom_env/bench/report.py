"""A bench's figures as a table for people, as JSON and as a page of the docs."""

import json
import re
from typing import Any

from rich.table import Table

from mom_env.bench.figures import Figure

FORMAT = "mom-bench/1"
COLUMNS = ("what", "unit", "median", "lowest", "highest", "asked for")
MILLION = 1e6


def in_words(value: float) -> str:
    """A value, as exactly as it is worth reading.

    >>> in_words(4_123_456), in_words(123_456.7), in_words(812), in_words(1.2345)
    ('4.12 M', '123,457', '812', '1.23')
    """
    if value >= MILLION:
        return f"{value / MILLION:.2f} M"
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"


def rows(figures: list[Figure]) -> list[tuple[str, ...]]:
    """One row of words a figure; what was measured once has no range."""
    return [
        (
            figure.name,
            figure.unit,
            in_words(figure.median),
            *((in_words(value) if len(figure.values) > 1 else "") for value in (figure.low, figure.high)),
            figure.asked,
        )
        for figure in figures
    ]


def table(figures: list[Figure], machine: dict[str, str]) -> Table:
    """For the terminal."""
    result = Table(*COLUMNS, caption=", ".join(f"{key} {value}" for key, value in machine.items()))
    for row in rows(figures):
        result.add_row(*row)
    return result


def refreshed(page: str, figures: list[Figure]) -> str:
    """A page of which some table rows quote a figure: the same with what has been measured now.

    >>> refreshed("| speed | 1 s | under 3 |", [Figure("speed", "s", "under 2", [1.5])])
    '| speed | 1.50 s | under 2 |'
    """
    for figure in figures:
        row = f"| {figure.name} | {in_words(figure.median)} {figure.unit} | {figure.asked} |"
        page = re.sub(rf"^\| {re.escape(figure.name)} \|.*$", row, page, flags=re.MULTILINE)
    return page


def to_json(figures: list[Figure], machine: dict[str, str], setting: dict[str, Any]) -> str:
    """For other programs: every value of every round."""
    content = {
        "format": FORMAT,
        "setting": setting,
        "machine": machine,
        "figures": [
            {**figure._asdict(), "median": figure.median, "low": figure.low, "high": figure.high} for figure in figures
        ],
    }
    return json.dumps(content, indent=2) + "\n"


def to_markdown(title: str, text: str, figures: list[Figure], machine: dict[str, str], command: str) -> str:
    """For the docs."""
    lines = [f"| {' | '.join(row)} |" for row in (COLUMNS, ("---",) * len(COLUMNS), *rows(figures))]
    versions = "\n".join(f"* {key}: {value}" for key, value in machine.items())
    return f"# {title}\n\n{text}\n\n" + "\n".join(lines) + f"\n\nMeasured by `{command}` on\n\n{versions}\n"
