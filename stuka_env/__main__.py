"""``python -m stuka_env`` is the command ``stuka``."""

import sys

from stuka_env.cli import main

if __name__ == "__main__":
    sys.exit(main())
