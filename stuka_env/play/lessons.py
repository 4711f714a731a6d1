"""Tutorials that are data: the file ``lessons.toml`` of a game.

It names the war, its seed and its planned rolls, and has a list of lessons. A lesson is for one decision or for
several. The first one that fits is given: each value that its ``when`` names is the stated one. Names are these::

    "run.place"    a field of the mat, as a number or as the name of a code
    "legal.FIRE"   whether an action of a verb is legal
    "is_hurt"      a fact that a function of the game, found by this name, works out from the position
    "rule"         words of the table [words], in texts only
    "n"            the argument of the action that is advised, in texts only

A text has names in braces. It may be a list of parts, and a part is left out where a ``when`` of its own does not hold.
Advice is the choice of such a function, the ``chooser``, or the first legal action of some ``verbs``. Or it is the
first one whose label matches one of the regular expressions of ``advice``.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from stuka_env.declared.actions import Catalogue
from stuka_env.declared.sentences import declaration_of
from stuka_env.game import Game
from stuka_env.io.game_packages import PACKAGES
from stuka_env.io.reading import MIB, FileError, read_toml
from stuka_env.play.lesson_checks import ANY_VERB, ARGUMENT, NAME_IN_TEXT, LessonChecks, parts_of, values_of
from stuka_env.play.typed_rolls import Position

LESSONS_FILE = "lessons.toml"
TURNS_BEFORE = 1
"""Turns before the first decision."""
MOST_REPEATED = 4
"""Sentences that the answer to a decision repeats, unless the file has another number."""
NOBODY_FLOWN = "nobody has flown"
"""Words about a war whose result has the values of ``not_flown``."""


class Lesson(NamedTuple):
    """The text and the advice at one decision of the tutorial."""

    before: str
    """Guidance, with the advice."""
    advised: int
    """The action that is advised."""
    followed: str
    """The answer if the player takes the advice."""
    again: str = ""
    """Guidance in place of ``before`` when it has been given; "" repeats that."""


class FileLessons:
    """The tutorial of a file.

    Args:
        game: the game.
        data: the file.
        facts: the module with the facts and choices that its lessons name; None for none.
    """

    def __init__(self, game: Game, data: Mapping[str, Any], facts: Any) -> None:
        self.game, self.data, self.facts = game, data, facts
        self.environment: str = data["environment"]
        self.arguments: Mapping[str, str] = data["arguments"]
        self.seed: int = data["seed"]
        """Seed of the rolls where the tape ends."""
        self.whole: str = data["whole"]
        """A war of the usual length: "a whole operation"."""
        self.acts = Catalogue(game.declared.codes.Act)

    def lesson_at(self, seen: Position) -> Lesson | None:
        """Return the first lesson that fits the open decision; None where none does."""
        now = TaughtDecision(self, seen)
        fits = (one for one in self.data["lessons"] if now.decision in one["decision"].split())
        lesson = next((one for one in fits if now.holds(one.get("when", {}))), None)
        if lesson is None:
            return None
        now.advise(lesson)
        welcome = [self.data.get("welcome", "").strip()] if seen.turn == TURNS_BEFORE else []
        words = " ".join(filter(None, [*welcome, now.text(lesson["before"]).strip()]))
        return Lesson(words, now.advised, now.text(lesson["followed"]), lesson.get("again", ""))

    def tape(self, charts: Any) -> dict[Any, list[tuple[int, ...]]]:
        """Return the planned rolls, with the cards that the charts in force have."""
        form, tape = self.game.engine.tape, {}
        for name, rolls in self.data.get("tape", {}).items():
            numbers = [form.card_number(roll, charts) if isinstance(roll, str) else roll for roll in rolls]
            dice = [number if isinstance(number, list) else [number] for number in numbers if number is not None]
            tape[self.game.declared.codes.Chart[name]] = [tuple(faces) for faces in dice]
        return tape

    def results(self, journal: Sequence[Any]) -> list[str]:
        """Return the sentences of what a decision led to: of the kinds that the file names, or what happened."""
        kinds = self.data.get("results")
        texts = [one.text for one in journal if (one.kind.name in kinds if kinds else declaration_of(one).happens)]
        return texts[: self.data.get("most_results", MOST_REPEATED)]

    def otherwise(self, verb: Any) -> str:
        """Return the answer to a decision that was not advised: that of the file, or the meaning of the verb."""
        words = verb.meaning or verb.text.replace(" {n}", "")
        answers = self.data.get("otherwise", {})
        return str(answers.get(verb.name, answers.get(ANY_VERB, f"As you wish: {words[0].lower()}{words[1:]}.")))

    def closing(self, result: Mapping[str, Any]) -> str:
        """Return the words about what has been flown."""
        not_flown = self.data.get("not_flown")
        is_idle = not_flown and all(int(result.get(name) or 0) == value for name, value in not_flown.items())
        return NOBODY_FLOWN if is_idle else str(self.data["closing"])


class TaughtDecision:
    """The open decision, with the values that lessons name.

    Args:
        file: the tutorial.
        seen: the position.
    """

    def __init__(self, file: FileLessons, seen: Position) -> None:
        self._file, self._seen, self._mat = file, seen, seen.mat[0]
        self.decision = file.game.envs.decisions[int(self._mat["cursor"]["decision"])]
        self.legal = [int(action) for action in np.flatnonzero(seen.mask[0])]
        self.advised = self.legal[0]
        """The action that the lesson advises."""

    def holds(self, when: Mapping[str, Any]) -> bool:
        """Whether all values are the expected ones, or one of several."""
        return all(
            self._value(name) in [self._number(name, one) for one in values_of(wanted)] for name, wanted in when.items()
        )

    def _value(self, name: str) -> Any:
        block, _, field = name.partition(".")
        if block == "legal":
            return bool(self._of_verb(field))
        return int(self._mat[block][field]) if field else getattr(self._file.facts, name)(self._seen)

    def _number(self, name: str, wanted: Any) -> Any:
        """Return the number of a code of a field; any other value as it is."""
        block, _, field = name.partition(".")
        if not field or not isinstance(wanted, str):
            return wanted
        fields = next(one.fields for one in self._file.game.declared.mat.FIELDS if one.name == block)
        return next(int(one.codes[wanted]) for one in fields if one.name == field and one.codes is not None)

    def _of_verb(self, verb: str) -> list[int]:
        return [action for action in self.legal if self._file.acts.verb_of(action).name == verb]

    def advise(self, lesson: Mapping[str, Any]) -> None:
        """Choose the action that a lesson advises; the first legal one if it names none that is legal."""
        choice = self._value(lesson["chooser"]) if "chooser" in lesson else None
        by_verb = [action for verb in lesson.get("verbs", ()) for action in self._of_verb(verb)]
        by_label = self._labelled(lesson.get("advice", ()))
        self.advised = int(choice) if choice in self.legal else [*by_verb, *by_label, self.legal[0]][0]

    def _labelled(self, patterns: Sequence[str]) -> list[int]:
        label, charts = self._file.game.envs.label, self._seen.spec.charts
        labels = {action: label(action, self._mat, charts) for action in self.legal if patterns}
        return [action for pattern in patterns for action in self.legal if re.search(pattern, labels[action])]

    def text(self, text: Any) -> str:
        """Return a text with the values that it names."""
        words = (one["words"] for one in parts_of(text) if self.holds(one.get("when", {})))
        return NAME_IN_TEXT.sub(lambda found: self._value_in_words(found[1]), "".join(words))

    def _value_in_words(self, name: str) -> str:
        if name == ARGUMENT:
            return str(self._file.acts.actions[self.advised].argument)
        words = self._file.data.get("words", {})
        return self.text(words[name]) if name in words else str(self._value(name))


def lessons_of(game: Game, facts: Any = None) -> FileLessons | None:
    """Return the tutorial in the file of a game; None for a game without one.

    Args:
        game: the game.
        facts: the module with the facts and choices that its lessons name; None for none.

    Raises:
        FileError: the file is damaged, or has a key or a name that it may not have.
    """
    path = Path(PACKAGES[game.name].folder) / LESSONS_FILE
    if not path.is_file():
        return None
    try:
        data = read_toml(path, MIB)
        LessonChecks(game.declared, facts, data).check()
    except FileError as error:
        raise FileError(f"{path}: {error}") from None
    return FileLessons(game, data, facts)
