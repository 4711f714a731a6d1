"""Play wars of every id and compare everything that the package makes of them with kept digests.

::

    python -m tools.net                    # compare with tests/golden/net.json
    python -m tools.net --texts FOLDER     # also write the texts, to compare two commits with diff
    python -m tools.net --write            # keep the digests of this commit

Random play and the best script play 200 wars of each id. The digests of mats, rewards, masks and observations cover
every decision. Those of words cover the first wars, as far as 5,000 decisions reach. Refusals of wrong arguments,
set-ups and states have a digest too.
"""

import argparse
import gc
import hashlib
import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

from stuka_env.flights.episodes import call_policy, policy_input
from stuka_env.game import game_named, game_of
from stuka_env.policy import as_policy
from stuka_env.replay import RecordReplay
from stuka_env.replay.log_sheet import csv_text, page_text
from stuka_env.replay.run import fly
from stuka_env.text.parts import text_parts
from stuka_env.text.playing import TextGame, rules_summary
from stuka_env.views.show import text_of
from stuka_env.views.words import sections_of
from tools import ROOT
from tools.net_refusals import refusals

KEPT_DIGESTS = ROOT / "tests" / "golden" / "net.json"
SEED = 19_410_622
WARS = 200
WORDY_DECISIONS = 5_000
"""Decisions of each id and policy whose words are compared, in whole wars."""
MODEL_QUESTIONS = 60
"""Questions of a war as a language model reads them, which cost copies of the war."""
BEST_SCRIPTS = {"stuka": "champion", "interceptor": "veteran"}
"""The best script of each game."""
NET_IDS = tuple(env_id for name in BEST_SCRIPTS for env_id in game_named(name).ids)


class Digests:
    """Digests by kind, and the distinct texts of each kind."""

    def __init__(self) -> None:
        self._hashes: dict[str, Any] = defaultdict(hashlib.sha256)
        self.texts: dict[str, dict[str, None]] = defaultdict(dict)

    def add(self, kind: str, data: bytes) -> None:
        """Add bytes."""
        self._hashes[kind].update(data)

    def add_text(self, kind: str, text: str) -> None:
        """Add a text, and keep it if it is new."""
        self.add(kind, text.encode() + b"\0")
        self.texts[kind].setdefault(text)

    def by_kind(self) -> dict[str, str]:
        """Return the digests by kind."""
        return {kind: digest.hexdigest()[:20] for kind, digest in sorted(self._hashes.items())}


def play(env_id: str, policy_name: str, digests: Digests) -> None:
    """Play the wars of an id with a policy."""
    game = game_of(env_id)
    assert game is not None
    policy = as_policy(BEST_SCRIPTS[game.name] if policy_name == "script" else "random", game.name)
    env = RecordReplay(gymnasium.make(env_id, journal=True), policy=policy_name)
    war: Any = env.unwrapped
    compact = war.engine.new_view(True)
    decisions = 0
    for number in range(WARS):
        wordy = decisions < WORDY_DECISIONS
        env.reset(seed=SEED + number)
        rng = np.random.default_rng(SEED + number)
        read = 0
        while True:
            _add_numbers(war, compact, digests)
            if wordy:
                read = _add_words(war, read, digests)
            if war.engine.wars.reports["over"][0]:
                break
            if policy_name == "script":
                call_policy(policy, policy_input(war.engine, war._view), war._action)
                action = int(war._action[0])
            else:
                action = int(rng.choice(np.flatnonzero(war._mask)))
            env.step(action)
            decisions += 1
        if wordy:
            flight = fly(env.replay())
            digests.add_text("log_csv", csv_text(flight))
            digests.add_text("log_page", page_text(flight))
            digests.add_text("result", json.dumps(flight.ending.result))
    gc.collect()


def _add_numbers(war: Any, compact: Any, digests: Digests) -> None:
    """Add everything that a program reads."""
    war.engine.show(compact.buffers)
    digests.add("mats", war.engine.wars.mats.tobytes())
    digests.add("rewards", war._rewards.tobytes())
    digests.add("masks", war._mask.tobytes())
    digests.add("flat", war._flat.tobytes())
    digests.add("compact", compact.codes[0].tobytes() + (compact.tracks[0].tobytes() if compact.has_tracks else b""))


def _add_words(war: Any, read: int, digests: Digests) -> int:
    """Add everything that a player reads; return the number of entries of the journal."""
    parts, game = text_parts(war.game.name), war.game
    for index, label in war.legal_actions():
        digests.add_text("labels", f"{index} {label}")
    journal = war.journal
    for entry in journal[read:]:
        digests.add_text("sentences", str(entry))
    digests.add_text("model_state", json.dumps(sections_of(game.views.sheet(war.mat, war.charts))))
    digests.add_text("model_question", parts.question(war.mat))
    digests.add_text("text", text_of(game, war.mat, journal[-20:], [], war.charts))
    return len(journal)


def model_texts(env_id: str, digests: Digests) -> None:
    """Add the questions of a war as a language model reads them; the last option is taken."""
    env = gymnasium.make(env_id, journal=True)
    env.reset(seed=SEED)
    game = TextGame(env)
    for number in range(MODEL_QUESTIONS):
        digests.add_text("model_texts", game.observe("json" if number % 2 else "text"))
        if game.over:
            break
        game.answer(str(1 + number % len(game.question.options)))


def digests_of(job: tuple[str, str]) -> tuple[tuple[str, str], dict[str, str], dict[str, list[str]]]:
    """Return the digests and texts of an id with a policy."""
    env_id, policy = job
    digests = Digests()
    if policy == "model":
        model_texts(env_id, digests)
        for line in refusals(env_id):
            digests.add_text("refusals", line)
        game = game_of(env_id)
        assert game is not None
        digests.add_text("rules_summary", rules_summary(game.name))
    else:
        play(env_id, policy, digests)
    return job, digests.by_kind(), {kind: list(texts) for kind, texts in digests.texts.items()}


def _results(jobs: list[tuple[str, str]]) -> Iterator[Any]:
    """Yield the results of jobs, which two processes work on."""
    with ProcessPoolExecutor(2) as pool:
        yield from pool.map(digests_of, jobs)


def main(arguments: list[str] | None = None) -> int:
    """Compare the digests or write them. Return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--write", action="store_true", help="keep the digests of this commit")
    parser.add_argument("--texts", type=Path, help="folder for the texts")
    parser.add_argument("--ids", nargs="+", choices=NET_IDS, default=list(NET_IDS), help="ids (default: all)")
    options = parser.parse_args(arguments)
    kept = json.loads(KEPT_DIGESTS.read_text(encoding="utf-8")) if KEPT_DIGESTS.exists() else {}
    differences = 0
    for (env_id, policy), found, texts in _results(
        [(env_id, policy) for policy in ("script", "random", "model") for env_id in options.ids]
    ):
        name = f"{env_id} {policy}"
        if options.texts is not None:
            folder = options.texts / name.replace("/", "-").replace(" ", "-")
            folder.mkdir(parents=True, exist_ok=True)
            for kind, lines in texts.items():
                (folder / f"{kind}.txt").write_text("\n".join(lines), encoding="utf-8", errors="backslashreplace")
        changed = [kind for kind in found if kept.get(name, {}).get(kind) != found[kind]]
        if options.write:
            kept[name] = found
            KEPT_DIGESTS.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        elif changed:
            differences += 1
        print(f"{name}: {', '.join(changed) or 'equal'}", flush=True)
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
