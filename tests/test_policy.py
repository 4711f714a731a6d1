"""Policies by name: ``module:Name`` without the laboratory, and names by its entry points."""

import os
import subprocess
import sys
import tomllib
from importlib.metadata import EntryPoint
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents.evaluation.evaluation_parts import EvaluationPart
from agents.evaluation.options import make_policy_group
from agents.games.stuka.players import MAKERS, SCRIPTS
from agents.registry import make_policy, policy_names, trained_agents
from stuka_env import policy as policies
from stuka_env.compiling.compilation import compiled
from stuka_env.flights.frozen_wars import fly as fly_policy
from stuka_env.game import game_names, game_of
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.codes import Act, Scale
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.table import Mask
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.play.advice import make_adviser
from stuka_env.policy import (
    NEUTRAL,
    POLICY_MODULES,
    RANDOM,
    SAVED_AGENT,
    PolicyInput,
    ScriptedPolicy,
    UnknownPolicyError,
    as_policy,
    load_foreign,
    load_policy,
)
from tests.support.places import ROOT

GROUP = "stuka_env.policies"
"""Entry points of the first game."""
PROJECT = tomllib.loads((ROOT / "agents" / "pyproject.toml").read_text(encoding="utf-8"))
NAMES = (*SCRIPTS, NEUTRAL, *MAKERS, *trained_agents("stuka"), SAVED_AGENT)
LABORATORY = EntryPoint("stuka-agents", "agents.registry", POLICY_MODULES)


class First:
    """Takes the first legal action."""

    name = "first"

    def act(self, inputs: Any, actions: Any) -> None:
        actions[:] = np.argmax(inputs.masks, axis=1)


class Silent:
    """No policy."""


@compiled
def stay_down(mat: Mat, charts: Charts, mask: Mask, noise: int) -> int:
    """Never flies."""
    return Act.NO_FLY


@compiled
def no_script(mask: Mask) -> int:
    """Has nothing but the mask."""
    return int(mask[0])


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Provide the entry point of the laboratory, whether it is installed or not."""
    declared = PROJECT["project"]["entry-points"][POLICY_MODULES]
    assert list(declared.values()) == [LABORATORY.value]
    monkeypatch.setattr(policies, "entry_points", lambda group: [LABORATORY] if group == POLICY_MODULES else [])


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide all entry points, as where only the package is installed."""
    monkeypatch.setattr(policies, "entry_points", lambda group: [])


def test_the_laboratory_declares_every_folder() -> None:
    folders = {path.parent.relative_to(ROOT) for path in (ROOT / "agents").rglob("__init__.py")}
    assert sorted(".".join(folder.parts) for folder in folders) == sorted(PROJECT["tool"]["setuptools"]["packages"])
    for pattern in PROJECT["tool"]["setuptools"]["package-data"]["agents"]:
        assert list((ROOT / "agents").glob(pattern)), pattern
    assert "Private :: Do Not Upload" in PROJECT["project"]["classifiers"]


def test_policies_are_listed_by_game(installed: None) -> None:
    assert sorted(policies.installed_policies()) == sorted(NAMES)
    for game in game_names():
        names = policies.installed_policies(game)
        of_others = {*chain(*map(trained_agents, game_names()))} - {*trained_agents(game)}
        assert names == policy_names(game) and len({*names}) == len(names)
        assert {RANDOM, NEUTRAL, SAVED_AGENT, *trained_agents(game)} <= {*names} and not of_others & {*names}
    assert {"planner", "veteran", "distilled"} <= {*policies.installed_policies("interceptor")}
    assert policies.installed_policies("dogfight") == (NEUTRAL, RANDOM, SAVED_AGENT)


def test_a_listing_needs_no_torch() -> None:
    code = "import sys; from agents.registry import policy_names; print(len(policy_names()), 'torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == f"{len(NAMES)} False\n", done.stderr


@pytest.mark.parametrize("name", ["doctrine", "planner@64", "random"])
def test_a_name_by_entry_point(installed: None, name: str) -> None:
    made, own = load_policy(name), make_policy(name)
    assert (made.name, type(made)) == (name, type(own))


def test_a_saved_agent_by_entry_point(installed: None) -> None:
    pytest.importorskip("sb3_contrib")
    kept = str(trained_agents()["distilled-mission"])
    assert load_policy(f"{kept}@sampled").name == f"{kept}@sampled"
    with pytest.raises(ValueError, match="there is no such file"):
        load_policy("nothing.safetensors")


@pytest.mark.usefixtures("alone")
def test_a_class_and_a_compiled_function_by_module() -> None:
    assert load_policy(f"{__name__}:First").name == "first"
    script = load_policy(f"{__name__}:stay_down")
    assert isinstance(script, ScriptedPolicy) and script.name == f"{__name__}:stay_down"
    assert (
        load_foreign("agents.games.stuka.scripts.doctrine:choose").name == "agents.games.stuka.scripts.doctrine:choose"
    )


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("doctrine", "unknown, allowed is module:Name; a clone of the repository adds policies by name"),
        ("mine.zip", "unknown, allowed is module:Name; a clone"),
        ("mine.safetensors", "unknown, allowed is module:Name; a clone"),
        ("no_such_module:X", "No module named 'no_such_module'"),
        (f"{__name__}:Nobody", "has no 'Nobody'"),
        (f"{__name__}:NAMES", "cannot be called"),
        (f"{__name__}:Silent", "has no name and act"),
        (f"{__name__}:no_script", "a script takes 4 arguments: mat, charts, mask, noise"),
    ],
)
@pytest.mark.usefixtures("alone")
def test_without_the_laboratory_one_line_says_what_is_allowed(name: str, reason: str) -> None:
    with pytest.raises(UnknownPolicyError, match=reason) as refused:
        load_policy(name)
    assert str(refused.value).count("\n") == 0


def test_with_the_laboratory_one_line_names_its_policies(installed: None) -> None:
    with pytest.raises(UnknownPolicyError) as refused:
        load_policy("ace")
    assert all(name in str(refused.value) for name in NAMES)


def declare(monkeypatch: pytest.MonkeyPatch, name: str, place: str) -> None:
    """Install a distribution with one policy of the first game, beside the laboratory."""
    entries = {GROUP: [EntryPoint(name, place, GROUP)], POLICY_MODULES: [LABORATORY]}
    monkeypatch.setattr(policies, "entry_points", lambda group: entries.get(group, []))


def test_an_entry_point_can_be_a_script(monkeypatch: pytest.MonkeyPatch) -> None:
    declare(monkeypatch, "coward", f"{__name__}:stay_down")
    assert "coward" in policies.installed_policies() and "coward" not in policies.installed_policies("wing")
    policy = load_policy("coward")
    assert isinstance(policy, ScriptedPolicy) and policy.name == "coward" and policy.game.name == "stuka"


@pytest.mark.parametrize(
    ("name", "env_id"),
    [(name, env_id) for name in ("random", NEUTRAL) for env_id in ("Dogfight/Fight-v0", "Interceptor/Sortie-v0")],
)
def test_every_game_has_a_random_and_a_neutral_policy(installed: None, name: str, env_id: str) -> None:
    game = game_of(env_id)
    assert game is not None and name in policies.installed_policies(game.name)
    flown = fly_policy(load_policy(name, game.name), env_id, episodes=20)
    assert flown.finished.all() and not flown.illegal.any()


def test_random_actions_are_legal_and_uniform() -> None:
    masks = np.tile(np.array([0, 1, 1, 0, 1], np.int8), (3000, 1))
    noise = np.random.default_rng(0).integers(0, 1 << 62, len(masks))
    nothing: Any = np.zeros(0)
    inputs = PolicyInput(np.zeros((len(masks), 0), np.float32), masks, nothing, nothing, noise)
    actions = np.zeros(len(masks), np.int64)
    make_policy("random", "dogfight").act(inputs, actions)
    shares = np.bincount(actions, minlength=5) / len(masks)
    assert shares[[0, 3]].tolist() == [0, 0] and np.abs(shares[[1, 2, 4]] - 1 / 3).max() < 0.03


def make_guest(name: str) -> First:
    """Make the policy of another distribution."""
    return First()


@pytest.mark.parametrize("name", ["guest@5", f"{__name__}:First"])
def test_a_name_that_works_in_one_place_works_everywhere(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    declare(monkeypatch, "guest", f"{__name__}:make_guest")
    arguments = WarSpec.read(Scale.MISSION)
    part = EvaluationPart(name, arguments, np.zeros(1, np.uint64), 0)
    (member,) = make_policy_group(name).members
    adviser = make_adviser(name)
    made = (load_policy(name), as_policy(name), member, part.load_policy(), adviser.policy)
    assert [policy.name for policy in made] == ["first"] * len(made)


def test_a_module_of_the_current_folder_is_found_and_the_path_stays_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lies_here.py").write_text(
        "class First:\n    def __init__(self):\n        import lies_beside\n        self.name = lies_beside.NAME\n"
        "    def act(self, inputs, actions):\n        pass\n",
        encoding="utf-8",
    )
    (tmp_path / "lies_beside.py").write_text("NAME = 'first'\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    before = [*sys.path]
    assert load_foreign("lies_here:First").name == "first"
    with pytest.raises(UnknownPolicyError):
        load_foreign("lies_nowhere:First")
    assert before == sys.path


@pytest.mark.slow
def test_a_policy_of_the_users_own_needs_nothing_of_the_laboratory(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "class First:\n    name = 'first'\n    def act(self, inputs, actions):\n"
        "        actions[:] = inputs.masks.argmax(axis=1)\n",
        encoding="utf-8",
    )
    code = (
        "import sys; sys.modules['agents'] = None\n"
        "from stuka_env.play.advice import make_adviser\n"
        "from stuka_env.play.war import War\n"
        "war = War('Stuka/Mission-v0', {'segment': '1941-06'}, 1, False)\n"
        "print(make_adviser('mine:First').consider(war.position()).choice == min(war.legal)[0])\n"
    )
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, env=environment)
    assert (done.returncode, done.stdout) == (0, "True\n"), done.stderr
