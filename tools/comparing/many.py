"""A chunk in a vector environment: many wars in one call."""

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from . import layout
from .choosing import ACTIONS
from .flight import Flight, arguments_of
from .observations import ObservationRecorder
from .plan import Scenario
from .recorder import Recorder

MATS_EVERY = 5
"""Steps between two looks at the mats themselves."""
RESET_EVERY = 173
"""Steps after which all wars begin anew, with another set-up and tape."""


class VectorFlight(Flight):
    """Plays one scenario in a vector environment."""

    def __init__(self, scenario: Scenario, recorder: Recorder) -> None:
        super().__init__(scenario, recorder)
        self._finals = ObservationRecorder(recorder)
        self._masks = np.zeros((scenario.wars, ACTIONS), np.int8)
        self._waiting = np.zeros(scenario.wars, np.bool_)

    def _make(self) -> Any:
        scenario = self._scenario
        return gymnasium.make_vec(
            scenario.env_id,
            num_envs=scenario.wars,
            vectorization_mode="vector_entry_point",
            autoreset_mode=scenario.mode,
            num_threads=scenario.threads,
            copy=scenario.copy,
            **arguments_of(scenario),
        )

    def fly(self) -> None:
        """Play it; what happened is in the recorder, what was seen in :attr:`seen`."""
        self._recorder.step = 0
        self._reset(self._scenario.seed)
        for step in range(1, self._scenario.steps + 1):
            self._recorder.step = step
            self._step()
            if step % MATS_EVERY == 0:
                self._recorder.put_records("mats", layout.mats_of(self._env), "mat")
            if step % RESET_EVERY == 0:
                self._reset()
        self._env.close()
        self._count()

    def _reset(self, seed: int | None = None) -> None:
        """Begin episodes in all wars."""
        begun = self._begin(seed)
        self._waiting[:] = False
        self._note(*begun)

    def _step(self) -> None:
        actions = self._chooser.choose(self._env, self._masks, layout.mats_of(self._env))
        before = self._masks.copy()
        try:
            seen, rewards, terminated, truncated, infos = self._env.step(actions)
        except Exception as error:
            self._note_error(error)
            self._reset()
            return
        self._chooser.count(actions, before, ~self._waiting)
        self.seen["decisions"] += int((~self._waiting).sum())
        for name, values in (("reward", rewards), ("terminated", terminated), ("truncated", truncated)):
            self._recorder.put("rewards", name, values)
        self._note(seen, infos)
        self._end(terminated, truncated)

    def _end(self, terminated: NDArray[np.bool_], truncated: NDArray[np.bool_]) -> None:
        """Finish the wars that have ended, as the autoreset mode requires."""
        over = terminated | truncated
        self.seen["event: truncated"] += int(truncated.sum())
        self.seen["event: episode"] += int(over.sum())
        self._waiting = over if self._scenario.mode == "next_step" else np.zeros_like(over)
        if self._scenario.mode == "disabled" and over.any():
            self._note(*self._env.reset(options={"reset_mask": over.copy()}))

    def _note(self, seen: Any, infos: dict[str, Any]) -> None:
        """Observations, masks and infos."""
        self._observed.note(seen)
        infos = dict(infos)
        final, ended = infos.pop("final_obs", None), infos.get("_final_obs")
        self._masks = np.array(infos.pop("action_mask"), np.int8)
        self._recorder.put("masks", "action_mask", self._masks)
        self._recorder.put("masks", "action_masks()", self._env.unwrapped.action_masks())
        if final is not None:
            rows = np.asarray(ended)
            mine = {key: part[rows] for key, part in final.items()} if isinstance(final, dict) else final[rows]
            self._finals.note(mine)
        self.seen["event: illegal"] += int(np.sum(infos.get("illegal_action", 0)))
        self._recorder.put_mapping("infos", "info", rows_that_count(infos))


def rows_that_count(infos: dict[str, Any], rows: Any = None) -> dict[str, Any]:
    """Infos with only the rows that their masks name; Gymnasium leaves the others open."""
    found: dict[str, Any] = {}
    for key, value in infos.items():
        mine = infos.get(f"_{key}", rows)
        if isinstance(value, dict):
            found[key] = rows_that_count(value, mine)
        elif key.startswith("_") or mine is None:
            found[key] = np.asarray(value)
        else:
            found[key] = np.asarray(value)[np.asarray(mine, np.bool_)]
    return found
