"""The contract of every environment: each test runs for the ids of every game."""
