"""Positions of the first game: its charts, set-ups, planned dice, and the log sheet of a war that begins at one."""

from pathlib import Path
from typing import Any

import gymnasium
import pytest

from stuka_env.charts.copies import write_copies
from stuka_env.games.stuka.charts import BOOK
from stuka_env.position import position_of, read_position
from stuka_env.replay import RecordReplay, verify
from tests.support.each import each
from tests.support.playing import make, walk

MISSION, SEGMENT, OPERATION, CAMPAIGN = (f"Stuka/{name}-v0" for name in ("Mission", "Segment", "Operation", "Campaign"))


def after(env: Any, steps: int, seed: int = 2, **options: Any) -> str:
    """Play some steps of one war and return its position."""
    env.reset(seed=seed, options=options or None)
    for result in walk(env.unwrapped, steps):
        assert not result[2]
    return position_of(env)


def test_a_set_of_the_bank_is_named_and_found_again() -> None:
    drawn = make(MISSION, charts="random", charts_seed=3)
    text = after(drawn, 4)
    name = f"bank:{drawn.charts.sha256}"
    assert text.startswith(f"Stuka-Mission-v0.2.{drawn.charts.sha256[:8]}.")
    assert read_position(text).arguments["charts"] == name
    env = make(MISSION, charts=name)
    env.reset(seed=1, options={"position": text})
    assert position_of(env) == text and env.mat.tobytes() == drawn.mat.tobytes()
    with pytest.raises(ValueError, match="position', allowed is none with random charts"):
        drawn.reset(options={"position": text})
    with pytest.raises(ValueError, match="under charts [0-9a-f]{8}...', allowed is one under the project's own charts"):
        make(MISSION).reset(options={"position": text})
    own = after(make(MISSION), 4)
    with pytest.raises(ValueError, match="under the project's own charts\", allowed is one under charts"):
        env.reset(options={"position": own})


def test_charts_of_a_folder_are_named_by_their_digest(tmp_path: Path) -> None:
    write_copies(BOOK, tmp_path / "theirs", ["a5_victory"])
    path = tmp_path / "theirs" / "a5_victory.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("fewer_than = 15", "fewer_than = 14"), encoding="utf-8")
    env: Any = RecordReplay(gymnasium.make(MISSION, charts=str(tmp_path / "theirs")))
    text = after(env, 4)
    position = read_position(text)
    assert position.charts == env.unwrapped.charts.sha256[:8] and "charts" not in position.arguments
    env.reset(seed=4, options={"position": text})
    for _ in range(3):
        env.step(int(env.unwrapped.action_masks().argmax()))
    replay = env.replay()
    assert replay.options == {"position": text} and verify(replay).lines == 0


@each(
    "env_id, setup",
    [
        (SEGMENT, {"segment": "1941-11", "mission": 3, "scores": [46, 10], "counts": {"destroyed": 1, "kia": 2}}),
        (SEGMENT, {"mission": 2, "scores": [300], "counts": {"destroyed": 60, "kia": 60, "no_fly": 30}}),
        (OPERATION, {"segment": "1941-08", "segment_scores": [300], "mission": 2, "scores": [7]}),
        (CAMPAIGN, {"segment": "1942-11", "segment_scores": [50], "operation_scores": [60]}),
        (SEGMENT, {"target": "cruiser", "zone": 2, "aircraft": [{"status": "repair", "timer": 8}]}),
    ],
)
def test_a_war_of_a_setup_has_positions(env_id: str, setup: Any) -> None:
    env = make(env_id)
    for steps in (0, 40):
        text = after(env, steps, setup=setup)
        other = make(env_id)
        other.reset(seed=1, options={"position": text})
        assert position_of(other) == text
        again = make(env_id)
        again.set_state(other.get_state())
        assert list(read_position(text).arguments)[:2] == (
            ["duration"] if env_id == CAMPAIGN else ["duration", "operation"]
        )


def test_planned_dice_come_after_the_position() -> None:
    env = make(OPERATION, operation="barbarossa", duration="short")
    env.reset(seed=3)
    while env.decision != "PROMOTE" and not env.mat.war.mission:
        env.step(int(env.action_masks().nonzero()[0][0]))
    text = position_of(env)
    other = make(OPERATION, operation="barbarossa", duration="short")
    other.reset(seed=1, options={"position": text, "dice": {"A4": [3], "C1": [[1, 1]]}, "strict_dice": False})
    tape = other.engine.wars.tapes[0]
    assert position_of(other) == text and tape["stop"].max() > tape["next"].min()


def test_the_log_sheet_has_averages_for_the_missions_before_the_position() -> None:
    env = make(CAMPAIGN, duration="short")
    env.reset(seed=5)
    while env.mat.war.segment < 1 or env.mat.war.mission < 2 or env.mat.mission.leg == 0:
        result = env.step(int(env.action_masks().nonzero()[0][-1]))
        assert not result[2]
    other = make(CAMPAIGN, duration="short")
    other.reset(seed=1, options={"position": position_of(env)})
    (mat, track), lines = (other.mat, other.mat.track), other.mat.log[: int(other.mat.track.logged)]
    was = env.mat.log[: len(lines)]
    assert len(lines) == env.mat.war.mission_of_war
    for name in ("segment", "number"):
        assert lines[name].tolist() == was[name].tolist()
    assert set(lines["score"][lines["segment"] == 0].tolist()) == {int(track.segments[0])}
    current = lines["score"][lines["segment"] == 1]
    assert int(current.sum()) == int(track.segment_sum) and int(current.max() - current.min()) <= 1
    assert (lines["no_fly"] > 0).sum() == mat.count.war_no_fly == (was["no_fly"] > 0).sum()
    line = other.mat.log[len(lines)]
    assert line["payload"] == env.mat.log[len(lines)]["payload"] == mat.mission.payload


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"operation": "barbarossa"}, "operation=citadel, segment=1943-07', allowed is one with duration=regular"),
        ({"operation": "citadel", "duration": "short"}, "duration=regular, operation=citadel"),
    ],
)
def test_another_operation_or_duration_is_refused(arguments: dict[str, str], message: str) -> None:
    text = after(make(SEGMENT, operation="citadel"), 3)
    with pytest.raises(ValueError, match=message):
        make(SEGMENT, **arguments).reset(options={"position": text})


def test_another_segment_of_the_operation_is_taken_as_by_a_setup() -> None:
    text = after(make(SEGMENT, segment="1941-08"), 3)
    env = make(SEGMENT, operation="barbarossa")
    env.reset(options={"position": text})
    assert position_of(env) == text
