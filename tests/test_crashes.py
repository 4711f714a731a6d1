"""A process of tests that crashes: the run goes on, names the test, and prints the trace at its end."""

import subprocess
import sys
from pathlib import Path

from tests.support.places import ROOT

TWO_TESTS = """
import os


def test_that_crashes():
    os.abort()


def test_that_passes():
    pass
"""


def run_tests(folder: Path, source: str) -> str:
    """Run tests in a process of pytest-xdist, and return the output."""
    (folder / "test_it.py").write_text(source, encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    options = ["-n1", "-ptests.support.crashes", "-pno:cacheprovider", "-c", str(folder / "pytest.ini")]
    words = [sys.executable, "-m", "pytest", *options, str(folder)]
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=100, check=False).stdout


def test_a_crash_is_traced_at_the_end(tmp_path: Path) -> None:
    output = run_tests(tmp_path, TWO_TESTS)
    _, _, end = output.partition("crash of gw0")
    assert "Fatal Python error: Aborted" in end and "in test_that_crashes" in end
    assert "Extension modules" not in end and "1 failed, 1 passed" in end


def test_tests_without_a_crash_leave_no_trace(tmp_path: Path) -> None:
    output = run_tests(tmp_path, "def test_that_passes():\n    pass\n")
    assert "1 passed" in output and "crash of" not in output
