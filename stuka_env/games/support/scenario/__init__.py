"""The war that is played: its specification, set-ups by hand, and checks of a mat."""
