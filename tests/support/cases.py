"""Cases: tests of rules as data, played at the public environment with planned dice.

A file in ``tests/games/NAME/cases`` has a table for each case, with its title, and beginnings that cases share::

    env = "Wing/Campaign-v0"
    from = "kassel"

    [begin.kassel]
    setup.cursor.decision = "altitude"
    setup.mission = { card = 34, box = 53, cloud = "light" }
    setup.seats = { crew = "0 2 8", bomber = "0 1 2" }

    ["Bombs with light cloud"]
    rules = "W111 X86"
    dice = "FLAK 4+4, BOMBS 3 4 2"
    play = ["Bomb high"]
    mat.mission = { hits = 1, target = "missed" }

- ``from`` names the beginning: that of the file unless the case has its own, "" for none.
- ``setup`` is the option of a reset. Fields of several records, and arrays, can be words: "ready*3 none" is four.
- ``dice`` are the planned rolls of each chart. All rolls must be planned, and all planned rolls must be made.
- ``play`` has actions, by their labels up to " (", and tables of what holds between them.
- ``each`` has variants. Their tables are merged into the case; their dice and actions follow those of the case.

What a case itself expects holds at its end: ``mat`` (of an array its first values), ``decision``, ``legal`` (labels),
``journal`` (sentences in their order, after those of earlier tables), ``rewards``, ``result``, ``lines`` (the last ones
of the log sheet), and ``refused``, a part of the message with which the reset or the last action is refused.
"""

import functools
import itertools
import json
import tempfile
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import pytest

from stuka_env.declared.tape import leftover_message
from stuka_env.engine.engine import TapeError
from stuka_env.game import game_of
from stuka_env.position.blocks import SetupField, setup_fields
from tests.support.charts import book_of

FOLDER = "cases"
EXPECTED = ("mat", "decision", "legal", "journal", "rewards", "result", "lines", "refused")
KEYS = {"name", "rules", "env", "arguments", "charts", "setup", "dice", "play", *EXPECTED}
"""Keys of a case, beside ``from`` and ``each``."""
CONTINUED = {"dice": ", ", "play": []}
"""Keys whose values follow those of the beginning and of the case."""
NO_TABLE: Mapping[str, Any] = {}


# --- reading ---


def merged(base: Any, more: Any) -> Any:
    """Return a table with the entries of another one, which come first; tables inside are merged."""
    if not isinstance(base, Mapping) or not isinstance(more, Mapping):
        return more
    return {**base, **{name: merged(base.get(name), value) for name, value in more.items()}}


def continued(base: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """Return a case with further entries; its dice and actions go on."""
    whole = merged(base, more)
    for key, between in CONTINUED.items():
        if key in base and key in more:
            whole[key] = base[key] + between + more[key]
    return whole


class Case(NamedTuple):
    """A case or a variant of it.

    Attributes:
        title: its title, with the name or the number of the variant.
        rules: the rows of the tables that it shows.
        content: its entries, those of its beginning included.
    """

    title: str
    rules: tuple[str, ...]
    content: dict[str, Any]


def cases_of(file: Path) -> Iterator[Case]:
    """Yield the cases of a file with their variants.

    Raises:
        ValueError: a case has a key that is not allowed.
    """
    tables = tomllib.loads(file.read_text(encoding="utf-8"))
    env, usual, begin = (tables.pop(key, default) for key, default in (("env", ""), ("from", ""), ("begin", NO_TABLE)))
    for title, given in tables.items():
        variants = given.pop("each", [NO_TABLE])
        for number, variant in enumerate(variants, 1):
            own = continued(given, variant)
            first = own.pop("from", usual)
            case = continued({"env": env, **(begin[first] if first else NO_TABLE)}, own)
            if unknown := case.keys() - KEYS:
                raise ValueError(f"{file.name}: {title}: got {', '.join(unknown)}, allowed are {', '.join(KEYS)}")
            whole = f"{title}: {case.get('name', number)}" if len(variants) > 1 else title
            yield Case(whole, tuple(case["rules"].split()), case)


def listed(words: Any) -> Any:
    """Return words as a list of numbers and words: "ready*2 3" is two words and a number."""
    if not isinstance(words, str):
        return words
    parts = [part.partition("*") for part in words.split()]
    return [number(word) for word, _, times in parts for _ in range(int(times or 1))]


def number(word: str) -> int | str:
    """Return a word as a number if it is one."""
    return int(word) if word.removeprefix("-").isdecimal() else word


def planned(words: str) -> dict[str, list[Any]]:
    """Return planned rolls by chart: "FLAK 1+1 6+6, BOMBS 3" are two rolls of two dice, and one of one."""
    dice: dict[str, list[Any]] = defaultdict(list)
    for part in filter(None, words.split(",")):
        chart, rolls = part.split(maxsplit=1)
        for roll in listed(rolls):
            dice[chart].append(
                [int(face) for face in roll.split("+")] if isinstance(roll, str) and "+" in roll else roll
            )
    return dice


# --- playing ---


def environment_of(case: Mapping[str, Any]) -> Any:
    """Return an environment that keeps a journal; cases of the same kind of war share it."""
    return _environment(case["env"], json.dumps([case.get("arguments", {}), case.get("charts", {})]))


@functools.cache
def _environment(name: str, words: str) -> Any:
    arguments, charts = json.loads(words)
    with tempfile.TemporaryDirectory() as folder:
        for chart, changes in charts.items():
            game = game_of(name)
            assert game is not None
            content = merged(book_of(game.name).our_contents(chart), changes)
            Path(folder, f"{chart}.toml").write_text("\n".join(toml_lines(content)), encoding="utf-8")
        given = arguments | ({"charts": folder} if charts else {})
        return gymnasium.make(name, journal=True, disable_env_checker=True, **given).unwrapped


def toml_lines(table: Mapping[str, Any], *path: str) -> Iterator[str]:
    """Yield the lines of a table, and of those inside it."""
    if path:
        yield f"[{'.'.join(map(json.dumps, path))}]"
    own = {key: value for key, value in table.items() if not isinstance(value, Mapping)}
    yield from (f"{json.dumps(key)} = {json.dumps(value, ensure_ascii=False)}" for key, value in own.items())
    for key, value in table.items():
        if key not in own:
            yield from toml_lines(value, *path, key)


def plain(label: str) -> str:
    """Return a label without the odds and facts in brackets."""
    return label.partition(" (")[0]


class Play:
    """A case that is played.

    Attributes:
        checked: the numbers, words and sentences that have been compared.
    """

    def __init__(self, case: Mapping[str, Any]) -> None:
        self.case = case
        self.env = environment_of(case)
        self.fields = setup_fields(self.env.game.engine.arrays.stored["mats"])
        self.line_fields = setup_fields(self.env.game.envs.line)
        self.checked = 0
        self._info: dict[str, Any] = {}
        self._read = 0

    def run(self) -> None:
        """Play the case, and check all that it expects."""
        steps: list[Any] = ["", *self.case.get("play", ())]
        if "refused" in self.case:
            refused = steps.pop()
        for step in steps:
            self._expect(step) if isinstance(step, Mapping) else self._take(step)
        if "refused" in self.case:
            with pytest.raises((ValueError, TapeError)) as error:
                self._take(refused)
            self._same("refused", self.case["refused"] in str(error.value) or str(error.value), True)
            return
        self._expect({name: self.case[name] for name in EXPECTED if name in self.case})
        assert not leftover_message(self.env.game.engine.tape, self.env.engine.wars.tapes[0])

    def _take(self, action: str) -> None:
        """Take an action by its label; "" is the reset."""
        if not action:
            options = {"dice": planned(self.case.get("dice", "")), "strict_dice": True}
            if "setup" in self.case:
                options["setup"] = self._read_setup(self.case["setup"])
            _, self._info = self.env.reset(seed=0, options=options)
        else:
            legal = {plain(label): index for index, label in self.env.legal_actions()}
            assert action in legal, f"{action}: {self.env.decision} allows {list(legal)}"
            *_, self._info = self.env.step(legal[action])

    def _read_setup(self, setup: Mapping[str, Any]) -> dict[str, Any]:
        """Return a set-up for a reset: words of arrays as lists, and tables of them as lists of records."""
        return {
            name: self._records(block) if self.fields[name].field.shape else self._arrays(self.fields[name], block)
            for name, block in setup.items()
        }

    def _records(self, columns: Mapping[str, Any]) -> list[dict[str, Any]]:
        rows = itertools.zip_longest(*map(listed, columns.values()))
        return [{name: value for name, value in zip(columns, row, strict=True) if value is not None} for row in rows]

    def _arrays(self, block: SetupField, values: Mapping[str, Any]) -> dict[str, Any]:
        return {name: listed(value) if block.inner[name].field.shape else value for name, value in values.items()}

    # --- checking ---

    def _expect(self, expected: Mapping[str, Any]) -> None:
        for name, value in expected.items():
            if name == "mat":
                for block, fields in value.items():
                    self._compare(block, self.fields[block], self.env.mat[block], fields)
            elif name == "decision":
                self._same(name, self.env.decision, value)
            elif name == "legal":
                self._same(name, [plain(label) for _, label in self.env.legal_actions()], value)
            elif name == "journal":
                for sentence in value:
                    later = [entry.text for entry in self.env.journal[self._read :]]
                    self._same(name, sentence if sentence in later else later, sentence)
                    self._read += later.index(sentence) + 1
            elif name == "rewards":
                self._same(name, self._info[name], pytest.approx(value))
            elif name == "result":
                self._same(name, {word: self._info[name][word] for word in value}, value)
            else:
                assert name == "lines", name
                lines = self.env.game.engine.log_lines(self.env.engine.wars, 0)
                for line, row in zip(value, lines[len(lines) - len(value) :], strict=True):
                    for field, own in line.items():
                        self._compare(f"{name}.{field}", self.line_fields[field], row[field], own)

    def _compare(self, path: str, field: SetupField, value: Any, expected: Any) -> None:
        """Compare a field of the mat: records by the names of their fields, an array by its places or its beginning."""
        if isinstance(expected, Mapping):
            for name, own in expected.items():
                key = int(name) if name.isdecimal() else name
                self._compare(f"{path}.{name}", field.inner.get(name, field), value[key], own)
        elif np.ndim(value):
            words = [field.words.get(word, word) for word in listed(expected)]
            self._same(path, value[: len(words)].tolist(), words)
        else:
            self._same(path, value.item(), field.words.get(expected, expected))

    def _same(self, path: str, value: Any, expected: Any) -> None:
        self.checked += len(expected) if isinstance(expected, list | dict) else 1
        assert value == expected, f"{path}: got {value}, expected is {expected}"


# --- pytest ---


class CaseItem(pytest.Item):
    """A case as a test."""

    def __init__(self, *, case: Mapping[str, Any], **arguments: Any) -> None:
        super().__init__(**arguments)
        self.case = case

    def runtest(self) -> None:
        """Play the case."""
        play = Play(self.case)
        try:
            play.run()
        except AssertionError:
            self.add_report_section("call", "journal", "\n".join(entry.text for entry in play.env.journal))
            raise

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> str:
        """Return the one line that says what differs."""
        return f"{self.name}: {excinfo.exconly()}"

    def reportinfo(self) -> tuple[Path, None, str]:
        """Return file and title."""
        return self.path, None, self.name


class CaseFile(pytest.File):
    """A file of cases."""

    def collect(self) -> Iterator[CaseItem]:
        """Yield its cases."""
        for case in cases_of(self.path):
            yield CaseItem.from_parent(self, name=case.title, case=case.content)
