"""Tune the champion: search for beliefs that score more than old_hand's, in paired wars under many chart sets.

``python -m tools.tune_champion search`` runs CMA-ES over the parameters of :data:`SEARCHED`. Every generation has new
wars, which old_hand and all candidates fly. Half of the wars have our charts, the others sets of the training part of
the bank. The history of the search is a file: an interrupted search continues where it stopped.

``select`` flies some means of generations and the peak of a model of all candidates, exact and rounded, through
selection wars. Half of them have selection sets of charts. It prints the values of the best, which a person writes
into ``agents/games/stuka/scripts/champion.py`` with their words.

``evaluate.py`` flies the champion of that file like any other script.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import cma
import numpy as np
from numpy.typing import NDArray

from agents.games.stuka.evaluation.studies import check_settings, read_held, study_settings
from agents.games.stuka.luck.recorder import fly_with_luck
from agents.games.stuka.scripts.beliefs import BELIEFS, Beliefs, belief_rows
from agents.games.stuka.scripts.champion import CHANGES
from agents.games.stuka.scripts.old_hand import reasoned_by
from agents.progress import progress_bar
from agents.reasoned_script import StyledPolicy
from agents.seeds import selection_seeds, tuning_seeds
from stuka_env.declared.records import Rows
from stuka_env.flights.episodes import warm_up
from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.charts.bank import BANK
from stuka_env.games.stuka.codes import Operation, Scale
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.io.files import write_whole
from tools import ROOT
from tools.resumable import at_least_one, resumable_status

CHAMPION_FORMAT = 1
FIRST_VALUES: Mapping[str, float] = {name: change.value for name, change in CHANGES.items()}
"""Values at which the search begins: those of the present champion."""
FIXED = (
    "extra_aircraft", "ship_aircraft", "pilot_missions", "pilot_earned", "gunner_missions",
    "gunner_earned", "relief_out", "relief_home", "duel_special", "spare_elite_pilots", "spare_hero_pilots",
    "spare_elite_gunners", "spare_hero_gunners", "spare_campaign",
)  # fmt: skip
"""Parameters that the search leaves alone: steps of whole people or aircraft, and those that never gained anything."""
SEARCHED: tuple[str, ...] = tuple(name for name in BELIEFS if name not in FIXED)
"""Parameters that the search moves."""
SEARCH_FOLDER = ROOT / "runs" / "champion"
CANDIDATES = 18
"""Candidates of a generation."""
FIRST_STEP = 0.6
"""Standard deviation of the first candidates, in the steps of :data:`agents.games.stuka.scripts.beliefs.BELIEFS`."""
SELECTED_GENERATIONS = 2
"""Means of generations that the selection compares: the last one, and earlier ones at equal distances."""
MODEL_DAMPING = 1.0
"""Damping of the model of all candidates, in squared steps."""
SELECTION_SIZE = 6_000
"""Barbarossas of the selection under our charts."""
OTHER_SETS = 8
"""Sets of the bank in a comparison, beside our charts."""


class Stratum(NamedTuple):
    """Wars of one kind, and the weight of a point there."""

    title: str
    spec: WarSpec
    wars: int
    weight: float


def drawn_sets(part: str, seed: int) -> list[LoadedCharts]:
    """Return some sets of a part of the bank."""
    numbers = np.random.default_rng(seed).choice(BANK.parts[part], OTHER_SETS, replace=False)
    return [BANK.charts(int(number)) for number in numbers]


def strata(part: str, seed: int, wars: int) -> tuple[Stratum, ...]:
    """Return the wars of a comparison, half of them under our charts and half under other sets.

    A point of a campaign counts less: its differences are larger.

    Args:
        part: the part of the bank for the other charts.
        seed: the seed of the draw of the sets.
        wars: Barbarossas under our charts, and as many under others. The other kinds have a quarter of that.
    """
    sets, share = drawn_sets(part, seed), 1.0 / OTHER_SETS
    kinds = []
    for title, spec, count, weight in (
        ("Barbarossa", WarSpec(scale=Scale.OPERATION), wars, 0.5),
        ("Case Blue", WarSpec(scale=Scale.OPERATION, operation=Operation.CASE_BLUE), wars // 4, 0.1),
        ("Citadel", WarSpec(scale=Scale.OPERATION, operation=Operation.CITADEL), wars // 4, 0.1),
        ("campaign", WarSpec(scale=Scale.CAMPAIGN), wars // 4, 0.1),
    ):
        kinds.append(Stratum(title, spec, count, weight))
        others = [replace(spec, charts=charts) for charts in sets]
        kinds += [Stratum(f"{title}, other", spec, count // OTHER_SETS, weight * share) for spec in others]
    return tuple(kinds)


# --- flights ---


def fly(beliefs: Rows[Beliefs], stratum: Stratum, seeds: NDArray[np.uint64]) -> NDArray[np.float64]:
    """Return the scores, adjusted for luck, of a script with these beliefs in the wars of ``seeds``."""
    flown = fly_with_luck(StyledPolicy("candidate", reasoned_by, beliefs[0]), stratum.spec, seeds)
    return flown.scores - flown.luck


Wars = Sequence[tuple[Stratum, NDArray[np.uint64]]]
"""Strata with the base seeds of their wars."""
Scores = Sequence[NDArray[np.float64]]
"""Scores of one script, an array for each stratum."""


def fly_all(beliefs: Rows[Beliefs], wars: Wars) -> Scores:
    """Return the scores of a script in all strata."""
    return [fly(beliefs, stratum, seeds) for stratum, seeds in wars]


def gains(own: Scores, base: Scores) -> list[float]:
    """Return the mean paired difference in each stratum."""
    return [float((mine - others).mean()) for mine, others in zip(own, base, strict=True)]


def weighted(wars: Wars, points: Sequence[float]) -> float:
    """Return the weighted sum over the strata."""
    return sum(stratum.weight * gain for (stratum, _), gain in zip(wars, points, strict=True))


# --- search ---


def ranges() -> dict[str, tuple[float, float]]:
    """Return the lowest and the highest value of each parameter."""
    return {field.name: (field.low, field.high) for field in Beliefs.FIELDS}


def first_value(name: str) -> float:
    """Return the value of a parameter at which the search begins."""
    return FIRST_VALUES.get(name, BELIEFS[name].value)


def values_of(place: Sequence[float]) -> dict[str, float]:
    """Return the values of all parameters at a place of the search, which counts steps from the start."""
    limits = ranges()
    values = dict(FIRST_VALUES)
    for name, steps in zip(SEARCHED, place, strict=True):
        low, high = limits[name]
        values[name] = float(np.clip(first_value(name) + steps * BELIEFS[name].step, low, high))
    return values


def new_strategy(seed: int) -> Any:
    """Return CMA-ES before its first generation; the same seed gives the same candidates."""
    limits = ranges()
    bounds = [[(limits[name][end] - first_value(name)) / BELIEFS[name].step for name in SEARCHED] for end in (0, 1)]
    options = {"seed": seed + 1, "popsize": CANDIDATES, "bounds": bounds, "verbose": -9}
    return cma.CMAEvolutionStrategy([0.0] * len(SEARCHED), FIRST_STEP, options)


def generation_wars(seed: int, generation: int, wars: int) -> Wars:
    """Return the wars of a generation of the search: no other one has them."""
    kinds = strata("training", seed << 16 | generation, wars)
    return [
        (stratum, tuning_seeds(seed, generation * len(kinds) + place, stratum.wars))
        for place, stratum in enumerate(kinds)
    ]


def search_settings(seed: int, wars: int) -> dict[str, Any]:
    """Return what a history must share with the search that continues it."""
    return study_settings(
        CHAMPION_FORMAT,
        seed=seed,
        wars=wars,
        searched=list(SEARCHED),
        start=dict(FIRST_VALUES),
        candidates=CANDIDATES,
        first_step=FIRST_STEP,
    )


def read_history(path: Path, settings: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the generations of a search; none if there is no file.

    Raises:
        ValueError: the file belongs to another search.
    """
    if not path.exists():
        return []
    held = read_held(path)
    check_settings(path, held.get("settings"), dict(settings))
    return list(held["generations"])


def replayed(seed: int, history: Sequence[Mapping[str, Any]]) -> tuple[Any, list[NDArray[np.float64]]]:
    """Return CMA-ES after the generations of ``history``, and the places of their candidates."""
    strategy, places = new_strategy(seed), []
    for generation in history:
        asked = strategy.ask()
        strategy.tell(asked, generation["losses"])
        places.append(np.array(asked))
    return strategy, places


def search(folder: Path, *, seed: int, wars: int, generations: int) -> None:
    """Search for ``generations`` generations, those of an earlier run included."""
    path, settings = folder / "history.json", search_settings(seed, wars)
    history = read_history(path, settings)
    strategy, _ = replayed(seed, history)
    for number in range(len(history), generations):
        places = strategy.ask()
        flown = generation_wars(seed, number, wars)
        base = fly_all(belief_rows(), flown)
        points = []
        bar = progress_bar(len(places), f"generation {number + 1}", "candidate")
        for place in places:
            points.append(gains(fly_all(belief_rows(**values_of(place)), flown), base))
            bar.update()
        bar.close()
        losses = [-weighted(flown, each) for each in points]
        strategy.tell(places, losses)
        middle = [round(each, 4) for each in strategy.result.xfavorite.tolist()]
        history.append({"losses": losses, "gains": points, "mean": middle, "sigma": float(strategy.sigma)})
        write_whole(path, json.dumps({"settings": settings, "generations": history}) + "\n")
        print(
            f"{number + 1:3d}  mean {-float(np.mean(losses)):+.3f}  best {-min(losses):+.3f}  "
            f"sigma {strategy.sigma:.3f}",
            flush=True,
        )


# --- selection ---


def rounded(values: Mapping[str, float]) -> dict[str, float]:
    """Return the values with two digits each; one that is nearer than a tenth of a step to old_hand's becomes that."""
    short = {}
    for name, value in values.items():
        belief = BELIEFS[name]
        short[name] = belief.value if abs(value - belief.value) < belief.step / 10 else float(f"{value:.2g}")
    return short


def clipped(gained: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the gains of a generation within three median deviations of 0: a cliff says nothing about the slope."""
    limit = 3 * np.median(np.abs(gained))
    return np.clip(gained, -limit, limit)


def surface_peak(places: Sequence[NDArray[np.float64]], losses: Sequence[Sequence[float]]) -> list[float]:
    """Return the best place by a model of all candidates: a parabola in each parameter, the same in all generations.

    The mean of a generation rests on that generation's wars alone; the model averages the luck of all. The peak stays
    among the places of most candidates.
    """
    steps = np.concatenate(places)
    surfaces = [np.hstack([own, own**2]) for own in places]
    terms = np.concatenate([surface - surface.mean(axis=0) for surface in surfaces])
    gained = np.concatenate([clipped(np.median(loss) - np.array(loss)) for loss in losses])
    damped = terms.T @ terms + MODEL_DAMPING * np.eye(terms.shape[1])
    slope, bend = np.split(np.linalg.solve(damped, terms.T @ gained), 2)
    low, high = np.quantile(steps, [0.05, 0.95], axis=0)
    trials = np.linspace(low, high, 201)
    best = (slope * trials + bend * trials**2).argmax(axis=0)
    return [float(value) for value in trials[best, np.arange(len(slope))]]


def finalists(seed: int, history: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, dict[str, float]]]:
    """Yield names and values of the candidates of the selection."""
    yield "start", dict(FIRST_VALUES)
    places = replayed(seed, history)[1]
    middles = {
        f"generation {mark}": history[mark - 1]["mean"]
        for mark in sorted({round(mark) for mark in np.linspace(0, len(history), SELECTED_GENERATIONS + 1)[1:]})
    }
    middles["peak of the model"] = surface_peak(places, [generation["losses"] for generation in history])
    for name, place in middles.items():
        yield f"{name}", values_of(place)
        yield f"{name}, rounded", rounded(values_of(place))


def pooled(wars: Wars, own: Scores, base: Scores) -> Iterator[str]:
    """Yield the gain in each kind of wars with its standard error, in words; strata of one title are one kind."""
    for title in dict.fromkeys(stratum.title for stratum, _ in wars):
        parts = [place for place, (stratum, _) in enumerate(wars) if stratum.title == title]
        difference = np.concatenate([own[place] - base[place] for place in parts])
        yield f"{title} {difference.mean():+.3f} ± {difference.std(ddof=1) / len(difference) ** 0.5:.3f}"


def select(folder: Path, *, seed: int, wars: int) -> None:
    """Fly the finalists through the same selection wars, and print the values of the best."""
    history = read_history(folder / "history.json", search_settings(seed, wars))
    if not history:
        raise ValueError(f"{folder / 'history.json'}: no generation yet, run the search first")
    kinds = strata("selection", 0, SELECTION_SIZE)
    flown = [(stratum, selection_seeds(place, stratum.wars)) for place, stratum in enumerate(kinds)]
    base = fly_all(belief_rows(), flown)
    best, chosen = 0.0, {}
    for name, values in finalists(seed, history):
        own = fly_all(belief_rows(**values), flown)
        total = weighted(flown, gains(own, base))
        print(f"{name}: {total:+.3f} ({', '.join(pooled(flown, own, base))})", flush=True)
        if total > best:
            best, chosen = total, values
    print(json.dumps({name: value for name, value in chosen.items() if value != BELIEFS[name].value}, indent=1))


# --- the command ---


def read_options(words: Sequence[str] | None) -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.tune_champion", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("step", choices=("search", "select"))
    parser.add_argument("--seed", type=int, default=0, help="seed of the search (default: 0)")
    parser.add_argument(
        "--wars",
        type=at_least_one,
        default=1024,
        help="Barbarossas of a generation under our charts (default: 1024)",
    )
    parser.add_argument("--generations", type=at_least_one, default=60, help="generations of the search (default: 60)")
    parser.add_argument(
        "--folder", type=Path, default=SEARCH_FOLDER, help="folder of the history (default: runs/champion)"
    )
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    """Run one step. Return the exit status."""
    options = read_options(words)
    steps: dict[str, Callable[[], None]] = {
        "search": lambda: search(options.folder, seed=options.seed, wars=options.wars, generations=options.generations),
        "select": lambda: select(options.folder, seed=options.seed, wars=options.wars),
    }

    def work() -> None:
        options.folder.mkdir(parents=True, exist_ok=True)
        warm_up(StyledPolicy("warm-up", reasoned_by, belief_rows()[0]), WarSpec(scale=Scale.OPERATION))
        steps[options.step]()

    return resumable_status("tune_champion", work)


if __name__ == "__main__":
    sys.exit(main())
