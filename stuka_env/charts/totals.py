"""Totals of dice as keys of a chart file: 4, "2-4", "<=0", ">=11", "24+"."""

import re

TOTAL_FORM = re.compile(r"(<=|>=)?(-?\d{1,3})(?:-(-?\d{1,3})|(\+))?")
"""Groups: the sign of an open end, the first total, the last, and the sign of an open end after it."""
