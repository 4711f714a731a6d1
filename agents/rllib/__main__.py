"""Train an agent with RLlib's PPO. ``python -m agents.rllib --help`` lists the options."""

import sys

from agents.commands import rllib

if __name__ == "__main__":
    sys.exit(rllib())
