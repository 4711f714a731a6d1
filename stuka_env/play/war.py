"""A war played by hand, without a screen: turns, undo, and at the table the rolls that they need.

At the table the program rolls no dice. It plays a turn with the rolls typed so far. If one is missing, it asks for
that roll and plays the turn again from its beginning, until all rolls are there.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env import ENVIRONMENTS
from stuka_env.engine.engine import Engine, Snapshot
from stuka_env.engine.faults import TapeError
from stuka_env.engine.memory import copied
from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.codes import CARDS, SLOTS, Chart, Decision
from stuka_env.games.stuka.engine.tape import make_tape
from stuka_env.games.stuka.rules.ledger import score_due
from stuka_env.games.stuka.scenario.arguments import read_war_spec
from stuka_env.games.stuka.words import wording
from stuka_env.games.stuka.words.careers import Career, Careers
from stuka_env.games.stuka.words.crew_names import CrewNames
from stuka_env.games.stuka.words.debrief import Debrief, debriefs
from stuka_env.games.stuka.words.entry import JournalEntry
from stuka_env.games.stuka.words.labels import label
from stuka_env.games.stuka.words.outcome import mission_dict, result_dict
from stuka_env.games.stuka.words.translation import translate
from stuka_env.play.turns import CannotPlay, Played, Position, Turn, position_of
from stuka_env.play.typed_rolls import CHANCE, DRAWN_CHARTS, Need, Rolled, check_faces, next_need, planned


class War:
    """One war. It begins with the opening: up to the first decision, or at the table to the first roll.

    Args:
        env: id of the environment.
        arguments: any of operation, segment, duration, charts; None stands for the default.
        seed: the seed of the dice; at the table it only selects the segment of a Mission for which none is named.
        table: whether the player rolls.

    Attributes:
        need: the roll that is asked for; None while a decision is open, or at the end.
        pending: the turn that waits for that roll.
        crews: the names of pilots and gunners, used in journal, question and labels.

    Raises:
        ValueError: an argument is wrong; the message names it in one line.
    """

    def __init__(self, env: str, arguments: Mapping[str, str | None], seed: int, table: bool = False) -> None:
        if env not in ENVIRONMENTS:
            raise ValueError(f"env: got {env!r}, allowed is {' or '.join(ENVIRONMENTS)}")
        words = {name: word for name, word in arguments.items() if word is not None}
        spec = read_war_spec(ENVIRONMENTS.index(env), **words)
        self.env = env
        self.seed = seed
        self.table = table
        self.engine = Engine(1, spec, journal=True, penalty=0.0)
        self.played: list[Played] = []
        self.need: Need | None = None
        self.pending: Turn | None = None
        self._view = self.engine.new_view()
        self._action = np.zeros(1, np.int64)
        self.crews = CrewNames(seed)
        self._base = self._lay_out()
        self._journal: list[JournalEntry] = []
        self._attempt(Turn(None))

    def _lay_out(self) -> Snapshot:
        """Reset the mat to the beginning of the war, before the first roll."""
        self.crews = CrewNames(self.seed)
        self.engine.reset(self._view.buffers, [self.seed])
        self.engine.drain_journal()
        self.engine.wars.reports["episode"] = -1
        self.engine.begin_next()
        return self.engine.snapshot()

    # --- looking ---

    @property
    def charts(self) -> LoadedCharts:
        """The charts in force."""
        return self.engine.charts

    @property
    def mat(self) -> Any:
        """A copy of the mat; while a roll is asked for, as it was when the turn began."""
        return copied(self.engine.wars.mats)[0]

    @property
    def over(self) -> bool:
        """Whether the war has ended."""
        return self.need is None and bool(self.engine.wars.reports["over"][0])

    @property
    def result(self) -> dict[str, Any] | None:
        """The result of the war, as in the info of the last step; None before."""
        return result_dict(self.engine.wars.reports["result"][0], self.charts) if self.over else None

    @property
    def points(self) -> float:
        """Points of the final score that have been earned so far."""
        if self.over:
            return float(self.engine.wars.reports["result"][0]["score"])
        record: Any = self.charts.record
        return score_due(self.engine.wars.mats[0], record)

    @property
    def question(self) -> str:
        """The question of the open decision."""
        cursor = self.engine.wars.mats[0]["cursor"]
        return self.crews.named(wording.decision_words(int(cursor["decision"]), int(cursor["subject"])))

    @property
    def legal(self) -> list[tuple[int, str]]:
        """Index and label of each legal action; empty while a roll is asked for and at the end."""
        mat = self.engine.wars.mats[0]
        if self.need is not None or mat["cursor"]["decision"] in (Decision.NONE, Decision.OVER):
            return []
        legal = np.flatnonzero(self._view.masks[0]).tolist()
        return [(index, self.crews.named(label(index, mat, self.charts.record))) for index in legal]

    @property
    def journal(self) -> list[JournalEntry]:
        """The whole journal, with the entries so far of a turn that waits for a roll."""
        return [entry for played in self.played for entry in played.journal] + self._journal

    def ended_since(self, turns: int) -> list[Debrief]:
        """Return the debriefs of all that ended after the first ``turns`` turns."""
        missions = [mission for played in self.played[turns:] for mission in played.missions]
        step = [entry for played in self.played[turns:] for entry in played.journal]
        return debriefs(
            missions,
            step,
            self.journal,
            scale=self.engine.spec.scale,
            kill_points=int(self.charts.record["kill_points"]),
        )

    @property
    def newest_entries(self) -> list[JournalEntry]:
        """The journal of the last turn, with the entries so far of a turn that waits for a roll."""
        return [*(self.played[-1].journal if self.played else []), *self._journal]

    def careers(self) -> list[Career]:
        """Return the careers of all who have had a place of the roster, up to now."""
        opening = self.played[0]
        careers = Careers(opening.crews, opening.before.mats[0])
        for played in self.played:
            careers.add(played.journal, played.missions)
        return careers.by_place()

    @property
    def arguments(self) -> dict[str, str]:
        """Arguments of the environment that make the same war."""
        return self.engine.game.replays.arguments_of(self.engine.war_spec())

    @property
    def turns(self) -> list[Turn]:
        """Completed turns; the first is the opening."""
        return [played.turn for played in self.played]

    def position(self) -> Position:
        """Return what the player sees."""
        return position_of(self.engine, self._view, len(self.played))

    # --- playing ---

    def take(self, action: int) -> None:
        """Take a decision.

        Raises:
            CannotPlay: the war is over, a roll is missing, or the action is not legal.
        """
        if self.need is not None:
            raise CannotPlay("A roll is missing before the next decision.")
        if self.over:
            raise CannotPlay("The war is over.")
        if action not in np.flatnonzero(self._view.masks[0]):
            raise CannotPlay(f"Action {action} is not possible now.")
        self._base = self.engine.snapshot()
        self._attempt(Turn(action))

    def answer(self, faces: Iterable[int]) -> None:
        """Hand in the roll that is asked for.

        Raises:
            CannotPlay: no roll is asked for, or the dice cannot show these faces.
        """
        if self.need is None or self.pending is None:
            raise CannotPlay("No roll is asked for.")
        try:
            checked = check_faces(self.need, tuple(faces))
        except ValueError as error:
            raise CannotPlay(str(error)) from None
        rolls = (*self.pending.rolls, Rolled(self.need.chart, checked))
        self._attempt(self.pending._replace(rolls=rolls))

    def undo(self) -> None:
        """Take back the last decision if no dice were rolled for it; at the table take back the last roll.

        Raises:
            CannotPlay: that cannot be.
        """
        if self.pending is not None:
            self._take_back(self.pending)
            return
        last = self.played[-1]
        if not self.table and any(entry.kind in CHANCE for entry in last.journal) and last.turn.action is not None:
            raise CannotPlay("Dice were rolled since: that decision cannot be taken back.")
        if last.turn.action is None and not last.turn.rolls:
            raise CannotPlay("The war has just begun: there is nothing to take back.")
        self.played.pop()
        self._base, self.crews = last.before, last.crews
        self._take_back(last.turn)

    def _take_back(self, turn: Turn) -> None:
        """Go back by one roll of a turn, or before the turn if it has none."""
        if turn.rolls:
            self._attempt(turn._replace(rolls=turn.rolls[:-1]))
        elif turn.action is None:
            raise CannotPlay("The war has just begun: there is nothing to take back.")
        else:
            self._wait(None, None, [])

    # --- one turn ---

    def _attempt(self, turn: Turn) -> None:
        """Play a turn from its beginning; at the table as far as its rolls reach."""
        entries = self._step(turn)
        missing = next_need(entries, turn.rolls) if self.table else None
        if missing is not None:
            place, need = missing
            if need.chart in DRAWN_CHARTS:
                need = need._replace(choices=self._drawable(turn, need.chart))
            self._wait(turn, need, self._translate(entries[:place])[0])
            return
        report = self.engine.wars.reports[0]
        lines = self.engine.wars.ended["lines"][0, : int(report["lines_ended"])]
        missions = [mission_dict(line, self.charts) for line in lines]
        journal, crews = self._translate(entries)
        self.played.append(Played(turn, self._base, journal, missions, self.crews))
        self.crews = crews
        self.need = self.pending = None
        self._journal = []

    def _translate(self, entries: NDArray[Any]) -> tuple[list[JournalEntry], CrewNames]:
        """Return the journal since the turn began, and the names of the people after it."""
        return self.crews.tell(translate(entries, self.charts, self._base.mats[0]))

    def _step(self, turn: Turn) -> NDArray[Any]:
        """Play a turn from its beginning and return its journal. Rolls that were not typed come from the generator."""
        base = self._base
        if self.table:
            dice = base.dice.copy()
            dice["taped"] = 1
            cards = self.charts.card_ids
            tapes: Any = make_tape(planned(turn.rolls, cards), cards)
            base = base._replace(dice=dice, tapes=tapes)
        self.engine.restore(base)
        self._action[0] = 0 if turn.action is None else turn.action
        self.engine.step(self._action, self._view.buffers)
        return self.engine.drain_journal()

    def _wait(self, turn: Turn | None, need: Need | None, journal: list[JournalEntry]) -> None:
        """Restore the beginning of the turn, and keep the journal that it has produced so far."""
        self.engine.restore(self._base)
        self.engine.show(self._view.buffers)
        self.pending, self.need, self._journal = turn, need, journal

    def _drawable(self, turn: Turn, chart: Chart) -> tuple[int, ...]:
        """Return the numbers that can be drawn now. Drawn aircraft and drawn cards are not among them."""
        return tuple(
            number
            for number in range(1, 1 + (SLOTS if chart == Chart.CUP else CARDS))
            if self._fits(turn._replace(rolls=(*turn.rolls, Rolled(chart, (number,)))))
        )

    def _fits(self, turn: Turn) -> bool:
        try:
            self._step(turn)
        except TapeError:
            return False
        return True

    # --- resuming ---

    def resume(self, turns: Iterable[Turn], pending: Turn | None) -> None:
        """Play turns of an earlier session, from the opening on.

        Raises:
            CannotPlay: they do not fit this war.
        """
        self.played.clear()
        for turn in turns:
            self._repeat(turn)
            if self.need is not None:
                raise CannotPlay("a roll is missing")
        if pending is not None:
            self._repeat(pending)
            if self.need is None:
                raise CannotPlay("a turn that waits for a roll has all it needs")

    def _repeat(self, turn: Turn) -> None:
        if (turn.action is None) != (not self.played):
            raise CannotPlay("the opening is missing, or there are two")
        if turn.rolls and not self.table:
            raise CannotPlay("more was rolled than the rules ask for")
        if turn.action is None:
            self._base = self._lay_out()
        elif self.over or turn.action not in np.flatnonzero(self._view.masks[0]):
            raise CannotPlay(f"action {turn.action} is not possible in turn {len(self.played)}")
        else:
            self._base = self.engine.snapshot()
        try:
            self._attempt(turn)
        except (TapeError, ValueError) as error:
            raise CannotPlay(f"turn {len(self.played)}: {error}") from None
