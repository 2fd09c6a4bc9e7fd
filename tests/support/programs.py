"""Programs that play, or fail to, for tests: scripts with a few lines of their own."""

import os
import shlex
import sys
import time
from pathlib import Path

BEGINNING = """
import json, os, pathlib, signal, subprocess, sys, time
here = pathlib.Path(__file__).parent
with open(here / "pids", "a") as pids:
    print(os.getpid(), file=pids)
def hear():
    line = sys.stdin.readline()
    with open(here / "heard", "a") as heard:
        heard.write(line)
    return json.loads(line) if line else {"type": "closed"}
def answer(**entries):
    print(json.dumps(entries), flush=True)
"""
FIRST_CHOICE = """
while (message := hear())["type"] in ("start", "choose"):
    if message["type"] == "choose":
        answer(action=message["choices"][0]["action"])
"""


def program(folder: Path, script: str, *arguments: str) -> str:
    """Write a script into a folder of its own, and return the spec of the player that it is."""
    folder.mkdir(exist_ok=True)
    path = folder / "program.py"
    path.write_text(BEGINNING + script)
    return "command:" + shlex.join([sys.executable, str(path), *arguments])


def pids(folder: Path) -> list[int]:
    """The ids of all processes that a script and its children have noted."""
    return [int(pid) for pid in (folder / "pids").read_text().split()]


def left_over(folder: Path) -> list[int]:
    """The ids of those of these processes that are there still, zombies included."""
    return [pid for pid in pids(folder) if is_there(pid)]


def is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def wait_for(path: Path, seconds: float = 60.0) -> None:
    """Wait until a file has content."""
    deadline = time.monotonic() + seconds
    while not (path.exists() and path.read_text()):
        assert time.monotonic() < deadline, path
        time.sleep(0.01)
