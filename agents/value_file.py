"""Files of the numbers that a value consists of: arrays of floats in an ``.npz``.

Those of luck change the precision of an adjusted score and cannot bias it, as long as they are chosen before the wars
are flown. So a results file names them by their digest.
"""

import io
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from stuka_env.io.files import write_whole
from stuka_env.io.reading import MIB, FileError, read_arrays

LARGEST_VALUE_FILE = MIB
"""Largest size of a file, in bytes, and of its arrays together."""


class ValueFileError(ValueError):
    """A file of a value that cannot be used; the message gives the reason."""


def save_value(arrays: Mapping[str, NDArray[np.floating]], path: Path) -> Path:
    """Write arrays as an ``.npz``, whole or not at all."""
    contents = io.BytesIO()
    np.savez_compressed(contents, **arrays)  # type: ignore[arg-type]
    return write_whole(path, contents.getvalue())


def load_value(
    path: Path, form: Mapping[str, NDArray[np.floating]], name_of_value: str
) -> dict[str, NDArray[np.floating]]:
    """Return the arrays of a file, which must have the names, shapes and types of those in ``form``.

    Args:
        path: the file.
        form: arrays by name.
        name_of_value: name of the value in messages.

    Raises:
        ValueFileError: the file is missing, broken or has another form.
    """
    try:
        arrays = read_arrays(path, form, LARGEST_VALUE_FILE)
    except FileError as error:
        raise ValueFileError(f"{name_of_value}: {path} cannot be used: {error}") from None
    for name, expected in form.items():
        found = arrays[name]
        if found.shape != expected.shape or found.dtype != expected.dtype or not np.isfinite(found).all():
            raise ValueFileError(
                f"{name_of_value}: {path} cannot be used: {name} does not hold {expected.dtype} numbers of the shape "
                f"{expected.shape}"
            )
    return arrays
