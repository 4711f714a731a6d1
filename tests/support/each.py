"""Cases that one test runs in turn: pytest takes several milliseconds for a test of its own, most cases far less."""

import functools
import inspect
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from textwrap import shorten
from typing import Any

import pytest

Test = Callable[..., None]


def each(names: str, cases: Iterable[Any]) -> Callable[[Test], Test]:
    """Run a test for every case in turn. It fails after the last one, with all cases that failed.

    Each case has its own ``tmp_path`` and ``monkeypatch``, and begins with empty output. Other fixtures are shared.

    Args:
        names: the arguments that a case sets, separated by commas.
        cases: a value for each case, or a sequence of values if there are several arguments.
    """
    arguments, rows = [name.strip() for name in names.split(",")], list(cases)

    def run_each(test: Test) -> Test:
        @functools.wraps(test)
        def run(**fixtures: Any) -> None:
            errors: list[BaseException] = []
            for number, row in enumerate(rows):
                case = dict(zip(arguments, row if len(arguments) > 1 else [row], strict=True))
                try:
                    run_case(test, fixtures, case, number)
                except (Exception, pytest.fail.Exception) as error:
                    error.add_note(f"case: { {name: shorten(repr(value), 200) for name, value in case.items()} }")
                    errors.append(error)
            if errors:
                raise BaseExceptionGroup(f"{len(errors)} of {len(rows)} cases failed", errors)

        parameters = inspect.signature(test).parameters
        fixtures = [parameter for name, parameter in parameters.items() if name not in arguments]
        assert rows and len(parameters) == len(fixtures) + len(arguments)
        run.__signature__ = inspect.Signature(fixtures)  # type: ignore[attr-defined] # pytest reads it
        return run

    return run_each


def run_case(test: Test, fixtures: dict[str, Any], case: dict[str, Any], number: int) -> None:
    """Run a test for one case, with fixtures of its own where it could change them."""
    own = dict(fixtures)
    with ExitStack() as stack:
        if "tmp_path" in own:
            own["tmp_path"] = own["tmp_path"] / f"case{number}"
            own["tmp_path"].mkdir()
        if "monkeypatch" in own:
            own["monkeypatch"] = stack.enter_context(own["monkeypatch"].context())
        if "capsys" in own:
            own["capsys"].readouterr()
        test(**case, **own)
