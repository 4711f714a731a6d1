"""Outlines of the pieces, aircraft from above, and of the land on the map."""

from collections.abc import Mapping

from stuka_env.declared.sheet import Outline, Silhouette
from stuka_env.games.wing.codes import Enemy, Escort, Squadron
from stuka_env.views.outlines import B_17, B_24, BF_109, BF_110, CANOPY, FW_190, LONG_CANOPY, P_38, P_47, P_51

ME_262: Outline = (
    (0.00, -0.84), (0.05, -0.70), (0.09, -0.44), (0.11, -0.22), (0.33, -0.16), (0.34, -0.44), (0.39, -0.50),
    (0.44, -0.44), (0.46, -0.12), (0.97, 0.02), (1.00, 0.06), (0.96, 0.10), (0.45, 0.06), (0.39, 0.18), (0.33, 0.08),
    (0.10, 0.12), (0.05, 0.58), (0.32, 0.66), (0.33, 0.74), (0.04, 0.74), (0.00, 0.82),
)  # fmt: skip
SILHOUETTES: Mapping[str, Silhouette] = {
    Squadron.B_17.word: Silhouette(B_17),
    Squadron.B_24.word: Silhouette(B_24),
    Escort.P_47.word: Silhouette(P_47),
    Escort.P_38.word: Silhouette(P_38),
    Escort.P_51.word: Silhouette(P_51),
    Enemy.BF_109.word: Silhouette(BF_109, (CANOPY,)),
    Enemy.FW_190.word: Silhouette(FW_190, (CANOPY,)),
    Enemy.ME_110.word: Silhouette(BF_110, (LONG_CANOPY,)),
    Enemy.ME_262.word: Silhouette(ME_262),
}
"""Outlines by the names that the sheet gives them."""

BRITAIN = (
    (50.1, -5.7), (50.4, -4.2), (50.2, -3.6), (50.7, -3.0), (50.6, -2.0), (50.8, -1.0), (50.8, 0.3), (51.2, 1.4),
    (51.5, 0.7), (52.0, 1.4), (52.7, 1.7), (52.9, 0.5), (53.2, 0.3), (53.7, 0.0), (54.5, -0.6), (55.6, -1.6),
    (55.6, -4.8), (54.8, -3.4), (54.2, -3.0), (53.4, -3.1), (53.3, -4.4), (52.5, -4.1), (51.8, -5.2), (51.5, -3.2),
    (51.2, -3.2), (51.1, -4.2),
)  # fmt: skip
CONTINENT = (
    (43.0, -1.6), (44.6, -1.2), (45.9, -1.1), (46.9, -2.1), (47.7, -3.4), (48.0, -4.6), (48.6, -4.7), (48.8, -3.2),
    (48.6, -1.6), (49.7, -1.9), (49.7, -1.2), (49.3, -1.0), (49.3, 0.1), (49.7, 0.2), (50.1, 1.4), (50.9, 1.7),
    (51.4, 3.4), (52.0, 4.1), (53.0, 4.8), (52.4, 5.1), (52.6, 5.8), (53.2, 5.4), (53.4, 7.0), (53.7, 7.2), (53.7, 8.1),
    (53.4, 8.3), (53.9, 8.7), (54.3, 8.8), (55.6, 8.3), (55.6, 9.8), (54.5, 10.0), (54.4, 11.1), (54.0, 11.2),
    (54.4, 12.5), (54.6, 13.5), (54.0, 14.3), (54.6, 17.0), (43.0, 17.0),
)  # fmt: skip
COASTS = (BRITAIN, CONTINENT)
"""Coasts of the map in latitude and longitude."""
