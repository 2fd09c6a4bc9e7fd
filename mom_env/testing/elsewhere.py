"""Play games in a process of its own: `python -m mom_env.testing.elsewhere ORDER` prints their hashes as JSON."""

import json
import sys

from mom_env.testing.chance import fingerprints
from mom_env.testing.kit import maker, quietly
from mom_env.testing.subject import Subject


def play(order: str) -> str:
    """Play the games that an order in JSON asks for, and return as JSON a list of hashes for each seed.

    The order has the keys "target", "arguments", "seeds" and "max_steps".
    """
    asked = json.loads(order)
    make = maker(asked["target"], asked["arguments"])
    subject = Subject(make, seeds=tuple(asked["seeds"]), max_steps=asked["max_steps"])
    with quietly():
        return json.dumps({str(seed): fingerprints(subject, seed) for seed in subject.seeds})


if __name__ == "__main__":
    sys.stdout.write("\n" + play(sys.argv[1]) + "\n")
