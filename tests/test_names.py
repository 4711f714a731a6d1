"""One meaning per name: which names of classes and constants several modules define."""

import ast
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
FIRST = "stuka"
PRODUCTION = ("stuka_env", "agents", "tools")
EXEMPT = (
    ROOT / "stuka_env" / "engine" / "game_parts.py",
    ROOT / "stuka_env" / "engine" / "playing.py",
    ROOT / "stuka_env" / "building" / "steps.py",
    ROOT / "stuka_env" / "compiling" / "observation_writing.py",
    ROOT / "agents" / "review" / "future_parts.py",
)
"""Declarations of what each game defines."""
REPEATED_CONSTANTS = {
    "a parameter of one training, search or study, with the same meaning and another value": """
        BATCH EPOCHS FEWEST_ROLLOUTS FEWEST_WARS HELD_OUT LEARNING_RATE POINTS PREDICTED STEPS
        STRAYING STRAY_CHOICES WARM_UP WARS WORST""",
    "the generated pages of one subject, which tools/docs.py joins": "PAGES",
    "a colour or a box of the picture, always written with its module": """
        GREEN RED""",
    "a name of the layout that compiled code reads as a global of its own module": "WORDS",
    "an index or a status in compiled code": "ILLEGAL",
    "the rules of a game, as its package binds them": "RULES",
    "the settings of one script of the second game, always written with its module": "STYLE",
    "a program that runs before the libraries are installed and can import nothing": "INTERRUPTED LIBRARIES REFUSED",
}
"""Constants that several modules define, by the reason. A new constant needs a name of its own."""


def class_names(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield node.name


def constant_names(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            for name in ast.walk(node):
                if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store) and name.id.isupper():
                    yield name.id


def game_of_file(path: Path) -> str:
    """Return the game whose folder holds a file; the first game for the rooms outside ``games/``, which know it."""
    parts = path.relative_to(ROOT).parts
    return parts[parts.index("games") + 1] if "games" in parts else FIRST


def repeated(names: Callable[[ast.Module], Iterator[str]]) -> set[str]:
    """Return the public names that more than one module of a game defines: games have rooms of the same names."""
    modules: defaultdict[tuple[str, str], set[Path]] = defaultdict(set)
    for package in PRODUCTION:
        for path in (ROOT / package).rglob("*.py"):
            if not {path, *path.parents}.intersection(EXEMPT):
                for name in names(ast.parse(path.read_text(encoding="utf-8"))):
                    modules[game_of_file(path), name].add(path)
    return {name for (_, name), paths in modules.items() if len(paths) > 1 and not name.startswith("_")}


def test_no_class_name_is_defined_in_two_modules() -> None:
    assert repeated(class_names) == set()


def test_no_new_constant_name_is_defined_in_two_modules() -> None:
    constants, allowed = repeated(constant_names), set(" ".join(REPEATED_CONSTANTS.values()).split())
    assert constants - allowed == set(), "a name that another module defines already"
    assert allowed - constants == set(), "defined once now: take it off the list"
