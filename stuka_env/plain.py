"""Rules as plain Python: the same code without compilation, for words and pictures that need a number now and then.

A call of a compiled function from Python compiles it as an entry point, which takes seconds. :func:`plain` returns its
Python code, bound to the Python code of everything that it calls. So a number that the rules compute is not computed
again in another place.
"""

import dis
import functools
from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


@functools.cache
def plain(function: Function) -> Function:
    """Return a compiled function as a plain one; records and their fields must be those that it annotates."""
    own = getattr(function, "py_func", function)
    names = own.__globals__
    read = {step.argval for step in dis.get_instructions(own) if step.opname == "LOAD_GLOBAL"}
    callees = {name: plain(names[name]) for name in read if hasattr(names.get(name), "py_func")}
    bound: Any = FunctionType(own.__code__, names | callees, own.__name__, own.__defaults__, own.__closure__)
    return bound
