"""The parts of a game that its positions are made of. Each game has them in its room ``position``."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from stuka_env.game import parts_in


@dataclass(frozen=True, kw_only=True, eq=False)
class PositionParts:
    """The parts of a game that its positions are made of."""

    left_out: Mapping[str, str]
    """Fields of the mat that a position does not have, by path, with the reason."""
    codes: Callable[[Any], dict[str, int]]
    """Return the plain codes of the war of a mat, as the game's ``WarSpec.codes`` names them."""
    free_codes: tuple[str, ...]
    """Codes in which a position may differ from its environment, because a set-up can change them too."""
    spec_of: Callable[[Mapping[str, int], Any], Any]
    """Return the specification of a war with these codes, for the charts in force."""
    complete: Callable[[Any, Any], None]
    """Write to a snapshot of one war what follows from the fields of a position, for a specification of wars; raise
    ``ConsistencyError`` if nothing can."""
    place_dice: Callable[[Any, Any], None]
    """Write to new dice where in the war they are rolled: dice, mat."""
    withhold: Callable[[Any, Any], None] = lambda ledger, mat: None
    """Mark points as unpaid that the rules pay only at the end of a war: ledger, mat."""


def codes_in(block: str) -> Callable[[Any], dict[str, int]]:
    """Return the function ``codes`` of a game whose mats have the codes in a block, as its ``WarSpec`` names them."""

    def codes_of(mat: Any) -> dict[str, int]:
        plan = mat[block]
        return {name: int(plan[name]) for name in plan.dtype.names}

    return codes_of


def spec_maker(kind: type[Any]) -> Callable[[Mapping[str, int], Any], Any]:
    """Return the function ``spec_of`` of a game whose ``WarSpec`` has fields of these names, some of them truths."""
    usual = {field.name: field.default for field in fields(kind)}

    def spec_of(codes: Mapping[str, int], charts: Any) -> Any:
        own = {name: bool(code) if isinstance(usual[name], bool) else code for name, code in codes.items()}
        return kind(charts=charts, **own)

    return spec_of


def position_parts(game: str) -> PositionParts:
    """Return the parts of a game by its name."""
    parts: PositionParts = parts_in(game, "position", "POSITION_PARTS")
    return parts
