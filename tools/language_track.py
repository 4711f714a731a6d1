"""Measure the track for language models: the spread of differences, the coverage of intervals, and stand-ins.

``python -m tools.language_track`` takes ten minutes. It writes ``docs/results/language.json``, and the entries of the
stand-ins to ``docs/results/language/``. A stand-in is a script that plays by questions in words, behind an endpoint on
this machine; ``evaluate.py`` plays it as any language model. Then ``python -m tools.language_doc`` writes the page.
``--part stand-ins`` or ``--part pairs`` measures that part alone; new texts change only the stand-ins.
"""

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.commands import evaluate
from agents.evaluation.played_actions import PlayedActions
from agents.evaluation.recording import RecordedWars, save_replays
from agents.games.stuka.evaluation.tracks import LANGUAGE_TRACK, QUICK_WARS
from agents.games.stuka.luck.recorder import fly_with_luck
from agents.registry import make_policy
from stuka_env.files import write_whole
from stuka_env.flights.episodes import BATCH
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.policy import Policy
from stuka_env.replay import load
from stuka_env.text.neutral import NEUTRAL
from tests.support.chat_server import chat_server
from tests.support.text_stand_ins import StandIn
from tools import ROOT
from tools.few_wars import half_widths

TRACK_RESULTS = ROOT / "docs" / "results" / "language.json"
STAND_IN_ENTRIES = ROOT / "docs" / "results" / "language"
MEASURED_MISSIONS, SEED = 10_000, 19411205
"""Missions that are flown to measure spread and coverage, and their evaluation seed; the track has other missions."""
TEXT_MISSIONS = 4_000
"""Missions of a policy that plays by questions, the first of these."""
DRAWN_SETS, DRAW_SEED = 20_000, 1941
"""Sets of missions that are drawn for the coverage."""
SET_SIZES = (LANGUAGE_TRACK.headline.wars, QUICK_WARS)
BLUNDER_SHARE = 0.1
"""Share of random answers of the stand-in that blunders."""
BLUNDERER, BLUNDERS_LIKE = "kette 10-percent-random", "kette"
RIVALS = (
    "champion", "old_hand", "distilled", "doctrine", "bold", "lone_wolf", "cautious", NEUTRAL, "random_flyer", "random",
)  # fmt: skip
PAIRS = (*((name, "kette") for name in (*RIVALS, BLUNDERER)), ("champion", "old_hand"), ("doctrine", "old_hand"))
"""Policies with the baselines that they are compared with."""
STAND_INS = (
    "champion", "old_hand", "kette", "doctrine", "bold", "lone_wolf", "cautious", NEUTRAL, "random_flyer", "random",
)  # fmt: skip
"""Scripts that play the track by questions."""


class Scores(NamedTuple):
    """Scores of one policy in the missions of the measurement, ``(N,)``."""

    plain: NDArray[np.float64]
    adjusted: NDArray[np.float64]


# --- spread and coverage ---


def fly(policy: Policy) -> Scores:
    """Return the scores of a policy in the missions of the measurement."""
    flown = fly_with_luck(policy, LANGUAGE_TRACK.headline.spec(), evaluation_seeds(SEED, MEASURED_MISSIONS), seed=SEED)
    return Scores(flown.scores, flown.scores - flown.luck)


def fly_blunderer() -> Scores:
    """Return the scores of the stand-in that blunders, which plays by questions."""
    spec, seeds, parts = LANGUAGE_TRACK.headline.spec(), evaluation_seeds(SEED, TEXT_MISSIONS), []
    player = StandIn(make_policy(BLUNDERS_LIKE), spec, seeds, SEED, BLUNDER_SHARE)
    for first in range(0, TEXT_MISSIONS, BATCH):
        batch = seeds[first : first + BATCH]
        played = PlayedActions(BLUNDERER, [player.play_war() for _ in batch])
        flown = fly_with_luck(played, spec, batch)
        parts.append((flown.scores, flown.scores - flown.luck))
    return Scores(*map(np.concatenate, zip(*parts, strict=True)))


def coverage(pairs: NDArray[np.float64], missions: int) -> dict[str, float]:
    """Return the coverage of intervals over sets of so many missions, and the mean of their half-widths."""
    drawn = np.random.default_rng(DRAW_SEED).integers(len(pairs), size=(DRAWN_SETS, missions))
    means, halves = pairs[drawn].mean(axis=1), half_widths(pairs[drawn])
    covers = np.abs(means - pairs.mean()) <= halves
    return {"half_width": round(float(halves.mean()), 3), "coverage": round(float(covers.mean()), 3)}


def measured_pair(name: str, own: Scores, baseline: str, other: Scores) -> dict[str, Any]:
    """Return the figures of two policies over the missions that both have flown."""
    missions = min(len(own.plain), len(other.plain))
    plain, adjusted = (mine[:missions] - theirs[:missions] for mine, theirs in zip(own, other, strict=True))
    return {
        "policy": name,
        "baseline": baseline,
        "missions": missions,
        "difference": round(float(adjusted.mean()), 3),
        "plain_deviation": round(float(plain.std(ddof=1)), 3),
        "deviation": round(float(adjusted.std(ddof=1)), 3),
        "sets": {str(size): coverage(adjusted, size) for size in SET_SIZES},
    }


def measured_pairs() -> list[dict[str, Any]]:
    """Fly all policies and return the figures of all pairs."""
    flown = {}
    for name in dict.fromkeys(name for pair in PAIRS for name in pair if name != BLUNDERER):
        flown[name] = fly(make_policy(name))
        print(f"{name}: {MEASURED_MISSIONS} missions", flush=True)
    flown[BLUNDERER] = fly_blunderer()
    print(f"{BLUNDERER}: {TEXT_MISSIONS} missions", flush=True)
    return [measured_pair(name, flown[name], baseline, flown[baseline]) for name, baseline in PAIRS]


# --- stand-ins ---


@contextmanager
def model_settings_in(folder: Path) -> Iterator[None]:
    """Let language models keep their wars in a folder, and play them one after the other."""
    settings = {"STUKA_LLM_FOLDER": str(folder), "STUKA_LLM_PARALLEL": "1"}
    before = {name: os.environ.get(name) for name in settings}
    os.environ.update(settings)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def words_in(text: str) -> int:
    """Return the number of words of a text, which the endpoint of a stand-in counts as tokens."""
    return len(text.split())


def fly_stand_in(script: str, share: float, folder: Path) -> dict[str, Any]:
    """Let ``evaluate.py`` fly a script through the track by questions, and return the figures of its wars.

    Args:
        script: the script.
        share: share of random answers.
        folder: folder for the kept wars.
    """
    track = LANGUAGE_TRACK
    spec, seeds = track.headline.spec(), evaluation_seeds(track.seed, track.headline.wars)
    player, name = StandIn(make_policy(script), spec, seeds, track.seed, share), stand_in_name(script, share)
    with chat_server(player=player.answer, tokens=words_in) as server, model_settings_in(folder / "by-questions"):
        words = ["--track", track.name, "--policies", f"{name}=llm:{script}@{server.url}"]
        if evaluate([*words, "--output", str(STAND_IN_ENTRIES)]):
            raise RuntimeError(f"{name}: evaluate.py has failed")
        characters = sum(len(message["content"]) for body in server.requests for message in body["messages"])
        questions = len(server.requests)
    played = {each.seed: each.mat_sha256 for each in map(load, (folder / "by-questions").rglob("*-v0-*[0-9].json"))}
    native = save_replays(make_policy(script), RecordedWars(spec, seeds, track.seed), folder / "native", script)
    same = sum(played[each.seed] == each.mat_sha256 for each in map(load, native))
    return {
        "policy": name,
        "script": script,
        "share": share,
        "questions": questions,
        "characters": characters,
        "wars_that_end_alike": same,
    }


def stand_in_name(script: str, share: float) -> str:
    """Return the name of a stand-in."""
    return f"{BLUNDERER if share else script} stand-in"


def fly_stand_ins() -> list[dict[str, Any]]:
    """Fly all stand-ins through the track."""
    figures = []
    for script, share in (*((script, 0.0) for script in STAND_INS), (BLUNDERS_LIKE, BLUNDER_SHARE)):
        with tempfile.TemporaryDirectory() as folder:
            figures.append(fly_stand_in(script, share, Path(folder)))
    return figures


MEASURED_PARTS = {"stand-ins": ("stand_ins", fly_stand_ins), "pairs": ("pairs", measured_pairs)}
"""Parts of the measurement by their words on the command line: the key in the file, and the function."""


def main(words: Sequence[str] | None = None) -> int:
    """Measure all parts or some, and write each as soon as it is measured. Return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.language_track")
    parser.add_argument("--part", choices=MEASURED_PARTS, help="the part to measure; all by default")
    contents = json.loads(TRACK_RESULTS.read_text(encoding="utf-8")) | {"seed": SEED, "resamples": DRAWN_SETS}
    part = parser.parse_args(words).part
    for key, measure in [MEASURED_PARTS[part]] if part else MEASURED_PARTS.values():
        contents[key] = measure()
        write_whole(TRACK_RESULTS, json.dumps(contents, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
