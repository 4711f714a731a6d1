"""Carrying out what the player decided: an action index back to the rule it stands for."""

from stuka_env.codes import NOBODY, SMALLEST_KETTE, Act, Decision, Entry, NoFly, Payload, Role
from stuka_env.rules.attack import attack_done, drop, hold_fire, rudel_gamble, strafe
from stuka_env.rules.briefing import carry, choose_special, do_not_fly, form, hang, name_lucky_dog, seat
from stuka_env.rules.careers import promote
from stuka_env.rules.events import cheer
from stuka_env.rules.flight import ask, forced_back, go_on, leave, name_leader, press_on, turn_round, use_relief
from stuka_env.rules.interception import duel
from stuka_env.rules.journal import note
from stuka_env.rules.kernel import Table, rule
from stuka_env.rules.mat import Mat


@rule
def prepare(mat: Mat, table: Table, action: int, slot: int) -> None:
    """Orders on the ground (4, 5.1.1)."""
    if action == Act.NO_FLY:
        do_not_fly(mat, table, NoFly.DECLINED)
    elif action < Act.LEADER:
        form(mat, table, action - Act.FLY + SMALLEST_KETTE)
    elif action < Act.PILOT:
        seat(mat, table, Role.PILOT, slot, action - Act.LEADER)
    elif action < Act.GUNNER:
        seat(mat, table, Role.PILOT, slot, action - Act.PILOT)
    elif action < Act.LOAD_SC500_SC50:
        seat(mat, table, Role.GUNNER, slot, action - Act.GUNNER)
    elif action == Act.LOAD_SC500_SC50:
        hang(mat, table, Payload.SC500_SC50)
    elif action == Act.LOAD_CLUSTER:
        hang(mat, table, Payload.SC500_CLUSTER)
    elif action == Act.NO_SPECIAL:
        choose_special(mat, table, Payload.NONE)
    elif action == Act.SC1000:
        choose_special(mat, table, Payload.SC1000)
    elif action == Act.SC1800:
        choose_special(mat, table, Payload.SC1800)
    elif action < Act.NO_MORE_CARRIERS:
        carry(mat, table, action - Act.CARRY)
    elif action == Act.NO_MORE_CARRIERS:
        mat.mission.carriers = 0
    elif action < Act.NO_LUCKY_DOG:
        name_lucky_dog(mat, table, action - Act.LUCKY_DOG)


@rule
def attack(mat: Mat, table: Table, action: int, slot: int) -> None:
    """Orders in the attack run (7.6 to 7.8)."""
    if action == Act.DROP:
        drop(mat, table, slot)
    elif action == Act.GAMBLE:
        rudel_gamble(mat, table, slot)
    elif action == Act.STRAFE:
        strafe(mat, table, slot)
    else:
        hold_fire(mat, table, slot)
    attack_done(mat, table, slot)


@rule
def fly(mat: Mat, table: Table, action: int, slot: int) -> None:
    """Orders in flight (4.2, 7.3.1, 7.12)."""
    if action == Act.GO_ON:
        go_on(mat)
    elif action == Act.ABORT:
        turn_round(mat, table)
    elif action < Act.RELIEVE:
        leave(mat, table, action - Act.SEND_HOME)
    elif action < Act.KEEP_RELIEF:
        use_relief(mat, table, action - Act.RELIEVE)
    elif action == Act.TURN_BACK:
        forced_back(mat, table, slot)
    elif action == Act.PRESS_ON:
        press_on(mat, slot)
    elif action >= Act.DUEL and action < Act.DROP:
        duel(mat, table, action - Act.DUEL)


@rule
def finish(mat: Mat, table: Table, action: int, subject: int) -> None:
    """Orders about people: a new leader, whom a card cheers up, promotions (4.2, 7.2, 8.9)."""
    if action < Act.CHEER_PILOT:
        name_leader(mat, table, action - Act.NEW_LEADER)
    elif action < Act.CHEER_GUNNER:
        cheer(mat, table, action - Act.CHEER_PILOT, Role.PILOT)
    elif action < Act.PROMOTE:
        cheer(mat, table, action - Act.CHEER_GUNNER, Role.GUNNER)
    elif action == Act.PROMOTE:
        promote(mat, table, subject - 1)


@rule
def apply_action(mat: Mat, table: Table, action: int) -> None:
    """Carry out a legal action and close its decision."""
    subject = int(mat.mission.subject)
    note(mat, table, Entry.CHOICE, NOBODY, int(mat.mission.decision), action)
    ask(mat, Decision.NONE, 0)
    if action < Act.GO_ON:
        prepare(mat, table, action, subject - 1)
    elif action < Act.DROP:
        fly(mat, table, action, subject - 1)
    elif action < Act.NEW_LEADER:
        attack(mat, table, action, subject - 1)
    else:
        finish(mat, table, action, subject)
