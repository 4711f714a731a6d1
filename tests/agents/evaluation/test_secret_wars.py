"""Sealed wars: tracks whose wars follow from a secret, signed entries, and the luck of an entry."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents.commands import evaluate as main
from agents.evaluation import tracks
from agents.evaluation.entries import ScenarioScores, read_entry, rounded, write_entry
from agents.evaluation.entry_checks import check_entry, deviate_of_mean
from agents.evaluation.entry_fields import EntryError
from agents.evaluation.intervals import Interval, interval
from agents.evaluation.leaderboard import luck_in_words, signed
from agents.evaluation.secret_wars import commitment, read_secret, reason_against, sealed
from agents.evaluation.tracks import EvaluationTrack, all_tracks
from tests.support.each import each

SECRET, OTHER = (
    bytes.fromhex(digits)
    for digits in (
        "8e1f40b7d95c2a63f07714c8ab39e2d65b90017c4df3a86e",
        "51c3e87f0a26b9d4381fe6907dc2ab45f71304986b5ed2c0",
    )
)
WORDS = ("--track", "sortie", "--policies", "careful")


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    file = tmp_path / "secret"
    file.write_bytes(SECRET)
    return file


@pytest.fixture
def short_sortie(monkeypatch: pytest.MonkeyPatch) -> EvaluationTrack:
    """Shorten the track of sorties."""
    track = all_tracks()["sortie"]
    few = track._replace(scenarios=tuple(each._replace(wars=12) for each in track.scenarios))
    for module in ("entries", "track_options", "tracks"):
        monkeypatch.setattr(f"agents.evaluation.{module}.all_tracks", lambda: {"sortie": few})
    return few


def fly_sealed(folder: Path, secret: Path) -> Path:
    """The entry of a script in sealed wars."""
    assert main([*WORDS, "--output", str(folder), "--sealed", str(secret)]) == 0
    (file,) = folder.glob("sortie-careful-sealed-*.json")
    return file


def test_a_secret_gives_a_track_its_own_wars() -> None:
    track = all_tracks()["operation"]
    mine, again, other = sealed(track, SECRET), sealed(track, SECRET), sealed(track, OTHER)
    assert mine == again and len({track.sealed_seed, mine.sealed_seed, other.sealed_seed}) == 3
    assert len({each.digest() for each in (track, mine, other)}) == 3
    assert not set(mine.war_seeds(100)) & set(track.war_seeds(100))
    assert sealed(all_tracks()["mission"], SECRET).sealed_seed != mine.sealed_seed


@pytest.mark.parametrize("name", [name for name in all_tracks() if name.endswith(tracks.QUICK)])
def test_a_sealed_quick_track_is_the_beginning_of_the_whole_one(name: str) -> None:
    quick, whole = (sealed(all_tracks()[each], SECRET) for each in (name, name.removesuffix(tracks.QUICK)))
    wars = quick.headline.wars
    assert (whole.war_seeds(whole.headline.wars)[:wars] == quick.war_seeds(wars)).all()


def test_a_sealed_track_keeps_its_seed_to_the_organiser() -> None:
    track = all_tracks()["operation"]
    mine = sealed(track, SECRET)
    assert track.seed_in_words == track.seed
    assert str(mine.seed_in_words).startswith(tracks.SEALED) and track.seed == mine.seed


# --- secrets ---


def test_a_secret_must_be_long(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_bytes(b"short")
    with pytest.raises(ValueError, match="has 5 bytes, allowed are 16 or more"):
        read_secret(file)
    with pytest.raises(ValueError, match="sealed: "):
        read_secret(tmp_path / "none")


@each(
    "weak, reason",
    [
        (bytes(16), "repeats itself"),
        (b"\xff" * 64, "repeats itself"),
        (bytes(range(32)), "repeats itself or counts"),
        (bytes(range(250, 0, -5)), "repeats itself or counts"),
        (SECRET[:8] * 2, "repeats itself"),
        (SECRET * 3, "repeats itself"),
        (SECRET[:8] + bytes(16), "repeats itself"),
        (b"correct horse battery staple", "is a text"),
        (b"a secret of chance, 32 bytes...\n", "is a text"),
        ("сорок тысяч обезьян".encode(), "is a text"),
        ("schönes Wetter heute in Köln".encode("latin-1"), "is a text"),
        (b"2718281828459045", "repeats itself"),
        (b"31415926535897932384626433832795", "repeats itself"),
        (b"deadbeefdeadbeefdeadbeefdeadbeef", "repeats itself"),
        (b"0123456789abcdef" * 2, "repeats itself"),
        (b"correct horse battery".hex().encode(), "is a text"),
        (SECRET[:8].hex().encode(), "has 8 bytes in hexadecimal digits"),
    ],
)
def test_a_secret_without_chance_is_refused(tmp_path: Path, weak: bytes, reason: str) -> None:
    file = tmp_path / "secret"
    file.write_bytes(weak)
    with pytest.raises(ValueError, match=f"{reason}.*, allowed are bytes of chance: head -c 32 /dev/urandom"):
        read_secret(file)


def test_chance_is_no_reason_against_a_secret() -> None:
    rng = np.random.default_rng(5)
    for size in [16, 17, 24, 32, 1024] * 100:
        chance = rng.bytes(size)
        assert not reason_against(chance)
        assert not reason_against(chance.hex().encode() + b"\n")


def test_a_secret_alone_prints_what_to_publish(secret: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--sealed", str(secret)]) == 0
    assert capsys.readouterr().out == commitment(SECRET) + "\n"
    assert commitment(SECRET) != commitment(OTHER)
    assert main(["--sealed", str(secret), "--policies", "careful"]) == 2
    assert "--policies: not allowed with --sealed without --track or --check" in capsys.readouterr().err


def test_without_the_library_a_line_names_the_extra(
    secret: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives", None)
    assert main(["--sealed", str(secret)]) == 2
    assert "the extra 'sealed' of stuka-agents" in capsys.readouterr().err


# --- entries ---


@pytest.mark.usefixtures("short_sortie")
def test_an_entry_of_sealed_wars_is_checked_with_its_secret(
    tmp_path: Path, secret: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = fly_sealed(tmp_path, secret)
    out = capsys.readouterr().out
    assert "track sortie, sealed " in out and commitment(SECRET) in out and "evaluation seed" not in out
    mine = sealed(tracks.all_tracks()["sortie"], SECRET)
    assert json.loads(file.read_text())["seed"] == mine.seed_in_words
    assert str(mine.sealed_seed) not in file.read_text()
    assert main(["--check", str(file), "--sealed", str(secret), "--refly", "4"]) == 0
    checked = capsys.readouterr().out
    assert "in order, the first 4 wars of each scenario flown again" in checked
    assert "signature by the key of the secret" in checked
    other = tmp_path / "other"
    other.write_bytes(OTHER)
    assert main(["--check", str(file), "--sealed", str(other)]) == 2
    assert "the secret has" in capsys.readouterr().err


@pytest.mark.usefixtures("short_sortie")
def test_a_sealed_entry_shows_its_signature_to_everybody(
    tmp_path: Path, secret: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = fly_sealed(tmp_path, secret)
    capsys.readouterr()
    assert main(["--check", str(file)]) == 0
    line, seal = capsys.readouterr().out, read_entry(file).seal
    assert (
        seal is not None
        and f"not verified: that careful flew these wars (--refly N), that {seal.public_key} is" in line
    )
    assert list(seal.policy_files) == ["agents/games/interceptor/scripts/careful.py"], (
        "a script is made of its own source"
    )
    assert main(["--check", str(file), "--refly", "3"]) == 2
    assert "flown again with --sealed FILE only" in capsys.readouterr().err


CHANGES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "policy": lambda entry: entry.update(policy="mine"),
    "author": lambda entry: entry.update(author="Somebody"),
    "date": lambda entry: entry.update(date="2026-11-22"),
    "decisions": lambda entry: entry["scenarios"]["sortie"].update(decisions=999),
    "files": lambda entry: entry["seal"]["policy_files"].update({"mine.py": "0" * 64}),
    "signature": lambda entry: entry["seal"].update(signature="0" * 128),
}


@pytest.mark.usefixtures("short_sortie")
def test_what_was_changed_after_the_signature_is_refused(
    tmp_path: Path, secret: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = fly_sealed(tmp_path, secret)
    contents = file.read_text(encoding="utf-8")
    for words in ((), ("--sealed", str(secret))):
        for change in CHANGES.values():
            entry = json.loads(contents)
            change(entry)
            file.write_text(json.dumps(entry), encoding="utf-8")
            assert main(["--check", str(file), *words]) == 2
            assert "seal.signature: is not that of these values" in capsys.readouterr().err
    file.write_text(contents, encoding="utf-8")
    entry = read_entry(file)
    scores = [score + 1 for score in entry.headline.scores]
    more = entry.headline._replace(scores=scores, score=rounded(interval(np.array(scores, float))))
    more = more._replace(adjusted=rounded(interval(more.adjusted_scores())))
    better = entry._replace(scenarios={"sortie": more})
    with pytest.raises(EntryError, match="seal.signature"):
        check_entry(better, SECRET)
    forged = signed(better, OTHER, {})
    check_entry(forged)  # with a key of its own, which is not the organiser's
    with pytest.raises(EntryError, match="seal.public_key: got .*, that of the secret is"):
        check_entry(forged, SECRET)
    file.write_text(json.dumps({key: value for key, value in json.loads(contents).items() if key != "seal"}))
    assert main(["--check", str(file)]) == 2
    assert "file: lacks the key 'seal'" in capsys.readouterr().err


@pytest.mark.usefixtures("short_sortie")
def test_sealed_wars_leave_the_public_entry_and_no_seeds(
    tmp_path: Path, secret: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*WORDS, "--output", str(tmp_path)]) == 0
    public = tmp_path / "sortie-careful.json"
    before = public.read_bytes()
    assert main([*WORDS, "--output", str(tmp_path), "--sealed", str(secret), "--resume"]) == 0
    assert public.read_bytes() == before
    (kept,) = (tmp_path / "flights").iterdir()
    with np.load(kept) as arrays:
        contents = b"".join(array.tobytes() for array in arrays.values())
    seeds = sealed(tracks.all_tracks()["sortie"], SECRET).war_seeds(12)
    assert not any(seed.tobytes() in contents for seed in seeds)
    assert main(["--check", str(public), "--sealed", str(secret)]) == 2
    assert "the secret has" in capsys.readouterr().err


@pytest.mark.usefixtures("short_sortie")
def test_a_file_that_is_not_the_signed_one_is_noticed(
    tmp_path: Path, secret: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = fly_sealed(tmp_path, secret)
    write_entry(signed(read_entry(file), SECRET, {"careful.py": "0" * 64}), file)
    assert main(["--check", str(file)]) == 0
    assert main(["--check", str(file), "--sealed", str(secret)]) == 2
    assert "seal.policy_files: 'agents/games/interceptor/scripts/careful.py' has SHA-256" in capsys.readouterr().err


# --- luck ---


def test_much_luck_is_rare() -> None:
    def flown(luck: list[int]) -> ScenarioScores:
        interval = Interval(0.0, 0.0, 0.0)
        return ScenarioScores(interval, interval, 0, 0, 0.0, [0] * len(luck), luck)

    rng = np.random.default_rng(0)
    fair = rng.normal(0, 500, 400).round().astype(int)
    fair[0] -= fair.sum()
    assert luck_in_words(flown(fair.tolist())).endswith("0.00 a war, as much as one entry in 2 has by chance")
    assert luck_in_words(flown((fair - 30).tolist())) == "luck -0.30 a war, no more than usual"
    searched = luck_in_words(flown((fair + 200).tolist()))
    assert "luck +2.00 a war" in searched
    assert int(searched.split("one entry in ")[1].split(" has")[0].replace(",", "")) > 10_000
    assert luck_in_words(flown([0, 0, 0])) == "luck is not measured"


def test_a_deviate_of_few_numbers_is_that_of_students_t() -> None:
    stats = pytest.importorskip("scipy.stats")
    rng = np.random.default_rng(3)
    for wars in (4, 5, 15, 60, 400):
        values = rng.normal(0.4, 1.0, wars)
        exact = stats.norm.isf(stats.ttest_1samp(values, 0.0, alternative="greater").pvalue)
        assert deviate_of_mean(values) == pytest.approx(exact, rel=0.02, abs=0.02)
