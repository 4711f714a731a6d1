"""The game at lines of text: what a language model reads is printed, and a line is an answer or a command.

It needs no library beyond the base installation, and works in a pipe. The end of the input leaves the game.
"""

import itertools
import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence

from stuka_env.declared.sentences import worth_reading
from stuka_env.engine.engine import entropy
from stuka_env.io.command_line import PROGRAM, command_here
from stuka_env.io.quoting import printable, quoted
from stuka_env.play.advice import Adviser, Opinion, answer_of
from stuka_env.play.choices import (
    advice_words,
    choices,
    doubt_words,
    heading,
    opinion_words,
    question_meaning,
    reason_words,
    roll_words,
    worth_words,
)
from stuka_env.play.ending import (
    AGAIN,
    COMPARE,
    LEAVE,
    REVIEW_COMMAND,
    SHARE_RESULT,
    SHOW,
    NextStep,
    make_watch_page,
    next_steps,
    score_words,
)
from stuka_env.play.exercises.session import ExerciseSession
from stuka_env.play.keys import EXERCISE_KEYS, Key, keys_of
from stuka_env.play.parts import Choice
from stuka_env.play.rivals import compare, fly_rivals
from stuka_env.play.session import Session
from stuka_env.play.sharing import make_review, share_war
from stuka_env.play.typed_rolls import CannotPlay, allowed_words
from stuka_env.play.war import War
from stuka_env.play.war_reader import so_far
from stuka_env.text.answers import Refusal, Unplaced, read_reply
from stuka_env.text.parts import text_parts
from stuka_env.text.playing import DecisionToAsk, Observed, Option, Question, question_at, read_in
from stuka_env.views.show import text_of
from stuka_env.views.words import said_on, sections_of

COLUMNS_OF_WORDS = 100
"""Columns of lessons and explanations."""
EXPLAINED_ENTRIES = 12
"""Newest entries of the journal whose words are explained."""
DECIDE = "To decide: "
"""Words before an open decision."""
WITH_WORDS = ("themes",)
"""Commands with words behind the letter. Any other line of several words is an answer."""
NOBODY_ADVISES = "Nobody advises: start with --advise POLICY."


# --- texts ---


def wrapped(text: str) -> str:
    """Return a text with lines of at most :data:`COLUMNS_OF_WORDS` letters."""
    return "\n".join(textwrap.fill(line, COLUMNS_OF_WORDS) for line in text.splitlines())


def listed(rows: Iterable[tuple[str, str]]) -> list[str]:
    """Return rows of a name and the text about it."""
    return [
        textwrap.fill(f"{name}: {words}", COLUMNS_OF_WORDS, subsequent_indent="  ", initial_indent="  ")
        for name, words in rows
    ]


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the rows of a table, with a free column after each column."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]


def sections_text(sections: Iterable[tuple[str, Sequence[str]]]) -> list[str]:
    """Return the lines of a debrief or an explanation."""
    rows = (
        (title, [textwrap.fill(f"- {each}", COLUMNS_OF_WORDS, subsequent_indent="  ") for each in lines])
        for title, lines in sections
    )
    return [line for title, lines in rows for line in (f"{title}:", *lines)]


def debrief_text(war: War, turns: int) -> list[str]:
    """Return the debriefs of all that ended after the first ``turns`` turns."""
    lines = []
    for ended in so_far(war).ended_since(turns):
        lines += ["", f"* {ended.title}", *sections_text(ended.sections)]
    return lines


def record_text(war: War) -> list[str]:
    """Return everybody's career, or the log sheet."""
    table, rows = war.parts.watch.record, so_far(war).record()
    if not rows:
        return [table.empty]
    return [table.title, *aligned([[name for name, _ in table.columns], *(row.cells for row in rows)]), table.note]


def log_text(war: War) -> list[str]:
    """Return the log sheet with its narrow columns."""
    columns, lines = war.parts.game.log_sheets.shown, so_far(war).log_sheet()
    places = [place for place, column in enumerate(columns) if column.is_narrow]
    text = []
    for head, under in itertools.groupby(lines, key=lambda line: line.heading):
        cells = [[line.cells[place].text for place in places] for line in under]
        text += ["", *filter(None, [head]), *aligned([[columns[place].page for place in places], *cells])]
    return text


def comparison_text(war: War) -> list[str]:
    """Fly the same war by the rivals, and return their results beside those of the player."""
    compared = compare(war, fly_rivals(war))
    rows = [[compared.head, *compared.names], *([name, *results] for name, results in compared.rows)]
    return aligned([*rows, [compared.points_words, *compared.points]])


def help_text(session: Session, keys: Iterable[Key]) -> list[str]:
    """Return the meaning of the question, its options and words, and the commands."""
    war, words = session.war, session.war.parts.words
    lines = [heading(war)]
    if war.need is None and not war.over:
        lines += [wrapped(question_meaning(war)), *listed(war.parts.kinds(war))]
    meanings = war.parts.watch.glossary.meanings
    if terms := terms_on_screen(war):
        lines += ["", "Words:", *listed((term, meanings[term]) for term in terms)]
    commands = listed((key.shown, key.meaning) for key in keys if key.command)
    lines += ["", "An answer is the number of an option, or its words. Commands are single letters:", *commands]
    return [*lines, "", wrapped(words.about_game), *(["", wrapped(words.about_dice)] if session.own_dice else [])]


def terms_on_screen(war: War) -> list[str]:
    """Return the glossary's terms on the mat, in the question and its labels, and in the end of the journal."""
    newest = [entry.text for entry in war.journal[-EXPLAINED_ENTRIES:]]
    sheet = war.parts.game.views.sheet(war.mat, war.charts)
    labels = [label for _, label in war.legal]
    return war.parts.watch.glossary.terms_in([*said_on(sheet), *newest, *labels, roll_words(war), heading(war)])


def opinion_text(name: str, opinion: Opinion, options: Sequence[Choice]) -> list[str]:
    """Return an adviser's opinion: its choice and reason, its doubts, and its numbers beside the options."""
    reason = reason_words(opinion, options)
    above = [advice_words(name, opinion, options), f"Why: {reason}" if reason else "", doubt_words(opinion, options)]
    rows = [(str(one.number), *opinion_words(one.answer, opinion), one.label) for one in options]
    numbers = aligned(rows) if opinion.probabilities or opinion.worth else []
    return [wrapped(line) for line in (*above, worth_words(opinion)) if line] + numbers


# --- the sitting ---


class TextDoor:
    """One sitting: it returns lines to print, and does what a line of the player asks for.

    Args:
        session: the war and its file.
        adviser: the source of advice; None for no advice.
        opens_pages: whether pages are opened in a browser.

    Attributes:
        session: the war and its file; after the end it may be another one.
        is_left: whether the player has left.
    """

    def __init__(self, session: Session, adviser: Adviser | None = None, *, opens_pages: bool = False) -> None:
        self.session = session
        self.is_left = False
        self._own_adviser = adviser
        self._opens_pages = opens_pages
        self._num_read = 0
        self._question = Question("", ())

    @property
    def keys(self) -> list[Key]:
        """The keys of the sitting, of which those with a command are commands."""
        return keys_of(self.session.war.parts)

    @property
    def adviser(self) -> Adviser | None:
        """The adviser of this war: its own, else the one on the command line."""
        return self.session.adviser or self._own_adviser

    def greeting(self) -> list[str]:
        """Return the first lines of the sitting."""
        return [f"{self.session.war.parts.title}. ? helps, q leaves.", *self.scene()]

    def scene(self, debriefs: Sequence[str] = ()) -> list[str]:
        """Return what a language model reads: the state, the events since the last question, the question.

        Args:
            debriefs: lines about what has ended.
        """
        war = self.session.war
        self._question = self._ask()
        new = war.journal[min(self._num_read, len(war.journal)) :]
        self._num_read = len(war.journal)
        events = [str(entry) for entry in text_parts(war.parts.game.name).events(new)]
        if war.over:
            return [*(f"- {event}" for event in events), *debriefs, *self._end()]
        sheet = war.parts.game.views.sheet(war.mat, war.charts, war.crews)
        state = Observed(sections_of(sheet), events, self._question, None).as_text().rpartition(DECIDE)[0]
        notes = [f"{wrapped(words)}\n" for words in (self.session.words, self.session.error_text) if words]
        return [*debriefs, "", state, *notes, *self._asked()]

    def _asked(self) -> list[str]:
        """Return the open question with its options."""
        head = "" if self.session.war.need is not None else DECIDE
        return [head + self._question.words, *self._question.numbered]

    def _ask(self) -> Question:
        """Return the open question: a decision, a draw, a roll, or the next step after the end."""
        war = self.session.war
        if war.over:
            return Question("", tuple(Option(step.label, ()) for step in self._steps()))
        if war.need is not None:
            words = " ".join(filter(None, [f"{heading(war)}.", roll_words(war)]))
            drawn = tuple(Option(one.label, (one.answer,)) for one in choices(war))
            return Question(words if drawn else f"{words} Type {allowed_words(war.need)}.", drawn)
        return self._decision()

    def _decision(self) -> Question:
        war = self.session.war
        decision = DecisionToAsk(war.parts.game, war.settled_mat, war.engine, war.legal, war.try_out)
        question = question_at(decision, merged=True)
        return Question(war.crews.named(question.words), question.options, question.list_question)

    # --- reading ---

    def read(self, line: str) -> list[str]:
        """Do what a line asks for, and return the lines to print. A refusal is one line."""
        words = line.strip()
        letter, _, rest = words.partition(" ")
        commands = {key.shown: key.command for key in self.keys if key.command}
        command = commands.get(letter.lower(), "")
        try:
            if command and (not rest or command in WITH_WORDS):
                reply: list[str] = getattr(self, f"do_{command}")(rest)
                return reply
            return self.answer(words)
        except ValueError as refusal:  # of a policy and a page too; nothing has changed
            return [printable(str(refusal)).partition("\n")[0]]

    def answer(self, words: str) -> list[str]:
        """Take an answer to the open question."""
        war, turns = self.session.war, len(self.session.war.played)
        if war.over:
            return self._go_on(self._steps()[self._place(words)])
        if war.need is not None and not self._question.options:
            self.session.roll(words)
        elif war.need is not None:
            self.session.take(self._drawn(words))
        else:
            answer = read_in(self._question, words, war.try_out)
            if isinstance(answer, Refusal):
                raise CannotPlay(answer.reason)
            self._take(answer.actions)
        return self.scene(debrief_text(war, turns))

    def _take(self, actions: Sequence[int]) -> None:
        """Take the decisions of an answer; where the player or a tape rolls, up to the first roll."""
        war = self.session.war
        if self.session.is_seating and len(actions) > 1:
            self.session.seat(actions)
            return
        for action in actions:
            self.session.take(action)
            if war.table and (war.need is not None or war.played[-1].turn.rolls):
                return

    def _place(self, words: str) -> int:
        """Return the place of the option that the words name.

        Raises:
            CannotPlay: they name none.
        """
        read = read_reply(words, [option.words for option in self._question.options])
        if isinstance(read, Unplaced):
            raise CannotPlay(read.reason)
        return read

    def _drawn(self, words: str) -> int:
        """Return the number that was drawn: by the number in the list, or by words."""
        numbers = {str(one.number): one.answer for one in choices(self.session.war)}
        return numbers[words] if words in numbers else self._question.options[self._place(words)].actions[0]

    # --- commands ---

    def do_state(self, _: str) -> list[str]:
        """Return the mat with its maps and tables, and the question."""
        war = self.session.war
        mat = text_of(war.parts.game, war.mat, charts=war.charts).rpartition(DECIDE)[0]
        return self.scene() if war.over else [mat.rstrip("-\n"), "", *self._asked()]

    def do_undo(self, _: str) -> list[str]:
        """Take back the last decision, or the crews of a formation."""
        self.session.take_back()
        return self.scene()

    def do_journal(self, _: str) -> list[str]:
        """Return the whole journal."""
        return [entry.text for entry in worth_reading(self.session.war.journal)] or ["Nothing has happened yet."]

    def do_record(self, _: str) -> list[str]:
        """Return the record of the war."""
        return record_text(self.session.war)

    def do_advice(self, _: str) -> list[str]:
        """Return what the adviser would do."""
        war, adviser = self.session.war, self.adviser
        if adviser is None:
            raise CannotPlay(NOBODY_ADVISES)
        if not war.legal:
            raise CannotPlay("No decision is open.")
        name, lists = printable(adviser.name), self._question.list_question
        if lists is not None and self.session.is_seating:
            after = war.try_out(lambda mat, legal: self._advised_seat(adviser))[-1]
            return [wrapped(f"{name}: {lists.outcome(after)}")]
        return opinion_text(name, self._opinion(adviser), self._single_options())

    def _advised_seat(self, adviser: Adviser) -> int | None:
        """Return the choice of an adviser for the next seat of a formation; None after the last seat."""
        return self._opinion(adviser).choice if self.session.is_seating else None

    def _opinion(self, adviser: Adviser) -> Opinion:
        answer = answer_of(adviser, self.session.war.position())
        if answer.opinion is None:
            raise CannotPlay(f"{adviser.name} failed: {answer.error_text}")
        return answer.opinion

    def _single_options(self) -> list[Choice]:
        """Return the options of the question that are one decision; they stand before the others."""
        options = self._question.options[: len(self.session.war.legal)]
        return [Choice(number, each.actions[0], each.words, "") for number, each in enumerate(options, 1)]

    def do_position(self, _: str) -> list[str]:
        """Return the position as text, and the command that plays on from it."""
        text = self.session.position_text()
        return [text, f"To play on from here: {command_here(PROGRAM, 'play', '--text', '--position', text)}"]

    def do_replay(self, _: str) -> list[str]:
        """Write a replay."""
        return [f"Replay written: {command_here(PROGRAM, 'watch', self.session.write_replay())}"]

    def do_help(self, _: str) -> list[str]:
        """Return the meanings of everything that is shown."""
        return help_text(self.session, self.keys)

    def do_leave(self, _: str) -> list[str]:
        """Leave."""
        self.is_left = True
        return []

    # --- after the end ---

    def _steps(self) -> list[NextStep]:
        return next_steps(self.session)

    def _end(self) -> list[str]:
        """Return the result of the war, and the next steps."""
        war = self.session.war
        result = ["", f"{heading(war)}. {score_words(war)}: {war.parts.results.level(war)}"]
        steps = [f"{number}. {step.label}: {step.meaning}" for number, step in enumerate(self._steps(), 1)]
        debrief = sections_text(so_far(war).debrief())
        return [*result, *debrief, *log_text(war), "", wrapped(self.session.closing_words), "", "And now?", *steps]

    def _go_on(self, step: NextStep) -> list[str]:
        """Do a step after the end of the war."""
        session = self.session
        if step.name == SHOW:
            return [make_watch_page(session, self._opens_pages)]
        if step.name == REVIEW_COMMAND:
            review = make_review(session)
            return [f"{review.summary} The page: {printable(review.page)}"]
        if step.name == COMPARE:
            return comparison_text(session.war)
        if step.name == SHARE_RESULT:
            return [share_war(session)]
        if step.name == LEAVE:
            return self.do_leave("")
        self.session = session.again(session.war.seed if step.name == AGAIN else entropy())
        session.release()
        self._num_read = 0
        return self.scene()


class ExerciseDoor(TextDoor):
    """One sitting of exercises."""

    session: ExerciseSession

    @property
    def keys(self) -> list[Key]:
        """The keys of the exercises."""
        return list(EXERCISE_KEYS)

    def scene(self, debriefs: Sequence[str] = ()) -> list[str]:
        """Return the themes, or the exercise with its question."""
        if self.session.asks_for_theme or self.session.is_over:
            return self.do_themes("")
        return super().scene(debriefs)

    def _decision(self) -> Question:
        return Question(
            self.session.war.question, tuple(Option(label, (index,)) for index, label in self.session.war.legal)
        )

    def answer(self, words: str) -> list[str]:
        """Answer the exercise, or choose a theme; an empty line after an answer goes to the next exercise."""
        session = self.session
        if session.asks_for_theme or session.is_over:
            return self._choose(words)
        if session.is_answered and not words:
            return self.do_next("")
        session.take(self._question.options[self._place(words)].actions[0])
        adviser = session.adviser
        advice = None if adviser is None else answer_of(adviser, session.war.position())
        explanation = session.explanation(advice)
        assert explanation is not None
        return [explanation.verdict, *sections_text(explanation.sections), "", "n goes to the next exercise."]

    def do_next(self, _: str) -> list[str]:
        """Go to the next exercise."""
        self.session.go_on()
        return self.scene()

    def do_themes(self, words: str) -> list[str]:
        """Choose a theme, or return the list of the themes."""
        if words:
            return self._choose(words)
        practice = self.session.practice
        rows = [
            (
                f"{number}.",
                practice.theme_words(tally.theme),
                f"{tally.answered} of {tally.total} answered",
                practice.result_words(tally),
            )
            for number, tally in enumerate(practice.tallies(), 1)
        ]
        return ["Which theme? t 2 plays number 2, and t 2 mixed plays it in an order that is drawn.", *aligned(rows)]

    def _choose(self, words: str) -> list[str]:
        number, _, order = words.partition(" ")
        themes = ["", *self.session.practice.themes]
        if not number.isdecimal() or not 1 <= int(number[:4]) <= len(themes) or order not in ("", "mixed"):
            raise CannotPlay(f"Got {quoted(words)}, allowed is 1 to {len(themes)}, with or without the word mixed.")
        self.session.choose(themes[int(number) - 1], order == "mixed")
        return self.scene()


# --- lines ---


def lines_of_player() -> Iterator[str]:
    """Yield the lines of the standard input until its end; at a terminal with a prompt."""
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    while True:
        if not is_terminal:
            line = sys.stdin.readline()
            if not line:
                return
            yield line
            continue
        try:
            yield input("> ")
        except EOFError:
            print()
            return


def converse(door: TextDoor) -> None:
    """Print what a sitting shows, and hand it the lines of the player until it is left."""
    show(door.greeting())
    for line in lines_of_player():
        show(door.read(line))
        if door.is_left:
            return


def show(lines: Iterable[str]) -> None:
    """Print lines at once, for a program that reads them; at a terminal long lines are broken between words."""
    shown = [printable(line) for text in lines for line in text.split("\n")]
    if sys.stdout.isatty():
        width = shutil.get_terminal_size().columns
        shown = [textwrap.fill(line, width, subsequent_indent="  ") if len(line) > width else line for line in shown]
    print("\n".join(shown), flush=True)
