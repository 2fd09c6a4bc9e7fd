"""Run the conformance kit on environments of other packages, and print the reports as Markdown.

pip install mom-env pygame rlcard
python examples/check_classics.py
python examples/check_classics.py pettingzoo.classic.gin_rummy_v4:env
"""

import sys

from mom_env.testing import Report, check_game

CLASSICS = [
    f"pettingzoo.classic.{name}:{maker}"
    for name in ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4")
    for maker in ("env", "raw_env")
]


def page(report: Report) -> str:
    """Return a report as a section in Markdown: failed checks, checks that were not run and why, and passed checks."""
    lines = [f"### `{report.subject}`", "", "| check | verdict | what |", "| --- | --- | --- |"]
    for verdict in report:
        if verdict.status != "passed":
            what = verdict.reason or "<br>".join(str(finding).replace("|", "\\|") for finding in verdict.findings)
            lines.append(f"| {verdict.name} | {verdict.status} | {what} |")
    return "\n".join([*lines, "", f"Passed: {', '.join(report.named('passed'))}.", ""])


if __name__ == "__main__":
    for target in sys.argv[1:] or CLASSICS:
        sys.stdout.write(page(check_game(target, zero_sum=True)) + "\n")
