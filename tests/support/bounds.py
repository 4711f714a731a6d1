"""Bounds of the fields of a record, for tests of random play."""

from typing import Any

import numpy as np

from stuka_env.declared.records import Field


def out_of_bounds(fields: tuple[Field, ...], record: Any, path: str = "") -> list[str]:
    """Return the fields of a record that are outside their bounds, with their values."""
    outside = []
    for field in fields:
        value = record[field.name]
        if field.fields:
            for row in np.atleast_1d(value):
                outside += out_of_bounds(field.fields, row, f"{path}{field.name}.")
        elif not (np.all(value >= field.low) and np.all(value <= field.high)):
            outside.append(f"{path}{field.name} = {value}")
    return outside
