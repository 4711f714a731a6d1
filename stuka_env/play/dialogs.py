"""Screens over the game: help, the whole journal, a mission's debrief, the result."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Digits, Static

from stuka_env.codes import SEGMENT_TITLES
from stuka_env.journal import wording
from stuka_env.journal.debrief import Section, debrief, entries_of_missions, title_of
from stuka_env.play.board import sentences, two_columns
from stuka_env.play.keys import KEYS
from stuka_env.play.war import War

ABOUT = """\
You lead a squadron of dive bombers. At every question the options are listed with what they mean; where a chart gives \
odds, they stand in brackets.

On the mat: L leader, D Lucky Dog, ? the aircraft asked about; S stress, W wounds; damage by letter: Engine, Port \
wing, Starboard wing, Tail, Fuel, Bombs, Landing gear; 4V is number 4, a Veteran (Green, Veteran, Ace, Elite, Hero). \
Brackets on the Track are the target's zone."""
TABLE = """\
You roll. The program says for which chart and for whom, adds the modifiers itself and keeps the books: type the faces \
as they lie, white dice first, such as 3 4 2. A 0 on a D10 is a 10. u takes a roll back that was mistyped."""


class OverlayScreen(ModalScreen[None]):
    """A page over the game, to be scrolled and closed."""

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
        """A scrolling page in a frame."""
        with VerticalScroll(id="page", can_focus=False) as page:
            page.border_title = self._title
            page.border_subtitle = "Escape closes"
            yield Static(self._content)

    def on_mount(self) -> None:
        """The journal opens at its end."""
        if self._at_end:
            self.query_one(VerticalScroll).scroll_end(animate=False)

    def action_close(self) -> None:
        """Back to the game."""
        self.dismiss(None)

    def action_scroll(self, lines: int) -> None:
        """By a line."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def action_end(self, which: int) -> None:
        """To the first or the last line."""
        page = self.query_one(VerticalScroll)
        if which < 0:
            page.scroll_home(animate=False)
        else:
            page.scroll_end(animate=False)


def help_page(table: bool) -> OverlayScreen:
    """The keys and how to read the mat."""
    keys = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for key in KEYS:
        keys.add_row(Text(key.shown, "bold"), key.meaning)
    return OverlayScreen("Help", Group(keys, "", ABOUT, *(["", TABLE] if table else [])))


def journal_page(war: War) -> OverlayScreen:
    """Everything that has happened."""
    return OverlayScreen("Journal", sentences(war.journal), at_end=True)


def debrief_pages(war: War, missions: Sequence[Mapping[str, Any]]) -> list[OverlayScreen]:
    """What the missions that have just ended came to, a page for each that was flown."""
    journals = entries_of_missions(war.journal, len(missions))
    points = int(war.charts.record["kill_points"])
    return [
        OverlayScreen(title_of(mission), debrief_view(debrief(mission, journal, points)))
        for mission, journal in zip(missions, journals, strict=True)
        if not mission["no_fly"]
    ]


def debrief_view(sections: Sequence[Section]) -> RenderableType:
    """Sections with their titles."""
    parts: list[RenderableType] = []
    for title, lines in sections:
        parts += [Text(title, "bold"), *(Text(f"  {line}") for line in lines), ""]
    return Group(*parts[:-1])


class ResultScreen(OverlayScreen):
    """How the war ended."""

    BINDINGS = [Binding("w", "write", "Write a replay")]

    def __init__(self, war: War, where: str) -> None:
        super().__init__("The end", score_sheet(war))
        self._score = (war.result or {})["score"]
        self._level = (war.result or {})["level"]
        self._where = where

    def compose(self) -> ComposeResult:
        """The score in large figures over the score sheet."""
        with VerticalScroll(id="page", can_focus=False) as page:
            page.border_title = self._title
            page.border_subtitle = "w writes a replay, Escape closes"
            yield Digits(str(self._score), id="score")
            yield Static(Text(self._level, "bold"), id="level")
            yield Static(self._content)
            yield Static(Text(self._where, "dim"), id="where")

    async def action_write(self) -> None:
        """The keys of the game work here too."""
        await self.app.run_action("app.write")


def score_sheet(war: War) -> RenderableType:
    """Segments and operations with their scores, losses, and every mission in a line."""
    mat, result = war.mat, war.result or {}
    track = mat["track"]
    rows = [
        (Text(SEGMENT_TITLES[place], "bold"), Text(f"{score} ({war.charts.victory_level(score)})"))
        for place, score in enumerate(track["segments"].tolist())
        if score
    ]
    rows += [
        (
            Text(wording.OPERATION_WORDS[place], "bold"),
            Text(f"{score}, of which {int(track['operation_bonus'][place])} bonus ({war.charts.victory_level(score)})"),
        )
        for place, score in enumerate(track["operations"].tolist())
        if score
    ]
    lost = f"{result['destroyed']} aircraft lost, {result['kia']} killed, {result['no_fly']} missions not flown"
    rows.append((Text("Losses", "bold"), Text(lost)))
    return Group(two_columns(rows), "", missions(war))


def missions(war: War) -> Table:
    """The log sheet (8.7)."""
    table = Table(box=None, padding=(0, 1), pad_edge=False, header_style="dim")
    for name in ("mission", "target", "zone", "flew", "lost", "score", "level"):
        table.add_column(name, justify="left" if name in ("target", "level") else "right")
    for played in war.played:
        for mission in played.missions:
            target = f"{mission['size']} {mission['target']}".strip() if not mission["no_fly"] else "not flown"
            target += ", aborted" if mission["aborted"] else ""
            words = [mission[key] for key in ("zone", "sent", "lost", "score", "level")]
            table.add_row(str(mission["mission"]), target, *map(str, words))
    return table
