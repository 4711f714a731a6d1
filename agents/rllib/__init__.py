"""Training with Ray RLlib: ``python -m agents.rllib``, on this machine or on a cluster."""
