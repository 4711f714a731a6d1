"""Fly policies through the same wars and compare them. ``python evaluate.py --help`` says how."""

import sys

EXTRA = ("jinja2", "markupsafe", "tqdm")
"""What the extra ``eval`` installs and this needs."""


def start() -> int:
    """Load what is needed, which may compile it first, and evaluate; Ctrl-C stops either."""
    try:
        from agents.evaluation.command import main

        return main()
    except ModuleNotFoundError as error:
        if error.name not in EXTRA:
            raise
        print(f"evaluate.py: needs {error.name}: pip install 'stuka-env[eval]'", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("evaluate.py: stopped; nothing written", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(start())
