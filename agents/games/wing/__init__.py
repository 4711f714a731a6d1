"""The laboratory of the third game: scripts, the figures of their calibration, evaluation, and luck."""
