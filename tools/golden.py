"""Write the golden renders, playthroughs, positions and the kept replay of the tests again.

Read the diff before you commit it.
"""

from stuka_env.replay import save
from tests.support import moments, playthroughs
from tests.support.interceptor.replays import KEPT_REPLAY, kept_replay
from tests.support.kept_positions import KEPT_POSITIONS, kept_positions
from tests.support.samples import IDS
from tools import ROOT


def main() -> None:
    """Write every file and print those that changed."""
    texts = {moments.golden(name): text for name, text in moments.renders().items()}
    texts |= {playthroughs.golden(env_id): playthroughs.written(env_id) for env_id in IDS}
    texts[KEPT_POSITIONS] = kept_positions()
    for path, text in texts.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8", newline="")
            print(path.relative_to(ROOT))
    before = KEPT_REPLAY.read_text(encoding="utf-8") if KEPT_REPLAY.exists() else ""
    if save(kept_replay(), KEPT_REPLAY).read_text(encoding="utf-8") != before:
        print(KEPT_REPLAY.relative_to(ROOT))


if __name__ == "__main__":
    main()
