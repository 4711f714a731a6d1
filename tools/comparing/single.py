"""A chunk in a single environment with a journal: steps, clones, saved states."""

import json
from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from . import layout
from .choosing import ACTIONS
from .flight import Flight, arguments_of
from .plan import Scenario
from .recorder import Recorder

CLONE_EVERY, STATE_EVERY = 23, 61
TWIN_STEPS = 4
TWIN_JOURNAL_EVERY = 5
"""Of so many clones one has its journal read, which takes long: it begins with that of the original."""
FIELDS = ("dice", "drm", "total", "result", "aircraft", "zone", "leg", "person", "detail", "text")
"""Fields of a journal entry that are compared beside its kind and chart."""
NOT_COMPARED = ("format", "version", "checksum", "charts")
"""Of a saved state: what says how it is kept, not what is kept."""


def trimmed(values: Any) -> Any:
    """Return nested values whose lists end with their last row that is not zero: newer states leave the others out."""
    if isinstance(values, Mapping):
        return {name: trimmed(value) for name, value in values.items()}
    if not isinstance(values, list) or not values:
        return values
    rows = np.asarray(values).reshape(len(values), -1)
    return values[: int(np.flatnonzero(rows.any(axis=1)).max(initial=-1)) + 1]


class SingleFlight(Flight):
    """Plays one scenario in a single environment."""

    def __init__(self, scenario: Scenario, recorder: Recorder) -> None:
        super().__init__(scenario, recorder)
        self._spare = self._make() if scenario.states else None
        if self._env.action_space.n != ACTIONS:
            raise layout.LayoutError(f"actions: got {self._env.action_space}, the driver knows {ACTIONS}")
        self._num_read = 0

    def _make(self) -> gymnasium.Env[Any, Any]:
        arguments = arguments_of(self._scenario)
        return gymnasium.make(self._scenario.env_id, journal=True, disable_env_checker=True, **arguments)

    def fly(self) -> None:
        """Play it; what happened is in the recorder, what was seen in :attr:`seen`."""
        self._recorder.step = 0
        self._reset(self._scenario.seed)
        for step in range(1, self._scenario.steps + 1):
            self._recorder.step = step
            self._step()
            if self._scenario.clones and step % CLONE_EVERY == 0:
                self._clone(step // CLONE_EVERY)
            if self._spare is not None and step % STATE_EVERY == 0:
                self._through_state()
        self._read_journal()
        self._count()

    # --- playing ---

    def _reset(self, seed: int | None = None) -> None:
        """Begin an episode."""
        self._num_read = 0
        self._note(*self._begin(seed))

    def _step(self) -> None:
        unwrapped: Any = self._env.unwrapped
        mask = np.asarray(unwrapped.action_masks(), np.int8)[None]
        actions = self._chooser.choose(self._env, mask, mats_of(self._env))
        try:
            seen, reward, terminated, truncated, info = self._env.step(actions[0])
        except Exception as error:
            self._note_error(error)
            self._read_journal()
            self._reset()
            return
        self._chooser.count(actions, mask, np.ones(1, np.bool_))
        self.seen["decisions"] += 1
        self.seen["event: illegal"] += bool(info.get("illegal_action"))
        self._recorder.put("rewards", "step", [float(reward), bool(terminated), bool(truncated)])
        self._note(seen, info)
        if terminated or truncated:
            self.seen["event: truncated"] += bool(truncated)
            self.seen["event: episode"] += 1
            self._read_journal()
            self._reset()

    # --- noting ---

    def _note(self, seen: Any, info: dict[str, Any]) -> None:
        """Record all visible values."""
        self._observed.note(seen)
        self._note_position(self._env, info)

    def _note_position(self, env: Any, info: dict[str, Any]) -> None:
        """Masks, info, mat and labels."""
        recorder, unwrapped = self._recorder, env.unwrapped
        recorder.put("masks", "action_masks()", np.asarray(unwrapped.action_masks()))
        recorder.put("infos", "decision", str(unwrapped.decision))
        recorder.put_mapping("infos", "info", info, "")
        recorder.put_records("mats", mats_of(env), "mat")
        recorder.put("labels", "legal_actions()", [list(pair) for pair in unwrapped.legal_actions()])

    def _read_journal(self) -> None:
        """Entries that have not been noted yet."""
        unwrapped: Any = self._env.unwrapped
        entries = unwrapped.journal
        for entry in entries[self._num_read :]:
            self._note_entry(entry)
        self._num_read = len(entries)

    def _note_entry(self, entry: Any) -> None:
        old = self._recorder.renames.old
        kind = old("journal", layout.kind_name(entry.kind))
        chart = old("chart", layout.kind_name(entry.chart))
        values = {name: as_number(getattr(entry, name)) for name in FIELDS}
        values["total"] += getattr(entry, "system", None) or 0  # older checkouts have the damaged system in the total
        self._recorder.put("journal", f"entry {kind}", {"chart": chart} | values)
        self.seen[f"kind: {kind}"] += 1

    # --- clones and states ---

    def _clone(self, number: int) -> None:
        """Play the chunk's clone ``number`` on for a few steps; what happens there is noted too."""
        unwrapped: Any = self._env.unwrapped
        kind = ("same", "fresh", "seed")[number % 3]
        twin = unwrapped.clone(int(self._rng.integers(1 << 62)) if kind == "seed" else kind)
        listens = number % TWIN_JOURNAL_EVERY < 1
        num_read = len(twin.journal) if listens else 0
        for _ in range(TWIN_STEPS):
            mask = np.asarray(twin.action_masks(), np.int8)[None]
            action = int((self._rng.random(ACTIONS) * mask[0]).argmax())
            try:
                _, reward, terminated, truncated, info = twin.step(action)
            except Exception as error:
                self._note_error(error)
                break
            self._chooser.count(np.array([action]), mask, np.ones(1, np.bool_))
            self.seen.update(("decisions", f"clone: {kind}"))
            self._recorder.put("rewards", "clone", [float(reward), bool(terminated), bool(truncated)])
            self._note_position(twin, info)
            if terminated or truncated:
                break
        for entry in twin.journal[num_read:] if listens else ():
            self._note_entry(entry)

    def _through_state(self) -> None:
        """Go on in another environment, from a state that has been through JSON."""
        self._read_journal()
        before, after = self._env.unwrapped, self._spare
        assert after is not None
        state: dict[str, Any] = before.get_state()
        kept = {name: trimmed(value) for name, value in state.items() if name not in NOT_COMPARED}
        self._recorder.put_mapping("states", "state", kept)
        after.reset(seed=1)
        seen, info = after.unwrapped.set_state(json.loads(json.dumps(state)))  # type: ignore[attr-defined]
        self._env, self._spare = after, self._env
        self._num_read = 0
        self.seen["event: state"] += 1
        # Older checkouts show missions of another war here.
        self._note(seen, info | {"missions": []})


def mats_of(env: Any) -> NDArray[Any]:
    """Return the mat of a single environment as an array of one record."""
    mat = env.unwrapped.mat
    return np.frombuffer(mat.tobytes(), mat.dtype)


def as_number(value: Any) -> Any:
    """Return a field of a journal entry as text or as whole numbers, without its enum."""
    if isinstance(value, str):
        return value
    return [int(face) for face in value] if isinstance(value, tuple) else int(value)
