"""The urn as a record of its declarations."""

from stuka_env.building.game import GameDeclaration, make_game
from stuka_env.building.sheet import PieceGroup, SheetParts
from tests.support.urn import codes, mat, rules

GAME = make_game(
    __name__,
    GameDeclaration(
        title="Urn",
        codes=codes,
        records=mat,
        rules=rules,
        sheet=SheetParts(
            groups=(PieceGroup("Urn", "piles", range(len(codes.Card))),),
            name=codes.Card.word_of,
            asked=lambda mat: 0,
        ),
        summary="Draw cards of an urn, or stop. White is worth 2 points, grey 1; black costs 3.",
        arguments={"refill": "never"},
        line="game",
        rivals=("drawer",),
    ),
)
