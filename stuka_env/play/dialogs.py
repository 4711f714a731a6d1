"""Screens over the game: help, the whole journal, careers, a mission's debrief, the result."""

import itertools
from collections.abc import Sequence

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

from stuka_env.games.stuka.actions import verb_of
from stuka_env.games.stuka.codes import SEATS, Decision
from stuka_env.games.stuka.drawing import text
from stuka_env.games.stuka.words import wording
from stuka_env.games.stuka.words.careers import Career, fate_words, promotion_words
from stuka_env.games.stuka.words.debrief import Debrief, Section
from stuka_env.games.stuka.words.glossary import GLOSSARY, QUESTIONS, terms_in
from stuka_env.games.stuka.words.labels import VERBS
from stuka_env.games.stuka.words.war_debrief import war_debrief
from stuka_env.play.board import LEVEL_STYLES, sentences, two_columns
from stuka_env.play.choices import heading, roll_words
from stuka_env.play.ending import NextStep
from stuka_env.play.keys import KEYS
from stuka_env.play.rivals import RivalWar, compare_missions
from stuka_env.play.war import War

ABOUT_GAME = """\
You lead a squadron of dive bombers. At every question the options are listed with what they mean; where a chart gives \
odds, they stand in brackets.

On the mat: L leader, D Lucky Dog, ? the aircraft in question; S stress, W wounds; damage by letter: Engine, Port \
wing, Starboard wing, Tail, Fuel, Bombs, Landing gear; 4V is number 4, a Veteran (Green, Veteran, Ace, Elite, Hero). \
Brackets on the Track are the target's zone."""
ABOUT_DICE = """\
You roll. The program names the chart and the crew, adds the modifiers and keeps the records. Type the faces as they \
lie, white dice first, such as 3 4 2. A 0 on a D10 is a 10. u takes back a roll with a typing error."""

BOARD_LEGEND = "   L leader"
"""Beginning of the line that explains letters, which may not be on the mat."""
EXPLAINED_ENTRIES = 12
"""Newest entries of the journal whose words are explained."""
CAREER_HEADS = ("no.", "name", "level", "flown", "attacks Ø", "kills", "wounds", "lost", "stress", "fate")
CAREER_NOTE = (
    "attacks Ø: the mean score of his aircraft's attacks; lost: aircraft with him aboard; stress: the most he had.\n"
    "The names are invented; the rules know people by their numbers."
)


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


def help_page(war: War, own_dice: bool) -> OverlayScreen:
    """Return the help for the current screen: question, options, words, keys, and how to read the mat.

    Args:
        war: the war.
        own_dice: whether the player rolls and types the dice.
    """
    parts: list[RenderableType] = []
    for title, content in ((heading(war), question_help(war)), ("Words on the screen", words_help(war))):
        parts += [Text(title, "bold"), content, ""] if content is not None else []
    keys = two_columns((Text(key.shown, "bold"), Text(key.meaning)) for key in KEYS)
    parts += [Text("Keys", "bold"), keys, "", ABOUT_GAME, *(["", ABOUT_DICE] if own_dice else [])]
    return OverlayScreen("Help", Group(*parts))


def question_help(war: War) -> RenderableType | None:
    """Explain the question and each kind of option; return None while dice are asked for."""
    if war.need is not None or war.over:
        return None
    verbs = dict.fromkeys(verb_of(index) for index, _ in war.legal)
    rows = [(Text(VERBS[verb].text.replace("{n}", "..."), "italic"), Text(VERBS[verb].meaning))
            for verb in verbs]  # fmt: skip
    return Group(QUESTIONS[Decision(int(war.mat["cursor"]["decision"]))], two_columns(rows))


def words_help(war: War) -> RenderableType | None:
    """Explain the glossary's terms that the mat, the question and the end of the journal use."""
    mat = war.mat
    shown = text.render(mat, war.journal[-EXPLAINED_ENTRIES:], war.legal, war.charts).splitlines()
    texts = [*(line for line in shown if not line.startswith(BOARD_LEGEND)), roll_words(war), heading(war)]
    rows = [(Text(term, "bold"), Text(GLOSSARY[term])) for term in terms_in(texts)]
    return two_columns(rows) if rows else None


def journal_page(war: War) -> OverlayScreen:
    """Return a page with the whole journal."""
    return OverlayScreen("Journal", sentences(war.journal), at_end=True)


def debrief_page(ended: Debrief) -> OverlayScreen:
    """Return a page with the debrief of a mission or segment."""
    return OverlayScreen(ended.title, debrief_view(ended.sections))


def debrief_view(sections: Sequence[Section]) -> RenderableType:
    """Lay out sections with their titles."""
    parts: list[RenderableType] = []
    for title, lines in sections:
        parts += [Text(title, "bold"), *(Padding(Text(line), (0, 0, 0, 2)) for line in lines), ""]
    return Group(*parts[:-1])


def _fate_and_promotions(career: Career) -> str:
    return "; ".join([fate_words(career), *promotion_words(career)])


def _career_row(career: Career) -> list[Text]:
    level = wording.QUALITY_WORDS[career.level]
    number = f"G{career.person - SEATS}" if career.person > SEATS else f"P{career.person}"
    counts = (career.kills, career.wounds, career.shot_down, career.most_stress)
    return [
        Text(number, "bold"),
        Text(career.name),
        Text(level, LEVEL_STYLES[level]),
        Text(str(len(career.flown))),
        Text("-" if career.average is None else f"{career.average:.1f}"),
        *(Text(str(count) if count else "-") for count in counts),
        Text(_fate_and_promotions(career), "" if career.until is None else "red"),
    ]


def careers_page(war: War) -> OverlayScreen:
    """Return a page with one line for each career."""
    table = Table(box=None, padding=(0, 1), pad_edge=False, header_style="dim")
    for place, name in enumerate(CAREER_HEADS):
        table.add_column(name, justify="left" if place in (0, 1, 2, len(CAREER_HEADS) - 1) else "right")
    for career in war.careers():
        table.add_row(*_career_row(career), style="dim" if career.until is not None else "")
    return OverlayScreen("Crews", Group(table, "", Text(CAREER_NOTE, "dim")))


def rivals_page(war: War, rivals: Sequence[RivalWar]) -> OverlayScreen:
    """Return a page with the completed missions of the player beside those of the rivals."""
    comparison = compare_missions(war, rivals)
    table = Table(box=None, padding=(0, 1), pad_edge=False, header_style="dim")
    for place, name in enumerate(("mission", *comparison.names)):
        table.add_column(name, justify="right" if place else "left")
    for mission, scores in comparison.rows:
        table.add_row(mission, *scores)
    table.add_row(comparison.points_words, *comparison.points, style="bold")
    return OverlayScreen("The same war", table)


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
        self._score = (war.result or {})["score"]
        self._level = (war.result or {})["level"]
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
    """Return the breakdown of the score, segments and operations, losses, and a line for each mission."""
    rows = []
    for title, lines in war_debrief(war.mat, war.charts):
        gap = " " if all(line.endswith(".") for line in lines) else "\n"
        rows.append((Text(title, "bold"), Text(gap.join(lines))))
    return Group(two_columns(rows), "", missions(war))


def missions(war: War) -> Table:
    """Return the log sheet (8.7), the missions of each segment under its name."""
    table = Table(box=None, padding=(0, 1), pad_edge=False, header_style="dim")
    for name in ("mission", "target", "zone", "flew", "lost", "score", "level"):
        table.add_column(name, justify="left" if name in ("target", "level") else "right")
    all_missions = [mission for played in war.played for mission in played.missions]
    for segment, its_missions in itertools.groupby(all_missions, key=lambda mission: mission["segment"]):
        table.add_row("", Text(wording.segment_words(segment), "bold"))
        for mission in its_missions:
            target = f"{mission['size']} {mission['target']}".strip() if not mission["no_fly"] else "not flown"
            target += ", aborted" if mission["aborted"] else ""
            words = [mission[key] for key in ("zone", "sent", "lost", "score", "level")]
            table.add_row(*(Text(str(word)) for word in (mission["mission"], target, *words)))
    return table
