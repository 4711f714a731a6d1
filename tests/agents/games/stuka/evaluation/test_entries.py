"""The files of the leaderboard's entries: read as written, and checked by evaluate.py --check."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents.commands import evaluate as main
from agents.evaluation.entries import LUCK_UNIT, entry_text, pack_integers, read_entry, unpack_integers
from agents.evaluation.entry_fields import RefusedValueError, number
from agents.evaluation.intervals import interval
from agents.games.stuka.evaluation.tracks import TRACKS
from tests.support.tracks import TINY, fly_tiny, refusal

Contents = dict[str, Any]
Change = Callable[[Contents], object]


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """A track that is flown in no time."""
    monkeypatch.setitem(TRACKS, "tiny", TINY)


@pytest.fixture(scope="module")
def entry(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An entry of a script's."""
    folder = tmp_path_factory.mktemp("entry")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(TRACKS, "tiny", TINY)
        assert fly_tiny(folder, "--policies", "random_flyer") == 0
    return folder / "tiny-random_flyer.json"


@pytest.fixture
def entry_file(entry: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copy(entry, tmp_path))


def test_what_is_written_is_read(entry_file: Path) -> None:
    entry = read_entry(entry_file)
    assert entry_text(entry) == entry_file.read_text(encoding="utf-8")
    assert list(entry.scenarios) == [scenario.name for scenario in TINY.scenarios]


def test_a_file_is_checked(entry_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["--check", str(entry_file)]) == 0
    mean = read_entry(entry_file).headline.score.mean
    assert capsys.readouterr().out.startswith(f"{entry_file}: random_flyer on tiny, {mean:.2f} [")


def with_luck(contents: Contents, luck: list[int]) -> None:
    """Another luck, and figures that follow from it."""
    part = contents["scenarios"]["barbarossa"]
    part["luck"] = pack_integers(luck)
    with_scores(contents, unpack_integers(part["scores"]).tolist())


def with_scores(contents: Contents, scores: list[int], **others: int) -> None:
    """Other scores, and figures that follow from them."""
    part = contents["scenarios"]["barbarossa"]
    part |= {"scores": pack_integers(scores), **others}
    part["score"] = interval(np.array(scores, float))._asdict()
    part["adjusted"] = interval(np.array(scores) - unpack_integers(part["luck"]) / LUCK_UNIT)._asdict()


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda c: c.update(format=1), "format: got 1, allowed is 3"),
        (lambda c: c.update(track="raid"), "track: got 'raid', allowed is 'mission' or "),
        (lambda c: c.update(seed=8), "seed: got 8, this package has 7"),
        (lambda c: c.update(track_sha256="0" * 64), "track_sha256: got '000"),
        (lambda c: c.update(charts_sha256="0" * 64), "charts_sha256: got '000"),
        (lambda c: c.update(rules_sha256="0" * 64), "rules_sha256: got '000"),
        (lambda c: c.update(rules_sha256="none"), "rules_sha256: got 'none', allowed is a SHA-256"),
        (lambda c: c.update(policy="a | b"), "policy: got 'a | b', allowed is at most 60 letters"),
        (lambda c: c.update(author="<img src=x>"), "author: got '<img src=x>'"),
        (lambda c: c.update(link="javascript:alert(1)"), "link: got 'javascript:alert(1)'"),
        (lambda c: c.update(link="https://a.org) ![x](https://b.org"), "link: got "),
        (lambda c: c.update(kind="human"), "kind: got 'human'"),
        (lambda c: c.update(decisions_seen=5), "decisions_seen: got 5, allowed is null"),
        (lambda c: c.update(decisions_seen=True), "decisions_seen: got True"),
        (lambda c: c.update(date="2031-02-30"), "date: got '2031-02-30'"),
        (lambda c: c.update(date="yesterday"), "date: got 'yesterday'"),
        (lambda c: c.update(date="1941-06-22"), "date: got 1941-06-22, allowed is a day from 2026-11-21"),
        (lambda c: c.update(date="2999-01-01"), "date: got 2999-01-01"),
        (lambda c: c.update(version="champion"), "version: got 'champion', allowed is a version as 0.1.0"),
        (lambda c: c.update(version="99.0.0"), "version: got '99.0.0', this package is"),
        (lambda c: c.update(policy="champion"), "policy: got 'champion', the name of another policy than"),
        (lambda c: c.update(made_of="my_module:Mine"), "policy: got 'random_flyer', the name of another policy than"),
        (lambda c: c.update(kind="other"), "kind: got 'other', allowed for 'random_flyer' is script"),
        (lambda c: c.update(kind="learner"), "kind: got 'learner', allowed for 'random_flyer' is script"),
        (lambda c: c.update(kind="learner", decisions_seen=0), "decisions_seen: got 0"),
        (lambda c: c.update(policy="a", made_of="a.zip"), "kind: got 'script', allowed for 'a.zip' is learner"),
        (lambda c: c.update(policy="a", made_of="llm:a@http://b"), "kind: got 'script', allowed for 'llm:a@http://b'"),
        (lambda c: c.update(luck_sha256=None), "luck_sha256: got None"),
        (lambda c: c.update(seal={}), "file: has the key 'seal'"),
        (lambda c: c.update(rank=1), "file: has the key 'rank'"),
        (lambda c: with_scores(c, [30_000] * 12), "scenarios.barbarossa.scores: got 30000, allowed is a whole number"),
        (lambda c: with_scores(c, [227] * 12), "scenarios.barbarossa.scores: got 227, allowed is a whole number"),
        (
            lambda c: with_luck(c, [0] * 12),
            "scenarios.barbarossa.luck: got 0.0 in 12 of 12 wars, measured luck differs",
        ),
        (lambda c: with_luck(c, [0] * 9 + [5, 6, 7]), "scenarios.barbarossa.luck: got 0.0 in 9 of 12 wars"),
        (lambda c: with_luck(c, [-900 + war for war in range(12)]), "scenarios.barbarossa.luck: got -8.95 a war with"),
        (lambda c: with_luck(c, [900 + war for war in range(12)]), "scenarios.barbarossa.luck: got +9.05 a war with"),
        (lambda c: with_luck(c, [30_000] * 12), "scenarios.barbarossa.luck: got 30000, allowed is a whole number"),
        (lambda c: c["scenarios"]["barbarossa"].update(decisions=0), "scenarios.barbarossa.decisions: got 0, allowed"),
        (
            lambda c: c["scenarios"]["barbarossa"].update(decisions=10**9),
            "scenarios.barbarossa.decisions: got 1000000000",
        ),
        (lambda c: with_scores(c, [0] + [50] * 11, unfinished=2), "scenarios.barbarossa.unfinished: got 2, but 1 wars"),
        (
            lambda c: with_scores(c, [0] * 12, unfinished=12, decisions=500),
            "scenarios.barbarossa.decisions: got 500, 12 wars with 12 unfinished ones have at least 1200",
        ),
        (lambda c: c["scenarios"]["citadel"].update(seconds=1e12), "scenarios.citadel.seconds: got 1000000000000.0"),
        (lambda c: c["scenarios"]["barbarossa"]["adjusted"].update(mean=80.0), "scenarios.barbarossa.adjusted.mean"),
        (lambda c: c.pop("version"), "file: lacks the key 'version'"),
        (lambda c: c["scenarios"].pop("citadel"), "scenarios: lacks the key 'citadel'"),
        (lambda c: c.update(scenarios=[]), "scenarios: got [], allowed is an object"),
        (lambda c: c["scenarios"]["citadel"].update(wars=6), "scenarios.citadel.wars: got 6, allowed is 5"),
        (lambda c: c["scenarios"]["citadel"].update(duration="short"), "scenarios.citadel.duration: got 'short'"),
        (lambda c: c["scenarios"]["citadel"].update(unfinished=6), "scenarios.citadel.unfinished: got 6"),
        (lambda c: c["scenarios"]["citadel"].update(seconds=float("nan")), "broken JSON: NaN is no JSON number"),
        (lambda c: c["scenarios"]["citadel"].update(seconds=10**400), "a whole number of more than 30 digits"),
        (lambda c: c.update(author=[[[]] * 1000] * 50), "author: got [[[], [], "),
        (lambda c: c["scenarios"]["citadel"].update(scores=pack_integers([1] * 4)), "scenarios.citadel.scores: got 4 "),
        (
            lambda c: c["scenarios"]["citadel"].update(scores=pack_integers([-1] * 5)),
            "scenarios.citadel.scores: got -1",
        ),
        (lambda c: c["scenarios"]["citadel"].update(scores=[1] * 5), "scenarios.citadel.scores: got [1, 1, 1, 1, 1]"),
        (
            lambda c: c["scenarios"]["citadel"].update(scores="AAAA"),
            "scenarios.citadel.scores: got 'AAAA', allowed are 5",
        ),
        (lambda c: c["scenarios"]["barbarossa"]["score"].pop("low"), "scenarios.barbarossa.score: lacks"),
        (
            lambda c: c["scenarios"]["barbarossa"].update(scores=pack_integers([99] * 12)),
            "scenarios.barbarossa.score.mean",
        ),
        (lambda c: c["scenarios"]["barbarossa"]["score"].update(low=1.0), "scenarios.barbarossa.score.low: got 1.0"),
        (lambda c: c["scenarios"]["barbarossa"]["score"].update(high=999), "scenarios.barbarossa.score.high: got 999"),
    ],
)
def test_a_file_that_is_not_in_order(
    entry_file: Path, capsys: pytest.CaptureFixture[str], change: Change, named: str
) -> None:
    contents = json.loads(entry_file.read_text(encoding="utf-8"))
    change(contents)
    entry_file.write_text(json.dumps(contents), encoding="utf-8")
    assert f"{entry_file}: {named}" in refusal(capsys, "--check", str(entry_file))


@pytest.mark.parametrize("written", [b"", b"[1, 2", b"\xff\xfe", b"[]", b"7"])
def test_a_file_that_is_no_entry(entry_file: Path, capsys: pytest.CaptureFixture[str], written: bytes) -> None:
    entry_file.write_bytes(written)
    assert str(entry_file) in refusal(capsys, "--check", str(entry_file))
    entry_file.unlink()
    assert "cannot be read" in refusal(capsys, "--check", str(entry_file))


def test_a_number_too_large_for_a_float_is_refused() -> None:
    with pytest.raises(RefusedValueError, match="allowed is a number"):
        number(10**400)


def test_a_bootstrap_of_another_numpy_is_in_order(entry_file: Path) -> None:
    contents = json.loads(entry_file.read_text(encoding="utf-8"))
    score = contents["scenarios"]["barbarossa"]["score"]
    score["low"] += (score["high"] - score["low"]) / 20
    entry_file.write_text(json.dumps(contents), encoding="utf-8")
    assert main(["--check", str(entry_file)]) == 0


def test_scores_that_nobody_flew_are_found_by_flying(entry_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    contents = json.loads(entry_file.read_text(encoding="utf-8"))
    flown = unpack_integers(contents["scenarios"]["barbarossa"]["scores"]).tolist()
    with_scores(contents, [*flown[:2], flown[2] + 40, *flown[3:]])
    entry_file.write_text(json.dumps(contents), encoding="utf-8")
    assert main(["--check", str(entry_file)]) == 0
    assert main(["--check", str(entry_file), "--refly", "2"]) == 0
    line = refusal(capsys, "--check", str(entry_file), "--refly", "3")
    assert "scenarios.barbarossa.scores: 1 of the first 3 wars have another score, the first is war 2: " in line
    assert f"{flown[2] + 40} in the file, {flown[2]} flown again" in line


def test_a_script_of_this_project_is_flown_again_in_any_case(
    entry_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    contents = json.loads(entry_file.read_text(encoding="utf-8"))
    with_scores(contents, (unpack_integers(contents["scenarios"]["barbarossa"]["scores"]) + 9).tolist())
    entry_file.write_text(json.dumps(contents), encoding="utf-8")
    assert "scenarios.barbarossa.scores: 2 of the first 2 wars have another score" in refusal(
        capsys, "--check", str(entry_file)
    )


def test_luck_that_nobody_had_is_found_by_flying(entry_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    contents = json.loads(entry_file.read_text(encoding="utf-8"))
    luck = unpack_integers(contents["scenarios"]["barbarossa"]["luck"])
    with_luck(contents, (luck - np.where(np.arange(12) == 2, 300, 0)).tolist())
    entry_file.write_text(json.dumps(contents), encoding="utf-8")
    assert main(["--check", str(entry_file)]) == 0
    assert "scenarios.barbarossa.luck: 1 of the first 3 wars" in refusal(
        capsys, "--check", str(entry_file), "--refly", "3"
    )


def test_counts_that_nobody_had_are_found_by_flying_all(entry_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    contents = json.loads(entry_file.read_text(encoding="utf-8"))
    contents["scenarios"]["barbarossa"]["decisions"] += 1
    entry_file.write_text(json.dumps(contents), encoding="utf-8")
    assert main(["--check", str(entry_file), "--refly", "11"]) == 0
    assert "scenarios.barbarossa.decisions: got" in refusal(capsys, "--check", str(entry_file), "--refly", "12")


def test_a_check_says_what_it_has_not_verified(entry_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["--check", str(entry_file)]) == 0
    verified, _, claimed = capsys.readouterr().out.partition("; not verified: ")
    assert "verified: wars, charts, rules, bounds of scores" in verified
    assert claimed.startswith("that random_flyer flew the other wars (--refly N), author and date")
    assert main(["--check", str(entry_file), "--refly", "12"]) == 0
    verified, _, claimed = capsys.readouterr().out.partition("; not verified: ")
    assert verified.endswith("all wars") and claimed.startswith("author and date")


def test_a_policy_that_is_not_here_cannot_be_flown(entry_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    contents = json.loads(entry_file.read_text(encoding="utf-8"))
    contents |= {"policy": "mine", "made_of": "ace"}
    entry_file.write_text(json.dumps(contents), encoding="utf-8")
    assert main(["--check", str(entry_file)]) == 0
    assert "policy 'ace': unknown" in refusal(capsys, "--check", str(entry_file), "--refly", "1")
