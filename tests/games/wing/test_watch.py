"""The page of replays of the third game: missions, the way on the map, routine, stages and the log."""

from pathlib import Path
from typing import Any

import pytest

from stuka_env.declared.codes import Tone
from stuka_env.declared.sheet import Map
from stuka_env.games.wing.codes import Decision, Entry
from stuka_env.games.wing.sheet import sheet
from stuka_env.games.wing.watch import CREWS, FLIGHT, CampaignReader, routine_of, stage_of
from stuka_env.games.wing.words.journal import title_of
from stuka_env.games.wing.words.log_sheet import LOG_SHEET
from stuka_env.replay import Flight, Replay
from tests.support.pages import data_of, page_of
from tests.support.replays import recorded

NEVER_ROUTINE = ("RENDEZVOUS", "FLAK", "INTERCEPTED", "JOIN", "PRESS", "COVER", "SAVE", "STRAGGLER", "ALTITUDE", "RUN")


@pytest.fixture(scope="module")
def data(short_campaign: Replay, tmp_path_factory: pytest.TempPathFactory) -> Any:
    return data_of(page_of(tmp_path_factory.mktemp("page"), short_campaign))


def test_missions_points_and_losses_are_those_of_the_log(data: Any, campaign_flight: Flight) -> None:
    (war,) = data["wars"]
    lines = [line for moment in campaign_flight.moments for line in moment.lines]
    assert len(war["missions"]) == len(lines) > 1
    points, totals, _, losses = zip(*(line["values"] for line in war["missions"]), strict=True)
    assert [value for (value,) in points] == [line["points"] for line in lines]
    assert totals[-1] == [war["score"]] == [war["result"]["points"]]
    assert losses[-1] == [war["result"]["lost"], war["result"]["kills"]]
    assert [row["cells"][-1] for row in war["record"]] == [str(value) for (value,) in totals]
    assert len(war["record"][0]["cells"]) == len(LOG_SHEET.shown)


def test_every_entry_belongs_to_its_mission(data: Any, campaign_flight: Flight) -> None:
    (war,) = data["wars"]
    missions = [number for frame in war["frames"] for number in frame["journal"][2::3]]
    entries = [entry for moment in campaign_flight.scenes() for entry in moment.journal]
    first = min(entry.mission for entry in entries if entry.mission)
    assert missions == [max(entry.mission, first) - first for entry in entries]


def test_each_mission_has_its_debrief(data: Any, campaign_flight: Flight) -> None:
    titles = [one["title"] for frame in data["wars"][0]["frames"] for one in frame.get("ended", [])]
    assert titles == [title_of(line) for moment in campaign_flight.moments for line in moment.lines]


def test_the_map_has_the_whole_way_of_the_mission(campaign_flight: Flight) -> None:
    """Out and home: the links that the journal names, and none of an earlier mission."""
    reader, checked = CampaignReader(campaign_flight.spec, campaign_flight.moments[0], 0), 0
    for moment in campaign_flight.scenes():
        reader.add(moment)
        (drawn,) = reader.sheet(moment.journal).panels[0].parts
        assert isinstance(drawn, Map)
        box = moment.mat["track"]["box"]
        moves = [entry.first for entry in reader._journal if entry.kind == Entry.MOVED and entry.mission == box]
        own = {frozenset((link.start, link.end)) for link in drawn.links if link.tone == Tone.OWN}
        if not moment.lines:
            assert own == {frozenset(step) for step in zip((0, *moves), moves, strict=False)}
            checked = max(checked, len(own))
        reader.ended()
    assert checked > 4


def test_only_assignments_and_moves_without_an_event_are_routine(campaign_flight: Flight) -> None:
    kinds = {(moment.decision, routine_of(moment)) for moment in campaign_flight.moments}
    assert {("CREW", CREWS), ("BOMBER", CREWS), ("MOVE", FLIGHT), ("MOVE", None)} <= kinds
    assert {routine for decision, routine in kinds if decision in NEVER_ROUTINE} == {None}


def test_a_stage_never_decreases_in_a_mission(campaign_flight: Flight) -> None:
    stages: dict[int, list[int]] = {}
    for moment in campaign_flight.moments:
        stages.setdefault(moment.line, []).append(stage_of(moment.mat))
    assert all(row == sorted(row) for row in stages.values())
    assert max(len(set(row)) for row in stages.values()) > 15


def test_the_standing_is_the_level_of_victory(campaign_flight: Flight) -> None:
    reader = CampaignReader(campaign_flight.spec, campaign_flight.moments[0], 0)
    reader.add(campaign_flight.moments[0])
    assert reader.standing().words == "costly, stalemate from 5"


def test_the_sheet_of_a_reader_is_that_of_its_moment(campaign_flight: Flight) -> None:
    moment = next(one for one in campaign_flight.moments if one.decision == Decision.MOVE.name)
    reader = CampaignReader(campaign_flight.spec, moment, 0)
    reader.add(moment)
    panels = sheet(moment.mat, campaign_flight.spec.charts, moment.crews).panels
    assert reader.sheet(()).panels[1:] == panels[1:]


def test_a_single_mission_has_words_of_its_own(tmp_path: Path) -> None:
    replay = recorded("Wing/Mission-v0", turn=9)
    page = data_of(page_of(tmp_path, replay))
    assert page["nouns"]["war"] == "mission" and page["wars"][0]["level"] == ""
    assert page["wars"][0]["setting"] == "mission 9"
