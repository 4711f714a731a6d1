"""The check of a game outside this repository: its rules as plain Python, compiled, and every door of the house.

The rules run as plain Python first, so that a mistake shows in its line, without compilation. Random play makes all
samples. ``python -m stuka_env.building.check_game NAME`` prints a digest of the plain play.
"""

import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

from stuka_env.engine.outcomes import OutcomesError
from stuka_env.flights.frozen_wars import fly
from stuka_env.game import game_named, game_of
from stuka_env.play.lessons import lessons_of
from stuka_env.play.parts import play_parts
from stuka_env.position import position_of, read_position
from stuka_env.registration import DECLARED, game_package
from stuka_env.replay import RecordReplay, load
from stuka_env.replay import fly as fly_replay
from stuka_env.replay.log_sheet import csv_text
from stuka_env.text.playing import TextGame
from stuka_env.watch.page import NamedFlight, page_of

PLAYED_EPISODES = 5
"""Episodes of each id that are played at random."""
MOST_STEPS = 2_000
"""Decisions of an episode that are played at most."""
OUTCOMES_ASKED = 20
"""Decisions of which the outcomes are listed."""
MARKS = ("{", "}", "None", "nan")
"""Marks of a sentence that was not filled in."""


def make(env_id: str, **words: Any) -> Any:
    """Return an environment without the wrappers of Gymnasium."""
    return gymnasium.make(env_id, disable_env_checker=True, **words).unwrapped


def walk(env: Any, seed: int) -> Iterator[dict[str, Any]]:
    """Play an episode at random; yield the info before each decision and at the end."""
    rng = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    for _ in range(MOST_STEPS):
        yield info
        *_, terminated, truncated, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        if terminated or truncated:
            yield info
            return
    raise ValueError(f"an episode does not end within {MOST_STEPS:,} decisions")


def digest_of_play(name: str) -> str:
    """Return a digest of random play of all ids of a game: every mat and every sentence."""
    total = hashlib.sha256()
    for env_id in game_named(name).ids:
        env = make(env_id, journal=True)
        for seed in range(PLAYED_EPISODES):
            for _ in walk(env, seed):
                total.update(env.mat.tobytes())
            total.update("\n".join(entry.text for entry in env.journal).encode())
    return total.hexdigest()


def plain_digest(name: str) -> str:
    """Return that digest from a process that does not compile.

    Raises:
        ValueError: the rules fail; the message has the place and the error.
    """
    words = [sys.executable, "-P", "-m", __name__, name]
    done = subprocess.run(words, env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True)
    if done.returncode:
        lines = [line.strip() for line in done.stderr.splitlines() if line.strip()]
        own = _folder_of(name)
        place = next((line for line in reversed(lines) if line.startswith("File ") and own in line), "")
        raise ValueError(f"{lines[-1] if lines else 'the process ended'} {place}".strip())
    return done.stdout.split()[-1]


def _folder_of(name: str) -> str:
    """Return the folder of a game, which may be one that cannot be imported."""
    if name not in DECLARED:
        return str(game_package(name).folder)
    spec = find_spec(DECLARED[name][0])
    return DECLARED[name][0] if spec is None or spec.origin is None else str(Path(spec.origin).parent)


# --- the doors ---


def check_gymnasium(env_id: str) -> None:
    """Check the environment as Gymnasium does."""
    from gymnasium.utils.env_checker import check_env

    check_env(make(env_id), skip_render_check=True)


def check_vector(env_id: str) -> None:
    """Compare a vector with single environments."""
    wars = gymnasium.make_vec(env_id, num_envs=3, vectorization_mode="vector_entry_point")
    seen, info = wars.reset(seed=1)
    first, _ = make(env_id).reset(seed=1)
    assert np.array_equal(np.asarray(seen)[0], first), "the first observation differs"
    for _ in range(20):
        seen, *_, info = wars.step(info["action_mask"].argmax(axis=1))
    assert seen.shape == wars.observation_space.shape, f"got the shape {seen.shape}"


def check_states(env_id: str) -> None:
    """Go on from each state of an episode and from a clone."""
    env, other = make(env_id), make(env_id)
    other.reset(seed=2)
    for info in walk(env, 1):
        if info["result"] is None:
            clone = env.clone(dice="same")
            other.set_state(env.get_state())
            for each in (clone, other):
                each.step(env.legal_actions()[-1][0])
            assert clone.mat.tobytes() == other.mat.tobytes(), "play goes on differently"


def check_positions(env_id: str) -> None:
    """Read each position of an episode that is written as text."""
    env, other = make(env_id), make(env_id)
    for info in walk(env, 1):
        if info["result"] is None:
            text = position_of(env)
            assert read_position(text).env == env_id, "the position is that of another environment"
            other.reset(seed=1, options={"position": text})
            assert other.legal_actions() == env.legal_actions(), "the position has other actions"


def check_outcomes(env_id: str) -> None:
    """List what can follow from actions. Some may have more ways of play than can be listed, but not all."""
    env, listed, refusal = make(env_id), 0, ""
    for number, info in enumerate(walk(env, 1)):
        if info["result"] is None and number < OUTCOMES_ASKED:
            try:
                total = env.outcomes(env.legal_actions()[-1][0]).probabilities.sum()
            except OutcomesError as error:
                refusal = str(error)
                continue
            assert abs(total - 1) < 1e-9, f"the probabilities add up to {total}"
            listed += 1
    assert listed, f"none can be listed: {refusal}"


def check_words(env_id: str) -> None:
    """Read every sentence, label and question."""
    env = make(env_id, journal=True, render_mode="ansi")
    for _ in walk(env, 1):
        texts = [entry.text for entry in env.journal] + [label for _, label in env.legal_actions()]
        bad = next((text for text in texts if not text or any(mark in text for mark in MARKS)), None)
        assert bad is None, f"got the sentence {bad!r}"
        assert env.render(), "the text of the mat is empty"


def check_texts(env_id: str) -> None:
    """Play a war by its texts, as a language model does."""
    env = make(env_id, journal=True)
    env.reset(seed=1)
    war = TextGame(env)
    while not war.over:
        assert war.observe(), "the text is empty"
        war.answer_neutrally()


def check_replays(env_id: str) -> None:
    """Record a war, fly it again, and make its page and its log sheet."""
    with tempfile.TemporaryDirectory() as folder:
        env = RecordReplay(gymnasium.make(env_id, disable_env_checker=True), Path(folder), policy="random")
        for _ in walk(env, 1):
            pass
        flight = fly_replay(load(env.written[0]))
        assert page_of([NamedFlight("war", flight)]) and csv_text(flight), "the page is empty"


def check_policies(env_id: str) -> None:
    """Fly the policies that every game has."""
    for policy in ("random", "first_option"):
        fly(policy, env_id, episodes=20, seed=1)


def check_tutorial(env_id: str) -> None:
    """Read the file of the tutorial, if the game has one."""
    game = game_of(env_id)
    assert game is not None, "an id of a game"
    lessons_of(game, play_parts(game.name).facts)


DOORS: dict[str, Callable[[str], None]] = {
    "Gymnasium's checker": check_gymnasium,
    "vectors": check_vector,
    "states and clones": check_states,
    "positions as text": check_positions,
    "outcomes": check_outcomes,
    "journal, labels and the mat as text": check_words,
    "texts for language models": check_texts,
    "replays, pages and log sheets": check_replays,
    "policies": check_policies,
    "tutorial": check_tutorial,
}
"""The doors by their names."""


def checks_of(name: str) -> Iterator[tuple[str, str]]:
    """Yield the name of each check of a game, and what is wrong; "" if nothing is."""
    try:
        plain = plain_digest(name)
    except ValueError as error:
        yield "rules as plain Python", str(error)
        return
    yield "rules as plain Python", ""
    try:
        compiled = digest_of_play(name)
    except Exception as error:
        yield "compiled rules", _words(error)
        return
    yield "compiled rules", "" if plain == compiled else "play differs from that of the plain rules"
    for door, check in DOORS.items():
        for env_id in game_named(name).ids:
            try:
                check(env_id)
            except Exception as error:
                yield f"{door}, {env_id}", _words(error)
            else:
                yield f"{door}, {env_id}", ""


def _words(error: Exception) -> str:
    lines = str(error).strip().splitlines() or ["no message"]
    return f"{type(error).__name__}: {lines[0]}"


if __name__ == "__main__":
    print(digest_of_play(sys.argv[1]))
