"""Damage files of every kind that a user can name, and read them.

Each damaged file must either be read or be refused with one line that names it.

::

    python -m tools.fuzz_files --files 10000 --seed 1
    python -m tools.fuzz_files --kinds replay entry --keep FOLDER
"""

import argparse
import sys
from pathlib import Path

from tests.support.fuzzing.foreign import KINDS, FoundError, fuzz_kind


def main(arguments: list[str] | None = None) -> int:
    """Run the fuzzer. Return the exit status: 1 if a file was neither read nor refused."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--files", type=int, default=1000, help="damaged files of each kind (default: 1000)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the damage (default: 0)")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS), help="kinds of file (default: all)")
    parser.add_argument("--keep", type=Path, help="folder for files that were neither read nor refused")
    options = parser.parse_args(arguments)
    status = 0
    for name in options.kinds:
        try:
            outcomes = fuzz_kind(name, options.files, options.seed, options.keep)
        except FoundError as error:
            print(error, file=sys.stderr)
            status = 1
            continue
        print(f"{name}: {outcomes['refused']:,} refused, {outcomes['read']:,} read", flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main())
