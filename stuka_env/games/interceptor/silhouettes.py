"""Outlines of the pieces: aircraft from above."""

from collections.abc import Mapping

from stuka_env.declared.sheet import Silhouette
from stuka_env.games.interceptor.codes import Bomber, Enemy, Series
from stuka_env.views.outlines import (
    B_17,
    B_24,
    BF_109,
    BF_110,
    CANOPY,
    FW_190,
    LONG_CANOPY,
    ME_410,
    P_38,
    P_47,
    P_51,
    SPITFIRE,
)

SILHOUETTES: Mapping[str, Silhouette] = {
    Series.BF_109.word: Silhouette(BF_109, (CANOPY,)),
    Series.FW_190.word: Silhouette(FW_190, (CANOPY,)),
    Series.BF_110.word: Silhouette(BF_110, (LONG_CANOPY,)),
    Series.ME_410.word: Silhouette(ME_410, (LONG_CANOPY,)),
    **{bomber.word: Silhouette(B_17) for bomber in (Bomber.B_17F, Bomber.B_17G, Bomber.YB_40)},
    Bomber.B_24.word: Silhouette(B_24),
    Enemy.P_47.word: Silhouette(P_47),
    Enemy.SPITFIRE_IX.word: Silhouette(SPITFIRE),
    Enemy.P_38.word: Silhouette(P_38),
    Enemy.P_51B.word: Silhouette(P_51),
}
"""Outlines by the names that the sheet gives them."""
