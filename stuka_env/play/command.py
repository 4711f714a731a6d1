"""``python -m stuka_env play``: a person flies, in the terminal."""

import argparse
import importlib
import os
import sys
from pathlib import Path

from stuka_env import ENVIRONMENTS
from stuka_env.engine.engine import SEED_LIMIT, entropy
from stuka_env.play.advice import make_adviser
from stuka_env.play.saving import may_replace
from stuka_env.play.session import Session
from stuka_env.play.war import War

USUAL = "Stuka/Operation-v0"
"""What is played if nobody says otherwise."""
SAVED = "stuka-war.json"
"""Where a war is kept if nobody says otherwise."""
OF_THE_WAR = ("env", "operation", "segment", "duration", "seed", "table")
"""Arguments that a war which is gone on with has already."""


def _seed(word: str) -> int:
    if not word.isdecimal() or int(word) >= SEED_LIMIT:
        raise argparse.ArgumentTypeError(f"got {word!r}, allowed is a whole number from 0 to {SEED_LIMIT - 1}")
    return int(word)


def add_arguments(words: argparse.ArgumentParser) -> None:
    """What the command takes."""
    words.add_argument("--env", metavar="ID", help=f"{', '.join(ENVIRONMENTS)} (default: {USUAL})")
    words.add_argument("--operation", metavar="NAME", help="barbarossa (default), case_blue or citadel")
    words.add_argument("--segment", metavar="MONTH", help="first month of the segment, such as 1941-06")
    words.add_argument("--duration", metavar="LENGTH", help="regular (default) or short")
    words.add_argument("--seed", type=_seed, metavar="S", help="seed of the dice (default: another every time)")
    words.add_argument("--charts", metavar="DIR", help="a folder with chart files in place of ours")
    words.add_argument("--save", metavar="FILE", help=f"where the war is kept, at every decision (default: {SAVED})")
    words.add_argument("--load", metavar="FILE", help="go on with a war that was kept")
    words.add_argument("--advise", metavar="POLICY", help="show what this policy would do, such as doctrine")
    words.add_argument("--table", action="store_true", default=None, help="you roll: the program asks for the dice")


def check_terminal() -> None:
    """Refuse without a terminal, or without the library that draws on it.

    Raises:
        ValueError: one line says what is missing.
    """
    # Textual draws on standard error, so that too.
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise ValueError("standard input, output and error must be a terminal: somebody has to see and to decide")
    try:
        importlib.import_module("textual")
    except ImportError:
        raise ValueError("textual is not installed, pip install 'stuka-env[play]' brings it") from None


def open_session(given: argparse.Namespace) -> Session:
    """The war to play: a new one, or one that was kept.

    Raises:
        ValueError: one line says what is wrong.
    """
    path = Path(given.save or given.load or SAVED)
    if given.load is None or Path(given.load).resolve() != path.resolve():
        may_replace(path)
    if given.load is not None:
        extra = [name for name in OF_THE_WAR if getattr(given, name) is not None]
        if extra:
            raise ValueError(f"--{extra[0]}: the war of --load {given.load!r} has its own, leave this out")
        return Session.resume(given.load, path, given.charts)
    arguments = {name: getattr(given, name) for name in ("operation", "segment", "duration", "charts")}
    seed = entropy() if given.seed is None else given.seed
    return Session(War(given.env or USUAL, arguments, seed, bool(given.table)), path)


def farewell(session: Session) -> str:
    """One line for the shell: how the war ended, or how to go on."""
    result = session.war.result
    if session.trouble:
        return session.trouble
    if result is not None:
        return f"score {result['score']} ({result['level']}); kept in {os.fspath(session.path)}"
    return f"kept; go on with: python -m stuka_env play --load {os.fspath(session.path)}"


def run(given: argparse.Namespace) -> int:
    """Play; the exit status."""
    check_terminal()
    adviser = None if given.advise is None else make_adviser(given.advise)
    session = open_session(given)
    from stuka_env.play.app import Play

    status = Play(session, adviser).run()
    if sys.stdout.isatty():  # it may be gone
        print(farewell(session))
    return 1 if status is None else status
