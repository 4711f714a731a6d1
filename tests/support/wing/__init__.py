"""Support for the tests of the third game."""
