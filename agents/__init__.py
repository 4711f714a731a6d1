"""The laboratory: policies, their training, and the evaluation that compares them in the same wars."""
