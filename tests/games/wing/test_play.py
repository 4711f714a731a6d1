"""The third game by hand: the tutorial, dice and draws at the table, choices, debriefs, and options of texts."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stuka_env.game import game_named
from stuka_env.games.wing.charts import load_charts
from stuka_env.games.wing.codes import ACTS, Act, Chart, Counter, Decision, Entry
from stuka_env.games.wing.play import PLAY, counters
from stuka_env.games.wing.text import SEAT_ALL
from stuka_env.games.wing.words.journal import campaign_debrief, card_words, debriefs
from stuka_env.play.tutorial import TutorialSession
from stuka_env.play.war import War
from stuka_env.text import TextGame
from tests.support.by_hand import any_action, play_at_the_table
from tests.support.text_players import begun

TAPE_FORM = game_named("wing").engine.tape

MISSION, CAMPAIGN = "Wing/Mission-v0", "Wing/Campaign-v0"
SHORT = {"campaign": "short_1942"}
THREE_MINUTES = 16
"""Decisions of a newcomer in three minutes."""


def test_the_tutorial_asks_about_the_fight_and_destroys_its_target_in_three_minutes(tmp_path: Path) -> None:
    session, taken = TutorialSession(tmp_path / "war.json", game="wing"), 0
    seen = set()
    while "The target is destroyed" not in session.answer_text:
        assert session.lesson is not None
        seen.add(Decision(int(session.war.mat["cursor"]["decision"])))
        session.take(session.lesson.advised)
        taken += 1
    assert taken <= THREE_MINUTES
    fight = {Decision.JOIN, Decision.PRESS, Decision.COVER, Decision.STRAGGLER}
    way = {Decision.MOVE, Decision.RENDEZVOUS, Decision.ALTITUDE, Decision.RUN}
    assert seen == {Decision.CREW} | way | fight


def test_every_decision_has_a_lesson_whose_advice_is_legal() -> None:
    assert PLAY.lessons is not None
    lesson_at = PLAY.lessons.lesson_at
    taught, rng = set[Decision](), np.random.default_rng(0)
    for seed in range(12):
        war = War(CAMPAIGN, {}, seed)
        while not war.over and len(taught) < len(Decision) - 1:
            lesson = lesson_at(war.position())
            assert lesson is not None and lesson.advised in dict(war.legal)
            taught.add(Decision(int(war.mat["cursor"]["decision"])))
            war.take(any_action(war, rng))
    assert taught == set(Decision) - {Decision.OVER}


def rolled(journal: list[Any]) -> list[tuple[Chart, tuple[int, ...]]]:
    """The dice and draws of a part of the journal."""
    return [(one.chart, one.dice) for one in journal if one.kind == Entry.ROLL and one.chart in TAPE_FORM.sides]


@pytest.mark.parametrize("arguments", [SHORT, {"campaign": "short_1944", "squadron": "B-24", "landing": True}])
def test_with_the_dice_of_a_seeded_campaign_it_is_that_campaign(arguments: dict[str, Any]) -> None:
    assert len(play_at_the_table(CAMPAIGN, arguments, 2, 1, rolled)) >= 20


def test_cards_of_the_deck_and_counters_of_the_cup_are_picked_from_a_list() -> None:
    war = War(CAMPAIGN, SHORT, 1, table=True)
    assert war.need is not None and war.need.title == "Mission card (4.2): draw a mission card"
    listed = war.parts.choices(war)
    assert [choice.answer for choice in listed] == list(range(1, 21)), "the cards of 1942"
    assert listed[6].label == card_words(7, war.charts)
    assert listed[6].label == "Card 7: Courtrai airfield (6 bombers, 6 escorts, 4 hits for 2 points)"
    drawn = counters(load_charts())
    assert len(drawn) == len(Counter) and drawn[0].answer == 1 and drawn[0].label.startswith("Change of course (")
    assert [choice.number for choice in drawn] == list(range(1, len(drawn) + 1))


def test_each_mission_has_a_debrief_and_the_campaign_has_one() -> None:
    war, rng = War(CAMPAIGN, SHORT, 4), np.random.default_rng(2)
    while not war.over:
        war.take(any_action(war, rng))
    pages = debriefs(war.lines, war.journal)
    assert [page.title for page in pages] == [
        f"Mission {line['turn']}, {line['target']}: {line['points']} point{'' if line['points'] == 1 else 's'}"
        for line in war.lines
    ]
    for page, line in zip(pages, war.lines, strict=True):
        titles = [section.title for section in page.sections]
        assert titles[:3] == ["The result", "Before the mission", "The route"] and titles[-1] == "Afterwards"
        assert f"{line['sent']} bombers sent" in page.sections[0].lines[0]
    score, targets, losses = campaign_debrief(war.mat, war.lines)
    assert sum(line["points"] for line in war.lines) == war.points
    assert score.lines[-1].startswith(f"Together {war.points:.0f}.")
    assert sum(int(line.split()[0]) for line in targets.lines) == len(war.lines)
    assert f"{sum(line['kills'] for line in war.lines)} interceptor" in losses.lines[-1]


def test_labels_say_what_is_known_of_their_objects() -> None:
    war, rng, seen = War(CAMPAIGN, {"campaign": "short_1944"}, 3), np.random.default_rng(5), dict[Act, set[str]]()
    while not war.over:
        for index, label in war.legal:
            seen.setdefault(ACTS.verb_of(index), set()).add(label.partition(" (")[2])
        war.take(any_action(war, rng))
    assert {"Green)", "Trained, 1 mission in a row)", "Veteran, tired)"} <= seen[Act.CREW]
    assert {words.partition(";")[0].rstrip(")") for words in seen[Act.BOMBER]} <= {"B-17F", "B-17G"}
    assert any(words.startswith("the goal") for words in seen[Act.BOX])
    assert any("flak 3" in words for words in seen[Act.BOX]) and any("rendezvous" in words for words in seen[Act.BOX])
    assert all(words.startswith("on bomber ") for words in seen.get(Act.COVER, ()))


def test_one_answer_of_a_text_seats_all_crews() -> None:
    game = TextGame(begun(MISSION, 3))
    assert SEAT_ALL in game.observe()
    while "which crew flies" not in game.observe().partition("To decide")[2]:
        game.answer_neutrally()
    number = next(line.partition(".")[0] for line in game.observe().splitlines() if SEAT_ALL in line)
    game.answer(number)
    assert "where the formation flies" in game.observe()
