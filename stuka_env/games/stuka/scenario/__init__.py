"""The war that is played: its scenario, set-ups of the mat by hand, and checks of a mat."""
