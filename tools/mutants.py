"""Mutants of the rules of every game: does a test fail when a function of the rules is broken?

    python -m tools.mutants mutants.jsonl            # every mutant; the same command goes on after Ctrl-C
    python -m tools.mutants bursts.jsonl --game interceptor --only bursts
    python -m tools.mutants mutants.jsonl --share 20 # a twentieth, always the same one

A mutant is one change of one function: a threshold, a modifier, or what a mask allows. Each function has up to three.
The rules run as plain Python, so that a mutant is another code object of its function. A forked process sets it and
runs the tests with planned dice that call the function, until one fails. A mutant that passes them all has survived.
The file ``mutants.toml`` of a game's tests names these tests, Python and cases (:mod:`tests.support.cases`). It also
lists the mutants that change nothing, with the reasons.

``mutants.jsonl`` gets a line for each mutant. It is resumable: a mutant whose line is there is not run again.
"""

import argparse
import ast
import contextlib
import copy
import functools
import hashlib
import importlib
import json
import os
import signal
import sys
import time
import tomllib
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

os.environ["NUMBA_DISABLE_JIT"] = "1"  # before the rules are imported

import pytest
from tqdm import tqdm

from stuka_env.io.files import append_line
from tools import ROOT

GAMES_FOLDER, GAME_TESTS = ROOT / "stuka_env/games", "tests/games"
MUTANTS_FILE = "mutants.toml"
"""The file beside the tests of a game with the tests of its rules, and the mutants that change nothing."""
NOTED = "called_functions"
"""Name of the set of called functions, in the modules of the rules."""
MUTANTS_OF_FUNCTION = 3
LONGEST_RUN = 10, 3
"""Seconds of the processor, and multiples of the time without a mutant, after which a mutant counts as noticed."""
PASSED = 0
"""Exit status of pytest if all tests pass."""
THRESHOLD_CHANGE, MODIFIER_CHANGE, MASK_CHANGE = "threshold", "modifier", "mask"
"""Kinds of changes."""
NUMBER_FUNCTIONS = ("int", "max", "min", "raised")
"""Functions whose result is a number."""
COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
}  # fmt: skip
ADDED: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}
JOINT: dict[type[ast.boolop], type[ast.boolop]] = {ast.And: ast.Or, ast.Or: ast.And}
Place = tuple[str, str]
"""Module and name of a function."""
Explained = tuple[str, str]
"""Game, and module, function and code of a mutant that changes nothing."""


class CodeChange(NamedTuple):
    """A change of a function."""

    kind: str
    """Threshold, modifier or mask."""
    line: int
    words: str
    """The code that is changed."""
    function: ast.FunctionDef
    """The function with the change."""


class Mutant(NamedTuple):
    """A changed function of the rules."""

    module: str
    function: str
    change: CodeChange

    @property
    def game(self) -> str:
        """The name of its game."""
        return self.module.split(".")[-3]

    @property
    def short_module(self) -> str:
        """The name of its module in the rules."""
        return self.module.rpartition(".")[2]

    @property
    def key(self) -> str:
        """The name of the mutant, which changes with the code of its function."""
        return f"{self.function}:{self._digest[:12]}"

    @property
    def explained_as(self) -> Explained:
        """Its game, and its module, function and code in the list of mutants that change nothing."""
        return self.game, f"{self.short_module}.{self.function}: {self.change.words}"

    def is_in_share(self, share: int) -> bool:
        """Whether it belongs to one of so many equal parts, whatever other mutants there are."""
        return int(self._digest, 16) % share == 0

    @property
    def _digest(self) -> str:
        text = f"{self.module}:{self.function}:{ast.unparse(self.change.function)}"
        return hashlib.sha256(text.encode()).hexdigest()


# --- the changes of a function ---

Work = Callable[[Any], None]
"""A change of a node in place."""


def change_comparison(node: ast.Compare) -> None:
    """Shift a threshold by one, or turn an equality round."""
    node.ops[0] = COMPARED[type(node.ops[0])]()


def change_sign(node: ast.BinOp | ast.AugAssign) -> None:
    """Subtract in place of adding, and the other way round."""
    node.op = ADDED[type(node.op)]()


def change_joint(node: ast.BoolOp) -> None:
    """Let one condition of two be enough, or ask for both."""
    node.op = JOINT[type(node.op)]()


def drop_sign(node: ast.UnaryOp) -> None:
    """Leave out a "not" or a minus."""
    node.op = ast.UAdd()
    node.operand = ast.Call(ast.Name("int", ast.Load()), [node.operand], [])


def drop_call(node: ast.Expr) -> None:
    """Leave out a call that only has an effect: an action is not allowed, an entry is not written."""
    node.value = ast.Constant(None)


def negate(node: ast.Return) -> None:
    """Return the opposite."""
    assert node.value is not None
    node.value = ast.UnaryOp(ast.Not(), node.value)


def add_one(node: ast.Return | ast.Assign) -> None:
    """Return or set a number that is larger by one."""
    assert node.value is not None
    node.value = ast.BinOp(node.value, ast.Add(), ast.Constant(1))


def change_of(node: ast.AST) -> tuple[str, Work] | None:
    """Return the kind of change that a node allows, and its work; None for a node that stays."""
    match node:
        case ast.Compare(ops=[first, *_]) if type(first) in COMPARED:
            return THRESHOLD_CHANGE, change_comparison
        case ast.BinOp(op=sign) | ast.AugAssign(op=sign) if type(sign) in ADDED:
            return MODIFIER_CHANGE, change_sign
        case ast.BoolOp():
            return MASK_CHANGE, change_joint
        case ast.UnaryOp(op=ast.Not()):
            return MASK_CHANGE, drop_sign
        case ast.UnaryOp(op=ast.USub()):
            return MODIFIER_CHANGE, drop_sign
        case ast.Expr(value=ast.Call()):
            return MASK_CHANGE, drop_call
        case ast.Return(value=ast.Call(func=ast.Name(id="bool")) | ast.Constant(value=bool())):
            return MASK_CHANGE, negate
        case ast.Return(value=value) | ast.Assign(value=value) if is_number(value):
            return MODIFIER_CHANGE, add_one
    return None


def is_number(value: ast.expr | None) -> bool:
    """Whether an expression is a number by its form."""
    match value:
        case ast.Constant(value=number):
            return isinstance(number, int) and not isinstance(number, bool)
        case ast.BinOp():
            return True
        case ast.Call(func=ast.Name(id=name)):
            return name in NUMBER_FUNCTIONS
    return False


def changes_of(function: ast.FunctionDef) -> list[CodeChange]:
    """Return up to three changes of a function, of different kinds as far as there are any.

    Which ones is a matter of the function's name, so that it is the same in every run.
    """
    found: dict[str, list[CodeChange]] = defaultdict(list)
    for number, node in enumerate(ast.walk(function)):
        change = change_of(node)
        if change is not None:
            kind, work = change
            own = copy.deepcopy(function)
            work(list(ast.walk(own))[number])
            line = getattr(node, "lineno", function.lineno)
            found[kind].append(CodeChange(kind, line, ast.unparse(node), own))
    start = int(hashlib.sha256(function.name.encode()).hexdigest(), 16)
    chosen = [own.pop(start % len(own)) for own in found.values()]
    rest = [one for own in found.values() for one in own]
    while rest and len(chosen) < MUTANTS_OF_FUNCTION:
        chosen.append(rest.pop(start % len(rest)))
    return chosen


# --- the functions of the rules ---


@functools.cache
def functions_of_rules(game: str) -> dict[Place, ast.FunctionDef]:
    """Return the functions of the rules of a game without their decorators, by module and name."""
    found = {}
    for path in sorted((GAMES_FOLDER / game / "rules").glob("*.py")):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                node.decorator_list = []
                found[module, node.name] = node
    return found


def mutants(game: str) -> list[Mutant]:
    """Return the mutants of all functions of the rules of a game."""
    return [Mutant(*place, change) for place, node in functions_of_rules(game).items() for change in changes_of(node)]


def function_at(module: str, name: str) -> Any:
    """Return a function of the rules."""
    return getattr(importlib.import_module(module), name)


def code_of(node: ast.FunctionDef) -> CodeType:
    """Return the code object of a changed function."""
    module = compile(ast.fix_missing_locations(ast.Module([node], [])), f"<changed {node.name}>", "exec")
    return next(part for part in module.co_consts if isinstance(part, CodeType) and part.co_name == node.name)


# --- the tests ---


class Callers:
    """A plugin of pytest that notes which functions of the rules each test calls, and how long it takes.

    Each function gets a first line that notes its call, until the tests have run.

    Args:
        game: the name of the game.

    Attributes:
        tests: the tests that call a function, by its module and name, with their seconds.
    """

    def __init__(self, game: str) -> None:
        self._functions = functions_of_rules(game)
        self.tests: dict[Place, dict[str, float]] = defaultdict(dict)
        self._called: set[Place] = set()
        self._codes: dict[Any, CodeType] = {}

    def pytest_sessionstart(self) -> None:
        """Let every function note its calls."""
        for (module, name), node in self._functions.items():
            function, own = function_at(module, name), copy.deepcopy(node)
            note = ast.parse(f"{NOTED}.add(({module!r}, {name!r}))").body
            own.body = note + own.body
            function.__globals__[NOTED], self._codes[function] = self._called, function.__code__
            function.__code__ = code_of(own)

    def pytest_sessionfinish(self) -> None:
        """Give the functions their own code back."""
        for function, code in self._codes.items():
            function.__code__ = code

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Note the calls of a test."""
        self._called.clear()
        begin = time.perf_counter()
        try:
            return (yield)
        finally:
            for place in self._called:
                self.tests[place][item.nodeid] = time.perf_counter() - begin


def run_tests(names: Sequence[str], *plugins: Any) -> int:
    """Run tests in this process, quietly, up to the first failure. Return the exit status of pytest."""
    words = ["-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", "not slow and not study", *names]
    with open(os.devnull, "w") as nothing, contextlib.redirect_stdout(nothing), contextlib.redirect_stderr(nothing):
        return int(pytest.main(words, plugins))


def callers(game: str) -> dict[Place, dict[str, float]]:
    """Run the tests of the rules of a game once, and return those that call each function.

    Raises:
        ValueError: a test fails without any mutant.
    """
    plugin = Callers(game)
    status = run_tests([f"{GAME_TESTS}/{game}/{name}" for name in listed(game)["tests"]], plugin)
    if status != PASSED:
        raise ValueError(f"tests of {game}: exit status {status} without a mutant, allowed is {PASSED}")
    return plugin.tests


def survives(mutant: Mutant, tests: Mapping[str, float]) -> bool:
    """Whether a mutant passes all tests, of which the seconds are given, in a process of its own."""
    child = os.fork()
    if not child:
        least, multiple = LONGEST_RUN
        signal.setitimer(signal.ITIMER_VIRTUAL, least + multiple * sum(tests.values()))
        function_at(mutant.module, mutant.function).__code__ = code_of(mutant.change.function)
        os._exit(run_tests(sorted(tests, key=tests.__getitem__)))
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) == PASSED


# --- the command ---


def lines_of(path: Path) -> list[dict[str, Any]]:
    """Return the lines of a file of results; none if there is no file."""
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    return [json.loads(line) for line in text.splitlines()]


def listed(game: str) -> dict[str, Any]:
    """Return the tests of the rules of a game, and its mutants that change nothing."""
    return tomllib.loads((ROOT / GAME_TESTS / game / MUTANTS_FILE).read_text(encoding="utf-8"))


def explained(game: str) -> set[Explained]:
    """Return the mutants of a game that no play can tell from the rules."""
    return {(game, place) for place in listed(game).get("mutants", ())}


def report(chosen: Sequence[Mutant], survivors: Collection[str], games: Sequence[str]) -> int:
    """Print the mutants that survived without an explanation, and explanations of none; return the exit status."""
    reasons = set[Explained]().union(*map(explained, games))
    idle = sorted(reasons - {one.explained_as for game in games for one in mutants(game)})
    for game, place in idle:
        print(f"{GAME_TESTS}/{game}/{MUTANTS_FILE}: there is no mutant {place}")
    failed = bool(idle)
    for game in games:
        own = [one for one in chosen if one.game == game]
        survived = [one for one in own if one.key in survivors]
        left = [one for one in survived if one.explained_as not in reasons]
        for one in left:
            print(f"{one.key}, {one.short_module} line {one.change.line}: {one.change.words}")
        explanations = (
            f"{len(survived) - len(left):,} change nothing, with a reason in {GAME_TESTS}/{game}/{MUTANTS_FILE}"
        )
        print(f"{game}: {len(own):,} mutants, {len(left):,} survived; {explanations}")
        failed |= bool(left)
    return int(failed)


def main(arguments: list[str] | None = None) -> int:
    """Run the mutants that have not been run, and return the exit status: 1 if one survives without an explanation."""
    games = sorted(path.parent.name for path in (ROOT / GAME_TESTS).glob(f"*/{MUTANTS_FILE}"))
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("results", type=Path, help="the file of the results, which a later run continues")
    parser.add_argument("--game", choices=games, help="run those of one game (default: all)")
    parser.add_argument("--only", metavar="MODULE", help="run those of one module of the rules, such as bursts")
    parser.add_argument("--share", type=int, default=1, help="run one of so many mutants (default: all)")
    options = parser.parse_args(arguments)
    games = [options.game] if options.game else games
    done = {line["mutant"] for line in lines_of(options.results)}
    asked = [one for game in games for one in mutants(game) if options.only in (None, one.short_module)]
    if not asked:
        parser.error(f"--only: got {options.only!r}, allowed is a module of the rules of {', '.join(games)}")
    chosen = [one for one in asked if one.is_in_share(options.share)]
    waiting = [one for one in chosen if one.key not in done]
    called: dict[Place, dict[str, float]] = {}
    for game in tqdm(sorted({one.game for one in waiting}), desc="tests without a mutant", disable=None, leave=False):
        called |= callers(game)
    for mutant in tqdm(waiting, unit="mutant", disable=None):
        tests = called.get((mutant.module, mutant.function), {})
        survived = not tests or survives(mutant, tests)
        change = {"kind": mutant.change.kind, "line": mutant.change.line, "code": mutant.change.words}
        append_line(
            options.results, json.dumps({"mutant": mutant.key, "survived": survived, "tests": len(tests)} | change)
        )
    survivors = {line["mutant"] for line in lines_of(options.results) if line["survived"]}
    return report(chosen, survivors, games)


if __name__ == "__main__":
    sys.exit(main())
