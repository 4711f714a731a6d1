"""Files that are either there and whole, or not there."""

import os
import tempfile
from pathlib import Path


def write_whole(path: str | os.PathLike[str], contents: str | bytes) -> Path:
    """Write ``contents``, text as UTF-8, to a temporary file beside ``path``, then give it the name.

    Raises:
        OSError: the file cannot be written; what was there before still is.
    """
    path = Path(path)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(contents.encode() if isinstance(contents, str) else contents)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
    return path
