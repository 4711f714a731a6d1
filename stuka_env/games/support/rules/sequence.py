"""The sequence of play: which step follows which, until the player must choose."""

from stuka_env.engine.playing import advance, apply_action, next_step, take_step, write_mask
from stuka_env.games.support.codes import Decision, Phase
from stuka_env.games.support.rules import attack, battery, dogfight, sighting, turn

__all__ = ["STEPS", "advance", "apply_action", "next_step", "take_step", "write_mask"]

STEPS = {
    Phase.TURN: turn.begin_turn,
    Phase.OBSERVE: battery.observe,
    Phase.PREPARE: turn.prepare,
    # the movement phase, with attacks of the other side (7.4)
    Phase.JETTISON: dogfight.offer_jettison,
    Phase.MOVE: turn.begin_movement,
    Phase.ATTACKS: attack.next_attack,
    Phase.STYLE: attack.choose_style,
    Phase.APPROACH: attack.choose_approach,
    Phase.CHECK: sighting.check_sighting,
    Phase.DUMMY: Decision.DUMMY,
    Phase.RUN: attack.fly_run,
    Phase.RUN_FIRE: attack.fire_in_run,
    Phase.DIVE: attack.begin_dive,
    Phase.OVER_TARGET: attack.fly_over,
    Phase.PULL_OUT: attack.pull_out,
    Phase.AFTER_ATTACKS: turn.after_attacks,
    # aerial combat (7.22)
    Phase.ENGAGE: dogfight.offer_combat,
    Phase.TARGETS: dogfight.name_target,
    Phase.SHOOT: dogfight.next_shot,
    Phase.SHOOT_AGAIN: dogfight.offer_shot,
    Phase.RECALLS: dogfight.offer_recall,
    Phase.TURN_ENDS: turn.end_turn,
}
"""The step of each phase; or the decision that it opens."""
