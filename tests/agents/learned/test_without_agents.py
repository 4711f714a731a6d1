"""A saved agent in a program that has sb3-contrib and ``stuka_env``, and no laboratory."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sb3_contrib")
pytest.importorskip("pydantic")

from agents.registry import trained_agents
from agents.training.config import make_config
from agents.training.learner import Learner
from agents.training.selection import export
from tests.support.foreign_models import zip_of
from tests.support.places import ROOT
from tests.support.shipped_agents import READ_THE_MAT

NO_AGENTS = """
import sys
sys.modules["agents"] = None  # importing it, or anything in it, is now an ImportError
"""
PLAY = """
try:
    import agents.learned
except ModuleNotFoundError:
    pass
else:
    raise AssertionError("the laboratory is within reach")

import gymnasium
import stuka_env
from stuka_env.networks import load_model

env = gymnasium.make("Stuka/Mission-v0")
for path in sys.argv[1:]:
    model = load_model(path)
    seen, info = env.reset(seed=1)
    over = False
    while not over:
        action, _ = model.predict(seen, action_masks=info["action_mask"], deterministic=True)
        assert info["action_mask"][action]
        seen, reward, over, _, info = env.step(action)
    print(stuka_env.__file__, path, info["result"]["score"])
"""
NETWORKS: dict[str, dict[str, Any]] = {
    **{kind: {"kind": kind, "card": 8, "trunk": 16} for kind in ("structured", "layout")},
    "mlp": {"kind": "mlp", "layers": [16]},
}


def run(code: str, *words: str) -> list[str]:
    """Run code in a new process without ``agents``, and return the lines that it prints."""
    command = [sys.executable, "-c", NO_AGENTS + code, *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def saved_now(kind: str, folder: Path) -> Path:
    """Save an agent as a training does, and return its file."""
    values = {"env": {"id": "Stuka/Mission-v0"}, "num_envs": 2, "network": NETWORKS[kind]}
    learner = Learner(make_config(values | {"ppo": {"n_steps": 2, "batch_size": 4}}, "test"), 0)
    path = export(learner, None, folder / f"{kind}.safetensors")
    learner.close()
    return path


@pytest.mark.slow
def test_agents_play_a_war(tmp_path: Path) -> None:
    files = [str(saved_now(kind, tmp_path)) for kind in NETWORKS] + [
        str(trained_agents()[name]) for name in READ_THE_MAT
    ]
    played = [line.split() for line in run(PLAY, *files)]
    assert [path for _, path, _ in played] == files
    assert {package for package, _, _ in played} == {str(ROOT / "stuka_env" / "__init__.py")}
    assert all(0 <= int(score) <= 200 for *_, score in played)


@pytest.mark.slow
def test_the_examples_of_the_page_run_as_they_stand(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "agents.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    (playing,) = [code for code in blocks if '"best.safetensors"' in code]
    (loading,) = [code for code in blocks if '"old.zip"' in code]
    (said,) = run(playing.replace('"best.safetensors"', repr(str(trained_agents()["distilled-mission"]))))
    assert "'score'" in said
    for kind, policy in (("mlp", "DensePolicy"), ("structured", "StructuredPolicy")):
        code = loading.replace('"old.zip"', repr(str(zip_of(saved_now(kind, tmp_path)))))
        assert run(f"{code}\nprint(type(model.policy).__name__)") == [policy], "the agents of train.py have either"
