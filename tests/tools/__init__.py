"""The tools that are more than a command line."""
