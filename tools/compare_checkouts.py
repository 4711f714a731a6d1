"""Prove that two checkouts of the repository behave the same: same charts, seeds and actions, same values.

::

    python -m tools.compare_checkouts OLD NEW
    python -m tools.compare_checkouts OLD --save digests.json
    python -m tools.compare_checkouts OLD NEW --against digests.json

Both play the same scenarios, each in a process of its own: every id, operation, segment, length, set-up, tape, clone,
saved state, script and vector mode. Masks, rewards, mats, observations, infos, labels, states and every journal entry
with its sentence are compared chunk by chunk; names that changed stand in ``tools/compare_names.toml``. The first
difference is shown value by value. Exit status: 0 the same, 1 different or too little seen, 2 it could not be done.
"""

import sys

from tools.comparing.command import main

if __name__ == "__main__":
    sys.exit(main())
