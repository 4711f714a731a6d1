"""The journal of the rules: every roll with all of its modifiers."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from stuka_env.games.interceptor.charts import load_charts
from stuka_env.games.interceptor.codes import (
    CREW_SKILLS,
    WINGMAN_SKILLS,
    Act,
    Award,
    Bomber,
    Chart,
    Decision,
    Enemy,
    Entry,
    Health,
    Marker,
    Model,
    Modifier,
    Person,
    Phase,
    Presence,
    Skill,
)
from stuka_env.games.interceptor.rules.interception import enter_box
from stuka_env.games.interceptor.rules.sortie import replace_wingman
from stuka_env.games.interceptor.words.journal import SENTENCES, JournalEntry
from tests.support.each import each
from tests.support.interceptor.game import Game, journalled
from tests.support.interceptor.journalled import FIELDS, UNTOLD, untold, visible_fields
from tests.support.interceptor.playing import CAREER, bold
from tests.support.playing import make

STEPS = 400


def noted(game: Game) -> list[JournalEntry]:
    """Return the journal of a game so far."""
    journal = game.table.journal
    return SENTENCES.translate(journal.entries[: journal.cursor], load_charts())


def modifiers_of(game: Game, chart: Chart) -> dict[int, int]:
    return {it.detail: it.value for it in noted(game) if it.kind == Entry.MODIFIER and it.chart == chart}


def text_of(game: Game, chart: Chart) -> str:
    return next(it.text for it in noted(game) if it.kind == Entry.ROLL and it.chart == chart)


@pytest.mark.rule("IR179", "IR182", "IR188", "IR189", "IR289", "IR317", "IR378")
def test_the_initiative_has_the_modifiers_of_both_sides() -> None:
    game = journalled(Game(enemy_quality=1, fatigue=1).aloft(Model.BF_110G_2, fatigue=40))
    game.plan(QUALITY=[6], B12=[(4, 5)], CARD=[game.card(number) for number in (1, 2)]).skills(
        Skill.SITUATIONAL_AWARENESS
    )
    game.mat.pilot.awards[Award.ACE] = game.mat.wingman.ace = game.mat.gunner.present = 1
    game.mat.gunner.skills[CREW_SKILLS.index(Skill.SITUATIONAL_AWARENESS)] = 1
    charts = game.charts
    game.dogfight(Enemy.SPITFIRE_IX, -1).act(Act.BARREL_ROLL)
    expected = {
        Modifier.SPEED: int(game.mat.aircraft.speed),
        Modifier.FATIGUE: int(charts.fatigue_initiative[-1]),
        Modifier.ACE: int(charts.initiative_ace),
        Modifier.ACE_WINGMAN: int(charts.initiative_ace_wingman),
        Modifier.AWARENESS: int(charts.initiative_awareness),
        Modifier.GUNNER_AWARENESS: int(charts.initiative_awareness_gunner),
        Modifier.ENEMY_SPEED: int(game.mat.fighter.speed),
        Modifier.ENEMY_AGILITY: int(charts.initiative_agile),
        Modifier.ENEMY_QUALITY: int(charts.quality_initiative[game.mat.fighter.quality]),
    }
    assert all(expected.values()) and modifiers_of(game, Chart.B12) == expected
    assert "of the gunner = 22 for the pilot, 5 +20 enemy speed" in text_of(game, Chart.B12)


@pytest.mark.rule("IR182", "IR188")
def test_boost_and_agility_are_named() -> None:
    game = journalled(Game().aloft(Model.BF_109G_4))
    game.plan(B12=[(4, 5)], CARD=[game.card(1)]).dogfight(Enemy.P_47, -1).act(Act.BARREL_ROLL)
    assert text_of(game, Chart.B12) == (
        "Initiative (B12): 4 +21 speed +1 MW boost +2 agility = 28 for the pilot, 5 +21 enemy speed = 26 for the enemy."
    )


@pytest.mark.rule("IR298", "IR300")
def test_the_skills_of_the_wingman_are_named() -> None:
    game = journalled(Game().aloft(Model.FW_190A_4))
    for skill in (Skill.GUNNERY, Skill.AIM):
        game.mat.wingman.skills[WINGMAN_SKILLS.index(skill)] = 1
    game.plan(CARD=[game.card(1), game.card(2)], W1=[8], B3=[12, 11, 11]).meet(Bomber.B_24)
    game.act(Act.BOMBERS, Act.WINGMAN, Act.AIM_PORT)
    assert modifiers_of(game, Chart.W1) == {
        Modifier.GUNNERY: int(game.charts.w1_gunnery),
        Modifier.AIM: int(game.charts.w1_aim),
    }
    assert text_of(game, Chart.W1).startswith("Attack of the wingman (W1): 2 and 6 -1 gunnery -1 aiming = 6, ")


def test_the_observation_writes_nothing_into_the_journal() -> None:
    """The lead before the dice is in the observation of each round; only the rolls are in the journal."""
    entries = flown(seed=3)
    speeds = sum(it.kind == Entry.MODIFIER and it.detail == Modifier.SPEED for it in entries)
    assert speeds == sum(it.kind == Entry.ROLL and it.chart == Chart.B12 for it in entries) > 0


# --- every change has an entry ---

OPTIONS = {"journal": True, "fatigue": True, "enemy_quality": True, "advanced_maneuvers": True}
STARTS: tuple[dict[str, Any], ...] = (
    {},
    {"start": "1943-10", "unit": "I/ZG 26"},
    {"start": "1943-06", "track": "nco"},
    {"start": "1943-10", "unit": "II/ZG 26"},
)
"""Arguments of the careers: any unit, and both types with a gunner."""


def test_every_visible_field_has_a_row() -> None:
    assert {*FIELDS, *UNTOLD} == set(visible_fields(Game().mat)) and not UNTOLD & FIELDS.keys()


def careers_without_gaps(careers: int, first: int = 0) -> Counter[str]:
    """Play careers at random with all options; return how often each field changed without an entry of its row."""
    envs = [make(CAREER, **start, **OPTIONS) for start in STARTS]
    gaps: Counter[str] = Counter()
    for seed in range(first, first + careers):
        env: Any = envs[seed % len(envs)]
        env.reset(seed=seed)
        rng, over, read = np.random.default_rng(seed), False, len(env.journal)
        before = visible_fields(env.engine.wars.mats[0])
        while not over:
            over = env.step(int(bold(env.action_masks(), rng)))[2]
            after = visible_fields(env.engine.wars.mats[0])
            gaps.update(untold(before, after, env.journal[read:]))
            before, read = after, len(env.journal)
    return gaps


def test_no_field_changes_without_an_entry() -> None:
    assert not careers_without_gaps(4)


@pytest.mark.slow
def test_no_field_changes_without_an_entry_in_a_hundred_careers() -> None:
    assert not careers_without_gaps(100, first=1000)


def kinds_of(game: Game) -> list[tuple[int, int, int]]:
    """Return kind, first and second number of the entries of a game so far."""
    return [(entry.kind, entry.detail, entry.value) for entry in noted(game)]


def journalling(model: Model = Model.FW_190A_4, **settings: int) -> Game:
    """Return a pilot in his first box, with a journal from now on."""
    return journalled(Game(**settings).aloft(model))


@pytest.mark.rule("IR287")
def test_reflexes_that_fire_first_are_noted() -> None:
    used = (Entry.SKILL_USED, Person.PILOT, Skill.REFLEXES)
    game = journalling().skills(Skill.REFLEXES).meet(Bomber.B_24)
    game.plan(CARD=[game.card(1), game.card(2)]).act(Act.BOMBERS, Act.REFLEXES)
    assert used not in kinds_of(game)
    assert used in kinds_of(game.act(Act.AIM_PORT))
    game = journalling().skills(Skill.REFLEXES)
    game.plan(CARD=[game.card(1), game.card(2)], B12=[(3, 3)]).dogfight(Enemy.P_47).act(Act.REFLEXES, Act.FIRE)
    assert kinds_of(game).count(used) == 1


@pytest.mark.rule("IR294")
@pytest.mark.parametrize("number", [1, 2])
def test_precision_is_noted_when_it_saves_ammunition(number: int) -> None:
    game = journalling().skills(Skill.PRECISION).meet(Bomber.B_24)
    game.plan(CARD=[game.card(number), game.card(3)]).act(Act.BOMBERS, Act.AIM_PORT)
    assert ((Entry.SKILL_USED, Person.PILOT, Skill.PRECISION) in kinds_of(game)) == (number == 1)
    assert any(kind == Entry.AMMUNITION for kind, _, _ in kinds_of(game)) == (number == 2)


@pytest.mark.rule("IR285", "IQ203")
@pytest.mark.parametrize("guide", [0, 1])
def test_navigation_and_the_guide_are_noted(guide: int) -> None:
    game = journalling().skills(Skill.NAVIGATION).plan(B1=[5], A3=[1])
    game.mat.career.markers[Marker.GUIDE] = guide
    enter_box(game.mat, game.table)
    assert (Entry.SKILL_USED, Person.PILOT, Skill.NAVIGATION) in kinds_of(game)
    assert ((Entry.MARKER, Marker.GUIDE, 0) in kinds_of(game)) == bool(guide)


@pytest.mark.rule("IR203", "IR360", "IQ170")
@each(
    "present, health, words",
    [
        (Presence.ABSENT, 0, "The wingman is back."),
        (Presence.DAMAGED, 0, "The wingman's aircraft is whole again."),
        (Presence.ABSENT, Health.KILLED, "A new wingman comes with 1 Experience Point."),
        (Presence.HERE, 0, ""),
    ],
)
def test_the_wingman_of_the_next_sortie_is_noted(present: int, health: int, words: str) -> None:
    game = journalling()
    game.mat.wingman.present, game.mat.wingman.health = present, health
    replace_wingman(game.mat, game.table)
    assert [entry.text for entry in noted(game)] == ([words] if words else [])


@pytest.mark.rule("IR302", "IR303")
@each("wounds, grade", [(1, 0), (3, 1), (5, 2), (2, 1)])
def test_each_class_of_the_wound_badge_is_an_award_of_its_sortie(wounds: int, grade: int) -> None:
    game = Game().aloft(Model.FW_190A_4).plan(B7=[2], R1=[6, 6, 6, 6], A1=[7], B9=[7])
    game.mat.pilot.wounds, game.mat.pilot.awards[Award.WOUND_BADGE] = wounds, grade
    game.mat.cursor.phase = Phase.LANDING
    game.go()
    better = int(game.mat.pilot.awards[Award.WOUND_BADGE]) > grade
    assert game.table.log.lines[0].awards & 1 == better == (wounds > 2 or grade == 0)


@pytest.mark.rule("IR390", "IQ111")
def test_a_maneuver_is_used_in_the_round_in_which_the_engine_stops() -> None:
    game = Game(advanced_maneuvers=1).aloft(Model.BF_109G_4).skills(Skill.CUBAN_EIGHT)
    game.mat.aircraft.engines[0] = 1
    hits = 1 + int(game.charts.learned[0].avoid)
    game.plan(CARD=[game.card(1, hits)], B6=[15]).dogfight(Enemy.P_47, -1).act(Act.CUBAN_EIGHT)
    assert game.decision == Decision.FORCED and game.mat.sortie.learned_used[0] == 1


def test_a_change_without_an_entry_is_noticed() -> None:
    before = visible_fields(Game().mat)
    after = {**before, "pilot.prestige": before["pilot.prestige"] + 1}
    assert untold(before, after, []) == ["pilot.prestige"]


def flown(seed: int) -> list[JournalEntry]:
    """Return the journal of random play with all options."""
    env: Any = make(CAREER, journal=True, fatigue=True, enemy_quality=True, advanced_maneuvers=True)
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    entries: list[JournalEntry] = []
    for _ in range(STEPS):
        if env.step(int(bold(env.action_masks(), rng)))[2]:
            entries += env.journal
            env.reset()
    return entries + list(env.journal)
