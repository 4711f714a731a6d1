"""Commands that read replays, and what the first game adds to them: names of crews, traces, charts of a folder."""

import json
import os
import shutil
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

from stuka_env.cli import main
from stuka_env.games.stuka.charts import BOOK
from stuka_env.games.stuka.words.crew_names import PEOPLE
from stuka_env.io.command_line import REFUSED
from stuka_env.play.war_file import SaveError, load_war
from stuka_env.replay import RecordReplay, Replay, ReplayError, load, refly, save, verify
from stuka_env.replay.file import as_json
from tests.support.contract import each_game
from tests.support.deadlines import within
from tests.support.each import each
from tests.support.places import GOLDEN
from tests.support.playing import choose
from tests.support.replays import checksummed, recorded
from tests.support.rerun import kept, taken
from tests.support.samples import SHORTEST
from tests.support.traces import TAPED


@pytest.fixture(scope="module")
def mission() -> Replay:
    return recorded()


# --- what the first game adds ---


def test_every_moment_is_as_it_was_in_the_environment() -> None:
    env = RecordReplay(gymnasium.make("Stuka/Operation-v0", journal=True, duration="short"))
    war: Any = env.unwrapped
    rng = np.random.default_rng(5)
    _, info = env.reset(seed=7)
    seen = [(war.decision, war.legal_actions(), war.mat.tobytes())]
    over = False
    while not over:
        *_, over, _, info = env.step(int(choose(info["action_mask"], rng)))
        seen.append((war.decision, war.legal_actions(), war.mat.tobytes()))
    replay = env.replay()
    moments = list(refly(replay))
    assert [(m.decision, m.mat.tobytes()) for m in moments] == [(decision, mat) for decision, _, mat in seen]
    for moment, (_, legal, _) in zip(moments, seen, strict=True):
        assert moment.legal == [(index, moment.crews.named(text)) for index, text in legal]
    assert [m.action for m in moments] == [*replay.actions, None]
    assert [entry for m in moments for entry in m.journal] == PEOPLE.names(7).tell(war.journal)[0]
    assert sum(len(m.lines) for m in moments) == info["result"]["missions"]
    assert replay.score == info["result"]["score"]


@pytest.mark.parametrize("trace", TAPED)
def test_set_up_and_taped_wars(trace: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    make = gymnasium.make
    monkeypatch.setattr(gymnasium, "make", lambda *names, **given: RecordReplay(make(*names, **given)))
    game = TAPED[trace]()
    replay = load(save(game.env.replay(), tmp_path / "trace.json"))
    *_, last = refly(replay)
    assert last.mat.tobytes() == game.mat.tobytes()


def test_other_charts(mission: Replay, tmp_path: Path) -> None:
    ours = BOOK.folder / "a4_visibility.toml"
    shutil.copy(ours, tmp_path)
    assert verify(mission, tmp_path).mat_sha256 == mission.mat_sha256
    text = (tmp_path / ours.name).read_text()
    (tmp_path / ours.name).write_text(text.replace("Low = 2", "Low = 3"))
    with pytest.raises(ReplayError, match="charts"):
        verify(mission, tmp_path)


# --- the command ---


@each("command", ["replay", "watch", "log", "video"])
def test_no_command_waits_for_a_file_or_reads_one_without_an_end(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    with (tmp_path / "large.json").open("wb") as file:
        file.truncate(3 << 30)
    for path, said in (
        (tmp_path / "pipe.json", "it is a pipe"),
        (Path("/dev/zero"), "it is a device"),
        (tmp_path / "large.json", "larger than 16 MiB"),
    ):
        with within(60):
            assert main([command, str(path)]) == 2
        err = capsys.readouterr().err
        assert said in err and err.count("\n") == 1


@each("command", ["replay", "watch", "log", "video"])
@each("change", [{"version": "0\x1b[1A\nall is well"}, {"arguments": {"charts": "x\x1b[1A\n\u202ey"}}])
def test_what_a_replay_says_cannot_forge_a_line(
    mission: Replay, command: str, change: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x\n\x1b[1A.json"
    path.write_text(json.dumps(checksummed(as_json(mission) | {"layout": "0" * 64} | change)))
    assert main([command, str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.endswith("\n") and err[:-1].isprintable()


def test_a_name_on_the_command_line_cannot_forge_a_line(
    mission: Replay, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = save(mission, tmp_path / "x\n\x1b[1A.json")
    assert main(["replay", str(path)]) == 0
    out = capsys.readouterr().out
    assert out.endswith("verified\n") and out[:-1].isprintable()


def test_the_command_verifies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command reads the game from the file."""
    begun = taken("Interceptor/Sortie-v0", steps=1, month="1943-06")
    replays = [*map(kept, SHORTEST), begun]
    files = [save(replay, tmp_path / f"{number}.json") for number, replay in enumerate(replays)]
    assert main(["replay", *map(str, files)]) == 0
    lines = capsys.readouterr().out.splitlines()
    for line, file, replay in zip(lines, files, replays, strict=True):
        assert line.startswith(f"{file}: {replay.env} ") and line.endswith("; verified")
        assert f'seed {replay.seed} policy "chance": {len(replay.actions)} decision' in line
        assert f" score {replay.score}" in line or replay is begun
    assert " 1 mission, " in lines[0] and " 1 sortie line, " in lines[1]
    assert lines[-1] == (
        f'{files[-1]}: Interceptor/Sortie-v0 1943-06 seed 1 policy "chance": 1 decision, 0 sortie lines, '
        "not played to its end; verified"
    )


@pytest.mark.parametrize("words", [["replay"], ["fly"], ["replay", "--what", "x"]])
def test_a_wrong_command_line_is_one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(words)
    assert stop.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


@each_game
def test_a_replay_that_differs_is_one_line(env_id: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad, score = tmp_path / "bad.json", kept(env_id).score
    bad.write_text(json.dumps(checksummed(as_json(kept(env_id)) | {"score": 7777})))
    assert main(["replay", str(bad)]) == REFUSED
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"stuka replay: '{bad}': it claims a score of 7777, flown again it is {score}\n")


@each_game
def test_play_refuses_a_replay_and_names_a_command_that_takes_it(env_id: str, tmp_path: Path) -> None:
    path = save(kept(env_id), tmp_path / "x.json")
    said = "no saved war but a replay: it cannot be gone on with; watch, log, video and review take it$"
    with pytest.raises(SaveError, match=said):
        load_war(path)


def test_a_replay_written_before_the_rooms_of_the_games_moved_verifies(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(GOLDEN / "stuka_replay.json")]) == 0
    assert capsys.readouterr().out.endswith("; verified\n")
