"""Outlines of the pieces: aircraft from above, and the signs of targets."""

from collections.abc import Mapping

from stuka_env.declared.sheet import Outline, Silhouette
from stuka_env.games.stuka.codes import Target

JU_87: Outline = (
    (0.00, -1.00), (0.10, -0.86), (0.12, -0.50), (0.50, -0.34), (0.98, -0.46), (1.00, -0.20), (0.50, -0.02),
    (0.12, 0.00), (0.08, 0.62), (0.38, 0.70), (0.38, 0.90), (0.06, 0.88), (0.00, 1.00),
)  # fmt: skip
SOVIET_FIGHTER: Outline = (
    (0.00, -1.00), (0.16, -0.86), (0.17, -0.42), (0.90, -0.20), (0.96, 0.00), (0.80, 0.10), (0.16, 0.10), (0.09, 0.62),
    (0.40, 0.74), (0.40, 0.88), (0.00, 0.94),
)  # fmt: skip
HOUSE: Outline = ((-0.8, 0.9), (-0.8, -0.1), (0.0, -0.9), (0.8, -0.1), (0.8, 0.9))
HULL: Outline = (
    (-1.0, 0.1), (-0.5, 0.1), (-0.5, -0.4), (-0.1, -0.4), (-0.1, -0.9), (0.1, -0.9), (0.1, -0.4), (0.5, -0.4),
    (0.5, 0.1), (1.0, 0.1), (0.7, 0.8), (-0.7, 0.8),
)  # fmt: skip
TANK: Outline = (
    (-1.0, 0.1), (-0.5, 0.0), (-0.4, -0.6), (0.3, -0.6), (0.35, -0.45), (1.0, -0.5), (1.0, -0.3), (0.4, -0.2),
    (0.5, 0.0), (1.0, 0.1), (0.8, 0.7), (-0.8, 0.7),
)  # fmt: skip
GUN: Outline = ((-0.9, 0.7), (-0.7, 0.3), (0.9, -0.8), (1.0, -0.6), (0.2, 0.1), (0.3, 0.7))
RUNWAY: Outline = ((-0.35, -0.9), (0.35, -0.9), (0.8, 0.9), (-0.8, 0.9))
BRIDGE: Outline = (
    (-1.0, -0.3), (1.0, -0.3), (1.0, 0.7), (0.75, 0.7), (0.5, 0.1), (0.25, 0.7), (-0.25, 0.7), (-0.5, 0.1),
    (-0.75, 0.7), (-1.0, 0.7),
)  # fmt: skip
TRUCK: Outline = (
    (-1.0, 0.5), (-1.0, -0.6), (0.3, -0.6), (0.3, -0.2), (0.7, -0.2), (1.0, 0.1), (1.0, 0.5), (0.7, 0.8), (0.4, 0.5),
    (-0.3, 0.5), (-0.6, 0.8), (-0.9, 0.5),
)  # fmt: skip
SOLDIER: Outline = ((-0.6, 0.9), (-0.5, -0.1), (-0.3, -0.8), (0.3, -0.8), (0.5, -0.1), (0.6, 0.9))
RAIL: Outline = (
    (-0.5, -0.9), (-0.2, -0.9), (-0.25, -0.3), (0.25, -0.3), (0.2, -0.9), (0.5, -0.9), (0.9, 0.9), (0.6, 0.9),
    (0.45, 0.3), (-0.45, 0.3), (-0.6, 0.9), (-0.9, 0.9),
)  # fmt: skip
SUBMARINE: Outline = (
    (-1.0, 0.2), (-0.3, 0.0), (-0.3, -0.7), (0.1, -0.7), (0.1, 0.0), (1.0, 0.2), (0.8, 0.6), (-0.8, 0.6),
)  # fmt: skip
DOG: Outline = (
    (0.00, -0.70), (0.35, -0.65), (0.60, -0.90), (0.95, -0.60), (0.90, 0.25), (0.65, 0.30), (0.50, 0.60), (0.20, 0.92),
    (0.00, 0.95),
)  # fmt: skip
"""A dog's head with hanging ears."""
SIGNS = {
    Target.AIRFIELD: RUNWAY,
    Target.TROOPS: SOLDIER,
    Target.BUILDINGS: HOUSE,
    Target.RAIL: RAIL,
    Target.CONVOY: TRUCK,
    Target.ARMOR: TANK,
    Target.ARTILLERY: GUN,
    Target.BRIDGE: BRIDGE,
    Target.SUBMARINE: SUBMARINE,
    **dict.fromkeys((Target.BATTLESHIP, Target.CRUISER, Target.DESTROYER, Target.TRANSPORT, Target.MARITIME), HULL),
}
SILHOUETTES: Mapping[str, Silhouette] = {
    "Ju-87": Silhouette(JU_87),
    "fighter": Silhouette(SOVIET_FIGHTER),
    "dog": Silhouette(DOG),
    **{target.word: Silhouette(outline) for target, outline in SIGNS.items()},
}
"""Outlines by the names that the sheet gives them."""
