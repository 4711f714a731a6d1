"""The crews of a formation on one screen: a row for each aircraft, and the people for the selected seat."""

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.coordinate import Coordinate
from textual.screen import ModalScreen
from textual.widgets import DataTable, Footer, OptionList, Static
from textual.widgets.option_list import Option

from stuka_env.games.stuka.codes import Role, to_index, to_number
from stuka_env.games.stuka.play.crews import (
    ADVISED,
    LAST_TIME,
    RESTED,
    Crews,
    changed,
    crews_of,
    formation_words,
    people_ready,
    proposed,
)
from stuka_env.games.stuka.sheet import person_of
from stuka_env.games.stuka.text import Seat
from stuka_env.io.quoting import printable
from stuka_env.play.advice import Adviser
from stuka_env.play.child import in_thread
from stuka_env.play.typed_rolls import CannotPlay
from stuka_env.play.war import War
from stuka_env.views.terminal import NAMED, styled
from stuka_env.views.words import short_phrase

READY_TEXT = "These crews fly"
"""Words of the last line. Enter there takes the decisions."""
ROOMY, ROOMY_NAMED = 76, 110
"""Smallest widths with levels written out, alone and beside names."""
HINT = "Enter changes a seat, or lets the crews fly on the last line."


class CrewScreen(ModalScreen[Crews | str | None]):
    """A screen for all seats of a formation.

    Its result is the crews, the name of an action of the game, or None: ask one question a seat.

    Args:
        war: a war that asks about the first seat. The screen does not change it.
        adviser: the source of the crews "as advised"; None for no advice.
        lesson: text above the seats; may be empty.
    """

    BINDINGS = [
        Binding("b", "rested", "Best rested"),
        Binding("s", "last_time", "Same as last time"),
        Binding("a", "advised", "As advised"),
        Binding("o", "one_by_one", "One by one"),
        Binding("u", "undo", "Undo"),
        Binding("question_mark", "app.help", "Help"),
        Binding("j", "app.journal", show=False),
        Binding("p", "app.position", show=False),
        Binding("w", "app.write", show=False),
        Binding("q", "app.leave", "Leave"),
        Binding("escape", "back", show=False),
    ]

    def __init__(self, war: War, adviser: Adviser | None = None, lesson: str = "") -> None:
        super().__init__()
        self.war = war
        self.adviser = adviser
        self.mat = war.mat
        self.crews = proposed(war, RESTED, None).crews
        self.listed: list[int] = []
        self._lesson = lesson

    def compose(self) -> ComposeResult:
        """Create the seats, the people and a line of hints."""
        with Vertical(id="crews") as frame:
            frame.border_title = formation_words(self.mat)
            lesson = Static(self._lesson, id="crew_lesson", markup=False)
            lesson.display = bool(self._lesson)
            yield lesson
            with Horizontal(id="seating"):
                yield DataTable(id="seats", cursor_type="cell", zebra_stripes=True)
                yield OptionList(id="people")
            yield Static(HINT, id="crew_hint", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """Fill the seats and select the last line, so that Enter lets the crews fly."""
        seats = self.seats
        seats.add_columns("", "pilot", "gunner")
        self._write_seats()
        seats.move_cursor(row=seats.row_count - 1, column=1)
        seats.focus()

    @property
    def seats(self) -> DataTable[Text]:
        """The table of seats."""
        return self.query_one("#seats", DataTable)

    @property
    def people(self) -> OptionList:
        """The list of people."""
        return self.query_one("#people", OptionList)

    # --- showing ---

    def _write_seats(self) -> None:
        seats = self.seats
        cursor = seats.cursor_coordinate
        seats.clear()
        for slot in range(1, int(self.mat["mission"]["sent"]) + 1):
            seats.add_row(Text(f"{slot} L" if slot == 1 else str(slot)), *(self._words(slot, role) for role in Role))
        seats.add_row(Text(""), Text(READY_TEXT, "bold green"), Text(""))
        if seats.is_valid_coordinate(cursor):
            seats.move_cursor(row=cursor.row, column=cursor.column)
        self._write_people()

    def _words(self, slot: int, role: Role) -> Text:
        return self._name_of(role, self.crews.people.get(Seat(slot, role), 0))

    def _name_of(self, role: Role, place: int) -> Text:
        """Return the words about a person, as many as the width allows."""
        if not place:
            return Text("-")
        width, who = self.app.size.width, self.mat[f"{Role(role).word}s"][to_index(place)]
        crews = crews_of(self.war) if width >= NAMED else None
        person = person_of(who, role, place, crews)
        return styled(short_phrase(person, is_short=width < (ROOMY if crews is None else ROOMY_NAMED)))

    @property
    def seat(self) -> Seat | None:
        """The selected seat; None on the last line."""
        place: Coordinate = self.seats.cursor_coordinate
        if place.row >= int(self.mat["mission"]["sent"]):
            return None
        return Seat(to_number(place.row), Role.GUNNER if place.column == 2 else Role.PILOT)

    def _write_people(self) -> None:
        """List the people who could take the selected seat, with the seats that they have now."""
        seat = self.seat
        self.people.clear_options()
        self.people.visible = seat is not None
        self.listed = [] if seat is None else people_ready(self.mat, seat.role)
        if seat is None:
            return
        self.people.border_title = f"{Role(seat.role).word} of aircraft {seat.slot}"
        slots = {place: other.slot for other, place in self.crews.people.items() if other.role == seat.role}
        for place in self.listed:
            where = f"  aircraft {slots[place]}" if place in slots else ""
            self.people.add_option(Option(self._name_of(seat.role, place) + Text(where, "dim")))
        mine = self.crews.people.get(seat, 0)
        self.people.highlighted = self.listed.index(mine) if mine in self.listed else None

    def say(self, words: str, refused: bool = False) -> None:
        """Show a line under the seats."""
        hint = self.query_one("#crew_hint", Static)
        hint.set_class(refused, "refused")
        hint.update(printable(words))

    # --- filling ---

    async def _propose(self, way: str) -> None:
        """Show a proposal, or the reason why there is none. An adviser thinks in a thread."""
        try:
            if way == ADVISED:
                proposal = await in_thread(proposed, self.war, way, self.adviser)
            else:
                proposal = proposed(self.war, way, None)
        except CannotPlay as refusal:
            self.say(str(refusal), refused=True)
            return
        self.crews = proposal.crews
        self._write_seats()
        self.say(f"Filled: {proposal.way}. {HINT}")

    async def action_rested(self) -> None:
        """Fill the seats with the best rested people."""
        await self._propose(RESTED)

    async def action_last_time(self) -> None:
        """Fill the seats as in the last mission, as far as possible."""
        await self._propose(LAST_TIME)

    def action_advised(self) -> None:
        """Fill the seats as the adviser would. This runs in a thread."""
        if self.adviser is not None:
            self.say(f"{self.adviser.name} is thinking.")
        self.run_worker(self._propose(ADVISED), exclusive=True)

    # --- changing ---

    @on(DataTable.CellHighlighted)
    def another_seat(self) -> None:
        """List the people for the newly selected seat."""
        self._write_people()

    @on(DataTable.CellSelected)
    def choose_seat(self) -> None:
        """Change the selected seat, or let the crews fly."""
        if self.seat is None:
            self._answer(self.crews)
            return
        self.people.focus()
        self.say("Choose a person. If he has another seat, the two change places. Escape goes back.")

    @on(OptionList.OptionSelected)
    def choose_person(self, event: OptionList.OptionSelected) -> None:
        """Put a person into the selected seat."""
        event.stop()
        seat = self.seat
        if seat is None or event.option_index >= len(self.listed):
            return
        try:
            self.crews = changed(self.war, self.crews, seat, self.listed[event.option_index])
        except CannotPlay as refusal:
            self.say(str(refusal), refused=True)
            return
        self._write_seats()
        self.say(HINT)
        self.seats.focus()

    def action_back(self) -> None:
        """Go back from the people to the seats, or from the seats to one question a seat."""
        if self.people.has_focus:
            self.seats.focus()
            self.say(HINT)
        else:
            self.action_one_by_one()

    def action_one_by_one(self) -> None:
        """Ask one question a seat instead."""
        self._answer(None)

    def action_undo(self) -> None:
        """Go back to the decision before the formation."""
        self._answer("undo")

    def _answer(self, answer: Crews | str | None) -> None:
        """Close the screen with an answer. A second press of the key has no effect."""
        if self.app.screen is self:
            self.dismiss(answer)
