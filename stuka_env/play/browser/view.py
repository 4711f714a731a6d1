"""A session as JSON values: all that the page of the game shows."""

from collections.abc import Iterable, Sequence
from typing import Any

from stuka_env.declared.log_sheet import Debrief
from stuka_env.declared.sentences import worth_reading
from stuka_env.declared.sheet import Sheet
from stuka_env.io.command_line import PROGRAM, command_here
from stuka_env.play.advice import Answer, Opinion
from stuka_env.play.choices import (
    advice_words,
    choices,
    doubt_words,
    gives_up,
    heading,
    question_meaning,
    reason_words,
    roll_words,
    worth_words,
)
from stuka_env.play.ending import (
    REVIEW_COMMAND,
    REVIEW_MEANING,
    SHOW,
    next_steps,
    review_installed,
    score_words,
)
from stuka_env.play.exercises.session import ExerciseSession
from stuka_env.play.keys import Key
from stuka_env.play.parts import PlayParts
from stuka_env.play.session import Session
from stuka_env.play.sharing import kind_name, war_name
from stuka_env.play.typed_rolls import allowed_words
from stuka_env.play.war import War
from stuka_env.play.war_reader import so_far
from stuka_env.watch.data import constants
from stuka_env.watch.pack import SheetPacker

RECENT_ENTRIES = 400
"""Newest entries of the journal from which the list beside the question is made."""


def page_constants(parts: PlayParts, spec: Any, keys: Iterable[Key]) -> dict[str, Any]:
    """Return what stays the same while the page is open."""
    return {
        **constants(parts.game.name, spec),
        "keys": [[key.shown, key.meaning] for key in keys if key.in_browser],
        "about": parts.words.about_page,
        "wars": [],
    }


def lines_of(war: War, entries: Sequence[Any]) -> list[list[Any]]:
    """Return text and style of each entry that is worth reading."""
    return [[entry.text, int(entry.kind.declared.look)] for entry in worth_reading(entries)]


def dice_view(war: War) -> dict[str, Any] | None:
    """Return the roll that is asked for; None if none is."""
    if war.need is None:
        return None
    typed = not war.need.choices
    return {"about": roll_words(war), "allowed": allowed_words(war.need) if typed else ""}


def packed_sheet(sheet: Sheet) -> dict[str, Any]:
    """Return a sheet as the change from nothing, with the values that it refers to."""
    packer = SheetPacker()
    changes = packer.changes(None, sheet)
    return {**packer.constants(), "changes": changes}


def session_view(session: Session) -> dict[str, Any]:
    """Return the war as the player sees it now."""
    war = session.war
    fresh = war.newest_entries
    return {
        "sheet": packed_sheet(so_far(war).sheet(fresh)),
        "name": war_name(war),
        "so_far": war.parts.results.so_far(war),
        "heading": heading(war),
        "help": question_meaning(war) if war.need is None else "",
        "options": [[one.number, one.answer, one.label, one.meaning, gives_up(war, one)] for one in choices(war)],
        "dice": dice_view(war),
        "lesson": session.words,
        "journal": lines_of(war, war.journal[-RECENT_ENTRIES:]),
        "fresh": len(lines_of(war, fresh)),
        "missions": len(war.lines),
        "seating": session.is_seating,
        "rivals": len(war.lines) > 0 and not war.table,
        "error": session.error_text,
        "end": end_view(session) if war.over else None,
    }


def sections_view(sections: Iterable[tuple[str, Sequence[str]]]) -> list[list[Any]]:
    """Return title and lines of each section of a debrief."""
    return [[title, list(lines)] for title, lines in sections]


def debrief_view(ended: Debrief) -> dict[str, Any]:
    """Return a debrief."""
    return {"title": ended.title, "sections": sections_view(ended.sections), "flown": ended.flown}


def steps_view(session: Session) -> list[list[str]]:
    """Return name, label and meaning of each next step that the page has."""
    meanings = {SHOW: "opens the replay in another tab"}
    if review_installed(session):
        meanings[REVIEW_COMMAND] = REVIEW_MEANING
    steps = [step for step in next_steps(session) if step.in_browser]
    return [[step.name, step.label, meanings.get(step.name, step.meaning)] for step in steps]


def end_view(session: Session) -> dict[str, Any]:
    """Return the result of a war that is over, and the next steps."""
    war, results = session.war, session.war.parts.results
    return {
        "score": war.parts.score(war),
        "words": score_words(war),
        "level": results.level(war),
        "sections": sections_view(so_far(war).debrief()),
        "closing": session.closing_words,
        "steps": steps_view(session),
    }


def position_view(text: str) -> dict[str, str]:
    """Return a position, and the command that plays on from it."""
    return {"position": text, "command": command_here(PROGRAM, "play", "--position", text)}


def exercise_view(session: ExerciseSession, advice: Answer | None) -> dict[str, Any]:
    """Return what the page shows of an exercise beside its mat and its question.

    Args:
        session: the exercises.
        advice: the opinion of the policy that continued; None while it is not known.
    """
    practice, explanation = session.practice, session.explanation(advice)
    return {
        "name": kind_name(session.war),
        "asks": session.asks_for_theme or session.is_over,
        "answer": practice.answer,
        "verdict": "" if explanation is None else explanation.verdict,
        "right": explanation is not None and explanation.is_right,
        "sections": [] if explanation is None else sections_view(explanation.sections),
        "theme": practice.progress.theme,
        "mixed": practice.progress.shuffle is not None,
        "themes": [
            [tally.theme, practice.theme_words(tally.theme), tally.answered, tally.total, practice.result_words(tally)]
            for tally in practice.tallies()
        ],
    }


def opinion_view(war: War, name: str, opinion: Opinion) -> dict[str, Any]:
    """Return an adviser's opinion about the open decision."""
    listed = choices(war)
    return {
        "choice": opinion.choice,
        "summary": advice_words(name, opinion, listed),
        "reason": reason_words(opinion, listed),
        "doubts": " ".join(filter(None, (doubt_words(opinion, listed), worth_words(opinion)))),
        "unit": opinion.unit,
        "digits": opinion.digits,
        "chances": [[action, share] for action, share in opinion.probabilities.items()],
        "more": [
            [one.answer, opinion.compared(one.answer), opinion.errors.get(one.answer)]
            for one in listed
            if one.answer != opinion.choice and opinion.compared(one.answer) is not None
        ],
    }
