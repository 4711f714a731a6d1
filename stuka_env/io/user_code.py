"""Messages about errors in a user's own code, with file and line, and suggestions for misspelt names."""

import difflib
import inspect
import re
import sysconfig
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

PACKAGE_FOLDER = Path(__file__).resolve().parent.parent
LIBRARY_FOLDERS = tuple(Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "purelib", "platlib"))
COMPILED = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)')
"""Pattern of file and line in Numba's messages."""
OWN_FOLDERS = [PACKAGE_FOLDER, *LIBRARY_FOLDERS]
"""Folders of code that is not the user's; the laboratory of a clone adds its own."""
NEAR = 0.7
"""Least similarity of two words, from 0 to 1, for one to be suggested in place of the other."""


class UserCodeError(ValueError):
    """A user's own code failed: the first line has the place and the error, the others are the traceback."""


def is_users(file: str) -> bool:
    """Whether a file is in none of :data:`OWN_FOLDERS`."""
    path = Path(file)
    if not path.is_file():
        return False
    return not any(path.resolve().is_relative_to(folder) for folder in OWN_FOLDERS)


def user_code_error(error: BaseException, policy: str) -> UserCodeError | None:
    """Return an error with the place in the user's own code, or None if ``error`` did not pass through such code.

    Args:
        error: the error that was caught.
        policy: name of the policy that the code belongs to.
    """
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if is_users(frame.filename)]
    message = next(iter(str(error).strip().splitlines()), "")
    summary = f"{type(error).__name__}: {message}" if message else type(error).__name__
    if isinstance(error, SyntaxError) and error.filename and is_users(error.filename):
        place = f"{error.filename}:{error.lineno}"
    elif frames:
        place = f"{frames[-1].filename}:{frames[-1].lineno}"
    else:
        matches = [match for match in COMPILED.finditer(str(error)) if is_users(match["file"])]
        if not matches:
            return None
        place = f"{matches[-1]['file']}:{matches[-1]['line']}"
    lines = [f"  {frame.filename}:{frame.lineno}, in {frame.name}: {frame.line}" for frame in frames]
    return UserCodeError("\n".join([f"{place}: {summary} (policy {policy!r})", *(lines if len(lines) > 1 else ())]))


def where_defined(definition: Callable[..., Any]) -> str:
    """Return file and line of a class or function for messages, or its name if there is no source."""
    try:
        return f"{inspect.getsourcefile(definition)}:{inspect.getsourcelines(definition)[1]}"
    except (OSError, TypeError):
        return repr(definition)


def meant(got: object, words: Iterable[str]) -> str:
    """Return a question for the end of a message: ", did you mean 'doctrine'?"; empty if no word is similar."""
    near = difflib.get_close_matches(str(got), list(words), 1, NEAR)
    return f", did you mean {near[0]!r}?" if near else ""
