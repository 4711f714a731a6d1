"""Positions of the second game as text: the fields that they have, and the log sheet of a war that begins at one."""

from pathlib import Path

from stuka_env.games.interceptor.position.codes import charts_named, codes_of, spec_of
from stuka_env.games.interceptor.position.completion import complete, place_dice, withhold
from stuka_env.position.parts import PositionParts

FIELDS_LEFT_OUT = {"career.over": "0 until the war is over", "career.cause": "0 until the war is over"}
"""Fields of the mat that a position does not have, with the reason."""
POSITION_PARTS = PositionParts(
    model_file=Path(__file__).with_name("model.json"),
    left_out=FIELDS_LEFT_OUT,
    codes=codes_of,
    free_codes=("month",),
    spec_of=spec_of,
    charts_named=charts_named,
    complete=complete,
    written=("mats", "logs"),
    place_dice=place_dice,
    withhold=withhold,
)
"""The parts of the second game that its positions are made of."""
