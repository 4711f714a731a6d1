"""The game behind the page: it answers the requests of tabs, and describes the war to them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from stuka_env.engine.engine import entropy
from stuka_env.io.quoting import printable
from stuka_env.play.advice import Adviser, AdviserThread, Answer
from stuka_env.play.browser.view import (
    debrief_view,
    lines_of,
    opinion_view,
    position_view,
    session_view,
)
from stuka_env.play.ending import AGAIN, ANOTHER, review_installed
from stuka_env.play.keys import Key, keys_of
from stuka_env.play.parts import FormationPlace
from stuka_env.play.rivals import RivalWar, compare, fly_rivals
from stuka_env.play.seating import FIRST_WAY, Proposal, changed, proposed, seating_view
from stuka_env.play.session import Session
from stuka_env.play.sharing import MadeReview, make_review, share_war
from stuka_env.play.typed_rolls import CannotPlay
from stuka_env.play.war import War
from stuka_env.play.war_reader import so_far
from stuka_env.replay import fly
from stuka_env.watch.page import NamedFlight, page_of

STALE = "The war has gone on in another window; this page shows it now."
WRONG_REQUEST = "The page sent a request that the game does not know; load the page again."


class BrowserGame:
    """A session that is played from the tabs of a browser.

    Only one thread calls :meth:`play`. :meth:`work` may be called from another thread at the same time.

    Args:
        session: the war and its file.
        adviser: the source of advice; None for no advice.
        on_change: called after every change that the tabs must show, from any thread.
    """

    def __init__(self, session: Session, adviser: Adviser | None, on_change: Callable[[], object]) -> None:
        self.session = session
        self.version = 0
        """Number of changes of the war; a request for an older version is refused."""
        self._own_adviser = adviser
        self._on_change = on_change
        self._thread: AdviserThread | None = None
        self._answer = Answer(0, None, "")
        """The newest answer of the adviser."""
        self._question = 0
        """Number of the adviser's open question; 0 for none."""
        self._proposal: Proposal | None = None
        self._ended: list[dict[str, Any]] = []
        self._rivals: list[RivalWar] = []
        self._review: MadeReview | None = None
        self._begin()

    @property
    def keys(self) -> list[Key]:
        """The keys that the help of the page lists."""
        return keys_of(self.session.war.parts)

    @property
    def adviser(self) -> Adviser | None:
        """The adviser of this war: its own, else the one on the command line."""
        return self.session.adviser or self._own_adviser

    def _begin(self) -> None:
        self._seat_adviser()
        self._rivals, self._review = [], None
        self._changed([])

    def _seat_adviser(self) -> None:
        """Start a thread for the adviser of this war, unless it has one."""
        adviser = self.adviser
        if adviser is None:
            self._thread = None
        elif self._thread is None or self._thread.adviser is not adviser:
            self._thread = AdviserThread(adviser, self._advised)

    def _changed(self, ended: list[dict[str, Any]]) -> None:
        """Note a change of the war: the open question is a new one."""
        self.version += 1
        self._ended, self._question = ended, 0
        self._proposal = None
        if self.session.asks_for_crews:
            self._proposal = proposed(self.session.war, FIRST_WAY, self.adviser)
        if self._thread is not None and self.session.war.legal:
            self._thread.ask(self.session.war.position())
            self._question = self._thread.number

    def _advised(self, answer: Answer) -> None:
        """Keep an answer of the adviser. This is called in the adviser's thread."""
        self._answer = answer
        self._on_change()

    # --- what the tabs see ---

    def state(self) -> dict[str, Any]:
        """Return all that a tab shows."""
        war = self.session.war
        return {
            "version": self.version,
            "war": session_view(self.session),
            "crews": self._crews(war),
            "ended": self._ended,
            "advice": self._advice(),
        }

    def _crews(self, war: War) -> dict[str, Any] | None:
        """Return the page of the crews; None while no crews are asked for."""
        if self._proposal is None:
            return None
        return seating_view(war, self._proposal, self.adviser is not None)

    def _advice(self) -> dict[str, Any]:
        """Return the adviser's opinion about the open question, or the reason why there is none yet."""
        thread, answer = self._thread, self._answer
        if thread is None:
            return {"available": False, "status": "", "opinion": None}
        name, status, opinion = printable(thread.adviser.name), "", None
        if self._question and answer.number != self._question:
            status = f"{name} is thinking"
        elif self._question and answer.opinion is None:
            status = f"{name} failed: {printable(answer.error_text)}"
        elif self._question and answer.opinion is not None:
            opinion = opinion_view(self.session.war, name, answer.opinion)
        return {"available": True, "status": status, "opinion": opinion}

    # --- what the tabs ask for ---

    def play(self, request: Any) -> dict[str, Any]:
        """Do what a tab asks for, and return the reply.

        Raises:
            CannotPlay: it cannot be done; the message gives the reason in one sentence.
            ValueError: a new war cannot be begun; the message is one line.
        """
        match request:
            case {"do": "journal"}:
                return {"journal": lines_of(self.session.war, self.session.war.journal)}
            case {"do": "record"}:
                rows = so_far(self.session.war).record()
                return {"record": [row._asdict() for row in rows]}
            case {"do": "position"}:
                return position_view(self.session.position_text())
            case {"do": "replay"}:
                return {"replay": self.session.write_replay().name}
            case {"version": int(version)} if version != self.version:
                raise CannotPlay(STALE)
            case {"do": "propose", "way": str(way)}:
                if self._proposal is None:
                    raise CannotPlay("No crews are asked for now.")
                self._proposal = proposed(self.session.war, way, self.adviser)
            case {"do": "change", "row": int(row), "column": int(column), "person": int(person)} if self._proposal:
                self._proposal = changed(self.session.war, self._proposal, FormationPlace(row, column), person)
            case {"do": str(action), "version": int()}:
                self._act(action, request, len(self.session.war.played))
            case _:
                raise CannotPlay(WRONG_REQUEST)
        self._on_change()
        return {}

    def _act(self, action: str, request: dict[str, Any], turns: int) -> None:
        """Change the war, which has had ``turns`` turns."""
        session = self.session
        match action, request:
            case "take", {"answer": int(answer)}:
                session.take(answer)
            case "roll", {"typed": str(typed)}:
                session.roll(typed)
            case "seat", _ if self._proposal is not None:
                try:
                    session.seat(self._proposal.filled.actions)
                except CannotPlay:  # some of the crews have their seats
                    self._changed([])
                    raise
            case "undo", _:
                session.take_back()
            case "all_crews", _:
                session.ask_for_all_crews()
            case "one_by_one", _:
                session.one_by_one = True
            case (("again" | "another"), _) if session.war.over:
                self._next_war(action)
                return
            case _:
                raise CannotPlay(WRONG_REQUEST)
        self._changed([debrief_view(one) for one in so_far(session.war).ended_since(turns)])

    def _next_war(self, action: str) -> None:
        assert action in (AGAIN, ANOTHER)
        session = self.session.again(self.session.war.seed if action == AGAIN else entropy())
        self.session.release()
        self.session = session
        self._begin()

    # --- longer work ---

    def work(self, request: Any) -> dict[str, Any]:
        """Do what takes seconds, and return the reply.

        Raises:
            CannotPlay: it cannot be done; the message gives the reason in one sentence.
            ValueError: it failed; the message is one line.
        """
        session = self.session
        match request:
            case {"do": "compare"}:
                self._rivals = fly_rivals(session.war)
                return {"rivals": compare(session.war, self._rivals)._asdict()}
            case {"do": "review"}:
                return {"review": self.reviewed(session).summary}
            case {"do": "share"}:
                if session.war.over and review_installed(session):
                    self.reviewed(session)
                return {"line": share_war(session, self._review)}
        raise CannotPlay(WRONG_REQUEST)

    def reviewed(self, session: Session) -> MadeReview:
        """Return the review of the session's war, which is made once after the war is over.

        Raises:
            CannotPlay: another war has begun meanwhile.
            ValueError: the war cannot be reviewed; the message is one line.
        """
        if self._review is None:
            review = make_review(session)
            if session is not self.session or not session.war.over:
                raise CannotPlay("Another war has begun, so the review was left.")
            self._review = review
        return self._review

    # --- pages ---

    def watch_page(self) -> str:
        """Return the page of the war up to now.

        Raises:
            ValueError: it cannot be made; the message is one line.
        """
        return page_of([self._named_flight()])

    def rivals_page(self) -> str:
        """Return the page of the player's war beside those of the rivals.

        Raises:
            ValueError: it cannot be made; the message is one line.
        """
        others = [NamedFlight(rival.name, fly(rival.replay)) for rival in self._rivals]
        return page_of([self._named_flight(), *others])

    def review_page(self) -> Path | None:
        """Return the path of the review's page; None if there is none."""
        return None if self._review is None else self._review.page

    def _named_flight(self) -> NamedFlight:
        return NamedFlight(self.session.path.name, fly(self.session.replay()))
