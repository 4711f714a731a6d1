"""Codes as English words, for labels, sentences and pictures."""

from stuka_env.declared.codes import plural as plural
from stuka_env.declared.codes import signed as signed
from stuka_env.games.stuka.codes import (
    SEATS,
    SEGMENT_NAMES,
    SEGMENT_TITLES,
    Decision,
    Payload,
    Role,
    Size,
    Target,
    to_index,
    to_number,
)


def segment_words(name: str) -> str:
    """Return a segment by its first month: "1941-06" is "Jun/Jul 1941" (4.5)."""
    return SEGMENT_TITLES[SEGMENT_NAMES.index(name)]


def payload_words(code: int) -> str:
    """Return an ordnance load in words (4.4)."""
    return Payload(code).word


def target_words(code: int, size: int = 0) -> str:
    """Return a target, with its size if that is known: "Large Airfield"."""
    return f"{Size(size).word} {Target(code).word}".strip()


def person_words(number: int) -> str:
    """Return a person by the number on the mat: pilots 1 to 11, gunners 12 to 22."""
    role, place = divmod(to_index(number), SEATS)
    return f"{Role(role).word} {to_number(place)}"


def decision_words(code: int, subject: int = 0) -> str:
    """Return the open decision with its subject."""
    return Decision(code).word.format(slot=subject, person=person_words(subject) if subject else "he")
