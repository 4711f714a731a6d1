"""Entries of the journal that belong to each field of the mat that a player sees.

A field may change in a step only together with an entry of its row: a kind of entry, or a choice of the player in a
decision. The list is about steps: an entry tells of the change, and another row may have the same entry.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from stuka_env.games.interceptor.codes import Decision, Entry
from stuka_env.games.interceptor.rules.mat import BLOCKS

Teller = Entry | Decision
"""A kind of entry; or a decision, for an entry about the choice in it."""

LINE_OVER = (Entry.LINE, Decision.DEBRIEF)
"""The end of a line clears everything of a sortie, refits the aircraft, and begins the next line and its month."""
SHOT = (Entry.SHOT, Decision.BURST, Decision.PASS)
ROUND = (Entry.SHOT, Decision.DOGFIGHT, Decision.REDRAW)
HAND = (Entry.CARD, Decision.BURST, Decision.DOGFIGHT, *LINE_OVER)
LOSS = (Entry.JUMPED, Entry.LANDED, Entry.KILLED, Entry.WRITTEN_OFF)
HIT = (Entry.DAMAGE, Entry.EVENT, Entry.AIRCRAFT, *LINE_OVER)
NEW_GUNNER = (Entry.GUNNER, Entry.AIRCRAFT)

UNTOLD = frozenset({"cursor.phase", "cursor.decision", "cursor.person", "desk.offer", "desk.series", "desk.offered"})
"""Fields that the open decision shows: the sequence of play, and the list on the table."""
FIELDS: dict[str, tuple[Teller, ...]] = {
    **{
        f"settings.{name}": ()
        for name in (
            *("scale", "month", "unit", "track", "fatigue", "enemy_quality", "advanced_maneuvers", "level_reward"),
        )
    },
    "career.start": (),
    **dict.fromkeys(("career.month", "career.line", "career.lines_used"), (Entry.RAID, *LINE_OVER)),
    "career.flown": (Entry.LINE,),
    "career.sit_out": (Entry.SITS_OUT, Entry.LINE, Entry.LEAVE),
    **dict.fromkeys(("career.unit", "career.zone"), (Entry.UNIT, Entry.MOVED)),
    **{f"career.{name}": (Entry.BOMBER_DESTROYED,) for name in ("bombers", "destroyed", "crashed", "by_type")},
    "career.fighters": (Entry.ENEMY_DESTROYED,),
    **dict.fromkeys(("career.aircraft_lost", "career.singles_lost"), LOSS),
    "career.wingmen_lost": (Entry.WINGMAN,),
    "career.markers": (Entry.EVENT, Entry.MARKER),
    "career.waived": (Entry.AIRCRAFT,),
    **dict.fromkeys(("career.over", "career.cause"), (Entry.OVER,)),
    "pilot.track": (Decision.TRACK,),
    "pilot.rank": (Entry.PROMOTED,),
    "pilot.points": (Entry.EXPERIENCE, Entry.SKILL, Decision.TRACK),
    "pilot.clock": (Entry.LINE,),
    **dict.fromkeys(("pilot.skills", "pilot.expert"), (Entry.SKILL,)),
    **dict.fromkeys(("pilot.prestige", "pilot.level"), (Entry.PRESTIGE,)),
    "pilot.awards": (Entry.AWARD,),
    "pilot.wounds": (Entry.WOUND,),
    "pilot.health": (Entry.WOUND, Entry.KILLED, Entry.LINE),
    "pilot.fatigue": (Entry.FATIGUE,),
    "pilot.leave_taken": (Entry.LEAVE,),
    "pilot.free_moves": (Entry.PROMOTED, Decision.DEBRIEF),
    "pilot.period_kills": (Entry.BOMBER_DESTROYED, Entry.ENEMY_DESTROYED, Entry.LINE),
    "pilot.period_awards": (Entry.AWARD, Entry.LINE),
    "wingman.present": (Entry.WINGMAN, Entry.WINGMAN_READY, Entry.EVENT),
    "wingman.points": (Entry.EXPERIENCE, Entry.SKILL, Entry.WINGMAN_READY),
    "wingman.clock": (Entry.LINE,),
    **dict.fromkeys(("wingman.skills", "wingman.expert"), (Entry.SKILL, Entry.WINGMAN_READY)),
    "wingman.bombers": (Entry.BOMBER_DESTROYED, Entry.WINGMAN_READY),
    "wingman.fighters": (Entry.ENEMY_DESTROYED, Entry.WINGMAN_READY),
    "wingman.ace": (Entry.WINGMAN_ACE, Entry.WINGMAN_READY),
    "wingman.health": (Entry.WINGMAN, Entry.WINGMAN_READY),
    "wingman.away": (),
    "gunner.present": NEW_GUNNER,
    "gunner.points": (Entry.EXPERIENCE, Entry.SKILL, *NEW_GUNNER),
    "gunner.clock": (Entry.LINE, *NEW_GUNNER),
    **dict.fromkeys(("gunner.skills", "gunner.expert"), (Entry.SKILL, *NEW_GUNNER)),
    "gunner.bombers": (),
    "gunner.fighters": (Entry.ENEMY_DESTROYED, *NEW_GUNNER),
    "gunner.ace": (),
    "gunner.health": (Entry.WOUND, Entry.KILLED, *NEW_GUNNER),
    "gunner.away": (),
    **{
        f"old_gunner.{name}": NEW_GUNNER
        for name in ("present", "points", "clock", "skills", "expert", "bombers", "fighters", "ace", "health")
    },
    "old_gunner.away": (*NEW_GUNNER, *LINE_OVER),
    "aircraft.model": (Entry.AIRCRAFT,),
    "aircraft.speed": (Entry.ROCKETS, *HIT),
    **{
        f"aircraft.{name}": HIT
        for name in (
            *("port_wing", "starboard_wing", "airframe", "tail", "controls", "engines", "armour", "leak", "oxygen"),
            *("radio", "boost", "gear", "rear_gun"),
        )
    },
    "aircraft.rockets": (Entry.ROCKETS, *HIT),
    "aircraft.guns.ammunition": (Entry.AMMUNITION, Entry.AIRCRAFT, *LINE_OVER),
    "aircraft.guns.jammed": (Entry.JAMMED, Entry.AIRCRAFT, *LINE_OVER),
    "aircraft.guns.out": (Entry.DAMAGE, Entry.AIRCRAFT, *LINE_OVER),
    **{f"sortie.{name}": (Entry.RAID, *LINE_OVER) for name in ("raid", "target_zone", "weather", "entry", "last_box")},
    "sortie.box": (Entry.TAKE_OFF, Entry.BOX, *LINE_OVER),
    "sortie.airborne": (Entry.TAKE_OFF, *LINE_OVER),
    **{f"sortie.{name}": (Entry.EVENT, *LINE_OVER) for name in ("event", "twelve", "homeward")},
    **{
        f"sortie.{name}": (Entry.MET, Entry.BOX, Entry.RAID, *LINE_OVER)
        for name in ("orientation", "bomber_type", "escort", "sweep", "straggler")
    },
    "sortie.formation": (Entry.FORMATION, Entry.MET, Entry.BOX, *LINE_OVER),
    "sortie.bombers_met": (Entry.BOMBER, Entry.BOX, *LINE_OVER),
    "sortie.enemies_met": (Entry.POSITION, Entry.BOX, *LINE_OVER),
    "sortie.engaged": (Entry.BOMBER, Entry.POSITION, *LINE_OVER),
    "sortie.rounds": (*ROUND, Entry.BOX, *LINE_OVER),
    "sortie.passes": (*SHOT, Entry.BOX, *LINE_OVER),
    "sortie.slip_tried": (Entry.SLIPPED, Entry.BOX, *LINE_OVER),
    "sortie.deadstick": (Decision.FORCED, *LINE_OVER),
    "sortie.jumped": (Entry.JUMPED, *LINE_OVER),
    "sortie.lost": (*LOSS, *LINE_OVER),
    "sortie.landing": (Entry.LANDED, *LINE_OVER),
    **{f"sortie.{name}": (Entry.TAKE_OFF, *LINE_OVER) for name in ("fatigue", "wingman_flew")},
    "sortie.bombers": (Entry.BOMBER_DESTROYED, *LINE_OVER),
    "sortie.fighters": (Entry.ENEMY_DESTROYED, *LINE_OVER),
    "sortie.boxes": (Entry.BOX, *LINE_OVER),
    "sortie.wounds": (Entry.WOUND, *LINE_OVER),
    **{
        f"sortie.{name}_used": (Entry.SKILL_USED, *LINE_OVER)
        for name in ("expert", "wingman_expert", "reflexes", "sixth_sense", "maintenance")
    },
    "sortie.learned_used": (Decision.DOGFIGHT, *LINE_OVER),
    **{f"bomber.{name}": () for name in ("present", "type")},
    **{
        f"bomber.{name}": (Entry.BOMBER_DAMAGE,)
        for name in (
            *("port_wing", "starboard_wing", "airframe", "tail", "controls", "engines", "leak", "radio", "gear"),
            "pilots",
        )
    },
    "bomber.gunners": (Entry.GUNNER_HIT,),
    **dict.fromkeys(("bomber.range", "bomber.first", "bomber.fired", "bomber.by_pilot"), SHOT),
    **dict.fromkeys(("bomber.wingman_ordered", "bomber.reflexes_ordered"), SHOT),
    "bomber.by_wingman": (Entry.SHOT,),
    **{f"fighter.{name}": () for name in ("present", "type", "quality")},
    "fighter.position": (Entry.POSITION,),
    "fighter.rounds": (*ROUND, Decision.REFLEX),
    **{
        f"fighter.{name}": (Entry.ENEMY_DAMAGE,)
        for name in (
            *("port_wing", "starboard_wing", "airframe", "tail", "controls", "engines", "armour", "leak", "oxygen"),
            *("radio", "gear", "guns_out", "pilot", "speed"),
        )
    },
    **dict.fromkeys(("fighter.sun", "fighter.reflexes_ordered"), ROUND),
    **{f"fighter.by_{name}": (Entry.SHOT,) for name in ("pilot", "wingman", "gunner")},
    **dict.fromkeys(("deck.drawn", "deck.shuffles"), (Entry.CARD, Entry.SHUFFLED, Entry.RAID, *LINE_OVER)),
    **{f"deck.{name}": HAND for name in ("own", "enemy", "wing", "gunner")},
    "desk.available": LINE_OVER,
    "desk.due": (Entry.AIRCRAFT, *LINE_OVER),
    "desk.written_off": (Entry.WRITTEN_OFF, Entry.AIRCRAFT, *LINE_OVER),
    "desk.changed": (Entry.AIRCRAFT, *LINE_OVER),
    "desk.moved": (Entry.MOVED, *LINE_OVER),
    **{f"desk.{name}": (Entry.PRESTIGE, *LINE_OVER) for name in ("spared", "veteran")},
    "desk.gunner_kept": (Entry.PRESTIGE, Entry.AIRCRAFT, *LINE_OVER),
    **{f"desk.{name}": LINE_OVER for name in ("repair", "lost", "to_hospital")},
    "desk.ordered": (Entry.MOVED, Entry.AIRCRAFT, *LINE_OVER),
    "desk.gunner_lost": (Entry.AIRCRAFT, *LINE_OVER),
}
"""Entries that tell of a change, by field. A field without any never changes while its enemy is the same."""
MET = {"bomber": "bombers_met", "fighter": "enemies_met"}
"""Fields of the sortie that count the enemies of a block: another one is a new record."""


def fields_of(record: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the fields of a record with their paths; those of the rows of an array together."""
    for name in record.dtype.names:
        value = record[name]
        if value.dtype.names:
            yield from fields_of(value, f"{path}{name}.")
        else:
            yield f"{path}{name}", value


def visible_fields(mat: Any) -> dict[str, Any]:
    """Return a copy of every field of a mat that a player sees."""
    return {path: np.array(value) for block in BLOCKS for path, value in fields_of(mat[block.name], f"{block.name}.")}


def teller(entry: Any) -> str:
    """Return the row of an entry: its kind, or the decision of a choice. The codes of both are numbers, so as text."""
    return repr(Decision(entry.detail) if entry.kind == Entry.CHOICE else Entry(entry.kind))


def untold(before: dict[str, Any], after: dict[str, Any], journal: Iterable[Any]) -> list[str]:
    """Return the fields that changed in a step without an entry of their row."""
    told = set(map(teller, journal))
    others = {
        block
        for block, count in MET.items()
        if not (before[f"{block}.present"] and after[f"{block}.present"])
        or before[f"sortie.{count}"] != after[f"sortie.{count}"]
    }
    return [
        path
        for path, value in after.items()
        if path not in UNTOLD and path.partition(".")[0] not in others
        if (value != before[path]).any() and not told.intersection(map(repr, FIELDS[path]))
    ]
