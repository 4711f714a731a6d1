"""Training with MaskablePPO: what ``train.py`` is made of."""
