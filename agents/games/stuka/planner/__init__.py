"""The planner: before it decides it flies clones of the mat, with dice of its own, and compares what comes of it."""
