"""Rules as plain Python: the same code without compilation, for words and pictures that need a number now and then.

A call of a compiled function from Python compiles it as an entry point, which takes seconds. :func:`plain` returns its
Python code, bound to the Python code of everything that it calls. So a number that the rules compute is not computed
again in another place.
"""

import dis
import functools
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


class PlainModule:
    """A module whose compiled functions are plain."""

    def __init__(self, module: ModuleType, others: dict[str, Callable[..., Any]]) -> None:
        self._module, self._others = module, others

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._module, name)
        return plain(value, **self._others) if hasattr(value, "py_func") else value


@functools.cache
def plain(function: Function, **others: Callable[..., Any]) -> Function:
    """Return a compiled function as a plain one.

    Its records must have the fields of those that it annotates. They are NumPy's, or plain values of them
    (:class:`stuka_env.declared.plain_values.Values`).

    Args:
        function: the function.
        others: functions to call in place of those with their names, wherever the function leads.
    """
    own = getattr(function, "py_func", function)
    names, own_names = own.__globals__, dict[str, Any]()
    for name in {step.argval for step in dis.get_instructions(own) if step.opname == "LOAD_GLOBAL"}:
        value = names.get(name)
        if hasattr(value, "py_func"):
            own_names[name] = others.get(name) or plain(value, **others)
        elif isinstance(value, ModuleType):
            own_names[name] = PlainModule(value, others)
    bound: Any = FunctionType(own.__code__, names | own_names, own.__name__, own.__defaults__, own.__closure__)
    return bound
