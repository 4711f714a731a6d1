"""Everything that the house makes of the declarations: views, play by hand, pages, texts, replays, training."""

import json
from pathlib import Path
from typing import Any

import dogfight as dogfight
import gymnasium
import numpy as np
import pytest

from stuka_env.cli import main
from stuka_env.declared.sheet import as_json
from stuka_env.flights.frozen_wars import fly as fly_policy
from stuka_env.game import game_named
from stuka_env.play.ending import next_steps
from stuka_env.play.rivals import fly_rivals
from stuka_env.play.session import Session
from stuka_env.play.sharing import share_war
from stuka_env.play.text_door import log_text
from stuka_env.play.tutorial import TutorialSession
from stuka_env.play.war import War
from stuka_env.play.war_reader import so_far
from stuka_env.policy import load_policy
from stuka_env.position import position_of
from stuka_env.replay import fly, save, verify
from stuka_env.replay.log_sheet import csv_text, page_text
from stuka_env.replay.recording import take
from stuka_env.text.answers import Refusal
from stuka_env.text.parts import text_parts
from stuka_env.text.wars import ClientWars
from stuka_env.views.show import picture_of, text_of
from stuka_env.watch.film import frames
from tests.support.places import ROOT

FIGHT = "Dogfight/Fight-v0"
GAME = game_named("dogfight")
PACKAGE = ROOT / "examples" / "dogfight"


def started(**options: Any) -> Any:
    env: Any = gymnasium.make(FIGHT, journal=True).unwrapped
    env.reset(seed=3, **options)
    return env


def test_the_game_is_small_and_is_found_as_any_package() -> None:
    files = [*PACKAGE.glob("dogfight/*"), PACKAGE / "pyproject.toml"]
    assert sum(len(file.read_text().splitlines()) for file in files if file.is_file()) <= 500
    packaged = (ROOT / "pyproject.toml").read_text()
    assert 'include = ["stuka_env*"]' in packaged and "dogfight" not in packaged


def test_all_views_show_every_field_of_a_plane() -> None:
    pytest.importorskip("pygame")
    env = started()
    mat = env.engine.wars.mats[0].copy()
    texts, pictures, pages = set(), set(), set()
    changes: tuple[dict[str, int], ...] = (
        {},
        {"kind": 4},
        {"status": 2},
        {"damaged": 1},
        {"disabled": 1},
        {"threatened": 1},
        {"target": 5},
    )
    for change in changes:
        changed = mat.copy()
        for name, value in change.items():
            changed["planes"][0][name] = value
        texts.add(text_of(GAME, changed))
        pictures.add(picture_of(GAME, changed).tobytes())
        pages.add(json.dumps(as_json(GAME.views.sheet(changed))))
    assert len(texts) == len(pictures) == len(pages) == len(changes)


def test_a_war_by_hand_is_played_saved_and_shown() -> None:
    war = War(FIGHT, {}, seed=4)
    while not war.over:
        assert war.parts.choices(war) and war.question
        war.take(war.legal[0][0])
    assert war.points == war.result["points"] if war.result else False
    read = so_far(war)
    assert len(list(filter(None, log_text(war)))) == 3 and len(read.record()) == len(read.log_sheet()) == 1
    assert read.debrief() and read.sheet(()).is_over


def test_rolls_can_be_typed() -> None:
    war = War(FIGHT, {"own": "FB"}, seed=4, table=True)
    war.take(5)
    assert war.need is not None and war.need.title == "Fire (7.221): roll 2d6"
    assert war.need.about == "for own plane 1 at enemy plane 1"
    war.answer((3, 3))
    assert war.need is not None and "+1 Stuka" in war.need.modifier_words


def test_the_rival_flies_the_same_fight_and_no_review_is_offered(tmp_path: Path) -> None:
    session = Session(War(FIGHT, {}, seed=3), tmp_path / "fight.json")
    while not session.war.over:
        session.take(session.war.legal[0][0])
    assert [rival.name for rival in fly_rivals(session.war)] == ["mirror"]
    steps = {step.name: step.meaning for step in next_steps(session)}
    assert "review" not in steps and "luck" not in steps["share"]
    assert "mirror" not in share_war(session) and "par" not in share_war(session)


def test_a_review_is_refused_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("agents", reason="the laboratory is not installed")
    session = Session(War(FIGHT, {}, seed=3), tmp_path / "fight.json")
    session.take(session.war.legal[0][0])
    assert main(["review", str(session.path)]) == 2
    words = "stuka review: got a war of the game dogfight, allowed are wars of stuka, interceptor, support, wing"
    assert words in capsys.readouterr().err


def test_there_is_no_tutorial(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="tutorial: the game dogfight has none"):
        TutorialSession(tmp_path / "war.json", game="dogfight")


def test_a_replay_is_verified_and_watched(tmp_path: Path) -> None:
    env = started()
    actions = []
    while not env.engine.wars.reports["over"][0]:
        actions.append(int(np.flatnonzero(env.action_masks())[0]))
        env.step(actions[-1])
    replay = take(env.engine, 3, actions)
    assert replay.finished and verify(replay).score == replay.score
    path = save(replay, tmp_path / "fight.json")
    page = tmp_path / "fight.html"
    assert main(["watch", str(path), "--output", str(page), "--no-open"]) == 0
    assert "own plane 1" in page.read_text(encoding="utf-8")
    assert main(["log", str(path), "--csv"]) == 0
    flight = fly(replay)
    assert sum(1 for _ in frames(flight)) > len(actions)
    assert page_text(flight).count("<tr>") == 2 and csv_text(flight).startswith("turn,")


def test_an_agent_is_trained_for_5000_decisions(tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib", reason="needs the extra train of stuka-agents")
    from agents.learned.card import read_card
    from agents.training.config import make_config
    from agents.training.run_folder import BEST
    from agents.training.trainer import Trainer, TrainingListener

    sizes: Any = {
        "num_envs": 16,
        "network": {"kind": "mlp", "layers": [32]},
        "ppo": {"n_steps": 32, "batch_size": 256, "epochs": 1},
        "evaluation": {"every": 2_500, "wars": 50},
    }
    config = make_config({"env": {"id": FIGHT}, "steps": 5_000} | sizes, "test")
    Trainer(config, 0, tmp_path, TrainingListener(lambda steps: None, lambda text: None)).run()
    card = read_card(tmp_path / BEST)
    assert (card.env, card.game) == (FIGHT, "dogfight")
    policy = load_policy(str(tmp_path / BEST), "dogfight")
    assert fly_policy(policy, FIGHT, episodes=50).finished.all()


def test_texts_for_a_language_model() -> None:
    parts = text_parts("dogfight")
    env = started()
    assert GAME.views.question_of(env.mat) == "at whom own plane 1 fires" and parts.neutral([3, 4]) == 3
    assert GAME.summary == GAME.declared.summary and parts.series(env.mat, {}) == []


def test_a_language_model_plays_a_war(tmp_path: Path) -> None:
    wars = ClientWars(tmp_path)
    name = wars.start(FIGHT, 3, {})
    while not wars.named(name).game.over:
        assert not isinstance(wars.choose(name, "1", "", wars.named(name).question_number), Refusal)
    record, path = wars.finish(name)
    assert record["finished"] and record["refusals"] == 0 and path.is_file()


def test_a_position_is_a_short_text() -> None:
    env = started()
    text = position_of(env)
    again = started(options={"position": text})
    assert len(text) < 60 and again.mat.tobytes() == env.mat.tobytes()
