"""The page of ``python -m stuka_env watch``: what is in it, and that nothing of a file can get out of its place."""

import itertools
import json
import re
from dataclasses import replace
from enum import Enum
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

from stuka_env.cli import main
from stuka_env.declared.commentary import IN_SHORT
from stuka_env.declared.sheet import LETTER_FIELDS
from stuka_env.games.stuka.codes import ACTS, SEATING, SEATS, Decision, Scale, to_index
from stuka_env.games.stuka.rules.crew import interchangeable
from stuka_env.games.stuka.watch import ROUTINES, WATCH_PARTS, person_seated, preparation_without_crew, routine_of
from stuka_env.games.stuka.words.crew_names import PEOPLE
from stuka_env.games.stuka.words.debrief import debriefs, title_of
from stuka_env.replay import RecordReplay, Replay, fly, refly, save
from stuka_env.replay.file import PolicyRecord
from stuka_env.replay.log_sheet import log_sheet
from stuka_env.watch.data import QUIET, JournalPager
from stuka_env.watch.pack import SheetPacker, Texts
from tests.support.each import each
from tests.support.pages import HOSTILE, page_of
from tests.support.playing import choose
from tests.support.replays import recorded
from tests.support.slow import slow
from tests.support.traces import TRACES


class Elements(HTMLParser):
    """The elements of a page with their attributes, and the text of each script."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self._in_script = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self._in_script = tag == "script"
        if self._in_script:
            self.scripts.append("")

    def handle_data(self, data: str) -> None:
        if self._in_script:
            self.scripts[-1] += data

    def handle_endtag(self, tag: str) -> None:
        self._in_script = False

    @property
    def data(self) -> Any:
        return json.loads(self.scripts[0])


# --- packing ---


def sheets_of(data: Any) -> list[Any]:
    """The sheets of the frames of the first war as JSON values, as the script of the page unpacks them."""
    kinds, shared = data["sheets"]["kinds"], data["sheets"]["shared"]

    def unpack(packed: int) -> Any:
        value = packed if packed >= 0 else shared[-packed - 1]
        if not isinstance(value, list):
            return value
        (kind, fields), parts = kinds[value[0]], [unpack(part) for part in value[1:]]
        return {"kind": kind, **fields, **dict(zip(fields, parts, strict=False))} if value[0] else parts

    def put(record: Any, path: list[str], value: Any) -> Any:
        if not path:
            return value
        copy = record.copy()
        place = int(path[0]) if isinstance(copy, list) else list(copy)[int(path[0]) + 1]
        copy[place] = put(copy[place], path[1:], value)
        return copy

    sheet: Any = None
    sheets = []
    for frame in data["wars"][0]["frames"]:
        changes = frame.get("sheet", [])
        for path, value in zip(changes[::2], changes[1::2], strict=True):
            sheet = put(sheet, [step for step in unpack(path).split(".") if step], unpack(value))
        sheets.append(sheet)
    return sheets


def whole(record: Any) -> Any:
    """A record of a sheet as JSON values, with all its fields but the letters of texts."""
    if isinstance(record, Enum):
        return record.value
    if not isinstance(record, tuple):
        return record
    if not hasattr(record, "_fields"):
        return [whole(part) for part in record]
    fields = [name for name in record._fields if name not in LETTER_FIELDS]
    return {"kind": type(record).__name__.lower(), **{name: whole(getattr(record, name)) for name in fields}}


@pytest.mark.slow
def test_every_frame_has_its_sheet(short_operation: Replay, tmp_path: Path) -> None:
    flight = fly(short_operation)
    reader = WATCH_PARTS.reader(flight.spec, flight.moments[0], 0)
    sheets = sheets_of(Elements(page_of(tmp_path, short_operation)).data)
    for moment, sheet in zip(flight.scenes(), sheets, strict=True):
        reader.add(moment)
        assert sheet == whole(reader.sheet(moment.journal)), moment.number


def test_equal_parts_of_sheets_are_stored_once(short_operation: Replay) -> None:
    flight, packer = fly(short_operation), SheetPacker()
    reader = WATCH_PARTS.reader(flight.spec, flight.moments[0], 0)
    reader.add(flight.moments[0])
    first = reader.sheet(flight.moments[0].journal)
    assert packer.changes(first, first) == [] and packer.changes(None, first) == packer.changes(None, first)
    stored = packer.constants()["shared"]
    assert len({repr(value) for value in stored}) == len(stored)


def test_texts_are_kept_once() -> None:
    texts = Texts()
    assert [texts.number(text) for text in ("a", "b", "a")] == [0, 1, 0]
    assert texts.all() == ["a", "b"]


# --- what the page tells ---


def test_everything_of_the_replay_is_on_the_page(short_operation: Replay, tmp_path: Path) -> None:
    data = Elements(page_of(tmp_path, short_operation)).data
    (war,) = data["wars"]
    moments = list(fly(short_operation).scenes())
    told = [data["texts"][number] for frame in war["frames"] for number in frame["journal"][::3]]
    assert told == [entry.text for moment in moments for entry in moment.journal]
    legal = [[data["texts"][number] for number in frame["legal"][1::2]] for frame in war["frames"]]
    assert legal == [[text for _, text in moment.legal] for moment in moments]
    assert [frame.get("action") for frame in war["frames"]] == [moment.action for moment in moments]
    assert war["result"]["score"] == short_operation.score
    scores = ["\u2013" if m["no_fly"] else str(m["score"]) for moment in moments for m in moment.lines]
    assert [line["score"] for line in war["missions"]] == scores
    assert [line["number"] for line in war["missions"]] == list(range(len(war["missions"])))
    assert war["seed"] == str(short_operation.seed)
    assert [frame.get("routine") for frame in war["frames"]] == [routine_of(moment) for moment in moments]
    assert list(data["routines"]) == list(ROUTINES)


def flown_by_chance(seed: int, **arguments: Any) -> Replay:
    """An operation of some dice, to its end."""
    env, rng = RecordReplay(gymnasium.make("Stuka/Operation-v0", **arguments)), np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    over = False
    while not over:
        *_, over, _, info = env.step(int(choose(info["action_mask"], rng)))
    return env.replay()


def check_missions(data: Any) -> None:
    """Every entry of the journal and every frame stands with the mission it belongs to, and all are there."""
    (war,) = data["wars"]
    entries = [frame["journal"][i : i + 3] for frame in war["frames"] for i in range(0, len(frame["journal"]), 3)]
    missions = [mission for _, _, mission in entries]
    assert missions == sorted(missions)
    for line in war["missions"]:
        mine = [data["texts"][text] for text, _, mission in entries if mission == line["number"]]
        assert mine[0].startswith("Mission (A1)"), (line, mine[:3])
        assert sum(text.startswith("Mission (A1)") for text in mine) == 1
        if line["is_flown"]:
            assert any(text.startswith(f"Mission score: {line['score']} (") for text in mine)
    frames = [frame["mission"] for frame in war["frames"]]
    assert frames == sorted(frames) and frames[-1] == war["missions"][-1]["number"]


@pytest.mark.parametrize("seed", [0, slow(1), slow(2), slow(3)])
def test_every_entry_belongs_to_its_mission(seed: int, tmp_path: Path) -> None:
    check_missions(Elements(page_of(tmp_path, flown_by_chance(seed))).data)


@pytest.mark.parametrize(("seed", "rolled"), [(14, 1), (28, 2)])
def test_missions_that_dice_call_off_before_the_first_decision_are_counted(
    seed: int, rolled: int, tmp_path: Path
) -> None:
    """Nobody was asked anything in them; the first question belongs to the mission after them."""
    replay = flown_by_chance(seed, duration="short")
    data = Elements(page_of(tmp_path, replay)).data
    check_missions(data)
    (war,) = data["wars"]
    assert war["first"] == 0 and [line["number"] for line in war["missions"]] == list(range(len(war["missions"])))
    assert not any(line["is_flown"] for line in war["missions"][:rolled])
    assert [line["frame"] for line in war["missions"][:rolled]] == [0] * rolled
    assert war["frames"][0]["mission"] == rolled
    first = [mission for _, _, mission in np.reshape(war["frames"][0]["journal"], (-1, 3)).tolist()]
    assert sorted(set(first)) == list(range(rolled + 1))
    with_careers = [number for career in war["record"] for number, *_ in career["missions"]]
    assert min(with_careers) >= rolled
    assert [line.values["mission"] for line in log_sheet(fly(replay))] == list(range(1, len(war["missions"]) + 1))


def test_what_has_ended_is_told_where_it_ended(regular_operation: Replay, tmp_path: Path) -> None:
    """A mission at once; a segment after its last mission, and after the promotions where they are asked."""
    data = Elements(page_of(tmp_path, regular_operation)).data
    (war,) = data["wars"]
    told = [[one["title"] for one in frame.get("ended", [])] for frame in war["frames"]]
    moments, segments, numbers = list(fly(regular_operation).scenes()), 0, itertools.count(1)
    for moment, titles in zip(moments, told, strict=True):
        over = titles.count("The segment is over")
        expected = [title_of(mission, next(numbers)) for mission in moment.lines]
        assert [title for title in titles if title != "The segment is over"] == expected
        assert not over or moment.decision != "PROMOTE"
        segments += over
    assert segments == 3 and "PROMOTE" in [moment.decision for moment in moments]
    debriefs = [one["debrief"] for frame in war["frames"] for one in frame.get("ended", [])]
    lines = [data["texts"][line] for sections in debriefs for _, lines in sections for line in lines]
    assert sum(line.startswith("Segment score") for line in lines) == 3


def test_a_debrief_is_that_of_the_whole_journal(regular_operation: Replay, tmp_path: Path) -> None:
    """The page keeps the journal of one mission only."""
    data = Elements(page_of(tmp_path, regular_operation)).data
    flight, journal, expected = fly(regular_operation), [], []
    kill_points = int(flight.charts.record["kill_points"])
    for moment in flight.moments:
        journal += moment.journal
        over = int(moment.mat["war"]["mission_of_war"])
        expected += debriefs(
            moment.lines, moment.journal, journal, over=over, scale=Scale.OPERATION, kill_points=kill_points
        )
    shown = [one for frame in data["wars"][0]["frames"] for one in frame.get("ended", [])]
    for one in (debrief for debrief, own in zip(shown, expected, strict=True) if own.line is not None):
        assert one["debrief"].pop(0)[0] == IN_SHORT
    assert [
        (one["title"], [(title, tuple(data["texts"][line] for line in lines)) for title, lines in one["debrief"]])
        for one in shown
    ] == [(one.title, [tuple(section) for section in one.sections]) for one in expected]


def test_quiet_entries_are_marked() -> None:
    *_, moment = (m for m in refly(recorded()) if m.journal)
    page = JournalPager(WATCH_PARTS.starts(), 0, Texts()).page(moment.journal, 0)
    assert {look >= QUIET for look in page[1::3]} == {True, False}


def test_thoughts_are_on_the_page(short_operation: Replay, tmp_path: Path) -> None:
    count = len(short_operation.actions)
    policy_record = PolicyRecord("thinker", tuple({action: 1.0} for action in short_operation.actions), (0.5,) * count)
    (war,) = Elements(page_of(tmp_path, replace(short_operation, policy_record=policy_record))).data["wars"]
    frames = [frame for frame in war["frames"] if "passage" not in frame]
    assert [frame["chances"] for frame in frames[:-1]] == [[[action, 1.0]] for action in short_operation.actions]
    expected = [frame.get("expects") for frame in frames]
    assert expected[0] == 0.5 and expected[-1] is None and len(expected) == count + 1
    assert expected[-2] > 1.0  # what the operation has earned by then comes on top
    assert war["policy"] == "thinker"


def test_reasons_and_what_actions_are_worth_are_on_the_page(short_operation: Replay, tmp_path: Path) -> None:
    count = len(short_operation.actions)
    record = PolicyRecord("thinker", reasons=("because",) * count, action_values=({3: 1.0},) * count)
    data = Elements(page_of(tmp_path, replace(short_operation, policy_record=record))).data
    *frames, end = [frame for frame in data["wars"][0]["frames"] if "passage" not in frame]
    assert {data["texts"][frame["why"]] for frame in frames} == {"because"} and "why" not in end
    assert [frame["scores"] for frame in frames] == [[[3, round(frame["earned"] + 1.0, 2)]] for frame in frames]


@each("trace", TRACES)
def test_every_trace_can_be_watched(trace: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    make = gymnasium.make
    monkeypatch.setattr(gymnasium, "make", lambda *names, **more: RecordReplay(make(*names, **more)))
    game = TRACES[trace]()
    replay = game.env.replay()
    data = Elements(page_of(tmp_path, replay)).data
    (war,) = data["wars"]
    assert len([frame for frame in war["frames"] if "passage" not in frame]) == len(replay.actions) + 1
    told = [data["texts"][number] for frame in war["frames"] for number in frame["journal"][::3]]
    with_names, _ = PEOPLE.names(replay.seed, replay.episode).tell(game.journal)
    assert told == [entry.text for entry in with_names]


def test_the_traces_are_all_there() -> None:
    assert {name.split()[0].rstrip("b") for name in TRACES} == {f"T{number}" for number in range(1, 12)}


# --- safe and whole ---


def test_the_page_asks_nothing_of_any_network(short_operation: Replay, tmp_path: Path) -> None:
    page = page_of(tmp_path, short_operation)
    found = Elements(page).found
    asking = {"src", "href", "action", "data", "srcset", "poster", "ping", "formaction", "background"}
    assert [(tag, a) for tag, a in found if asking & a.keys() and a.get("href") != "#panes"] == []
    assert not {"link", "iframe", "object", "embed", "img", "base", "form"} & {tag for tag, _ in found}
    urls = set(re.findall(r"(?:https?:)?//[a-z0-9.-]+\.[a-z]+[^\s\"'`)]*", page))
    assert urls == {"http://www.w3.org/2000/svg"}
    assert "@import" not in page and "url(" not in page
    (policy,) = [a["content"] for _, a in found if a.get("http-equiv") == "Content-Security-Policy"]
    assert policy is not None and policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy


@pytest.mark.slow
def test_what_comes_from_a_file_stays_text(short_operation: Replay, tmp_path: Path) -> None:
    hostile = replace(short_operation, policy_record=PolicyRecord(HOSTILE))
    name = "</script><script>alert(2)<.json".replace("/", "\u2044")
    plain, page = page_of(tmp_path, short_operation), page_of(tmp_path, hostile, names=(name,))
    assert [tag for tag, _ in Elements(page).found] == [tag for tag, _ in Elements(plain).found]
    assert Elements(page).scripts[1:] == Elements(plain).scripts[1:]
    (war,) = Elements(page).data["wars"]
    assert (war["policy"], war["name"]) == (HOSTILE, name)
    assert not {"<", ">", "&", "\u2028"} & set(Elements(page).scripts[0])


def test_a_regular_operation_is_small(tmp_path: Path) -> None:
    page = page_of(tmp_path, recorded("Stuka/Operation-v0"))
    assert len(page.encode()) < 1_000_000


def test_no_html_is_ever_made_of_text() -> None:
    package = Path(main.__code__.co_filename).parent
    for file in [*package.glob("watch/*.js"), *package.glob("views/*.js"), *package.glob("play/browser/*.js")]:
        code = file.read_text()
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|Function\(", code), file


# --- the command ---


def test_the_command_writes_the_page(
    short_operation: Replay, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    def browser(url: str) -> bool:
        opened.append(url)
        return True

    monkeypatch.setattr("webbrowser.open", browser)
    file, page = save(short_operation, tmp_path / "a.json"), tmp_path / "page.html"
    assert main(["watch", str(file), "--output", str(page), "--no-open"]) == 0
    assert page.read_text().startswith("<!doctype html>") and opened == []
    assert main(["watch", str(file), "--output", str(page)]) == 0
    assert opened == [page.as_uri()]
    assert capsys.readouterr().out == f"written: {page}\n" * 2


def test_a_bad_line_is_one_line(short_operation: Replay, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(save(short_operation, tmp_path / "a.json"))
    for words in (["none.json"], [file] * 7, [file, "--output", str(tmp_path / "no" / "p.html"), "--no-open"]):
        assert main(["watch", *words]) == 2
        assert capsys.readouterr().err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]


def test_two_people_have_the_same_standing_if_the_rules_do_not_tell_them_apart(regular_operation: Replay) -> None:
    seen = set()
    for moment in refly(regular_operation):
        if Decision[moment.decision] not in SEATING:
            continue
        mats = np.array([moment.mat])
        gunner = SEATS * (Decision[moment.decision] == Decision.GUNNER)
        chosen = [(index, gunner + to_index(ACTS.actions[index].argument)) for index, _ in moment.legal]
        for (one, person), (other, another) in pairwise(chosen):
            same = person_seated(replace(moment, action=one)) == person_seated(replace(moment, action=other))
            assert same == interchangeable(mats[0], person, another)
            seen.add(same)
    assert seen == {True, False}


def test_an_answer_before_the_take_off_is_shortened_by_the_crew(regular_operation: Replay) -> None:
    brief = {preparation_without_crew(moment) for moment in refly(regular_operation)} - {None}
    assert brief
    assert all(re.fullmatch(r"(Lucky Dog: a|A)ircraft \d+( carries [^:]+)?", text or "") for text in brief)


@each(
    "env_id, arguments, setup, first, total",
    [
        ("Stuka/Mission-v0", {}, None, 0, 1),
        ("Stuka/Segment-v0", {"segment": "1942-08"}, None, 0, 10),
        ("Stuka/Operation-v0", {"operation": "case_blue", "duration": "short"}, None, 0, 12),
        (
            "Stuka/Operation-v0",
            {},
            {"segment": "1941-08", "mission": 3, "scores": [46, 20], "segment_scores": [50]},
            2,
            20,
        ),
        ("Stuka/Campaign-v0", {"duration": "short"}, None, 0, 36),
    ],
)
def test_the_missions_of_a_war_are_counted_as_the_mat_counts_them(
    env_id: str, arguments: dict[str, Any], setup: dict[str, Any] | None, first: int, total: int, tmp_path: Path
) -> None:
    """To its end, and from its beginning or from the segment of a position."""
    env = RecordReplay(gymnasium.make(env_id, **arguments))
    env.reset(seed=1, options=None if setup is None else {"setup": setup})
    data = Elements(page_of(tmp_path, env.replay())).data
    (war,) = data["wars"]
    (sheet, *_), words = sheets_of(data), [data["texts"][number] for number in war["frames"][0]["standing"]]
    assert war["first"] == first and sheet["line"].startswith(f"Mission {first + 1} of {total}")
    scale = env_id.removeprefix("Stuka/").removesuffix("-v0").lower()
    assert words[0] == f"{scale} score, Decisive Victory from 80"
