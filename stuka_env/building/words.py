"""The words of a made game: its journal, results and log sheet, all from what it declares."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from stuka_env.declared.codes import Code
from stuka_env.declared.log_sheet import Column, Section, SheetCell, SheetLine, texts, under, with_lines
from stuka_env.declared.records import Record
from stuka_env.declared.sentences import Sentences, dice_words
from stuka_env.game import LogSheetParts


def made_sentences(
    entry: Any, kinds: Any, charts: Any, modifiers: type[Code], label: Callable[[int], str]
) -> Sentences:
    """Return the sentences of a game. The module of its class of entries has them as ``SENTENCES``, for pickling."""
    return Sentences(
        entry=entry,
        kinds=kinds,
        charts=charts,
        numbers=("first", "second", "third"),
        modifier=(modifiers, "first", "second"),
        codes={},
        places={},
        makers={"dice": dice_words, "choice": lambda entry, context: label(entry.second)},
    )


class MadeWords:
    """Words of a made game.

    Args:
        standing: the record of the score so far, which is also the result and the line of the log sheet.
        points: the name of its points.
        unit: a point in words.
        line: an episode in words.
    """

    def __init__(self, standing: type[Record], points: str, unit: str, line: str) -> None:
        self.standing, self.points, self.unit, self.line = standing, points, unit, line

    def score(self, result: Mapping[str, Any], scale: int = 0) -> float:
        """Return the score of a result in words."""
        return float(result[self.points])

    def counted(self, points: float) -> str:
        """Return points in words: "1 point", "-2 points"."""
        return f"{points:g} {self.unit}" + ("" if points == 1 else "s")

    def ending(self, env: str, result: Mapping[str, Any], score: int) -> str:
        """Return the end of an episode in words."""
        return f"score {score}"

    def sections(self, journal: Iterable[Any]) -> list[Section]:
        """Return the debrief of an episode: the entries under the headings of their declarations."""
        entries = list(journal)
        headings = (
            dict.fromkeys(one for kind in type(entries[0].kind) for one in kind.declared.sections) if entries else ()
        )
        return with_lines(Section(heading, texts(under(entries, heading))) for heading in headings if heading)

    def log_sheet(self, title: str) -> LogSheetParts:
        """Return the parts of log sheets."""
        fields = [field for field in self.standing.FIELDS if field.name != "over"]

        def lines(moments: Iterable[Any], names: Any) -> list[SheetLine]:
            values = [line for moment in moments for line in moment.lines]
            return [
                SheetLine(
                    dict(one),
                    tuple(SheetCell(str(one[field.name]), field.codes is None) for field in fields),
                    title,
                    True,
                )
                for one in values
            ]

        return LogSheetParts(
            title=f"{title}: log sheet",
            columns=tuple(
                Column(field.name, field.words, field.name.replace("_", " "), field.codes is None, True)
                for field in fields
            ),
            lines=lines,
        )


def title_words(arguments: Mapping[str, Any]) -> list[str]:
    """Return the words for the arguments of an environment."""
    return [f"{name} {value}" for name, value in arguments.items() if value]
