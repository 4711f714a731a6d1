"""The networks of the first game."""

from collections.abc import Mapping
from typing import Any

from stuka_env.games.stuka.codes import ACTIONS
from stuka_env.games.stuka.networks.policies import StructuredPolicy
from stuka_env.games.stuka.networks.seating import COUNTED_LENGTH, CountedMat, SeatedLayers, SeatingHead
from stuka_env.games.stuka.observation import OBSERVATION
from stuka_env.networks.parts import NetworkParts, RosterParts, Shapes, StructuredParts


def _structured_shapes(arguments: Mapping[str, Any]) -> Shapes:
    card, trunk = arguments["card"], arguments["trunk"]
    return {
        "features_extractor.aircraft_cards.second.weight": (card, card),
        "action_net.trunk.2.weight": (trunk, trunk),
    }


NETWORKS = NetworkParts(
    game="stuka",
    layouts={None: OBSERVATION},
    actions=ACTIONS,
    frame=("war", "count", "track"),
    structured=StructuredParts(StructuredPolicy, ("card", "trunk"), ("roster", "odds"), _structured_shapes),
    roster=RosterParts(CountedMat, COUNTED_LENGTH, SeatedLayers, SeatingHead),
)
