"""Renew the digests in published figures, if this checkout plays in the same way as the commit that made them.

::

    python -m tools.renew_digests COMMIT

Cards of agents, entries of the leaderboard and results contain digests. A change of rules, charts or sources can change
a digest although play stays the same. The files are then refused although their figures are right.

The command plays a million decisions in COMMIT and here (``tools/compare_checkouts.py``). It also compares every value
of the charts, the ends of the campaigns that make up the digest of the rules, and the weights of the agents that ship.
If anything differs, it writes nothing, and the figures must be flown again. Otherwise it replaces the digests of COMMIT
by today's. Exit status: 0 for renewed, 1 if something differs or too little was seen, 2 if the comparison failed.
"""

import argparse
import io
import json
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from stuka_env.files import write_whole
from tools import ROOT
from tools.comparing import command
from tools.comparing.checkout import FlightError, ask
from tools.comparing.command import BROKEN, DIFFERENT, SAME

STUDY = ROOT / "docs" / "results" / "sensitivity.json"
"""Study of charts, which names each random set by its digest."""
PUBLISHED = (
    "agents/models/*.json",
    "docs/leaderboard/*.json",
    "docs/results/**/*.json",
    "docs/results/**/*.html",
    "tests/golden/*.json",
)
"""Files that contain digests. Pages of ``docs/`` with digests are generated from them."""
DIGEST_WORD = re.compile(r"\b[0-9a-f]{64}\b")
SHOWN_LINES = 10
"""Largest number of differences in the message."""


def export(commit: str, folder: Path) -> Path:
    """Write the files of a commit into ``folder``. Return the folder.

    Raises:
        FlightError: the commit does not exist.
    """
    archive_command = ["git", "-C", str(ROOT), "archive", "--format=tar", f"{commit}^{{commit}}"]
    done = subprocess.run(archive_command, capture_output=True, check=False)
    if done.returncode:
        raise FlightError(f"commit: got {commit[:80]!r}; expected a commit of this repository")
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
        archive.extractall(folder, filter="data")
    return folder


def job() -> dict[str, Any]:
    """Return the random sets of charts that both checkouts must report."""
    study = json.loads(STUDY.read_text(encoding="utf-8"))
    sets = [(int(line["arm"].rpartition(" ")[2]), line["attempt"]) for line in study["drawn"]]
    return {"sets_seed": study["settings"]["sets_seed"], "sets": sets}


def differences(old: Mapping[str, str], new: Mapping[str, str]) -> list[str]:
    """Return the names that both have with different values."""
    return [name for name in old if name in new and old[name] != new[name]]


def changes(old: Mapping[str, str], new: Mapping[str, str]) -> dict[str, str]:
    """Return today's digest for each former one that differs."""
    return {old[name]: new[name] for name in differences(old, new)}


def renewed(text: str, digests: Mapping[str, str]) -> str:
    """Return the text of a file with today's digests."""
    return DIGEST_WORD.sub(lambda found: digests.get(found[0], found[0]), text)


def published() -> Iterator[Path]:
    """Yield every file that may contain a digest."""
    for pattern in PUBLISHED:
        yield from sorted(ROOT.glob(pattern))


def renew(files: Iterable[Path], digests: Mapping[str, str]) -> list[Path]:
    """Write the files in which a digest changes. Return their paths."""
    written = []
    for path in files:
        text = path.read_text(encoding="utf-8")
        if renewed(text, digests) != text:
            written.append(write_whole(path, renewed(text, digests)))
    return written


def refuse(differing: Sequence[str]) -> int:
    """Print what differs. Return the exit status."""
    more = f" and {len(differing) - SHOWN_LINES} more" if len(differing) > SHOWN_LINES else ""
    print(f"different: {'; '.join(differing[:SHOWN_LINES])}{more}. Nothing is renewed.")
    return DIFFERENT


def check_and_renew(commit: str, options: Sequence[str]) -> int:
    """Compare this checkout with a commit, and renew the digests if both play the same. Return the exit status.

    Args:
        commit: the commit that made the published figures.
        options: options of ``compare_checkouts``.
    """
    with tempfile.TemporaryDirectory() as folder:
        old = export(commit, Path(folder))
        status = command.main([str(old), str(ROOT), *options])
        if status != SAME:
            print("Nothing is renewed.")
            return status
        before, now = (ask(checkout, "comparing.digests", job()) for checkout in (old, ROOT))
    differing = differences(before["values"], now["values"])
    if differing:
        return refuse(differing)
    digests = changes(before["published"], now["published"])
    for name in differences(before["published"], now["published"]):
        print(f"{name}: {before['published'][name]} is now {now['published'][name]}")
    written = renew(published(), digests)
    for path in written:
        print(f"renewed: {path.relative_to(ROOT)}")
    print("The pages that show them: make docs" if written else "No digest has changed: nothing to renew.")
    return SAME


def main(words: Sequence[str] | None = None) -> int:
    """Run the command. Return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("commit", help="the commit that made the published figures")
    for name, count, what in (
        ("decisions", 1_000_000, "decisions to compare"),
        ("plain", 3000, "of them in plain Python too"),
        ("least", 100, "of each verb and journal kind"),
    ):
        parser.add_argument(f"--{name}", type=int, default=count, help=f"{what} (default: %(default)s)")
    options = vars(parser.parse_args(words))
    commit = options.pop("commit")
    try:
        return check_and_renew(commit, [word for name, value in options.items() for word in (f"--{name}", str(value))])
    except (FlightError, OSError) as error:
        print(f"renew_digests.py: {error}", file=sys.stderr)
        return BROKEN


if __name__ == "__main__":
    sys.exit(main())
