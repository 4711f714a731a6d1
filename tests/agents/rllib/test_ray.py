"""Ray: the same figures as without, refusals in a line, Ctrl-C, and RLlib's PPO under the mask."""

import dataclasses
import importlib.util
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from numpy.typing import NDArray

from agents.commands import evaluate
from agents.evaluation import cluster
from agents.seeds import check_training_seeds
from stuka_env.policy import PolicyInput
from tests.support.commands import wait_for
from tests.support.each import each
from tests.support.places import ROOT

RAY = pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="needs the extra ray")
FEW = ["--env", "Stuka/Segment-v0", "--duration", "short", "--episodes", "20"]
SETTINGS = {"id": "Stuka/Mission-v0", "keywords": {"segment": "1941-06"}, "factor": 2.0, "seed": 1, "begun": 0}
TRAINING = """
name: run
env: {id: Stuka/Mission-v0, segment: 1941-06}
steps: 200
num_envs: 4
network: {kind: mlp, layers: [16]}
ppo: {n_steps: 32, batch_size: 64, epochs: 1}
checkpoint_every: 100
"""


class Foreign:
    """Somebody else's policy, which calls itself something else than what it is asked for by."""

    name = "foreign"

    def act(self, sight: PolicyInput, actions: NDArray[np.int64]) -> None:
        actions[:] = sight.masks.argmax(axis=1)


class Refusing(Foreign):
    """A policy that does not like its second look."""

    name = "refusing"

    def act(self, sight: PolicyInput, actions: NDArray[np.int64]) -> None:
        if len(actions) > 1:
            raise ValueError("too many wars at once")
        super().act(sight, actions)


def figures(folder: Path) -> Any:
    """Return the results without the command and the times."""
    found = json.loads((folder / "results.json").read_text())
    del found["command"]
    for policy in found["policies"]:
        del policy["decisions_per_second"]
    return found


# --- evaluations ---


@RAY
def test_the_same_figures(tmp_path: Path) -> None:
    words = [*FEW, "--policies", "random", f"{__name__}:Foreign"]
    assert evaluate([*words, "--output", str(tmp_path / "here")]) == 0
    there = [*words, "--output", str(tmp_path / "there"), "--resume", "--ray"]
    assert evaluate(there) == 0
    assert (tmp_path / "there" / "results.csv").read_bytes() == (tmp_path / "here" / "results.csv").read_bytes()
    assert figures(tmp_path / "there") == figures(tmp_path / "here")
    parts = sorted((tmp_path / "there" / "flights").iterdir())
    assert len(parts) == 4
    written = [path.stat().st_mtime_ns for path in parts]
    parts[0].unlink()
    assert evaluate(there) == 0
    assert [path.stat().st_mtime_ns for path in parts[1:]] == written[1:] and parts[0].exists()
    assert (tmp_path / "there" / "results.csv").read_bytes() == (tmp_path / "here" / "results.csv").read_bytes()


@RAY
def test_a_refusal_comes_home_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*FEW, "--ray", "--output", str(tmp_path), "--policies"]
    assert evaluate([*words, f"{__name__}:Refusing"]) == 2
    assert "policy 'refusing': too many wars at once" in capsys.readouterr().err.splitlines()[-1]
    monkeypatch.setattr(cluster, "remote_policy_digest", lambda policy, game: "another version")
    assert evaluate([*words, "random"]) == 2
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.endswith(f"{socket.gethostname()} has another version of this package, or of policy 'random'")
    assert not list(tmp_path.glob("results.*"))


@RAY
def test_nobody_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
        assert evaluate([*FEW, "--policies", "random", "--output", str(tmp_path), "--ray", address]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"evaluate.py: ray: no answer from {address} (") and error.count("\n") == 1


@each("address", ["nonsense", "host:", "http://host:1", "host:123456", ":1"])
def test_no_address(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluate([*FEW, "--ray", address]) == 2
    error = capsys.readouterr().err
    assert f"ray: got {address!r}, allowed is HOST:PORT" in error and error.count("\n") == 1


def test_without_ray(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert evaluate([*FEW, "--output", str(tmp_path / "new"), "--ray"]) == 2
    wanted = f"ray: ray is not installed in {sys.executable}, the extra 'ray' of stuka-agents brings it"
    assert wanted in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def processes_with(word: str) -> list[str]:
    """Command lines of processes that name ``word``."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = path.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        found += [line] * (word in line and str(os.getpid()) != path.parent.name)
    return found


@RAY
@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc")
def test_ctrl_c_ends_ray_too(tmp_path: Path) -> None:
    folder = f"/tmp/r{os.getpid()}"  # Ray's sockets need a short path
    words = ["--env", "Stuka/Campaign-v0", "--episodes", "20000", "--policies", "doctrine"]
    process = subprocess.Popen(
        [sys.executable, "evaluate.py", *words, "--resume", "--ray", "--output", str(tmp_path)],
        cwd=ROOT, env=os.environ | {"RAY_TMPDIR": folder}, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    wait_for(lambda: list((tmp_path / "flights").glob("*.npz")), process, 120)
    assert any("raylet" in line for line in processes_with(folder))
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130 and "Traceback" not in said
    assert said.splitlines()[-1].endswith("the same command goes on")
    for _ in range(100):
        if not processes_with(folder):
            break
        time.sleep(0.2)
    assert not processes_with(folder)


# --- RLlib ---


def test_masked_wars() -> None:
    from agents.rllib.masked_env import IllegalActionError, MaskedEnv

    war = MaskedEnv(SETTINGS)
    inner: Any = war.unwrapped
    seen, info = war.reset(seed=3)
    assert war.observation_space.contains(seen) and info == {}
    assert np.array_equal(seen["action_mask"] != 0, inner.action_masks())
    legal, illegal = int(seen["action_mask"].argmax()), int(seen["action_mask"].argmin())
    with pytest.raises(IllegalActionError, match=f"action {illegal} is illegal in "):
        war.step(np.int64(illegal))
    assert war.observation_space.contains(war.step(np.int64(legal))[0])


def test_runners_fly_training_wars_of_their_own() -> None:
    from agents.rllib.masked_env import MaskedEnv

    class Context(dict[str, Any]):
        worker_index = 0

    seeds: list[int] = []

    class Asked(gymnasium.Wrapper[Any, Any, Any, Any]):
        def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
            seeds.append(seed or 0)
            return super().reset(seed=seed, options=options)

    for runner in (1, 2):
        context = Context(SETTINGS)
        context.worker_index = runner
        war = MaskedEnv(context)
        war.env = Asked(war.env)
        for own in range(4):
            war.reset(seed=runner + own)  # RLlib's seeds of two runners overlap
    check_training_seeds(seeds)
    assert len(set(seeds)) == 8


def rllib(*words: str) -> int:
    """Run the command in this process."""
    from agents.commands import rllib as main

    return main(list(words))


@RAY
@each(
    "word, said",
    [
        ("ppo.gama=1", "ppo.gama: unknown key; did you mean gamma?"),
        ("ppo.tables=2", "ppo.tables: RLlib's training does not go by it"),
        ("threads=2", "threads: RLlib's training does not go by it"),
        ("network={kind: structured}", "network.kind: got 'structured', allowed is 'mlp'"),
        ("network.roster=true", "network.roster: got true, allowed is false"),
        ("num_envs=5", "runners: got 2, allowed is 0 or a divisor of num_envs = 5"),
    ],
)
def test_what_rllib_cannot_do(word: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "c.yaml").write_text(TRAINING)
    words = ("--config", str(tmp_path / "c.yaml"), "--set", word, "--runners", "2", "--output", str(tmp_path / "runs"))
    assert rllib(*words) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1 and not (tmp_path / "runs").exists()


@RAY
def test_rllib_trains_and_goes_on(tmp_path: Path) -> None:
    (tmp_path / "c.yaml").write_text(TRAINING)
    assert rllib("--config", str(tmp_path / "c.yaml"), "--output", str(tmp_path)) == 0
    folder = tmp_path / "run" / "seed-0"
    first = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    assert len(first) == 2 and first[-1]["wars"] > 0
    assert [path.name for path in folder.glob("checkpoint-*")] == [f"checkpoint-{first[-1]['steps']:011}"]
    config = tmp_path / "run" / "config.yaml"
    config.write_text(config.read_text().replace("steps: 200", "steps: 300"))
    assert rllib("--resume", str(tmp_path / "run")) == 0
    lines = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    assert lines[:2] == first and len(lines) == 3 and lines[2]["steps"] > 300
    assert [path.name for path in folder.glob("checkpoint-*")] == [f"checkpoint-{lines[2]['steps']:011}"]


@RAY
@pytest.mark.parametrize("masked", [False, True])
def test_the_named_observation_suits_rllibs_own_catalogue(masked: bool) -> None:
    """Flatten the named observation with RLlib's connector, and find an encoder for it in RLlib's catalogue."""
    import torch
    from ray.rllib.connectors.env_to_module import FlattenObservations
    from ray.rllib.core.models.catalog import Catalog
    from ray.rllib.core.rl_module.default_model_config import DefaultModelConfig
    from ray.rllib.utils.numpy import flatten_inputs_to_1d_tensor
    from ray.rllib.utils.spaces.space_utils import get_base_struct_from_space

    env = gymnasium.make("Stuka/Mission-v0", observation="mat", mask_in_observation=masked)
    flat = FlattenObservations(env.observation_space, env.action_space).observation_space
    encoder = Catalog(flat, env.action_space, dataclasses.asdict(DefaultModelConfig())).build_encoder("torch")
    seen, _ = env.reset(seed=1)
    row = flatten_inputs_to_1d_tensor(seen, get_base_struct_from_space(env.observation_space), batch_axis=False)
    assert encoder({"obs": torch.as_tensor(row)[None]})["encoder_out"].shape == (1, 256)
