"""The data of the page as JSON values, made from replays."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from stuka_env.game import room_of
from stuka_env.position.text import text_of_mats
from stuka_env.replay import Flight, Moment
from stuka_env.watch.pack import Texts, changes
from stuka_env.watch.parts import JournalParts, Look, PageParts
from stuka_env.watch.review import WarReview, review_json

QUIET = 16
"""Style of an entry that only repeats its neighbour."""


def parts_of(game: str) -> PageParts:
    """Return the parts of the page of a game, by its name."""
    parts: PageParts = room_of(game, "page").PAGE
    return parts


class JournalPager:
    """A reader of the journal that knows the mission of each entry."""

    def __init__(self, parts: JournalParts, mission: int, texts: Texts) -> None:
        self.mission = mission
        self._parts = parts
        self._texts = texts
        self._starts = parts.starts()

    def page(self, entries: Sequence[Any], mission: int) -> list[int]:
        """Return text, style and mission of every entry, one after the other.

        Args:
            entries: the entries since the previous decision.
            mission: the mission of the decision after them.
        """
        worth = {id(entry) for entry in self._parts.worth_reading(entries)}
        numbers = []
        for entry in entries:
            if self._starts.begins(entry):
                self.mission = min(self.mission + 1, mission)
            look = self._parts.looks.get(entry.kind, Look.PLAIN) + (0 if id(entry) in worth else QUIET)
            numbers += [self._texts.number(entry.text), int(look), self.mission]
        return numbers


def sections_json(sections: Iterable[tuple[str, Sequence[str]]], texts: Texts) -> list[list[Any]]:
    """Return title and texts of each section of a debrief."""
    return [[title, [texts.number(line) for line in lines]] for title, lines in sections]


def policy_json(moment: Moment, texts: Texts) -> dict[str, Any]:
    """Return the statements of the policy about a decision; None where it has none."""
    return {
        "expects": moment.expected_score,
        "why": None if moment.reason is None else texts.number(moment.reason),
        "chances": _by_action(moment.probabilities),
        "scores": _by_action(moment.action_scores, 2),
        "errors": _by_action(moment.action_errors, 2),
    }


def _by_action(numbers: dict[int, float] | None, digits: int | None = None) -> list[list[float]] | None:
    """Return numbers by action, rounded to some digits."""
    if numbers is None:
        return None
    return [[action, number if digits is None else round(number, digits)] for action, number in sorted(numbers.items())]


class WarFrames:
    """The frames of one war: one for each decision, and one for the end."""

    def __init__(self, parts: PageParts, flight: Flight, texts: Texts) -> None:
        begin = flight.moments[0]
        self._spec = flight.spec
        self.texts = texts
        self.frames: list[dict[str, Any]] = []
        self.missions: list[dict[str, Any]] = []
        self.first = parts.settled(begin.mat) - len(begin.lines)
        self.reader = parts.reader(flight, self.first)
        self._parts = parts
        self._before: Any = None
        self._pager = JournalPager(parts.journal, self.first, texts)

    def add(self, moment: Moment) -> None:
        """Add a frame."""
        self.reader.add(moment)
        self.missions += [
            line | {"number": self.first + len(self.missions) + place, "frame": moment.number}
            for place, line in enumerate(self.reader.lines())
        ]
        self.frames.append(self._frame(moment))

    def _frame(self, moment: Moment) -> dict[str, Any]:
        numbers = self._parts.packing.numbers(moment.mat)
        frame: dict[str, Any] = {
            "mission": moment.line,
            "mat": numbers.tolist() if self._before is None else changes(self._before, numbers),
            "question": self.texts.number(self._parts.question(moment)),
            "legal": [number for index, text in moment.legal for number in (index, self.texts.number(text))],
            "journal": self._pager.page(moment.journal, moment.line),
            "earned": round(moment.earned, 2),
        }
        self._before = numbers
        extras = {
            "action": moment.action,
            "routine": self._parts.routine_of(moment),
            "position": self._position(moment),
            "ended": [
                {"title": one.title, "debrief": sections_json(one.sections, self.texts)} for one in self.reader.ended()
            ],
            **policy_json(moment, self.texts),
            **self.reader.extras(self.texts),
        }
        return frame | {key: value for key, value in extras.items() if value not in (None, [])}

    def _position(self, moment: Moment) -> str | None:
        """Return the position at a decision as text; None at the end of the war."""
        if not moment.legal:
            return None
        return text_of_mats(self._spec, self._spec.charts, np.array([moment.mat]))


def war(name: str, flight: Flight, texts: Texts, review: WarReview | None = None) -> dict[str, Any]:
    """Return one war for the page, under a name, with its review."""
    replay, ending = flight.replay, flight.ending
    war_frames = WarFrames(parts_of(flight.spec.game), flight, texts)
    for moment in flight.moments:
        war_frames.add(moment)
    ended = [] if ending.result is None else war_frames.reader.debrief()
    return {
        "name": name,
        "policy": replay.policy_record.name,
        "limits": replay.policy_record.limits,
        "env": replay.env,
        "arguments": {key: value for key, value in replay.arguments.items() if key != "charts"},
        "seed": str(replay.seed),
        "episode": str(replay.episode),
        "charts": replay.charts_sha256,
        "result": ending.result,
        "score": ending.score,
        "debrief": sections_json(ended, texts),
        "first": war_frames.first,
        "frames": war_frames.frames,
        "missions": war_frames.missions,
        "review": None if review is None else review_json(review),
        **war_frames.reader.facts(),
    }


def constants(game: str, spec: Any) -> dict[str, Any]:
    """Return what a page of a game must know to draw a mat: the layout of its numbers, codes and words."""
    parts = parts_of(game)
    return {
        "game": game,
        "layout": parts.packing.layout(),
        **parts.codes(),
        "nouns": parts.nouns(spec)._asdict(),
        "glossary": parts.glossary(),
    }


def page_data(game: str, spec: Any, wars: list[dict[str, Any]], texts: Texts) -> dict[str, Any]:
    """Return all data of the page of a game."""
    return {**constants(game, spec), "routines": dict(parts_of(game).routines), "texts": texts.all(), "wars": wars}
