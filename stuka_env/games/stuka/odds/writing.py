"""Compiled writing of the odds of many positions."""

from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.compiling.compilation import READ_ONLY, compiled
from stuka_env.declared.records import Rows, rows
from stuka_env.games.stuka.charts.shape import MARITIME_COLUMN, Charts
from stuka_env.games.stuka.codes import (
    A2_LOW,
    SEATS,
    SLOTS,
    SYSTEMS,
    ZONES,
    BailOut,
    Evasion,
    Payload,
    Quality,
    Role,
    Scale,
    Survival,
    Target,
)
from stuka_env.games.stuka.odds.attacks import (
    D6_FACES,
    D10_FACES,
    attack_drm_of,
    attack_odds,
    formation_odds,
    known_visibility,
    mean_attack,
    next_attack,
    odds_in_sight,
)
from stuka_env.games.stuka.odds.bonuses import LossRates, bonus_points_lost, expected_bonus_points, missions_to_come
from stuka_env.games.stuka.odds.layout import (
    ODDS_LENGTH,
    SHOWN_DRMS,
    AircraftOdds,
    GunnerOdds,
    Odds,
    PilotOdds,
    TableOdds,
)
from stuka_env.games.stuka.rules.crew import benefit
from stuka_env.games.stuka.rules.interception import at_sea
from stuka_env.games.stuka.rules.mat import Crew, Mat, to_index

RATES = LossRates(aircraft=0.2, people=0.13, together=0.5)
"""Usual losses of a mission, for the expected bonuses: those of good scripts under the charts that ship."""
PER_SCORE, PER_DRM, PER_POINT, PER_MISSION = 0.01, 0.2, 0.1, 0.05
"""Factors that make scores, modifiers, bonus points and counts of missions numbers of about 1."""
FIRST_DRM = SHOWN_DRMS[0]


# --- the table ---


def write_chart_odds(charts: Any, out: Any) -> None:
    """Write the odds that charts alone decide, ``(N,)``: those of stress, hits and wrecks, and mean distances."""
    d10, d6 = slice(1, 1 + D10_FACES), slice(1, 1 + D6_FACES)
    for name in ("attack", "landing", "bailout"):
        out[f"stress_{name}"] = PER_DRM * charts[f"c2_{name}"]
    out["sizes"][:, 1:] = PER_SCORE * charts["a2"][:, 1:, 1 - A2_LOW : 1 + D10_FACES - A2_LOW].mean(axis=2)
    out["hits"] = (charts["b3_aircraft"][:, d6] * charts["b3_hits"][:, d6].astype(int)).mean(axis=1)
    out["rear_gunner"] = np.take_along_axis(charts["rear_gunner_drm"], charts["b3_sector"][:, d6], axis=1).mean(axis=1)
    cells = charts["c1"][:, d10, d6]
    out["damage_stress"] = cells["stress"].mean(axis=(1, 2))
    out["damage_destroyed"] = ((cells["destroyed"] != 0) | (cells["explosion"] != 0)).mean(axis=(1, 2))
    out["damage_marker"] = cells["marker"].mean(axis=(1, 2))
    out["damage_range"] = cells["range_loss"].mean(axis=(1, 2))
    harm = ("pilot_wound", "gunner_wound", "pilot_killed", "gunner_killed")
    out["damage_crew"] = sum(cells[name].astype(int) for name in harm).mean(axis=(1, 2))
    out["bailout_killed"] = (charts["c3"][:, d6] == BailOut.KILLED).mean(axis=1)
    out["evasion_lost"] = (charts["c4"][:, d10] >= Evasion.CAPTURED).mean(axis=1)
    out["wreck_destroyed"] = (charts["c6_destroyed"][:, d10] != 0).mean(axis=1)
    out["wreck_repair"] = PER_POINT * charts["c6_repair"][:, d10].sum(axis=1) / D10_FACES
    out["wreck_killed"] = (charts["c7"][:, d6] == Survival.KILLED).mean(axis=1)
    out["repair"] = PER_POINT * charts["c10"][:, :SYSTEMS].sum(axis=1) / SYSTEMS
    out["target_zone"] = PER_POINT * charts["a1_zone"][:, d6].sum(axis=1) / D6_FACES


@compiled
def write_targets(mat: Mat, charts: Charts, out: TableOdds) -> None:
    """Write mean attack scores against the present target, by modifier and by load."""
    size = int(mat.mission.target_size)
    if mat.mission.target == Target.NONE or size == 0:
        return
    sight = known_visibility(mat)
    for place in range(len(out.target)):
        out.target[place] = PER_SCORE * odds_in_sight(charts, size, FIRST_DRM + place, sight, 0)
    rested = int(charts.attack_drm[Quality.VETERAN]) + int(charts.c2_attack[0])
    for load in range(1, len(charts.a3)):
        drm = rested + int(charts.a3[load][mat.mission.target])
        out.loads[load] = PER_SCORE * odds_in_sight(charts, size, drm, sight, 0)
    out.mean_attack = PER_SCORE * mean_attack(mat, charts)
    if mat.mission.payload and mat.mission.sent and crews_aboard(mat):
        out.formation[0] = PER_SCORE * formation_odds(mat, charts, Payload.NONE)
        out.formation[1] = PER_SCORE * formation_odds(mat, charts, Payload.SC1000)
        out.formation[2] = PER_SCORE * formation_odds(mat, charts, Payload.SC1800)


@compiled
def crews_aboard(mat: Mat) -> bool:
    """Whether every aircraft that is sent has a pilot."""
    for slot in range(mat.mission.sent):
        if not mat.aircraft[slot].pilot:
            return False
    return True


@compiled
def fighters_through(mat: Mat, charts: Charts, zone: int) -> tuple[float, float]:
    """Return the chance that fighters get through in a zone, and their mean number (B1, B2)."""
    column = MARITIME_COLUMN if at_sea(mat) else int(mat.war.segment)
    contacts, fighters = 0, 0
    for white in range(1, D10_FACES + 1):
        for colour in range(1, D6_FACES + 1):
            left = int(charts.b1[column][white]) - int(charts.b2[mat.war.segment][zone][colour])
            if left > 0:
                contacts += 1
                fighters += left
    return contacts / (D10_FACES * D6_FACES), fighters / (D10_FACES * D6_FACES)


@compiled
def write_fighters(mat: Mat, charts: Charts, out: TableOdds) -> None:
    """Write how many fighters get through in each zone (B1, B2)."""
    for zone in range(1, ZONES + 1):
        out.contact[zone - 1], out.fighters[zone - 1] = fighters_through(mat, charts, zone)


@compiled
def write_calendar(mat: Mat, charts: Charts, out: TableOdds) -> None:
    """Write how far it is to the end, and the expected bonuses for few losses."""
    if mat.track.over:
        return
    for war in range(2):
        out.missions[war] = PER_MISSION * missions_to_come(mat, charts, war == 1)
    if mat.war.scale < Scale.OPERATION:
        return
    out.bonus[0] = PER_POINT * expected_bonus_points(mat, charts, RATES, False, 0, 0)
    for killed in range(len(out.bonus_lost)):
        out.bonus_lost[killed] = PER_POINT * bonus_points_lost(mat, charts, RATES, False, killed)
    if mat.war.scale == Scale.CAMPAIGN:
        out.bonus[1] = PER_POINT * expected_bonus_points(mat, charts, RATES, True, 0, 0)
        for killed in range(len(out.bonus_lost)):
            out.war_bonus_lost[killed] = PER_POINT * bonus_points_lost(mat, charts, RATES, True, killed)


# --- aircraft and people ---


@compiled
def write_aircraft(mat: Mat, charts: Charts, slot: int, out: AircraftOdds) -> None:
    """Write the odds of an aircraft."""
    aircraft = mat.aircraft[slot]
    if not aircraft.pilot or mat.mission.target == Target.NONE:
        return
    pilot = mat.pilots[to_index(int(aircraft.pilot))]
    load = int(aircraft.ordnance)
    out.landing = PER_DRM * (int(charts.landing_drm[pilot.level]) + int(charts.c2_landing[pilot.stress]))
    out.sc1000 = PER_SCORE * attack_odds(mat, charts, slot, Payload.SC1000, 0, 0)
    out.sc1800 = PER_SCORE * attack_odds(mat, charts, slot, Payload.SC1800, 0, 0)
    if mat.mission.payload:
        out.payload = PER_SCORE * attack_odds(mat, charts, slot, int(mat.mission.payload), 0, 0)
    if load:
        out.attack = PER_SCORE * next_attack(mat, charts, slot)
        out.perfect = attack_odds(mat, charts, slot, load, 0, 1)
        out.gamble = PER_SCORE * attack_odds(mat, charts, slot, load, 1, 0)
        out.gamble_perfect = attack_odds(mat, charts, slot, load, 1, 1)


@compiled
def bailout_drm_of(who: Crew, charts: Charts, role: int) -> int:
    """Return the bail-out modifier of a person's level and stress (7.10)."""
    return int(charts.c2_bailout[who.stress]) + int(charts.bailout_drm[role][who.level])


@compiled
def write_pilot(mat: Mat, charts: Charts, place: int, out: PilotOdds) -> None:
    """Write the odds of a pilot."""
    who = mat.pilots[place]
    if not who.level:
        return
    drm = attack_drm_of(mat, charts, place)
    out.attack_drm = PER_DRM * drm
    out.landing_drm = PER_DRM * (
        int(charts.c2_landing[who.stress]) + benefit(mat, place, int(charts.landing_drm[who.level]))
    )
    out.bailout_drm = PER_DRM * bailout_drm_of(who, charts, Role.PILOT)
    if mat.mission.target != Target.NONE and mat.mission.target_size:
        load = int(mat.mission.payload)
        if load == Payload.NONE:
            load = Payload.SC500_SC50.value
        drm += int(charts.a3[load][mat.mission.target])
        out.attack = PER_SCORE * odds_in_sight(charts, int(mat.mission.target_size), drm, known_visibility(mat), 0)


@compiled
def write_gunner(mat: Mat, charts: Charts, place: int, out: GunnerOdds) -> None:
    """Write the odds of a gunner."""
    who = mat.gunners[place]
    if who.level:
        out.bailout_drm = PER_DRM * bailout_drm_of(who, charts, Role.GUNNER)


# --- a position ---


@compiled
def write_odds(mat: Mat, charts: Charts, out: Odds) -> None:
    """Write the odds of a position that depend on its mat into ``out``, which is zero."""
    write_targets(mat, charts, out.table)
    write_fighters(mat, charts, out.table)
    write_calendar(mat, charts, out.table)
    for slot in range(SLOTS):
        write_aircraft(mat, charts, slot, out.aircraft[slot])
    for place in range(SEATS):
        write_pilot(mat, charts, place, out.pilots[place])
        write_gunner(mat, charts, place, out.gunners[place])


@compiled
def write_mat_odds(
    mats: Annotated[Rows[Mat], READ_ONLY],
    charts: Annotated[Rows[Charts], READ_ONLY],
    which: Annotated[NDArray[np.int64], READ_ONLY],
    out: Rows[Odds],
) -> None:
    """Write the odds that depend on the mats of some positions under one chart set, or under one each."""
    for row in range(len(which)):
        war = int(which[row])
        write_odds(mats[war], charts[war if len(charts) > 1 else 0], out[row])


def odds_of(mats: Any, charts: Any, which: NDArray[np.int64]) -> Any:
    """Return the odds of positions ``(M,)``: their places among mats and charts, as :func:`with_odds` takes them."""
    odds: Any = rows(len(which), Odds)
    write_chart_odds(charts[which] if len(charts) > 1 else charts, odds["table"])
    write_mat_odds(mats, charts, which, odds)
    return odds


def with_odds(
    observations: NDArray[np.float32], mats: Rows[Mat], charts: Rows[Charts], which: NDArray[np.int64] | None = None
) -> NDArray[np.float32]:
    """Return flat observations with the odds behind them, float32 ``(M, WITH_ODDS)``.

    Args:
        observations: ``(M, LENGTH)``.
        mats: The mats of N positions; they are large, and none is copied.
        charts: The charts in force, ``(1,)``, or ``(N,)`` if each war has its own.
        which: ``(M,)``: the places of the observations among the mats; None for all.
    """
    which = np.arange(len(mats)) if which is None else which
    numbers = odds_of(mats, charts, which).view(np.float32).reshape(len(which), ODDS_LENGTH)
    return np.concatenate((observations, numbers), axis=1)
