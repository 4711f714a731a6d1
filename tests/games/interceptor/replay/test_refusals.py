"""Replays of the second game that are refused in one line, and commands that refuse the second game."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import stuka_env.replay
from stuka_env.cli import main
from stuka_env.command_line import REFUSED
from stuka_env.games.interceptor.codes import ACTIONS, Act
from stuka_env.games.stuka.codes import ACTIONS as STUKA_ACTIONS
from stuka_env.replay import Replay, ReplayError, load, refly, save, verify
from stuka_env.replay.file import as_json, from_json
from tests.support import replays as stuka
from tests.support.interceptor.playing import CAREER, MONTH, SORTIE
from tests.support.interceptor.replays import TAPED, recorded
from tests.support.replays import checksummed

POLICY: dict[str, Any] = {"name": "x", "probabilities": [], "values": []}


@pytest.fixture(scope="module")
def month() -> Replay:
    return recorded(MONTH, seed=3)


# --- flown again, it differs ---


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"seed": 2}, "another mat|cut off|over after"),
        ({"episode": 7}, "another mat|cut off|over after"),
        ({"env": CAREER}, "cut off: after .* actions the war is not over"),
        ({"score": 1234}, "claims a score of 1234, flown again it is 1"),
        ({"mat_sha256": "0" * 64}, "another mat: .* its version .* are not those of"),
        ({"charts_sha256": "1" * 64}, "other charts: SHA-256 111111111111..., these are"),
        ({"layout": "2" * 64}, "whose mat is not that of"),
        ({"arguments": {"month": "1812-06"}}, "month: got '1812-06'"),
        ({"arguments": {"start": "1943-03"}}, "start: got '1943-03', allowed is none"),
        ({"arguments": {"unit": "KG 200"}}, "unit: got 'KG 200'"),
        ({"arguments": {"charts": "/nowhere/at/all"}}, "charts: "),
        ({"options": {"cheat": 1}}, "options: got 'cheat'"),
        ({"options": {"setup": {"pilot": {"wounds": -4}}}}, "first position cannot be laid out: setup: pilot.wounds"),
        ({"options": {"dice": {"A1": ["x" * 9000]}}}, r"first position .*x\.\.\., allowed is"),
        ({"options": {"dice": {"A1": []}, "strict_dice": True}}, "strict_dice: .* is rolled"),
    ],
)
def test_a_forged_replay_is_refused(month: Replay, changes: dict[str, Any], reason: str) -> None:
    replay = from_json(checksummed(as_json(month) | changes))
    for flown in (verify, refly):
        with pytest.raises(ReplayError, match=reason) as error:
            flown(replay)
        assert str(error.value).isprintable() and len(str(error.value)) < 1000


def test_planned_dice_that_run_out_name_the_action() -> None:
    replay = recorded(MONTH, options=TAPED, month="1943-07", track="officer")
    with pytest.raises(ReplayError, match=r"^action \d+: strict_dice: .* is rolled"):
        verify(replace(replay, options=TAPED | {"strict_dice": True}))


def test_missing_and_surplus_actions_are_refused(month: Replay) -> None:
    with pytest.raises(ReplayError, match="cut off: after 3 actions the war is not over$"):
        verify(replace(month, actions=month.actions[:3]))
    with pytest.raises(ReplayError, match=f"over after {len(month.actions)} actions, but there are"):
        verify(replace(month, actions=(*month.actions, 0)))


@pytest.mark.parametrize(("forged", "name"), [(Act.FIRE, "FIRE"), (-1, "outside the action space")])
def test_an_action_that_became_illegal_is_named(month: Replay, forged: int, name: str) -> None:
    """The action is exchanged for one that is illegal there, as after a change of the rules."""
    at = next(moment for moment in refly(month) if moment.decision == "SCRAMBLE")
    assert at.action is not None and forged not in [index for index, _ in at.legal]
    actions = (*month.actions[: at.number], forged, *month.actions[at.number + 1 :])
    illegal = f"; the first illegal action is number {at.number + 1}, {name}, when SCRAMBLE is asked"
    with pytest.raises(ReplayError, match=f"(another mat|cut off).*{illegal}$"):
        verify(replace(month, actions=actions))


def test_a_legal_action_in_place_of_another_is_refused(month: Replay) -> None:
    at = next(moment for moment in refly(month) if len(moment.legal) > 1)
    other = next(index for index, _ in at.legal if index != at.action)
    with pytest.raises(ReplayError, match="another mat|cut off|over after|claims a score"):
        verify(replace(month, actions=(*month.actions[: at.number], other, *month.actions[at.number + 1 :])))


# --- contents of a file ---


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"env": "Interceptor/War-v0"}, "env: allowed is one of Stuka/Mission-v0, .*Interceptor/Career-v0$"),
        ({"actions": [ACTIONS]}, f"actions: allowed is a list of actions from -1 to {ACTIONS - 1}"),
        ({"arguments": {"operation": "barbarossa"}}, "arguments: allowed is a mapping with any of start, month"),
        ({"arguments": {"fatigue": "yes"}}, "of fatigue, enemy_quality, advanced_maneuvers to true or false"),
        ({"arguments": {"fatigue": 1}}, "to true or false"),
        ({"arguments": {"month": True}}, "arguments: allowed"),
        ({"arguments": {"journal": True}}, "arguments: allowed"),
        ({"finished": False}, "score: a finished war has one"),
        ({"policy": {**POLICY, "probabilities": [[[ACTIONS, 1.0]]]}}, "policy: allowed"),
        ({"policy": {**POLICY, "values": [1.0]}}, "values: 1 entries"),
    ],
)
def test_contents_of_another_form_are_refused(month: Replay, changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(ReplayError, match=reason):
        from_json(checksummed(as_json(month) | changes))


def test_the_id_of_the_other_game_does_not_deceive(month: Replay) -> None:
    replay = from_json(checksummed(as_json(month) | {"env": "Stuka/Mission-v0"}))
    with pytest.raises(ReplayError, match="flown with other charts"):
        stuka_env.replay.verify(replay)


def test_arguments_and_actions_of_one_game_are_not_those_of_the_other() -> None:
    contents = as_json(stuka.recorded(steps=2))
    assert STUKA_ACTIONS > ACTIONS
    with pytest.raises(ReplayError, match="^arguments: allowed is a mapping with any of operation, .* to words$"):
        from_json(checksummed(contents | {"arguments": {"fatigue": True}}))
    assert from_json(checksummed(contents | {"actions": [ACTIONS] * 2})).actions == (ACTIONS, ACTIONS)


# --- the command ---


def test_the_command_verifies_replays_of_both_games(
    month: Replay, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """``stuka replay`` reads the game from the file."""
    sortie = recorded(SORTIE, steps=1, month="1943-06")
    files = [
        save(replay, tmp_path / f"{number}.json") for number, replay in enumerate((month, stuka.recorded(), sortie))
    ]
    assert main(["replay", *map(str, files)]) == 0
    lines = capsys.readouterr().out.splitlines()
    count = len(month.actions)
    assert lines[0] == (
        f'{files[0]}: Interceptor/Month-v0 seed 3 policy "chance": {count} decisions, 8 sortie lines, '
        "score 1, survived; verified"
    )
    assert " Stuka/Mission-v0 " in lines[1] and lines[1].endswith("verified")
    assert lines[2] == (
        f'{files[2]}: Interceptor/Sortie-v0 1943-06 seed 1 policy "chance": 1 decision, 0 sortie lines, '
        "not played to its end; verified"
    )


def test_a_replay_that_differs_is_one_line(month: Replay, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps(checksummed(as_json(month) | {"score": 7777})))
    assert main(["replay", str(bad)]) == REFUSED
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"stuka replay: '{bad}': it claims a score of 7777, flown again it is 1\n")


def test_play_refuses_the_second_game(month: Replay, tmp_path: Path) -> None:
    from stuka_env.play.war_file import SaveError, load_war

    path = save(month, tmp_path / "x.json")
    with pytest.raises(
        SaveError, match="no saved war but a replay: it cannot be gone on with; stuka replay verifies it$"
    ):
        load_war(path)
    assert load(path) == month
