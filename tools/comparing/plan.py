"""Scenarios of a comparison: the same list in every checkout for the same size and seed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

IDS = ("Stuka/Mission-v0", "Stuka/Segment-v0", "Stuka/Operation-v0", "Stuka/Campaign-v0")
OPERATIONS = ("barbarossa", "case_blue", "citadel")
SEGMENTS = {
    "barbarossa": ("1941-06", "1941-08", "1941-11"),
    "case_blue": ("1942-08", "1942-11"),
    "citadel": ("1943-07",),
}
DURATIONS = ("regular", "short")
SETUPS = ("", "", "", "", "people", "aircraft", "ship", "late", "mixed", "heroes")
TAPES = ("", "", "", "", "", "lucky", "hard", "cards", "cup", "strict")
SAFE_TAPES = ("", "", "", "lucky", "hard")
"""Tapes for many wars at once: those that seldom stop them all with an error."""
RANDOM_CHOICES = ("uniform", "rare", "flyer", "quitter", "stubborn")
"""Ways in which the driver itself chooses."""
SCRIPTS = (
    "doctrine", "old_hand", "random_flyer", "random", "lone_wolf", "kette", "cautious", "bold", "milk_run", "shirker",
    "straggler", "gambler",
)  # fmt: skip
MODES = ("next_step", "same_step", "disabled")
CROWDS = ((256, 60), (64, 250), (16, 800), (7, 300), (64, 150), (1, 150), (32, 400))
"""Wars side by side, and steps."""
SMALL_CROWD = (16, 20)
SMALL = 5000
"""Fewer decisions are a quick try, with short scenarios."""
HUNTS = 20
"""Scenarios in which ships are hunted."""
SPARE = 1.05
"""So many steps are planned for each decision wanted: in some steps a war waits, or a tape does not fit."""
SINGLE_SHARE = 0.11
"""Of the decisions, so many are taken in single environments with a journal."""
SINGLE_STEPS = (500, 400, 250, 600)
PLAIN_STEPS = 150
"""Steps of a scenario that is played in plain Python too."""

Value = TypeVar("Value")


@dataclass(frozen=True)
class Scenario:
    """One chunk of the comparison: what is played, and how long.

    Attributes:
        number: its place in the plan.
        seed: of the environment and of the driver's own random numbers.
        env_id: the registered id.
        operation: "" for a campaign.
        segment: "" where none is asked for.
        duration: "regular" or "short".
        observation: "flat" or "mat".
        setup: kind of set-up, "" for none.
        tape: kind of tape, "" for none.
        script: a policy of the repository, or a way in which the driver chooses.
        steps: steps to take.
        clones: whether it is cloned now and then; single environments only.
        states: whether it goes through a saved state now and then; single environments only.
        wars: 0 for a single environment, else the wars of a vector.
        mode: autoreset mode of a vector.
        threads: threads of a vector.
        copy: whether a vector hands out fresh arrays.
        plain: whether it is played in plain Python too.
    """

    number: int
    seed: int
    env_id: str
    operation: str
    segment: str
    duration: str
    observation: str
    setup: str
    tape: str
    script: str
    steps: int
    clones: bool = False
    states: bool = False
    wars: int = 0
    mode: str = "next_step"
    threads: int = 1
    copy: bool = True
    plain: bool = False


class Deck(Generic[Value]):
    """Values drawn in random order, each as often as the others."""

    def __init__(self, values: Sequence[Value], rng: np.random.Generator) -> None:
        self._values = tuple(values)
        self._rng = rng
        self._left: list[int] = []

    def draw(self) -> Value:
        """Return the next value."""
        if not self._left:
            self._left = [int(place) for place in self._rng.permutation(len(self._values))]
        return self._values[self._left.pop()]


class Planner:
    """Makes scenarios, one after the other."""

    def __init__(self, seed: int) -> None:
        rng = np.random.Generator(np.random.PCG64(seed))
        self._rng = rng
        self._ids, self._operations = Deck(IDS, rng), Deck(OPERATIONS, rng)
        self._segments = {name: Deck((*months, *months, ""), rng) for name, months in SEGMENTS.items()}
        self._durations, self._observations = Deck(DURATIONS, rng), Deck(("mat", "flat"), rng)
        self._setups, self._tapes, self._safe_tapes = Deck(SETUPS, rng), Deck(TAPES, rng), Deck(SAFE_TAPES, rng)
        random = ("uniform", *("rare",) * 6, "flyer", "flyer", "quitter")
        self._scripts = Deck((*SCRIPTS, *random, "stubborn"), rng)
        self._modes, self._crowds = Deck(MODES, rng), Deck(CROWDS, rng)
        self._lengths, self._flags = Deck(SINGLE_STEPS, rng), Deck((False, True), rng)
        self._threads = Deck((1, 1, 1, 2), rng)
        self.scenarios: list[Scenario] = []

    def _common(self) -> dict[str, str | int]:
        """Draw the values that single environments and vectors have in common."""
        env_id = self._ids.draw()
        operation = "" if env_id == IDS[3] else self._operations.draw()
        segment = self._segments[operation].draw() if env_id in IDS[:2] else ""
        return {
            "number": len(self.scenarios),
            "seed": int(self._rng.integers(0, 1 << 63)),
            "env_id": env_id,
            "operation": operation,
            "segment": segment,
            "duration": self._durations.draw(),
            "observation": self._observations.draw(),
            "setup": self._setups.draw(),
            "script": self._scripts.draw(),
        }

    def add_single(self, steps: int = 0, plain: bool = False) -> int:
        """Add a single environment; how many decisions it is."""
        scenario = Scenario(
            **self._common(),  # type: ignore[arg-type]
            tape=self._tapes.draw(),
            steps=steps or self._lengths.draw(),
            clones=self._flags.draw(),
            states=self._flags.draw(),
            plain=plain,
        )
        self.scenarios.append(scenario)
        return scenario.steps

    def add_hunt(self) -> None:
        """Add a single environment where ships are attacked with good dice: they are seldom sunk otherwise."""
        common = self._common() | {"env_id": IDS[0], "setup": "hunt", "segment": ""}
        common |= {"operation": self._operations.draw(), "script": "doctrine"}
        steps = SINGLE_STEPS[0]
        self.scenarios.append(Scenario(**common, tape="strike", steps=steps))  # type: ignore[arg-type]

    def add_many(self, small: bool = False) -> int:
        """Add a vector environment; about how many decisions it is."""
        wars, steps = SMALL_CROWD if small else self._crowds.draw()
        scenario = Scenario(
            **self._common(),  # type: ignore[arg-type]
            tape=self._safe_tapes.draw(),
            steps=steps,
            wars=wars,
            mode=self._modes.draw(),
            threads=self._threads.draw(),
            copy=self._flags.draw(),
        )
        self.scenarios.append(scenario)
        return wars * steps


def make_plan(decisions: int, plain: int, seed: int) -> list[Scenario]:
    """Scenarios with at least so many decisions.

    Args:
        decisions: how many in all, counted once.
        plain: how many of them are taken in plain Python as well.
        seed: makes all that is random.
    """
    planner = Planner(seed)
    played, small = 0, decisions < SMALL
    while played < plain:
        played += planner.add_single(PLAIN_STEPS, plain=True)
    single = played
    while played < SPARE * decisions:
        if single <= SINGLE_SHARE * played:
            steps = planner.add_single(min(SINGLE_STEPS[0], decisions) if small else 0)
            single += steps
        else:
            steps = planner.add_many(small)
        played += steps
    for _ in range(0 if small else HUNTS):
        planner.add_hunt()
    return planner.scenarios
