"""The log sheet and the results in words: what the log holds, and points that add up."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from stuka_env.declared.log_sheet import in_words
from stuka_env.declared.records import rows
from stuka_env.games.wing.charts import load_charts
from stuka_env.games.wing.codes import KEPT, Cloud, Counter, Over, Target, Victory
from stuka_env.games.wing.codes import Campaign as Kind
from stuka_env.games.wing.rules.campaign import raised
from stuka_env.games.wing.rules.ledger import write_result
from stuka_env.games.wing.rules.mat import MOST_COUNTED, LogLine, Result
from stuka_env.games.wing.words.log_sheet import LOG_COLUMNS, LOG_SHEET, mission_dict
from stuka_env.games.wing.words.log_sheet import sheet_line as line_of
from tests.support.wing.playing import random_campaign

RUHR_YARDS = 29
"""A mission card of 1943."""


@pytest.fixture(scope="module")
def moments() -> list[Any]:
    """The decisions and the end of a random short campaign, as the log sheet reads them."""
    charts: Any = load_charts()
    found: list[Any] = []
    logged = 0
    for game in random_campaign(1, campaign=Kind.SHORT_1942):
        new = range(logged, int(game.mat.track.logged))
        lines = [mission_dict(game.table.log.lines[index], charts) for index in new]
        logged += len(lines)
        found.append(SimpleNamespace(mat=game.mat.copy(), lines=lines))
    result = rows(1, Result)[0]
    write_result(game.mat, game.table, result)
    found[-1].result = in_words(result, Result)
    return found


def a_line(**values: int) -> np.ndarray:
    """Return a line of the log: a mission of the eighth box with these values."""
    line: Any = rows(1, LogLine)[0]
    line.box, line.card, line.cloud, line.sent, line.target = 8, RUHR_YARDS, Cloud.LIGHT, 9, Target.DAMAGED
    for name, value in values.items():
        setattr(line, name, value)
    return line


def cells(line: Any) -> dict[str, str]:
    """Return the cells of the page by the names of their columns."""
    shown = [column.name for column in LOG_COLUMNS if column.page]
    return {name: cell.text for name, cell in zip(shown, line.cells, strict=True)}


def test_the_lines_are_the_missions_and_their_points_add_up(moments: list[Any]) -> None:
    lines = LOG_SHEET.lines(moments, None)
    assert [line.values["turn"] for line in lines] == [1, 2, 3, 4, 5]
    assert {line.heading for line in lines} == {"1942"}
    points = [line.values["points"] for line in lines]
    assert [line.values["total"] for line in lines] == list(np.cumsum(points))
    assert any(points) and lines[-1].values["total"] == moments[-1].mat["track"]["points"]
    for line in lines:
        assert set(line.values) == set(LOG_SHEET.heads) and None not in line.values.values()


def test_several_missions_of_one_step_have_their_own_totals(moments: list[Any]) -> None:
    together = SimpleNamespace(mat=moments[-1].mat, lines=[line for moment in moments for line in moment.lines])
    assert LOG_SHEET.lines([together], None) == LOG_SHEET.lines(moments, None)


def test_the_result_sums_up_the_log(moments: list[Any]) -> None:
    missions, result = [line for moment in moments for line in moment.lines], moments[-1].result
    assert list(result) == [field.name for field in Result.FIELDS]
    assert result["missions"] == len(missions) and result["points"] == sum(line["points"] for line in missions)
    assert result["destroyed"] == sum(line["outcome"] == "destroyed" for line in missions)
    for name in ("lost", "crews_lost", "short", "kills"):
        assert result[name] == sum(line[name] for line in missions)
    assert result["over"] == Over.CALENDAR.name.lower() and result["level"] in {one.name.lower() for one in Victory}


def test_a_mission_in_words() -> None:
    charts: Any = load_charts()
    line = a_line(hits=3, short=2, lost=1, target_points=2, loss_points=-2, short_points=-2)
    line["played"][Counter.CLEAR_VIEW], line["played"][Counter.SILENT_GUNS] = 1, 2
    mission = mission_dict(line, charts)
    assert mission["points"] == -2 and mission["year"] == 1943 and mission["needed"] > mission["hits"]
    assert mission["target"] == charts.names.targets[RUHR_YARDS]
    assert mission["luck_played"]["clear_view"] == 1 and len(mission["luck_played"]) == KEPT
    page = cells(line_of(mission, 11))
    assert page["sent"] == "9 (2 short)" and page["outcome"] == f"damaged (3/{mission['needed']})"
    assert page["luck_played"] == "clear view, silent guns 2" and page["total"] == "11"


def test_a_mission_that_was_not_flown_is_pale() -> None:
    line = line_of(mission_dict(a_line(sent=0, short=9, target=Target.MISSED), load_charts()), 0)
    assert not line.is_flown and cells(line)["outcome"] == "not flown" and cells(line)["sent"] == "0 (9 short)"


def test_counts_of_the_log_stay_at_their_largest_value() -> None:
    assert [raised(count, 3) for count in (0, 117, 118, MOST_COUNTED)] == [3, MOST_COUNTED, MOST_COUNTED, MOST_COUNTED]
