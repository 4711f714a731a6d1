"""Those who play: scripted policies, and the evaluation that compares policies on the same wars."""
