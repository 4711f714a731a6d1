"""The rules as plain Python, without JIT and with warnings as errors, against the compiled ones: the same bytes."""

import pytest

from tests.support.plain import compare_with_plain_python, told
from tests.support.playing import IDS


@pytest.mark.parametrize("env_id", IDS)
def test_plain_python_and_compiled_code_agree(env_id: str) -> None:
    compare_with_plain_python(told, env_id, 400, 5)


@pytest.mark.slow
@pytest.mark.parametrize("env_id", IDS)
@pytest.mark.parametrize("seed", range(3))
def test_plain_python_and_compiled_code_agree_for_long(env_id: str, seed: int) -> None:
    compare_with_plain_python(told, env_id, 5000, seed)
