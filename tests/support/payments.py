"""Payments of the rules, without the kernels that make them."""

from typing import Any

from stuka_env.engine import kernels
from stuka_env.game import game_named


def payment_functions(game: str) -> tuple[Any, Any]:
    """Return the functions of a game that clear a payment, and that charge the penalty of an illegal action."""
    copies = game_named(game).engine.kernels.copies(kernels.__name__)
    return copies["clear_payment"], copies["fine"]
