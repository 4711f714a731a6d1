"""The command evaluate.py: what it writes, and what it refuses."""

import csv
import inspect
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from agents.commands import evaluate as main
from agents.evaluation.kept_wars import drop_earlier_wars
from agents.evaluation.options import group_members, is_group
from agents.evaluation.tables import WIDEST_NAME, short
from stuka_env.flights.seeds import is_evaluation_seed
from stuka_env.io.command_line import program_here
from stuka_env.io.files import write_whole
from stuka_env.policy import PolicyInput
from tests.support.each import each
from tests.support.places import ROOT

MISSIONS = ("--env", "Stuka/Mission-v0")
"""Options of wars that are flown and shown in no time."""


class FirstLegal:
    """Somebody else's policy."""

    name = "first_legal"

    def act(self, sight: PolicyInput, actions: NDArray[np.int64]) -> None:
        actions[:] = sight.masks.argmax(axis=1)


class Refuser:
    """A policy that cannot play under these charts."""

    name = "refuser"

    def act(self, sight: PolicyInput, actions: NDArray[np.int64]) -> None:
        raise ValueError("trained with other charts\nand a second line")


class Stubborn:
    """A policy that does not look at the mask."""

    name = "stubborn"

    def act(self, sight: PolicyInput, actions: NDArray[np.int64]) -> None:
        actions[:] = 99


def run(folder: Path, *words: str) -> int:
    return main([*words, "--output", str(folder)])


def test_the_results_are_written_and_agree(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, "--episodes", "6", "--seed", "4") == 0
    printed = capsys.readouterr().out
    results = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))
    rows = list(csv.DictReader((tmp_path / "results.csv").read_text(encoding="utf-8").splitlines()))
    names = [line["policy"] for line in results["policies"]]
    assert names == ["old_hand", "doctrine", "random_flyer", "random", "lone_wolf"]
    assert (results["env"], results["episodes"], results["seed"]) == ("Stuka/Operation-v0", 6, 4)
    assert results["policies"][0]["difference"] is None
    for line in results["policies"]:
        own = [row for row in rows if row["policy"] == line["policy"]]
        assert line["policy"] in printed
        assert np.mean([int(row["score"]) for row in own]) == pytest.approx(line["score"]["mean"])
        assert line["score"]["low"] <= line["score"]["mean"] <= line["score"]["high"]
        assert np.mean([int(row["kia"]) for row in own]) == line["kia"]
        assert sum(line["breakdown"]["parts"].values()) == pytest.approx(line["score"]["mean"])
        assert sum(line["levels"].values()) == len(own) == 6
        assert line["unfinished"] == 0
        assert [row["seed"] for row in own] == [row["seed"] for row in rows[:6]]
    assert all(is_evaluation_seed(int(row["seed"])) for row in rows)
    assert max(map(len, printed.splitlines()[:-4])) <= 120
    assert results["command"].startswith("python evaluate.py --episodes 6 --seed 4 --output ")


@pytest.mark.study
@pytest.mark.parametrize("env", ["Stuka/Mission-v0", "Stuka/Segment-v0"])
def test_plain_python_gives_the_same(env: str, tmp_path: Path) -> None:
    words = ["--env", env, "--episodes", "2", "--policies", "doctrine", "random_flyer", "lone_wolf"]
    assert run(tmp_path / "compiled", *words) == 0
    command = [sys.executable, "-W", "error", "evaluate.py", *words, "--output", str(tmp_path / "plain")]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, check=True, capture_output=True)
    first, second = [(tmp_path / folder / "results.csv").read_bytes() for folder in ("compiled", "plain")]
    assert first == second


def test_the_same_results_again(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        assert run(tmp_path / folder, "--episodes", "3", "--policies", "random", "doctrine") == 0
    first, second = [(tmp_path / folder / "results.csv").read_bytes() for folder in ("a", "b")]
    assert first == second


@each(
    "words",
    [
        ["--env", "Stuka/Mission-v0", "--segment", "1942-11"],
        ["--env", "Stuka/Segment-v0", "--operation", "citadel", "--duration", "short"],
        ["--env", "Stuka/Campaign-v0", "--duration", "short"],
        ["--operation", "case_blue"],
    ],
)
def test_every_kind_of_war(tmp_path: Path, words: list[str]) -> None:
    assert run(tmp_path, "--episodes", "2", "--policies", "doctrine", "random", *words) == 0


def test_several_trainings_are_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, "--episodes", "4", "--policies", "doctrine", "flyers=random,random_flyer,lone_wolf") == 0
    line = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))["policies"][1]
    rows = list(csv.DictReader((tmp_path / "results.csv").read_text(encoding="utf-8").splitlines()))
    assert [(row["policy"], row["member"]) for row in rows[::4]] == [
        ("doctrine", ""), ("flyers", "random"), ("flyers", "random_flyer"), ("flyers", "lone_wolf"),
    ]  # fmt: skip
    means = [
        np.mean([int(row["score"]) for row in rows if row["member"] == member["policy"]]) for member in line["members"]
    ]
    assert [member["score"] for member in line["members"]] == means
    assert line["score"]["mean"] == pytest.approx(np.mean(means))
    assert line["spread"] == pytest.approx(np.std(means, ddof=1))
    assert line["wars"] == 12 == sum(line["levels"].values())
    assert "flyers: 3 trainings" in capsys.readouterr().out


def test_a_pattern_finds_the_trainings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("b", "a"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "best.safetensors").touch()
    monkeypatch.chdir(tmp_path)
    assert group_members("*/best.safetensors@sampled") == [f"{name}/best.safetensors@sampled" for name in "ab"]
    assert group_members("x.zip,y.zip@sampled") == ["x.zip@sampled", "y.zip@sampled"]
    assert group_members("planner@8,planner@64") == ["planner@8", "planner@64"]
    assert is_group("ppo=*/best.safetensors") and not is_group("runs/lr=1/agent.zip") and not is_group("doctrine")


def test_a_policy_file_that_is_not_there_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("sb3_contrib")
    (tmp_path / "broken.zip").write_bytes(b"PK no zip")
    (tmp_path / "broken.safetensors").write_bytes(b"no safetensors")
    for file in ("missing.zip", "broken.zip", "missing.safetensors", "broken.safetensors"):
        assert run(tmp_path / "out", "--policies", str(tmp_path / file)) == 2
        error = capsys.readouterr().err
        assert error.startswith("evaluate.py: ") and error.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_somebody_elses_policies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = ["doctrine", f"{__name__}:FirstLegal", f"{__name__}:Stubborn"]
    assert run(tmp_path, "--episodes", "2", "--policies", *names) == 0
    lines = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))["policies"]
    assert [line["unfinished"] for line in lines] == [0, 0, 2]
    assert lines[2]["score"] == {"mean": 0.0, "low": 0.0, "high": 0.0}
    assert sum(lines[2]["levels"].values()) == 0 and lines[2]["wars"] == 2
    rows = list(csv.DictReader((tmp_path / "results.csv").read_text(encoding="utf-8").splitlines()))
    assert [row["finished"] for row in rows] == ["1"] * 4 + ["0"] * 2
    report = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "wars not finished" in report and "100.0 %" in report
    printed = capsys.readouterr()
    named = "stubborn answers with nothing but illegal actions, 2 of 2 wars cut off"
    assert f"warning: {named}" in printed.err and f"\n{named}" in printed.out and "2 ILLEGAL" in printed.out
    assert printed.err.count("warning") == 1 and [line["illegal"] for line in lines] == [0, 0, 200]


def test_wars_that_an_earlier_evaluation_kept_are_deleted_with_its_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only the files that its results list; a file of the user stays."""
    assert run(tmp_path, *MISSIONS, "--episodes", "2", "--policies", "random", "doctrine", "--save-replays", "2") == 0
    folder = tmp_path / "replays"
    (folder / "mine.json").write_text("{}")
    assert run(tmp_path, *MISSIONS, "--episodes", "2", "--policies", "kette", "--save-replays", "1") == 0
    assert "deleted: 7 files of the wars that an earlier evaluation kept there" in capsys.readouterr().out
    left = ["desk.html", "kette-0001.json", "mine.json", "war-0001.html"]
    assert sorted(path.name for path in folder.iterdir()) == left
    (folder / "mine.json").unlink()
    assert run(tmp_path, *MISSIONS, "--episodes", "2", "--policies", "kette") == 0
    assert not folder.exists()


@each(
    "kept",
    [
        [{"page": "../report.html", "policies": []}],
        [{"page": "replays/../report.html", "policies": [{"file": "report.html"}]}],
        [{"page": "replays/notes.txt", "policies": [{"file": 3}]}],
        [{"policies": None}],
        7,
    ],
)
def test_results_of_unknown_origin_delete_nothing_else(kept: object, tmp_path: Path) -> None:
    (tmp_path / "replays").mkdir()
    for place in ("report.html", "replays/notes.txt"):
        (tmp_path / place).write_text("kept")
    (tmp_path / "results.json").write_text(json.dumps({"kept_wars": kept}))
    assert drop_earlier_wars(tmp_path / "results.json") == 0
    assert (tmp_path / "report.html").exists() and (tmp_path / "replays" / "notes.txt").exists()


@pytest.mark.parametrize("env", ["Stuka/Mission-v0", "Interceptor/Sortie-v0"])
def test_a_report_names_no_folder_of_this_machine(env: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["--env", env, "--episodes", "2", "--policies", "random_flyer", "--save-replays", "1", "--output", "own"]
    assert main(words) == 0
    report = (tmp_path / "own" / "report.html").read_text(encoding="utf-8")
    assert str(ROOT) not in report and str(tmp_path) not in report and "<code>stuka review FILE</code>" in report


def test_a_file_gets_a_line_for_each_policy_and_no_bar(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, "--episodes", "2", "--policies", "random", "doctrine") == 0
    said = capsys.readouterr().err
    assert re.fullmatch(r"random: 2 wars in \d+ s\ndoctrine: 2 wars in \d+ s\n", said)


def test_the_last_line_is_a_command_to_paste(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = [*MISSIONS, "--episodes", "2", "--policies", "random", "doctrine", "--output", str(tmp_path)]
    assert main(words) == 0
    pasted = shlex.split(capsys.readouterr().out.splitlines()[-1])
    assert pasted == [program_here("python"), "evaluate.py", *words, "--save-replays", "1"]
    assert main(pasted[2:]) == 0
    kept, last = capsys.readouterr().out.splitlines()[-2:]
    assert kept.startswith("1 war of each policy kept in ")
    watch = shlex.split(last)
    assert watch[:2] == [program_here("stuka"), "watch"] and len(watch) == 4
    assert all(Path(file).is_file() for file in watch[2:])


def test_a_policy_that_refuses_in_flight_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, "--episodes", "2", "--policies", "random", f"{__name__}:Refuser") == 2
    place = f"{__file__}:{line_of(Refuser.act, 'raise ')}"
    error = f"evaluate.py: {place}: ValueError: trained with other charts (policy 'refuser')\n"
    assert capsys.readouterr().err == error
    assert list(tmp_path.iterdir()) == []


def line_of(function: Callable[..., object], text: str) -> int:
    """The line of this file where ``text`` first stands in a function."""
    lines, first = inspect.getsourcelines(function)
    return first + next(place for place, line in enumerate(lines) if text in line)


class Deep:
    """A policy with a mistake two calls down, that shows in flight."""

    name = "deep"

    def act(self, sight: PolicyInput, actions: NDArray[np.int64]) -> None:
        actions[:] = self.pick(sight)

    def pick(self, sight: PolicyInput) -> NDArray[np.int64]:
        alone = {"best": sight.masks.argmax(axis=1)} if len(sight.masks) == 1 else {}
        return alone["best"]


class Wanting:
    """A policy that cannot be made."""

    name = "wanting"

    def __init__(self, budget: int) -> None:
        self.budget = budget

    act = FirstLegal.act


def test_a_mistake_in_a_users_policy_is_told_by_file_and_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, "--episodes", "2", "--policies", f"{__name__}:Deep") == 2
    first, *way = capsys.readouterr().err.splitlines()
    line = line_of(Deep.pick, "return")
    assert first == f"evaluate.py: {__file__}:{line}: KeyError: 'best' (policy 'deep')"
    assert [each.partition(": ")[0] for each in way] == [
        f"  {__file__}:{line_of(Deep.act, 'actions[:]')}, in act",
        f"  {__file__}:{line}, in pick",
    ]


def test_a_policy_that_cannot_be_made_is_told_by_file_and_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    word = f"{__name__}:Wanting"
    assert run(tmp_path / "new", "--policies", word) == 2
    error = capsys.readouterr().err
    place = f"{__file__}:{line_of(Wanting, 'class')}"
    assert error.startswith(f"evaluate.py: {place}: Wanting missing a required argument: 'budget' (policy {word!r}")
    assert error.count("\n") == 1 and not (tmp_path / "new").exists()


@each(
    "text, line, said",
    [
        ("import numpy\n\nnumpy.no_such\n", 3, "AttributeError: module 'numpy' has no attribute 'no_such'"),
        ("class Mine:\n    def act(self:\n", 2, "SyntaxError"),
        ("import no_such_library\n", 1, "ModuleNotFoundError: No module named 'no_such_library'"),
        ("class Mine:\n    def __init__(self):\n        1 / 0\n", 3, "ZeroDivisionError: division by zero"),
    ],
)
def test_a_module_with_a_mistake(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], text: str, line: int, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "mine_with_a_mistake", raising=False)
    (tmp_path / "mine_with_a_mistake.py").write_text(text)
    assert run(tmp_path / "new", "--policies", "mine_with_a_mistake:Mine") == 2
    error = capsys.readouterr().err
    assert error.startswith(f"evaluate.py: {tmp_path / 'mine_with_a_mistake.py'}:{line}: {said}")
    assert error.count("\n") == 1


@each(
    "words, meant",
    [
        (["--policies", "doctrin"], "did you mean 'doctrine'?"),
        (["--policies", "planer@64"], "did you mean 'planner'?"),
        (["--policies", f"{__name__}:FirstLegl"], "did you mean 'FirstLegal'?"),
        (["--env", "Stuka/Mision-v0"], "did you mean 'Stuka/Mission-v0'?"),
        (["--operation", "citadell"], "did you mean 'citadel'?"),
    ],
)
def test_the_nearest_name_is_suggested(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], meant: str
) -> None:
    assert run(tmp_path / "new", *words) == 2
    assert meant in capsys.readouterr().err


@each(
    "words, named",
    [
        (["--policies", "ace"], "policy 'ace'"),
        (["--policies"], "policies"),
        (["--policies", "random", "random"], "policies"),
        (["--policies", "both=random,random"], "policies"),
        (["--policies", "a=random", "a=doctrine"], "policies"),
        (["--policies", "none=nowhere/*/best.safetensors"], "policies"),
        (["--policies", "both=random,ace"], "policy 'ace'"),
        (["--policies", "no_such_module:X"], "no_such_module"),
        (["--env", "Stuka/Operation-v1"], "env"),
        (["--operation", "bagration"], "operation"),
        (["--env", "Stuka/Campaign-v0", "--operation", "citadel"], "operation"),
        (["--duration", "long"], "duration"),
        (["--env", "Stuka/Operation-v0", "--segment", "1941-06"], "segment"),
        (["--env", "Stuka/Segment-v0", "--segment", "1942-08", "--operation", "barbarossa"], "segment"),
        (["--episodes", "0"], "episodes"),
        (["--episodes", "many"], "episodes"),
        (["--seed", "-1"], "seed"),
        (["--charts", "/nowhere/at/all"], "charts"),
    ],
)
def test_refused_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], named: str) -> None:
    assert run(tmp_path / "new", *words) == 2
    error = capsys.readouterr().err
    assert error.startswith("evaluate.py: ")
    assert error.count("\n") == 1
    assert named in error
    assert not (tmp_path / "new").exists()


def test_broken_charts_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a4_visibility.toml").write_text("title = ", encoding="utf-8")
    assert run(tmp_path / "out", "--charts", str(tmp_path)) == 2
    error = capsys.readouterr().err
    assert "a4_visibility" in error
    assert error.count("\n") == 1


def test_an_output_that_cannot_be_written_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert run(tmp_path / "file") == 2
    error = capsys.readouterr().err
    assert "output" in error
    assert error.count("\n") == 1


def test_unknown_words_are_refused() -> None:
    with pytest.raises(SystemExit) as stop:
        main(["--wars", "3"])
    assert stop.value.code == 2


def test_a_file_is_whole_or_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "results.json"
    write_whole(path, "first")

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("stuka_env.io.files.os.replace", stopped)
    with pytest.raises(KeyboardInterrupt):
        write_whole(path, "second")
    assert path.read_text(encoding="utf-8") == "first"
    assert list(tmp_path.iterdir()) == [path]


def test_a_refusal_compiles_nothing_first(tmp_path: Path) -> None:
    command = [sys.executable, "evaluate.py", "--policies", "nobody", "--output", str(tmp_path / "results")]
    run = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "STUKA_ENV_CACHE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 2 and run.stderr.count("\n") == 1 and "policy 'nobody': unknown" in run.stderr


def test_ctrl_c_keeps_what_was_flown(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    warm = [sys.executable, "evaluate.py", "--episodes", "2", "--output", str(tmp_path_factory.mktemp("warm"))]
    subprocess.run(warm, cwd=ROOT, check=True, capture_output=True)  # LLVM, while it compiles, may swallow a Ctrl-C
    command = [sys.executable, "-u", "evaluate.py", "--episodes", "100000", "--output", str(tmp_path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("Stuka/Operation-v0")
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=300)  # a cold cache compiles first
    assert process.returncode == 130
    told, again = error.splitlines()[-2:]
    assert told.startswith("evaluate.py: stopped; ") and "Traceback" not in error
    assert shlex.split(again)[:4] == [program_here("python"), "evaluate.py", "--episodes", "100000"]
    parts = list((tmp_path / "flights").glob("doctrine-*.npz"))
    if parts:
        assert again.endswith("--resume")
        results = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))
        assert results["episodes"] == 128 * len(parts) and [p["policy"] for p in results["policies"]] == ["doctrine"]
    else:
        assert list(tmp_path.iterdir()) == []


@each(
    "name, shown",
    [
        ("distilled-operation@sampled", "distilled-operation@sampled"),
        ("runs/my-first-agent/seed-0/best.zip", "runs/my-first-agent/seed-0/best.zip"),
        ("/home/somebody/stuka/runs/my-first-agent/seed-0/best.zip", ".../my-first-agent/seed-0/best.zip"),
        ("a/b/" + "x" * 40 + "-1/seed-0/best.zip", ".../xxxxxxxx...xxxxxxx-1/seed-0/best.zip"),
    ],
)
def test_a_path_keeps_its_file_and_the_folders_of_the_run(name: str, shown: str) -> None:
    assert short(name) == shown and len(shown) <= WIDEST_NAME


def test_a_refusal_has_at_most_300_letters(capsys: pytest.CaptureFixture[str]) -> None:
    long = "x" * 5_000
    for words in (
        ("--track", long),
        ("--env", long),
        ("--policies", long),
        ("--policies", "ace"),
        ("--policies", f"replays:{long}"),
        ("--charts", long),
        ("--charts", "a/" * 2_000),
        ("--check", long),
        ("--sealed", long),
        ("--output", long),
        (f"--{long}",),
        ("--author", "a " * 500),
    ):
        with suppress(SystemExit):
            assert main(words) == 2
        line = capsys.readouterr().err
        assert line.startswith("evaluate.py: ") and line.count("\n") == 1 and len(line) <= 301, words
