"""References in docstrings and pages, and whether they lead anywhere: roles, links, paths of files, modules to run.

Sources are read, not imported: what belongs to Ray or PyTorch is checked where neither is installed.
"""

import ast
import functools
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.support.places import ROOT

FOLDERS = ("stuka_env", "agents", "examples", "tests", "tools")
PROGRAMS = ("train.py", "evaluate.py")
ROLE = re.compile(r":(?:func|class|mod|data|meth|attr|exc|obj|const):`~?\.?([\w.]+)`")
LINK = re.compile(r"\]\(([^)\s]+)\)")
MODULE = re.compile(r"\bpython3? -m ([a-z_]+(?:\.\w+)*)")
ENDINGS = "py|md|toml|json|yaml|html|css|js|svg|png|txt|zip|cff"
PLACES = "stuka_env|agents|examples|tests|tools|docs|configs|shared"
"""Folders of the repository, and one beside it that nobody has who cloned it."""
PATH = re.compile(rf"(?<![\w/.<{{-])((?:{PLACES})/[\w./-]*\.(?:{ENDINGS}))\b(?!\.\w)")
FOLDER = re.compile(rf"`((?:{PLACES})(?:/[\w-]+)+/?)`")
CHAPTER = re.compile(r'\b((?:docs/)?\w+\.md), "([^"]+)"')
"""A heading of a page, as sources cite it."""


class Names(NamedTuple):
    """Names that a module or a class defines."""

    own: dict[str, "Names | None"]
    """By name; with names of its own if it is a class."""
    imported: dict[str, str]
    """By name: what an import brings, absolute."""
    bases: tuple[str, ...] = ()


class Fault(NamedTuple):
    """A reference that leads nowhere."""

    place: str
    reference: str

    def __str__(self) -> str:
        return f"{self.place}: {self.reference}"


# --- what there is ---


@functools.cache
def sources() -> dict[str, Path]:
    """Our files by the name of their module."""
    files = [file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py")]
    return {module_of(file): file for file in [*files, *(ROOT / program for program in PROGRAMS)]}


def module_of(file: Path) -> str:
    """The name of the module in a file of the repository."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@functools.cache
def names_in(module: str) -> Names:
    """Return the names that one of our modules defines."""
    file = sources()[module]
    tree = ast.parse(file.read_text(encoding="utf-8"))
    here = module if file.name == "__init__.py" else module.rpartition(".")[0]
    return names_of(tree, here)


def names_of(node: ast.Module | ast.ClassDef, package: str) -> Names:
    """Return all names in the body of a module or class; of a class also the attributes of ``self``."""
    names = Names({}, {}, tuple(ast.unparse(base) for base in getattr(node, "bases", ())))
    for inner in statements(node):
        if isinstance(inner, ast.ClassDef):
            names.own[inner.name] = names_of(inner, package)
        elif isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
            names.own[inner.name] = None
            names.own.update(dict.fromkeys(given_to_self(inner)))
        elif isinstance(inner, ast.Assign | ast.AnnAssign):
            names.own.update(dict.fromkeys(targets_of(inner)))
        elif isinstance(inner, ast.Import | ast.ImportFrom):
            names.imported.update(brought_by(inner, package))
    return names


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """The statements of a body, those under ``if``, ``try`` and ``with`` too."""
    for field in ("body", "orelse", "handlers", "finalbody"):
        for inner in getattr(node, field, []):
            yield inner
            if isinstance(inner, ast.If | ast.Try | ast.With | ast.For | ast.ExceptHandler):
                yield from statements(inner)


def targets_of(node: ast.AST) -> Iterator[str]:
    """The plain names that an assignment gives."""
    targets = getattr(node, "targets", None) or [getattr(node, "target", None)]
    for target in targets:
        yield from (leaf.id for leaf in ast.walk(target) if isinstance(leaf, ast.Name))


def given_to_self(function: ast.AST) -> Iterator[str]:
    """The attributes that a method gives its object."""
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and ast.unparse(node.value) == "self":
            yield node.attr


def brought_by(node: ast.Import | ast.ImportFrom, package: str) -> Iterator[tuple[str, str]]:
    """The names that an import brings, each with what it stands for."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield alias.asname or alias.name.partition(".")[0], alias.name if alias.asname else alias.name.split(".")[0]
        return
    parents = package.split(".")
    base = ".".join([*parents[: len(parents) - node.level + 1], *filter(None, [node.module])])
    base = base if node.level else str(node.module)
    yield from ((alias.asname or alias.name, f"{base}.{alias.name}") for alias in node.names)


# --- whether a name leads there ---


def leads_somewhere(target: str, module: str, classes: tuple[str, ...] = ()) -> bool:
    """Whether a role with this target, in a class of a module or in the module itself, names something."""
    scopes = [".".join((module, *classes[:depth])) for depth in range(len(classes), -1, -1)]
    return exists(target) or any(exists(f"{scope}.{target}") for scope in scopes)


@functools.cache
def exists(name: str) -> bool:
    """Whether an absolute name is one of our modules or something in one, or can be imported from elsewhere."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        module = ".".join(parts[:length])
        if module in sources():
            return holds(names_in(module), tuple(parts[length:]), module)
    return len(parts) > 1 and parts[0] not in FOLDERS and stands_elsewhere(parts)


def holds(names: Names, path: tuple[str, ...], module: str) -> bool:
    """Whether a path of names begins in a module or class."""
    if not path:
        return True
    first, rest = path[0], path[1:]
    if first in names.own:
        inner = names.own[first]
        return not rest or (inner is not None and holds(inner, rest, module))
    if first in names.imported:
        return exists(".".join((names.imported[first], *rest)))
    return any(leads_somewhere(".".join((base.partition("[")[0], *path)), module) for base in names.bases)


def stands_elsewhere(parts: list[str]) -> bool:
    """Whether a library that is installed has something."""
    try:
        found: object = importlib.import_module(parts[0])
    except ImportError:
        return False
    for place, part in enumerate(parts[1:], 2):
        if not hasattr(found, part):
            try:
                importlib.import_module(".".join(parts[:place]))
            except ImportError:
                return False
        found = getattr(found, part)
    return True


# --- what is written ---


def classes_at(tree: ast.AST, line: int) -> tuple[str, ...]:
    """The classes around a line, the outermost first."""
    return tuple(
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and node.lineno <= line <= (node.end_lineno or node.lineno)
    )


def role_faults(source: str, module: str, place: str) -> Iterator[Fault]:
    """The roles in a Python source that name nothing."""
    tree = ast.parse(source) if ROLE.search(source) else ast.Module([], [])
    for number, text in enumerate(source.splitlines(), 1):
        for target in ROLE.findall(text):
            if not leads_somewhere(target, module, classes_at(tree, number)):
                yield Fault(f"{place}:{number}", target)


def path_faults(text: str, place: str) -> Iterator[Fault]:
    """Paths of the repository, headings cited and modules to run that are not there."""
    for number, line in enumerate(text.splitlines(), 1):
        for path in [*PATH.findall(line), *FOLDER.findall(line)]:
            if not (ROOT / path).exists():
                yield Fault(f"{place}:{number}", path)
        for page, heading in CHAPTER.findall(line):
            if not (ROOT / page).exists() or slug(heading) not in headings(ROOT / page):
                yield Fault(f"{place}:{number}", f'{page}, "{heading}"')
        for module in MODULE.findall(line):
            if module.partition(".")[0] in FOLDERS and module not in sources():
                yield Fault(f"{place}:{number}", f"python -m {module}")


def link_faults(text: str, page: Path) -> Iterator[Fault]:
    """The links of a page to files and headings that are not there."""
    for number, line in enumerate(text.splitlines(), 1):
        for link in LINK.findall(line):
            if re.match(r"[a-z]+:", link):
                continue
            path, _, heading = link.partition("#")
            target = (page.parent / path).resolve() if path else page
            is_page = target.suffix == ".md"
            fits = target.exists() and (not heading or not is_page or heading in headings(target))
            if not fits:
                yield Fault(f"{page.name}:{number}", link)


def headings(page: Path) -> set[str]:
    """The headings of a page as links name them."""
    found = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return set(map(slug, found))


def slug(heading: str) -> str:
    """A heading as links name it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
