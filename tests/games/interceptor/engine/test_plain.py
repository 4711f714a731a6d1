"""The rules of the second game as plain Python against the compiled ones: the same bytes."""

import pytest

from tests.support.interceptor.playing import IDS, digests
from tests.support.plain import compare_with_plain_python


@pytest.mark.parametrize("env_id", IDS)
def test_plain_python_and_compiled_code_agree(env_id: str) -> None:
    compare_with_plain_python(digests, env_id, 300, 5)


@pytest.mark.slow
@pytest.mark.parametrize("env_id", IDS)
def test_plain_python_and_compiled_code_agree_for_long(env_id: str) -> None:
    compare_with_plain_python(digests, env_id, 2000, 1)
