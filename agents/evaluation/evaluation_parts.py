"""Parts of an evaluation: some of the wars of one policy, with everything that another process needs to fly them.

The outcome of a war depends on its seed, the policy and the policy's seed, and not on the part. So parts can be flown
anywhere, in any order, and kept for later.
"""

import hashlib
import inspect
import io
import itertools
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.asked_player import AskedPlayer
from agents.evaluation.evaluated_game import EvaluatedGame
from agents.evaluation.evaluated_games import evaluated_game
from agents.evaluation.isolated.isolated_policy import IsolatedPolicy, Isolation, is_of_the_house
from agents.evaluation.language_models import MODEL_PREFIX, LanguageModel
from agents.evaluation.replayed_wars import REPLAYS_PREFIX, ReplayedWars, WarByWarPolicy, in_wars
from agents.evaluation.trivial_players import BOT_PREFIX, TrivialPlayer
from agents.registry import LABORATORY, policy_files
from stuka_env.compiling.code_cache import PACKAGE, digest, package_sources
from stuka_env.flights.episodes import Flown, Progress, warm_up
from stuka_env.io.files import write_whole
from stuka_env.io.reading import MIB, FileError, read_arrays
from stuka_env.policy import Policy, ScriptedPolicy, load_policy
from stuka_env.replay.file import file_stem
from stuka_env.text.war_form import WarForm

FLIGHTS = PACKAGE / "flights"
"""Sources of the code that flies a policy."""
WARS_IN_A_PART = 128
"""Wars in a part, which are lost when a slow policy is stopped."""
NO_LUCK = "no luck"
"""Word in the names of parts whose luck is not measured."""
SEEDS = "seeds"
"""The field of flights that parts are kept without."""
LARGEST_PART = 16 * MIB
"""Limit of the bytes of a part's arrays; those of 128 wars have half a MiB."""


@runtime_checkable
class ChartBoundPolicy(Policy, Protocol):
    """A policy that refuses charts that it was not trained with."""

    def allow_any_charts(self) -> None:
        """Accept all charts from now on."""


def load_entrant(name: str, game: str, isolation: Isolation | None = None) -> Any:
    """Return a language model, replays or a trivial player by their name, or a policy of a game by another name.

    With an ``isolation`` a policy that is not of this project plays in a process of its own.

    Raises:
        ValueError: there is no such policy, or it cannot be used.
    """
    if name.startswith(MODEL_PREFIX):
        return LanguageModel(name)
    if name.startswith(REPLAYS_PREFIX):
        return ReplayedWars(name)
    if name.startswith(BOT_PREFIX):
        return TrivialPlayer(name)
    if isolation is not None and not is_of_the_house(name, game):
        return IsolatedPolicy(name, game, isolation)
    return load_policy(name, game)


def in_form(policy: Any, form: WarForm, seed: int) -> Any:
    """Return a policy as it plays in a form: players of questions read it, and others are asked its decisions.

    Replays must have been played in it.

    Args:
        policy: the policy.
        form: the form.
        seed: seed of the policy's random numbers.

    Raises:
        ValueError: the policy must know its wars, and is none of this project.
    """
    if not form.asked:
        return policy
    if isinstance(policy, LanguageModel | TrivialPlayer | ReplayedWars):
        policy.form = replace(form, odds=policy.form.odds, memory=policy.form.memory)
        return policy
    if isinstance(policy, WarByWarPolicy):
        raise ValueError(f"policy {policy.name!r}: enters no track where a script takes decisions too")
    return AskedPlayer(policy, form, seed)


class EvaluationPart(NamedTuple):
    """Some wars of one policy, as a record that can be pickled."""

    policy: str
    """Name of the policy, as ``evaluate.py`` takes it."""
    spec: Any
    """The war that is played: a WarSpec of the game."""
    seeds: NDArray[np.uint64]
    seed: int
    """Seed of the policy's random numbers."""
    no_luck: bool = False
    """Whether the luck of the wars is not measured."""

    def load_policy(self, isolation: Isolation | None = None) -> Policy:
        """Return the policy, which may play apart.

        Raises:
            ValueError: It does not exist or cannot be used; the message is one line.
        """
        policy: Policy = load_entrant(self.policy, self.spec.game, isolation)
        allow_drawn_charts(policy, self.spec)
        return policy


def allow_drawn_charts(policy: Policy, spec: Any) -> None:
    """Let a learned agent fly under charts that it was not trained with, in wars that draw their charts."""
    if spec.random is not None and isinstance(policy, ChartBoundPolicy):
        policy.allow_any_charts()


def warm_up_in(spec: Any, policy: Policy) -> None:
    """Let the policy choose once in a war that is not counted.

    Raises:
        FlightError: the policy refuses or fails.
    """
    allow_drawn_charts(policy, spec)
    warm_up(policy, spec)


def fly_part(
    part: EvaluationPart, policy: Policy | None = None, num_threads: int = 1, progress: Progress = lambda ended: None
) -> Flown:
    """Fly a part, with a new policy unless one is given.

    Raises:
        ValueError: there is no such policy, or it refuses to continue.
    """
    policy = in_wars(part.load_policy() if policy is None else policy, part.spec, part.seeds)
    game = evaluated_game(part.spec.game)
    fly = game.fly_without_luck if part.no_luck else game.fly
    return fly(policy, part.spec, part.seeds, seed=part.seed, num_threads=num_threads, progress=progress)


def split(whole: EvaluationPart, wars: int = WARS_IN_A_PART) -> list[EvaluationPart]:
    """Split wars into parts of ``wars`` each; the last may have fewer."""
    firsts = range(0, len(whole.seeds), wars)
    return [whole._replace(seeds=whole.seeds[first : first + wars]) for first in firsts]


def files_of(policy: Policy, game: str) -> list[Path]:
    """Return the files that a policy of a game is made of: its own source, and those that its name leads to."""
    if isinstance(policy, IsolatedPolicy):
        return policy.files()
    code: Any = policy.choose if isinstance(policy, ScriptedPolicy) else type(policy)
    source = Path(inspect.getsourcefile(getattr(code, "py_func", code)) or "")
    played = policy.files() if isinstance(policy, ReplayedWars) else []
    return [path for path in (*policy_files(policy.name, game), *played, source) if path.is_file()]


def digests_of_files(policy: Policy, game: str) -> dict[str, str]:
    """Return the SHA-256 of the files of a policy of a game, by their names, in the laboratory by their paths there."""
    root = LABORATORY.parent
    names = {path: path.resolve() for path in files_of(policy, game)}
    return {
        whole.relative_to(root).as_posix() if whole.is_relative_to(root) else path.name: digest_of_file(whole)
        for path, whole in names.items()
    }


def digest_of_file(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def policy_digest(policy: Policy, game: EvaluatedGame) -> str:
    """Return a digest of everything that determines the outcome of a policy's wars: the laboratory, game and policy."""
    files = [*package_sources(game.name), *FLIGHTS.glob("*.py"), *game.value_files, *files_of(policy, game.name)]
    present = [path for path in files if path.is_file()]
    return digest([*sorted(LABORATORY.rglob("*.py")), *sorted(present)], (policy.name,))


def part_file(part: EvaluationPart, sources_digest: str, folder: Path) -> Path:
    """Return the file of a part. Its name has a digest of everything that determines the outcome, as the seeds."""
    words = [sources_digest, repr(tuple(part.spec.codes().values())), part.spec.charts_digest(), str(part.seed)]
    words += [NO_LUCK] * part.no_luck
    name = hashlib.sha256("\0".join(words).encode() + part.seeds.tobytes()).hexdigest()[:24]
    return folder / f"{file_stem(part.policy)}-{name}.npz"


def write_part(flown: Any, path: Path) -> Path:
    """Write a flown part without its seeds, which may be secret; the file is complete or absent."""
    store = io.BytesIO()
    np.savez_compressed(store, **{name: column for name, column in flown._asdict().items() if name != SEEDS})
    return write_whole(path, store.getvalue())


def read_part(path: Path, seeds: NDArray[np.uint64], no_wars: Any) -> Any:
    """Read a flown part; return None if the file is missing, damaged, or of another number of wars.

    Args:
        path: the file.
        seeds: base seeds of its wars, which the file does not have.
        no_wars: results of no wars of the game, a named tuple of arrays.
    """
    try:
        columns = read_arrays(path, [name for name in no_wars._fields if name != SEEDS], LARGEST_PART)
    except FileError:
        return None
    columns = {SEEDS: seeds, **columns}
    if not _are_columns(columns, no_wars):
        return None
    return type(no_wars)(**columns | {"seconds": float(columns["seconds"])})


def _are_columns(arrays: Mapping[str, NDArray[Any]], no_wars: Any) -> bool:
    """Whether arrays have the form of ``no_wars``, all with the same number of wars."""
    forms = {name: np.asarray(wanted) for name, wanted in no_wars._asdict().items()}
    fits = (
        (arrays[name].dtype, arrays[name].ndim, arrays[name].shape[1:]) == (form.dtype, form.ndim, form.shape[1:])
        for name, form in forms.items()
    )
    return all(fits) and len({len(array) for name, array in arrays.items() if name != "seconds"}) == 1


class KeptParts:
    """A folder of flown parts. Each part is written when it is complete, so that a stop loses little.

    Args:
        folder: the folder; made with the first part.
        reuse: whether parts of earlier processes replace flying, and whether the parts remain at the end.
        no_wars: results of no wars of the game.
    """

    def __init__(self, folder: Path, reuse: bool, no_wars: Any) -> None:
        self.folder = folder
        self.reuse = reuse
        self.no_wars = no_wars
        self._written: list[Path] = []

    def find(self, part: EvaluationPart, sources_digest: str) -> Any:
        """Return the outcome of a part that this process has flown, or an earlier one if parts are reused; or None."""
        path = part_file(part, sources_digest, self.folder)
        return read_part(path, part.seeds, self.no_wars) if self.reuse or path in self._written else None

    def keep(self, part: EvaluationPart, sources_digest: str, flown: Any) -> None:
        """Write the outcome of a part."""
        self.folder.mkdir(exist_ok=True)
        self._written.append(write_part(flown, part_file(part, sources_digest, self.folder)))

    def drop(self) -> None:
        """Delete the parts of this process, unless parts are reused."""
        if self.reuse:
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
    *,
    flight: Callable[[EvaluationPart], Any],
    progress: Progress,
) -> Any:
    """Return the outcome of a part: from the store, or else flown now by ``flight`` and stored."""
    flown = kept.find(part, sources_digest)
    if flown is not None:
        progress(len(part.seeds))
        return flown
    flown = flight(part)
    kept.keep(part, sources_digest, flown)
    return flown


def first_wars(whole: EvaluationPart, sources_digest: str, kept: KeptParts, wars: int = WARS_IN_A_PART) -> list[Any]:
    """Return the outcomes of the flown parts, from the first part up to the first gap."""
    parts = (kept.find(part, sources_digest) for part in split(whole, wars))
    return list(itertools.takewhile(lambda flown: flown is not None, parts))
