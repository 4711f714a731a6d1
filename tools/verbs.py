"""Measure the worth of each verb: fly the planner with one verb forbidden after another.

Run ``python -m tools.verbs``. Every arm flies the same first wars of the frozen evaluation in Regular Barbarossa. In
the arm ``allowed`` nothing is forbidden. In each other arm neither the planner nor the script in its rollouts uses one
verb. The script by itself flies the same arms over more wars.

An arm writes ``verbs.ARM.part.json`` with the figures of every war while it flies. Wars that these files contain are
not flown again. So an interrupted run continues, and a larger ``--wars`` only adds wars. Several processes may fly
different arms (``--arms``) at the same time. The process that finds all arms complete writes ``verbs.json`` with a
section for docs/results.md, and deletes the parts. Delete all files after a change to the rules, the planner or its
script.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from agents.evaluation.intervals import interval, span
from agents.games.stuka.evaluation.calibration import REGULAR_BARBAROSSA
from agents.games.stuka.evaluation.studies import ArmFigures, Settings, read_study, study_settings, wars_in, write_study
from agents.games.stuka.planner.planner import SCRIPT, Planner, read_budget
from agents.games.stuka.scripts.without_verbs import WithoutVerbs, allowed_without
from agents.registry import make_policy
from stuka_env.command_line import INTERRUPTED, REFUSED
from stuka_env.flights.episodes import fly_wars, warm_up
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.stuka.codes import Act
from stuka_env.policy import Policy, PolicyInput
from tools import ROOT

FINDINGS: tuple[str, ...] = (
    "Two verbs are worth more than half a point: the relief of stress and sending an aircraft home.",
    "The leader's relief is fair. Section [4.2](../rules.md) gives it to every leader above Green, once a mission. "
    "Two missions of three use it, mostly to keep a pilot below two markers of stress, where its effects begin "
    "([C2](../charts.md#c2-crew-stress-modifiers)). It changes neither who flies nor who is present.",
    "Sending an aircraft home is fair in half of the cases. Of the 2.2 aircraft that old_hand sends home in a war, "
    "about 36 % are damaged and 11 % have jammed bombs or a wounded person aboard. They avoid the Anti-Aircraft fire, "
    "the fighters and a second hit, as [7.12](../rules.md) intends.",
    "The others, about 54 %, have only lost two zones of range to a card and could still finish the mission. Nearly "
    "all of them carry the plain load. They go home because the score is a mean over the aircraft that are present, "
    "and the two with the big bombs score more. By [D18](../rules.md) lost range is reason enough, so this is within "
    "the rules. It is worth 0.2 of old_hand's half a point (1,000 wars). A rule that counts lost range only if it no "
    "longer takes the aircraft to the target and home would end it.",
    "The Rudel Gamble is worth a third of a point. It costs one aircraft and two people more in a war.",
    "No-Fly, abort and holding fire are worth nothing. In 256 wars neither the planner nor its script used one of "
    "them. A mission that is declined or given up scores 0, and machine guns score more than no fire.",
)
"""Paragraphs of docs/results.md on the tables, written by hand. After a change to them run this tool again: it flies
only the script then."""

VERBS_FORMAT = 2
FOLDER = ROOT / "docs" / "results"
NAME = "verbs.json"
ALLOWED = "allowed"
"""Arm in which nothing is forbidden."""
STUDIED_VERBS = {
    "no_fly": Act.NO_FLY,
    "abort": Act.ABORT,
    "send_home": Act.SEND_HOME,
    "hold": Act.HOLD,
    "relief": Act.RELIEVE,
    "gamble": Act.GAMBLE,
}
"""Forbidden verb of each other arm."""
ARM_TITLES = {
    "no_fly": "No-Fly",
    "abort": "abort the mission",
    "send_home": "send an aircraft home",
    "hold": "hold fire",
    "relief": "relief of stress",
    "gamble": "Rudel Gamble",
}
VERB_ARMS = (ALLOWED, *STUDIED_VERBS)
ROLLOUTS = 512
WARS, SCRIPT_WARS = 256, 2000
"""Wars of an arm: of the planner, and of the script by itself."""
SELDOM_ARMS = ("no_fly", "abort", "hold")
"""Verbs that the planner uses in hardly any war. Their arms fly a quarter of the wars."""
PART, SCRIPT_PART = 8, 500
"""Wars between two writings of the file: of the planner, and of the script by itself."""
SEED = 0
RESULT_FIGURES = ("score", "destroyed", "kia", "no_fly")
"""Figures of every war, beside the uses of each verb."""
ARM_FIGURES = (*RESULT_FIGURES, *(f"used_{verb}" for verb in STUDIED_VERBS))

Line = dict[str, Any]


# --- flying ---


class Counting:
    """Policy that counts in each war how often it uses each verb.

    Args:
        policy: the policy that plays.
        wars: the number of wars, the same ones in every call.
    """

    def __init__(self, policy: Policy, wars: int) -> None:
        self.name = policy.name
        self.policy = policy
        self.used = np.zeros((len(STUDIED_VERBS), wars), np.int64)
        self._is_verb = np.stack([allowed_without({act}) == 0 for act in STUDIED_VERBS.values()])

    def act(self, sight: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write an action for every war into ``actions``, and count it in the wars that are not over."""
        self.policy.act(sight, actions)
        self.used += self._is_verb[:, actions] & (sight.mats["track"]["over"] == 0)


def fly_part(policy: Policy, wars: ArmFigures, seeds: NDArray[np.uint64], bar: Any) -> None:
    """Fly some wars and add their figures to ``wars``."""
    counting = Counting(policy, len(seeds))
    flight = fly_wars(counting, REGULAR_BARBAROSSA, seeds, seed=SEED, progress=bar.update, side_by_side=len(seeds))
    assert flight.finished.all()
    for figure in RESULT_FIGURES:
        wars.setdefault(figure, []).extend(flight.results[figure].tolist())
    for verb, used in zip(STUDIED_VERBS, counting.used, strict=True):
        wars.setdefault(f"used_{verb}", []).extend(used.tolist())


def wars_of(arm: str, wars: int) -> int:
    """Return the number of wars of an arm, for an option ``--wars``."""
    return -(-wars // 4) if arm in SELDOM_ARMS else wars


def forbidden_in(arm: str) -> frozenset[Act]:
    """Return the acts that nobody may use in an arm."""
    return frozenset() if arm == ALLOWED else frozenset({STUDIED_VERBS[arm]})


def planner(arm: str, rollouts: int, threads: int | None) -> Planner:
    """Return the planner of an arm.

    Raises:
        ValueError: the number of rollouts is not allowed.
    """
    name = f"planner@{rollouts}"
    return Planner(name, read_budget(name, str(rollouts)), threads, forbidden_in(arm))


def fly_arm(folder: Path, arm: str, *, wars: int, rollouts: int, threads: int | None, bar: Any) -> None:
    """Fly the missing wars of an arm and write its file after every part."""
    own, wars = read_arm(folder, arm, rollouts), wars_of(arm, wars)
    if wars_in(own) >= wars:
        return
    bar.set_description(arm)
    policy = planner(arm, rollouts, threads)
    warm_up(policy, REGULAR_BARBAROSSA)
    seeds = evaluation_seeds(SEED, wars)
    while wars_in(own) < wars:
        first = wars_in(own)
        fly_part(policy, own, seeds[first : first + PART], bar)
        write(part_file(folder, arm), {arm: own}, rollouts)


def fly_arms(folder: Path, arms: Sequence[str], *, wars: int, rollouts: int, threads: int | None) -> None:
    """Fly the missing wars of these arms, with a progress bar."""
    missing = [max(0, wars_of(arm, wars) - wars_in(read_arm(folder, arm, rollouts))) for arm in arms]
    with tqdm(total=sum(missing), unit="war", smoothing=0) as bar:
        for arm in arms:
            fly_arm(folder, arm, wars=wars, rollouts=rollouts, threads=threads, bar=bar)


def fly_script(wars: int) -> dict[str, ArmFigures]:
    """Fly the script by itself in every arm. Return its figures."""
    arms: dict[str, ArmFigures] = {arm: {} for arm in VERB_ARMS}
    seeds = evaluation_seeds(SEED, wars)
    with tqdm(total=wars * len(VERB_ARMS), unit="war", desc=SCRIPT) as bar:
        for arm, own in arms.items():
            policy = WithoutVerbs(make_policy(SCRIPT), forbidden_in(arm))
            for first in range(0, wars, SCRIPT_PART):
                fly_part(policy, own, seeds[first : first + SCRIPT_PART], bar)
    return arms


# --- files ---


def settings(rollouts: int) -> Settings:
    """Return the settings that figures must share to belong to one table."""
    return study_settings(VERBS_FORMAT, script=SCRIPT, rollouts=rollouts, seed=SEED)


def part_file(folder: Path, arm: str) -> Path:
    """Return the file of an arm while the study is not complete."""
    return folder / f"verbs.{arm}.part.json"


def read_arm(folder: Path, arm: str, rollouts: int) -> ArmFigures:
    """Return the wars of an arm that have been flown, from its part or from verbs.json, whichever has more.

    The part is read first, because another process deletes it only after it has written verbs.json.
    """
    parts = read_study(part_file(folder, arm), settings(rollouts))
    whole = read_study(folder / NAME, settings(rollouts))
    return max(parts.get(arm, {}), whole.get(arm, {}), key=wars_in)


def write(path: Path, arms: dict[str, ArmFigures], rollouts: int, **more: Any) -> None:
    """Write a file of the study, whole."""
    write_study(path, arms, settings(rollouts), **more)


# --- figures and words ---


def summary(arms: dict[str, ArmFigures]) -> list[Line]:
    """Return a line for each arm: score, losses, worth of its verb, and uses of the verb in the arm ``allowed``."""
    lines = []
    for arm, figures in arms.items():
        wars = min(wars_in(figures), wars_in(arms[ALLOWED]))
        scores = np.array(figures["score"][:wars], np.float64)
        line: Line = {"forbidden": None, "worth": None, "used": None}
        if arm != ALLOWED:
            worth = interval(np.array(arms[ALLOWED]["score"][:wars], np.float64) - scores)._asdict()
            line = {"forbidden": arm, "worth": worth, "used": float(np.mean(arms[ALLOWED][f"used_{arm}"]))}
        line |= {"wars": wars, "score": interval(scores)._asdict()}
        lines.append(line | {figure: float(np.mean(figures[figure][:wars])) for figure in RESULT_FIGURES[1:]})
    return lines


def row(line: Line) -> list[str]:
    """Return the table row of one arm."""
    return [
        ARM_TITLES.get(line["forbidden"], "nothing"),
        f"{line['wars']:,}",
        span(line["score"], ".1f"),
        span(line["worth"], "+.2f") if line["worth"] else "-",
        f"{line['destroyed']:.2f}",
        f"{line['kia']:.2f}",
        "-" if line["used"] is None else f"{line['used']:.2f}",
    ]


def section(rollouts: int, lines: list[Line], script: list[Line]) -> dict[str, Any]:
    """Return the section of docs/results.md (tools/results_doc.py)."""
    text = (
        f"`planner@{rollouts}` flew the first wars of the frozen Regular Barbarossas with one verb forbidden after "
        f"another. Neither the planner nor `{SCRIPT}`, which flies its clones, uses the forbidden verb. If it is the "
        "only legal action, the rules still carry it out. The worth of a verb is the score with everything allowed "
        "less the score without the verb, over the same wars. The last column holds its uses in a war where it is "
        "allowed. Verbs that the planner hardly ever uses were forbidden in a quarter of the wars."
    )
    columns = ["forbidden", "wars", "score", "worth of the verb", "lost", "killed", "used in a war"]
    alone = f"The same arms, flown by `{SCRIPT}` itself:"
    return {
        "title": "What each verb is worth",
        "text": "\n\n".join((text, *FINDINGS)),
        "columns": columns,
        "rows": [row(line) for line in lines],
        "more": [{"text": alone, "columns": columns, "rows": [row(line) for line in script]}],
        "command": "python -m tools.verbs",
    }


def report(title: str, lines: list[Line]) -> None:
    """Print the table of one policy."""
    print(title)
    print(f"{'forbidden':22} {'wars':>6} {'score':20} {'worth of the verb':24} {'lost':>6} {'killed':>6} {'used':>6}")
    for name, wars, score, worth, *figures in map(row, lines):
        print(f"{name:22} {wars:>6} {score:20} {worth:24} " + " ".join(f"{figure:>6}" for figure in figures))


# --- the study ---


def finish(folder: Path, wars: int, rollouts: int, script_wars: int) -> None:
    """Write verbs.json if all arms are complete, otherwise print the missing wars."""
    arms = {arm: read_arm(folder, arm, rollouts) for arm in VERB_ARMS}
    targets = {arm: wars_of(arm, wars) for arm in VERB_ARMS}
    missing = [f"{arm} {targets[arm] - wars_in(own)}" for arm, own in arms.items() if wars_in(own) < targets[arm]]
    if missing:
        print(f"written: the parts in {os.path.relpath(folder)}; wars still to be flown: {', '.join(missing)}")
        return
    lines, script = summary(arms), summary(fly_script(script_wars))
    words = section(rollouts, lines, script)
    write(folder / NAME, arms, rollouts, section=words, planner=lines, script=script)
    for arm in VERB_ARMS:
        part_file(folder, arm).unlink(missing_ok=True)
    report(f"planner@{rollouts}", lines)
    report(SCRIPT, script)
    print(f"written: {os.path.relpath(folder / NAME)}")


def positive(word: str) -> int:
    """Return a number of wars or threads, 1 or more."""
    number = int(word)
    if number < 1:
        raise argparse.ArgumentTypeError(f"got {number}, allowed is 1 or more")
    return number


def read_options(words: Sequence[str] | None) -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument(
        "--arms", nargs="+", choices=VERB_ARMS, default=VERB_ARMS, metavar="ARM", help=f"of {', '.join(VERB_ARMS)}"
    )
    parser.add_argument("--wars", type=positive, default=WARS, help=f"wars an arm (default: {WARS})")
    parser.add_argument("--rollouts", type=int, default=ROLLOUTS, help=f"rollouts a decision (default: {ROLLOUTS})")
    parser.add_argument("--script-wars", type=positive, default=SCRIPT_WARS, help=f"wars of {SCRIPT} by itself")
    parser.add_argument("--threads", type=positive, help="threads that share the wars (default: all cores)")
    parser.add_argument("--output", type=Path, default=FOLDER, help="where verbs.json goes")
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    """Run the study. Return the exit status."""
    options = read_options(words)
    try:
        options.output.mkdir(parents=True, exist_ok=True)
        fly_arms(options.output, options.arms, wars=options.wars, rollouts=options.rollouts, threads=options.threads)
        finish(options.output, options.wars, options.rollouts, options.script_wars)
    except KeyboardInterrupt:
        print(f"verbs: stopped; run it again to continue from {part_file(options.output, '*')}", file=sys.stderr)
        return INTERRUPTED
    except (OSError, ValueError) as error:
        print(f"verbs: {error}", file=sys.stderr)
        return REFUSED
    return 0


if __name__ == "__main__":
    sys.exit(main())
