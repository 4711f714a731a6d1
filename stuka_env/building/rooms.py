"""The rooms of a made game that follow from its record: play by hand, pages, texts, and positions."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from stuka_env.building.war import plan_codes
from stuka_env.building.words import MadeWords
from stuka_env.declared.codes import sentence
from stuka_env.declared.commentary import Comment
from stuka_env.declared.journal import words_of
from stuka_env.declared.log_sheet import Debrief
from stuka_env.declared.records import block_of
from stuka_env.game import Game
from stuka_env.play.parts import Choice, PlayParts, ResultParts, WordParts
from stuka_env.play.typed_rolls import Need
from stuka_env.policy import RANDOM
from stuka_env.position.parts import PositionParts, codes_in
from stuka_env.replay import Moment
from stuka_env.replay.run import Ending
from stuka_env.text.parts import TextParts
from stuka_env.watch.parts import (
    LineStarts,
    Nouns,
    RecordRow,
    RecordTable,
    Standing,
    StripLine,
    WarReader,
    WatchParts,
    in_short,
)

ABOUT_ROLLS = """\
You roll your dice. The program names the roll, adds the modifiers and keeps the records. Type the faces as they lie, \
such as 3 4. u takes back a roll with a typing error."""
ABOUT_SHEET = "The mat shows everything that the rules know; the options beside it are all that you may do."


def number_of_line(game: Game, entry: Any) -> int | None:
    """Return the number of the line that an entry of the kind of its name begins; None for other entries."""
    return int(entry.first) if entry.kind.name.lower() == game.declared.line else None


def words_of_game(game: Game) -> MadeWords:
    """Return the words of a made game."""
    declared = game.declared
    return MadeWords(declared.log_line, declared.points, declared.unit, declared.line)


def lines_in_words(game: Game, lines: Iterable[Mapping[str, Any]]) -> list[tuple[str, ...]]:
    """Return the cells of lines of the log sheet."""
    names = [field.name for field in game.declared.log_line.FIELDS if field.name != "over"]
    return [tuple(str(line[name]) for name in names) for line in lines]


# --- play ---


def cards_left(need: Need) -> list[Choice]:
    """Return a choice for each kind of which a card can be drawn; none for dice."""
    declared = need.chart.declared
    words = words_of(declared.numbers["result"])
    cards = {declared.kind_of(card): card for card in reversed(need.choices)}
    return [Choice(number, cards[kind], words(kind), "") for number, kind in enumerate(sorted(cards), 1)]


def play_of(game: Game) -> PlayParts:
    """Return the parts of a made game to be played by hand."""
    declared, words = game.declared, words_of_game(game)

    def so_far(war: Any) -> str:
        return f"{words.counted(points(war.mat, None))} so far"

    def points(mat: Any, charts: Any) -> float:
        return float(mat[game.standing_block][declared.points])

    return PlayParts(
        game=game,
        title=declared.title.upper(),
        words=WordParts(
            drawn=lambda war, need: cards_left(need),
            gives_up=declared.gives_up,
            about_game=game.summary,
            about_dice=ABOUT_ROLLS,
            about_page=ABOUT_SHEET,
        ),
        results=ResultParts(
            points=points,
            level=lambda war: words.counted(war.result[declared.points]),
            so_far=so_far,
            compared=lambda line, number: sentence(declared.line)[:-1],
            scored=lambda line: words.counted(line[declared.points]),
            nouns=declared.episodes,
            rivals=declared.rivals,
        ),
    )


# --- pages of replays ---


class OneLine:
    """A detector of the beginnings of lines of the log sheet: an episode is one line."""

    def begins(self, entry: Any) -> bool:
        """Return False: no entry begins another line."""
        return False


class MadeReader(WarReader):
    """A reader of a war, moment by moment."""

    def __init__(self, game: Game, spec: Any, begin: Moment, first: int) -> None:
        super().__init__(spec, begin, first)
        self._game, self._words, self._numbered = game, words_of_game(game), game.declared.numbers_lines

    def lines(self) -> list[StripLine]:
        """Return the line of the log sheet, if it ended with this moment."""
        return [self._strip(line) for line in self._moment.lines]

    def _strip(self, line: Mapping[str, Any]) -> StripLine:
        points, name = line[self._game.declared.points], line.get(self._game.declared.line, "")
        words = self._words.counted(points)
        return StripLine(str(name), self._game.declared.title, f"{points:g}", words, True, values=((points,),))

    def open_line(self) -> StripLine:
        """Return the line that this moment belongs to."""
        name = self._moment.mat[self._game.standing_block][self._game.declared.line] if self._numbered else ""
        return StripLine(str(name), self._game.declared.title)

    def ended(self) -> Sequence[Debrief]:
        """Return no debriefs: the debrief of the only line is that of the episode."""
        return []

    def sheet(self, fresh: Sequence[Any], mat: Any = None) -> Any:
        """Return the sheet of this moment, or of a mat soon after it."""
        return self._game.views.sheet(self._moment.mat if mat is None else mat, self._spec.charts, fresh=fresh)

    def standing(self) -> Standing:
        """Return the scale of the points so far."""
        return Standing(f"{self._game.declared.episodes[-1]} score", "The points so far.")

    def record(self) -> list[RecordRow]:
        """Return the lines of the log sheet."""
        return [RecordRow(cells, 0) for cells in lines_in_words(self._game, self._missions)]

    def result(self, env: str, ending: Ending) -> tuple[str, str]:
        """Return no level, which the game does not have, and the result in one line."""
        assert ending.result is not None and ending.score is not None
        return "", self._words.ending(env, ending.result, int(ending.score))

    def debrief(self) -> Sequence[tuple[str, Sequence[str]]]:
        """Return the debrief of the episode, which begins with the commentary on all of it."""
        comment = self._comment(self._missions[-1], self._journal, None) if self._missions else Comment()
        return [*in_short(comment), *self._words.sections(self._journal)]


def watch_of(game: Game) -> WatchParts:
    """Return the parts of a made game for the page of its replays."""
    declared = game.declared
    unit, is_numbered = f"{declared.unit}s", declared.numbers_lines

    def settled(mat: Any) -> int:
        block = mat[game.standing_block]
        return int(block["over"]) + (int(block[declared.line]) - 1 if is_numbered else 0)

    nouns = Nouns(declared.title, declared.line, declared.episodes[-1], unit, f"{unit} of the final score", 0)
    return WatchParts(
        nouns=lambda spec: nouns,
        glossary=declared.glossary,
        starts=(lambda: LineStarts(partial(number_of_line, game))) if is_numbered else OneLine,
        routines={},
        routine_of=lambda moment: None,
        routine_answers="",
        stage_of=lambda mat: 0,
        settled=settled,
        setting=lambda arguments: ", ".join(game.replays.title(arguments)),
        strip=f"the {unit} {'after' if is_numbered else 'of'} a {declared.line}",
        events="",
        graphs=(),
        skips_idle=False,
        record=RecordTable(
            title="Log sheet", key="l", meaning="the log sheet", note="", empty=f"No {declared.line} is over yet.",
            columns=tuple((column.page, False) for column in game.log_sheets.shown), name=0,
        ),
        reader=lambda spec, begin, first: MadeReader(game, spec, begin, first),
    )  # fmt: skip


# --- texts and positions ---


def text_of_game(game: Game) -> TextParts:
    """Return the parts of a made game for texts."""
    declared = game.declared
    return TextParts(
        refusals=declared.gives_up,
        rivals=(*declared.rivals[::-1], RANDOM),
    )


def positions_of(game: Game) -> PositionParts:
    """Return the parts of a made game for its positions."""
    declared = game.declared
    plan = block_of(declared.mat, declared.plan)
    return PositionParts(
        left_out={f"{game.standing_block}.over": "0 until the war is over"},
        codes=codes_in(plan) if declared.war else lambda mat: plan_codes(declared.plan, mat[plan]),
        complete=lambda snapshot, spec: None,
    )


ROOMS: Mapping[str, Callable[[Game], Any]] = {
    "PLAY": play_of,
    "WATCH_PARTS": watch_of,
    "TEXT_PARTS": text_of_game,
    "POSITION_PARTS": positions_of,
}
"""The records of rooms, each with the function that derives it."""
