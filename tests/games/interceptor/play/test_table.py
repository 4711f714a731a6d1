"""The second game at the table: dice by chart and cards by hand; fed with a seeded career's rolls it is that career."""

import json
from pathlib import Path
from typing import Any

import pytest

from stuka_env.game import game_named
from stuka_env.games.interceptor.codes import Act, Chart, Decision, Entry
from stuka_env.games.interceptor.words.journal import JournalEntry
from stuka_env.play.choices import choices, roll_words
from stuka_env.play.session import Session
from stuka_env.play.typed_rolls import CannotPlay, Need
from stuka_env.play.war import War
from stuka_env.play.war_file import SaveError, checksum, load_war, war_json
from tests.support.by_hand import play_at_the_table
from tests.support.each import each

TAPE_FORM = game_named("interceptor").engine.tape

SORTIE, COURTRAI = "Interceptor/Sortie-v0", {"month": "1943-05", "unit": "II/JG 1", "track": "officer"}
"""A sortie with a Fw 190A-4 at Woensdrecht, whose raid can be planned."""
MEETING = {"A1": (4, 5), "B9": (3, 3), "B1": (3, 4), "A3": (4,), "A3_ESCORT": (1,), "A3_YB40": (2, 3)}
"""The rolls up to the first card: B-17s over Courtrai, head on, without escort."""


def typed(journal: list[JournalEntry]) -> list[tuple[Chart, tuple[int, ...]]]:
    """The dice and cards of a part of the journal."""
    rolls: list[tuple[Chart, tuple[int, ...]]] = []
    for entry in journal:
        if entry.kind == Entry.CARD:
            rolls.append((Chart.CARD, (entry.detail,)))
        elif entry.kind == Entry.ROLL and entry.chart is not None and entry.chart in TAPE_FORM.sides:
            rolls.append((entry.chart, entry.dice))
    return rolls


def need_of(war: War) -> Need:
    assert isinstance(war.need, Need)
    return war.need


@pytest.mark.parametrize(
    ("env", "arguments", "least"),
    [
        ("Interceptor/Month-v0", {"month": "1943-04"}, 10),  # one die on A1
        ("Interceptor/Month-v0", {"month": "1943-10", "enemy_quality": True, "fatigue": True}, 20),
        ("Interceptor/Career-v0", {"start": "1943-12", "unit": "I/ZG 76", "advanced_maneuvers": True}, 20),
    ],
)
def test_with_the_dice_and_cards_of_a_seeded_career_it_is_that_career(
    env: str, arguments: dict[str, Any], least: int
) -> None:
    asked = [play_at_the_table(env, arguments, seed, seed, typed) for seed in range(2)]
    assert len(set[Chart]().union(*asked)) >= least


def at_the_first_card(path: Path) -> Session:
    """A session whose pilot has fired at a bomber; his card is asked for."""
    session = Session(War(SORTIE, COURTRAI, 0, table=True), path / "war.json")
    war = session.war
    while war.need is None or war.need.chart != Chart.CARD:
        if war.need is not None:
            session.roll(" ".join(map(str, MEETING[war.need.chart.name])))
        else:
            decision = war.mat["cursor"]["decision"]
            wanted = {Decision.SKILL: Act.DONE, Decision.ENGAGE: Act.BOMBERS, Decision.BURST: Act.AIM_PORT}
            session.take(int(wanted.get(decision, war.legal[0][0])))
    return session


def test_a_card_is_asked_for_by_its_hand_and_out_once_it_is_drawn(tmp_path: Path) -> None:
    session = at_the_first_card(tmp_path)
    war = session.war
    assert need_of(war).title == "Card (3.5.1): draw a combat card" and roll_words(war) == "For the pilot."
    listed = choices(war)
    assert [choice.number for choice in listed] == [choice.answer for choice in listed] == list(range(1, 61))
    assert listed[29].label.startswith("Card 30: fire 4 hits, defence jink") and "2 hits" in listed[29].meaning
    session.take(30)
    while need_of(war).chart != Chart.CARD:
        assert need_of(war).title == "Hit on the bomber (B3): roll 2d6" and need_of(war).about == "for the bomber"
        session.roll("34")
    assert roll_words(war) == "For the bomber." and 30 not in need_of(war).choices
    before = war.mat.tobytes()
    with pytest.raises(CannotPlay, match="Got '30', allowed is 1, 2, "):
        session.take(30)
    with pytest.raises(CannotPlay, match="Got '61'"):
        session.take(61)
    assert war.mat.tobytes() == before
    session.take(20)
    assert war.need is None and war.mat["cursor"]["decision"] == Decision.BURST


def test_cards_and_rolls_are_taken_back_one_by_one(tmp_path: Path) -> None:
    session = at_the_first_card(tmp_path)
    session.take(21)  # no hit
    assert roll_words(session.war) == "For the bomber."
    session.undo()
    assert roll_words(session.war) == "For the pilot." and len(need_of(session.war).choices) == 60
    session.take(30)
    session.roll("3 4")
    session.undo()
    session.undo()
    assert need_of(session.war).chart == Chart.CARD
    session.undo()
    assert session.war.need is None and session.war.mat["cursor"]["decision"] == Decision.BURST


def test_a_career_at_the_table_is_continued_from_its_file(tmp_path: Path) -> None:
    session = at_the_first_card(tmp_path)
    session.take(50)
    again = load_war(session.path)
    assert again.need == session.war.need and again.pending == session.war.pending
    assert again.mat.tobytes() == session.war.mat.tobytes() and again.journal == session.war.journal


@each("surplus", [["CARD", 50], ["CARD", 61], ["B7", 3, 3], ["MONTH", 3], ["B1", 3], ["A1", 7]])
def test_rolls_that_nobody_asked_for_are_refused(tmp_path: Path, surplus: list[object]) -> None:
    session = at_the_first_card(tmp_path)
    session.take(50)
    contents = war_json(session.war)
    contents["pending"].append(surplus)
    (tmp_path / "war.json").write_text(json.dumps(contents | {"checksum": checksum(contents)}))
    with pytest.raises(SaveError, match="does not go on|pending: ") as error:
        load_war(tmp_path / "war.json")
    assert "\n" not in str(error.value)


def test_the_sides_of_dice() -> None:
    sides_of = TAPE_FORM.sides_of
    assert sides_of(Chart.A1, 1) == (6,) and sides_of(Chart.A1, 2) == (6, 6)
    assert sides_of(Chart.START, 1) == (20,) and sides_of(Chart.MONTH, 1) == ()
    assert all(sides_of(chart, len(sides)) for chart, sides in TAPE_FORM.sides.items())


def test_a_roll_says_what_it_is_for() -> None:
    assert Need(Chart.JAM, (3,)).title == "Jammed weapon (7.1.6): roll 1d3"
    assert Need(Chart.B12, (6, 6)).title == "Initiative (B12): roll 1d6 each"
    assert Need(Chart.B7, (6, 6)).title == "Landing (B7): roll 2d6"
