"""The result of a war in one line, to share: score, par, luck, the rivals' scores, and the replay."""

from pathlib import Path
from typing import Any, NamedTuple

from stuka_env.io.reading import read_json
from stuka_env.play.child import run_command
from stuka_env.play.daily import day_of
from stuka_env.play.ending import (
    REVIEW_COMMAND,
    review_installed,
    review_meaning,
    review_page,
    score_words,
)
from stuka_env.play.session import Session
from stuka_env.play.typed_rolls import CannotPlay
from stuka_env.play.war import War

LARGEST_REVIEW = 1 << 24
"""Bytes of the figures of a review."""


class MadeReview(NamedTuple):
    """A review that was written.

    Attributes:
        page: path of its page.
        par: the mean score of the reference script in wars of this kind; None if the dice were the player's own or the
            war began at a position.
        luck: points that the dice added to the score; None in the same cases.
        scores: scores of other policies in the same war, by name.
    """

    page: Path
    par: float | None
    luck: float | None
    scores: dict[str, int]

    @property
    def summary(self) -> str:
        """Par and luck in words."""
        if self.par is None or self.luck is None:
            return "The dice were typed or planned, or the war began at a position, so only the decisions are reviewed."
        return f"Par {self.par:.1f}, luck {self.luck:+.1f}."


def make_review(session: Session) -> MadeReview:
    """Review a war in a process of its own, which takes several seconds.

    Raises:
        ValueError: it cannot be reviewed; the message gives the reason in one line.
    """
    if not review_installed(session):
        raise CannotPlay(f"No review: {review_meaning(session)}.")
    page = review_page(session)
    figures = page.with_suffix(".json")
    run_command(REVIEW_COMMAND, session.path, "--output", page, "--json", figures, "--no-open")
    contents: dict[str, Any] = read_json(figures, LARGEST_REVIEW)
    account = contents["account"] or {}
    return MadeReview(page, account.get("par"), account.get("luck"), contents["scores"])


def kind_name(war: War) -> str:
    """Return the environment of a war with its arguments, in one line."""
    arguments = ", ".join(
        key.replace("_", " ") if value is True else str(value)
        for key, value in war.arguments.items()
        if key != "charts"
    )
    return f"{war.env}{f' ({arguments})' if arguments else ''}"


def war_name(war: War) -> str:
    """Return the name of a war in one line: its day or its seed, and whether it began later."""
    day = day_of(war.seed)
    which = f"war of {day.isoformat()}" if day else f"seed {war.seed}"
    return f"{kind_name(war)}, {which}{', from a position' if war.start else ''}"


def share_line(session: Session, review: MadeReview | None, replay: Path) -> str:
    """Return the result of a war in one line.

    Args:
        session: a war that is over.
        review: its review; None if it cannot be reviewed.
        replay: its replay, which others can open with ``stuka watch``.
    """
    war = session.war
    words = [f"{war_name(war)}: {score_words(war)}, {war.parts.results.level(war)}"]
    if review is not None and review.par is not None:
        words += [f"par {review.par:.1f}, luck {review.luck:+.1f}"]
    if review is not None and review.scores:
        words += [", ".join(f"{name} {score}" for name, score in review.scores.items())]
    return "; ".join([*words, f"stuka watch {replay.name}"])


def share_war(session: Session, review: MadeReview | None = None) -> str:
    """Write the replay of a war that is over, and return its result in one line.

    Args:
        session: the war.
        review: its review; None to make one, if reviewing is installed.

    Raises:
        ValueError: the war is not over, or something cannot be written; the message is one line.
    """
    if not session.war.over:
        raise CannotPlay("The war is not over yet.")
    if review is None and review_installed(session):
        review = make_review(session)
    return share_line(session, review, session.write_replay())
