"""A mission's debrief: section by section, from the journal and the log sheet."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from stuka_env.games.stuka.codes import Decision, Entry, Scale
from stuka_env.games.stuka.words.debrief import by_mission, debrief, debriefs, end_of_segment, score_lines, title_of
from stuka_env.play.advice import make_adviser
from stuka_env.play.war import War
from stuka_env.play.war_reader import so_far
from tests.support.playing import choose

KILL_POINTS = 10


@pytest.fixture(scope="module")
def flown() -> War:
    """A short operation, played by lot among what does not give up."""
    war, rng = War("Stuka/Operation-v0", {"duration": "short"}, 4), np.random.default_rng(4)
    while not war.over:
        position = war.position()
        mask = position.mask[0].copy()
        mask[[0, *(index for index, text in war.legal if text.startswith(("Abort", "Send", "Do not fly")))]] = 0
        war.take(int(choose(mask if mask.any() else position.mask[0], rng)))
    return war


def ended(war: War) -> list[dict[str, Any]]:
    return [mission for played in war.played for mission in played.lines]


def test_every_mission_has_its_own_journal(flown: War) -> None:
    missions, journals = ended(flown), by_mission(flown.journal)
    assert len(journals) == len(missions) == 18
    for mission, journal in zip(missions, journals, strict=True):
        (score,) = [entry.result for entry in journal if entry.kind == Entry.MISSION_SCORE]
        assert score == mission["score"]
    assert [entry for journal in journals for entry in journal] == flown.journal and by_mission([]) == [[]]


def test_the_sections_tell_what_the_log_sheet_says(flown: War) -> None:
    missions, journals = ended(flown), by_mission(flown.journal)
    losses = 0
    for mission, journal in zip(missions, journals, strict=True):
        sections = {section.title: section.lines for section in debrief(mission, journal, KILL_POINTS)}
        assert all(lines for lines in sections.values()) and "The score" in sections
        scored = {entry.aircraft for entry in journal if entry.kind == Entry.SCORE and entry.aircraft}
        attacks = [words for words in sections.get("The attacks", ()) if "Rudel Gamble of" not in words]
        assert len(attacks) == len(scored)
        told = [words for words in sections.get("Losses", ()) if "is lost" in words or "destroyed" in words]
        assert len(told) == mission["lost"]
        losses += mission["lost"]
    assert losses > 0


def line(**changes: Any) -> dict[str, Any]:
    usual = {
        "mission": 4, "target": "airfield", "size": "large", "zone": 3, "present": 3, "scores": {1: 100, 2: 50},
        "kills": 1, "bonus": 6, "score": 66, "level": "Victorious", "no_fly": None, "aborted": False, "sunk": False,
    }  # fmt: skip
    return usual | changes


def test_the_parts_of_the_score_add_up() -> None:
    assert score_lines(line(), KILL_POINTS) == (
        "Attacks 50 (aircraft 1: 100, 2: 50); 3 aircraft began the attack run.",
        "1 fighter shot down: 10.",
        "Bonus 6.",
        "Together 66: Victorious.",
    )
    assert score_lines(line(aborted=True, score=0), KILL_POINTS) == ("0 points.",)
    assert "The ship was sunk." in score_lines(line(sunk=True), KILL_POINTS)


def test_the_title_says_what_it_was() -> None:
    assert title_of(line(), 24) == "Mission 24: large airfield in zone 3, 66 points, Victorious"
    assert title_of(line(aborted=True), 24) == "Mission 24: large airfield in zone 3, aborted"
    assert title_of(line(no_fly="declined"), 24) == "Mission 24: not flown (declined)"


def test_the_end_of_a_segment_tells_how_it_went(flown: War) -> None:
    """And that of the operation how that went; each with its level of victory (8.4)."""
    told: list[tuple[int, str, str]] = []
    for number, journal in enumerate(by_mission(flown.journal), 1):
        told += [
            (number, title, lines[0])
            for title, lines in end_of_segment(journal)
            if title not in ("Promotions", "Back in service")
        ]
    assert [(number, title) for number, title, _ in told] == [
        (6, "The segment"), (12, "The segment"), (18, "The segment"), (18, "The operation"),
    ]  # fmt: skip
    for (_, _, words), score in zip(told, flown.mat.track.segments[:3], strict=False):
        assert words.startswith(f"Segment score: {score} ({flown.charts.names.victory_level(int(score))})")


def test_what_has_ended_is_told_in_order(flown: War) -> None:
    """Every mission, and after the last of a segment the segment, even if that mission was not flown."""
    titles: list[str] = []
    over = 0
    for place, played in enumerate(flown.played):
        told = [entry for earlier in flown.played[: place + 1] for entry in earlier.journal]
        over += len(played.lines)
        titles += [
            one.title
            for one in debriefs(
                played.lines, played.journal, told, over=over, scale=Scale.OPERATION, kill_points=KILL_POINTS
            )
        ]
    expected = [title_of(mission, number) for number, mission in enumerate(ended(flown), 1)]
    for place in (18, 12, 6):
        expected.insert(place, "The segment is over")
    assert titles == expected


def test_a_segment_that_waits_for_promotions_is_told_once_they_are_chosen() -> None:
    """The last mission is debriefed at once; who was promoted and what the segment came to follow the last answer."""
    war, pilot = War("Stuka/Operation-v0", {}, 1), make_adviser("old_hand")
    told: list[tuple[int, str, dict[str, Sequence[str]]]] = []
    asked: list[int] = []
    while not asked or war.mat.cursor.decision == Decision.PROMOTE:
        if war.mat.cursor.decision == Decision.PROMOTE:
            asked.append(len(war.played))
        war.take(pilot.consider(war.position()).choice)
        told += [
            (len(war.played) - 1, one.title, dict(one.sections)) for one in so_far(war).ended_since(len(war.played) - 1)
        ]
    assert len(asked) > 1
    (mission, title, _), (closing, over, after) = told[-2:]
    assert (mission, closing) == (asked[0] - 1, asked[-1])
    assert title.startswith(f"Mission {war.mat.war.mission_of_war}:")
    assert over == "The segment is over"
    score = war.mat.track.segments[war.mat.track.segments_done - 1]
    assert after["The segment"][0].startswith(f"Segment score: {score} ({war.charts.names.victory_level(int(score))})")
    happened = [entry for played in war.played[mission:] for entry in played.journal]
    assert set(after["Promotions"]) == {entry.text for entry in happened if entry.kind == Entry.PROMOTION}


def test_a_mission_by_itself_is_no_segment() -> None:
    war = War("Stuka/Mission-v0", {}, 1)
    war.take(war.legal[0][0])  # do not fly
    assert [one.title for one in so_far(war).ended_since(0)] == ["Mission 1: not flown (declined)"]
