"""Rivals in the player's war, the war of the day, and the line to share."""

import argparse
import datetime
from pathlib import Path
from typing import Any

import pytest

from stuka_env.charts.bank import BANK_PREFIX
from stuka_env.commands import add_play_arguments, open_session
from stuka_env.games.interceptor.codes import Entry
from stuka_env.games.stuka.charts import BANK
from stuka_env.games.stuka.codes import ACTS
from stuka_env.play import ending, sharing
from stuka_env.play.choices import choices
from stuka_env.play.daily import MOST_DRAWS, daily_path, daily_seed, day_of, meets_enemy, seed_of
from stuka_env.play.ending import next_steps
from stuka_env.play.rivals import NOT_INSTALLED, check_rivals, compare, fly_rivals, rival_names
from stuka_env.play.session import Session, unused
from stuka_env.play.sharing import MadeReview, share_line, share_war, war_name
from stuka_env.play.typed_rolls import CannotPlay
from stuka_env.play.war import War
from stuka_env.replay import verify
from tests.support.each import each

DAY = datetime.date(2026, 11, 24)


def play_command(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_play_arguments(parser)
    return parser.parse_args(words)


def stay_on_the_ground(war: War, missions: int) -> None:
    """Decline some missions."""
    end = len(war.lines) + missions
    while len(war.lines) < end and not war.over:
        war.take(war.legal[0][0])


def test_rivals_fly_the_same_missions_as_far_as_the_player() -> None:
    pytest.importorskip("agents", reason="the laboratory is not installed")
    war = War("Stuka/Segment-v0", {"segment": "1941-06"}, 5)
    with pytest.raises(CannotPlay, match="No mission is over yet"):
        fly_rivals(war)
    assert war.legal[0][0] == ACTS.index_of("NO_FLY", 0)
    stay_on_the_ground(war, 2)
    agent, rival = fly_rivals(war)
    assert agent.name == "distilled"
    assert rival.name == "old_hand" and len(rival.lines) == len(war.lines) == 2
    assert all(mission["no_fly"] is None for mission in rival.lines) and rival.points > 0
    assert not verify(rival.replay).finished and rival.replay.seed == war.seed
    assert any(reason for reason in rival.replay.policy_record.reasons)
    comparison = compare(war, [rival])
    assert comparison.names == ["you", "old_hand"] and comparison.points_words == "points so far"
    assert [scores[0] for _, scores in comparison.rows] == ["not flown", "not flown"]
    assert comparison.rows[0][1][1].split(",")[0] == str(rival.lines[0]["score"])


def test_rivals_end_the_war_if_the_player_has() -> None:
    pytest.importorskip("agents", reason="the laboratory is not installed")
    war = War("Stuka/Mission-v0", {"segment": "1941-06"}, 5)
    stay_on_the_ground(war, 1)
    assert war.over
    rivals = fly_rivals(war)
    assert [rival.name for rival in rivals] == ["distilled", "old_hand"]
    for rival in rivals:
        end = verify(rival.replay)
        assert end.finished and end.score == rival.points
        assert bool(rival.replay.policy_record.probabilities) == (rival.name == "distilled")
    assert compare(war, rivals).points[0] == "0"


def test_the_rivals_fly_under_other_charts_too() -> None:
    pytest.importorskip("agents", reason="the laboratory is not installed")
    name = f"{BANK_PREFIX}{BANK.sets().digests[0]}"
    war = War("Stuka/Mission-v0", {"segment": "1941-06", "charts": name}, 5)
    assert rival_names(war) == ["distilled", "old_hand"]
    stay_on_the_ground(war, 1)
    assert [rival.name for rival in fly_rivals(war)] == ["distilled", "old_hand"]


def test_nobody_flies_a_war_with_own_dice_or_without_the_laboratory(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CannotPlay, match="typed or planned, so nobody else"):
        check_rivals(War("Stuka/Mission-v0", {"segment": "1941-06"}, 5, table=True))
    war = War("Stuka/Mission-v0", {"segment": "1941-06"}, 5)
    monkeypatch.setattr("stuka_env.play.rivals.installed_policies", frozenset)
    with pytest.raises(CannotPlay, match="make setup"):
        check_rivals(war)
    assert "\n" not in NOT_INSTALLED


def test_the_day_is_the_seed() -> None:
    assert seed_of(DAY) == 20261124 and day_of(20261124) == DAY
    assert seed_of(DAY, 2) == 220261124 and day_of(220261124) == DAY
    wrong = (7, 20261399, 2026112, 202611240, MOST_DRAWS * 10**8 + 20261124, -20261124, 2**62)
    assert [day_of(seed) for seed in wrong] == [None] * len(wrong)
    assert unused(daily_path(DAY)) == Path("stuka-2026-11-24-daily-2.json")  # not the file of another day


def test_the_war_of_the_day_is_the_same_for_everybody_and_is_continued(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    first = open_session(play_command("--daily", "2026-11-24"))
    assert first.path == daily_path(DAY) and first.war.seed == 20261124 and first.war.env == "Stuka/Mission-v0"
    first.take(first.war.legal[2][0])
    first.release()
    again = open_session(play_command("--daily", "2026-11-24"))
    assert again.path.resolve() == (tmp_path / daily_path(DAY)) and len(again.war.turns) == len(first.war.turns)
    again.release()
    other = open_session(play_command("--daily", "2026-11-24", "--save", "other.json"))
    assert other.war.journal == first.war.journal[: len(other.war.journal)]
    other.release()
    operation = open_session(play_command("--daily", "2026-11-25", "--env", "Stuka/Operation-v0"))
    assert operation.war.env == "Stuka/Operation-v0" and operation.war.seed == 20261125
    operation.release()


def test_the_sortie_of_the_day_is_drawn_until_the_enemy_is_met() -> None:
    sortie, drawn = "Interceptor/Sortie-v0", 0
    for number in range(1, 11):
        day = datetime.date(2026, 11, number)
        seed = daily_seed(day, sortie, {})
        drawn += seed != seed_of(day)
        assert day_of(seed) == day and meets_enemy(sortie, {}, seed)
        war = War(sortie, {}, seed)
        while not war.over:
            war.take(choices(war)[0].answer)
        assert any(entry.kind == Entry.MET for entry in war.journal)
    assert drawn  # the first draw of 8 November 2026 meets nobody
    assert daily_seed(datetime.date(2026, 11, 8), "Interceptor/Career-v0", {}) == 20261108
    assert daily_seed(datetime.date(2026, 11, 8), "Stuka/Mission-v0", {}) == 20261108


@each("words", [("--seed", "7"), ("--load", "x.json"), ("--tutorial",), ("--table",)])
def test_the_war_of_the_day_has_its_own_dice(words: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=f"^{words[0]}: the war of the day has its own dice"):
        open_session(play_command("--daily", "2026-11-24", *words))


def test_a_wrong_day_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        play_command("--daily", "24.11.2026")
    assert refused.value.code == 2 and "allowed is a date such as 2026-11-24" in capsys.readouterr().err


def finished_session(folder: Path, seed: int = 20261124) -> Session:
    session = Session(War("Stuka/Mission-v0", {"segment": "1941-06"}, seed), folder / "war.json")
    session.take(ACTS.index_of("NO_FLY", 0))
    assert session.war.over
    return session


def test_the_line_has_score_par_luck_the_others_and_the_replay(tmp_path: Path) -> None:
    session = finished_session(tmp_path)
    review = MadeReview(tmp_path / "war-review.html", 58.31, -1.26, {"old_hand": 60})
    line = share_line(session, review, tmp_path / "war-replay.json")
    assert line == (
        "Stuka/Mission-v0 (regular, barbarossa, 1941-06), war of 2026-11-24: 0 points, Defeat; par 58.3, luck -1.3; "
        "old_hand 60; stuka watch war-replay.json"
    )
    assert "seed 8" in war_name(finished_session(tmp_path, 8).war)


def test_without_the_laboratory_the_line_has_the_score_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (ending, sharing):
        monkeypatch.setattr(module, "review_installed", lambda session: False)
    session = finished_session(tmp_path)
    line = share_war(session)
    assert "par" not in line.replace("barbarossa", "") and line.endswith("stuka watch war-replay.json")
    assert (tmp_path / "war-replay.json").is_file()
    with pytest.raises(CannotPlay, match="No review: a clone of the repository adds it"):
        sharing.make_review(session)


def test_an_unfinished_war_is_not_shared(tmp_path: Path) -> None:
    session = Session(War("Stuka/Mission-v0", {"segment": "1941-06"}, 1), tmp_path / "war.json")
    with pytest.raises(CannotPlay, match="not over yet"):
        share_war(session)


def test_the_steps_after_a_war_are_the_same_in_terminal_and_browser(tmp_path: Path) -> None:
    steps: list[Any] = next_steps(finished_session(tmp_path))
    assert [step.name for step in steps] == ["watch", "review", "compare", "share", "again", "another", "leave"]
    assert [step.name for step in steps if not step.in_browser] == ["leave"]
