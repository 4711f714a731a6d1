"""The drawing of plausible charts of any game: ours with other values in the reconstructed cells."""
