"""Keeping a war in a file: it goes on where it was left; what is foreign, broken or of other charts is refused."""

import argparse
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stuka_env import cli
from stuka_env.commands import add_play_arguments, closing_line, open_play
from stuka_env.games.stuka.charts import BOOK
from stuka_env.play.session import Session
from stuka_env.play.typed_rolls import CannotPlay
from stuka_env.play.war import War
from stuka_env.play.war_file import SaveError, checksum, game_and_adviser, load_war, may_replace, save_war, war_json
from stuka_env.replay import load as load_replay
from stuka_env.replay import verify
from tests.support.each import each
from tests.support.places import GOLDEN


def played(steps: int = 40, seed: int = 3, **arguments: str) -> War:
    war, rng = War("Stuka/Operation-v0", arguments, seed), np.random.default_rng(seed)
    for _ in range(steps):
        war.take(int(rng.choice([index for index, _ in war.legal])))
    return war


def same(one: War, other: War) -> bool:
    return (one.mat.tobytes(), one.turns, one.legal, one.journal, one.seed, one.pending, one.need) == (
        other.mat.tobytes(), other.turns, other.legal, other.journal, other.seed, other.pending, other.need,
    )  # fmt: skip


def test_a_war_goes_on_where_it_was_left(tmp_path: Path) -> None:
    war = played(duration="short", operation="case_blue")
    other = load_war(save_war(war, tmp_path / "war.json"))
    assert same(war, other)
    for _ in range(60):
        action = war.legal[len(war.played) % len(war.legal)][0]
        war.take(action)
        other.take(action)
    assert same(war, other)


def test_a_decision_of_any_kind_of_number_is_kept_as_a_plain_number(tmp_path: Path) -> None:
    """A file with true in place of 1 could not be loaded, and one with a number of NumPy could not be written."""
    session = Session(War("Stuka/Operation-v0", {}, 3), tmp_path / "war.json")
    session.take(np.int64(session.war.legal[1][0]))  # type: ignore[arg-type]
    assert same(session.war, load_war(session.path))
    table = Session(War("Stuka/Mission-v0", {"segment": "1941-06"}, 3, table=True), tmp_path / "table.json")
    assert table.war.need is not None
    table.war.answer([True] * len(table.war.need.sides))
    table.keep()
    assert same(table.war, load_war(table.path))


def opened(*words: str) -> tuple[Session, Any]:
    parser = argparse.ArgumentParser()
    add_play_arguments(parser)
    return open_play(parser.parse_args(words))


def test_a_saved_war_keeps_its_adviser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("agents", reason="the laboratory is not installed")
    monkeypatch.chdir(tmp_path)

    def adviser_after(*words: str) -> tuple[str, str]:
        session, adviser = opened(*words)
        session.release()
        return "" if adviser is None else adviser.name, session.adviser_name

    assert adviser_after("--seed", "7", "--advise", "doctrine") == ("doctrine", "doctrine")
    assert adviser_after("--load", "stuka-war.json") == ("doctrine", "doctrine")
    session, _ = opened("--load", "stuka-war.json")
    session.take(session.war.legal[1][0])
    again = session.again(8)
    assert again.adviser_name == "doctrine" and game_and_adviser(again.path) == ("stuka", "doctrine")
    session.release()
    again.release()
    assert adviser_after("--load", "stuka-war.json", "--advise", "old_hand") == ("old_hand", "old_hand")
    assert adviser_after("--load", "stuka-war.json") == ("old_hand", "old_hand")
    assert adviser_after("--load", "stuka-war.json", "--advise", "none") == ("", "")
    assert adviser_after("--load", "stuka-war.json") == ("", "")
    assert adviser_after("--daily", "2026-11-24", "--advise", "doctrine") == ("doctrine", "doctrine")
    assert adviser_after("--daily", "2026-11-24") == ("doctrine", "doctrine")


@pytest.mark.parametrize(
    ("words", "said"), [(["--seed", "3"], "--seed: the war of"), (["--tutorial"], "--load: the tut")]
)
def test_what_contradicts_a_saved_war_is_refused_before_it_is_read(words: list[str], said: str) -> None:
    with pytest.raises(ValueError, match=f"^{said}"):
        opened("--load", "nowhere.json", *words)


OWN_POLICY = "tests.play.test_advice:Thinker"


def test_a_saved_war_names_no_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file of another player must not choose which module is imported."""
    monkeypatch.chdir(tmp_path)
    session, _ = opened("--seed", "7", "--advise", OWN_POLICY)
    session.release()
    assert session.adviser_name == "" and game_and_adviser(session.path) == ("stuka", "")
    assert closing_line(session, OWN_POLICY).endswith(f"--load stuka-war.json --advise {OWN_POLICY}")
    for name in (OWN_POLICY, "nobody", "../agent.zip", "doctrine@../agent.zip", "\x1b[2J"):
        save_war(session.war, session.path, name)
        with pytest.raises(ValueError, match="^--load: the adviser .* is not installed; name another") as refused:
            opened("--load", "stuka-war.json")
        assert str(refused.value).isprintable()
    session, _ = opened("--load", "stuka-war.json", "--advise", "none")
    session.release()


@each("adviser", [7, None, ["doctrine"], "x" * 201])
def test_an_adviser_that_is_no_name_is_refused(tmp_path: Path, adviser: Any) -> None:
    contents = war_json(played(2)) | {"adviser": adviser}
    path = tmp_path / "war.json"
    path.write_text(json.dumps(contents | {"checksum": checksum(contents)}))
    with pytest.raises(SaveError, match="adviser: got .*, allowed is the name of a policy"):
        load_war(path)


def test_undo_works_after_loading_as_before(tmp_path: Path) -> None:
    war = War("Stuka/Operation-v0", {}, 3)
    for _ in range(4):
        war.take(war.legal[-1][0])
    other = load_war(save_war(war, tmp_path / "war.json"))
    for _ in range(4):
        war.undo()
        other.undo()
        assert same(war, other)
    with pytest.raises(CannotPlay):
        other.undo()


def test_every_decision_is_kept_at_once(tmp_path: Path) -> None:
    session = Session(War("Stuka/Operation-v0", {}, 1), tmp_path / "war.json")
    for _ in range(25):
        session.take(session.war.legal[-1][0])
        assert same(load_war(session.path), session.war)
    assert [path.name for path in tmp_path.iterdir()] == ["war.json"]


def test_resuming_into_another_file_leaves_the_first(tmp_path: Path) -> None:
    first = save_war(played(10), tmp_path / "first.json")
    before = first.read_bytes()
    session = Session.resume(first, tmp_path / "second.json")
    session.take(session.war.legal[0][0])
    assert first.read_bytes() == before
    assert len(load_war(tmp_path / "second.json").turns) == len(load_war(first).turns) + 1


def test_charts_of_ones_own_are_remembered_and_can_move(tmp_path: Path) -> None:
    shutil.copytree(BOOK.folder, tmp_path / "charts", ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    war = played(5, charts=str(tmp_path / "charts"))
    path = save_war(war, tmp_path / "war.json")
    assert same(load_war(path), war)
    (tmp_path / "charts").rename(tmp_path / "moved")
    with pytest.raises(SaveError, match="charts: "):
        load_war(path)
    assert same(load_war(path, str(tmp_path / "moved")), war)


def test_other_charts_are_refused(tmp_path: Path) -> None:
    path = save_war(played(5), tmp_path / "war.json")
    (tmp_path / "charts").mkdir()
    text = (BOOK.folder / "c8_aircraft_replacement.toml").read_text()
    changed = text.replace("6 = 7", "6 = 6")
    assert changed != text
    (tmp_path / "charts" / "c8_aircraft_replacement.toml").write_text(changed)
    with pytest.raises(SaveError, match="other charts"):
        load_war(path, str(tmp_path / "charts"))


def change(key: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda contents: contents.__setitem__(key, value)


def legal_elsewhere(contents: dict[str, Any]) -> None:
    contents["turns"][3][0] = 99


@each(
    "spoil, said",
    [
        (change("format", "stuka_env play 1"), "format"),
        (change("env", "Stuka/Duel-v0"), "env: "),
        (change("seed", -1), "seed: "),
        (change("seed", 4), "played again"),
        (change("table", 1), "table: "),
        (change("table", True), "played again"),
        (change("turns", [[None], [9999]]), "turns: "),
        (change("turns", [[None], [1, ["B1", 11]]]), "turns: "),
        (change("turns", [[None], [2, ["B1", 1]]]), "more was rolled"),
        (change("turns", []), "turns: got none"),
        (change("turns", {}), "turns: got {}"),
        (change("turns", [[None], [1, [["B1"], 1]]]), "turns: "),
        (change("turns", [[None], [1, [{}, 1]]]), "turns: "),
        (change("turns", [[None], [[1]]]), "turns: "),
        (change("turns", [[None], []]), "turns: "),
        (change("turns", [[None], [1, *[["A4", 1]] * 5000]]), "turns: "),
        (change("over", True), "over: got True, played again it is False"),
        (change("over", None), "over: got None, allowed is true or false"),
        (change("seed", 10**400), "a whole number of more than 30 digits"),
        (change("seed", 10**20), "seed: got 1000"),
        (change("moon", 1), "got an entry 'moon', allowed are format, "),
        (change("arguments", {"operation": 3}), "arguments: "),
        (change("arguments", []), "arguments: "),
        (change("env", ["Stuka/Operation-v0"]), "env: "),
        (change("layout", None), "layout: "),
        (change("charts_sha256", "A" * 64), "charts_sha256: "),
        (change("turns", [[1]]), "opening"),
        (change("pending", [1, ["SEGMENT", 1]]), "pending: "),
        (change("pending", [1]), "played again"),
        (change("layout", "0" * 64), "version"),
        (change("mat_sha256", "0" * 64), "another mat"),
        (change("rules", 9), "it was played by rules 9 of the game, these are"),
        (change("arguments", {"operation": "overlord"}), "operation: "),
        (legal_elsewhere, "not possible in turn 3"),
    ],
)
def test_a_broken_war_is_refused_in_one_line(
    tmp_path: Path, spoil: Callable[[dict[str, Any]], None], said: str
) -> None:
    contents = war_json(played(6))
    spoil(contents)
    contents["checksum"] = checksum(contents)
    path = tmp_path / "war.json"
    path.write_text(json.dumps(contents))
    with pytest.raises(SaveError, match=said) as error:
        load_war(path)
    assert str(path) in str(error.value) and "\n" not in str(error.value) and len(str(error.value)) < 500


@each("key", sorted(war_json(War("Stuka/Mission-v0", {}, 1))))
def test_every_entry_must_be_there(tmp_path: Path, capsys: pytest.CaptureFixture[str], key: str) -> None:
    contents = war_json(played(6))
    del contents[key]
    if key != "checksum":
        contents["checksum"] = checksum(contents)
    path = tmp_path / "war.json"
    path.write_text(json.dumps(contents))
    said = {"format": "format", "checksum": "checksum"}.get(key, f"the saved war has no '{key}'")
    with pytest.raises(SaveError, match=said) as error:
        load_war(path)
    assert "\n" not in str(error.value)
    assert cli.main(["log", str(path)]) == 2
    said_so = capsys.readouterr()
    assert said_so.err.count("\n") == 1 and not said_so.out


def test_a_version_cannot_forge_a_line(tmp_path: Path) -> None:
    contents = war_json(played(6)) | {"version": "1\n\x1b[2Jok", "mat_sha256": "0" * 64}
    contents["checksum"] = checksum(contents)
    path = tmp_path / "war.json"
    path.write_text(json.dumps(contents))
    with pytest.raises(SaveError, match="version: got .*, allowed is a version") as error:
        load_war(path)
    assert str(error.value).isprintable()


def test_a_replay_is_called_one(tmp_path: Path) -> None:
    path = Session(played(), tmp_path / "war.json").write_replay()
    with pytest.raises(SaveError, match="no saved war but a replay: it cannot be gone on with; watch, .* take it"):
        load_war(path)


def test_a_war_that_was_changed_or_cut_off_is_refused(tmp_path: Path) -> None:
    path = save_war(played(6), tmp_path / "war.json")
    whole = path.read_text()
    for text, said in (
        (whole.replace('"seed":3', '"seed":4'), "checksum"),
        (whole[: len(whole) // 2], "cut off|broken JSON"),
        ("", "empty"),
        ("[]", "no saved war"),
        ("{}", "no saved war"),
        ("[" * 100_000, "nested deeper"),
    ):
        assert text != whole
        path.write_text(text)
        with pytest.raises(SaveError, match=said):
            load_war(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(SaveError, match="not a text file"):
        load_war(path)
    with pytest.raises(SaveError, match="cannot be read"):
        load_war(tmp_path / "nothing.json")


def test_what_somebody_may_want_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "war.json"
    may_replace(path)
    war = War("Stuka/Mission-v0", {}, 1)
    save_war(war, path)
    may_replace(path)  # nobody has decided anything yet
    war.take(war.legal[1][0])
    save_war(war, path)
    with pytest.raises(SaveError, match="--load"):
        may_replace(path)
    war.undo()
    war.take(0)
    assert war.over
    may_replace(save_war(war, path))
    path.write_text("my diary")
    with pytest.raises(SaveError, match="not to be replaced"):
        may_replace(path)
    with pytest.raises(SaveError, match="no such folder"):
        may_replace(tmp_path / "nowhere" / "war.json")


def test_a_replay_of_a_war_that_is_not_over(tmp_path: Path) -> None:
    session = Session(played(30), tmp_path / "war.json")
    path = session.write_replay()
    replay = load_replay(path)
    assert path == tmp_path / "war-replay.json" and replay.policy_record.name == "by hand"
    assert len(replay.actions) == 30 and not verify(replay).finished


@pytest.mark.parametrize(("file", "turns"), [("saved_war.json", 41), ("saved_table.json", 2)])
def test_a_war_saved_before_the_rooms_of_the_games_moved_goes_on(file: str, turns: int) -> None:
    war = load_war(GOLDEN / file)
    assert len(war.turns) == turns and not war.over and (war.legal or war.need)
