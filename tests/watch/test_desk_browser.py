"""The desk of replays in a real browser: filters, orders, two clicks to a decision, opened replays, and a picture."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from stuka_env.cli import main
from stuka_env.replay import Replay, save
from tests.support.chromium import IN_CHROMIUM
from tests.support.pages import data_of
from tests.support.replays import flown
from tests.support.slow import slow
from tests.support.visiting import Visit

pytestmark = IN_CHROMIUM
Open = Callable[..., Visit]
POLICIES = ("calm", "keen", "odd")


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A desk of two missions of three policies, and an operation of one."""
    folder = tmp_path_factory.mktemp("desk")
    for seed in (1, 2):
        for chance, policy in enumerate(POLICIES):
            save(flown(policy, chance, seed), folder / f"{policy}-{seed}.json")
    save(flown("calm", 1, env="Stuka/Segment-v0"), folder / "long.json")
    (folder / "cut.json").write_text("{")
    assert main(["desk", str(folder), "--no-open"]) == 0
    return folder / "desk.html"


@pytest.fixture
def open_desk(browser: Any, desk: Path) -> Iterator[Open]:
    """A function that opens the desk; at the end nothing may have gone wrong on it."""
    visits: list[Visit] = []

    def opened(**given: Any) -> Visit:
        visits.append(Visit(browser))
        visits[-1].open(desk, questions=False, **given)
        return visits[-1]

    yield opened
    for one in visits:
        assert one.trouble == []
        one.context.close()


def column(seen: Visit, head: str) -> list[str]:
    return [words.strip() for words in seen.page.locator(f'#rows tbody [data-head="{head}"]').all_inner_texts()]


def test_rows_are_filtered_and_ordered(open_desk: Open) -> None:
    seen = open_desk()
    assert seen.text("#count") == "7 of 7 replays" and seen.text("#faults summary") == "1 file left out"
    seen.page.select_option("#policy", "keen")
    assert column(seen, "policy") == ["keen"] * 2 and seen.text("#count") == "2 of 7 replays"
    seen.page.select_option("#policy", "")
    seen.page.select_option("#kind", index=2)
    assert column(seen, "file") == ["long.json"]
    seen.page.select_option("#kind", "")
    seen.page.fill("#words", "ODD war 2,")
    assert column(seen, "policy") == ["odd"]
    seen.page.fill("#words", "nothing of the kind")
    assert seen.text("#rows") == "No replay fits all filters."
    seen.page.fill("#words", "mission")
    for order, sign in (("worst", 1), ("best", -1)):
        seen.page.select_option("#order", order)
        scores = [sign * int(score) for score in column(seen, "score")]
        assert len(scores) == 6 and scores == sorted(scores)
    seen.page.select_option("#order", "closest")
    leads = [int(lead) for lead in column(seen, "lead")]
    assert leads == sorted(leads) and leads[0] == leads[2] and leads[3] == leads[5]


def test_two_clicks_lead_from_a_row_to_the_decision(open_desk: Open, desk: Path) -> None:
    seen = open_desk()
    seen.page.click("#rows tbody tr >> nth=1 >> td a")
    assert seen.page.evaluate("location.hash") == "#war=1" and seen.text("#comparison h2").startswith("War 1 ")
    names = seen.page.locator("#comparison >> .desk-table >> nth=1 >> thead th").all_inner_texts()
    assert sorted(names[1:4]) == sorted(POLICIES) and (names[0], names[4]) == ("mission", "apart")
    told = seen.page.locator('#comparison .desk-table >> nth=1 >> tbody [data-head="decided"] div').all_inner_texts()
    scores = [
        int(one) for one in seen.page.locator("#comparison >> .desk-table >> nth=1 >> tbody td").all_inner_texts()[:3]
    ]
    best, worst = (names[1:4][scores.index(limit(scores))] for limit in (max, min))
    assert [one.partition(": ")[0] for one in told] == list(dict.fromkeys([best, worst]))
    rows = {row["policy"]: row for row in data_of(desk.read_text(encoding="utf-8"))["desk"]["rows"] if row["war"] == 0}
    assert [one.partition(": ")[2] for one in told] == [rows[one.partition(": ")[0]]["missions"][0][3] for one in told]
    parting, words = seen.page.locator(".partings a").first, seen.text(".partings li")
    decision = int(parting.inner_text().rpartition(" ")[2])
    best, own = (part.partition("\u201d")[0] for part in words.split("\u201c")[1:])
    parting.click()
    seen.page.wait_for_selector(".pane .question")
    taken = [seen.lines(".options .taken .label", nth) for nth in (0, 1)]
    assert taken == [[best], [own]] and decision > 0
    assert seen.page.locator(".pane.differs").count() == 2
    assert seen.page.evaluate("location.hash").startswith("#open=") and "&replay=2&m=1&d=" in seen.page.evaluate(
        "location.hash"
    )
    seen.page.go_back()
    seen.page.wait_for_selector("#comparison h2")
    assert seen.page.title() == "Stuka: desk" and seen.page.locator("dialog").count() == 0


def test_a_row_opens_its_replay_and_the_list_stays_as_it_was(open_desk: Open) -> None:
    seen = open_desk()
    seen.page.fill("#words", "long")
    seen.page.focus("#rows tbody a")
    seen.press("Enter")
    seen.page.wait_for_selector("#missions button")
    assert seen.page.locator("#missions button").count() == 10 and seen.text(".pane h2") == "calm"
    seen.press("ArrowDown")
    place = seen.page.evaluate("location.hash")
    assert place == "#open=6&m=2&d=1" and seen.text("#place") == "mission 2, step 1"
    seen.page.click(".to-desk a >> nth=0")
    seen.page.wait_for_selector("#rows tbody a")
    assert seen.page.input_value("#words") == "long" and column(seen, "file") == ["long.json"]
    seen.press("ArrowDown")  # the keys of the replay have gone with it
    assert seen.page.evaluate("document.activeElement.textContent") == "calm"
    seen = open_desk(place=place)
    seen.page.wait_for_selector("#missions button")
    assert seen.text("#place") == "mission 2, step 1"
    assert open_desk(place="#open=99").text("#count") == "7 of 7 replays"


@pytest.mark.parametrize("scheme", ["light", slow("dark")])
@pytest.mark.parametrize("width", [390, slow(1280)])
def test_it_fits_the_screen(open_desk: Open, width: int, scheme: str, tmp_path: Path) -> None:
    folder = Path(os.environ.get("STUKA_SCREENSHOTS") or tmp_path)
    for name, place in (("list", ""), ("war", "#war=1")):
        seen = open_desk(width=width, scheme=scheme, place=place)
        assert seen.page.evaluate("document.documentElement.scrollWidth") <= width
        seen.page.screenshot(path=folder / f"desk-{name}-{width}-{scheme}.png")


def test_the_card_and_the_mat_are_saved_as_a_picture(open_desk: Open, tmp_path: Path) -> None:
    seen = open_desk(place="#open=6&m=3&d=1")
    seen.page.wait_for_selector("#missions button")
    with seen.page.expect_download() as download:
        seen.page.click("#picture")
    assert download.value.suggested_filename == "calm-3-1.png"
    download.value.save_as(tmp_path / "picture.png")
    contents = (tmp_path / "picture.png").read_bytes()
    assert contents.startswith(b"\x89PNG") and len(contents) > 50_000


@pytest.mark.parametrize("width", [1280, slow(390)])
def test_five_replays_stand_by_score_under_a_low_strip(visit: Any, width: int) -> None:
    replays = [flown(policy, chance) for chance, policy in enumerate("abcde")]
    seen = visit(*replays, width=width, place="#replay=3&step=2")
    ordered = sorted(replays, key=lambda replay: -(replay.score or 0))
    best = [" winner" * (replay.score == ordered[0].score) for replay in ordered]
    names = [f"{replay.policy_record.name}{mark}" for replay, mark in zip(ordered, best, strict=True)]
    assert seen.page.locator("#tabs .name").all_inner_texts() == names
    assert seen.page.locator("#missions").bounding_box()["height"] <= 90
    assert seen.page.locator("#tabs [role=tab]").nth(2).get_attribute("aria-selected") == "true"
    assert seen.page.evaluate("location.hash").startswith("#replay=3&m=1&d=")


@pytest.fixture(scope="module")
def three() -> tuple[Replay, ...]:
    return tuple(flown(policy, chance, env="Stuka/Segment-v0") for chance, policy in enumerate(POLICIES))


@pytest.mark.slow
def test_the_strip_has_the_selected_replay_and_the_best(visit: Any, three: tuple[Replay, ...]) -> None:
    seen = visit(*three)
    for number in (1, 2, 3):
        seen.press(str(number))
        shown = seen.page.locator("#missions button").evaluate_all(
            "(all) => all.map((one) => [...one.querySelectorAll('.scores span')].map((span) => span.textContent))"
        )
        for button, words in zip(seen.page.locator("#missions button").all(), shown, strict=True):
            assert 1 <= len(words) <= 2 and button.bounding_box()["height"] <= 60
            assert len(words) == 1 or words[0] == "\u2013" or int(words[1]) > int(words[0])
