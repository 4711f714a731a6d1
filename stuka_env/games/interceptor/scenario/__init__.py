"""The career that is played: its plan, set-up by hand, and checks of a mat."""
