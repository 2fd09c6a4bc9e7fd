"""A player of your own as a program, in any language: it is told positions in lines of JSON, and answers with choices.

    mom evaluate "command:python examples/own_program.py" --against random --players 4 --deals 20

This one plays at random. Instead, ask a language model: `text` is all that the seat may know, in words.
"""

import json
import random
import sys


def main() -> None:
    """Answer each question on the standard input with a choice, until the game ends."""
    chance = random.Random()  # noqa: S311  # a game has no need of secrets
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "start":
            chance.seed(message["seed"])
        elif message["type"] == "choose":
            choice = chance.choice(message["choices"])
            print(json.dumps({"choice": choice["words"]}), flush=True)
        else:
            break


if __name__ == "__main__":
    main()
