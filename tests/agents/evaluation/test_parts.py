"""Evaluations in parts: flown anywhere, kept, gone on with."""

import json
import pickle
import shlex
import tracemalloc
import zipfile
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from agents.commands import evaluate
from agents.evaluation import evaluate as command
from agents.evaluation.cluster import with_whole_path
from agents.evaluation.evaluation_parts import (
    EvaluationPart,
    KeptParts,
    first_wars,
    fly_part,
    part_file,
    policy_digest,
    read_part,
    split,
    write_part,
)
from agents.games.stuka.evaluation import game as stuka_game
from agents.games.stuka.evaluation.game import EVALUATED
from agents.games.stuka.luck.recorder import fly_with_luck
from agents.registry import make_policy, policy_files
from stuka_env.flights.episodes import ARRAYS, Flown, join
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.interceptor.codes import Scale as InterceptorScale
from stuka_env.games.interceptor.scenario.plan import WarSpec as CareerSpec
from stuka_env.games.stuka.codes import Duration, Scale
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.io.command_line import program_here
from stuka_env.policy import Policy, PolicyInput, load_policy
from tests.support.places import ROOT

SCENARIO = WarSpec(scale=Scale.SEGMENT, segment=0, regular=Duration.SHORT)
WHOLE = EvaluationPart("random", SCENARIO, evaluation_seeds(1, 10), 3)
FEW = ["--env", "Stuka/Segment-v0", "--duration", "short", "--episodes", "5", "--policies", "random", "doctrine"]


def same(first: Flown, second: Flown) -> bool:
    return all(getattr(first, name).tobytes() == getattr(second, name).tobytes() for name in ARRAYS)


def test_parts_come_to_the_whole_wherever_they_are_flown() -> None:
    whole = fly_with_luck(make_policy("random"), SCENARIO, WHOLE.seeds, seed=3, num_threads=2)
    parts = split(WHOLE, 4)
    assert [len(part.seeds) for part in parts] == [4, 4, 2]
    sent = [pickle.loads(pickle.dumps(part)) for part in parts]
    flights = [pickle.loads(pickle.dumps(fly_part(part))) for part in reversed(sent)]
    assert same(join(flights[::-1]), whole)


def test_parts_of_the_second_game_fly_elsewhere_too() -> None:
    part = EvaluationPart("veteran", CareerSpec.read(InterceptorScale.SORTIE), evaluation_seeds(1, 3), 0)
    here, there = fly_part(part), fly_part(pickle.loads(pickle.dumps(part)))
    assert here.results.tobytes() == there.results.tobytes()


def test_a_part_is_kept_as_it_was(tmp_path: Path) -> None:
    flown = fly_part(WHOLE)
    write_part(flown, tmp_path / "part.npz")
    again = read_part(tmp_path / "part.npz", WHOLE.seeds, EVALUATED.no_wars)
    assert again is not None and same(flown, again) and again.seconds == flown.seconds
    with np.load(tmp_path / "part.npz") as kept:
        assert {*kept.files} == {*Flown._fields} - {"seeds"}
    assert again.logs.dtype.names == flown.logs.dtype.names


@pytest.mark.parametrize("damage", [b"", b"no npz", b"PK\x03\x04"])
def test_a_broken_part_is_none(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / "part.npz").write_bytes(damage)
    assert read_part(tmp_path / "part.npz", WHOLE.seeds, EVALUATED.no_wars) is None
    write_part(fly_part(WHOLE), tmp_path / "part.npz")
    whole = (tmp_path / "part.npz").read_bytes()
    (tmp_path / "part.npz").write_bytes(whole[: len(whole) // 2])
    assert read_part(tmp_path / "part.npz", WHOLE.seeds, EVALUATED.no_wars) is None
    assert read_part(tmp_path / "nothing.npz", WHOLE.seeds, EVALUATED.no_wars) is None


def rewritten(path: Path, name: str, change: Callable[[bytes], bytes]) -> None:
    """Write an archive again, with another member."""
    with zipfile.ZipFile(path) as archive:
        members = {member: archive.read(member) for member in archive.namelist()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, contents in members.items():
            archive.writestr(member, change(contents) if member == f"{name}.npy" else contents)


def test_a_damaged_part_is_none_and_takes_no_memory(tmp_path: Path) -> None:
    path = write_part(fly_part(WHOLE), tmp_path / "part.npz")
    whole = path.read_bytes()
    for place in range(0, len(whole), 7):  # zlib.error, TokenError, BadZipFile and more
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 255]) + whole[place + 1 :])
        read_part(path, WHOLE.seeds, EVALUATED.no_wars)
    for name, change in {
        "scores": lambda data: data.replace(b"'shape': (10,), ", b"'shape': (9000000000000,), "[:16]),
        "decisions": lambda data: data.replace(b"(10,), }", b"(10**9 }"),
        "illegal": lambda data: data.replace(b"<i8", b"<f8"),
        "finished": lambda data: data.replace(b"|b1", b"|O1"),
    }.items():
        path.write_bytes(whole)
        rewritten(path, name, change)
        assert read_part(path, WHOLE.seeds, EVALUATED.no_wars) is None, name
    huge = b"{'descr': '<i8', 'fortran_order': False, 'shape': (100000000000,), }\n"
    path.write_bytes(whole)
    rewritten(path, "decisions", lambda data: data[:8] + len(huge).to_bytes(2, "little") + huge + data[128:])
    tracemalloc.start()
    assert read_part(path, WHOLE.seeds, EVALUATED.no_wars) is None
    assert tracemalloc.get_traced_memory()[1] < 8 << 20
    tracemalloc.stop()


def test_a_part_of_other_wars_does_not_count(tmp_path: Path) -> None:
    kept = KeptParts(tmp_path, reuse=True, no_wars=EVALUATED.no_wars)
    kept.keep(WHOLE, "digest", fly_part(WHOLE))
    assert kept.find(WHOLE, "digest") is not None
    write_part(fly_part(WHOLE._replace(seeds=evaluation_seeds(9, 9))), part_file(WHOLE, "digest", tmp_path))
    assert kept.find(WHOLE, "digest") is None


def test_another_question_has_another_place(tmp_path: Path) -> None:
    others = [
        WHOLE,
        WHOLE._replace(policy="doctrine"),
        WHOLE._replace(seed=4),
        WHOLE._replace(seeds=evaluation_seeds(2, 10)),
        WHOLE._replace(seeds=WHOLE.seeds[:9]),
        WHOLE._replace(spec=WarSpec(scale=Scale.SEGMENT, segment=0)),
    ]
    places = {part_file(part, policy_digest(make_policy(part.policy), EVALUATED), tmp_path) for part in others}
    assert len(places) == len(others)
    assert part_file(WHOLE, "other sources", tmp_path) not in places
    assert part_file(WHOLE, policy_digest(make_policy("random"), EVALUATED), tmp_path) in places


def test_a_policy_file_is_part_of_the_question(tmp_path: Path) -> None:
    policy = make_policy("random")
    policy.name = f"{tmp_path / 'agent.safetensors'}@sampled"
    (tmp_path / "agent.safetensors").write_bytes(b"one")
    before = policy_digest(policy, EVALUATED)
    assert policy_digest(policy, EVALUATED) == before
    (tmp_path / "agent.safetensors").write_bytes(b"two")
    assert policy_digest(policy, EVALUATED) != before


class Interrupted:
    """A policy during whose third part somebody presses Ctrl-C."""

    name = "interrupted"
    flights = 0

    def act(self, sight: PolicyInput, actions: NDArray[np.int64]) -> None:
        if Interrupted.flights == 2:
            raise KeyboardInterrupt
        actions[:] = sight.masks.argmax(axis=1)


def test_it_goes_on_where_it_was_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    flown: list[int] = []

    def counted(policy: object, spec: object, seeds: NDArray[np.uint64], **rest: object) -> Flown:
        Interrupted.flights = len(flown)
        ended = fly_with_luck(policy, spec, seeds, **rest)  # type: ignore[arg-type]
        flown.append(len(seeds))
        return ended

    monkeypatch.setattr(stuka_game, "EVALUATED", replace(stuka_game.EVALUATED, fly=counted))
    monkeypatch.setattr(command, "split", lambda whole: split(whole, 2))
    monkeypatch.setattr(command, "first_wars", partial(first_wars, wars=2))
    words = [*FEW[:-2], f"{__name__}:Interrupted", "--resume", "--output", str(tmp_path)]
    assert evaluate(words) == 130
    told, again = capsys.readouterr().err.splitlines()[-2:]
    assert told.endswith(
        "stopped; the report has 1 of 1 policies, 4 of 5 wars; "
        f"flown wars are kept in {tmp_path / 'flights'}; to continue:"
    )
    assert shlex.split(again) == [program_here("python"), "evaluate.py", *words]
    results = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))
    assert flown == [2, 2] and results["episodes"] == 4 == results["policies"][0]["wars"]
    flown[:], Interrupted.flights = [], 0
    assert evaluate(words) == 0
    assert flown == [1]
    first = (tmp_path / "results.csv").read_bytes()
    monkeypatch.setattr(stuka_game, "EVALUATED", replace(stuka_game.EVALUATED, fly=fly_with_luck))
    monkeypatch.setattr(Interrupted, "flights", 0)
    assert evaluate([*words[:-3], "--output", str(tmp_path / "plain")]) == 0
    assert (tmp_path / "plain" / "results.csv").read_bytes() == first
    assert not (tmp_path / "plain" / "flights").exists()


@pytest.mark.parametrize("resume", [False, True])
def test_a_stop_keeps_the_policies_that_are_complete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], resume: bool
) -> None:
    """With or without --resume: the report has who is complete, and with it the next flight begins after that."""
    monkeypatch.setattr(Interrupted, "flights", 0)

    def stopping(policy: object, *rest: object, **options: object) -> Flown:
        Interrupted.flights = 2
        return fly_with_luck(policy, *rest, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(stuka_game, "EVALUATED", replace(stuka_game.EVALUATED, fly=stopping))
    words = [*FEW[:-1], f"{__name__}:Interrupted", "doctrine", "--output", str(tmp_path)]
    assert evaluate(words + ["--resume"] * resume) == 130
    told, again = capsys.readouterr().err.splitlines()[-2:]
    assert "the report has 1 of 3 policies, 5 of 5 wars" in told and shlex.split(again)[2:] == [*words, "--resume"]
    results = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))
    assert [line["policy"] for line in results["policies"]] == ["random"]
    assert results["not_flown"] == ["interrupted", "doctrine"]
    flown: list[str] = []

    def counted(policy: Policy, *rest: object, **options: object) -> Flown:
        flown.append(policy.name)
        return fly_with_luck(policy, *rest, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(stuka_game, "EVALUATED", replace(stuka_game.EVALUATED, fly=counted))
    monkeypatch.setattr(Interrupted, "flights", 0)
    assert evaluate(shlex.split(again)[2:]) == 0
    assert flown == ["interrupted", "doctrine"]


def test_an_agent_that_ships_is_told_from_its_successor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agents.registry.MODELS", tmp_path)
    model = tmp_path / "stuka" / "distilled-mission.safetensors"
    model.parent.mkdir()
    model.write_bytes(b"first")
    policy = make_policy("doctrine")
    policy.name = "distilled-mission@sampled"
    before = policy_digest(policy, EVALUATED)
    model.write_bytes(b"second")
    assert policy_digest(policy, EVALUATED) != before


def test_so_is_what_stands_behind_an_option(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A planner's agent, and the run that a script was improved by."""
    monkeypatch.setattr("agents.registry.MODELS", tmp_path)
    model, gains = tmp_path / "stuka" / "distilled-mission.safetensors", tmp_path / "run" / "gains.pt"
    (tmp_path / "run" / "positions").mkdir(parents=True)
    model.parent.mkdir()
    model.write_bytes(b"first")
    gains.write_bytes(b"first")
    assert policy_files("planner@64:distilled-mission") == [model] and policy_files("planner@64") == []
    assert policy_files(f"planner@64:{model}") == [model] and policy_files("old_hand") == []
    assert policy_files(f"improved@{tmp_path / 'run'}") == [gains]


def test_other_machines_get_whole_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "run").mkdir()
    (tmp_path / "own.safetensors").touch()
    for name in ("old_hand", "planner@64", "planner@64:distilled-mission", "distilled-mission@sampled", "module:Class"):
        assert with_whole_path(name) == name
    assert with_whole_path("own.safetensors@sampled") == f"{tmp_path / 'own.safetensors'}@sampled"
    assert with_whole_path("planner@64:own.safetensors") == f"planner@64:{tmp_path / 'own.safetensors'}"
    assert with_whole_path("improved@run") == f"improved@{tmp_path / 'run'}"


def test_a_script_of_the_users_own_is_told_from_its_successor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOT / "agents" / "games" / "stuka" / "scripts" / "random_flyer.py").read_text(encoding="utf-8")
    script = tmp_path / "script_of_mine.py"
    script.write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    policy = load_policy("script_of_mine:choose")
    before = policy_digest(policy, EVALUATED)
    script.write_text(text + "# changed", encoding="utf-8")
    assert policy_digest(policy, EVALUATED) != before
