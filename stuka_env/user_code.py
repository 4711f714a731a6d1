"""What went wrong in a user's own code: where it is, what happened; and the name that somebody may have meant."""

import difflib
import inspect
import re
import sysconfig
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).resolve().parent
INSTALLED = tuple(Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "purelib", "platlib"))
COMPILED = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)')
"""Where numba's messages say that the trouble is."""
OWN_FOLDERS = [PACKAGE, *INSTALLED]
"""Folders of code that is not the user's; the laboratory of a clone adds its own."""
NEAR = 0.7
"""How alike two words must be, 1 being the same, for one to be a slip of the other."""


class UserCodeError(ValueError):
    """A user's own code failed: the first line says where and what, the others how it came there."""


def is_users(file: str) -> bool:
    """Whether a file is in none of :data:`OWN_FOLDERS`."""
    path = Path(file)
    if not path.is_file():
        return False
    return not any(path.resolve().is_relative_to(folder) for folder in OWN_FOLDERS)


def user_code_error(error: BaseException, policy: str) -> UserCodeError | None:
    """What happened in the user's own code; None if ``error`` was raised without any of it.

    Args:
        error: as it was caught.
        policy: the policy that the code belongs to.
    """
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if is_users(frame.filename)]
    said = next(iter(str(error).strip().splitlines()), "")
    what = f"{type(error).__name__}: {said}" if said else type(error).__name__
    if isinstance(error, SyntaxError) and error.filename and is_users(error.filename):
        place = f"{error.filename}:{error.lineno}"
    elif frames:
        place = f"{frames[-1].filename}:{frames[-1].lineno}"
    else:
        found = [match for match in COMPILED.finditer(str(error)) if is_users(match["file"])]
        if not found:
            return None
        place = f"{found[-1]['file']}:{found[-1]['line']}"
    way = [f"  {frame.filename}:{frame.lineno}, in {frame.name}: {frame.line}" for frame in frames]
    return UserCodeError("\n".join([f"{place}: {what} (policy {policy!r})", *(way if len(way) > 1 else ())]))


def where_defined(found: Callable[..., Any]) -> str:
    """File and line of a class or function, for messages; its name where there is no source."""
    try:
        return f"{inspect.getsourcefile(found)}:{inspect.getsourcelines(found)[1]}"
    except (OSError, TypeError):
        return repr(found)


def meant(got: object, words: Iterable[str]) -> str:
    """A question to put behind a refusal: ", did you mean 'doctrine'?"; nothing if no word is near."""
    near = difflib.get_close_matches(str(got), list(words), 1, NEAR)
    return f", did you mean {near[0]!r}?" if near else ""
