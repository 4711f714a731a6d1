"""The oldest libraries: ``make floors`` installs the versions in pyproject.toml."""

import re
import subprocess
import sys
import tomllib

import numba
import pytest

from tests.support.places import ROOT
from tools import floors as tool


def test_every_dependency_has_its_floor(capsys: pytest.CaptureFixture[str]) -> None:
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    assert tool.main([]) == 0
    pins = capsys.readouterr().out.split()
    assert len(pins) == len(wanted) == 3
    for pin, line in zip(pins, wanted, strict=True):
        name, version = pin.split("==")
        assert line.startswith(f"{name}>=") and version.startswith(line.partition(">=")[2].partition(",")[0])
        assert version.count(".") == 2


def test_naming_them_needs_nothing_but_python() -> None:
    run = subprocess.run([sys.executable, "-S", "-m", "tools.floors"], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0 and run.stdout.startswith("gymnasium=="), run.stderr


def test_other_versions_are_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(tool, "version", lambda name: "99.0.0")
    assert tool.main(["--fly", "oldest"]) == 1
    assert "allowed is" in capsys.readouterr().err


def test_it_flies_with_what_is_installed(capsys: pytest.CaptureFixture[str]) -> None:
    assert tool.main(["--fly", "newest"]) == 0
    said = capsys.readouterr().out
    assert f"numba {numba.__version__}" in said
    for name in ("Stuka/Segment-v0", "Interceptor/Month-v0"):
        assert re.search(rf"{name}: [1-9]\d* decisions, \w+", said), said
