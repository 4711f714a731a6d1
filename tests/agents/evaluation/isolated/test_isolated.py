"""Policies that play apart: honest ones play as before, cheats find nothing, and failures are one line."""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents.commands import evaluate as main
from agents.evaluation.entries import read_entry
from agents.evaluation.evaluation_parts import digests_of_files
from agents.evaluation.isolated.isolated_policy import IsolatedPolicy, Isolation, is_of_the_house, source_of
from agents.evaluation.options import isolation_of, make_policy_group
from stuka_env.engine.engine import Engine
from stuka_env.flights import episodes
from stuka_env.flights.episodes import FlightError, Flown, fly_wars, policy_input
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.game import game_named
from tests.support import cheats
from tests.support.places import ROOT
from tests.support.tracks import TINY, fly_tiny

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="policies play apart on Linux only")
HERE = "tests.support.cheats"
SPEC = TINY.headline.spec()
SEEDS = evaluation_seeds(5, 12)
FEW = ["--env", "Stuka/Mission-v0", "--episodes", "12", "--no-luck"]


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def apart(name: str, **settings: Any) -> IsolatedPolicy:
    return IsolatedPolicy(f"{HERE}:{name}", "stuka", Isolation(**settings))


def fly(policy: Any) -> Flown:
    return fly_wars(policy, SPEC, SEEDS)


def honest_scores() -> list[float]:
    return fly(cheats.Honest()).scores.tolist()


# --- honest policies ---


def test_an_honest_policy_plays_as_in_the_process_of_the_evaluation() -> None:
    policy, own = apart("Noisy"), cheats.Noisy()
    assert policy.name == "noisy" and not policy.remembers and not policy.is_script
    for seeds in (SEEDS, SEEDS[:5]):  # other sizes of the arrays
        mine, theirs = (fly_wars(each, SPEC, seeds, seed=3, side_by_side=4) for each in (own, policy))
        assert mine.scores.tolist() == theirs.scores.tolist() and (mine.decisions == theirs.decisions).all()
    assert policy.limits(SPEC) == ""
    assert list(digests_of_files(policy, SPEC.game)) == ["tests/support/cheats.py"]


def test_the_house_plays_in_the_process_of_the_evaluation() -> None:
    for name in (
        "champion",
        "random",
        "first_option",
        "distilled",
        "planner@64:distilled",
        "agents/models/stuka/distilled.safetensors@sampled",
    ):
        assert is_of_the_house(name, "stuka"), name
    assert is_of_the_house("agents.games.stuka.scripts.doctrine:choose", "stuka")
    for name in (f"{HERE}:Honest", "nobody", "planner@64:mine:Policy"):
        assert not is_of_the_house(name, "stuka"), name
    group = make_policy_group("doctrine", "stuka", Isolation())
    assert not isinstance(group.members[0], IsolatedPolicy)


def test_the_file_of_a_policy_is_found_without_its_code() -> None:
    assert source_of(f"{HERE}:Honest", "stuka", str(ROOT)) == Path(cheats.__file__)
    assert source_of("no_such_module:Policy", "stuka", str(ROOT)) is None
    assert source_of("nobody", "stuka", str(ROOT)) is None


@pytest.mark.parametrize("name", ["stuka", "interceptor", "wing", "support"])
def test_public_mats_have_nothing_that_a_player_does_not_see(name: str) -> None:
    game = game_named(name)
    pending = () if name == "stuka" else ("work",)
    assert game.pending_blocks == pending
    dtype = game.engine.arrays.stored["mats"].dtype
    full = np.frombuffer(np.random.default_rng(0).bytes(3 * dtype.itemsize), dtype)
    out = game.public(full)
    assert not out.flags.writeable
    for block in full.dtype.names or ():
        wanted = np.zeros_like(full[block]) if block in pending else full[block]
        assert out[block].tobytes() == wanted.tobytes(), block


# --- cheats ---


@pytest.mark.parametrize("cheat", [cheats.Peeker, cheats.Rehearser])
def test_a_cheat_finds_no_wars(cheat: type[cheats.Peeker]) -> None:
    fair = honest_scores()
    assert fly(cheat()).mean > np.mean(fair) + 10, "in the process of the evaluation it knows the dice"
    assert fly(apart(cheat.__name__)).scores.tolist() == fair


def test_a_cheat_cannot_patch_the_laboratory(monkeypatch: pytest.MonkeyPatch) -> None:
    fair = honest_scores()
    assert fly(apart("Patcher")).scores.tolist() == fair
    monkeypatch.setattr(episodes, "write_results", episodes.write_results)
    assert set(fly(cheats.Patcher()).scores) == {cheats.RIGGED_SCORE}


def test_a_cheat_cannot_copy_the_secret() -> None:
    def fly_with(secret: bytes, policy: Any) -> Flown:
        return fly(policy)

    with pytest.raises(FlightError, match=cheats.SECRET.hex()):
        fly_with(cheats.SECRET, cheats.Copier())
    assert fly_with(cheats.SECRET, apart("Copier")).finished.all()


def test_actions_after_the_turn_change_nothing() -> None:
    engine = Engine(3, SPEC)
    view = engine.new_view()
    engine.reset(view.buffers, [1, 2, 3])
    inputs, actions, fair = policy_input(engine, view), np.zeros(3, np.int64), np.zeros(3, np.int64)
    policy = apart("Late")
    policy.act(inputs, actions)
    cheats.Honest().act(inputs, fair)
    assert policy._arrays is not None and not (fair == cheats.LATE_ACTION).any()
    deadline = time.monotonic() + 60
    while not (policy._arrays.actions == cheats.LATE_ACTION).all() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert (policy._arrays.actions == cheats.LATE_ACTION).all(), "it has written"
    assert (actions == fair).all()


@pytest.fixture
def organiser() -> Iterator[Path]:
    """A file with the secret that everybody may read, beside a process with a mark."""
    with tempfile.NamedTemporaryFile(prefix="organiser-", dir="/tmp") as file:
        file.write(cheats.SECRET)
        file.flush()
        Path(file.name).chmod(0o644)
        process = subprocess.Popen(["sleep", "600"], env={**os.environ, "MARK": cheats.MARK})
        try:
            yield Path(file.name)
        finally:
            process.kill()
            process.wait()


def test_a_cheat_finds_nothing_in_other_processes_and_on_the_disk(organiser: Path) -> None:
    assert {"a process", "environ", "fd", "file", "mem"} <= set(cheats.search())
    policy = apart("Searcher", secret=organiser)
    if "other processes" in policy.missing or "the file of the secret" in policy.missing:
        pytest.skip(f"this system could not forbid {', '.join(policy.missing)}")
    assert policy.name == "searcher found nothing"
    assert organiser.read_bytes() == cheats.SECRET


def test_the_process_may_do_little() -> None:
    cheats.reach_the_network()
    policy = apart("Escaper")
    if policy.missing:
        pytest.skip(f"this system could not forbid {', '.join(policy.missing)}")
    assert policy.name == "escaper could do nothing in []"


# --- failures ---


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Hanging", "policy 'hanging': gave no answer in time"),
        ("Wild", "policy 'wild': answered 10000, allowed is an action from 0 to 134"),
        ("Wrong", r"policy 'wrong': .*cheats.py:\d+: KeyError: 'a mistake'"),
    ],
)
def test_a_failure_is_one_line(name: str, reason: str) -> None:
    policy = apart(name, seconds=2.0)
    for _ in range(2):  # it has ended
        with pytest.raises(FlightError, match=reason):
            fly(policy)


def test_the_other_policies_go_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = [*FEW, "--isolated", "5", "--policies", f"{HERE}:Dying", f"{HERE}:Noisy", "random"]
    assert main([*words, "--output", str(tmp_path)]) == 1
    lines = [line for line in capsys.readouterr().err.splitlines() if "dying" in line]
    assert lines == ["not flown: policy 'dying': its process has ended"]
    results = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))
    assert results["not_flown"] == ["dying"] and [each["policy"] for each in results["policies"]] == ["noisy", "random"]
    assert main([*FEW, "--policies", f"{HERE}:Noisy", "random", "--output", str(tmp_path / "plain")]) == 0
    plain = json.loads((tmp_path / "plain" / "results.json").read_text(encoding="utf-8"))
    assert [each["score"] for each in plain["policies"]] == [each["score"] for each in results["policies"]]


def test_a_policy_that_cannot_be_loaded_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = [*FEW, "--output", str(tmp_path), "--isolated"]
    assert main([*words, "--policies", f"{HERE}:Nobody"]) == 2
    assert f"evaluate.py: policy '{HERE}:Nobody': {HERE} has no 'Nobody'" in capsys.readouterr().err
    assert main([*words, "none", "--policies", "random"]) == 2
    assert "isolated: got 'none', allowed is a number of seconds above 0" in capsys.readouterr().err
    assert main([*words, "--ray", "--policies", f"{HERE}:Honest"]) == 2
    assert "no cluster with policies that play apart" in capsys.readouterr().err


# --- sealed wars ---


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    few = TINY._replace(scenarios=TINY.scenarios[:1])
    for module in ("entries", "track_options", "tracks"):
        monkeypatch.setattr(f"agents.evaluation.{module}.all_tracks", lambda: {"tiny": few})


@pytest.mark.slow
@pytest.mark.usefixtures("tiny")
def test_sealed_wars_are_flown_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    secret = tmp_path / "secret"
    secret.write_bytes(cheats.SECRET)
    assert fly_tiny(tmp_path, "--sealed", str(secret), "--policies", f"{HERE}:Wild", f"{HERE}:Rehearser") == 1
    assert "not flown: policy 'wild': answered 10000" in capsys.readouterr().err
    (file,) = tmp_path.glob("tiny-rehearser-sealed-*.json")
    entry = read_entry(file)
    assert (
        entry.kind == "other"
        and entry.seal is not None
        and list(entry.seal.policy_files) == ["tests/support/cheats.py"]
    )
    assert main(["--check", str(file), "--sealed", str(secret), "--refly", "12"]) == 0


def test_a_secret_isolates_by_itself(tmp_path: Path) -> None:
    words = argparse.Namespace(isolated=None, sealed=str(tmp_path / "secret"))
    assert isolation_of(words) == Isolation(60.0, tmp_path / "secret")
    words = argparse.Namespace(isolated="2.5", sealed=None)
    assert isolation_of(words) == Isolation(2.5, None)
    assert isolation_of(argparse.Namespace(isolated=None, sealed=None)) is None
