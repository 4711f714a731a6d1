"""The drawing of plausible charts: ours with other values in the reconstructed cells."""
