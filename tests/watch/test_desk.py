"""The desk of replays: its rows, orders, comparisons and pages, and what is refused."""

import base64
import json
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from stuka_env.cli import main
from stuka_env.play import war_file
from stuka_env.replay import Replay, fly, load, save
from stuka_env.watch import desk as desks
from stuka_env.watch.data import war
from stuka_env.watch.desk import Desk, ListedReplay, gap, listed, means, parting, partings, split, upset, wars_of
from stuka_env.watch.pack import SheetPacker, Texts
from tests.support.each import each
from tests.support.pages import HOSTILE, data_of
from tests.support.replays import flown

POLICIES = ("calm", "keen", "odd")


@pytest.fixture(scope="module")
def replays() -> list[Replay]:
    """Two wars of three policies."""
    return [flown(policy, chance, seed) for seed in (1, 2) for chance, policy in enumerate(POLICIES)]


@pytest.fixture
def folder(replays: list[Replay], tmp_path: Path) -> Path:
    """A folder with these replays."""
    for place, replay in enumerate(replays):
        save(replay, tmp_path / f"{replay.policy_record.name}-{place // len(POLICIES) + 1:04}.json")
    return tmp_path


def line(policy: str, score: int | None, *, war: str = "1", game: str = "stuka", size: int = 10) -> ListedReplay:
    """A replay by its figures alone."""
    row = {"policy": policy, "score": score, "name": f"{policy}-{war}"}
    return ListedReplay(row, game, f"kind of {game}", war, (1, 2), (), {"title": game}, "x" * size)


def desk_in(page: Path) -> Any:
    """The rows and wars of a page, which it shows before a replay is opened."""
    return data_of(page.read_text(encoding="utf-8"))["desk"]


# --- figures ---


def test_wars_are_kept_together_by_score() -> None:
    lines = [line("a", 5), line("b", 3, war="2"), line("b", None), line("c", 9)]
    shown = [[(one.row["policy"], one.score) for one in replays] for replays in wars_of(lines)]
    assert shown == [[("c", 9), ("a", 5), ("b", None)], [("b", 3)]]
    assert [gap(replays) for replays in wars_of(lines)] == [4, None]


def test_an_upset_is_a_win_over_a_policy_with_a_higher_mean() -> None:
    lines = [line("best", 50), line("weak", 60), line("best", 90, war="2"), line("weak", 10, war="2")]
    lines += [line("third", 40), line("third", None, war="2")]
    mean = means(lines)
    assert {policy: value for (_, policy), value in mean.items()} == {"best": 70, "weak": 35, "third": 40}
    upsets = {one.row["name"]: upset(one, [each for each in lines if each.war == one.war], mean) for one in lines}
    assert {name for name, value in upsets.items() if value is not None} == {"weak-1"}
    assert upsets["weak-1"] == 20  # over third, which also has a higher mean, by more than over best


@each("one, other, number", [((1, 2, 3), (1, 4, 3), 1), ((1, 2), (1, 2, 3), 2), ((1, 2), (1, 2), None)])
def test_replays_part_at_the_first_other_action(one: Sequence[int], other: Sequence[int], number: int | None) -> None:
    assert parting(one, other) == parting(other, one) == number


def test_a_parting_names_the_decision_and_both_answers(replays: list[Replay]) -> None:
    first, other = (listed("x.json", fly(replay)) for replay in replays[:2])
    ((place, decision, mission, best, own),) = partings([first, other])
    assert (place, mission) == (1, "1") and best != own
    assert first.answers[decision - 1] == ("1", best) and other.answers[decision - 1] == ("1", own)
    assert first.actions[: decision - 1] == other.actions[: decision - 1]
    assert partings([first, first]) == [[1, None, "", "", ""]]


def test_the_luck_of_an_evaluation_stands_beside_the_score(folder: Path, replays: list[Replay]) -> None:
    calm, keen, odd, *_ = replays
    wars = [(calm, "calm", "", 1.5), (keen, "group", "keen", -2.25), (odd, "odd", "", 3.0)]
    rows = [f"{policy},{member},{one.seed},{one.score},{len(one.actions)},{luck}" for one, policy, member, luck in wars]
    rows[-1] = rows[-1].replace(f",{len(odd.actions)},", ",7,")  # another war
    (folder / "results.csv").write_text("\n".join(["policy,member,seed,score,decisions,luck", *rows]))
    lucks = Desk()
    for path in sorted(folder.glob("*-0001.json")):
        lucks.add(path, path.name, fly(load(path)))
    shown = {one.row["policy"]: (one.row["luck"], one.row["adjusted"]) for one in lucks.replays}
    assert shown == {
        "calm": (1.5, (calm.score or 0) - 1.5),
        "keen": (-2.25, (keen.score or 0) + 2.25),
        "odd": (None, None),
    }


HEAD = "policy,member,seed,score,decisions,luck\n"


@each("text", ["", "policy,seed\na,1\n", f"{HEAD}a,,1,x,2,3\n", f"{HEAD}a,,1,1,2,nan\n", "\0"])
def test_a_table_of_unknown_origin_has_no_luck(text: str, tmp_path: Path) -> None:
    (tmp_path / "results.csv").write_text(text)
    assert desks.known_lucks(tmp_path) == {}


def test_the_data_of_a_replay_is_that_of_its_page(replays: list[Replay]) -> None:
    flight, texts, sheets = fly(replays[0]), Texts(), SheetPacker()
    data = {"wars": [war("x.json", flight, texts, sheets)], "texts": texts.all(), "sheets": sheets.constants()}
    unpacked = json.loads(zlib.decompress(base64.b64decode(listed("x.json", flight).packed)))
    assert unpacked == json.loads(json.dumps(data))


# --- pages ---


def test_a_page_ends_where_the_next_war_does_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desks, "MOST_LISTED", 3)
    lines = [line(policy, 1, war=str(war)) for war in range(4) for policy in "ab"]
    assert [(page.first, len(page.wars)) for page in split(lines)] == [(1, 1), (2, 1), (3, 1), (4, 1)]
    monkeypatch.setattr(desks, "MOST_LISTED", 4)
    pages = split([*lines, line("a", 1, game="wing")])
    assert [page.title for page in pages] == ["stuka, wars 1 to 2", "stuka, wars 3 to 4", "wing, war 1"]
    monkeypatch.setattr(desks, "MOST_BYTES", 25)
    assert [len(page.wars) for page in split(lines)] == [1, 1, 1, 1]
    assert [len(page.wars) for page in split([line("a", 1, size=99), line("b", 1)])] == [1]  # one war is never cut


def test_a_folder_becomes_a_page(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "results.json").write_text('{"policies": []}')
    (folder / "inner").mkdir()
    save(flown(HOSTILE, 1, seed=9, steps=3), folder / "inner" / "begun.json")
    assert main(["desk", str(folder), "--no-open"]) == 0
    assert capsys.readouterr().out == f"written: {folder / 'desk.html'}\n"
    desk, text = desk_in(folder / "desk.html"), (folder / "desk.html").read_text(encoding="utf-8")
    assert len(desk["rows"]) == 7 and [len(one["rows"]) for one in desk["wars"]] == [3, 3, 1]
    assert [one["number"] for one in desk["wars"]] == [1, 2, 3] and desk["links"] == [
        ["desk.html", "Stuka, wars 1 to 3", True]
    ]
    assert desk["rows"][-1]["policy"] == HOSTILE and HOSTILE not in text and desk["rows"][-1]["score"] is None
    assert desk["rows"][-1]["name"] == "inner/begun.json"
    assert text.count('id="replay-') == 7 and str(folder) not in text


def test_each_game_has_its_pages_with_links(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save(flown("someone", 1, env="Wing/Mission-v0"), folder / "other.json")
    assert main(["desk", str(folder), "--no-open", "--output", str(folder / "x.html")]) == 0
    assert capsys.readouterr().out == f"written: {folder / 'x.html'}\nwritten: {folder / 'x-2.html'}\n"
    links = [["x.html", "Stuka, wars 1 to 2"], ["x-2.html", "A Wing and a Prayer, war 1"]]
    for page in ("x.html", "x-2.html"):
        assert desk_in(folder / page)["links"] == [[*link, link[0] == page] for link in links]


def test_a_damaged_replay_is_named_and_left_out(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "cut.json").write_text((folder / "odd-0001.json").read_text()[:600])
    forged = json.loads((folder / "odd-0002.json").read_text()) | {"score": 1_000}
    (folder / "forged.json").write_text(json.dumps(forged))
    assert main(["desk", str(folder), "--no-open"]) == 0
    cut, changed = capsys.readouterr().err.splitlines()
    assert cut.startswith("left out: cut.json: ") and changed.startswith(
        "left out: forged.json: the checksum does not fit"
    )
    desk = desk_in(folder / "desk.html")
    assert [fault.partition(":")[0] for fault in desk["faults"]] == ["cut.json", "forged.json"]
    assert len(desk["rows"]) == 6


def test_a_folder_without_replays_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "none").mkdir()
    (tmp_path / "cut").mkdir()
    (tmp_path / "cut" / "a.json").write_text("{")
    none, cut, missing = (str(tmp_path / name) for name in ("none", "cut", "missing"))
    for words, reason in (
        ([missing], f"FOLDER: got {missing!r}, allowed is an existing folder"),
        (["a\0b"], "allowed is an existing folder"),
        ([none], f"FOLDER: got {none!r}, allowed is a folder with replays"),
        ([cut], "; 1 left out, such as a.json: cut off"),
        ([none, "--output", str(tmp_path / "no" / "x.html")], "there is no folder"),
    ):
        assert main(["desk", *words, "--no-open"]) == 2
        error = capsys.readouterr().err
        assert error.count("\n") == 1 and error.startswith("stuka desk: ") and reason in error
    assert not list(tmp_path.rglob("*.html"))


def test_ctrl_c_leaves_no_page(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(folder.iterdir())
    monkeypatch.setattr(war_file, "fly_file", stopped_at(folder / "keen-0002.json"))
    assert main(["desk", str(folder), "--no-open"]) == 130
    assert sorted(folder.iterdir()) == before and "stopped" in capsys.readouterr().err


def stopped_at(last: Path) -> Any:
    """A reader of replays that Ctrl-C ends at a file."""
    fly_file = war_file.fly_file

    def read(path: str, charts: str | None = None) -> Any:
        if path == str(last):
            raise KeyboardInterrupt
        return fly_file(path, charts)

    return read


def test_a_long_folder_says_how_far_it_is(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("stuka_env.commands.PROGRESS_SECONDS", 0.0)
    assert main(["desk", str(folder), "--no-open"]) == 0
    assert capsys.readouterr().err.splitlines()[-1] == "5 of 6 replays read"
