"""Commands of ``make wheel``, and the faults that it finds in a wheel and in a command."""

import sys
import zipfile
from pathlib import Path

import pytest

from stuka_env.cli import COMMANDS
from tests.support.each import each
from tests.support.places import ROOT
from tools import wheel as tool
from tools.wheel import Trial

WHEEL = Path("stuka_env-0.1.0-py3-none-any.whl")


def test_it_flies_what_the_pages_show_and_tries_every_command(tmp_path: Path) -> None:
    trials = [trial.words for trial in tool.trials(tmp_path, WHEEL)]
    assert len(tool.loops()) >= 2
    for loop in tool.loops():
        assert [str(tmp_path / "venv" / "bin" / "python"), "-W", "error", "-c", loop] in trials
        assert any(loop in page.read_text(encoding="utf-8") for page in tool.LINKED_PAGES)
    tried = {words[1] for words in trials if Path(words[0]).name == "stuka"}
    assert tried >= set(COMMANDS) | {"--version"}


def test_what_is_missing_from_a_wheel_and_what_is_strange_in_it(tmp_path: Path) -> None:
    package = tmp_path / "stuka_env"
    (package / "games/stuka/charts/data").mkdir(parents=True)
    for name in ("__init__.py", "py.typed", "games/stuka/charts/data/a2_accuracy.toml", "kept.pyc"):
        (package / name).write_text("")
    with zipfile.ZipFile(tmp_path / WHEEL, "w") as archive:
        for name in ("stuka_env/__init__.py", "agents/__init__.py", "stuka_env-0.1.0.dist-info/METADATA"):
            archive.writestr(name, "")
    assert tool.packing_faults(tmp_path / WHEEL, package) == [
        "missing: stuka_env/games/stuka/charts/data/a2_accuracy.toml",
        "missing: stuka_env/py.typed",
        "not of the package: agents/__init__.py",
    ]


@each(
    "code, status, says, found",
    [
        ("print('verified')", 0, "verified", None),
        ("print('verified')", 0, "written", "'written' is not in"),
        ("raise SystemExit(3)", 0, "", "exit status: got 3, allowed is 0"),
        ("import sys; sys.exit('one line')", 1, "one line", None),
        ("import sys; sys.exit('two\\nlines')", 1, "two", "more than one line on standard error"),
    ],
)
def test_what_is_wrong_with_a_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], code: str, status: int, says: str, found: str | None
) -> None:
    said = tool.fault(Trial([sys.executable, "-c", code], status, says), tmp_path)
    assert said is None if found is None else said is not None and said.startswith(found)
    assert "s  $ python" in capsys.readouterr().out


def test_without_a_wheel_it_says_what_makes_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tool, "ROOT", tmp_path)
    assert tool.main() == 1
    assert capsys.readouterr().err == "wheel: got 0 wheels in dist/, allowed is one: make dist\n"


def test_ci_tries_what_is_shipped_within_bounds() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    under_ci = script.partition('"${CI:-}" == "true"')[2]
    for target in ("dist", "wheel", "floors", "newest", "audit"):
        (line,) = (line for line in under_ci.splitlines() if f" make {target}" in line)
        assert line.split()[0] == "timeout"
