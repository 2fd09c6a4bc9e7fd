"""The tables of results: on the screen, and in a page between two markers with a picture in a file beside it."""

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from rich.console import Group
from rich.table import Table
from rich.text import Text

from mom_env.common.colours import COLOURS
from mom_env.common.extras import import_from
from mom_env.common.files import try_file, write_file
from mom_env.common.page_parts import read_page, write_part
from mom_env.common.tensors import sha256
from mom_env.environments.docs_tables import markdown
from mom_env.errors import OptionError
from mom_env.games import load
from mom_env.learning.benchmark.protocol import Member, Protocol, panel, ruleset_of
from mom_env.learning.benchmark.result import FILE, Result, read_result
from mom_env.learning.benchmark.scores import Aggregate, Scores, aggregate, normalised
from mom_env.players.provenance import UNKNOWN, Provenance, changes, in_words, provenance_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MARKER = "results"
NEW_PAGE = f"# Benchmark\n\n<!-- {MARKER} -->\n<!-- end of {MARKER} -->\n"
MOST_SHOWN = 2  # members of the panel in the picture
Rows = list[tuple[str, ...]]


class AlgorithmLine(NamedTuple):
    """The results of one algorithm in one setting, over all of its seeds."""

    algorithm: str
    results: list[Result]  # by seed
    shares: Scores  # [seeds, members of the panel] shares of games won

    def against(self, number: int) -> Aggregate:
        """Return the interquartile mean of the shares of games won against one member of the panel, with its interval.

        `number` is the member's index in the panel, from 0.
        """
        return aggregate([self.shares[:, [number]]])


class Results(NamedTuple):
    """All results in a folder, sorted into those that the tables show, failures, and those that are left out."""

    protocol: Protocol
    panels: dict[str, list[Member]]  # by setting
    lines: dict[str, list[AlgorithmLine]]  # finished cells by setting, the best algorithm first
    failures: list[Result]
    unknown: list[Result]  # left out, as the source of the algorithm is unknown

    def left_out(self) -> list[str]:
        """Return a line of text for each cell that is left out.

        Without a known source, cells may differ in their code.
        """
        reason = "left out, as the source of its algorithm is unknown"
        return [f"{one.algorithm} {one.setting} seed {one.seed}: {reason}" for one in self.unknown]


def results_in(root: Path, protocol: Protocol) -> Results:
    """Return all results in the folder `root`: finished cells, failures, and cells of an unknown source.

    Raises:
        OptionError: a result was made under other rules than the present ones, or one algorithm from two sources.
    """
    panels = {setting: panel(protocol, setting) for setting in protocol.settings}
    found = [read_result(path.parent) for path in sorted(root.glob(f"*/*/*/{FILE}"))]
    everything = [result for result in found if result is not None and result.setting in panels]
    unknown = [result for result in everything if UNKNOWN in result.provenance.players.values()]
    results = [result for result in everything if result not in unknown]
    check_made_alike(results, root, protocol)
    lines = {}
    for setting, members in panels.items():
        done = [result for result in results if result.setting == setting and result.is_done(members)]
        names = dict.fromkeys(result.algorithm for result in done)
        lines[setting] = sorted(
            (line_of([r for r in done if r.algorithm == name], members) for name in names),
            key=lambda line: -aggregate([line.shares]).mean,
        )
    return Results(protocol, panels, lines, [result for result in results if result.failure], unknown)


def check_made_alike(results: Sequence[Result], root: Path, protocol: Protocol) -> None:
    """Check that all results were made under the present rules, and those of each algorithm from the same source.

    `root` is the folder of the results, for messages.

    Raises:
        OptionError: the message names the first result that was not, and what differs.
    """
    first: dict[str, dict[str, str]] = {}
    now = {setting: provenance_of(protocol.game, ruleset_of(protocol, setting), []) for setting in protocol.settings}
    for result in results:
        sources = result.provenance.players
        expected = now[result.setting].model_copy(update={"players": first.setdefault(result.algorithm, sources)})
        if changed := changes(result.provenance, expected):
            where = f"{root}: {result.algorithm} {result.setting} seed {result.seed}"
            raise OptionError(f"{where}: made from something else than the others: {'; '.join(changed)}")


def line_of(results: list[Result], members: Sequence[Member]) -> AlgorithmLine:
    """Return the line of one algorithm in one setting, from the results of its seeds.

    `members` are those of the setting's panel; there is a score against each.
    """
    ordered = sorted(results, key=lambda result: result.seed)
    scores = [[result.score(member) for member in members] for result in ordered]
    shares = [[score.share for score in row if score is not None] for row in scores]
    return AlgorithmLine(ordered[0].algorithm, ordered, np.array(shares, np.float64))


def setting_rows(results: Results, setting: str) -> Rows:
    """Return the table of one setting: a header, and a row for each algorithm, the best first.

    A row has the number of seeds, the interquartile mean, the share won against each member of the panel, and the
    decisions and minutes of a training.
    """
    members = results.panels[setting]
    rows: Rows = [("algorithm", "seeds", "IQM", *(member.spec for member in members), "decisions", "minutes")]
    for line in results.lines[setting]:
        shares = [line.against(number).in_words() for number in range(len(members))]
        spent = f"{np.median([result.spent or 0 for result in line.results]):,.0f}"
        minutes = f"{np.median([result.minutes for result in line.results]):.1f}"
        rows.append(
            (line.algorithm, str(len(line.results)), aggregate([line.shares]).in_words(), *shares, spent, minutes)
        )
    return rows


def overall_rows(results: Results) -> Rows:
    """Return the table over all settings: a header, and a row for each algorithm that has results in each setting."""
    settings, by_name = results.protocol.settings, dict[str, list[Scores]]()
    for setting, lines in results.lines.items():
        for line in lines:
            by_name.setdefault(line.algorithm, []).append(normalised(line.shares, settings[setting]))
    whole = {name: aggregate(strata) for name, strata in by_name.items() if len(strata) == len(settings)}
    ranked = sorted(whole.items(), key=lambda item: -item[1].mean)
    return [("algorithm", "score"), *((name, score.in_words(2, 1)) for name, score in ranked)]


def tables_for_screen(root: Path, protocol: Protocol) -> Group:
    """Return the tables of the results in the folder `root` for the terminal.

    They are transposed, as the names of algorithms need less width than the panel's.
    """
    results = results_in(root, protocol)
    settings = [setting for setting, lines in results.lines.items() if lines]
    turned = {setting: list(zip(*setting_rows(results, setting), strict=True)) for setting in settings}
    shown = [rich_table(rows, f"{setting}: games won, %") for setting, rows in turned.items()]
    overall, left_out = overall_rows(results), map(Text, results.left_out())
    if not shown:
        return Group("No cell is done yet.", *left_out)
    return Group(*shown, *([rich_table(overall, "all settings")] if len(overall) > 1 else []), *left_out)


def rich_table(rows: Rows, title: str) -> Table:
    """Return rows as a table for the terminal. The first row has the names of the columns."""
    header, *body = rows
    table = Table(title=title)
    for name in header:
        table.add_column(name, overflow="fold")
    for row in body:
        table.add_row(*row)
    return table


def check_page(page: Path) -> None:
    """Check that a page can be written, before anything is played.

    Raises:
        OptionError: the page has no markers, or its name is that of its picture.
        OutputError: the page or the picture beside it cannot be written.
    """
    picture = page.with_suffix(".png")
    if page == picture:
        raise OptionError(f"{page}: expected the name of a page, such as results.md, found that of a picture")
    try_file(page)
    try_file(picture)
    if page.exists():
        read_page(page, MARKER)


def write_page(page: Path, root: Path, protocol: Protocol) -> None:
    """Write the tables of the results in `root` between the page's markers, and the picture beside the page.

    A missing page is made.

    Raises:
        OptionError: the page cannot be read, or has no markers.
        OutputError: the page or the picture cannot be written.
    """
    results = results_in(root, protocol)
    picture = page.with_suffix(".png")
    if not page.exists():
        write_file(page, NEW_PAGE)
    write_part(page, MARKER, page_part(results, picture.name))
    draw(results, picture)


def page_part(results: Results, picture: str) -> str:
    """Return the text between the page's markers, in Markdown; `picture` is the name of the picture's file."""
    protocol = results.protocol
    usual = Protocol(game=protocol.game).model_dump()
    differs = [f"{k}={v:,}" for k, v in protocol.model_dump().items() if v != usual[k]]
    parts = [f"**Not the protocol:** {', '.join(differs)}."] if differs else []
    overall = overall_rows(results)
    parts += ["### All settings", markdown(tuple(overall))] if len(overall) > 1 else []
    for setting, lines in results.lines.items():
        parts += [f"### {setting}: games won, %", markdown(tuple(setting_rows(results, setting)))] if lines else []
    parts += [f"- {one.algorithm} {one.setting} seed {one.seed} failed: {one.failure}" for one in results.failures]
    parts += [f"- {line}" for line in results.left_out()]
    done = [result for lines in results.lines.values() for line in lines for result in line.results]
    hashes = sha256("".join(sorted(result.hash for result in done)).encode())
    machines = {", ".join(f"{k} {v}" for k, v in (result.machine or {}).items()) for result in done}
    if done:
        parts += [f"Made from {in_words(*(with_panel(results, result) for result in done))}."]
    parts += [f"![Games won against {' and '.join(shown_in(results))}]({picture})", *sorted(machines)]
    return "\n\n".join([*parts, f"{len(done)} cells; hash of their results: `{hashes}`."])


def with_panel(results: Results, result: Result) -> Provenance:
    """Return what a result was made from, together with what the players of its panel were made from."""
    members = {member.spec: member.made_from for member in results.panels[result.setting]}
    return result.provenance.model_copy(update={"players": result.provenance.players | members})


def shown_in(results: Results) -> list[str]:
    """Return the names of the bots in the picture.

    They are the MOST_SHOWN strongest of those that are in the panels of all settings.
    """
    panels = [{member.spec for member in members} for members in results.panels.values()]
    bots = load(results.protocol.game).people.BOTS
    return [bot for bot in bots if all(bot in specs for specs in panels)][-MOST_SHOWN:]


def draw(results: Results, path: Path) -> None:
    """Draw the shares of games won by setting, with intervals over seeds, and write the picture into `path` as PNG."""
    figure = import_from("arena", "matplotlib.figure").Figure(figsize=(10, 4.5), dpi=120, layout="constrained")
    names = list(dict.fromkeys(line.algorithm for lines in results.lines.values() for line in lines))
    colours = {name: COLOURS[i % len(COLOURS)] for i, name in enumerate(sorted(names))}
    opponents, settings = shown_in(results), results.protocol.settings
    for axes, opponent in zip(
        figure.subplots(1, len(opponents), sharey=True, squeeze=False)[0], opponents, strict=True
    ):
        for place, (setting, num_players) in enumerate(settings.items()):
            members = [member.spec for member in results.panels[setting]]
            draw_setting(axes, place, results.lines[setting], members.index(opponent), colours)
            fair = 100 / num_players
            axes.plot([place - 0.45, place + 0.45], [fair, fair], color="0.5", linestyle=":", linewidth=1)
        axes.set(title=f"against {opponent}", ylim=(0, 100), xlim=(-0.5, len(settings) - 0.5))
        axes.set_xticks(range(len(settings)), settings)
        axes.grid(axis="y", alpha=0.3)
    figure.axes[0].set_ylabel("games won, %; dotted: among equals")
    dots = [figure.axes[0].plot([], [], "o", color=colours[name])[0] for name in colours]
    if dots:
        figure.legend(dots, list(colours), loc="outside lower center", ncols=len(dots), frameon=False)
    content = BytesIO()
    figure.savefig(content, format="png", metadata={"Software": None})
    write_file(path, content.getvalue())


def draw_setting(
    axes: "Axes", place: int, lines: Sequence[AlgorithmLine], number: int, colours: dict[str, str]
) -> None:
    """Draw a point and an interval for each algorithm in one setting, side by side.

    Args:
        axes: of one opponent.
        place: of the setting on the x-axis.
        lines: the algorithms with results in the setting.
        number: of the opponent in the setting's panel, from 0.
        colours: by name of the algorithm.
    """
    for i, line in enumerate(sorted(lines, key=lambda line: line.algorithm)):
        x = place + 0.7 * ((i + 0.5) / len(lines) - 0.5)
        score = line.against(number)
        axes.plot(x, 100 * score.mean, "o", color=colours[line.algorithm])
        if score.low is not None and score.high is not None:
            axes.plot([x, x], [100 * score.low, 100 * score.high], color=colours[line.algorithm], linewidth=2)
