"""The sequence of play (4, 5, 7): which step follows which, until the player must choose."""

from stuka_env.engine.playing import advance, apply_action, next_step, take_step, write_mask
from stuka_env.games.wing.codes import Decision, Phase
from stuka_env.games.wing.rules import (
    aftermath,
    attack,
    bombing,
    campaign,
    checks,
    crews,
    damage,
    dropout,
    events,
    fight,
    flak,
    interception,
    movement,
    rendezvous,
)

__all__ = ["STEPS", "advance", "apply_action", "next_step", "take_step", "write_mask"]

STEPS = {
    # before the mission (4)
    Phase.NEW_MISSION: campaign.new_mission,
    Phase.SEAT: crews.next_seat,
    Phase.BOMBER: Decision.BOMBER,
    Phase.TAKE_OFF: crews.take_off,
    # the mission turn (5)
    Phase.MOVE: movement.next_turn,
    Phase.TURN: movement.begin_turn,
    Phase.CHECKS: checks.next_check,
    Phase.ESCORT_CHECKS: checks.check_escorts,
    Phase.RENDEZVOUS: rendezvous.look_for_escorts,
    Phase.SITE: flak.look_for_site,
    Phase.FLAK: flak.aim_flak,
    Phase.FLAK_FIRE: flak.fire_flak,
    Phase.EVENT: events.roll_event,
    # air combat (9)
    Phase.INTERCEPTION: interception.meet_interceptors,
    Phase.FORCED: interception.force_escorts,
    Phase.FIGHT: fight.fight_first,
    Phase.SECOND_FIGHT: fight.fight_second,
    Phase.BOMBERS: attack.begin_attacks,
    Phase.WAVE: attack.begin_wave,
    Phase.COVER: attack.offer_cover,
    Phase.STRIKE: attack.strike,
    # damage and departures (10)
    Phase.CREW_DAMAGE: damage.crew_damage,
    Phase.LOSS: dropout.offer_steady_hands,
    Phase.LEAVE: dropout.offer_company,
    Phase.DEPARTURE: dropout.depart,
    # the target, the landing, and after the mission (5.11, 5.14, 7)
    Phase.RUN: bombing.begin_run,
    Phase.RUN_FLAK: bombing.roll_run_flak,
    Phase.AIM: bombing.aim_bombs,
    Phase.BOMBS: bombing.drop_bombs,
    Phase.LANDING: aftermath.land,
    Phase.AFTERMATH: aftermath.end_mission,
}
"""The step of each phase; or the decision that it opens."""
