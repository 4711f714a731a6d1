"""Odds that a player works out from the mat and the charts in force. The import compiles nothing."""
