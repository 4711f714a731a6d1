"""A study of the charts: how far the scores of policies depend on the reconstructed cells."""
