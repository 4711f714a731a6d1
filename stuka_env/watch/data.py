"""The data of the page as JSON values, made from replays."""

from collections.abc import Iterable, Sequence
from itertools import chain, repeat
from typing import Any

import numpy as np

from stuka_env.declared.commentary import Comment
from stuka_env.declared.reasons import reason_of_numbers
from stuka_env.declared.sentences import Modifiers, is_roll, worth_reading
from stuka_env.declared.sheet import Sheet
from stuka_env.game import game_named
from stuka_env.position.text import text_of_mats
from stuka_env.replay import Flight, Moment
from stuka_env.replay.file import PolicyRecord
from stuka_env.replay.rolls import roll_lines
from stuka_env.watch.pack import SheetPacker, Texts
from stuka_env.watch.parts import Standing, Starts, StripLine, WatchParts, of_last_line, watch_parts
from stuka_env.watch.review import WarReview, review_json

QUIET = 16
"""Style of an entry that only repeats its neighbour."""


class JournalPager:
    """A reader of the journal that knows the mission of each entry."""

    def __init__(self, starts: Starts, mission: int, texts: Texts) -> None:
        self.mission = mission
        self._texts = texts
        self._starts = starts

    def page(self, entries: Sequence[Any], mission: int) -> list[int]:
        """Return text, style and mission of every entry, one after the other.

        Args:
            entries: the entries since the previous decision.
            mission: the mission of the decision after them.
        """
        worth = {id(entry) for entry in worth_reading(entries)}
        numbers = []
        for entry in entries:
            if self._starts.begins(entry):
                self.mission = min(self.mission + 1, mission)
            look = entry.kind.declared.look + (0 if id(entry) in worth else QUIET)
            numbers += [self._texts.number(entry.text), int(look), self.mission]
        return numbers


class RollPager:
    """A reader of the rolls of a flight, line by line."""

    def __init__(self, flight: Flight, texts: Texts) -> None:
        self._results, self._sentences, self._texts = flight.rolls, flight.game.envs.sentences, texts
        self._modifiers: Modifiers = ()

    def page(self, entries: Sequence[Any]) -> list[list[int]]:
        """Return the place of each roll among the next entries with its texts; none unless the flight has any."""
        opened, results = list[list[int]](), self._results
        if results is None:
            return opened
        for place, entry in enumerate(entries):
            lines = roll_lines(entry, self._modifiers, results.get(id(entry), ())) if is_roll(entry) else []
            opened += [[place, *map(self._texts.number, lines)]] if lines else []
            self._modifiers = self._sentences.modifiers_after(entry, self._modifiers)
        return opened


def sections_json(sections: Iterable[tuple[str, Sequence[str]]], texts: Texts) -> list[list[Any]]:
    """Return title and texts of each section of a debrief."""
    return [[title, [texts.number(line) for line in lines]] for title, lines in sections]


def reason_words(moment: Moment, record: PolicyRecord, unit: str) -> str:
    """Return the reason of a choice: the policy's own, or else what its numbers say; '' without either."""
    if moment.reason is not None or moment.action is None:
        return moment.reason or ""
    return reason_of_numbers(
        moment.action,
        chances=moment.probabilities or {},
        values=(not record.values_are and moment.action_scores) or {},
        labels=dict(moment.legal),
        unit=unit,
    )


def policy_json(moment: Moment, reason: str, texts: Texts) -> dict[str, Any]:
    """Return the statements of the policy about a decision; None where it has none."""
    return {
        "expects": moment.expected_score,
        "why": texts.number(reason) if reason else None,
        "chances": _by_action(moment.probabilities),
        "scores": _by_action(moment.action_scores, 2),
        "errors": _by_action(moment.action_errors, 2),
    }


def _by_action(numbers: dict[int, float] | None, digits: int | None = None) -> list[list[float]] | None:
    """Return numbers by action, rounded to some digits."""
    if numbers is None:
        return None
    return [[action, number if digits is None else round(number, digits)] for action, number in sorted(numbers.items())]


def _named(line: StripLine, number: int) -> dict[str, Any]:
    """Return a line with its name, which is its number from 1 if it has no other one."""
    return line._asdict() | {"name": line.name or str(number + 1)}


class WarFrames:
    """The frames of one war: one for each decision, one for each passage between two of them, and one for the end."""

    def __init__(self, parts: WatchParts, flight: Flight, texts: Texts, sheets: SheetPacker) -> None:
        begin = flight.moments[0]
        self._spec = flight.spec
        self._policy, self._unit = flight.replay.policy_record, parts.nouns(flight.spec).unit
        self.texts = texts
        self.frames: list[dict[str, Any]] = []
        self.missions: list[dict[str, Any]] = []
        self.first = parts.settled(begin.mat) - len(begin.lines)
        self.reader = parts.reader(flight.spec, begin, self.first)
        self.decisions: list[int] = []
        """The frame of each decision, and of the end."""
        self._parts = parts
        self._sheets = sheets
        self._sheet: Sheet | None = None
        self._stage = 0
        self._standing: Standing | None = None
        self._pager = JournalPager(parts.starts(), self.first, texts)
        self._rolls = RollPager(flight, texts)

    def add(self, moment: Moment) -> None:
        """Add a frame."""
        self.reader.add(moment)
        if not moment.title:
            self.decisions.append(len(self.frames))
        comments = chain(self.reader.comments, repeat(Comment()))
        for line, comment in zip(self.reader.lines(), comments, strict=False):
            self.missions.append(self._line(line, self.first + len(self.missions), comment))
        self.frames.append(self._frame(moment))

    def _line(self, line: StripLine, number: int, comment: Comment) -> dict[str, Any]:
        """Return a line with its name, its index, the frame of its end, and what decided it with its weight."""
        told = {"decided": self.texts.number(comment.deciding), "weight": comment.weight} if comment.deciding else {}
        return _named(line, number) | {"number": number, "frame": len(self.frames)} | told

    def _frame(self, moment: Moment) -> dict[str, Any]:
        frame: dict[str, Any] = {
            "mission": moment.line,
            "legal": [number for index, text in moment.legal for number in (index, self.texts.number(text))],
            "journal": self._pager.page(moment.journal, moment.line),
            "earned": round(moment.earned, 2),
        }
        brief = self.reader.brief()
        extras = {
            **self._drawn(moment),
            "rolls": self._rolls.page(moment.journal),
            "passage": moment.title or None,
            "action": moment.action,
            "routine": self._parts.routine_of(moment),
            "position": self._position(moment),
            "ended": [
                {"title": one.title, "debrief": sections_json(one.sections, self.texts)}
                for one in self.reader.debriefs()
            ],
            **policy_json(moment, reason_words(moment, self._policy, self._unit), self.texts),
            "alike": self.reader.alike(),
            "brief": None if brief is None else self.texts.number(brief),
        }
        return frame | {key: value for key, value in extras.items() if value not in (None, [])}

    def _drawn(self, moment: Moment) -> dict[str, Any]:
        """Return the changes of the sheet, and stage and standing if they are not those of the previous frame."""
        fresh = of_last_line(self._parts.starts(), moment.journal)
        sheet, standing = self.reader.sheet(fresh), self.reader.standing()
        stage = self._stage if moment.title else self._parts.stage_of(moment.mat)
        drawn = {
            "sheet": self._sheets.changes(self._sheet, sheet),
            "stage": None if stage == self._stage else stage,
            "standing": None if standing == self._standing else [self.texts.number(words) for words in standing],
        }
        self._sheet, self._stage, self._standing = sheet, stage, standing
        return drawn

    def _position(self, moment: Moment) -> str | None:
        """Return the position at a decision as text; None at the end of the war."""
        if not moment.legal:
            return None
        return text_of_mats(self._spec, self._spec.charts, np.array([moment.mat]))


def war(
    name: str, flight: Flight, texts: Texts, sheets: SheetPacker, review: WarReview | None = None
) -> dict[str, Any]:
    """Return one war for the page, under a name, with its review."""
    replay, ending, parts = flight.replay, flight.ending, watch_parts(flight.spec.game)
    frames = WarFrames(parts, flight, texts, sheets)
    for moment in flight.scenes():
        frames.add(moment)
    reader, arguments = frames.reader, {key: value for key, value in replay.arguments.items() if key != "charts"}
    is_over, values_are = ending.result is not None, replay.policy_record.values_are
    level, outcome = reader.result(replay.env, ending) if is_over else ("", "not played to its end")
    return {
        "name": name,
        "policy": replay.policy_record.name,
        "limits": replay.policy_record.limits,
        **({"values_are": values_are} if values_are else {}),
        "env": replay.env,
        "arguments": arguments,
        "setting": parts.setting(arguments),
        "seed": str(replay.seed),
        "episode": str(replay.episode),
        "charts": replay.charts_sha256,
        "result": ending.result,
        "level": level,
        "outcome": outcome,
        "score": ending.score,
        "debrief": sections_json(reader.debrief(), texts) if is_over else [],
        "first": frames.first,
        "frames": frames.frames,
        "missions": frames.missions,
        "open": _named(reader.open_line(), flight.moments[-1].line),
        "record": [row._asdict() for row in reader.record()],
        "review": None if review is None else review_json(review, frames.decisions),
    }


def constants(game: str, spec: Any) -> dict[str, Any]:
    """Return what a page of a game must know whatever it shows: words and outlines."""
    parts = watch_parts(game)
    words = parts.glossary
    return {
        "game": game,
        "nouns": parts.nouns(spec)._asdict(),
        "glossary": [[term, meaning, words.forms_of(term)] for term, meaning in words.meanings.items()],
        "record": parts.record._asdict(),
        "silhouettes": dict(game_named(game).views.silhouettes),
    }


def page_data(game: str, spec: Any, wars: list[dict[str, Any]], texts: Texts, sheets: SheetPacker) -> dict[str, Any]:
    """Return all data of the page of a game."""
    parts = watch_parts(game)
    return {
        **constants(game, spec),
        "routines": {name: routine._asdict() for name, routine in parts.routines.items()},
        "routine_answers": parts.routine_answers,
        "strip": parts.strip,
        "events": parts.events,
        "graphs": [graph._asdict() for graph in parts.graphs],
        "skips_idle": parts.skips_idle,
        "texts": texts.all(),
        "sheets": sheets.constants(),
        "wars": wars,
    }
