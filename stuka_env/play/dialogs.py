"""Screens over the game: help, the whole journal, careers or log sheet, a debrief, the result."""

import itertools
from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Digits, OptionList, Static

from stuka_env.declared.log_sheet import Column, Debrief, SheetLine
from stuka_env.io.command_line import PROGRAM, command_here
from stuka_env.play.choices import heading, question_meaning, roll_words
from stuka_env.play.ending import NextStep, score_words
from stuka_env.play.keys import Key
from stuka_env.play.rivals import RivalWar, compare
from stuka_env.play.war import War
from stuka_env.play.war_reader import so_far
from stuka_env.views.show import journal_texts
from stuka_env.views.terminal import sentences, two_columns
from stuka_env.views.words import said_on
from stuka_env.watch.parts import RecordRow, RecordTable

EXPLAINED_ENTRIES = 12
"""Newest entries of the journal whose words are explained."""


class OverlayScreen(ModalScreen[None]):
    """A page over the game that scrolls and closes."""

    BINDINGS = [
        Binding("escape,q,enter,space", "close", "Close"),
        Binding("up", "scroll(-1)", show=False),
        Binding("down", "scroll(1)", show=False),
        Binding("home", "end(-1)", show=False),
        Binding("end", "end(1)", show=False),
    ]

    def __init__(self, title: str, content: RenderableType, at_end: bool = False) -> None:
        super().__init__()
        self._title = title
        self._content = content
        self._at_end = at_end

    def compose(self) -> ComposeResult:
        """Create a scrolling page in a frame."""
        with VerticalScroll(id="page", can_focus=False) as page:
            page.border_title = Content(self._title)
            page.border_subtitle = "Escape closes"
            yield Static(self._content)

    def on_mount(self) -> None:
        """Scroll to the end if the page was made so."""
        if self._at_end:
            self.query_one(VerticalScroll).scroll_end(animate=False)

    def action_close(self) -> None:
        """Return to the game."""
        self.dismiss(None)

    def action_scroll(self, lines: int) -> None:
        """Scroll by some lines."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def action_end(self, which: int) -> None:
        """Scroll to the first line (-1) or the last (1)."""
        page = self.query_one(VerticalScroll)
        if which < 0:
            page.scroll_home(animate=False)
        else:
            page.scroll_end(animate=False)


def help_page(war: War, keys: Iterable[Key], own_dice: bool) -> OverlayScreen:
    """Return the help for the current screen: question, options, words, keys, and how to read the mat.

    Args:
        war: the war.
        keys: the keys of the screen.
        own_dice: whether the player rolls and types the dice.
    """
    words = war.parts.words
    parts: list[RenderableType] = []
    for title, content in ((heading(war), question_help(war)), ("Words on the screen", words_help(war))):
        parts += [Text(title, "bold"), content, ""] if content is not None else []
    rows = two_columns((Text(key.shown, "bold"), Text(key.meaning)) for key in keys)
    parts += [Text("Keys", "bold"), rows, "", words.about_game, *(["", words.about_dice] if own_dice else [])]
    return OverlayScreen("Help", Group(*parts))


def question_help(war: War) -> RenderableType | None:
    """Explain the question and each kind of option; return None while dice are asked for."""
    if war.need is not None or war.over:
        return None
    rows = [(Text(name, "italic"), Text(meaning)) for name, meaning in war.parts.kinds(war)]
    return Group(question_meaning(war), two_columns(rows))


def words_help(war: War) -> RenderableType | None:
    """Explain the glossary's terms that the mat, the question and the end of the journal use."""
    terms = terms_on_screen(war)
    meanings = war.parts.watch.glossary.meanings
    return two_columns((Text(term, "bold"), Text(meanings[term])) for term in terms) if terms else None


def terms_on_screen(war: War) -> list[str]:
    """Return the glossary's terms on the mat, in the question and its labels, and in the end of the journal."""
    newest = [entry.text for entry in war.journal[-EXPLAINED_ENTRIES:]]
    sheet = war.parts.game.views.sheet(war.mat, war.charts)
    labels = [label for _, label in war.legal]
    return war.parts.watch.glossary.terms_in([*said_on(sheet), *newest, *labels, roll_words(war), heading(war)])


def journal_page(war: War) -> OverlayScreen:
    """Return a page with the whole journal."""
    return OverlayScreen("Journal", sentences(journal_texts(war.parts.game, war.journal)), at_end=True)


def debrief_page(ended: Debrief) -> OverlayScreen:
    """Return a page with a debrief."""
    return OverlayScreen(ended.title, debrief_view(ended.sections))


def debrief_view(sections: Sequence[tuple[str, Sequence[str]]]) -> RenderableType:
    """Lay out sections with their titles."""
    parts: list[RenderableType] = []
    for title, lines in sections:
        parts += [Text(title, "bold"), *(Padding(Text(line), (0, 0, 0, 2)) for line in lines), ""]
    return Group(*parts[:-1])


def record_page(war: War) -> OverlayScreen:
    """Return the page of the key ``r``: careers, or the log sheet."""
    table = war.parts.watch.record
    return OverlayScreen(table.title, record_view(table, so_far(war).record()))


def record_view(table: RecordTable, rows: Sequence[RecordRow]) -> RenderableType:
    """Lay out the record of a war."""
    if not rows:
        return Text(table.empty)
    shown = _plain_table(table.columns)
    for row in rows:
        shown.add_row(*map(Text, row.cells), style="dim" if row.is_pale else "")
    return Group(shown, "", Text(table.note, "dim"))


def log_view(columns: Sequence[Column], lines: Sequence[SheetLine]) -> RenderableType:
    """Lay out the log sheet with its narrow columns, the lines of each heading under it."""
    places = [place for place, column in enumerate(columns) if column.is_narrow]
    shown = _plain_table([(columns[place].page, not columns[place].is_number) for place in places])
    for heading_text, under in itertools.groupby(lines, key=lambda line: line.heading):
        shown.add_row("", Text(heading_text, "bold"))
        for line in under:
            cells = [Text(line.cells[place].text) for place in places]
            shown.add_row(*cells, style="" if line.is_flown else "dim")
    return shown


def _plain_table(columns: Iterable[tuple[str, bool]]) -> Table:
    """Return an empty table without lines: the head of each column, and whether it has words."""
    table = Table(box=None, padding=(0, 1), pad_edge=False, header_style="dim")
    for place, (name, is_words) in enumerate(columns):
        table.add_column(name, justify="left" if is_words else "right", no_wrap=not place)
    return table


def rivals_page(war: War, rivals: Sequence[RivalWar]) -> OverlayScreen:
    """Return a page with the completed lines of the log sheet of the player beside those of the rivals."""
    comparison = compare(war, rivals)
    table = _plain_table([(comparison.head, True), *((name, False) for name in comparison.names)])
    for name, results in comparison.rows:
        table.add_row(name, *results)
    table.add_row(comparison.points_words, *comparison.points, style="bold")
    return OverlayScreen("The same war", table)


def position_page(text: str) -> OverlayScreen:
    """Return a page with a position to copy, and the command that plays on from it."""
    command = command_here(PROGRAM, "play", "--position", text)
    parts: list[RenderableType] = [
        Text("The position is copied, if this terminal passes copies on. This is its text:"), "",
        Text(text, "bold"), "",
        Text("To play on from here, in a shell:"), Text(command),
    ]  # fmt: skip
    return OverlayScreen("Position", Group(*parts))


class ResultScreen(OverlayScreen):
    """The result of the war, and the next steps."""

    BINDINGS = [
        Binding("w", "app.write", "Write a replay"),
        Binding("question_mark", "app.help", show=False),
        Binding("enter", "take", show=False),
        Binding("space", "close", show=False),
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
    ]

    def __init__(self, war: War, where: str, steps: Sequence[NextStep]) -> None:
        super().__init__("The end", score_sheet(war))
        self._score = war.parts.score(war)
        self._level = f"{score_words(war)}: {war.parts.results.level(war)}"
        self._where = where
        self._steps = steps

    def compose(self) -> ComposeResult:
        """Create the score in large figures, the score sheet, and the list of next steps."""
        with Vertical(id="result") as frame:
            frame.border_title = Content(self._title)
            frame.border_subtitle = "Enter chooses, w writes a replay, Escape closes"
            with VerticalScroll(id="sheet", can_focus=False):
                yield Digits(str(self._score), id="score")
                yield Static(Text(self._level, "bold"), id="level")
                yield Static(self._content)
                yield Static(Text(self._where, "dim"), id="where")
            steps = OptionList(*(self._line(step) for step in self._steps), id="steps")
            steps.can_focus = False
            yield steps

    @staticmethod
    def _line(step: NextStep) -> Text:
        return Text(f"{step.label:<16}", "bold") + Text(step.meaning, "dim")

    def on_mount(self) -> None:
        """Select the first step."""
        self.query_one("#steps", OptionList).highlighted = 0

    def action_move(self, lines: int) -> None:
        """Select another step."""
        steps = self.query_one("#steps", OptionList)
        (steps.action_cursor_down if lines > 0 else steps.action_cursor_up)()

    def action_take(self) -> None:
        """Take the selected step."""
        self.query_one("#steps", OptionList).action_select()

    @on(OptionList.OptionSelected)
    def choose(self, event: OptionList.OptionSelected) -> None:
        """Ask the game to do the chosen step."""
        event.stop()
        self.app.post_message(self.Chosen(self._steps[event.option_index].name))

    class Chosen(Message):
        """The name of the chosen step."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name


def score_sheet(war: War) -> RenderableType:
    """Return the breakdown of the score, losses, and the log sheet."""
    rows = []
    played = so_far(war)
    for title, lines in played.debrief():
        gap = " " if all(line.endswith(".") for line in lines) else "\n"
        rows.append((Text(title, "bold"), Text(gap.join(lines))))
    return Group(two_columns(rows), "", log_view(war.parts.game.log_sheets.shown, played.log_sheet()))
