"""The laboratory of the second game: players, their calibration, luck, reviews, and better players."""
