"""tools/renew_digests.py: digests are renewed only if a checkout plays as before."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.support.places import ROOT
from tools import renew_digests
from tools.comparing import command
from tools.comparing.checkout import ask

OLD, NEW, OTHER = "a" * 64, "b" * 64, "c" * 64
FILES = (
    "agents/models/distilled-mission.json",
    "docs/leaderboard/mission-doctrine.json",
    "docs/results/results.json",
    "docs/results/campaign/results.json",
    "docs/results/report.html",
    "tests/golden/kept_agent.json",
)
TEXT = f'{{"charts_sha256": "{OLD}", "of something else": "{OTHER}", "longer": "{OLD}{OLD}"}}\n'


def answer(charts: str, values: str) -> dict[str, dict[str, str]]:
    """Return the report of a checkout on itself."""
    return {"published": {"charts": charts, "rules": OTHER}, "values": {"charts, a2": values}}


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a checkout with one file of each kind that contains a digest, and two that must not change."""
    for name in (*FILES, "docs/rules.md", "tests/test_words.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(TEXT)
    monkeypatch.setattr(renew_digests, "ROOT", tmp_path)
    monkeypatch.setattr(renew_digests, "export", lambda commit, folder: folder)
    monkeypatch.setattr(renew_digests, "job", dict)
    return tmp_path


def renew(monkeypatch: pytest.MonkeyPatch, checkout: Path, compared: int, before: Any, now: Any) -> int:
    """Run the command with given results of the comparison and reports of both checkouts."""
    options: list[Sequence[str]] = []

    def compare(given: Sequence[str]) -> int:
        options.append(given)
        return compared

    monkeypatch.setattr(command, "main", compare)
    monkeypatch.setattr(renew_digests, "ask", lambda where, module, job: now if where == checkout else before)
    status = renew_digests.main(["HEAD", "--decisions", "7"])
    assert [list(given[1:4]) for given in options] == [[str(checkout), "--decisions", "7"]]
    return status


def untouched(checkout: Path) -> list[str]:
    """Return the files that have not changed."""
    files = (path for path in checkout.rglob("*") if path.is_file())
    return sorted(path.relative_to(checkout).as_posix() for path in files if path.read_text() == TEXT)


def test_where_nothing_differs_every_published_file_has_todays_digest(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert renew(monkeypatch, checkout, 0, answer(OLD, "x"), answer(NEW, "x")) == 0
    assert untouched(checkout) == ["docs/rules.md", "tests/test_words.py"]
    for name in FILES:
        assert (checkout / name).read_text() == TEXT.replace(f'"{OLD}"', f'"{NEW}"')
    told = capsys.readouterr().out
    assert f"charts: {OLD} is now {NEW}" in told and all(f"renewed: {name}" in told for name in FILES)


@pytest.mark.parametrize(
    "compared, before, now",
    [
        (1, answer(OLD, "x"), answer(NEW, "x")),
        (2, answer(OLD, "x"), answer(NEW, "x")),
        (0, answer(OLD, "x"), answer(NEW, "y")),
    ],
    ids=["other play", "no comparison", "another value of a chart"],
)
def test_where_something_differs_nothing_is_written(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], compared: int, before: Any,
    now: Any,
) -> None:  # fmt: skip
    assert renew(monkeypatch, checkout, compared, before, now) == (compared or 1)
    assert len(untouched(checkout)) == len(FILES) + 2
    told = capsys.readouterr().out
    assert "Nothing is renewed." in told
    assert compared or "different: charts, a2" in told


def test_digests_that_have_not_changed_are_left_alone(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert renew(monkeypatch, checkout, 0, answer(OLD, "x"), answer(OLD, "x")) == 0
    assert len(untouched(checkout)) == len(FILES) + 2
    assert "nothing to renew" in capsys.readouterr().out


def test_a_commit_that_is_none_gets_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert renew_digests.main(["no-such-commit"]) == 2
    assert capsys.readouterr().err.splitlines() == [
        "renew_digests.py: commit: got 'no-such-commit'; expected a commit of this repository"
    ]


def test_every_digest_of_charts_rules_and_observation_stands_in_the_published_files() -> None:
    """A later change of any of these is therefore found."""
    published = ask(ROOT, "comparing.digests", renew_digests.job())["published"]
    texts = "".join(path.read_text(encoding="utf-8") for path in renew_digests.published())
    missing = [name for name, value in published.items() if not name.startswith("file of") and value not in texts]
    assert not missing and len(published) > 50


# --- the whole command ---


def git(folder: Path, *words: str) -> None:
    """Run git in a folder."""
    own = ("-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *own, *words], cwd=folder, check=True, capture_output=True)


def run_here(folder: Path) -> tuple[int, str]:
    """Run the command in a checkout, on a small budget."""
    words = [sys.executable, "-m", "tools.renew_digests", "HEAD", "--decisions", "300", "--plain", "0", "--least", "0"]
    environment = {**os.environ, "PYTHONPATH": ""}
    done = subprocess.run(words, capture_output=True, text=True, env=environment, cwd=folder, check=False)
    return done.returncode, done.stdout + done.stderr


def put(path: Path, was: str, now: str) -> None:
    """Change a file in one place."""
    text = path.read_text(encoding="utf-8")
    assert text.count(was) == 1, f"{path.name} has no {was!r} any more: change this test"
    path.write_text(text.replace(was, now), encoding="utf-8")


@pytest.mark.slow  # copies of the checkout compile anew
def test_another_way_to_make_the_digest_is_renewed_and_another_rule_is_not(tmp_path: Path) -> None:
    for name in ("stuka_env", "agents", "tools", "docs/results", "docs/leaderboard", "tests/golden"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", "before")
    entry = tmp_path / "docs" / "leaderboard" / "mission-doctrine.json"
    before = entry.read_text()

    put(tmp_path / "stuka_env/games/stuka/charts/loader.py", "json.dumps(contents, ", "json.dumps([contents], ")
    status, told = run_here(tmp_path)
    assert status == 0 and "charts: " in told and "renewed: docs/leaderboard/mission-doctrine.json" in told, told
    assert entry.read_text() != before

    now = entry.read_text()
    put(
        tmp_path / "stuka_env/games/stuka/charts/data/a4_visibility.toml",
        '"1-3" = "Good"',
        '"1-2" = "Good"\n3 = "Medium"',
    )
    status, told = run_here(tmp_path)
    assert status == 1 and "Nothing is renewed." in told, told
    assert entry.read_text() == now
