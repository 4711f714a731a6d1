"""A comparison in parts: one policy through some of the wars. A part is all that another process needs to fly it.

What comes of a war depends on its seed, the policy and the policy's seed, not on the part it is in; so the parts can
be flown anywhere, in any order, and kept for later.
"""

import hashlib
import inspect
import io
import itertools
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.expectations import fly_expecting
from agents.registry import LABORATORY, make_policy, policy_files
from stuka_env.charts import LoadedCharts
from stuka_env.code_cache import PACKAGE, digest, package_sources
from stuka_env.files import write_whole
from stuka_env.flights.episodes import ARRAYS, Flown, Progress, new_flown
from stuka_env.policy import Policy, ScriptedPolicy
from stuka_env.reading import MIB, FileError, read_arrays
from stuka_env.replay.file import file_stem
from stuka_env.scenario.plan import Scenario

FLIGHTS = PACKAGE / "flights"
"""What flies a policy."""
WARS_IN_A_PART = 128
"""Wars in a part: what a stop can cost of a slow policy's work."""
LARGEST_PART = 16 * MIB
"""Bytes of a part's arrays; those of 128 wars have half a MiB."""


class EvaluationPart(NamedTuple):
    """Some wars for one policy; can be pickled."""

    policy: str
    """Its name, as :func:`agents.registry.make_policy` takes it."""
    scenario: Scenario
    charts: LoadedCharts
    seeds: NDArray[np.uint64]
    seed: int
    """The policy's own."""
    any_charts: bool = False
    """See :func:`agents.registry.make_policy`."""


def split(whole: EvaluationPart, wars: int = WARS_IN_A_PART) -> list[EvaluationPart]:
    """The same wars in parts of so many."""
    firsts = range(0, len(whole.seeds), wars)
    return [whole._replace(seeds=whole.seeds[first : first + wars]) for first in firsts]


def fly_part(part: EvaluationPart) -> Flown:
    """Fly a part, on one thread, with a policy made for it.

    Raises:
        ValueError: there is no such policy, or it refused to go on; one line says why.
    """
    policy = make_policy(part.policy, part.any_charts)
    return fly_expecting(policy, part.scenario, part.charts, part.seeds, part.seed)


def policy_digest(policy: Policy) -> str:
    """What the policy is made of: our own sources, its file if it has one, and the source of its class or script."""
    files = [*package_sources(), *sorted(FLIGHTS.glob("*.py")), *sorted(LABORATORY.rglob("*.py"))]
    script = policy.choose if isinstance(policy, ScriptedPolicy) else None
    source = inspect.getsourcefile(type(policy) if script is None else getattr(script, "py_func", script))
    files += [path for path in (*policy_files(policy.name), Path(source or "")) if path.is_file()]
    return digest(files, (policy.name,))


def part_file(part: EvaluationPart, sources_digest: str, folder: Path) -> Path:
    """Where a part is kept: named after everything that decides what comes of it."""
    words = (sources_digest, repr(tuple(vars(part.scenario).values())), part.charts.sha256, str(part.seed))
    name = hashlib.sha256("\0".join(words).encode() + part.seeds.tobytes()).hexdigest()[:24]
    return folder / f"{file_stem(part.policy)}-{name}.npz"


def write_part(flown: Flown, path: Path) -> Path:
    """Write a part that has been flown; whole or not at all."""
    store = io.BytesIO()
    np.savez_compressed(store, **flown._asdict())
    return write_whole(path, store.getvalue())


def read_part(path: Path) -> Flown | None:
    """A part that was flown before; None if there is no whole one."""
    try:
        columns = read_arrays(path, Flown._fields, LARGEST_PART)
    except FileError:
        return None
    if not _are_columns(columns):
        return None
    arrays: dict[str, Any] = {**columns, "seconds": float(columns["seconds"])}
    return Flown(**arrays)


def _are_columns(arrays: Mapping[str, NDArray[Any]]) -> bool:
    """Whether arrays are those of :class:`Flown`, with as many wars in each."""
    forms = {name: np.asarray(wanted) for name, wanted in new_flown(np.zeros(0, np.uint64))._asdict().items()}
    fits = (
        (arrays[name].dtype, arrays[name].ndim, arrays[name].shape[1:]) == (form.dtype, form.ndim, form.shape[1:])
        for name, form in forms.items()
    )
    return all(fits) and len({len(arrays[name]) for name in ARRAYS}) == 1


class KeptParts:
    """The folder of the parts that have been flown: each is kept as it comes, so that a stop costs little.

    Args:
        folder: where they are; made when the first one comes.
        taken: whether parts of before are taken from there in place of flying them again.
    """

    def __init__(self, folder: Path, taken: bool) -> None:
        self.folder = folder
        self.taken = taken
        self._written: list[Path] = []

    def find(self, part: EvaluationPart, sources_digest: str) -> Flown | None:
        """What became of a part, if it was flown before and that counts, or by this process."""
        path = part_file(part, sources_digest, self.folder)
        flown = read_part(path) if self.taken or path in self._written else None
        return flown if flown is not None and np.array_equal(flown.seeds, part.seeds) else None

    def keep(self, part: EvaluationPart, sources_digest: str, flown: Flown) -> None:
        """Keep what became of a part."""
        self.folder.mkdir(exist_ok=True)
        self._written.append(write_part(flown, part_file(part, sources_digest, self.folder)))

    def drop(self) -> None:
        """Delete what this process has kept, if nobody wanted it kept: the results are written."""
        if self.taken:
            return
        for path in self._written:
            path.unlink(missing_ok=True)
        if self._written and not any(self.folder.iterdir()):
            self.folder.rmdir()
        self._written.clear()


def fly_and_keep(
    part: EvaluationPart,
    sources_digest: str,
    kept: KeptParts,
    flight: Callable[[EvaluationPart], Flown],
    progress: Progress,
) -> Flown:
    """What became of a part: as it was kept, else flown now by ``flight`` and kept."""
    flown = kept.find(part, sources_digest)
    if flown is not None:
        progress(len(part.seeds))
        return flown
    flown = flight(part)
    kept.keep(part, sources_digest, flown)
    return flown


def first_wars(whole: EvaluationPart, sources_digest: str, kept: KeptParts, wars: int = WARS_IN_A_PART) -> list[Flown]:
    """The parts from the first on that have been flown, without a gap."""
    parts = (kept.find(part, sources_digest) for part in split(whole, wars))
    return list(itertools.takewhile(lambda flown: flown is not None, parts))  # type: ignore[arg-type]
