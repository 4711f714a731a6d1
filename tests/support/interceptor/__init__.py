"""Support for the tests of the second game."""
