"""Train an agent with RLlib's PPO. ``python -m agents.rllib --help`` says how."""

import sys

from agents.starting import start

LIBRARIES = ("gymnasium", "pydantic", "ray", "torch", "yaml")
"""What the extra ``ray`` brings; it is installed without constraints.txt."""

if __name__ == "__main__":
    sys.exit(start("rllib", "agents.rllib.command", "ray", LIBRARIES))
