"""The wingman in fighter combat, and cards that are redrawn (7.2.3.2, 7.7)."""

from stuka_env.engine.frame import ask, note
from stuka_env.games.interceptor.codes import (
    DESTROYED,
    GROUP_DAMAGE,
    Act,
    Decision,
    Entry,
    Help,
    Leaving,
    Person,
    Shooter,
    Side,
    Skill,
    WingmanFate,
)
from stuka_env.games.interceptor.rules.aircraft import wingman_able
from stuka_env.games.interceptor.rules.bursts import OWN_CARD, WING_CARD, hurt_wingman, note_redrawn
from stuka_env.games.interceptor.rules.damage import damage_fighter
from stuka_env.games.interceptor.rules.deck import card_of, fire_of, flip
from stuka_env.games.interceptor.rules.experience import wingman_can, wingman_is_expert
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.table import Table, note_shot

COVER_POSITIONS = 1
"""Positions gained by the wingman text `cover` (ruling IQ202)."""


def may_call(mat: Mat) -> bool:
    """Whether the wingman can be called: present, undamaged, and the own radio works (7.2.2.3, 7.2.3.2).

    (ruling IQ065)
    """
    return bool(wingman_able(mat) and not mat.aircraft.radio)


def call_wingman(mat: Mat, table: Table) -> None:
    """Use the wingman text of the player's card; for an attack the wingman flips a card of his own.

    (7.2.3.2; rulings IQ079, IQ101)
    """
    if card_of(table, int(mat.deck.own)).help != Help.ATTACK:
        return
    mat.deck.wing = flip(mat, table, Shooter.WINGMAN)
    if wingman_is_expert(mat, table):
        mat.work.redraw = WING_CARD
        ask(mat, Decision.REDRAW)


def support(mat: Mat, table: Table) -> None:
    """Apply a wingman text other than an attack: cover, drives off, damaged (7.2.3.2; ruling IQ202)."""
    text = card_of(table, int(mat.deck.own)).help
    if text == Help.COVER:
        mat.work.shift = int(mat.work.shift) + COVER_POSITIONS
    elif text == Help.DRIVES_OFF:
        mat.work.leaving = Leaving.ENEMY_GONE
    elif text == Help.DAMAGED:
        hurt_wingman(mat, table, WingmanFate.DAMAGED)


def wingman_fires(mat: Mat, table: Table) -> bool:
    """Fire the wingman's own shot, which no defence avoids; return whether the enemy is shot down.

    (7.2.3.2; rulings IQ100, IQ202)
    """
    if mat.deck.wing == 0:
        return False
    strength = int(card_of(table, int(mat.deck.own)).help_firepower)
    result = fire_of(table, int(mat.deck.wing), strength)
    if result == DESTROYED:
        note_shot(mat, table, Shooter.WINGMAN, DESTROYED, strength)
        return True
    package = int(result == GROUP_DAMAGE)
    hits = 0 if package else result
    if hits > 0 or package:
        hits += int(table.charts.gunnery_hits) if wingman_can(mat, Skill.GUNNERY) else 0
        mat.fighter.by_wingman = 1
    note_shot(mat, table, Shooter.WINGMAN, package * GROUP_DAMAGE + hits, strength)
    return damage_fighter(mat, table, Side.ENEMY, package, hits, 0)


# --- REDRAW (7.7, 7.2.3.3) ---


def redraw_own(mat: Mat, table: Table) -> int:
    """Redraw the player's card; the wingman's Expert is used for the card that calls him.

    (7.7; IQ047, IQ101)
    """
    calls = mat.work.choice == Act.WINGMAN and mat.fighter.present
    note_redrawn(mat, int(mat.deck.own))
    if calls and wingman_is_expert(mat, table):
        mat.sortie.wingman_expert_used = 1
        expert = Person.WINGMAN.value
    else:
        mat.sortie.expert_used = 1
        expert = Person.PILOT.value
    mat.deck.own = flip(mat, table, Shooter.PILOT)
    return expert


def redraw_wing(mat: Mat, table: Table) -> int:
    """Redraw the card of the wingman's own shot; return the owner of the Expert (7.2.3.3; ruling IQ101)."""
    mat.sortie.wingman_expert_used = 1
    note_redrawn(mat, int(mat.deck.wing))
    mat.deck.wing = flip(mat, table, Shooter.WINGMAN)
    return Person.WINGMAN.value


def decide_redraw(mat: Mat, table: Table, action: int) -> None:
    """An Expert redraws a card, once a sortie; the new one stands (7.7, 7.2.3.3; IQ047, IQ101)."""
    if action == Act.YES:
        own = mat.work.redraw == OWN_CARD
        expert = redraw_own(mat, table) if own else redraw_wing(mat, table)
        note(mat, table, Entry.SKILL_USED, expert, Skill.EXPERT)
    mat.work.redraw = 0
