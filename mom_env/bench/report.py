"""A bench's figures as a table for people, as JSON and as a page of the docs."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from rich.table import Column, Table

from mom_env.bench.figures import Figure
from mom_env.common.machine import machine
from mom_env.games import make_ruleset
from mom_env.players import provenance
from mom_env.players.provenance import Provenance, provenance_of
from mom_env.players.specs import make_player

FORMAT = "mom-bench/2"
COLUMNS = ("what", "unit", "median", "lowest", "highest")
MILLION = 1e6


class Bench(NamedTuple):
    """The figures of a bench, with what they depend on.

    Attributes:
        figures: one for each row of the table.
        setting: the arguments of the bench.
        provenance: the game, the standard deck and the bots that played.
        machine: processor and versions.
    """

    figures: list[Figure]
    setting: Mapping[str, object]
    provenance: Provenance
    machine: dict[str, str]


def make_bench(
    figures: list[Figure], setting: Mapping[str, object], game: str, num_players: int, players: Iterable[str] = ()
) -> Bench:
    """Return figures together with what they depend on: game, standard deck, bots, machine and versions.

    `setting` has the arguments of the bench, by name, and `players` are the bots that played, such as "random".
    """
    ruleset = make_ruleset(game, num_players)
    made_from = provenance_of(game, ruleset, [make_player(spec, game, ruleset) for spec in players])
    return Bench(figures, setting, made_from, machine())


def in_words(value: float) -> str:
    """Return `value` as text: in millions from a million on, else whole from 100 on, else with two decimals.

    >>> in_words(4_123_456), in_words(123_456.7), in_words(812), in_words(1.2345)
    ('4.12 M', '123,457', '812', '1.23')
    """
    if value >= MILLION:
        return f"{value / MILLION:.2f} M"
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"


def rows(figures: list[Figure]) -> list[tuple[str, ...]]:
    """Return a row of text for each figure: name, unit, median, lowest and highest value.

    The last two are empty for a figure of one round.
    """
    return [
        (
            figure.name,
            figure.unit,
            in_words(figure.median),
            *((in_words(value) if len(figure.values) > 1 else "") for value in (figure.low, figure.high)),
        )
        for figure in figures
    ]


def table(bench: Bench) -> Table:
    """Return the figures as a table for the terminal."""
    what, *others = COLUMNS
    made_on = ", ".join(f"{key} {value}" for key, value in bench.machine.items())
    result = Table(Column(what, overflow="fold"), *others, caption=made_on)  # a spec that is cut tells nothing
    for row in rows(bench.figures):
        result.add_row(*row)
    return result


def refresh_rows(page: str, figures: list[Figure]) -> str:
    """Return a page with new medians in the second cell of the table rows that begin with the names of the figures.

    All other text of `page`, in Markdown, stays as it was.

    >>> refresh_rows("| speed | 1 s | as fast as a snail |", [Figure("speed", "s", [1.5])])
    '| speed | 1.50 s | as fast as a snail |'
    """
    for figure in figures:
        row = rf"^(\| {re.escape(figure.name)} \|)[^|\n]*\|"
        page = re.sub(row, rf"\1 {in_words(figure.median)} {figure.unit} |", page, flags=re.MULTILINE)
    return page


def to_json(bench: Bench) -> str:
    """Return a bench as JSON, with every value of every round."""
    content = {
        "format": FORMAT,
        "setting": bench.setting,
        "machine": bench.machine,
        "provenance": bench.provenance.plain(),
        "figures": [
            {**figure._asdict(), "median": figure.median, "low": figure.low, "high": figure.high}
            for figure in bench.figures
        ],
    }
    return json.dumps(content, indent=2) + "\n"


def to_markdown(title: str, text: str, bench: Bench, command: str) -> str:
    """Return a bench as a page of the docs: `title`, `text`, the table, and what it was made from.

    `command` is the one that made it, which the page quotes.
    """
    lines = [f"| {' | '.join(row)} |" for row in (COLUMNS, ("---",) * len(COLUMNS), *rows(bench.figures))]
    versions = "\n".join(f"* {key}: {value}" for key, value in bench.machine.items())
    ending = f"Made from {provenance.in_words(bench.provenance)}.\n\nMeasured by `{command}` on\n\n{versions}\n"
    return f"# {title}\n\n{text}\n\n" + "\n".join(lines) + f"\n\n{ending}"
