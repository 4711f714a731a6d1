"""The parts of an evaluation that know a game, found by its name."""

from agents.evaluation.evaluated_game import EvaluatedGame
from agents.game_rooms import has_room, laboratory_of


def evaluated_game(name: str) -> EvaluatedGame:
    """Return the parts of an evaluation that know the game of this name, imported on demand."""
    if has_room(name, "evaluation.game"):
        game: EvaluatedGame = laboratory_of(name, "evaluation.game").EVALUATED
        return game
    from agents.evaluation.plain_game import plain_game

    return plain_game(name)
