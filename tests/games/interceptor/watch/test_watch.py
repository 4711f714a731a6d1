"""The data of the page of the second game: mats, raids, routine, and what the drawings take from the charts."""

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from stuka_env.cli import main
from stuka_env.games.interceptor.charts import load_charts
from stuka_env.games.interceptor.codes import Act, Decision, Entry
from stuka_env.games.interceptor.watch import (
    FLIGHT,
    FREE_ORDERS,
    NOTHING_BOUGHT,
    ROUTINES,
    alike_shot,
    line_of,
    nouns,
    routine_of,
    settled,
)
from stuka_env.games.interceptor.words.debrief import career_debrief, title_of
from stuka_env.replay import Flight, Moment, Replay, fly, save
from stuka_env.watch.parts import LineStarts
from tests.support.each import each
from tests.support.interceptor.playing import CAREER, MONTH, SORTIE
from tests.support.interceptor.replays import recorded
from tests.support.pages import data_of, page_of
from tests.support.replays import recorded as recorded_first

LONG, DEADLY = 13, 2
"""Seeds of careers at random: a long one, and one with most kinds of decision."""
USUAL = {
    FREE_ORDERS: {Act.WINGMAN, Act.REFLEXES, Act.JETTISON},
    FLIGHT: {Act.ON},
    NOTHING_BOUGHT: {Act.DONE},
}
"""The only answers that may be skipped."""


@pytest.fixture(scope="module")
def career() -> Replay:
    return recorded(CAREER, LONG)


@pytest.fixture(scope="module")
def flight(career: Replay) -> Flight:
    return fly(career)


@pytest.fixture(scope="module")
def moments(flight: Flight) -> list[Moment]:
    return [*flight.moments, *fly(recorded(CAREER, DEADLY)).moments]


@pytest.fixture(scope="module")
def data(career: Replay, tmp_path_factory: pytest.TempPathFactory) -> Any:
    return data_of(page_of(tmp_path_factory.mktemp("page"), career))


# --- what the page has ---


def test_everything_of_the_replay_is_on_the_page(data: Any, career: Replay, flight: Flight) -> None:
    (war,), texts = data["wars"], data["texts"]
    moments = list(flight.scenes())
    told = [texts[number] for frame in war["frames"] for number in frame["journal"][::3]]
    assert told == [entry.text for moment in moments for entry in moment.journal]
    legal = [[texts[number] for number in frame["legal"][1::2]] for frame in war["frames"]]
    assert legal == [[text for _, text in moment.legal] for moment in moments]
    assert [frame.get("action") for frame in war["frames"]] == [moment.action for moment in moments]
    assert [frame.get("routine") for frame in war["frames"]] == [routine_of(moment) for moment in moments]
    assert war["score"] == career.score and war["result"] == flight.ending.result
    lines = [line for moment in moments for line in moment.lines]
    bombers, _, _, losses = zip(*(line["values"] for line in war["missions"]), strict=True)
    assert bombers == tuple([line["bombers"]] for line in lines) and sum(map(sum, bombers)) == career.score
    assert [line["number"] for line in war["missions"]] == list(range(len(lines)))
    assert losses[-1][0] == war["result"]["aircraft_lost"] > 0
    lost = [line for line in war["missions"] if ["loss", "aircraft lost"] in line["events"]]
    assert 0 < len(lost) <= losses[-1][0]


def test_every_entry_belongs_to_its_raid(data: Any) -> None:
    (war,), texts = data["wars"], data["texts"]
    entries = [frame["journal"][i : i + 3] for frame in war["frames"] for i in range(0, len(frame["journal"]), 3)]
    raids = [raid for _, _, raid in entries]
    assert raids == sorted(raids)
    for line in war["missions"]:
        own = [texts[text] for text, _, raid in entries if raid == line["number"]]
        place, _, month, year = str(line["name"]).split()
        status = re.compile(rf"Line {place} of {month}\w* {year} ")
        assert sum(status.match(text) is not None for text in own) == 1, line
        assert sum(text.startswith("Raid (A1)") for text in own) == (line["words"] != "sat out"), line
    frames = [frame["mission"] for frame in war["frames"]]
    assert frames == sorted(frames) and frames[0] == war["first"] == 0


def test_the_start_of_a_career_belongs_to_its_first_raid(flight: Flight) -> None:
    starts = LineStarts(line_of)
    begun = [(one.month, one.line) for moment in flight.moments for one in moment.journal if starts.begins(one)]
    expected = [line for moment in flight.moments for line in moment.lines]
    assert len(begun) == len(expected) - 1 and begun[0] == (0, 2)


def test_what_has_ended_is_told_where_it_ended(data: Any, flight: Flight) -> None:
    """Of several raids that were not flown there is one debrief, which names each."""
    (war,), texts = data["wars"], data["texts"]
    found = 0
    for frame, moment in zip(war["frames"], flight.scenes(), strict=True):
        titles = [one["title"] for one in frame.get("ended", [])]
        idle = [f"{title_of(line)}." for line in moment.lines if line["status"] != "flown"]
        if len(idle) < 2:
            assert titles == [title_of(line) for line in moment.lines]
            continue
        found += 1
        assert titles[-1] == f"{len(idle)} raids not flown"
        ((_, lines),) = frame["ended"][-1]["debrief"]
        assert [texts[line] for line in lines] == idle
    assert found > 2
    all_lines = [line for moment in flight.moments for line in moment.lines]
    assert [(title, tuple(texts[line] for line in lines)) for title, lines in war["debrief"]] == [
        tuple(section) for section in career_debrief(flight.moments[-1].mat, all_lines)
    ]


def test_no_line_is_settled_before_the_first() -> None:
    assert settled(fly(recorded(SORTIE, steps=8)).moments[0].mat) == 0


def test_the_words_of_the_page_fit_the_length_of_the_episode() -> None:
    assert [nouns(fly(recorded(env_id, steps=1)).spec).war for env_id in (SORTIE, MONTH, CAREER)] == [
        "sortie",
        "month",
        "career",
    ]


# --- routine ---


def tally(mat: Any) -> dict[str, int]:
    """Everything on the mat that may only change where a viewer sees it."""
    career, pilot, aircraft, bomber = mat["career"], mat["pilot"], mat["aircraft"], mat["bomber"]
    frame = ("port_wing", "starboard_wing", "airframe", "tail", "controls")
    return {
        "bombers": int(career["bombers"]),
        "fighters": int(career["fighters"]),
        "lost": int(career["aircraft_lost"]),
        "wingman": int(mat["wingman"]["present"]),
        "wounds": int(pilot["wounds"]),
        "awards": int(pilot["awards"].sum()),
        "rank": int(pilot["rank"]),
        "damage": sum(int(aircraft[name]) for name in frame) + int(aircraft["engines"].sum()),
        "hits": sum(int(bomber[name]) for name in frame) + int(bomber["engines"].sum()),
        "lines": settled(mat),
    }


def test_nothing_that_cost_or_brought_anything_is_skipped(moments: list[Moment]) -> None:
    """By the mat, which :func:`routine_of` never looks at; before other questions all of it changes somewhere.

    The hits of the bomber may have fallen: it is another one.
    """
    changed: Counter[str] = Counter()
    for before, moment in zip(moments[:-1], moments[1:], strict=True):
        then, now = tally(before.mat), tally(moment.mat)
        if routine_of(moment) is not None:
            assert now.pop("hits") <= then.pop("hits"), moment.number
            assert now == then, moment.number
        changed.update(name for name in now if now[name] != then[name])
    assert set(changed) == set(tally(moments[0].mat))


def test_only_the_usual_answers_are_skipped(moments: list[Moment]) -> None:
    found: dict[str, set[Act]] = {routine: set() for routine in ROUTINES}
    for moment in moments:
        routine = routine_of(moment)
        if routine is not None:
            assert moment.action is not None and not moment.lines
            found[routine].add(tuple(Act)[moment.action])
    assert all(found[routine] and found[routine] <= USUAL[routine] for routine in ROUTINES)


@each("kind", [kind for kind in Entry if kind.declared.happens])
def test_an_event_is_shown(kind: Entry, moments: list[Moment]) -> None:
    moment = next(moment for moment in moments if routine_of(moment) and moment.journal)
    entry = moment.journal[0]._replace(kind=kind)
    assert routine_of(replace(moment, journal=[*moment.journal, entry])) is None


# --- two careers side by side ---


def test_shots_at_either_wing_are_alike_while_the_wings_are(moments: list[Moment]) -> None:
    charts, found = load_charts().record, set()
    for moment in moments:
        if moment.decision != Decision.BURST.name:
            assert alike_shot(moment, charts) is None
            continue
        port, starboard = (
            alike_shot(Moment(**{**vars(moment), "action": int(act)}), charts)
            for act in (Act.AIM_PORT, Act.AIM_STARBOARD)
        )
        assert port is None and starboard in (None, Act.AIM_PORT)
        bomber = moment.mat["bomber"]
        same = bomber["port_wing"] == bomber["starboard_wing"] and (bomber["engines"] == bomber["engines"][::-1]).all()
        assert (starboard is not None) == same
        found.add(bool(same))
    assert found == {True, False}


def test_replays_of_two_games_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(save(recorded(SORTIE), tmp_path / "a.json")), str(save(recorded_first(), tmp_path / "b.json"))]
    assert main(["watch", *files, "--no-open", "--output", str(tmp_path / "p.html")]) == 2
    *_, line = capsys.readouterr().err.splitlines()  # after one about compiling, on a new machine
    assert "got replays of two games, allowed is one: 'a.json' is of interceptor, 'b.json' of stuka" in line
    assert main(["watch", files[0], "--no-open", "--output", str(tmp_path / "p.html")]) == 0
    assert "<title>Interceptor Ace: replays</title>" in (tmp_path / "p.html").read_text()
