"""Train an agent with RLlib's PPO. ``python -m agents.rllib --help`` says how."""

import sys

EXTRA = ("ray", "torch", "pydantic", "yaml", "gymnasium")
"""What the extra ``ray`` installs and this needs."""


def start() -> int:
    """Load what is needed, and train; Ctrl-C stops either."""
    try:
        from agents.rllib.command import main

        return main()
    except ModuleNotFoundError as error:
        if error.name not in EXTRA:
            raise
        print(f"rllib: needs {error.name}: pip install 'stuka-env[ray]', without constraints.txt", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("rllib: stopped", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(start())
