"""Write the golden renders and the kept replay of tests/golden again. Read the diff before you commit it."""

from stuka_env.replay import save
from tests.support import moments
from tests.support.interceptor.replays import KEPT_REPLAY, kept_replay
from tools import ROOT


def main() -> None:
    """Write every file and print those that changed."""
    for name, text in moments.renders().items():
        path = moments.golden(name)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8", newline="")
            print(path.relative_to(ROOT))
    before = KEPT_REPLAY.read_text(encoding="utf-8") if KEPT_REPLAY.exists() else ""
    if save(kept_replay(), KEPT_REPLAY).read_text(encoding="utf-8") != before:
        print(KEPT_REPLAY.relative_to(ROOT))


if __name__ == "__main__":
    main()
