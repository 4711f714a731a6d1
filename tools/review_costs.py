"""The costs that reviews state, compared with flights to the end of the war. Run by hand after a change of the review.

``python -m tools.review_costs`` flies wars of both games, reviews them, and picks some of the marked decisions at
random. Each of them is flown to the end of the war after both actions, with dice of its own. The file of the results is
written after every decision, and the same command continues where it was stopped. It takes about an hour of one core.

The exit status is 1 if more than five of the forty costs are outside two standard errors, or if the mean difference is.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from agents.evaluation.recording import RecordedWars, save_replays
from agents.review.flown_war import FlownWar, read_flown_war
from agents.review.futures import NO_CANDIDATE, new_comparisons
from agents.review.review import load_policies, new_flyer, verdicts_on
from agents.review.sampling import root_sum_square
from agents.review.verdicts import Verdict, means_and_errors
from agents.review.words import action_words, place_on_page
from agents.seeds import REVIEW_WARS, base_seed
from stuka_env.files import write_whole
from stuka_env.game import AnyWarSpec
from stuka_env.games.interceptor.codes import Scale as CareerScale
from stuka_env.games.interceptor.scenario.arguments import read_war_spec as read_career
from stuka_env.games.stuka.codes import Scale
from stuka_env.games.stuka.scenario.arguments import read_war_spec
from stuka_env.policy import ScriptedPolicy, load_policy
from stuka_env.reading import MIB, read_json
from stuka_env.wording import plural

DEFAULT_FILE = Path("results", "review_costs.json")
CHOICES_OF_EACH_GAME = 20
MOST_OF_WAR, MOST_OF_MISTAKE = 5, 2
"""Most decisions of one war, and most of them with the same mistake."""
MOST_OUTSIDE, BAND = 5, 2.0
"""Allowed number of costs outside so many standard errors."""
FIRST_CHECK_FUTURE = 9 << 20
"""Number of the first future of the flights to the end; those of reviews have smaller numbers."""
CHECK_PAIRS = {"stuka": 8_192, "interceptor": 32_768}
"""Pairs to the end of the war of one decision, by game."""
SEARCH_SECONDS = 900.0
WARS_OF_EACH = 6
"""Most wars of each kind."""


class CheckedKind(NamedTuple):
    """Wars of one kind that a script flies."""

    game: str
    policy: str
    spec: AnyWarSpec
    title: str


class CheckedChoice(NamedTuple):
    """A marked decision: the cost that the review states, and the cost in flights to the end of the war."""

    game: str
    war: str
    place: list[int]
    mistake: str
    taken: str
    better: str
    cost: float
    error: float
    flown: float
    flown_error: float

    @property
    def difference(self) -> float:
        """Points by which the review states too much."""
        return self.cost - self.flown

    @property
    def difference_error(self) -> float:
        """Standard error of the difference."""
        return root_sum_square([self.error, self.flown_error])


def checked_kinds() -> list[CheckedKind]:
    """Return the kinds of wars, in the order in which their wars are used."""
    barbarossa = read_war_spec(Scale.OPERATION, operation="barbarossa", duration="regular")
    citadel = read_war_spec(Scale.OPERATION, operation="citadel", duration="regular")
    career, late_career = read_career(CareerScale.CAREER), read_career(CareerScale.CAREER, start="1944-01")
    month = read_career(CareerScale.MONTH, month="1943-10")
    return [
        CheckedKind("stuka", "doctrine", barbarossa, "Barbarossa"),
        CheckedKind("stuka", "random_flyer", citadel, "Citadel"),
        CheckedKind("stuka", "lone_wolf", barbarossa, "Barbarossa"),
        CheckedKind("stuka", "bold", citadel, "Citadel"),
        CheckedKind("interceptor", "by_the_book", career, "career"),
        CheckedKind("interceptor", "random_flyer", late_career, "career from 1944"),
        CheckedKind("interceptor", "careful", month, "month"),
        CheckedKind("interceptor", "rash", career, "career"),
    ]


def picked(war: FlownWar, losses: list[Verdict], seed: int) -> list[Verdict]:
    """Return some of the marked decisions of a war, drawn without regard to their costs."""
    chosen: list[Verdict] = []
    mistakes: list[str] = []
    for place in np.random.default_rng(seed).permutation(len(losses)).tolist():
        mistake = mistake_of(war, losses[place])
        if len(chosen) < MOST_OF_WAR and mistakes.count(mistake) < MOST_OF_MISTAKE:
            chosen.append(losses[place])
            mistakes.append(mistake)
    return chosen


def mistake_of(war: FlownWar, loss: Verdict) -> str:
    """Return the title of the mistake."""
    return war.game.mistake_title(war.inputs.mats[loss.decision], loss.taken, loss.better)


def check_war(kind: CheckedKind, number: int, num_threads: int) -> list[CheckedChoice]:
    """Fly a war, review it, and fly some of its marked decisions to the end."""
    seed = base_seed(REVIEW_WARS, 2, int(kind.spec.scale), number)
    with tempfile.TemporaryDirectory() as folder:
        wars = RecordedWars(kind.spec, np.array([seed], np.uint64), 0)
        war = read_flown_war(str(save_replays(load_policy(kind.policy, kind.game), wars, Path(folder), "war")[0]))
    script = ScriptedPolicy(war.game.reference, war.game.choose)
    names = [name for name in war.game.usual_policies() if name != war.game.reference]
    flyer = new_flyer(war, script, num_threads)
    try:
        judged = verdicts_on(war, flyer, [script, *load_policies(names, war)], seconds=SEARCH_SECONDS)
        chosen = picked(war, judged.verdicts.losses, number)
        candidates = np.full((len(war.actions), 1), NO_CANDIDATE)
        for loss in chosen:
            candidates[loss.decision] = loss.better
        comparisons = new_comparisons(war.actions, candidates)
        flyer.to_the_end = True
        pairs = np.full(len(war.actions), CHECK_PAIRS[kind.game])
        flyer.compare(comparisons, FIRST_CHECK_FUTURE, pairs, lambda: False)
    finally:
        flyer.close()
    flown, errors = means_and_errors(comparisons)
    return [
        CheckedChoice(
            game=kind.game,
            war=f"{kind.policy}, {kind.title} {number}",
            place=[*place_on_page(war, loss.decision)],
            mistake=mistake_of(war, loss),
            taken=action_words(war, loss.decision, loss.taken),
            better=action_words(war, loss.decision, loss.better),
            cost=loss.cost,
            error=loss.error,
            flown=float(flown[loss.decision, 0]),
            flown_error=float(errors[loss.decision, 0]),
        )
        for loss in chosen
    ]


def read_choices(path: Path) -> dict[str, list[CheckedChoice]]:
    """Return the choices in a file by war; none if there is no file."""
    wars: dict[str, list[list[Any]]] = read_json(path, MIB)["wars"] if path.exists() else {}
    return {war: [CheckedChoice(*fields) for fields in rows] for war, rows in wars.items()}


def check_all(path: Path, games: Sequence[str], num_threads: int) -> list[CheckedChoice]:
    """Check wars until each game has enough choices, and return them. Wars that the file has are not flown again."""
    wars, kinds = read_choices(path), checked_kinds()
    path.parent.mkdir(parents=True, exist_ok=True)
    enough: list[CheckedChoice] = []
    for game in games:
        choices: list[CheckedChoice] = []
        for number in range(WARS_OF_EACH):
            for kind in kinds:
                if kind.game != game or len(choices) >= CHOICES_OF_EACH_GAME:
                    continue
                name = f"{kind.policy}, {kind.title} {number}"
                if name not in wars:
                    wars[name] = check_war(kind, number, num_threads)
                    write_whole(path, json.dumps({"wars": wars}, indent=1) + "\n")
                choices += wars[name]
                print(f"{name}: {plural(len(wars[name]), 'choice')}", file=sys.stderr, flush=True)
        enough += choices[:CHOICES_OF_EACH_GAME]
    return enough


def table_lines(choices: list[CheckedChoice]) -> list[str]:
    """Return the table of the choices in Markdown."""
    lines = [
        "| war | line, decision | mistake | taken | better | review | flown to the end | difference / error |",
        "|---|---|---|---|---|---|---|---|",
    ]
    return lines + [
        f"| {each.war} | {each.place[0]}, {each.place[1]} | {each.mistake} | {each.taken} | {each.better} "
        f"| {each.cost:.2f} +- {each.error:.2f} | {each.flown:.2f} +- {each.flown_error:.2f} "
        f"| {each.difference / each.difference_error:+.1f} |"
        for each in choices
    ]


def summary(choices: list[CheckedChoice]) -> tuple[str, bool]:
    """Return the result in one line, and whether the costs are right."""
    outside = sum(abs(each.difference) > BAND * each.difference_error for each in choices)
    mean = float(np.mean([each.difference for each in choices]))
    error = root_sum_square([each.difference_error for each in choices]) / len(choices)
    is_right = outside <= MOST_OUTSIDE and abs(mean) <= BAND * error
    return (
        f"{len(choices)} choices: {outside} outside {BAND:g} standard errors (allowed: {MOST_OUTSIDE}), "
        f"mean difference {mean:+.3f} +- {error:.3f}"
    ), is_right


def main() -> int:
    """Check the costs, print the table, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--file", type=Path, default=DEFAULT_FILE, help="file of the results (default: %(default)s)")
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="threads (default: %(default)s)")
    parser.add_argument(
        "--games", nargs="+", choices=list(CHECK_PAIRS), default=list(CHECK_PAIRS), help="default: both"
    )
    options = parser.parse_args()
    choices = check_all(options.file, options.games, options.threads)
    text, is_right = summary(choices)
    print(*table_lines(choices), text, sep="\n")
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
