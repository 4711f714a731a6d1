"""Charts of your own: copy one, change a cell, and compare the scores of the same policy with the same dice.

The printed charts of the game are not public. The project's charts are reconstructions in TOML. A folder with some
charts replaces the project's in every environment. A figure belongs to its charts, so quote their SHA-256 with it.
"""

import tempfile
from pathlib import Path

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

import stuka_env  # noqa: F401  registers the ids
from stuka_env.charts.compare import comparison
from stuka_env.charts.copies import write_copies
from stuka_env.games.stuka.charts import BOOK, load_charts
from stuka_env.games.stuka.codes import Act

CHART = "a6_anti_air"
OURS, CHANGED = "Heavy = 3\n", "Heavy = 6\n"
"""Number of aircraft that heavy Anti-Aircraft fire hits (7.5)."""
WARS = 2_000


def scores(charts: Path | None) -> NDArray[np.float64]:
    """Return the scores of random missions that are neither declined nor aborted; seeds do not depend on the charts."""
    envs = gym.make_vec(
        "Stuka/Mission-v0", num_envs=WARS, vectorization_mode="vector_entry_point", info="mask", charts=charts
    )
    rng, wars, flying = np.random.default_rng(1), np.zeros(WARS), np.ones(WARS, np.bool_)
    _, info = envs.reset(seed=1)
    while flying.any():
        wish = info["action_mask"] * rng.random(info["action_mask"].shape)
        wish[:, [Act.NO_FLY, Act.ABORT]] /= 1_000
        _, reward, terminated, truncated, info = envs.step(wish.argmax(axis=1))
        wars += 100 * reward * flying
        flying &= ~(terminated | truncated)
    envs.close()
    return wars


def main() -> None:
    """Fly under the project's charts, and under the same with one cell changed."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_copies(BOOK, folder, [CHART])  # as `stuka charts --new DIR a6` does; every key has a comment
        chart = folder / f"{CHART}.toml"
        text = chart.read_text(encoding="utf-8")
        assert OURS in text
        chart.write_text(text.replace(OURS, CHANGED), encoding="utf-8")
        ours, theirs = load_charts(), load_charts(folder)
        print(comparison(ours, theirs))  # as `stuka charts --check DIR` does
        before, after = scores(None), scores(folder)
    print(f"ours {before.mean():.1f}, with the cell changed {after.mean():.1f}, {WARS:,} missions each")
    gain = after - before
    print(f"difference {gain.mean():+.2f} +- {gain.std() / WARS**0.5:.2f}, mission by mission")


if __name__ == "__main__":
    main()
