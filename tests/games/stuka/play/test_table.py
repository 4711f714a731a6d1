"""At the table: the program asks for every roll by chart, keeps the books, and takes mistyped rolls back."""

import json
from pathlib import Path

import numpy as np
import pytest

from stuka_env.declared.sentences import SentenceContext, added_words
from stuka_env.games.stuka.charts import load_charts
from stuka_env.games.stuka.codes import ACTS, Chart, Entry, Leg, Modifier
from stuka_env.games.stuka.rules.table import JournalLine
from stuka_env.games.stuka.words.journal import SENTENCES, JournalEntry
from stuka_env.play import typed_rolls
from stuka_env.play.choices import choices, roll_words
from stuka_env.play.session import Session
from stuka_env.play.typed_rolls import CannotPlay, Need
from stuka_env.play.war import War
from stuka_env.play.war_file import SaveError, checksum, load_war, replay_of, war_json
from stuka_env.replay import verify
from tests.support.each import each
from tests.support.typed import DECISIONS_OF_T11, DICE_OF_T11

CARDS = load_charts().names.card_ids


def table(env: str = "Stuka/Mission-v0", **arguments: str) -> War:
    return War(env, arguments, 0, table=True)


def asked(war: War) -> Chart:
    """The chart of the roll that is asked for."""
    assert war.need is not None
    return war.need.chart


def hand_in(session: Session, word: str) -> None:
    """Give the roll that is asked for, as it is typed or picked from the list."""
    need = session.war.need
    assert need is not None
    if need.chart == Chart.EVENT:
        session.take(CARDS.index(word) + 1)
    elif need.chart == Chart.CUP:
        session.take(int(word))
    else:
        session.roll(word)


def test_the_example_of_play_with_its_dice_typed_by_hand(tmp_path: Path) -> None:
    session = Session(table(segment="1941-11"), tmp_path / "war.json")
    dice = {chart: list(words) for chart, words in DICE_OF_T11.items()}
    decisions = list(DECISIONS_OF_T11)
    while not session.war.over:
        if session.war.need is not None:
            hand_in(session, dice[session.war.need.chart].pop(0))
        else:
            session.take(ACTS.index_of(*decisions.pop(0)))
        again = load_war(session.path)  # the power may fail at any moment
        assert again.mat.tobytes() == session.war.mat.tobytes()
        assert (again.need, again.pending) == (session.war.need, session.war.pending)
        assert again.journal == session.war.journal
    assert decisions == [] and not any(dice.values())
    result = session.war.result
    assert result is not None and (result["score"], result["destroyed"], result["kia"]) == (46, 1, 1)
    assert list(session.war.mat.log[0].scores[:5]) == [60, 50, 40, 0, 80]
    ending = verify(replay_of(session.war))
    assert ending.finished and ending.score == 46


def nameless(war: War) -> tuple[list[int], list[JournalEntry]]:
    """Return legal actions and journal without words, because the names of people depend on the seed."""
    return [index for index, _ in war.legal], [entry._replace(text="") for entry in war.journal]


def test_nothing_is_rolled_by_the_program() -> None:
    """The same typed numbers give the same war under every seed."""
    wars = [War("Stuka/Segment-v0", {"segment": "1942-08"}, seed, table=True) for seed in (0, 77)]
    rng = np.random.default_rng(1)
    asked: set[Chart] = set()
    for _ in range(600):
        first = wars[0]
        if first.over:
            break
        if first.need is None:
            action = int(rng.choice([index for index, _ in first.legal]))
            for war in wars:
                war.take(action)
        else:
            asked.add(first.need.chart)
            sides = first.need.chart.dice
            faces = [int(rng.integers(1, most + 1)) for most in sides]
            faces = [int(rng.choice(first.need.choices))] if first.need.choices else faces
            for war in wars:
                war.answer(faces)
        assert wars[0].mat.tobytes() == wars[1].mat.tobytes()
        assert wars[0].need == wars[1].need and nameless(wars[0]) == nameless(wars[1])
    assert len(asked) > 12 and len(first.played) > 60


def test_the_question_says_chart_dice_person_and_modifiers() -> None:
    war = table(segment="1941-11")
    assert war.need is not None
    assert war.need.title == "Mission (A1): roll two white D6 and the colour D6"
    assert war.legal == [] and war.mat.mission.target == 0
    assert Need(Chart.A2, (10,)).title == "Attack (A2): roll one D10"
    assert added_words(((Modifier.PAYLOAD, -1), (Modifier.STRESS, 2))) == "-1 ordnance, +2 stress: +1 in all"
    fields: dict[str, int] = {"aircraft": 3, "person": 3, "zone": 3, "leg": Leg.OUT, "system": -1}
    for chart, about in ((Chart.A2, "aircraft 3, pilot 3"), (Chart.B1, "zone 3, outbound"), (Chart.C1, "aircraft 3")):
        record = np.zeros(1, JournalLine.dtype)
        for name, value in (fields | {"chart": chart}).items():
            record[name] = value
        (entry,) = SENTENCES.without_text(record)
        assert SENTENCES.about(entry, SentenceContext(war.charts, ())) == about


def test_the_modifiers_asked_with_are_those_that_are_used(tmp_path: Path) -> None:
    session = Session(table(segment="1941-11"), tmp_path / "war.json")
    dice = {chart: list(words) for chart, words in DICE_OF_T11.items()}
    decisions = list(DECISIONS_OF_T11)
    asked = []
    while not session.war.over:
        need = session.war.need
        if need is None:
            session.take(ACTS.index_of(*decisions.pop(0)))
            continue
        assert isinstance(need, Need)
        if need.chart not in (Chart.CUP, Chart.EVENT):
            asked.append((need.chart, need.about, need.modifier_words))
        if need.chart == Chart.A2 and need.about.startswith("for aircraft 1,"):
            pilot = session.war.crews.of(1)
            assert roll_words(session.war) == (
                f"For aircraft 1, pilot 1 {pilot}; the program adds -3 ordnance, +1 visibility: -2 in all."
            )
        hand_in(session, dice[need.chart].pop(0))
    told = [entry for entry in session.war.journal if entry.kind == Entry.ROLL and entry.chart != Chart.EVENT]
    assert [chart for chart, _, _ in asked] == [entry.chart for entry in told]
    for (_, about, modifiers), entry in zip(asked, told, strict=True):
        assert (f"aircraft {entry.aircraft}" in about) == bool(entry.aircraft)
        assert modifiers.endswith(f"{entry.drm:+d} in all") or modifiers.startswith(f"{entry.drm:+d} ") or not entry.drm


def at_the_cup() -> War:
    """Five aircraft in zone 1; an event card asks for a number from the cup."""
    war = table(segment="1941-06")
    war.answer([3, 4, 4])
    war.take(ACTS.index_of("FLY", 5))
    while war.need is None:
        war.take(war.legal[0][0])
    war.answer([CARDS.index("lost_rabbits_foot") + 1])
    return war


def test_only_what_is_in_the_cup_and_in_the_deck_can_be_drawn() -> None:
    war = at_the_cup()
    assert war.need is not None and (war.need.chart, war.need.choices) == (Chart.CUP, (1, 2, 3, 4, 5))
    assert [(choice.number, choice.answer) for choice in choices(war)] == [(n, n) for n in range(1, 6)]
    assert choices(war)[2].label.startswith("Number 3: pilot ")
    with pytest.raises(CannotPlay, match="allowed is 1, 2, 3, 4, 5"):
        war.answer([6])
    war.answer([3])
    war.answer([10])
    war.answer([1])
    assert war.need is None and war.mat.pilots[2].stress == 2
    war.take(ACTS.index_of("GO_ON"))
    assert war.need is not None and war.need.chart == Chart.EVENT
    gone = CARDS.index("lost_rabbits_foot") + 1
    assert gone not in war.need.choices and len(war.need.choices) == 23
    with pytest.raises(CannotPlay):
        war.answer([gone])
    assert choices(war)[0].label.startswith("Waypoint Reached: ")


def test_a_mistyped_roll_is_taken_back_until_the_next_decision_and_after() -> None:
    war = at_the_cup()
    war.answer([3])
    assert asked(war) == Chart.B1
    war.undo()
    assert asked(war) == Chart.CUP
    war.answer([4])
    war.answer([10])
    war.answer([1])  # the last roll: the next decision is open
    assert war.need is None and war.mat.pilots[3].stress == 2
    war.undo()
    assert war.need is not None and war.need.chart == Chart.B2
    for chart in (Chart.B1, Chart.CUP, Chart.EVENT):
        war.undo()
        assert war.need is not None and war.need.chart == chart
    war.undo()
    assert war.need is None and war.legal
    played = len(war.played)
    war.undo()
    assert len(war.played) == played - 1
    while war.played:
        war.undo()
    assert war.need is not None and war.need.chart == Chart.A1
    with pytest.raises(CannotPlay, match="nothing to take back"):
        war.undo()


@pytest.mark.parametrize("surplus", [["GAMBLE", 3], ["CUP", 9], ["B1", 3]])
def test_rolls_that_nobody_asked_for_are_refused(tmp_path: Path, surplus: list[object]) -> None:
    contents = war_json(at_the_cup())
    contents["pending"].append(surplus)
    (tmp_path / "war.json").write_text(json.dumps(contents | {"checksum": checksum(contents)}))
    with pytest.raises(SaveError, match="does not go on"):
        load_war(tmp_path / "war.json")


def test_a_decision_waits_for_its_rolls() -> None:
    war = at_the_cup()
    with pytest.raises(CannotPlay, match="roll is missing"):
        war.take(ACTS.index_of("GO_ON"))
    assert war.need is not None and not war.over and war.result is None


@each(
    "chart, typed, faces",
    [
        (Chart.A1, "2 3 4", (2, 3, 4)),
        (Chart.A1, "234", (2, 3, 4)),
        (Chart.A1, " 2, 3;4 ", (2, 3, 4)),
        (Chart.B1, "10", (10,)),
        (Chart.B1, "0", (10,)),
        (Chart.C1, "10 6", (10, 6)),
        (Chart.C1, "06", (10, 6)),
        (Chart.B3, "1+6", (1, 6)),
    ],
)
def test_dice_are_read_as_they_lie(chart: Chart, typed: str, faces: tuple[int, ...]) -> None:
    assert typed_rolls.read_faces(Need(chart, chart.dice), typed) == faces


@each(
    "chart, typed",
    [
        (Chart.A1, "2 3"),
        (Chart.A1, "2 3 4 5"),
        (Chart.A1, "0 3 4"),
        (Chart.A4, "7"),
        (Chart.A4, "0"),
        (Chart.A4, ""),
        (Chart.B1, "11"),
        (Chart.B1, "-3"),
        (Chart.B1, "three"),
        (Chart.B1, "3.5"),
        (Chart.B1, "9" * 5000),
        (Chart.B1, "\N{SUPERSCRIPT TWO}"),
    ],
)
def test_what_no_die_shows_is_refused_with_what_is_allowed(chart: Chart, typed: str) -> None:
    with pytest.raises(ValueError, match=r"^Got .*, allowed is 1 to "):
        typed_rolls.read_faces(Need(chart, chart.dice), typed)
