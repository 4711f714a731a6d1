"""The journal of the rules: every roll with all of its modifiers."""

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
    Enemy,
    Entry,
    Model,
    Modifier,
    Skill,
)
from stuka_env.games.interceptor.words.journal import SENTENCES, JournalEntry
from stuka_env.games.interceptor.words.wording import OF_THE_ENEMY
from tests.support.interceptor.game import Game
from tests.support.interceptor.playing import CAREER, bold, make

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
    game = Game(enemy_quality=1, fatigue=1).aloft(Model.BF_110G_2, fatigue=40)
    game.table.journal.capacity = 1
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
    game = Game().aloft(Model.BF_109G_4)
    game.table.journal.capacity = 1
    game.plan(B12=[(4, 5)], CARD=[game.card(1)]).dogfight(Enemy.P_47, -1).act(Act.BARREL_ROLL)
    assert text_of(game, Chart.B12) == (
        "Initiative (B12): 4 +21 speed +1 MW boost +2 agility = 28 for the pilot, 5 +21 enemy speed = 26 for the enemy."
    )


@pytest.mark.rule("IR298", "IR300")
def test_the_skills_of_the_wingman_are_named() -> None:
    game = Game().aloft(Model.FW_190A_4)
    game.table.journal.capacity = 1
    for skill in (Skill.GUNNERY, Skill.AIM):
        game.mat.wingman.skills[WINGMAN_SKILLS.index(skill)] = 1
    game.plan(CARD=[game.card(1), game.card(2)], W1=[8], B3=[12, 11, 11]).meet(Bomber.B_24)
    game.act(Act.BOMBERS, Act.WINGMAN, Act.AIM_PORT)
    assert modifiers_of(game, Chart.W1) == {Modifier.SKILL: int(game.charts.w1_gunnery) + int(game.charts.w1_aim)}
    assert text_of(game, Chart.W1).startswith("Attack of the wingman (W1): 2 and 6 -2 skill = 6, ")


def test_the_observation_writes_nothing_into_the_journal() -> None:
    """The lead before the dice is in the observation of each round; only the rolls are in the journal."""
    entries = flown(seed=3)
    speeds = sum(it.kind == Entry.MODIFIER and it.detail == Modifier.SPEED for it in entries)
    assert speeds == sum(it.kind == Entry.ROLL and it.chart == Chart.B12 for it in entries) > 0


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


def expected_total(roll: JournalEntry, modifiers: list[JournalEntry], flak_minus: int) -> set[int]:
    """Return the totals that the dice and the named modifiers of a roll permit."""
    if roll.chart == Chart.B6:
        return {10 * roll.dice[0] + roll.dice[1]}
    signs = [-it.value if Modifier(it.detail) in OF_THE_ENEMY else it.value for it in modifiers]
    if roll.chart == Chart.B12:
        return {roll.dice[0] - roll.dice[1] + sum(signs)}
    total = sum(roll.dice) + sum(signs)
    return {total, total - flak_minus} if roll.chart == Chart.FLAK else {total}


@pytest.mark.parametrize("seed", [1, 2])
def test_dice_and_named_modifiers_make_the_total(seed: int) -> None:
    """The dice of flak on a formation are 1d6 - 3; the number is part of them and has no name."""
    minus = int(Game().charts.flak_minus)
    since: list[JournalEntry] = []
    modified = set()
    for entry in flown(seed):
        if entry.kind == Entry.MODIFIER:
            since.append(entry)
        elif entry.kind == Entry.ROLL:
            assert all(it.chart == entry.chart for it in since), entry.text
            assert entry.total in expected_total(entry, since, minus), entry.text
            modified |= {entry.chart} if since else set()
            since = []
    assert modified >= {Chart.B7, Chart.B8, Chart.B12}
