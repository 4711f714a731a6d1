"""The game at lines of text: every game, the table, the tutorial, exercises, advice, saved wars and pipes."""

import io
import os
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from stuka_env.cli import main
from stuka_env.declared.sentences import is_chance
from stuka_env.games.stuka.charts import load_charts
from stuka_env.games.stuka.codes import ACTS, Chart
from stuka_env.play.advice import Opinion, make_adviser
from stuka_env.play.choices import choices
from stuka_env.play.exercises.session import open_exercises
from stuka_env.play.keys import EXERCISE_KEYS, KEYS
from stuka_env.play.lock import SaveLock
from stuka_env.play.session import Session
from stuka_env.play.text_door import ExerciseDoor, TextDoor
from stuka_env.play.tutorial import TutorialSession
from stuka_env.play.typed_rolls import Position
from stuka_env.play.war import War, war_at
from stuka_env.play.war_file import load_war
from stuka_env.replay import fly, load
from tests.support.each import each
from tests.support.places import ROOT
from tests.support.typed import DECISIONS_OF_T11, DICE_OF_T11

PATIENCE = 120.0
"""Seconds to wait for a program that takes two on a quiet machine."""
SHORT_WARS = ("Stuka/Mission-v0", "Interceptor/Sortie-v0", "Wing/Mission-v0", "Support/Dogfight-v0")
GAMES = ("stuka", "interceptor", "wing", "support")
SEGMENT = {"segment": "1941-06"}


def door_of(war: War, folder: Path, adviser: Any = None) -> TextDoor:
    door = TextDoor(Session(war, folder / "war.json"), adviser)
    door.greeting()
    return door


def said(door: TextDoor, *lines: str) -> str:
    """Return what is printed after the last of some lines."""
    printed = [""]
    for line in lines:
        printed = door.read(line)
    return "\n".join(printed)


def answer_at_random(door: TextDoor, dice: random.Random) -> str:
    war = door.session.war
    if war.need is not None and not choices(war):
        return " ".join(str(dice.randint(1, sides)) for sides in war.need.sides)
    if war.need is not None:
        return str(dice.choice(choices(war)).number)
    return str(dice.randint(1, len(door._question.options)))


def play_at_random(door: TextDoor, seed: int, most: int = 3_000) -> list[str]:
    """Play a war to its end with random answers, and return all that is printed."""
    dice, printed = random.Random(seed), list[str]()
    while not door.session.war.over:
        most -= 1
        assert most, "it never ends"
        before = len(door.session.war.turns), door.session.war.pending
        printed += door.read(answer_at_random(door, dice))
        assert (len(door.session.war.turns), door.session.war.pending) != before, printed[-1]
    return printed


# --- every game ---


@each("env", SHORT_WARS)
@each("table", [False, True])
def test_any_answers_lead_to_the_end(env: str, table: bool, tmp_path: Path) -> None:
    arguments = {"turn": "5"} if env == "Wing/Mission-v0" else {}
    war = War(env, arguments, 3, table)
    text = "\n".join(play_at_random(door_of(war, tmp_path), 5))
    assert "And now?" in text and "Fly it again" in text and "\x1b" not in text
    assert ("Type 1 to " in text) == table
    assert load_war(tmp_path / "war.json").over


@each("game", GAMES)
def test_the_advice_of_the_tutorial_leads_to_its_end(game: str, tmp_path: Path) -> None:
    door = TextDoor(TutorialSession(tmp_path / "war.json", game=game))
    text = "\n".join(door.greeting())
    session = door.session
    assert isinstance(session, TutorialSession) and session.lesson is not None
    assert " ".join(session.words.split()) in " ".join(text.split())
    while not session.war.over:
        assert session.lesson is not None
        numbers = [each.actions[0] for each in door._question.options]
        advised = session.lesson.advised
        if door._question.list_question is None:
            assert f"the tutorial: {door._question.options[numbers.index(advised)].words.partition(' (')[0]}" in said(
                door, "a"
            )
            text = said(door, str(numbers.index(advised) + 1))
        else:
            text = said(door, "1")
        assert not text.startswith("The answer")
    assert "The tutorial is over" in text
    again = said(door, "Fly it again")
    assert isinstance(door.session, TutorialSession) and "To decide" in again


@each("game", GAMES)
def test_exercises_are_answered_and_explained(game: str, tmp_path: Path) -> None:
    door = ExerciseDoor(open_exercises(tmp_path / "answers.json", None, False, game=game))
    session = door.session
    assert "1.  All themes" in "\n".join(door.greeting())
    assert "allowed is 1 to" in said(door, "chess")
    theme = session.practice.themes[0]
    assert f"Exercise 1 of {session.practice.tally(theme).total}" in said(door, "2")
    assert "Choose an answer first." in said(door, "n")
    actions = [each.actions[0] for each in door._question.options]
    worst = min(session.shown.choices, key=lambda choice: choice.difference)
    text = said(door, str(1 + actions.index(worst.action)))
    assert text.startswith("Not the best: ") and "The figures:" in text and " (yours)." in text
    assert "The exercise has your answer" in said(door, "1")
    assert "Exercise 2 of" in said(door, "")
    best = session.shown.best
    assert said(door, str(1 + [each.actions[0] for each in door._question.options].index(best))).startswith("Right: ")
    assert "1 of 2 right" in said(door, "t")
    assert "Exercise 1 of" in said(door, "t 1 mixed") and session.practice.progress.shuffle is not None
    assert said(door, "p").startswith(session.shown.position)
    assert "An answer is the number" in said(door, "?")
    session.release()
    kept = open_exercises(tmp_path / "answers.json", "all", False, game=game)
    assert len(kept.practice.progress.answers) == 2
    kept.release()


def test_after_the_last_exercise_of_a_theme_the_themes_are_listed(tmp_path: Path) -> None:
    session = open_exercises(tmp_path / "answers.json", "target", False, game="support")
    door = ExerciseDoor(session)
    door.greeting()
    for _ in session.practice.order:
        actions = [each.actions[0] for each in door._question.options]
        said(door, str(1 + actions.index(session.shown.best)))
        text = said(door, "n")
    assert session.is_over and text.startswith("Which theme?")
    session.release()


def test_charts_that_are_drawn_at_random_are_played(tmp_path: Path) -> None:
    war = War("Stuka/Mission-v0", {"charts": "random-evaluation"}, 5)
    assert "And now?" in "\n".join(play_at_random(door_of(war, tmp_path), 5))
    assert load_war(tmp_path / "war.json").arguments["charts"].startswith("bank:")


def test_a_map_is_drawn_in_letters_where_it_is_asked_for(tmp_path: Path) -> None:
    door = door_of(War("Support/Battle-v0", {"scenario": "strongpoint"}, 3), tmp_path)
    text = said(door, "s")
    assert "/A1    \\______/" in text and text.endswith(door._question.numbered[-1])


# --- what can be typed ---


@pytest.fixture
def door(tmp_path: Path) -> TextDoor:
    return door_of(War("Stuka/Mission-v0", SEGMENT, 7), tmp_path)


def test_a_number_words_and_a_list_are_answers_and_all_else_is_refused_in_a_line(door: TextDoor) -> None:
    war = door.session.war
    for wrong in ("", "0", "99", "fly", "xyzzy", "2 or 3", "\x1b[2J", "ä" * 50_000):
        refused = door.read(wrong)
        assert len(refused) == 1 and "\n" not in refused[0] and refused[0].isprintable() and len(war.turns) == 1
    assert "who flies the 4 aircraft" in said(door, "Fly 4 aircraft")
    assert "pilot 9" in said(door, "1: pilot 9, gunner 8; 2: pilot 1, gunner 1")
    assert war.mat.aircraft[0].pilot == 9 and "what the formation carries" in "\n".join(door.scene())
    assert "There is no option 7" in said(door, "7")


def test_crews_are_taken_back_together_and_dice_are_not(door: TextDoor) -> None:
    war = door.session.war
    assert "just begun" in said(door, "u")
    said(door, "3", "1")
    assert len(war.turns) > 6
    assert "who flies the" in said(door, "u") and len(war.turns) == 2
    said(door, "1")
    while not any(map(is_chance, war.newest_entries)):
        said(door, "1")
    assert said(door, "u") == "Dice were rolled since: that decision cannot be taken back."


def test_journal_record_position_and_replay(door: TextDoor, tmp_path: Path) -> None:
    war = door.session.war
    assert said(door, "j").startswith("Mission (A1)")
    assert said(door, "r").startswith("Careers\n")
    text = said(door, "p").splitlines()[0]
    assert war_at(text, 1).mat.tobytes() == war.mat.tobytes()
    assert re.fullmatch(r"Replay written: \S*stuka watch .*war-replay\.json", said(door, "w"))
    assert fly(load(tmp_path / "war-replay.json")) is not None
    assert "To decide" in said(door, "s") and "Since the last" not in said(door, "s")


def test_help_has_the_question_the_words_and_the_commands(door: TextDoor) -> None:
    text = said(door, "?")
    assert "The number of aircraft" in text or "How many" in text
    assert "Words:" in text and "You lead a squadron" in text and "You roll." not in text
    assert all(f"  {key.shown}: " in text for key in KEYS if key.command and key.command != "record")


def test_every_command_has_a_letter_and_a_method() -> None:
    for keys, kind in ((KEYS, TextDoor), (EXERCISE_KEYS, ExerciseDoor)):
        commands = [key for key in keys if key.command]
        assert all(hasattr(kind, f"do_{key.command}") for key in commands)
        assert len({key.shown[0] for key in commands}) == len(commands)


# --- advice ---


class Brackets:
    name = "[bold]brackets\x1b"

    def consider(self, position: Position) -> Opinion:
        first, second, *_ = map(int, position.mask[0].nonzero()[0])
        return Opinion(
            first,
            {first: 0.75, second: 0.25},
            {first: 40.0, second: 42.0},
            40.0,
            {second: 1.5},
            reason="it is [red] rested",
        )


class Broken:
    name = "broken"

    def consider(self, position: Position) -> Opinion:
        raise RuntimeError("no idea\nat all")


def test_advice_has_choice_reason_doubts_and_numbers(tmp_path: Path) -> None:
    door = door_of(War("Stuka/Mission-v0", SEGMENT, 7), tmp_path, Brackets())
    text = said(door, "a")
    assert "expects a final score of 40.0: Do not fly" in text and "Why: it is [red] rested" in text
    assert "+2.0 ± 1.5 points, not enough to be sure" in text
    assert re.search(r"^1 +75% +★ +Do not fly$", text, re.M) and re.search(r"^2 +25% +\+2\.0 ±1\.5 +Fly 3", text, re.M)


def test_an_adviser_who_fails_and_nobody(door: TextDoor, tmp_path: Path) -> None:
    assert said(door, "a") == "Nobody advises: start with --advise POLICY."
    (tmp_path / "other").mkdir()
    broken = door_of(War("Stuka/Mission-v0", SEGMENT, 7), tmp_path / "other", Broken())
    assert said(broken, "a") == "broken failed: RuntimeError: no idea"
    assert said(broken, "3", "a") == "broken failed: RuntimeError: no idea"


def test_a_policy_advises_the_crews_as_a_list(tmp_path: Path) -> None:
    pytest.importorskip("agents")
    door = door_of(War("Stuka/Mission-v0", SEGMENT, 7), tmp_path, make_adviser("doctrine"))
    before = door.session.war.mat.tobytes() if not said(door, "2") else door.session.war.mat.tobytes()
    assert said(door, "a").startswith("doctrine: pilot + gunner 1: ")
    assert door.session.war.mat.tobytes() == before


# --- the table ---


def test_the_example_of_play_at_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The dice of T11 typed by hand come to its score; the sitting ends in the middle of a turn and goes on."""
    path = tmp_path / "war.json"
    door = door_of(War("Stuka/Mission-v0", {"segment": "1941-11"}, 0, table=True), tmp_path)
    dice = {chart: list(words) for chart, words in DICE_OF_T11.items()}
    cards = load_charts().names
    names = dict(zip(cards.card_ids, cards.card_names, strict=True))
    decisions = [ACTS.index_of(*words) for words in DECISIONS_OF_T11]
    is_continued = False
    while not door.session.war.over:
        need = door.session.war.need
        if need is None and door._question.list_question is not None:
            pairs = zip(decisions[:10:2], decisions[1:10:2], strict=True)
            rows = [
                f"{slot}: pilot {ACTS.actions[one].argument}, gunner {ACTS.actions[two].argument}"
                for slot, (one, two) in enumerate(pairs, 1)
            ]
            del decisions[:10]
            text = said(door, "; ".join(rows))
        elif need is None:
            actions = [each.actions[0] for each in door._question.options]
            text = said(door, str(1 + actions.index(decisions.pop(0))))
        elif need.chart == Chart.EVENT:
            text = said(door, names[dice[need.chart].pop(0)])
        else:
            assert need.choices or "allowed is" in said(door, "77 77")
            text = said(door, dice[need.chart].pop(0))
        assert "allowed" not in text
        if door.session.war.need is not None and door.session.war.need.chart == Chart.C4 and not is_continued:
            is_continued = True
            door = TextDoor(Session.resume(path))
            assert "Evasion (C4): roll one D10" in "\n".join(door.greeting())
    assert is_continued and decisions == [] and not any(dice.values())
    assert "46 points" in text and "Large buildings" in text
    said(door, "w")
    assert main(["replay", str(tmp_path / "war-replay.json")]) == 0
    assert "score 46 " in capsys.readouterr().out


def test_a_mistyped_roll_is_taken_back(tmp_path: Path) -> None:
    door = door_of(War("Stuka/Mission-v0", SEGMENT, 0, table=True), tmp_path)
    assert "To decide: how many" in said(door, "3 4 3")
    assert "Mission (A1): roll two white D6 and the colour D6" in said(door, "u")
    assert "You roll." in said(door, "?")


# --- after the end ---


@pytest.fixture
def ended(tmp_path: Path) -> TextDoor:
    door = door_of(War("Stuka/Mission-v0", SEGMENT, 7), tmp_path)
    assert "The war is over. 0 points: Defeat" in said(door, "1")
    return door


def test_again_and_another_war(ended: TextDoor, tmp_path: Path) -> None:
    first = ended.session
    assert "To decide" in said(ended, "5")
    assert ended.session.path == tmp_path / "war-2.json" and ended.session.war.seed == first.war.seed
    said(ended, "1")
    assert "To decide" in said(ended, "A new war") and ended.session.war.seed != first.war.seed


def test_the_other_steps(ended: TextDoor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stuka_env.play.text_door.make_watch_page", lambda session, opens: f"written: {opens}")
    monkeypatch.setattr("stuka_env.play.text_door.share_war", lambda session: "the line")
    assert said(ended, "1") == "written: False" and said(ended, "Share it") == "the line"
    assert "There is no option 9" in said(ended, "9")
    pytest.importorskip("agents")
    assert re.search(r"^mission +you +distilled +old_hand$", said(ended, "Beat the agent"), re.M)
    assert said(ended, "Leave") == "" and ended.is_left


# --- the program ---


def program(folder: Path, *words: str, text: str = "", command: str = "play") -> subprocess.CompletedProcess[str]:
    inherited = os.environ.get("PYTHONPATH", "")
    return subprocess.run(
        [sys.executable, "-m", "stuka_env", command, "--text", *words], input=text, cwd=folder, capture_output=True,
        env=os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{inherited}"}, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip


def test_in_a_pipe_the_end_of_the_input_keeps_the_war(tmp_path: Path) -> None:
    run = program(tmp_path, "--seed", "7", text="3\n1\nnonsense\n")
    assert run.returncode == 0 and run.stderr == "" and "\x1b" not in run.stdout
    assert "The answer 'nonsense' is not the number" in run.stdout
    assert re.search(r"saved; continue with: .* play --load stuka-war\.json --text\n$", run.stdout)
    war = load_war(tmp_path / "stuka-war.json")
    assert int(war.mat.mission.sent) == 4
    SaveLock(tmp_path / "stuka-war.json", patience=0.0).release()
    run = program(tmp_path, "--load", "stuka-war.json", text="q\n1\n")
    assert run.returncode == 0 and "what the formation carries" in run.stdout
    assert len(load_war(tmp_path / "stuka-war.json").turns) == len(war.turns)


def test_the_program_plays_exercises_the_tutorial_a_position_and_the_war_of_a_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    def printed(*words: str, lines: str = "") -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        assert main([*words, "--text"]) == 0
        return capsys.readouterr().out

    assert "Kept in stuka-exercises.json" in printed("exercises", "--theme", "all", lines="1\n")
    assert "a whole operation: " in printed("play", "--tutorial", lines="2\n1\n")
    position = War("Interceptor/Sortie-v0", {}, 1).position_text()
    assert "INTERCEPTOR" in printed("play", "--position", position, "--seed", "1").upper()
    daily = printed("play", "--daily", "2026-11-24", lines="2\n")
    assert "stuka-2026-11-24-daily.json --text" in daily
    again = printed("play", "--daily", "2026-11-24", lines="2\n")
    assert "continue with" in again


def test_ctrl_c_keeps_the_war(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    def interrupted() -> Any:
        yield "3"
        raise KeyboardInterrupt

    monkeypatch.setattr("stuka_env.play.text_door.lines_of_player", interrupted)
    monkeypatch.setattr("stuka_env.cli.end_if_interrupted", lambda status: status, raising=False)
    assert main(["play", "--text", "--env", "Stuka/Mission-v0", "--seed", "7"]) == 130
    assert "continue with" in capsys.readouterr().out and len(load_war(tmp_path / "stuka-war.json").turns) == 2
