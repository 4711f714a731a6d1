"""The tutorial: a real mission on a tape, flown through by whoever takes the advice and by whoever never does."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from stuka_env.games.stuka.codes import ACTS, SEATS, Act, Decision, to_index
from stuka_env.games.stuka.rules.crew import interchangeable
from stuka_env.io.game_packages import PACKAGES
from stuka_env.io.reading import MIB, read_toml
from stuka_env.play.advice import make_adviser
from stuka_env.play.lessons import LESSONS_FILE
from stuka_env.play.session import Session
from stuka_env.play.text_door import TextDoor
from stuka_env.play.tutorial import Tutor, TutorialSession
from stuka_env.play.typed_rolls import CannotPlay
from stuka_env.play.war import War
from stuka_env.play.war_file import load_war, replay_of
from stuka_env.replay import verify

FILE = read_toml(PACKAGES["stuka"].folder / LESSONS_FILE, MIB)
SCORE_OF_THE_TUTORIAL = 79
"""Of whoever takes the advice: (70 + 60 + 90) / 3, and 6 bonus for few casualties, little damage and stress."""


def disobedient(session: TutorialSession) -> int:
    """Anything but the advice, and never what ends the mission at once."""
    assert session.lesson is not None
    legal = [action for action, _ in session.war.legal]
    others = [action for action in legal if action != session.lesson.advised]
    staying = [action for action in others if ACTS.verb_of(action) not in (Act.NO_FLY, Act.ABORT, Act.SEND_HOME)]
    return (staying or others)[-1]


def flown(session: TutorialSession, obey: bool) -> Iterator[str]:
    """Fly it to the end; the answers."""
    while not session.war.over:
        lesson = session.lesson
        assert lesson is not None and lesson.before in session.words
        assert lesson.advised in dict(session.war.legal)
        session.take(lesson.advised if obey else disobedient(session))
        yield session.answer_text


def test_every_question_has_a_lesson_and_every_verb_an_answer() -> None:
    asked = {decision for lesson in FILE["lessons"] for decision in lesson["decision"].split()}
    assert asked == {decision.name for decision in Decision if decision not in (Decision.NONE, Decision.OVER)}
    assert set(FILE["otherwise"]) == {act.name for act in Act}


def test_the_advice_leads_to_a_good_mission(tmp_path: Path) -> None:
    session = TutorialSession(tmp_path / "war.json")
    answers = list(flown(session, obey=True))
    assert all(answers) and not any("Not as advised" in words for words in answers)
    assert any("The Lucky Dog, aircraft 1, shrugs off" in words for words in answers)
    assert any("Aircraft 1 scores 70 points." in words for words in answers)
    assert "He dives on past the safe height. Aircraft 3 scores 90 points." in answers
    assert session.war.result is not None and session.war.result["score"] == SCORE_OF_THE_TUTORIAL
    assert verify(replay_of(session.war)).score == SCORE_OF_THE_TUTORIAL  # a war like any other
    assert load_war(session.path).over


def test_whoever_never_takes_the_advice_is_answered_and_not_stopped(tmp_path: Path) -> None:
    session = TutorialSession(tmp_path / "war.json")
    answers = list(flown(session, obey=False))
    told = [words for words in answers if words.startswith("Not as advised. ")]
    assert len(told) >= 8 and len(set(told)) >= 5
    assert session.war.over


def test_no_lesson_speaks_of_what_cannot_be_done(tmp_path: Path) -> None:
    """Only an aircraft that was hit can be sent home."""
    session, said = TutorialSession(tmp_path / "war.json"), set()
    while not session.war.over:
        assert session.lesson is not None
        verbs = {ACTS.verb_of(action) for action, _ in session.war.legal}
        if Act.GO_ON in verbs and session.war.mat.mission.leg == 1:
            assert ("can be sent home" in session.lesson.before) <= (Act.SEND_HOME in verbs)
            said.add("can be sent home" in session.lesson.before)
        session.take(session.lesson.advised)
    assert said == {True, False}


def test_a_shaken_crew_is_relieved_before_its_attack_at_the_latest(tmp_path: Path) -> None:
    """A player who flies on is told the consequence, and is asked again when the attacks begin."""
    session = TutorialSession(tmp_path / "war.json")
    while session.lesson is not None and ACTS.verb_of(session.lesson.advised) != Act.RELIEVE:
        session.take(session.lesson.advised)
    while session.war.mat.cursor.decision != Decision.ATTACK:
        session.take(ACTS.index_of("GO_ON"))
        assert "Whoever is shaken attacks worse" in session.answer_text or "On to the next" in session.answer_text
    assert session.lesson is not None and ACTS.verb_of(session.lesson.advised) == Act.RELIEVE
    session.take(session.lesson.advised)
    assert session.lesson is not None and ACTS.verb_of(session.lesson.advised) == Act.DROP


@pytest.mark.parametrize(("verb", "flown"), [("NO_FLY", "nobody has flown"), ("ABORT", "you have flown a mission")])
def test_the_decision_that_ends_it_is_answered_too(tmp_path: Path, verb: str, flown: str) -> None:
    session = TutorialSession(tmp_path / "war.json")
    while not session.war.over:
        assert session.lesson is not None
        ending = ACTS.index_of(verb)
        session.take(ending if ending in dict(session.war.legal) else session.lesson.advised)
    assert session.closing_words.startswith(f"Not as advised. {FILE['otherwise'][verb]}")
    assert flown in session.closing_words


def test_nothing_is_taken_back_once_dice_were_rolled(tmp_path: Path) -> None:
    session = TutorialSession(tmp_path / "war.json")
    start = session.war.mat.tobytes()
    session.take(ACTS.index_of("FLY", 4))
    session.undo()
    assert session.war.mat.tobytes() == start and session.lesson is not None and session.answer_text == ""
    with pytest.raises(CannotPlay):
        session.undo()
    assert session.war.mat.tobytes() == start
    for _ in range(20):
        if session.war.turns[-1].action is not None and session.war.turns[-1].rolls:
            break
        assert session.lesson is not None
        session.take(session.lesson.advised)
    with pytest.raises(CannotPlay, match="Dice were rolled"):
        session.undo()


def test_the_tutor_advises_what_the_lesson_says(tmp_path: Path) -> None:
    session = TutorialSession(tmp_path / "war.json")
    assert session.lesson is not None
    considered = Tutor(session.lessons).consider(session.war.position())
    assert considered.choice == session.lesson.advised == ACTS.index_of("FLY", 3)


def other_advice(session: TutorialSession, policy: str) -> list[tuple[str, str, str]]:
    """Take the tutor's advice to the end; the decisions in which a policy decides otherwise, with both answers.

    People with the same standing are the same to the rules, so a choice between them is no other advice.
    """
    adviser, others = make_adviser(policy), []
    while not session.war.over:
        assert session.lesson is not None
        advised, legal, mat = session.lesson.advised, dict(session.war.legal), session.war.mat
        choice = adviser.consider(session.war.position()).choice
        if choice != advised and not same_standing(mat, advised, choice):
            others.append((Decision(int(mat.cursor.decision)).name, legal[advised], legal[choice]))
        session.take(advised)
    return others


def same_standing(mat: Any, one: int, other: int) -> bool:
    """Whether two actions seat two people whom the rules do not tell apart."""
    if ACTS.verb_of(one) != ACTS.verb_of(other) or ACTS.verb_of(one) not in (Act.LEADER, Act.PILOT, Act.GUNNER):
        return False
    first = SEATS * (ACTS.verb_of(one) == Act.GUNNER)
    places = [first + to_index(ACTS.actions[action].argument) for action in (one, other)]
    return bool(interchangeable(mat, *places))


@pytest.mark.parametrize("policy", ["old_hand", "distilled-mission"])
def test_the_tutor_advises_what_strong_policies_do(tmp_path: Path, policy: str) -> None:
    assert other_advice(TutorialSession(tmp_path / "war.json"), policy) == []


def test_the_agent_differs_from_the_tutor_by_a_later_relief_alone(tmp_path: Path) -> None:
    others = other_advice(TutorialSession(tmp_path / "war.json"), "distilled")
    assert [decision for decision, *_ in others] == ["EN_ROUTE"]
    assert others[0][1].startswith("The leader relieves") and others[0][2].startswith("Fly on")


def test_another_policy_advises_otherwise(tmp_path: Path) -> None:
    others = other_advice(TutorialSession(tmp_path / "war.json"), "doctrine")
    assert [decision for decision, *_ in others] == ["MUSTER", "EN_ROUTE", "ATTACK"]


def lesson_after(session: TutorialSession, *, fly: int, special: bool) -> str:
    """The lesson at the first decision in which a gamble is allowed, in a formation of so many aircraft."""
    while not any(ACTS.verb_of(action) == Act.GAMBLE for action, _ in session.war.legal):
        legal = dict(session.war.legal)
        assert session.lesson is not None
        without = [] if special else [ACTS.index_of("NO_SPECIAL")]
        choices = (ACTS.index_of("FLY", fly), *without, session.lesson.advised)
        session.take(next(action for action in choices if action in legal))
    assert session.lesson is not None
    return session.lesson.before


def test_the_gamble_is_advised_where_it_pays(tmp_path: Path) -> None:
    assert "keep it for aircraft 3" in lesson_after(TutorialSession(tmp_path / "a.json"), fly=3, special=True)
    assert "Gamble." in lesson_after(TutorialSession(tmp_path / "b.json"), fly=3, special=False)
    assert "risks more than it brings" in lesson_after(TutorialSession(tmp_path / "c.json"), fly=10, special=False)


def test_help_does_not_ask_for_dice(tmp_path: Path) -> None:
    """They are on the tape; only at the table does the player roll."""

    def helped(session: Session) -> str:
        return "\n".join(TextDoor(session).read("?"))

    table = Session(War("Stuka/Mission-v0", {}, 1, table=True), tmp_path / "table.json")
    assert "You roll." in helped(table) and "You roll." not in helped(TutorialSession(tmp_path / "war.json"))


def test_again_and_a_war_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "stuka-war.json").write_text("somebody's war")
    session = TutorialSession(tmp_path / "tutorial.json")
    assert isinstance(session.again(session.war.seed), TutorialSession)
    other = session.again(5)
    assert type(other) is Session and other.adviser is None and not other.war.table
    assert other.path == Path("stuka-war-2.json") and (tmp_path / "stuka-war.json").read_text() == "somebody's war"


@pytest.mark.parametrize("obey", [True, False])
def test_flown_at_lines_of_text(tmp_path: Path, obey: bool) -> None:
    session = TutorialSession(tmp_path / "war.json")
    door = TextDoor(session)
    said = door.greeting()
    while not session.war.over:
        assert session.lesson is not None
        wanted = session.lesson.advised if obey else disobedient(session)
        actions = [option.actions[0] for option in door._question.options]
        said += door.read("1" if door._question.list_question else str(actions.index(wanted) + 1))
    text = " ".join(" ".join(said).split())
    assert "Who flies?" in text and "The tutorial is over" in text
    assert ("Not as advised" in text) != obey
    assert session.war.result is not None and (session.war.result["score"] == SCORE_OF_THE_TUTORIAL) == obey
