"""A session as JSON values: all that the page of the game shows."""

from collections.abc import Iterable
from typing import Any

from stuka_env.games.stuka.codes import Decision, Role, Scale
from stuka_env.games.stuka.page.codes import LOOKS, PACKING
from stuka_env.games.stuka.page.frames import attack_sectors, career_json, path
from stuka_env.games.stuka.page.lines import num_missions
from stuka_env.games.stuka.words import wording
from stuka_env.games.stuka.words.crew_names import PEOPLE
from stuka_env.games.stuka.words.debrief import Debrief, Section
from stuka_env.games.stuka.words.entry import JournalEntry
from stuka_env.games.stuka.words.glossary import QUESTIONS
from stuka_env.games.stuka.words.translation import worth_reading
from stuka_env.games.stuka.words.war_debrief import war_debrief
from stuka_env.play.advice import Opinion
from stuka_env.play.choices import GIVING_UP, advice_words, choices, doubt_words, heading, roll_words
from stuka_env.play.crews import Proposal, formation_words, is_seating, last_time, people_ready, seats_of
from stuka_env.play.ending import (
    COMPARE,
    REVIEW_COMMAND,
    REVIEW_MEANING,
    SHARE_RESULT,
    SHOW,
    next_steps,
    review_installed,
)
from stuka_env.play.keys import KEYS
from stuka_env.play.rivals import missions_of
from stuka_env.play.session import Session
from stuka_env.play.sharing import war_name
from stuka_env.play.typed_rolls import allowed_words
from stuka_env.play.war import War
from stuka_env.watch.data import constants
from stuka_env.watch.parts import Look

RECENT_ENTRIES = 400
"""Newest entries of the journal from which the list beside the question is made."""


def page_constants() -> dict[str, Any]:
    """Return what stays the same while the page is open."""
    return {
        **constants("stuka", None),
        "keys": [[key.shown, key.meaning] for key in KEYS if key.in_browser],
        "wars": [],
    }


def lines_of(entries: Iterable[JournalEntry]) -> list[list[Any]]:
    """Return text and style of each entry that is worth reading."""
    return [[entry.text, int(LOOKS.get(entry.kind, Look.PLAIN))] for entry in worth_reading(list(entries))]


def names_of(war: War) -> list[str]:
    """Return the names of all people, pilots first."""
    return [war.crews.of(person) for person in range(1, PEOPLE + 1)]


def dice_view(war: War) -> dict[str, Any] | None:
    """Return the roll that is asked for; None if none is."""
    if war.need is None:
        return None
    typed = not war.need.choices
    return {"about": roll_words(war), "allowed": allowed_words(war.need) if typed else ""}


def crews_view(war: War, proposal: Proposal, has_adviser: bool) -> dict[str, Any]:
    """Return the page of the crews: the seats, their people, all who are ready, and the ways to fill the seats."""
    mat = war.mat
    ways = {"rested": True, "last_time": bool(last_time(war)), "advised": has_adviser}
    return {
        "ways": [way for way, is_possible in ways.items() if is_possible],
        "title": formation_words(mat),
        "way": proposal.way,
        "seats": [
            [seat.slot, int(seat.role), proposal.crews.people.get(seat, 0), int(seat in proposal.crews.people)]
            for seat in seats_of(mat)
        ],
        "ready": {wording.ROLE_WORDS[role] + "s": people_ready(mat, role) for role in Role},
    }


def session_view(session: Session) -> dict[str, Any]:
    """Return the war as the player sees it now."""
    war, mat = session.war, session.war.mat
    fresh = war.newest_entries
    return {
        "mat": PACKING.numbers(mat).tolist(),
        "names": names_of(war),
        "cards": list(war.charts.card_names),
        "name": war_name(war),
        "num_missions": num_missions(war.engine.spec, mat),
        "points": round(war.points, 1),
        "scored": war.engine.spec.scale != Scale.MISSION or war.over,
        "heading": heading(war),
        "help": QUESTIONS.get(Decision(int(mat["cursor"]["decision"])), ""),
        "options": [[one.number, one.answer, one.label, one.meaning, one.answer in GIVING_UP] for one in choices(war)],
        "dice": dice_view(war),
        "lesson": session.words,
        "journal": lines_of(war.journal[-RECENT_ENTRIES:]),
        "fresh": len(lines_of(fresh)),
        "attacks": attack_sectors(fresh),
        "path": path(fresh),
        "missions": len(missions_of(war)),
        "seating": is_seating(war),
        "rivals": len(missions_of(war)) > 0 and not war.table,
        "error": session.error_text,
        "end": end_view(session) if war.over else None,
    }


def sections_view(sections: Iterable[Section]) -> list[list[Any]]:
    """Return title and lines of each section of a debrief."""
    return [[title, list(lines)] for title, lines in sections]


def debrief_view(ended: Debrief) -> dict[str, Any]:
    """Return the debrief of a mission or segment."""
    return {"title": ended.title, "sections": sections_view(ended.sections), "flown": ended.flown}


def steps_view(session: Session) -> list[list[str]]:
    """Return name, label and meaning of each next step that the page has."""
    meanings = {SHOW: "opens the replay in another tab"}
    if review_installed():
        meanings[REVIEW_COMMAND] = REVIEW_MEANING
    if session.war.table:
        meanings[SHARE_RESULT] = "the result in one line, with the name of the replay"
    can_compare = not session.war.table
    steps = [step for step in next_steps(session) if step.in_browser and (can_compare or step.name != COMPARE)]
    return [[step.name, step.label, meanings.get(step.name, step.meaning)] for step in steps]


def end_view(session: Session) -> dict[str, Any]:
    """Return the result of a war that is over, and the next steps."""
    war, result = session.war, session.war.result or {}
    return {
        "score": result["score"],
        "level": result["level"],
        "sections": sections_view(war_debrief(war.mat, war.charts)),
        "closing": session.closing_words,
        "steps": steps_view(session),
    }


def opinion_view(war: War, name: str, opinion: Opinion) -> dict[str, Any]:
    """Return an adviser's opinion about the open decision."""
    listed = choices(war)
    return {
        "choice": opinion.choice,
        "summary": advice_words(name, opinion, listed),
        "reason": opinion.reason,
        "doubts": doubt_words(opinion, listed),
        "chances": [[action, share] for action, share in opinion.probabilities.items()],
        "more": [
            [one.answer, opinion.compared(one.answer), opinion.errors.get(one.answer)]
            for one in listed
            if one.answer != opinion.choice and opinion.compared(one.answer) is not None
        ],
    }


def careers_view(war: War) -> list[dict[str, Any]]:
    """Return the careers of all who have had a place of the roster."""
    return [career_json(career) for career in war.careers()]
