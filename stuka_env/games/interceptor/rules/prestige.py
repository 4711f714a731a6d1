"""Prestige and changes of aircraft, unit and crew (8.0, 9.0, 4.6.1, 4.6.4; chart R1)."""

from stuka_env.engine.frame import ask, go, note, roll
from stuka_env.games.interceptor.charts.shape import MOST_LEVEL, MOST_MISSED, UNIT_MODELS, Charts
from stuka_env.games.interceptor.codes import (
    MODELS,
    NOBODY,
    SERIES,
    ZONES,
    Act,
    Chart,
    Decision,
    Entry,
    Offer,
    Phase,
    Presence,
)
from stuka_env.games.interceptor.rules.aircraft import has_gunner, own_series, series_of, series_row, take_model
from stuka_env.games.interceptor.rules.bases import flies_series, forces_series, unit_in_zone
from stuka_env.games.interceptor.rules.experience import new_mate
from stuka_env.games.interceptor.rules.mat import MOST_OFFERED, MOST_PRESTIGE, Mat, Mate
from stuka_env.games.interceptor.rules.promotion import works_the_system
from stuka_env.games.interceptor.rules.rolls import raised
from stuka_env.games.interceptor.rules.table import Mask, Table, allow, allow_pick

NO_MATE = Presence.ABSENT.value


# --- available types (8.1, 8.2, 9.2, 9.5, 9.7, 9.8) ---


def is_single_lost(mat: Mat, charts: Charts, model: int) -> bool:
    """Whether a type is a single aircraft that was lost (9.8)."""
    single = int(charts.models[model].single)
    return bool(single and mat.career.singles_lost[single - 1])


def may_fly(mat: Mat, charts: Charts, model: int) -> bool:
    """Whether the pilot may fly a type: its Prestige Level or its waiver, and it is not lost.

    (8.1, 8.2, 9.7)

    """
    enough = mat.pilot.level >= charts.models[model].level
    return bool((enough or model == mat.career.waived) and not is_single_lost(mat, charts, model))


def exists(mat: Mat, table: Table, model: int) -> bool:
    """Whether the date of a type has come (3.4.2, 4.2.2)."""
    return bool(table.charts.models[model].first_month <= mat.career.month)


def may_buy(mat: Mat, table: Table, model: int) -> bool:
    """Whether a type can be bought: R1 shows it, another one, and he may fly it.

    (8.1, 8.2, 9.2; IQ158)
    """
    shown = mat.desk.available[model] and model != mat.aircraft.model
    return bool(shown and may_fly(mat, table.charts, model))


def may_be_given(mat: Mat, table: Table, model: int) -> bool:
    """Whether a type is available free of charge: by date and level, and the same type always.

    (9.4, 9.5; IQ159, IQ160)
    """
    same = model == mat.aircraft.model and not is_single_lost(mat, table.charts, model)
    return bool(same or (exists(mat, table, model) and may_fly(mat, table.charts, model)))


def is_offered(mat: Mat, table: Table, model: int) -> bool:
    """Whether a type stands on the list on the table (4.6.1, 8.1, 9.2-9.5; rulings IQ159, IQ162, IQ212)."""
    offer = mat.desk.offer
    if offer == Offer.UPGRADE or offer == Offer.SWITCH:
        return may_buy(mat, table, model)
    if offer == Offer.WRITTEN_OFF and model > mat.aircraft.model:
        return False
    return may_be_given(mat, table, model)


def look_up_r1(mat: Mat, table: Table) -> None:
    """Look at R1 after a sortie: one die a series, none at level 7.

    (4.6.4, 8.2; ruling IQ157)
    """
    free = mat.pilot.level >= MOST_LEVEL
    for series in range(SERIES):
        die = 0
        if not free:
            die = roll(mat, table, Chart.R1, series, 0)
        for model in range(MODELS):
            row = table.charts.models[model]
            if row.series == series:
                shown = exists(mat, table, model) and (free or die <= row.r1)
                mat.desk.available[model] = int(shown)


# --- AIRCRAFT (4.1, 9.2 to 9.5) ---


def clear_offer(mat: Mat) -> None:
    """Take the list of aircraft off the table."""
    mat.desk.offer = Offer.NONE
    mat.desk.series = NOBODY
    for place in range(MOST_OFFERED):
        mat.desk.offered[place] = 0


def offer_series(mat: Mat, table: Table, offer: int, series: int) -> int:
    """Put the list of a series on the table, in the order of the mats, and return its number of types."""
    clear_offer(mat)
    mat.desk.offer = offer
    mat.desk.series = series
    place, count = 0, 0
    for model in range(MODELS):
        if series_of(table.charts, model) == series and place < MOST_OFFERED:
            if is_offered(mat, table, model):
                mat.desk.offered[place] = model + 1
                count += 1
            place += 1
    return count


def offer_free(mat: Mat, table: Table, offer: int) -> None:
    """Offer a free aircraft of the own series (9.4, 9.5); the same type if there is no other."""
    if offer_series(mat, table, offer, own_series(mat, table.charts)) == 0:
        mat.desk.offered[0] = int(mat.aircraft.model) + 1
    ask(mat, Decision.AIRCRAFT)


def offer_start(mat: Mat, table: Table) -> None:
    """Offer the types of the starting row (4.1; ruling IQ008)."""
    clear_offer(mat)
    mat.desk.offer = Offer.START
    unit = table.charts.units[mat.career.unit]
    for place in range(UNIT_MODELS):
        mat.desk.offered[place] = int(unit.models[place]) + 1
    ask(mat, Decision.AIRCRAFT)


def allow_aircraft(mat: Mat, mask: Mask) -> None:
    """Allow the types on the list (9.2-9.5)."""
    for place in range(MOST_OFFERED):
        if mat.desk.offered[place]:
            allow_pick(mask, place)


def fit_crew(mat: Mat, table: Table) -> None:
    """Fit the crew to a new type: a gunner without a seat leaves, a newly needed one comes without points.

    (9.3, 9.6; IQ171)
    """
    if series_row(mat, table.charts).crew < 2:
        new_mate(mat.gunner, 0, NO_MATE)
        new_mate(mat.old_gunner, 0, NO_MATE)
        mat.desk.gunner_lost = 0
    elif not mat.gunner.present:
        new_gunner(mat, table, Presence.HERE.value)
        mat.desk.gunner_kept = int(mat.desk.to_hospital)


def new_gunner(mat: Mat, table: Table, present: int) -> None:
    """Set a new gunner without skills; a Feldwebel's gunner and a veteran come with points.

    (7.9.2, 8.1, 9.6; IQ195)
    """
    charts = table.charts
    points = int(charts.gunner_points)
    if works_the_system(mat):
        points = int(charts.crewman_points)
    elif mat.desk.veteran:
        points = int(charts.veteran_points)
    new_mate(mat.gunner, points, present)
    note(mat, table, Entry.GUNNER, points, 0)


def decide_aircraft(mat: Mat, table: Table, action: int) -> None:
    """Take a type of the list.

    (4.1, 4.6.1, 9.2-9.5; rulings IQ008, IQ205)
    """
    model = int(mat.desk.offered[action - Act.PICK_1]) - 1
    offer = int(mat.desk.offer)
    clear_offer(mat)
    if offer == Offer.START and table.charts.models[model].level > mat.pilot.level:
        mat.career.waived = model
    take_model(mat, table, model)
    fit_crew(mat, table)
    mat.desk.due = 0
    mat.desk.written_off = 0
    if offer == Offer.UPGRADE or offer == Offer.SWITCH or offer == Offer.FORCED:
        mat.desk.changed = 1
    if offer == Offer.SWITCH or offer == Offer.FORCED:
        mat.desk.ordered = raised(mat.desk.ordered, int(table.charts.lost_switch), MOST_MISSED)


# --- DEBRIEF (8.1) ---


def spend(mat: Mat, table: Table, points: int) -> None:
    """Spend Prestige Points; the level stays (8.1, 8.2)."""
    mat.pilot.prestige = raised(mat.pilot.prestige, -points, MOST_PRESTIGE)
    note(mat, table, Entry.PRESTIGE, int(mat.pilot.prestige), int(mat.pilot.level))


def series_shows(mat: Mat, table: Table, series: int) -> bool:
    """Whether a type of a series can be bought."""
    for model in range(MODELS):
        if series_of(table.charts, model) == series and may_buy(mat, table, model):
            return True
    return False


def may_upgrade(mat: Mat, table: Table) -> bool:
    """Whether another type of the series can be bought (8.1, 9.2; rulings IQ166, IQ205)."""
    pays = mat.pilot.prestige >= table.charts.cost_upgrade and not mat.desk.changed and not mat.desk.due
    return bool(pays and series_shows(mat, table, own_series(mat, table.charts)))


def may_switch(mat: Mat, table: Table) -> bool:
    """Whether a type of another series can be bought (8.1, 9.3; ruling IQ166)."""
    if mat.pilot.prestige < table.charts.cost_switch or mat.desk.changed:
        return False
    for series in range(SERIES):
        if series != own_series(mat, table.charts) and series_shows(mat, table, series):
            return True
    return False


def gives_series(mat: Mat, table: Table, unit: int, series: int) -> bool:
    """Whether a unit that forces a change gives aircraft of a series: it flies the series, and a type is available.

    (4.6.1; IQ162)
    """
    if not flies_series(table, table.charts.units[unit], series):
        return False
    for model in range(MODELS):
        if series_of(table.charts, model) == series and may_be_given(mat, table, model):
            return True
    return False


def may_join(mat: Mat, table: Table, zone: int) -> bool:
    """Whether a zone can be named: it is another one, with an open unit and an available aircraft.

    After a change of aircraft the unit must fly the own series.
    (4.6.1; IQ161, IQ166a)
    """
    unit = unit_in_zone(mat, table, zone)
    if zone == mat.career.zone or unit == 0:
        return False
    if not forces_series(mat, table, unit):
        return True
    if mat.desk.changed:
        return False
    for series in range(SERIES):
        if gives_series(mat, table, unit, series):
            return True
    return False


def may_move(mat: Mat, table: Table) -> bool:
    """Whether the unit can be changed: by Prestige or by a free move.

    (8.1, 7.9.1; IQ163, IQ166)
    """
    pays = mat.pilot.free_moves > 0 or mat.pilot.prestige >= table.charts.cost_move
    if not pays or mat.desk.moved:
        return False
    for zone in range(ZONES):
        if may_join(mat, table, zone):
            return True
    return False


def may_spare(mat: Mat, table: Table) -> bool:
    """Whether a new aircraft of the type spares the sortie of a repair (8.1; rulings IQ165, IQ169)."""
    desk = mat.desk
    costs = desk.repair > desk.lost and not desk.spared and not desk.changed
    return bool(costs and mat.pilot.prestige >= table.charts.cost_spare)


def gunner_is_replaced(mat: Mat, table: Table) -> bool:
    """Whether a gunner is being replaced: killed, or left by a pilot in hospital.

    (8.1, 9.4; IQ164, IQ173)
    """
    leaves = mat.desk.to_hospital and not mat.desk.gunner_kept and has_gunner(mat, table)
    return bool(mat.desk.gunner_lost or leaves)


def may_have_veteran(mat: Mat, table: Table) -> bool:
    """Whether a replacement can come with points; a Feldwebel's does anyway (8.1; ruling IQ195)."""
    pays = mat.pilot.prestige >= table.charts.cost_veteran and not mat.desk.veteran
    return bool(pays and gunner_is_replaced(mat, table) and not works_the_system(mat))


def may_keep_gunner(mat: Mat, table: Table) -> bool:
    """Whether a pilot in hospital can keep his gunner (9.4; ruling IQ173)."""
    desk = mat.desk
    open_question = desk.to_hospital and not desk.gunner_kept and not desk.gunner_lost and not desk.veteran
    pays = mat.pilot.prestige >= table.charts.cost_keep_gunner
    return bool(open_question and pays and has_gunner(mat, table))


def allow_debrief(mat: Mat, table: Table, mask: Mask) -> None:
    """Allow the purchases that Prestige can buy now (8.1)."""
    allow(mask, Act.UPGRADE, may_upgrade(mat, table))
    allow(mask, Act.SWITCH, may_switch(mat, table))
    allow(mask, Act.MOVE, may_move(mat, table))
    allow(mask, Act.SPARE, may_spare(mat, table))
    allow(mask, Act.VETERAN_GUNNER, may_have_veteran(mat, table))
    allow(mask, Act.KEEP_GUNNER, may_keep_gunner(mat, table))
    mask[Act.DONE.value] = 1


def buy_aircraft(mat: Mat, table: Table, action: int) -> None:
    """Pay for another type: of the series, or of another one (8.1, 9.2, 9.3; IQ167)."""
    if action == Act.UPGRADE:
        spend(mat, table, int(table.charts.cost_upgrade))
        offer_series(mat, table, Offer.UPGRADE, own_series(mat, table.charts))
        ask(mat, Decision.AIRCRAFT)
    else:
        spend(mat, table, int(table.charts.cost_switch))
        mat.desk.offer = Offer.SWITCH
        ask(mat, Decision.SERIES)


def buy_move(mat: Mat, table: Table) -> None:
    """Pay for a change of unit, or use a free move (8.1, 7.9.1; ruling IQ163)."""
    if mat.pilot.free_moves > 0:
        mat.pilot.free_moves = int(mat.pilot.free_moves) - 1
    else:
        spend(mat, table, int(table.charts.cost_move))
    ask(mat, Decision.ZONE)


def decide_debrief(mat: Mat, table: Table, action: int) -> None:
    """Spend Prestige (8.1, 9.4)."""
    charts = table.charts
    if action == Act.UPGRADE or action == Act.SWITCH:
        buy_aircraft(mat, table, action)
    elif action == Act.MOVE:
        buy_move(mat, table)
    elif action == Act.SPARE:
        spend(mat, table, int(charts.cost_spare))
        mat.desk.spared = 1
    elif action == Act.VETERAN_GUNNER:
        spend(mat, table, int(charts.cost_veteran))
        mat.desk.veteran = 1
        if mat.desk.gunner_lost:
            new_gunner(mat, table, Presence.HERE)
    elif action == Act.KEEP_GUNNER:
        spend(mat, table, int(charts.cost_keep_gunner))
        mat.desk.gunner_kept = 1
    else:
        go(mat, Phase.CLOSE_DEBRIEF)


# --- SERIES and ZONE (4.6.1, 9.3) ---


def series_can_be_had(mat: Mat, table: Table, series: int) -> bool:
    """Whether a series stands on the list on the table (4.6.1, 9.3)."""
    if series == own_series(mat, table.charts):
        return False
    if mat.desk.offer == Offer.SWITCH:
        return series_shows(mat, table, series)
    return gives_series(mat, table, int(mat.career.unit), series)


def allow_series(mat: Mat, table: Table, mask: Mask) -> None:
    """Allow the available series (4.6.1, 9.3)."""
    for series in range(SERIES):
        if series_can_be_had(mat, table, series):
            allow_pick(mask, series)


def decide_series(mat: Mat, table: Table, action: int) -> None:
    """Choose a series; then one of its types (4.6.1, 9.3)."""
    offer_series(mat, table, int(mat.desk.offer), action - Act.PICK_1)
    ask(mat, Decision.AIRCRAFT)


def allow_zone(mat: Mat, table: Table, mask: Mask) -> None:
    """Allow the zones with an open unit (4.6.1; ruling IQ161)."""
    for zone in range(ZONES):
        if may_join(mat, table, zone):
            allow_pick(mask, zone)


def decide_zone(mat: Mat, table: Table, action: int) -> None:
    """Change the unit: one sortie is lost; a new series is free and costs two more.

    (4.6.1; IQ161, IQ162)
    """
    zone = action - Act.PICK_1
    unit = unit_in_zone(mat, table, zone)
    forced = forces_series(mat, table, unit)
    mat.career.unit = unit
    mat.career.zone = zone
    mat.desk.moved = 1
    mat.desk.ordered = raised(mat.desk.ordered, int(table.charts.lost_move), MOST_MISSED)
    note(mat, table, Entry.MOVED, unit, zone)
    if forced:
        mat.desk.offer = Offer.FORCED
        ask(mat, Decision.SERIES)


# --- repair and crew after a sortie (7.4.2, 7.4.8, 9.4, 9.6) ---


def copy_mate(source: Mate, target: Mate) -> None:
    """Copy one man's record over another's."""
    target.present = source.present
    target.points = source.points
    target.clock = source.clock
    for place in range(len(source.skills)):
        target.skills[place] = source.skills[place]
    for series in range(len(source.expert)):
        target.expert[series] = source.expert[series]
    target.bombers = source.bombers
    target.fighters = source.fighters
    target.ace = source.ace
    target.health = source.health
    target.away = source.away


def decide_gunner(mat: Mat, table: Table, action: int) -> None:
    """The old gunner is back, and one of the two stays (7.4.8; ruling IQ172)."""
    if action == Act.PICK_1:
        copy_mate(mat.old_gunner, mat.gunner)
    mat.gunner.present = Presence.HERE
    mat.gunner.health = 0
    mat.gunner.away = 0
    new_mate(mat.old_gunner, 0, NO_MATE)
    note(mat, table, Entry.GUNNER, int(mat.gunner.points), 1)
