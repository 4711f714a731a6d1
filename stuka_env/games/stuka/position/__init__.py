"""Positions of the first game as text: the fields that they have, and the log sheet of a war that begins at one."""

from pathlib import Path

from stuka_env.games.stuka.position.codes import charts_named, codes_of, spec_of
from stuka_env.games.stuka.position.completion import complete, place_dice, withhold
from stuka_env.position.parts import PositionParts

FIELDS_LEFT_OUT = {
    "log": "past missions; no rule reads them",
    "pilots.slot": "follows from aircraft.pilot",
    "gunners.slot": "follows from aircraft.gunner",
    "track.logged": "equals war.mission_of_war",
    "track.campaign_bonus": "0 until the war is over",
    "track.result": "0 until the war is over",
    "track.over": "0 until the war is over",
}
"""Fields of the mat that a position does not have, with the reason."""
POSITION_PARTS = PositionParts(
    model_file=Path(__file__).with_name("model.json"),
    left_out=FIELDS_LEFT_OUT,
    codes=codes_of,
    free_codes=("segment",),
    spec_of=spec_of,
    charts_named=charts_named,
    complete=complete,
    written=("mats",),
    place_dice=place_dice,
    withhold=withhold,
)
"""The parts of the first game that its positions are made of."""
