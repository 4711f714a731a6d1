"""One meaning per name: which names of classes and constants several modules define."""

import ast
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PRODUCTION = ("stuka_env", "agents", "tools")
EXEMPT = ROOT / "tools" / "comparing"
"""It compares two checkouts and leaves the repository with the second game."""
REPEATED_CONSTANTS = set(
    """
    ALLOWED ARGUMENTS ARMS ASKED ATTACK AT_ONCE AWAY BAR_SECONDS BATCH BEGIN BEYOND BLOCK BYTES CARD CARDS
    CHECKPOINT CHOICE CLEAR CLIENTS COLUMNS CONFIG D10 D6 DAMAGE DECISIONS DIGEST DIGITS DRAWN DUTIES END ENTRIES
    ENTRY_POINTS ENVIRONMENTS EPOCHS EXAMPLE FATES FEW FEWEST_ROLLOUTS FEWEST_WARS FIGHTERS FIGURES FILE_NAMES
    FINDINGS FOLDER FONT FORMAT FULL GAINS GREEN GROUPS HEAD HEADER HEIGHT HELD_OUT ILLEGAL INSTALLED INTERRUPTED
    KEYS KILLS KINDS LARGEST LARGEST_FILE LEARNING_RATE LEAST LEGEND LENGTH LEVEL LEVELS LIBRARIES LINE LINK LISTS
    LOCK LOG LONGEST_NAME LONGEST_REASON LOSSES LOWEST MARGIN MASK_KEY MISSIONS MOST_BYTES MOST_DECISIONS
    MOST_FIGHTERS NAMED NARROWEST NEAR NUMBERS OPERATION OPERATIONS OPTIONS OTHERWISE OURS OUTPUT PACKAGE PAGE
    PAGES PARTS PEOPLE_KILLED PILOT PLACE PLACES PLAIN POINTS POLICIES POSITIONS PREDICTED READY RED REFUSED
    RESULTS REVIEW ROLE ROLL ROUNDING ROUNDS ROW SCALE SCALES SCORE SCORES SCRIPTS SECONDS SECTOR_NAMES SEED
    SEED_LIMIT SEGMENTS SELDOM SETTINGS SHARE SHOWN SIDES SIZES SMALLEST_PROBABILITY STATUSES STEPS STOPPING
    STRAYING STRAY_CHOICES STRESS STRESSES STROKES SWEEPS SYSTEMS SYSTEM_NAMES TARGET TARGETS TITLE TITLES VALUE
    VERBS VERSIONS WAITING WARM_UP WARS WIDTH WORDS WORST WRITERS YARDSTICKS
    """.split()
)
"""Constants that several modules define, each for its own use. A new constant needs a name of its own."""


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


def repeated(names: Callable[[ast.Module], Iterator[str]]) -> set[str]:
    """Return the public names that more than one module defines."""
    modules: defaultdict[str, set[Path]] = defaultdict(set)
    for package in PRODUCTION:
        for path in (ROOT / package).rglob("*.py"):
            if EXEMPT not in path.parents:
                for name in names(ast.parse(path.read_text(encoding="utf-8"))):
                    modules[name].add(path)
    return {name for name, paths in modules.items() if len(paths) > 1 and not name.startswith("_")}


def test_no_class_name_is_defined_in_two_modules() -> None:
    assert repeated(class_names) == set()


def test_no_new_constant_name_is_defined_in_two_modules() -> None:
    constants = repeated(constant_names)
    assert constants - REPEATED_CONSTANTS == set(), "a name that another module defines already"
    assert REPEATED_CONSTANTS - constants == set(), "defined once now: take it off the list"
