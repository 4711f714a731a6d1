"""Flight of a chunk in one environment or in many: begin of episodes, errors of tapes, counts."""

from collections import Counter
from typing import Any

import numpy as np

from .choosing import Chooser
from .coverage import describe
from .observations import ObservationRecorder
from .plan import Scenario
from .recorder import Recorder
from .setups import make_options

MOST_ERRORS = 10
"""Errors of tapes after which a chunk goes on without them."""


def arguments_of(scenario: Scenario) -> dict[str, Any]:
    """Keywords for ``gymnasium.make``."""
    asked = {"operation": scenario.operation, "segment": scenario.segment}
    given: dict[str, Any] = {name: value for name, value in asked.items() if value}
    return given | {"duration": scenario.duration, "observation": scenario.observation}


def is_tape_error(error: Exception) -> bool:
    """Whether a planned roll did not fit: the one error that playing may bring."""
    return type(error).__name__ == "TapeError"


class Flight:
    """Plays one scenario.

    Attributes:
        seen: what was seen, for the summary.
    """

    def __init__(self, scenario: Scenario, recorder: Recorder) -> None:
        self.seen: Counter[str] = Counter()
        self._scenario, self._recorder = scenario, recorder
        self._rng = np.random.Generator(np.random.PCG64(scenario.seed))
        self._env: Any = self._make()
        self._chooser, self._observed = Chooser(scenario.script, self._rng), ObservationRecorder(recorder)

    def _make(self) -> Any:
        """Return the environment."""
        raise NotImplementedError

    def _begin(self, seed: int | None) -> tuple[Any, dict[str, Any]]:
        """Begin an episode; without the tape if its first rolls do not fit."""
        options = make_options(self._scenario, self._rng, self.seen["event: tape error"] < MOST_ERRORS)
        try:
            begun: tuple[Any, dict[str, Any]] = self._env.reset(seed=seed, options=options)
        except Exception as error:
            self._note_error(error)
            kept = None if options is None or "setup" not in options else {"setup": options["setup"]}
            begun = self._env.reset(seed=seed, options=kept)
        return begun

    def _note_error(self, error: Exception) -> None:
        """Note an error of the tape; any other is a mistake of this driver or of the checkout."""
        if not is_tape_error(error):
            raise error
        self.seen["event: tape error"] += 1
        self._recorder.put("errors", "tape", str(error))

    def _count(self) -> None:
        """Count the values of a step for the summary."""
        decisions = int(self.seen["decisions"])
        self.seen.update(dict.fromkeys(describe(self._scenario), decisions))
        self.seen.update({f"verb: {name}": int(count) for name, count in self._chooser.named_counts()})
