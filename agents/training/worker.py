"""One seed of a run in a process of its own: ``python -m agents.training.worker RUN_FOLDER SEED``.

It says nothing; what it does is in its log. ``train.py --jobs`` starts these.
"""

import sys
from pathlib import Path

from agents.training.folders import old_run, seed_folder
from agents.training.stopping import Stopped
from agents.training.training import Training, Watcher

REFUSED, INTERRUPTED = 2, 130


def main(run: Path, seed: int) -> int:
    """Train; the exit status."""
    quiet = Watcher(lambda steps: None, lambda text: None)
    try:
        Training(old_run(run), seed, seed_folder(run, seed), quiet).run()
    except (Stopped, KeyboardInterrupt):
        return INTERRUPTED
    except (ValueError, OSError) as error:
        print(f"train.py: seed {seed}: {error}", file=sys.stderr)
        return REFUSED
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2])))
