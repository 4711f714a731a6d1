"""The pages of the leaderboard: ranked, and made of entries that are in order."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents.evaluation.entries import DECIMALS, LeaderboardEntry, read_entry, write_entry
from agents.evaluation.entry_fields import EntryError
from agents.evaluation.intervals import interval
from agents.evaluation.leaderboard import check_flights, signed
from agents.evaluation.model_figures import ModelFigures
from agents.evaluation.tracks import SEALED
from stuka_env.policy import NEUTRAL
from tests.support.each import each
from tests.support.slow import slow
from tools import leaderboard_doc as tool

FILES = sorted(tool.ENTRIES.glob("*.json"))
SCRIPTS = {
    "stuka": ("old_hand", "kette", "doctrine", "cautious", "bold", "lone_wolf", "random_flyer", "random"),
    "wing": ("best", "by_the_book", "cautious", "all_wrong", NEUTRAL, "random"),
    "support": ("best", "by_the_book", NEUTRAL, "random"),
    "interceptor": ("champion", "veteran", "by_the_book", "careful", "rash", NEUTRAL, "random_flyer", "random"),
}
BOARD_OF = {track: board for board in tool.BOARDS for track in board.tracks}
SHORT = ("mission", "sortie", "wing-mission")
"""The track of each game whose wars are shortest."""
FEW = [name for name in BOARD_OF if "language" in name]
LARGEST = 40_000
"""Bytes of an entry: the repository keeps all of them for ever."""


def entry(name: str) -> LeaderboardEntry:
    return read_entry(tool.ENTRIES / f"{name}.json")


def table_rows(page: str, title: str) -> list[list[str]]:
    """The cells of the first table of a section, without its head."""
    section = page.split(f"\n## {title}\n")[1].split("\n## ")[0]
    table = next(part for part in section.split("\n\n") if part.startswith("| rank"))
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.strip().splitlines()[2:]]


def better(one: LeaderboardEntry, points: int, **other: Any) -> LeaderboardEntry:
    """The same entry with so many points more in every war of the headline."""
    name = one.flown.headline.name
    scores = [score + points for score in one.headline.scores]
    headline = one.headline._replace(scores=scores, score=interval(np.array(scores, float)))
    headline = headline._replace(adjusted=interval(headline.adjusted_scores()))
    return one._replace(scenarios={**one.scenarios, name: headline}, **other)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two entries on the campaign."""
    for name in ("campaign-old_hand", "campaign-kette"):
        write_entry(entry(name), tmp_path / f"{name}.json")
    return tmp_path


def published(board: tool.Board = tool.STUKA_BOARD) -> str:
    """The page of a game, which ``test_generated.py`` compares with the entries. Making it takes many bootstraps."""
    return board.page.read_text(encoding="utf-8")


def test_the_scripts_are_on_every_track() -> None:
    written = [json.loads(path.read_text(encoding="utf-8")) for path in FILES]
    on = {(one["track"], one["policy"]) for one in written}
    assert {(track, script) for track, board in BOARD_OF.items() for script in SCRIPTS[board.game]} <= on


def test_the_neutral_policy_is_on_every_track_of_few_wars() -> None:
    assert all((tool.ENTRIES / f"{track}-{NEUTRAL}.json").is_file() for track in FEW)


def test_every_file_is_small() -> None:
    assert [path.name for path in FILES if path.stat().st_size >= LARGEST] == []


@pytest.mark.parametrize("track", [track if track in SHORT else slow(track) for track in BOARD_OF])
def test_the_scripts_still_come_to_these_scores(track: str) -> None:
    """The first wars of the one that all are compared with, and of one that takes chances."""
    for script in (BOARD_OF[track].baseline, "random"):
        found = entry(f"{track}-{script}")
        check_flights(found, found.flown, min(20, found.flown.headline.wars))


@each("track", BOARD_OF)
def test_every_entry_has_its_row_best_first(track: str) -> None:
    rows = table_rows(published(BOARD_OF[track]), track.capitalize())
    own = {one.policy: one for one in map(read_entry, tool.ENTRIES.glob(f"{track}-*.json")) if one.track == track}
    assert {row[1].strip("[]").split("`")[1] for row in rows} == set(own)
    means = [own[row[1].strip("[]").split("`")[1]].headline.adjusted.mean for row in rows]
    ranks = [str(n + 1) if BOARD_OF[track].tracks[track].ranks else "-" for n in range(len(rows))]
    assert means == sorted(means, reverse=True) and [row[0] for row in rows] == ranks
    for row in rows:
        one = own[row[1].strip("[]").split("`")[1]]
        assert row[3].strip("*").startswith(f"{np.mean(one.headline.scores):.2f} [")
        assert row[3].startswith("**") == one.headline.is_plain_sharper
        mean = round(float(one.headline.adjusted_scores().mean()), DECIMALS)
        assert row[4].startswith(f"{mean:.2f} [")
        assert row[-2:] == [one.date, one.version]


@each("track", FEW)
def test_a_track_for_models_states_shares_and_the_wars_that_they_need(track: str) -> None:
    board = BOARD_OF[track]
    own = {one.policy: one for one in map(read_entry, tool.ENTRIES.glob(f"{track}-*.json")) if one.track == track}
    way = tool.way_of(board.tracks[track], [*own.values()])
    assert way is not None
    shares = {row[1].strip("`"): row[5:7] for row in table_rows(published(board), track.capitalize())}
    for name, one in own.items():
        assert shares[name] == [*way.cells(one, own[board.baseline])]
    assert shares[board.tracks[track].best][0] == "100 % [100, 100]"


def test_the_sharper_score_is_marked() -> None:
    """Adjusting sharpens the scores of strong players, and adds noise to those of weak ones."""
    strong, weak = (entry(f"career-{name}").headline for name in ("veteran", "random_flyer"))
    assert weak.is_plain_sharper and not strong.is_plain_sharper
    assert np.std(weak.scores) < weak.adjusted_scores().std()


def test_the_difference_is_one_between_pairs(folder: Path) -> None:
    mine = {"policy": "mine", "made_of": "my_module:Mine", "kind": "learner", "decisions_seen": 40_000_000}
    best = better(entry("campaign-old_hand"), 3, **mine)
    write_entry(best, folder / "x.json")
    first, second, third = table_rows(tool.page(folder), "Campaign")
    assert first[1:3] == ["`mine`", "learner"] and first[5:7] == ["+3.00 [+3.00, +3.00]", "40,000,000"]
    assert second[1:3] == ["`old_hand`", "script"] and second[5:7] == ["-", "-"]
    own, other = (entry(f"campaign-{name}").headline.adjusted_scores() for name in ("kette", "old_hand"))
    pairs = own - other
    assert third[5].startswith(f"{pairs.mean():+.2f} [")
    write_entry(best._replace(decisions_seen=None), folder / "x.json")
    assert table_rows(tool.page(folder), "Campaign")[0][6] == "unknown"


def test_the_page_states_the_bounds_of_scores() -> None:
    text = " ".join(published().split())
    mission, sortie = (BOARD_OF[track].tracks[track].headline.score_range() for track in ("mission", "sortie"))
    assert f"a mission of the first game has {mission[0]} to {mission[1]} points" in text
    assert f"a sortie of the second at most {sortie[1]} bombers" in text


def test_sealed_wars_are_not_on_the_page(folder: Path) -> None:
    path = folder / "campaign-kette.json"
    sealed = signed(entry("campaign-kette")._replace(seed=f"{SEALED}{'0' * 64}"), bytes(range(32)), {})
    write_entry(sealed, path)
    with pytest.raises(EntryError, match="seed: got 'sealed 0+', allowed on the page are public wars"):
        tool.page(folder)


def test_author_and_link_are_shown(folder: Path) -> None:
    mine = entry("campaign-kette")._replace(policy="mine", author="A. Name", link="https://example.org/a")
    write_entry(mine, folder / "x.json")
    assert "| [`mine`](https://example.org/a), A. Name |" in tool.page(folder)


def test_without_the_baseline_there_are_no_differences(folder: Path) -> None:
    (folder / "campaign-old_hand.json").unlink()
    assert [row[5] for row in table_rows(tool.page(folder), "Campaign")] == ["-"]
    assert "No entries yet." in tool.page(folder)


def test_other_scenarios_have_a_table_of_their_own() -> None:
    one = entry("operation-kette")
    line = next(line for line in published().splitlines() if line.startswith("| `kette` |"))
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    for place, name in ((1, "case_blue"), (3, "citadel")):
        own, other = (each.scenarios[name].adjusted_scores() for each in (one, entry("operation-old_hand")))
        assert cells[place].startswith(f"{np.mean(own):.2f} [")
        assert cells[place + 1].startswith(f"{np.subtract(own, other).mean():+.2f} [")


@each("track", FEW)
def test_a_track_of_few_wars_compares_with_every_script_of_the_ladder(track: str) -> None:
    board = BOARD_OF[track]
    section = published(board).split(f"\n## {track.capitalize()}\n")[1].split("\n## ")[0]
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", section, re.MULTILINE))
    assert f"| policy | {' | '.join(f'to `{name}`' for name in board.ladder)} |" in section
    for policy in (board.ladder[-3], board.ladder[1]):
        cells = rows[policy].split(" | ")
        for name, cell in zip(board.ladder, cells, strict=True):
            own, other = (entry(f"{track}-{each}").headline.adjusted_scores() for each in (policy, name))
            shown = tool.few_wars_interval(own - other, tool.IMAGINED[board.tracks[track].headline.env])
            assert cell == ("-" if name == policy else f"{shown.mean:+.2f} [{shown.low:+.2f}, {shown.high:+.2f}]")


def test_a_language_model_has_its_class_and_a_row_of_its_figures(folder: Path) -> None:
    forced = {
        "no_form": 5,
        "illegal_now": 3,
        "never_legal": 1,
        "questions": 800,
        "unforced_wars": 59,
        "unforced_score": 54.5,
        "neutral_score": 51.42,
        "milliseconds": 1_890_000,
    }
    figures = ModelFigures(1_260, 9, 4, 0, 1_200_000, 60_000, 4.5, **forced)  # type: ignore[arg-type]
    model = {"policy": "my-model", "made_of": "llm:my-model@http://127.0.0.1:8000/v1", "kind": "language model"}
    mine = entry("language-kette")._replace(**model, language_model=figures)  # type: ignore[arg-type]
    assert "tokens read" not in tool.page(folder)
    write_entry(mine, folder / "x.json")
    page = tool.page(folder)
    assert "| - | `my-model` | language model |" in page
    counts = "| 1,260 | 9 | 5 | 3 | 1 | 0 | 0 | 4 (0.5 %) |"
    assert f"| `my-model` {counts} 54.35 | 54.50 (59) | 51.42 | 20,000 | 1,000 | 1.50 | 4.50 |" in page
    assert "| written in a war | seconds of a call | cost of all wars |" in page
    write_entry(mine._replace(language_model=figures._replace(cost=None, milliseconds=0)), folder / "x.json")
    assert "| 20,000 | 1,000 | - | - |" in tool.page(folder)


def test_an_entry_that_is_not_in_order_is_named(folder: Path) -> None:
    path = folder / "campaign-kette.json"
    contents = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(contents | {"rules_sha256": "0" * 64}), encoding="utf-8")
    with pytest.raises(EntryError, match=rf"^{path}: rules_sha256: got"):
        tool.page(folder)
    path.write_text(json.dumps(contents), encoding="utf-8")
    write_entry(entry("campaign-old_hand"), folder / "x.json")
    with pytest.raises(EntryError, match="'old_hand', which is already on track campaign"):
        tool.page(folder)
