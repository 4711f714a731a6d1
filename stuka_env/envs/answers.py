"""Answers: a policy takes the decisions of a war that the agent is not asked, in N wars of an engine."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.compiling.philox import draw_noise_of_turns
from stuka_env.engine import hidden
from stuka_env.engine.engine import Engine, StepTotals, View
from stuka_env.engine.interrupts import uninterrupted
from stuka_env.engine.kernels import DISABLED, HELD, NEXT_STEP, SAME_STEP
from stuka_env.engine.memory import put
from stuka_env.io.arguments import argument_error, one_of
from stuka_env.policy import POLICY_SEED_LIMIT, Policy, PolicyInput, as_policy, is_remembering

PAYMENTS = ("reward", "parts")
"""The fields of a ledger."""
OnTurn = Callable[[], object]
"""A callback."""


class Answers:
    """A policy that takes all decisions of N wars but those of some kinds, which the agent is asked.

    A step of a war is the agent's action and all answers up to its next decision. The rewards, lines of the log sheet
    and illegal actions of these turns add up in the reports of the wars, so infos are made from them as always. Ctrl-C
    interrupts no step. An error in a turn, such as a roll that does not fit a tape, leaves earlier turns taken.

    Payments before the agent's first decision are owed to it, and come with the reward of its first step. A
    war without a decision for the agent takes one step, whose action has no effect, and which reports its end.

    Args:
        engine: the wars.
        kinds: names of the decisions that the agent is asked.
        policy: the policy, as :func:`stuka_env.policy.as_policy` takes it.
        seed: seed of the policy's random numbers. They are those of ``stuka_env.fly`` with this seed.
        every: the agent is asked in one of so many lines of the log sheet, the first one included.

    Attributes:
        answered: decisions that the policy has taken since the agent's last action, int64 ``(N,)``.
        taken: with one war, the actions of the last step or reset, the agent's own included.

    Raises:
        ValueError: an argument is not allowed; the message names it, its value and the allowed values.
    """

    def __init__(self, engine: Engine, kinds: Iterable[str], policy: Any, seed: int, every: int = 1) -> None:
        parts, wars = engine.game.envs, engine.num_envs
        codes = [int(code) for code in parts.kinds.decisions if code not in parts.without_choice]
        names = [parts.decisions[code] for code in codes]
        if isinstance(kinds, str) or not isinstance(kinds, Iterable) or not (kinds := tuple(kinds)):
            raise argument_error("kinds", kinds, f"a list with one or more of {', '.join(names)}")
        if not isinstance(seed, int | np.integer) or isinstance(seed, bool) or not 0 <= seed < POLICY_SEED_LIMIT:
            raise argument_error("seed", seed, f"a whole number from 0 to {POLICY_SEED_LIMIT - 1}")
        if not isinstance(every, int | np.integer) or isinstance(every, bool) or every < 1:
            raise argument_error("every", every, "a whole number, 1 or more")
        asked = [codes[names.index(one_of("kinds", kind, names))] for kind in kinds]
        self.engine = engine
        self.seed, self.every = int(seed), int(every)
        self.answered = np.zeros(wars, np.int64)
        self.taken: list[int] = []
        self._given = policy
        self._policy = self._load()
        self._is_asked = np.isin(np.arange(len(parts.decisions)), asked)
        self._actions = np.zeros(wars, np.int64)
        self._turns = np.zeros(wars, np.int64)
        self._owed = np.zeros(wars, engine.wars.reports["ledger"].dtype)
        self._has_unseen_end = np.zeros(wars, np.bool_)
        self._end_turns()

    def _load(self) -> Policy:
        policy = as_policy(self._given, self.engine.game.name)
        if is_remembering(policy):
            raise argument_error("policy", policy.name, "one that remembers nothing of earlier decisions")
        return policy

    def __getstate__(self) -> dict[str, Any]:
        """Return everything but the policy, which is loaded again."""
        return {name: value for name, value in self.__dict__.items() if name != "_policy"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._policy = self._load()
        self._end_turns()

    def _end_turns(self) -> None:
        """Let no war begin in the turn that ends another: its environment begins it when all answers are given."""
        settings = self.engine.wars.common[0].settings
        if settings.autoreset == SAME_STEP:
            settings.autoreset = DISABLED

    @property
    def has_unseen_end(self) -> NDArray[np.bool_]:
        """Whether a war ended before a decision of the agent and its next step reports that, bool ``(N,)``."""
        return self._has_unseen_end

    def forget(self, chosen: NDArray[np.bool_]) -> None:
        """Forget everything about the chosen wars, bool ``(N,)``: others have taken their places."""
        for numbers in (self._turns, self._has_unseen_end, self.answered):
            numbers[chosen] = 0
        self._owed[chosen] = np.zeros((), self._owed.dtype)
        self.taken = []

    @uninterrupted
    def begin(self, view: View, chosen: NDArray[np.bool_], on_turn: OnTurn = lambda: None) -> None:
        """Answer in the chosen wars, which a reset has begun, up to the first decision of the agent.

        Args:
            view: the arrays of the players, with the first decisions of these wars; they get those after the answers.
            chosen: the wars, bool ``(N,)``.
            on_turn: called after every turn.
        """
        self.answered[:] = 0
        self.taken = []
        self._open(view, chosen, on_turn)
        view.buffers.reports[chosen] = self.engine.wars.reports[chosen]

    def begin_next(self, view: View, chosen: NDArray[np.bool_]) -> int:
        """Answer in the chosen wars, which follow others in this step; its reward and flags stay those of the others.

        Returns:
            the largest number of lines of the log sheet that ended in one of the chosen wars.
        """
        reports: Any = view.buffers.reports[chosen]
        self._open(view, chosen, lambda: None)
        lines = self.engine.wars.reports["lines_ended"][chosen]
        reports["line_index"], reports["lines_ended"] = self.engine.wars.reports["line_index"][chosen], lines
        reports["decision"] = self.engine.wars.reports["decision"][chosen]
        view.buffers.reports[chosen] = reports
        return int(lines.max(initial=0))

    @uninterrupted
    def step(self, actions: NDArray[np.int64], view: View, on_turn: OnTurn = lambda: None) -> StepTotals:
        """Take the agent's actions, and answer up to its next decisions, in all wars.

        A war that is over begins anew in NEXT_STEP, and stays over in the other modes.

        Args:
            actions: the agent's actions, ``(N,)``.
            view: the arrays of the players, with the present decisions; they get those after the answers.
            on_turn: called after every turn.
        """
        reports: Any = self.engine.wars.reports
        ledgers, ending, was_over = reports["ledger"], self._has_unseen_end.copy(), reports["over"] != 0
        begun = was_over & ~ending & (self.engine.wars.common[0].settings.autoreset == NEXT_STEP)
        self.answered[:] = 0
        self.taken = [] if ending[0] else [int(actions[0])]
        if ending.any():  # no turn of these wars writes into the arrays
            self.engine.show(view.buffers)
        self._play(actions, view, ~ending)
        on_turn()
        self._turns[~was_over] += 1
        self._turns[begun] = 0
        for name in ("ledger", "lines_ended", "illegal"):
            reports[name][ending] = np.zeros((), reports[name].dtype)
        self._answer(view, begun | ~was_over, on_turn)
        for part in PAYMENTS:
            ledgers[part][~begun] += self._owed[part][~begun]
            self._owed[part][~begun] = 0
        self._has_unseen_end[:] = False
        self._owe(begun)
        shown: Any = view.buffers.reports
        put(shown, reports)
        for name in ("terminated", "truncated", "result"):
            shown[name][begun] = np.zeros((), shown[name].dtype)
        return StepTotals(
            int(shown["illegal"].sum()), int(shown["terminated"].sum()), int(shown["lines_ended"].max()), 0
        )

    def _open(self, view: View, chosen: NDArray[np.bool_], on_turn: OnTurn) -> None:
        """Answer in the chosen wars, which have just begun; what is paid is owed to their first steps."""
        self._turns[chosen] = 0
        self._answer(view, chosen, on_turn)
        self._owe(chosen)

    def _owe(self, begun: NDArray[np.bool_]) -> None:
        """Keep the payments and the ends of wars that have just begun for their first steps."""
        reports: Any = self.engine.wars.reports
        for part in PAYMENTS:
            self._owed[part][begun] = reports["ledger"][part][begun]
            reports["ledger"][part][begun] = 0
        self._has_unseen_end[begun] = reports["over"][begun] != 0

    def _answer(self, view: View, chosen: NDArray[np.bool_], on_turn: OnTurn) -> None:
        """Let the policy act in the chosen wars until the agent is asked or they are over, and add up their reports."""
        reports: Any = self.engine.wars.reports
        lines = reports["lines_ended"].astype(np.int64)
        while True:
            is_asked = self._is_asked[reports["decision"]] & (reports["line_index"] % self.every == 0)
            waiting = chosen & (reports["over"] == 0) & ~is_asked
            rows = np.flatnonzero(waiting)
            if not len(rows):
                break
            paid, illegal = reports["ledger"][rows], reports["illegal"][rows]
            self._actions[rows] = answers = self._choose(view, rows)
            if self.engine.num_envs == 1:
                self.taken.append(int(answers[0]))
            self._play(self._actions, view, waiting)
            on_turn()
            for part in PAYMENTS:
                reports["ledger"][part][rows] += paid[part]
            reports["illegal"][rows] |= illegal
            lines[rows] += reports["lines_ended"][rows]
            self._turns[rows] += 1
            self.answered[rows] += 1
        self._gather_lines(np.flatnonzero(lines != reports["lines_ended"]), lines)

    def _play(self, actions: NDArray[np.int64], view: View, going: NDArray[np.bool_]) -> None:
        """Step the wars that are ``going``; the others and their rows of the arrays stay as they are."""
        pending = self.engine.wars.reports["pending"]
        try:
            pending[~going] = HELD
            self.engine.step(actions, view.buffers)
        finally:
            pending[pending == HELD] = 0

    def _choose(self, view: View, rows: NDArray[np.intp]) -> NDArray[np.int64]:
        """Return the policy's actions in some wars, ``(M,)``; in most of them it sees all, which saves copies."""
        engine, reports = self.engine, self.engine.wars.reports
        is_most = 2 * len(rows) >= engine.num_envs and engine.game.engine.hidden is None
        seen = slice(None) if is_most else rows
        mats = engine.wars.mats if is_most else some_rows(engine.wars.mats, rows)
        charts = engine.wars.charts
        if engine.spec.random:
            charts = some_rows(charts, reports["charts"][seen])
        if engine.game.engine.hidden is not None:
            mats = hidden.seen(engine.game, mats, charts)
        if len(view.observations):
            observations = view.observations[seen]
        else:
            layout = engine.game.envs.layout(engine.details)
            observations = layout.from_compact(view.codes[seen], view.tracks[seen] if view.has_tracks else None)
        noise, actions = np.zeros(len(mats), np.int64), np.zeros(len(mats), np.int64)
        seeds = reports["war_seed"][seen].astype(np.uint64).view(np.int64)
        draw_noise_of_turns(seeds, self.seed, self._turns[seen], noise)
        inputs = PolicyInput(observations, view.masks[seen], _read_only(mats), _read_only(charts), noise)
        self._policy.act(inputs, actions)
        return actions[rows] if is_most else actions

    def _gather_lines(self, wars: NDArray[np.intp], counts: NDArray[np.int64]) -> None:
        """Report the lines of the log sheet that ended in several turns of some wars: the last ones of the sheet."""
        if not len(wars):
            return
        reports: Any = self.engine.wars.reports
        reports["lines_ended"][wars] = counts[wars]
        sheets, first = self.engine.game.flights.log_sheets(self.engine.wars), reports["line_index"] - counts
        for place in range(int(counts[wars].max())):
            few = wars[counts[wars] > place]
            self.engine.wars.ended["lines"][few, place] = sheets[few, first[few] + place]


def some_rows(records: Any, rows: NDArray[Any]) -> Any:
    """Return copies of some of contiguous records, byte by byte: NumPy copies records field by field."""
    octets = np.asarray(records).view(np.uint8).reshape(len(records), -1)
    return octets[rows].view(records.dtype)[:, 0]


def _read_only(records: Any) -> Any:
    view = records.view()
    view.flags.writeable = False
    return view
