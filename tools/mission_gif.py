"""Write docs/images/mission.gif: one mission of an operation, flown by the agent that ships.

The replay is that of ``evaluate.py --policies distilled-operation --save-replays 1``, the film that of
``stuka video FILE --mission N --output docs/images/mission.gif``.
"""

import tempfile
from pathlib import Path

from agents.evaluation.replays import RecordedWars, save_replays
from agents.registry import make_policy
from stuka_env.cli import main as stuka
from stuka_env.codes import Scale
from stuka_env.envs.arguments import read_arguments
from stuka_env.flights.seeds import evaluation_seeds
from tools import ROOT

PATH = ROOT / "docs" / "images" / "mission.gif"
POLICY, MISSION = "distilled-operation", 26


def main() -> None:
    """Fly the war, film the mission."""
    arguments = read_arguments(Scale.OPERATION)
    with tempfile.TemporaryDirectory() as folder:
        wars = RecordedWars(arguments, evaluation_seeds(0, 1), 0)
        (replay,) = save_replays(make_policy(POLICY), wars, Path(folder), POLICY)
        stuka(["video", str(replay), "--mission", str(MISSION), "--output", str(PATH)])


if __name__ == "__main__":
    main()
