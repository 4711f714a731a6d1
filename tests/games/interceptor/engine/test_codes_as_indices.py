"""Codes as indices: Numba 0.61, which is allowed, takes no ``IntEnum`` member as the index of an array."""

import ast
from pathlib import Path

from stuka_env.games import interceptor

ROOMS = ("rules", "observation", "engine")
"""Rooms with compiled functions."""


def codes_as_indices(source: str) -> list[str]:
    """Return the subscripts, such as ``skills[Skill.LANDING]``, whose index is a member of an enumeration."""
    subscripts = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Subscript)]
    return [ast.unparse(node) for node in subscripts if is_member(node.slice)]


def is_member(node: ast.expr) -> bool:
    """Whether an expression reads ``Class.MEMBER``."""
    match node:
        case ast.Attribute(value=ast.Name(id=owner), attr=member):
            return owner[0].isupper() and member.isupper()
    return False


def test_the_search_finds_members_and_accepts_their_values() -> None:
    assert codes_as_indices("skills[Skill.LANDING] + skills[Skill.PARACHUTE.value] + skills[place]") == [
        "skills[Skill.LANDING]"
    ]


def test_compiled_rooms_index_arrays_with_whole_numbers() -> None:
    folder = Path(interceptor.__file__).parent
    files = [file for room in ROOMS for file in sorted((folder / room).rglob("*.py"))]
    assert len(files) > len(ROOMS)
    assert {file.name: codes_as_indices(file.read_text(encoding="utf-8")) for file in files} == {
        file.name: [] for file in files
    }
