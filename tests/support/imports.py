"""The imports of a source, without importing it."""

import ast
from collections.abc import Iterator
from functools import cache


@cache
def imports(source: str, module: str, is_package: bool = False) -> tuple[str, ...]:
    """Return every name that ``source`` imports, at any depth of it and by a string too, in full and absolute."""
    return tuple(_imports(source, module, is_package))


def _imports(source: str, module: str, is_package: bool) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                here = module.split(".")
                parents = here[: len(here) - node.level + is_package]
                base = ".".join([*parents, base] if base else parents)
            yield from (f"{base}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and _called(node) == "import_module":
            yield from (str(name.value) for name in node.args[:1] if isinstance(name, ast.Constant))


def _called(node: ast.Call) -> str:
    """The name of the function that is called, without the module before it."""
    return getattr(node.func, "attr", "") or getattr(node.func, "id", "")
