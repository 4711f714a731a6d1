"""Record a mission with the reasons for its decisions, and make a page to watch in a browser, and a film.

``RecordReplay`` records the actions in a single environment. A replay is a seed and a list of actions: a few kilobytes
from which the war is flown again. The page is one HTML file that needs no network. The film needs the extra ``render``.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import gymnasium as gym
import numpy as np

import stuka_env  # noqa: F401  registers the ids
from stuka_env.games.stuka.codes import ACTIONS, Act
from stuka_env.io.extras import is_installed, not_installed
from stuka_env.replay import RecordReplay, fly, load
from stuka_env.watch.film import frames
from stuka_env.watch.page import NamedFlight, page_of
from stuka_env.watch.video import write_video


def record_mission(folder: Path, seed: int) -> Path:
    """Fly a random mission that is neither declined nor aborted, and return its replay."""
    env = RecordReplay(gym.make("Stuka/Mission-v0"), folder, policy="chance")
    _, info = env.reset(seed=seed)
    rng, over = np.random.default_rng(seed), False
    while not over:
        legal = np.flatnonzero(info["action_mask"])
        wanted = legal[~np.isin(legal, [Act.NO_FLY, Act.ABORT])]
        chances = np.zeros(ACTIONS)
        chances[wanted] = 1 / len(wanted)
        env.note(chances, reason=f"one of {len(wanted)} that do not give up")
        _, _, over, _, info = env.step(rng.choice(wanted))
    print(f"flown: score {info['result']['score']}, {len(env.replay().actions)} decisions")
    env.close()
    return env.written[0]


def main(arguments: Sequence[str] | None = None) -> None:
    """Fly a mission, and make the page and the film."""
    words = argparse.ArgumentParser(description="A mission as a page to watch, and as a film.")
    words.add_argument("--folder", type=Path, default=Path("watched"), help="where to write (default: watched)")
    words.add_argument("--seed", type=int, default=3)
    options = words.parse_args(arguments)
    kept = record_mission(options.folder, options.seed)
    print(f"{kept}: the replay, {kept.stat().st_size:,} bytes")
    flight = fly(load(kept))
    for moment in flight.moments:  # every decision again, with the mat, the journal and what was legal
        if moment.decision == "ATTACK" and moment.action is not None:
            print(f"first attack: {dict(moment.legal)[moment.action]}")
            break
    page = kept.with_suffix(".html")
    page.write_text(page_of([NamedFlight(kept.stem, flight)]), encoding="utf-8")
    print(f"{page}: open it in a browser")
    if is_installed("pygame"):
        film = kept.with_suffix(".gif")
        pictures = write_video(frames(flight), film)
        print(f"{film}: {pictures} pictures")
    else:
        print(f"no film: {not_installed('pygame', 'render')}")


if __name__ == "__main__":
    main()
