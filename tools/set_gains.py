"""Gains over old_hand under our charts and under the evaluation sets, plain and adjusted for luck.

``python -m tools.set_gains LABEL=POLICY ...`` flies every policy and ``old_hand`` through the same evaluation wars.
Each policy gets a file of its label in ``docs/results/gains``. The file is written after every set of charts, and the
same command continues where it was stopped. ``python -m tools.agents_doc`` makes the tables.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.intervals import interval, span
from agents.games.stuka.evaluation.studies import check_settings, read_held, study_settings, study_status
from agents.games.stuka.luck.recorder import fly_with_luck, luck_digest
from agents.progress import progress_bar
from stuka_env.files import write_whole
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.stuka.charts.bank import BANK, BANK_PARTS
from stuka_env.games.stuka.codes import Operation, Scale
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.policy import Policy, load_policy
from stuka_env.reading import MIB, read_json
from tools import ROOT

GAINS_FORMAT = 1
GAINS_FOLDER = ROOT / "docs" / "results" / "gains"
GAINS_BASELINE = "old_hand"
MEASURED_SETS = tuple(BANK_PARTS["evaluation"])[:50]
"""Numbers of the sets in the bank."""
GAIN_FORM = "+.2f"
"""Format of a gain in the tables."""
DEFAULT_WARS = 2_000
"""Barbarossas under each set."""


class GainKind(NamedTuple):
    """A kind of wars.

    Attributes:
        title: its title in the tables.
        scale: of the war.
        operation: of the war.
        share: its wars under a set, relative to the Barbarossas.
        wars: its wars under our charts.
    """

    title: str
    scale: Scale
    operation: Operation
    share: float
    wars: int


GAIN_KINDS = (
    GainKind("Barbarossa", Scale.OPERATION, Operation.BARBAROSSA, 1.0, 4_000),
    GainKind("Case Blue", Scale.OPERATION, Operation.CASE_BLUE, 0.1, 2_000),
    GainKind("Citadel", Scale.OPERATION, Operation.CITADEL, 0.1, 2_000),
    GainKind("campaign", Scale.CAMPAIGN, Operation.BARBAROSSA, 0.05, 2_000),
    GainKind("mission", Scale.MISSION, Operation.BARBAROSSA, 0.0, 10_000),
)


class PartScores(NamedTuple):
    """PartScores of one policy in some wars, ``(N,)``: plain, and adjusted for luck."""

    plain: NDArray[np.float64]
    adjusted: NDArray[np.float64]


class GainPart(NamedTuple):
    """Wars of one kind under one set of charts; ``number`` is the set's in the bank, or None for our charts."""

    kind: GainKind
    number: int | None
    wars: int

    @property
    def name(self) -> str:
        """Its key in the file."""
        return f"{self.kind.title}, {'our charts' if self.number is None else f'set {self.number}'}"

    def fly(self, policy: Policy) -> PartScores:
        """Return the scores of a policy in these wars."""
        spec = WarSpec(scale=self.kind.scale, operation=self.kind.operation)
        if self.number is not None:
            spec = replace(spec, charts=BANK.charts(self.number))
        flown = fly_with_luck(policy, spec, evaluation_seeds(self.number or 0, self.wars))
        return PartScores(flown.scores, flown.scores - flown.luck)


def parts(wars: int) -> Iterator[GainPart]:
    """Yield all parts, those under our charts first; ``wars`` is the number of Barbarossas under each set."""
    for kind in GAIN_KINDS:
        yield GainPart(kind, None, kind.wars)
    for kind in GAIN_KINDS:
        for number in MEASURED_SETS:
            if kind.share:
                yield GainPart(kind, number, max(2, round(wars * kind.share)))


def figures(differences: NDArray[np.float64]) -> dict[str, float]:
    """Return the mean of paired differences and its interval."""
    return {name: round(value, 4) for name, value in interval(differences)._asdict().items()}


def gain_settings(wars: int, **own: Any) -> dict[str, Any]:
    """Return what all gains of a file have in common; ``wars`` is the number of Barbarossas under each set."""
    common = {"what": "gains", "baseline": GAINS_BASELINE, "wars": wars, "luck": luck_digest()}
    return study_settings(GAINS_FORMAT, **common, **own)


def gain(part: GainPart, policy: Policy, baseline: PartScores) -> dict[str, Any]:
    """Return the gain of a policy in a part over the scores of the baseline, plain and adjusted."""
    own = part.fly(policy)
    return {
        "wars": part.wars,
        "plain": figures(own.plain - baseline.plain),
        "adjusted": figures(own.adjusted - baseline.adjusted),
    }


def measure(policies: dict[Path, Policy], settings: dict[str, Any]) -> None:
    """Fly the parts that are missing in the files of ``policies``, and write each file after every part."""
    gains: dict[Path, dict[str, Any]] = {}
    for path in policies:
        held = read_held(path) if path.exists() else {"settings": settings, "gains": {}}
        check_settings(path, held.get("settings"), settings)
        gains[path] = held["gains"]
    baseline = load_policy(GAINS_BASELINE)
    all_parts = list(parts(settings["wars"]))
    bar = progress_bar(len(all_parts), "gains", "part")
    for part in all_parts:
        missing = [path for path, gained in gains.items() if part.name not in gained]
        if missing:
            base = part.fly(baseline)
            for path in missing:
                gains[path][part.name] = gain(part, policies[path], base)
                write_whole(path, json.dumps({"settings": settings, "gains": gains[path]}, indent=1) + "\n")
        bar.update()
    bar.close()


# --- the tables ---


def read_gains(label: str) -> dict[str, Any]:
    """Return the gains of a policy by the part of the evaluation."""
    gains: dict[str, Any] = read_json(GAINS_FOLDER / f"{label}.json", MIB)["gains"]
    return gains


def gain_cells(gains: Mapping[str, Any], title: str, score: str) -> tuple[str, str]:
    """Return the gain in a kind of wars under our charts, and under the evaluation sets."""
    ours = gains[f"{title}, our charts"]
    means = [gains[name][score]["mean"] for name in set_names(gains, title)]
    here = f"{span(ours[score], GAIN_FORM)}, {ours['wars']:,} wars"
    if not means:
        return here, "-"
    gained = span(interval(np.array(means))._asdict(), GAIN_FORM)
    return here, f"{gained}, above in {sum(mean > 0 for mean in means)} of {len(means)}"


def set_names(gains: Mapping[str, Any], title: str) -> list[str]:
    """Return the names of the parts of a kind of wars under evaluation sets."""
    return [name for name in gains if name.startswith(f"{title}, set ")]


# --- the command ---


def read_pairs(words: Sequence[str]) -> dict[Path, Policy]:
    """Return the policies of words ``LABEL=POLICY`` by the path of their file.

    Raises:
        ValueError: a word has another form, or the policy cannot be loaded.
    """
    policies = {}
    for word in words:
        label, sign, name = word.partition("=")
        if not (label and sign and name):
            raise ValueError(f"got {word!r}, expected LABEL=POLICY such as distilled=distilled")
        policies[GAINS_FOLDER / f"{label}.json"] = load_policy(name)
    return policies


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.set_gains", description=__doc__.split("\n")[0])
    parser.add_argument("policies", nargs="+", metavar="LABEL=POLICY", help="name of the file, and the policy")
    parser.add_argument(
        "--wars", type=int, default=DEFAULT_WARS, help="Barbarossas under each set (default: %(default)s)"
    )
    options = parser.parse_args(words)

    def run() -> None:
        if options.wars < 1:
            raise ValueError(f"wars: got {options.wars}, allowed is 1 or more")
        measure(read_pairs(options.policies), gain_settings(options.wars))

    return study_status("set_gains", run)


if __name__ == "__main__":
    sys.exit(main())
