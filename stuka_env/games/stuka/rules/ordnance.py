"""Ordnance (4.4): one load for the formation, special bombs for some."""

from stuka_env.engine.frame import ask, go, note
from stuka_env.games.stuka.codes import SLOTS, Act, Decision, Duty, Entry, Model, Payload, Phase
from stuka_env.games.stuka.rules.mat import Mat, to_index, to_number
from stuka_env.games.stuka.rules.table import Mask, Table


def hang(mat: Mat, table: Table, payload: int) -> None:
    """One load for the whole formation (4.4)."""
    mat.mission.payload = payload
    for slot in range(mat.mission.sent):
        mat.aircraft[slot].ordnance = payload
    go(mat, Phase.SPECIAL)
    note(mat, table, Entry.LOAD, 0, payload)


def load_formation(mat: Mat, table: Table) -> None:
    """The D chooses its load; the G has nothing but its cannon (4.4)."""
    if mat.war.model == Model.G:
        hang(mat, table, Payload.CANNON)
        go(mat, Phase.LUCKY_DOG)
        return
    ask(mat, Decision.PAYLOAD)


def exists(mat: Mat, table: Table, load: int) -> bool:
    """Whether a load is available yet (4.4: the SC1800 from August 1941)."""
    return mat.war.segment >= table.charts.a3_from[load]


def allow_payload(mat: Mat, table: Table, mask: Mask) -> None:
    """The loads that exist by now (4.4)."""
    mask[Act.LOAD_SC500_SC50.value] = exists(mat, table, Payload.SC500_SC50)
    mask[Act.LOAD_CLUSTER.value] = exists(mat, table, Payload.SC500_CLUSTER)


def decide_payload(mat: Mat, table: Table, verb: int) -> None:
    """Load the formation (4.4)."""
    hang(mat, table, Payload.SC500_CLUSTER if verb == Act.LOAD_CLUSTER else Payload.SC500_SC50)


def special(mat: Mat) -> None:
    """Ask whether to take a special bomb (4.4)."""
    ask(mat, Decision.SPECIAL)


def allow_special(mat: Mat, table: Table, mask: Mask) -> None:
    """No special bomb, or one kind that exists by now (4.4)."""
    mask[Act.NO_SPECIAL.value] = 1
    mask[Act.SC1000.value] = exists(mat, table, Payload.SC1000)
    mask[Act.SC1800.value] = exists(mat, table, Payload.SC1800)


def decide_special(mat: Mat, table: Table, verb: int) -> None:
    """Take a special bomb, or none (4.4, ruling Q51)."""
    bomb = Payload.NONE
    if verb == Act.SC1000:
        bomb = Payload.SC1000
    elif verb == Act.SC1800:
        bomb = Payload.SC1800
    choose_special(mat, table, bomb)


def choose_special(mat: Mat, table: Table, bomb: int) -> None:
    """One kind of special bomb a mission (4.4, ruling Q51)."""
    mat.mission.special = bomb
    mat.mission.carriers = table.charts.carriers[bomb]
    go(mat, Phase.CARRIERS)


def carriers(mat: Mat) -> None:
    """Ask who carries a special bomb, until all are given out."""
    if mat.mission.carriers == 0:
        go(mat, Phase.LUCKY_DOG)
        return
    ask(mat, Decision.CARRIER)


def may_carry(mat: Mat, slot: int) -> bool:
    """Whether this aircraft can be given the special bomb."""
    return slot < mat.mission.sent and mat.aircraft[slot].ordnance != mat.mission.special


def allow_carrier(mat: Mat, table: Table, mask: Mask) -> None:
    """Any aircraft without one; after the first the player may stop (4.4)."""
    for slot in range(SLOTS):
        mask[Act.CARRY + slot] = may_carry(mat, slot)
    mask[Act.NO_MORE_CARRIERS.value] = mat.mission.carriers < table.charts.carriers[mat.mission.special]


def decide_carrier(mat: Mat, table: Table, verb: int, argument: int) -> None:
    """Give an aircraft a special bomb, or no more to anybody (4.4)."""
    if verb == Act.CARRY:
        carry(mat, table, argument)
    else:
        mat.mission.carriers = 0


def carry(mat: Mat, table: Table, slot: int) -> None:
    """Hang the special bomb in place of the load; with the SC1800 the gunner stays at home (4.4, rulings Q50, Q89)."""
    aircraft = mat.aircraft[slot]
    aircraft.ordnance = mat.mission.special
    mat.mission.carriers -= 1
    note(mat, table, Entry.CARRIER, to_number(slot), int(aircraft.ordnance))
    if aircraft.ordnance == Payload.SC1800:
        gunner = mat.gunners[to_index(aircraft.gunner)]
        gunner.duty = Duty.READY
        gunner.slot = 0
        aircraft.gunner = 0
