"""Write fingerprints and playthroughs anew: `python -m tests.every_game.write`. Read the difference."""

import json

from tests.every_game.check_rules import FINGERPRINTS, GOLDEN, fingerprint, playthrough
from tests.every_game.installed import GAMES, install
from tests.every_game.subject import Subject


def main() -> None:
    install()
    subjects = [Subject(name) for name in GAMES]
    GOLDEN.mkdir(exist_ok=True)
    for subject in subjects:
        (GOLDEN / f"{subject.name}.txt").write_text(playthrough(subject), encoding="utf-8")
    hashes = {subject.name: fingerprint(subject) for subject in subjects}
    FINGERPRINTS.write_text(json.dumps(hashes, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
