"""A war played by hand, without a screen: turns, undo, and at the table the rolls that they need.

At the table the program rolls no dice. It plays a turn with the rolls typed so far. If one is missing, it asks for
that roll and plays the turn again from its beginning, until all rolls are there. Meanwhile the mat is as these rolls
have left it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.declared.journal import RollCode
from stuka_env.declared.sentences import Modifiers, SentenceContext, added_words, is_chance
from stuka_env.declared.tape import make_tape
from stuka_env.engine.engine import Engine, Snapshot, TapeError
from stuka_env.engine.kernels import NOTHING
from stuka_env.engine.memory import copied
from stuka_env.engine.slow_motion import SlowMotion
from stuka_env.envs.arguments import read_reset_options
from stuka_env.game import PeopleNames
from stuka_env.play.parts import Nameless, parts_of_env
from stuka_env.play.typed_rolls import CannotPlay, Need, Played, Position, Rolled, Turn, check_faces, position_of
from stuka_env.position import position_in, read_position


class War:
    """One war. It begins with the opening: up to the first decision, or at the table to the first roll.

    Args:
        env: id of the environment.
        arguments: any of the game's arguments of an environment; None stands for the default.
        seed: the seed of the dice; at the table it only selects what no dice of the game select.
        table: whether the player rolls.
        start: the position at which it begins, as text; None for the usual beginning.

    Attributes:
        parts: what the game provides.
        need: the roll that is asked for; None while a decision is open, or at the end.
        pending: the turn that waits for that roll.
        reading: what :mod:`stuka_env.play.war_reader` has read of it.
        crews: the names of people, used in journal, question and labels.

    Raises:
        ValueError: an argument is wrong; the message names it in one line.
    """

    def __init__(
        self, env: str, arguments: Mapping[str, Any], seed: int, table: bool = False, *, start: str | None = None
    ) -> None:
        self.parts = parts_of_env(env)
        game = self.parts.game
        words = {name: word for name, word in arguments.items() if word is not None}
        spec, _ = game.envs.read_arguments(game.ids.index(env), **words)
        self.env = env
        self.seed = seed
        self.table = table
        self.start = start
        self._first = read_reset_options({"position": start}, spec).position
        self.engine = Engine(1, spec, journal=True, penalty=0.0)
        self.played: list[Played] = []
        self.reading: Any = None
        self.need: Need | None = None
        self.pending: Turn | None = None
        self._mat_at_roll: Any = None
        self._view = self.engine.new_view()
        self._action = np.zeros(1, np.int64)
        self.crews: Any = Nameless()
        self._base = self._lay_out()
        self._journal: list[Any] = []
        self._attempt(Turn(None))

    def _lay_out(self) -> Snapshot:
        """Reset the mat to the beginning of the war: before the first roll, or at the position."""
        names = self.parts.game.replays.names
        self.crews = Nameless() if names is None else names(self.seed, 0)
        self.engine.reset(self._view.buffers, [self.seed], position=self._first)
        self.engine.drain_journal()
        if self._first is not None:
            return self.engine.snapshot()
        self.engine.wars.reports["episode"] = -1
        self.engine.begin_next()
        return self.engine.snapshot()

    # --- looking ---

    @property
    def charts(self) -> Any:
        """The charts in force."""
        return self.engine.charts

    @property
    def mat(self) -> Any:
        """A copy of the mat; while a roll is asked for, as the rolls before it have left it."""
        if self.pending is None:
            return self.settled_mat
        if self._mat_at_roll is None:
            self._mat_at_roll = self._play_to_roll(self.pending)
        return self._mat_at_roll.copy()

    @property
    def settled_mat(self) -> Any:
        """A copy of the mat after the last completed turn."""
        return self.engine.seen(copied(self.engine.wars.mats))[0]

    @property
    def turn_mat(self) -> Any:
        """The mat when the last turn began; it must not be changed."""
        return self.engine.seen(self._base.mats)[0]

    @property
    def scale(self) -> int:
        """The length of the war: the place of its environment among those of the game."""
        return int(self.engine.spec.scale)

    @property
    def noun(self) -> str:
        """The word of its game for a war of this length."""
        return self.parts.results.nouns[self.scale]

    @property
    def over(self) -> bool:
        """Whether the war has ended."""
        return self.need is None and bool(self.engine.wars.reports["over"][0])

    @property
    def result(self) -> dict[str, Any] | None:
        """The result of the war, as in the info of the last step; None before."""
        if not self.over:
            return None
        return self.parts.game.envs.result_dict(self.engine.wars.reports["result"][0], self.charts)

    @property
    def points(self) -> float:
        """Points of the final score that have been earned so far."""
        if self.over:
            return float(self.parts.score(self))
        return self.parts.results.points(self.mat, self.charts.record)

    @property
    def question(self) -> str:
        """The question of the open decision."""
        return self.crews.named(self.parts.game.views.question_of(self.settled_mat))

    @property
    def legal(self) -> list[tuple[int, str]]:
        """Index and label of each legal action; empty while a roll is asked for and at the end."""
        mat, envs = self.settled_mat, self.parts.game.envs
        if self.need is not None or mat["cursor"]["decision"] in envs.without_choice:
            return []
        legal = np.flatnonzero(self._view.masks[0]).tolist()
        return [(index, self.crews.named(envs.label(index, mat, self.charts))) for index in legal]

    @property
    def journal(self) -> list[Any]:
        """The whole journal, with the entries so far of a turn that waits for a roll."""
        return [entry for played in self.played for entry in played.journal] + self._journal

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The completed lines of the log sheet, as in the info of a step."""
        return [line for played in self.played for line in played.lines]

    @property
    def newest_entries(self) -> list[Any]:
        """The journal of the last turn, with the entries so far of a turn that waits for a roll."""
        return [*(self.played[-1].journal if self.played else []), *self._journal]

    @property
    def arguments(self) -> dict[str, Any]:
        """Arguments of the environment that make the same war."""
        return self.parts.game.replays.arguments_of(self.engine.war_spec())

    @property
    def turns(self) -> list[Turn]:
        """Completed turns; the first is the opening."""
        return [played.turn for played in self.played]

    def position(self) -> Position:
        """Return what the player sees."""
        return position_of(self.engine, self._view, len(self.played))

    def try_out(self, choose: Callable[[Any, list[int]], int | None]) -> tuple[tuple[int, ...], Any]:
        """Return the actions that a function chooses in a row from the open decision on, and the mat after them.

        The function gets the mat and the legal actions, and returns None to end. The war does not change. While the
        function chooses, :meth:`position` returns the position of its decision.
        """
        before, actions = self.engine.snapshot(), list[int]()
        try:
            while not self.over:
                action = choose(self.settled_mat, np.flatnonzero(self._view.masks[0]).tolist())
                if action is None:
                    break
                actions.append(action)
                self._action[0] = action
                self.engine.step(self._action, self._view.buffers)
            return tuple(actions), self.settled_mat
        finally:
            self.engine.drain_journal()
            self.engine.restore(before)
            self.engine.show(self._view.buffers)

    def position_text(self) -> str:
        """Return the position at the open decision as text.

        Raises:
            CannotPlay: no decision is open.
        """
        if self.need is not None or self.over:
            raise CannotPlay("A position can be copied where a decision is open.")
        return position_in(self.engine)

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
        self._attempt(Turn(int(action)))  # a saved war has plain numbers, no true and no number of NumPy

    def answer(self, faces: Iterable[int]) -> None:
        """Hand in the roll that is asked for.

        Raises:
            CannotPlay: no roll is asked for, or the dice cannot show these faces.
        """
        if self.need is None or self.pending is None:
            raise CannotPlay("No roll is asked for.")
        try:
            checked = check_faces(self.need, tuple(map(int, faces)))
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
        if not self.table and any(map(is_chance, last.journal)) and last.turn.action is not None:
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
        if turn.action is None and self._first is not None:
            self.played.append(Played(turn, self._base, [], [], self.crews))
            return
        entries = self._step(turn)
        missing = next_need(self, entries, turn.rolls) if self.table else None
        if missing is not None:
            place, need = missing
            if need.chart.declared.is_drawn:
                need = need._replace(choices=self._drawable(turn, need.chart))
            self._wait(turn, need, self._translate(entries[:place])[0])
            return
        report = self.engine.wars.reports[0]
        lines = self.engine.wars.ended["lines"][0, : int(report["lines_ended"])]
        ended = [self.parts.game.envs.line_dict(line, self.charts) for line in lines]
        journal, crews = self._translate(entries)
        self.played.append(Played(turn, self._base, journal, ended, self.crews))
        self.crews = crews
        self.need = self.pending = None
        self._journal = []

    def _translate(self, entries: NDArray[Any]) -> tuple[list[Any], PeopleNames]:
        """Return the journal since the turn began, and the names of the people after it."""
        return self.crews.tell(self.parts.game.envs.sentences.translate(entries, self.charts))

    def _step(self, turn: Turn) -> NDArray[Any]:
        self.engine.restore(self._base_with(turn.rolls) if self.table else self._base)
        self._action[0] = 0 if turn.action is None else turn.action
        self.engine.step(self._action, self._view.buffers)
        return self.engine.drain_journal()

    def _play_to_roll(self, turn: Turn) -> Any:
        """Return the mat at the roll that a turn waits for."""
        action = NOTHING if turn.action is None else turn.action
        return SlowMotion(self.engine).at_missing_roll(self._base_with(turn.rolls, strict=True), action).mat

    def _base_with(self, rolls: Iterable[Rolled], *, strict: bool = False) -> Snapshot:
        """Return the beginning of the turn with rolls on the tape; if it is strict, the generator makes no others."""
        dice = self._base.dice.copy()
        dice["taped"], dice["strict"] = 1, strict
        plan = self.parts.planned(rolls, self.charts)
        tapes: Any = make_tape(self.parts.game.engine.tape, plan, self.charts)
        return self._base._replace(dice=dice, tapes=tapes)

    def _wait(self, turn: Turn | None, need: Need | None, journal: list[Any]) -> None:
        """Restore the beginning of the turn, and keep the journal that it has produced so far."""
        self.engine.restore(self._base)
        self.engine.show(self._view.buffers)
        self.pending, self.need, self._journal, self._mat_at_roll = turn, need, journal, None

    def _drawable(self, turn: Turn, chart: RollCode) -> tuple[int, ...]:
        """Return the numbers that can be drawn now. Drawn aircraft and drawn cards are not among them."""
        return tuple(
            number
            for number in range(1, 1 + chart.dice[0])
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
        if turn.rolls and (not self.table or (turn.action is None and self._first is not None)):
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


def next_need(war: War, records: NDArray[Any], rolls: Sequence[Rolled]) -> tuple[int, Need] | None:
    """Return the first roll of a step that was not typed, with its place in the journal of the step; None if all were.

    A step is played with what was typed so far, and the generator makes the rest. Of these rolls only the subject of
    the first is used: it was not really made.

    Args:
        war: the war, after the step.
        records: the journal of the step.
        rolls: the player's rolls for this step so far.

    Raises:
        ValueError: the rolls are not those that the step asks for.
    """
    own, form, sentences = war.parts.need, war.parts.game.engine.tape, war.parts.game.envs.sentences
    entries = list(sentences.without_text(records))
    num_matched = 0
    modifiers: Modifiers = ()
    for place, entry in enumerate(entries):
        if is_chance(entry) and entry.chart in form.sides:
            if num_matched == len(rolls):
                need = _declared_need(war, entry, modifiers)
                return place, need if own is None else own(war, entries, place, need, modifiers)
            if rolls[num_matched].chart != entry.chart:
                typed = rolls[num_matched].chart.name
                raise ValueError(f"{typed} was rolled where the rules ask for {entry.chart.name}")
            num_matched += 1
        modifiers = () if is_chance(entry) else sentences.modifiers_after(entry, modifiers)
    if num_matched < len(rolls):
        raise ValueError("more was rolled than the rules ask for")
    return None


def _declared_need(war: War, entry: Any, modifiers: Modifiers) -> Need:
    """Return what a roll asks for, by its declaration."""
    about = war.parts.game.envs.sentences.about(entry, SentenceContext(war.charts, modifiers))
    count = len(entry.dice) or len(entry.chart.dice)
    return Need(entry.chart, entry.chart.dice[:count], f"for {about}" if about else "", added_words(modifiers))


def war_at(position: str, seed: int, *, charts: str | None = None, table: bool = False) -> War:
    """Return a war that begins at a position.

    Args:
        position: the position as text.
        seed: the seed of the dice.
        charts: a folder of charts in place of the one that the position names.
        table: whether the player rolls.

    Raises:
        ValueError: the text is none of a position, or its charts are others; the message is one line.
    """
    read = read_position(position)
    arguments = dict(read.arguments) | ({} if charts is None else {"charts": charts})
    return War(read.env, arguments, seed, table, start=position)
