"""What PPO adds to a clone: the variants, their table, and going on with what is trained."""

import json
from pathlib import Path
from shutil import rmtree

import pytest

pytest.importorskip("sb3_contrib", reason="needs the extra train of stuka-agents")

from tools import suspects
from tools.suspects import CLONE, COLUMNS, VARIANTS, config_of, main

TINY = [
    "env.id=Stuka/Mission-v0", "num_envs=16", "ppo.n_steps=16", "ppo.batch_size=64", "network.card=8",
    "network.trunk=16", "evaluation.wars=4",
]  # fmt: skip


def test_every_variant_changes_one_thing() -> None:
    plain = config_of("1", []).model_dump()["ppo"]
    for words in VARIANTS.values():
        ppo = config_of("1", words).model_dump()["ppo"]
        changed = {f"ppo.{key}" for key, value in ppo.items() if value != plain[key]}
        assert changed == {word.partition("=")[0] for word in words}


def test_the_table_compares_each_variant_with_the_clone_it_began_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    teacher = "start.imitation={teacher: old_hand, decisions: 2000, pool: 2000, epochs: 1}"
    monkeypatch.setattr(suspects, "CLONE", [*TINY, "steps=0", teacher])
    # an update that moves nothing leaves the clone as it is, one that moves much does not
    rates = {"still": "ppo.learning_rate=1e-30", "wild": "ppo.learning_rate=0.1"}
    monkeypatch.setattr(suspects, "VARIANTS", {name: [*TINY, "steps=512", rate] for name, rate in rates.items()})
    monkeypatch.setattr(suspects, "WARS", 40)
    words = ["--runs", str(tmp_path / "runs"), "--output", str(tmp_path / "out.json")]
    assert main(words) == 0
    first = json.loads((tmp_path / "out.json").read_text())["section"]
    clone, still, wild = (dict(zip(COLUMNS, row, strict=True)) for row in first["rows"])
    assert clone["greedy, to the clone"] == "-" and clone["explained"] == "-"
    assert still["greedy, to the clone"] == "+0.00 [+0.00, +0.00]"
    assert wild["greedy, to the clone"] != "+0.00 [+0.00, +0.00]" and wild["explained"] != "-"
    (tmp_path / "out.json").unlink()
    trained = (tmp_path / "runs" / "ppo-on-clone-1" / "seed-0" / "last.zip").stat().st_mtime_ns
    assert main(words) == 0
    assert (tmp_path / "runs" / "ppo-on-clone-1" / "seed-0" / "last.zip").stat().st_mtime_ns == trained
    assert json.loads((tmp_path / "out.json").read_text())["section"] == first
    rmtree(tmp_path / "runs")
    assert main(words) == 0 and not (tmp_path / "runs").exists()  # the file holds all of it
    assert json.loads((tmp_path / "out.json").read_text())["section"] == first


def test_the_clone_imitates_and_learns_nothing_else() -> None:
    config = config_of("0", CLONE)
    assert config.steps == 0 and config.start.imitation is not None and config.start.imitation.teacher == "old_hand"
