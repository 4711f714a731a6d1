"""A mission's debrief: section by section, from the journal and the log sheet."""

from typing import Any

import numpy as np
import pytest

from stuka_env.codes import Decision, Entry
from stuka_env.journal.debrief import debrief, entries_of_missions, score_lines, title_of
from stuka_env.play.advice import make_adviser
from stuka_env.play.war import War
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
    return [mission for played in war.played for mission in played.missions]


def test_every_mission_has_its_own_journal(flown: War) -> None:
    missions, journals = ended(flown), entries_of_missions(flown.journal, len(ended(flown)))
    assert len(journals) == len(missions) == 18
    for mission, journal in zip(missions, journals, strict=True):
        (score,) = [entry.result for entry in journal if entry.kind == Entry.MISSION_SCORE]
        assert score == mission["score"]
    assert [entry for journal in journals for entry in journal] == list(flown.journal)[: sum(map(len, journals))]
    assert entries_of_missions(flown.journal, 2) == journals[-2:] and entries_of_missions(flown.journal, 0) == []


def test_the_sections_tell_what_the_log_sheet_says(flown: War) -> None:
    missions, journals = ended(flown), entries_of_missions(flown.journal, len(ended(flown)))
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
    assert title_of(line()) == "Mission 4: large airfield in zone 3, 66 points, Victorious"
    assert title_of(line(aborted=True)) == "Mission 4: large airfield in zone 3, aborted"
    assert title_of(line(no_fly="declined")) == "Mission 4: not flown (declined)"


def test_the_last_mission_of_a_segment_tells_how_the_segment_went(flown: War) -> None:
    """And the last of the operation how that went; each with its level of victory (8.4)."""
    missions, journals = ended(flown), entries_of_missions(flown.journal, len(ended(flown)))
    told: list[tuple[int, str, str]] = []
    for number, (mission, journal) in enumerate(zip(missions, journals, strict=True), 1):
        sections = debrief(mission, journal, KILL_POINTS)
        told += [(number, title, lines[0]) for title, lines in sections if title in ("The segment", "The operation")]
    assert [(number, title) for number, title, _ in told] == [
        (6, "The segment"), (12, "The segment"), (18, "The segment"), (18, "The operation"),
    ]  # fmt: skip
    for (_, _, words), score in zip(told, flown.mat.track.segments[:3], strict=False):
        assert words.startswith(f"Segment score: {score} ({flown.charts.victory_level(int(score))})")


def test_a_segment_that_waits_for_promotions_is_told_once_they_are_chosen() -> None:
    """The last mission is debriefed at once; who was promoted and what the segment came to follow the last answer."""
    war, pilot = War("Stuka/Operation-v0", {}, 1), make_adviser("old_hand")
    told: list[tuple[int, str, dict[str, tuple[str, ...]]]] = []
    asked: list[int] = []
    while not asked or war.mat.cursor.decision == Decision.PROMOTE:
        if war.mat.cursor.decision == Decision.PROMOTE:
            asked.append(len(war.played))
        war.take(pilot.consider(war.position()).choice)
        told += [(len(war.played) - 1, one.title, dict(one.sections)) for one in war.ended_since(len(war.played) - 1)]
    assert len(asked) > 1
    (mission, title, before), (closing, over, after) = told[-2:]
    assert (mission, closing) == (asked[0] - 1, asked[-1]) and title.startswith(f"Mission {war.mat.war.missions}:")
    assert over == "The segment is over" and "The segment" not in before
    score = war.mat.track.segments[war.mat.track.segments_done - 1]
    assert after["The segment"][0].startswith(f"Segment score: {score} ({war.charts.victory_level(int(score))})")
    happened = [entry for played in war.played[mission:] for entry in played.journal]
    assert set(after["Promotions"]) == {entry.text for entry in happened if entry.kind == Entry.PROMOTION}
