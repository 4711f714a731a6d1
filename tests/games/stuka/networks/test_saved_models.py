"""Files of models: what is saved is what is loaded, and nothing that somebody has put into a file is run."""

import io
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

import gymnasium
import torch
from safetensors.torch import load
from sb3_contrib import MaskablePPO

from stuka_env.envs.sb3 import StukaVecEnv
from stuka_env.games.stuka.networks.policies import StructuredPolicy
from stuka_env.io.quoting import LAST_READER
from stuka_env.networks import SavedModelError, custom_objects, load_model, save_model
from stuka_env.networks.model_files import read_model_file, tensor_contents
from stuka_env.networks.parts import networks_of
from stuka_env.networks.policies import DensePolicy, ScoringPolicy
from stuka_env.networks.saved_models import policy_classes
from tests.support.each import each
from tests.support.foreign_models import (
    Touch,
    change_data,
    change_members,
    members_of,
    pickled_entry,
    state_dict,
    tensor,
    torch_file,
    write_zip,
    zip_of,
)
from tests.support.places import ROOT

POLICIES = policy_classes(networks_of("stuka"))
SIZES: dict[str, dict[str, Any]] = {
    "StructuredPolicy": {"card": 4, "trunk": 8, "roster": True},
    "DensePolicy": {"net_arch": {"pi": [8], "vf": [8, 4]}, "roster": True},
    "MlpPolicy": {"net_arch": [8]},
}


def make_env(**arguments: Any) -> StukaVecEnv:
    return StukaVecEnv("Stuka/Mission-v0", 2, **arguments)


def make_model(policy: str = "MlpPolicy", env: Any = None, **arguments: Any) -> MaskablePPO:
    settings: dict[str, Any] = {"n_steps": 8, "batch_size": 8, "n_epochs": 1, "seed": 3, "device": "cpu"} | arguments
    kwargs = {"policy_kwargs": SIZES[policy]} | settings
    return MaskablePPO(POLICIES[policy], make_env() if env is None else env, **kwargs)


def weights_of(model: MaskablePPO) -> dict[str, torch.Tensor]:
    return {name: weights.clone() for name, weights in model.policy.state_dict().items()}


def check_same(one: MaskablePPO, other: MaskablePPO) -> None:
    own, others = weights_of(one), weights_of(other)
    assert own.keys() == others.keys() and all(torch.equal(own[name], others[name]) for name in own)


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    model = make_model(learning_rate=lambda left: 1e-3 * left)
    model.learn(16)
    return save_model(model, tmp_path_factory.mktemp("saved") / "model.safetensors")


@pytest.fixture
def tensors(saved: Path, tmp_path: Path) -> Path:
    """Return a copy that a test may spoil."""
    shutil.copy(saved.with_suffix(".json"), tmp_path / "own.json")
    shutil.copy(saved, tmp_path / "own.safetensors")
    return tmp_path / "own.safetensors"


@pytest.fixture
def own(tensors: Path) -> Path:
    """Return the same model as earlier versions wrote it."""
    path = zip_of(tensors)
    tensors.unlink()
    tensors.with_suffix(".json").unlink()
    return path


# --- saving and loading ---


@pytest.mark.parametrize("policy", SIZES)
def test_what_is_saved_is_what_is_loaded(policy: str, tmp_path: Path) -> None:
    model = make_model(policy)
    if isinstance(model.policy, ScoringPolicy):
        model.policy.add_score_head()
    path = save_model(model, tmp_path / "model.safetensors")
    loaded, old = load_model(path), zip_of(path)
    assert type(loaded.policy) is POLICIES[policy]
    check_same(model, loaded)
    stock = MaskablePPO.load(old, custom_objects=custom_objects(POLICIES[policy]))
    check_same(model, stock)
    check_same(model, load_model(old))
    env = make_env()
    seen = env.reset()
    assert isinstance(seen, np.ndarray)
    chosen = [each.predict(seen, action_masks=env.masks, deterministic=True)[0] for each in (model, loaded, stock)]
    assert np.array_equal(chosen[0], chosen[1]) and np.array_equal(chosen[0], chosen[2])
    assert b"serialized" not in path.read_bytes() + path.with_suffix(".json").read_bytes()


def test_weights_with_several_names_are_written_once(tmp_path: Path) -> None:
    model = make_model("StructuredPolicy")
    path = save_model(model, tmp_path / "model.safetensors")
    written, names = load(path.read_bytes()), set(weights_of(model))
    shared = {name for name in names if name.startswith(("pi_features_extractor.", "vf_features_extractor."))}
    assert shared and names - shared == written.keys()
    assert path.read_bytes() == save_model(model, path).read_bytes(), "the same weights give the same file"


def test_the_documented_objects_are_those() -> None:
    assert custom_objects().keys() == {"policy_class", "observation_space", "action_space"}
    assert custom_objects()["policy_class"] is StructuredPolicy
    assert custom_objects(DensePolicy)["policy_class"] is DensePolicy


@pytest.mark.parametrize("policy", SIZES)
def test_a_loaded_model_goes_on_training_as_one_with_pickles_does(policy: str, tmp_path: Path) -> None:
    """The optimiser's memory is there too: the same weights come of both."""
    model = make_model(policy)
    model.learn(32)
    plain = save_model(model, tmp_path / "plain.safetensors")
    model.save(tmp_path / "pickled.zip")
    trained = []
    for path in (plain, zip_of(plain), tmp_path / "pickled.zip"):
        env = make_env()
        again = load_model(path, env, "cpu", trust_pickles=path.stem == "pickled")
        check_same(model, again)
        assert again.num_timesteps == model.num_timesteps
        env.seed(5)
        trained.append(again.learn(32, reset_num_timesteps=False))
    check_same(*trained[:2])
    check_same(*trained[1:])
    before, after = weights_of(model), weights_of(trained[0])
    assert not all(torch.equal(before[name], after[name]) for name in before)


def test_schedules_are_saved_as_what_they_begin_with(saved: Path) -> None:
    data = read_model_file(saved).data
    assert data["learning_rate"] == 1e-3 and data["clip_range"] == 0.2


UNSAVED: dict[str, tuple[Callable[[], MaskablePPO], str]] = {
    "mat": (
        lambda: MaskablePPO("MultiInputPolicy", make_env(observation="mat"), n_steps=8, batch_size=8),
        "has the policy MaskableMultiInputActorCriticPolicy, allowed is StructuredPolicy or LayoutPolicy or "
        "DensePolicy or MlpPolicy",
    ),
    "activation": (
        lambda: make_model(policy_kwargs={"activation_fn": torch.nn.GELU}),
        "has the activation function GELU, allowed is Tanh",
    ),
    "optimiser": (
        lambda: make_model(policy_kwargs={"optimizer_class": torch.optim.SGD, "optimizer_kwargs": {}}),
        "has the optimiser SGD, allowed is Adam",
    ),
    "other game": (
        lambda: MaskablePPO("MlpPolicy", gymnasium.make("CartPole-v1"), n_steps=8, batch_size=8),
        "has another observation than the flat one",
    ),
}


@each("name", UNSAVED)
def test_what_cannot_be_saved_without_pickles_is_refused(name: str, tmp_path: Path) -> None:
    make, said = UNSAVED[name]
    with pytest.raises(SavedModelError, match=said):
        save_model(make(), tmp_path / "model.safetensors")
    assert not list(tmp_path.iterdir())


def test_a_file_has_the_suffix_of_safetensors(tmp_path: Path) -> None:
    with pytest.raises(SavedModelError, match="the file has the suffix '.zip', allowed is .safetensors"):
        save_model(make_model(), tmp_path / "model.zip")
    assert not list(tmp_path.iterdir())


# --- nothing is run ---


def test_maskable_ppo_alone_runs_what_a_file_holds(own: Path, tmp_path: Path) -> None:
    """The payload of the tests below runs when a file is unpickled."""
    change_data(own, lr_schedule=pickled_entry(tmp_path / "marker"))
    MaskablePPO.load(own, custom_objects=custom_objects(POLICIES["MlpPolicy"]))
    assert (tmp_path / "marker").exists()


def legacy(marker: Path) -> bytes:
    """Return a file of torch.save from before it wrote zips."""
    contents = io.BytesIO()
    torch.save(Touch(marker), contents, _use_new_zipfile_serialization=False)
    return contents.getvalue()


def modern(marker: Path) -> bytes:
    contents = io.BytesIO()
    torch.save({"weights": Touch(marker)}, contents)
    return contents.getvalue()


FOREIGN: dict[str, tuple[Callable[[Path, Path], Any], str]] = {
    "data": (lambda own, marker: change_data(own, lr_schedule=pickled_entry(marker)), "has pickled entries"),
    "the policy": (lambda own, marker: change_data(own, policy_class=pickled_entry(marker)), "has pickled entries"),
    "deep in data": (
        lambda own, marker: change_data(own, policy_kwargs={"net_arch": pickled_entry(marker)}),
        "its policy_kwargs have",
    ),
    "policy.pth": (lambda own, marker: change_members(own, policy_pth=modern(marker)), "its policy.pth names"),
    "old policy.pth": (lambda own, marker: change_members(own, policy_pth=legacy(marker)), "its policy.pth is no zip"),
    "policy.optimizer.pth": (
        lambda own, marker: write_zip(own, members_of(own) | {"policy.optimizer.pth": modern(marker)}),
        "its policy.optimizer.pth names",
    ),
    "pytorch_variables.pth": (
        lambda own, marker: change_members(own, pytorch_variables_pth=modern(marker)), "has pytorch_variables.pth",
    ),
    "another member": (lambda own, marker: change_members(own, extra_pth=modern(marker)), "has the member 'extra.pth'"),
}  # fmt: skip


@pytest.mark.parametrize("place", FOREIGN)
def test_nothing_in_a_foreign_file_is_run(place: str, own: Path, tmp_path: Path) -> None:
    spoil, said = FOREIGN[place]
    spoil(own, tmp_path / "marker")
    with pytest.raises(SavedModelError, match=said) as error:
        load_model(own)
    assert str(error.value).startswith(f"model {own}: ") and "\n" not in str(error.value)
    assert not (tmp_path / "marker").exists()


def test_pickles_are_loaded_if_they_are_trusted(own: Path, tmp_path: Path) -> None:
    change_data(own, lr_schedule=pickled_entry(tmp_path / "marker"), policy_class=pickled_entry(tmp_path / "other"))
    with pytest.raises(SavedModelError, match="cannot be loaded") as error:
        load_model(own, trust_pickles=True)
    assert "\n" not in str(error.value)
    assert (tmp_path / "marker").exists() and (tmp_path / "other").exists()


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("agents.learned.network", "StructuredPolicy"),
        ("agents.learned.network", "DensePolicy"),
        ("stuka_env.networks.policies", "StructuredPolicy"),
        ("stuka_env.games.stuka.networks.policies", "DensePolicy"),
    ],
)
@pytest.mark.parametrize("trusted", [False, True])
def test_a_policy_of_a_former_module_is_refused(module: str, name: str, trusted: bool, own: Path) -> None:
    change_data(own, policy_class={"__module__": module, "_build": f"<function {name}._build at 0x1>"})
    said = f"has the policy {module}.{name}, allowed is {POLICIES[name].__module__}.{name}; the last commit that reads"
    with pytest.raises(SavedModelError, match=f"^model {own}: {said} older formats is {LAST_READER}$"):
        load_model(own, trust_pickles=trusted)


# --- other files ---


def settings(**changes: Any) -> Callable[[Path], Any]:
    return lambda own: change_data(own, **changes)


def without(name: str) -> Callable[[Path], Any]:
    return lambda own: write_zip(own, {key: member for key, member in members_of(own).items() if key != name})


def put(own: Path, make: Callable[[Path], Any]) -> None:
    own.unlink()
    make(own)


LARGE = {"net_arch": {"pi": [4096] * 50, "vf": [4096] * 50}}
REFUSALS: dict[str, tuple[Callable[[Path], Any], str]] = {
    "no file": (lambda own: own.unlink(), "cannot be read"),
    "folder": (lambda own: put(own, Path.mkdir), "it is a folder"),
    "pipe": (lambda own: put(own, os.mkfifo), "it is a pipe"),
    "empty": (lambda own: own.write_bytes(b""), "is no whole agent file"),
    "no data": (without("data"), "lacks data"),
    "no weights": (without("policy.pth"), "lacks policy.pth"),
    "no optimiser": (without("policy.optimizer.pth"), "lacks policy.optimizer.pth"),
    "compressed": (lambda own: write_zip(own, members_of(own), 8), "is compressed"),
    "data is no text": (lambda own: change_members(own, data=b"\xff"), "its data is no text"),
    "data is no JSON": (lambda own: change_members(own, data=b"{'"), "its data: cut off|its data: broken JSON"),
    "data is a list": (lambda own: change_members(own, data=b"[]"), "its data is no mapping"),
    "deep data": (lambda own: change_members(own, data=b"[" * 9999), "its data: nested deeper than 100 levels"),
    "no number": (lambda own: change_members(own, data=b'{"gamma": NaN}'), "NaN is no JSON number"),
    "many steps": (settings(n_steps=1 << 20), "gathers 1048576 decisions in 2 wars"),
    "digits": (lambda own: change_members(own, data=b'{"seed": ' + b"9" * 5000 + b"}"), "more than 30 digits"),
    "word for a number": (settings(gamma="0.9"), "its gamma is '0.9', allowed is a number from 0 to 1"),
    "truth for a number": (settings(gamma=True), "its gamma is True"),
    "number for a truth": (settings(normalize_advantage=1), "its normalize_advantage is 1, allowed is True or False"),
    "range": (settings(n_steps=-5), "its n_steps is -5, allowed is a whole number from 1 to"),
    "method": (settings(predict=1), "its data has 'predict'"),
    "sde": (settings(use_sde=True), "its use_sde is True"),
    "another game": (settings(action_space=4), "it knows 4 actions, this package 135"),
    "another layout": (settings(observation_space={"observation": "flat", "sha256": "0"}), "for another observation"),
    "unknown policy": (settings(policy_class="Policy"), "has the policy 'Policy', allowed is StructuredPolicy"),
    "list for a policy": (settings(policy_class=[]), r"has the policy \[\]"),
    "another policy": (settings(policy_class="StructuredPolicy"), "its policy_kwargs have 'net_arch'"),
    "another policy's sizes": (
        settings(policy_class="StructuredPolicy", policy_kwargs={"card": 4, "trunk": 8}), "lacks the weights",
    ),
    "large network": (settings(policy_kwargs=LARGE), "has weights mlp_extractor.policy_net.0.weight of shape"),
    "large card": (
        settings(policy_class="StructuredPolicy", policy_kwargs={"card": 4096, "trunk": 4096}), "lacks the weights",
    ),
    "negative width": (settings(policy_kwargs={"net_arch": {"pi": [-8], "vf": [8]}}), "as net_arch"),
    "deeper network": (settings(policy_kwargs={"net_arch": {"pi": [8, 8], "vf": [8]}}), "lacks the weights"),
    "flatter network": (settings(policy_kwargs={"net_arch": {"pi": [], "vf": []}}), "cannot be loaded"),
    "settings of a network": (settings(policy_kwargs={"activation_fn": "x"}), "its policy_kwargs have 'activation_fn'"),
    "no weights in it": (lambda own: change_members(own, policy_pth=torch_file(state_dict())), "holds no weights"),
    "other weights": (
        lambda own: change_members(own, policy_pth=torch_file(state_dict(a=tensor((1,), (1,), 1)), s0=bytes(4))),
        "lacks the weights",
    ),
    "no finite weights": (
        lambda own: change_members(
            own, policy_pth=torch_file(state_dict(a=tensor((1,), (1,), 1)), s0=np.float32("nan").tobytes())
        ),
        "its weights 'a' are no finite numbers",
    ),
    "another optimiser": (
        lambda own: write_zip(own, members_of(own) | {"policy.optimizer.pth": torch_file(state_dict())}),
        "is no state of Adam",
    ),
}  # fmt: skip


def card(**changes: Any) -> Callable[[Path], Any]:
    """Return a function that writes entries of the data on a card anew."""

    def change(tensors: Path) -> None:
        path = tensors.with_suffix(".json")
        values = json.loads(path.read_text())
        path.write_text(json.dumps(values | {"data": values["data"] | changes}))

    return change


def with_moment(name: str, moment: torch.Tensor) -> Callable[[Path], Any]:
    def change(tensors: Path) -> None:
        file = read_model_file(tensors)
        moments = {"exp_avg": moment} if name == "0" else {}
        tensors.write_bytes(tensor_contents(file.weights, {"state": {name: moments or {"step": moment}}}))

    return change


OF_SAFETENSORS: dict[str, tuple[Callable[[Path], Any], str]] = {
    "no card": (lambda own: own.with_suffix(".json").unlink(), "its card own.json: cannot be read"),
    "card is a list": (lambda own: own.with_suffix(".json").write_text("[]"), "its card lacks data"),
    "card is no JSON": (lambda own: own.with_suffix(".json").write_text("{"), "its card own.json: cut off"),
    "no data on the card": (lambda own: own.with_suffix(".json").write_text("{}"), "its card lacks data"),
    "pickled": (card(policy_class={":serialized:": "x"}), "has the policy"),
    "range": (card(n_steps=-5), "its n_steps is -5"),
    "large network": (card(policy_kwargs=LARGE), "has weights mlp_extractor.policy_net.0.weight of shape"),
    "no optimiser": (card(optimizer=None), "its card lacks the settings of the optimizer"),
    "half a weight": (card(optimizer={"params": 1.0}), "its card lacks the settings of the optimizer"),
    "many weights": (card(optimizer={"params": 10**9}), "its card lacks the settings of the optimizer"),
    "another optimiser": (card(optimizer={"params": 8, "speed": 1}), "is no state of Adam"),
    "half a moment": (with_moment("0", torch.zeros(8, 626)), "is no state of Adam"),
    "moment of nothing": (with_moment("x", torch.zeros(1)), "is no state of Adam"),
    "empty": (lambda own: own.write_bytes(b""), "is no whole agent file"),
    "zip": (lambda own: zip_of(own).rename(own), "is no whole agent file"),
}  # fmt: skip


@pytest.mark.parametrize("name", OF_SAFETENSORS)
def test_refusals_of_safetensors(name: str, tensors: Path) -> None:
    check_refused(tensors, *OF_SAFETENSORS[name])


@pytest.mark.parametrize("name", REFUSALS)
def test_refusals(name: str, own: Path) -> None:
    check_refused(own, *REFUSALS[name])


def check_refused(own: Path, spoil: Callable[[Path], Any], said: str) -> None:
    spoil(own)
    began = time.monotonic()
    with pytest.raises(SavedModelError, match=said) as error:
        load_model(own)
    assert str(error.value).startswith(f"model {own}: ") and "\n" not in str(error.value)
    assert len(str(error.value)) < 400 and time.monotonic() - began < 20


def spoilt_optimizer(own: Path, change: Callable[[dict[str, Any]], Any]) -> Path:
    members = members_of(own)
    state = torch.load(io.BytesIO(members["policy.optimizer.pth"]), weights_only=True)
    change(state)
    contents = io.BytesIO()
    torch.save(state, contents)
    return write_zip(own, members | {"policy.optimizer.pth": contents.getvalue()})


@pytest.mark.parametrize(
    "change",
    [
        lambda state: state["param_groups"].append({}),
        lambda state: state["param_groups"][0].update(lr="fast"),
        lambda state: state["param_groups"][0].update(eps=-1.0),
        lambda state: state["param_groups"][0].update(betas=(0.9,)),
        lambda state: state["param_groups"][0].update(foreach="yes"),
        lambda state: state["param_groups"][0].update(more=1),
        lambda state: state["param_groups"][0]["params"].pop(),
        lambda state: state["param_groups"][0].update(params=[3, 2, 1]),
        lambda state: state["state"].update({99: state["state"][0]}),
        lambda state: state["state"].update({0: state["state"][1]}),
        lambda state: state["state"][0].update(exp_avg=7),
        lambda state: state["state"][0].pop("step"),
        lambda state: state["state"][0]["exp_avg"].fill_(float("inf")),
        lambda state: state.update(state=[]),
    ],
)
def test_a_spoilt_optimiser_is_refused(change: Callable[[dict[str, Any]], Any], own: Path) -> None:
    spoilt_optimizer(own, change)
    with pytest.raises(SavedModelError) as error:
        load_model(own)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("form", ["own", "tensors"])
def test_damage_is_found_or_does_not_matter(form: str, request: pytest.FixtureRequest) -> None:
    """Bits turned over anywhere: one line, or the very model."""
    own: Path = request.getfixturevalue(form)
    whole, model = own.read_bytes(), load_model(own)
    rng = np.random.default_rng(2)
    refused = 0
    for place in rng.integers(0, 8 * len(whole), 400):
        damaged = bytearray(whole)
        damaged[place // 8] ^= 1 << int(place % 8)
        own.write_bytes(damaged)
        try:
            check_same(load_model(own), model)
        except SavedModelError as error:
            refused += 1
            assert "\n" not in str(error) and str(error).startswith(f"model {own}: ")
    assert refused > 350
    for length in rng.integers(0, len(whole), 100):
        own.write_bytes(whole[:length])
        with pytest.raises(SavedModelError, match="is no whole agent file"):
            load_model(own)


def test_without_the_extra_one_line_says_what_brings_it() -> None:
    code = "import sys; sys.modules['torch'] = None; import stuka_env.networks"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert "the extra 'sb3' of stuka-env brings it" in done.stderr.splitlines()[-1]
