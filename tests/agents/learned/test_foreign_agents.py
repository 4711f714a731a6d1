"""Agents from unknown sources and damaged agents: no code in them is run, and the error is one line."""

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
pytest.importorskip("pydantic")

import torch

from agents.commands import evaluate, score_head, train
from agents.evaluation.leaderboard import decisions_on_card
from agents.learned.card import DIGEST_BY_NAMES, read_card
from agents.learned.learned_policy import read_weights
from agents.learned.loading import load_agent
from agents.learned.score_head import wars_on_card
from agents.registry import make_policy
from agents.training.config import make_config
from agents.training.learner import Learner
from agents.training.selection import export
from stuka_env.io.quoting import LAST_READER
from stuka_env.networks.model_files import tensor_contents
from tests.support.foreign_models import (
    change_data,
    change_members,
    pickled_entry,
    state_dict,
    tensor,
    torch_file,
)
from tests.support.slow import study

IMITATION = {"teacher": "doctrine", "decisions": 1000, "wars": [{"id": "Stuka/Operation-v0", "operation": "citadel"}]}
SCORE_HEAD = {
    "wars": [
        {"id": "Stuka/Mission-v0", "operation": None, "segment": "1941-06", "duration": "regular", "charts": None}
    ],
    "missions": 100,
    "figures": {"error": 0.5, "wars": 90},
}


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an agent whose card has all optional fields."""
    values: dict[str, Any] = {"env": {"id": "Stuka/Mission-v0", "segment": "1941-06"}, "num_envs": 2}
    values |= {"network": {"kind": "mlp", "layers": [8]}, "ppo": {"n_steps": 2, "batch_size": 4}}
    learner = Learner(make_config(values | {"start": {"imitation": IMITATION}}, "test"), 3)
    path = export(learner, None, tmp_path_factory.mktemp("agent") / "own.safetensors")
    learner.close()
    change_card(path, score_head=SCORE_HEAD)
    return path


def card_of(agent: Path) -> dict[str, Any]:
    card: dict[str, Any] = json.loads(agent.with_suffix(".json").read_text(encoding="utf-8"))
    return card


def change_card(agent: Path, **changes: Any) -> None:
    agent.with_suffix(".json").write_text(json.dumps(card_of(agent) | changes), encoding="utf-8")


def write_card(agent: Path, text: str) -> None:
    agent.with_suffix(".json").write_text(text, encoding="utf-8")


def read_all(agent: Path) -> None:
    """Read a saved agent in every way that a program reads it before a flight."""
    load_agent("own", agent, None)
    wars_on_card(read_card(agent))
    decisions_on_card(agent, ())


def refusal(agent: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """Return the one line with which ``evaluate.py`` refuses an agent."""
    words = ["--policies", str(agent), "--episodes", "2", "--env", "Stuka/Mission-v0"]
    assert evaluate([*words, "--output", str(agent.parent / "results")]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "Traceback" not in said and len(said) < 600 and said[:-1].isprintable(), said
    assert not (agent.parent / "results").exists()
    return said


# --- nothing is run ---

FOREIGN: dict[str, Callable[[Path, bytes], Any]] = {
    "policy.pth": lambda own, code: change_members(own, policy_pth=code),
    "pytorch_variables.pth": lambda own, code: change_members(own, pytorch_variables_pth=code),
    "tensors.pth": lambda own, code: change_members(own, tensors_pth=code),
}


@pytest.mark.parametrize("place", FOREIGN)
def test_nothing_in_a_foreign_zip_is_run(
    place: str, old: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    marker = tmp_path / "marker"
    code = b"\x80\x02cpathlib\nPath.touch\ncpathlib\nPosixPath\n" + b"X" + len(str(marker)).to_bytes(4, "little")
    FOREIGN[place](old, torch_file(code + str(marker).encode() + b"\x85R\x85R."))
    assert place in refusal(old, capsys)
    assert not marker.exists()


def test_pickles_in_its_data_are_neither_read_nor_needed(old: Path, tmp_path: Path) -> None:
    marker = tmp_path / "marker"
    change_data(old, policy_class=pickled_entry(marker), lr_schedule=pickled_entry(marker))
    make_policy(str(old))
    read_all(old)
    assert not marker.exists()


def test_an_agent_of_an_early_training_is_refused(old: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By its zip if it has no card."""
    old.with_suffix(".json").unlink()
    change_data(old, policy_class={"__module__": "agents.learned.network", "_build": "<function DensePolicy._build>"})
    said = "has the policy agents.learned.network.DensePolicy, allowed is stuka_env.networks.policies.DensePolicy; "
    assert f"{said}the last commit that reads older formats is {LAST_READER}\n" in refusal(old, capsys)


# --- cards and weights ---

ZERO = torch_file(state_dict(a=tensor((1 << 40,), (1,), 1 << 40)), s0=bytes(4))
SPOILT: dict[str, tuple[Callable[[Path], Any], str]] = {
    "unknown operation": (
        lambda own: change_card(own, arguments={"operation": "sea lion"}), "operation: got 'sea lion', allowed is",
    ),
    "unknown segment": (lambda own: change_card(own, arguments={"segment": "1940-06"}), "segment: got '1940-06'"),
    "unknown duration": (lambda own: change_card(own, arguments={"duration": "long"}), "duration: got 'long'"),
    "unknown argument": (lambda own: change_card(own, arguments={"speed": "9"}), "speed: unknown argument"),
    "unknown env": (lambda own: change_card(own, env="CartPole-v1"), "env: got 'CartPole-v1', allowed is"),
    "id of no text": (lambda own: change_card(own, arguments={"id": None}), "id: Input should be a valid string"),
    "wars: 3": (lambda own: change_card(own, score_head=SCORE_HEAD | {"wars": 3}), "wars: Input should be a valid"),
    "no wars": (lambda own: change_card(own, score_head={}), "wars: Field required"),
    "war of another game": (
        lambda own: change_card(own, score_head=SCORE_HEAD | {"wars": [{"id": "Chess-v0"}]}), "wars.0: id: got",
    ),
    "negative width": (
        lambda own: change_card(own, network={"kind": "mlp", "layers": [-8]}), "greater than or equal to 1",
    ),
    "negative card": (
        lambda own: change_card(own, network={"kind": "structured", "card": -8, "trunk": 8}), "greater than or equal",
    ),
    "width in words": (lambda own: change_card(own, network={"kind": "mlp", "layers": "8"}), "a valid list"),
    "large network": (
        lambda own: change_card(own, network={"kind": "mlp", "layers": [4096] * 60}), "do not fit the network on its",
    ),
    "digest of names": (
        lambda own: change_card(own, layout_sha256=DIGEST_BY_NAMES),
        "its card has a digest of the names in the observation, allowed is one of the numbers; the last commit that "
        f"reads older formats is {LAST_READER}",
    ),
    "unknown kind": (lambda own: change_card(own, network={"kind": "\n\x1b[31m"}), "network: "),
    "steps": (lambda own: change_card(own, steps=-1), "steps: "),
    "seed": (lambda own: change_card(own, seed=1 << 40), "seed: "),
    "points": (lambda own: change_card(own, points=0), "points: "),
    "name": (lambda own: change_card(own, name="\x1b[2J"), "name: "),
    "version": (lambda own: change_card(own, versions={"stuka_env": "1\n2"}), "versions.stuka_env: "),
    "teacher": (
        lambda own: change_card(own, config={"start": {"imitation": {"teacher": 3}}}), "start.imitation.teacher: ",
    ),
    "start": (lambda own: change_card(own, config={"start": 7}), "config: start: "),
    "unknown key": (lambda own: change_card(own, **{"a\nb": 1}), "Extra inputs are not permitted"),
    "list": (lambda own: write_card(own, "[]"), "its card own.json is broken (file: "),
    "digits": (lambda own: write_card(own, '{"seed": ' + "9" * 400 + "}"), "more than 30 digits"),
    "depth": (lambda own: write_card(own, "[" * 100_000), "nested deeper than 100 levels"),
    "size": (lambda own: write_card(own, '"' + "x" * (1 << 20) + '"'), "own.json: larger than 1 MiB"),
    "no card": (lambda own: own.with_suffix(".json").unlink(), "its card own.json: cannot be read (No such file"),
    "empty": (lambda own: own.write_bytes(b""), "is no whole agent file ("),
    "weights of another shape": (
        lambda own: own.write_bytes(tensor_contents({"a": torch.zeros(1)})),
        "do not fit the network on its card: it lacks the weights",
    ),
    "huge claim": (
        lambda own: own.write_bytes(own.read_bytes().replace(b'"shape":[8,626]', b'"shape":[800626]')),
        "is no whole agent file (Error while deserializing: invalid shape",
    ),
}  # fmt: skip
SPOILT_ZIPS: dict[str, tuple[Callable[[Path], Any], str]] = {
    "no zip": (lambda old: old.write_bytes(b""), "is no whole agent file (is no zip, or cut off)"),
    "weights cut off": (lambda old: change_members(old, policy_pth=b"PK\x03\x04"), "its policy.pth is no zip"),
    "weights of another shape in a zip": (
        lambda old: change_members(old, policy_pth=torch_file(state_dict(a=tensor((1,), (1,), 1)), s0=bytes(4))),
        "do not fit the network on its card: it lacks the weights",
    ),
    "huge storage": (lambda old: change_members(old, policy_pth=ZERO), "has 1099511627776 numbers"),
}  # fmt: skip


@pytest.mark.parametrize("name", SPOILT | SPOILT_ZIPS)
def test_a_spoilt_agent_is_refused_by_the_command(
    name: str, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    own: Path = request.getfixturevalue("old" if name in SPOILT_ZIPS else "own")
    spoil, said = (SPOILT | SPOILT_ZIPS)[name]
    spoil(own)
    before = [path.read_bytes() for path in sorted(own.parent.iterdir())]
    assert said in refusal(own, capsys)
    for command in (["calibrate"], ["fit"]):
        assert score_head([*command, str(own)]) == 2
        assert capsys.readouterr().err.count("\n") == 1
    words = [f"start.agent={own}", "network={kind: mlp, layers: [8]}", "env={id: Stuka/Mission-v0}", "steps=0"]
    assert train(["--output", str(own.parent / "runs"), "--set", *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert [path.read_bytes() for path in sorted(own.parent.iterdir())] == before


# --- thousands of them ---

ODD: list[Any] = [
    None, True, -1, 0, 3, 1 << 29, 10**29, -0.5, 1e300, "", "x", "\x1b[31m\n", "é" * 500, [], [None], [[]], {},
    {"id": 1}, {"kind": "mlp"}, {"wars": 3}, "Stuka/Campaign-v0", "citadel",
]  # fmt: skip


def places(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield every place in a card."""
    if place:
        yield place
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield from places(value[key], (*place, key))


def spoil_at(card: dict[str, Any], place: tuple[Any, ...], rng: np.random.Generator) -> None:
    """Put something odd at a place, take away what is there, or put something beside it."""
    inner: Any = card
    for key in place[:-1]:
        inner = inner[key]
    way = rng.integers(8)
    if way == 0:
        del inner[place[-1]]
    elif way == 1 and isinstance(inner, dict):
        inner[f"{place[-1]}s"] = inner[place[-1]]
    else:
        inner[place[-1]] = ODD[rng.integers(len(ODD))]


def check_read_or_refused(agent: Path) -> bool:
    """Whether an agent is refused; in one line, and nothing else happens."""
    try:
        read_all(agent)
        return False
    except ValueError as error:
        assert "\n" not in str(error) and str(error).isprintable() and len(str(error)) < 1500, str(error)
        return True


@pytest.mark.parametrize("count", [300, study(1500)])
def test_odd_cards_are_read_or_refused(own: Path, count: int) -> None:
    card, rng = card_of(own), np.random.default_rng(0)
    read = [place for place in places(card) if place[0] not in ("config", "data")]  # load_model reads the data
    known = read + [place for place in places(card) if place[:2] == ("config", "start")]
    refused = 0
    for _ in range(count):
        spoilt = copy.deepcopy(card)
        spoil_at(spoilt, known[rng.integers(len(known))], rng)
        write_card(own, json.dumps(spoilt))
        refused += check_read_or_refused(own)
    assert count / 3 < refused < 0.97 * count


@pytest.mark.parametrize("count", [300, study(1000)])
def test_damaged_cards_are_read_or_refused(own: Path, count: int) -> None:
    """Letters in place of others, and cards that were cut off."""
    write_card(own, json.dumps({name: value for name, value in card_of(own).items() if name != "data"}))
    contents, rng = own.with_suffix(".json").read_bytes(), np.random.default_rng(1)
    refused = 0
    for _ in range(count):
        damaged = bytearray(contents)
        damaged[rng.integers(len(contents))] = rng.integers(256)
        own.with_suffix(".json").write_bytes(
            bytes(damaged[: rng.integers(len(contents))]) if rng.random() < 0.1 else damaged
        )
        refused += check_read_or_refused(own)
    assert 0.3 * count < refused < count


@pytest.mark.parametrize("form", ["own", "old"])
@pytest.mark.parametrize("count", [300, study(1000)])
def test_damaged_files_are_the_same_agent_or_refused(form: str, count: int, request: pytest.FixtureRequest) -> None:
    own: Path = request.getfixturevalue(form)
    contents, weights, rng = own.read_bytes(), read_weights(own), np.random.default_rng(2)
    refused = 0
    for _ in range(count):
        damaged, place = bytearray(contents), int(rng.integers(8 * len(contents)))
        damaged[place // 8] ^= 1 << place % 8
        own.write_bytes(bytes(damaged[: rng.integers(len(contents))]) if rng.random() < 0.1 else damaged)
        if check_read_or_refused(own):
            refused += 1
        else:
            again = read_weights(own)
            assert again.keys() == weights.keys() and all(torch.equal(again[name], weights[name]) for name in weights)
    assert refused > 0.9 * count
