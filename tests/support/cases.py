"""Cases: tests of rules as data, played at the public environment with planned dice.

A file in ``tests/games/NAME/cases`` has named set-ups and cases::

    [setups.kassel]
    cursor.decision = "altitude"
    mission = { card = 34, cloud = "light" }
    seats = { crew = [0, 2, 8], bomber = [0, 1, 2] }

    [[case]]
    name = "Bombs with light cloud"
    rules = ["W111"]
    from = "kassel"
    dice = { FLAK = [[4, 4]], BOMBS = [3, 4, 2] }
    play = ["Bomb high"]
    mat.mission = { hits = 1, target = "missed" }

``play`` has actions, by their labels up to " (", and tables of what holds between them. What a case itself expects
holds at its end:

- ``mat``: numbers or words by block and field. Of several records each field has a list of their first values.
- ``decision`` and ``legal``: the open decision, and the labels of all legal actions.
- ``journal``: sentences of the journal in their order, after those of earlier tables.
- ``rewards``, ``result``, and ``lines``: the parts of the last reward, the result, and the lines of the log sheet.
- ``refused``: a part of the message with which the reset or the last action is refused.

``each`` has variants, whose tables are merged into the case. All rolls must be planned, and all planned rolls be made.
"""

import functools
import itertools
import json
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import gymnasium
import pytest

from stuka_env.declared.tape import leftover_message
from stuka_env.engine.engine import TapeError
from stuka_env.game import game_of
from stuka_env.position.blocks import SetupField, setup_fields
from tests.support.charts import book_of

FOLDER, EXPECTED = "cases", ("mat", "decision", "legal", "journal", "rewards", "result", "lines", "refused")
KEYS = {"name", "rules", "env", "arguments", "charts", "from", "setup", "dice", "play", "each", "seed", *EXPECTED}
"""Keys of a case."""
NO_TABLE: Mapping[str, Any] = {}


# --- reading ---


def merged(base: Any, more: Any) -> Any:
    """Return a table with the entries of another one, which come first; tables inside are merged."""
    if not isinstance(base, Mapping) or not isinstance(more, Mapping):
        return more
    return {**base, **{name: merged(base.get(name), value) for name, value in more.items()}}


def cases_of(file: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the title and the case of every variant in a file.

    Raises:
        ValueError: a case has a key that is not allowed.
    """
    content = tomllib.loads(file.read_text(encoding="utf-8"))
    for given in content["case"]:
        variants = given.get("each", [NO_TABLE])
        for number, variant in enumerate(variants, 1):
            case = merged({"env": content.get("env")}, merged(given, variant))
            if unknown := case.keys() - KEYS:
                raise ValueError(f"{file.name}: {given['name']}: got {', '.join(unknown)}, allowed are {sorted(KEYS)}")
            case["setup"] = merged(content["setups"][case["from"]] if "from" in case else {}, case.get("setup", {}))
            yield f"{given['name']} ({number})" if len(variants) > 1 else given["name"], case


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
            dice, setup = self.case.get("dice", {}), self._rows(self.case["setup"])
            options = {"dice": dice, "strict_dice": True} | ({"setup": setup} if setup else {})
            _, self._info = self.env.reset(seed=self.case.get("seed", 0), options=options)
        else:
            legal = {plain(label): index for index, label in self.env.legal_actions()}
            assert action in legal, f"{action}: {self.env.decision} allows {list(legal)}"
            *_, self._info = self.env.step(legal[action])

    def _rows(self, setup: Mapping[str, Any]) -> dict[str, Any]:
        """Return a set-up whose tables of lists are lists of records."""
        return {
            name: [
                {field: value for field, value in zip(block, row, strict=True) if value is not None}
                for row in itertools.zip_longest(*block.values())
            ]
            if isinstance(block, Mapping) and self.fields[name].field.shape
            else block
            for name, block in setup.items()
        }

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
        elif isinstance(expected, list):
            self._same(path, value[: len(expected)].tolist(), [field.words.get(one, one) for one in expected])
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
        for title, case in cases_of(self.path):
            yield CaseItem.from_parent(self, name=title, case=case)
