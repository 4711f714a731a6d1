"""The war that is played: its plan, its arguments, set-up by hand, and checks of a mat."""
