"""The next steps after a war: watch it, review it, fly it again, fly another one.

Watching and reviewing run in separate processes: none of their code is loaded here, and their output does not
disturb the screen. The command for reviewing comes from another distribution.
"""

from importlib.metadata import entry_points
from pathlib import Path
from typing import NamedTuple

from stuka_env.io.command_line import COMMAND_GROUP, PROGRAM, Command, command_here
from stuka_env.play.child import run_command
from stuka_env.play.rivals import rivals_meaning
from stuka_env.play.session import Session
from stuka_env.play.war import War

REVIEW_COMMAND = "review"
"""The command that reviews a war."""
REVIEW_MEANING = "what each decision cost, in half a minute"
SHOW, COMPARE, SHARE_RESULT, AGAIN, ANOTHER, LEAVE = "watch", "compare", "share", "again", "another", "leave"


class NextStep(NamedTuple):
    """A step after the end: its name, its label and its meaning."""

    name: str
    label: str
    meaning: str
    in_browser: bool = True
    """Whether the page for a browser has it."""


def next_steps(session: Session) -> list[NextStep]:
    """Return the next steps after the end of a war."""
    war, is_reviewed = session.war, review_installed(session) or not review_commands()
    shared = "the name of the replay" if war.table else f"{'par, luck and ' * is_reviewed}the replay"
    compared = [] if war.table else [NextStep(COMPARE, "Beat the agent", rivals_meaning(war))]
    return [
        NextStep(SHOW, "Watch it", "writes the replay and opens it in a browser"),
        *([NextStep(REVIEW_COMMAND, "Review it", review_meaning(session))] if is_reviewed else []),
        *compared,
        NextStep(SHARE_RESULT, "Share it", f"the result in one line, with {shared}"),
        NextStep(AGAIN, "Fly it again", session.again_words),
        NextStep(ANOTHER, f"A new {session.another}", f"other dice; this {war.noun} stays in its file"),
        NextStep(LEAVE, "Leave", "back to the shell", in_browser=False),
    ]


def review_commands() -> list[Command]:
    """Return the commands for reviewing that installed distributions add."""
    return [entry.load() for entry in entry_points(group=COMMAND_GROUP) if entry.name == REVIEW_COMMAND]


def review_installed(session: Session) -> bool:
    """Whether an installed command reviews wars of the game that is played."""
    return any(command.serves(session.war.parts.game.name) for command in review_commands())


def score_words(war: War) -> str:
    """Return the score of a war that is over with its unit: "46 points"."""
    score, unit = war.parts.score(war), war.parts.unit
    return f"{score} {unit}" if score == 1 else f"{score} {unit}s"


def review_meaning(session: Session) -> str:
    """Return what reviewing does, or how to install it."""
    review = command_here(PROGRAM, REVIEW_COMMAND, session.path)
    if review_installed(session):
        return f"{REVIEW_MEANING}: {review}"
    return f"a clone of the repository adds it (make setup): {review}"


def make_watch_page(session: Session, is_opened: bool) -> str:
    """Write the replay and its page beside the war, and return the output of the command.

    Args:
        session: the war.
        is_opened: whether to open the page in a browser too.

    Raises:
        CannotPlay: the replay cannot be written.
        ValueError: the page cannot; the message gives the reason in one line.
    """
    replay = session.write_replay()
    page = session.path.with_name(f"{session.path.stem}-watch.html")
    options = [] if is_opened else ["--no-open"]
    return run_command("watch", replay, "--output", page, *options)


def review_page(session: Session) -> Path:
    """Return the path of a review's page."""
    return session.path.with_name(f"{session.path.stem}-review.html")
