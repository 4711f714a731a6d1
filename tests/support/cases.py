"""Cases: tests of rules as data, played at the public environment with planned dice.

A file in the folder ``cases`` of a game's tests has a table for each case, with its title, and beginnings that cases
share::

    env = "Wing/Campaign-v0"
    from = "kassel"

    [begin.kassel]
    setup = "cursor.decision altitude, mission.card 34, box 53, seats.crew 0 2 8, bomber 0..2"

    ["Bombs with light cloud"]
    rules = "W111 X86"
    setup = "mission.cloud light"
    dice = "FLAK 4+4, BOMBS 3 4 2"
    play = ["Bomb high"]
    mat = "mission.hits 1, target missed"

- ``from`` names the beginning: that of the file unless the case has its own, "" for none. One can go on from another.
- ``setup`` has fields of the mat for the option of a reset. A name without a block is of the block before it. Arrays,
  and fields of several records, have several words: "ready*3 0..2" is six.
- ``dice`` has the planned rolls of each chart. All rolls must be planned, and all planned rolls must be made.
- ``play`` has actions, by their labels up to " (", and tables of what holds between them.
- ``arguments`` are those of the environment, and ``charts`` other cells of chart files.
- ``each`` has variants. Their words and actions follow those of the case. A later word for a field replaces the first.

What a case itself expects holds at its end: ``mat`` (of an array its first values), ``decision``, ``legal`` (labels),
``journal`` (sentences in their order, after those of earlier tables), ``rewards`` (parts, and their sum), ``result``,
``lines`` (the last ones of the log sheet), and ``refused``, a part of the message with which the reset or the last
action is refused.
"""

import functools
import itertools
import json
import tempfile
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
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
CONTINUED = {"setup": ", ", "dice": ", ", "mat": ", ", "play": []}
"""Keys whose values follow those of the beginning and of the case, and what stands between."""
Words = list[Any]
"""Numbers and words."""


# --- reading ---


def merged(base: Any, more: Any) -> Any:
    """Return a table with the entries of another one, which come first; tables inside are merged."""
    if not isinstance(base, Mapping) or not isinstance(more, Mapping):
        return more
    return {**base, **{name: merged(base.get(name), value) for name, value in more.items()}}


def continued(base: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """Return a case with further entries; its words and actions go on."""
    whole: dict[str, Any] = merged(base, more)
    for key, between in CONTINUED.items():
        if key in base and key in more:
            whole[key] = base[key] + between + more[key]
    return whole


class Case(NamedTuple):
    """A case or a variant of it.

    Attributes:
        title: its title.
        variant: the name or the number of the variant, or "".
        content: its entries, those of its beginning included.
    """

    title: str
    variant: str
    content: dict[str, Any]

    @property
    def rules(self) -> list[str]:
        """The rows of the tables that it shows."""
        rows: list[str] = self.content["rules"].split()
        return rows


def cases_of(file: Path) -> Iterator[Case]:
    """Yield the cases of a file with their variants.

    Raises:
        ValueError: a case has a key that is not allowed.
    """
    tables = tomllib.loads(file.read_text(encoding="utf-8"))
    env, usual, beginnings = tables.pop("env"), tables.pop("from", ""), tables.pop("begin", {})

    def begun(name: str) -> dict[str, Any]:
        if not name:
            return {"env": env}
        own = dict(beginnings[name])
        return continued(begun(own.pop("from", "")), own)

    for title, given in tables.items():
        variants = given.pop("each", [{}])
        for number, variant in enumerate(variants, 1):
            own = continued(given, variant)
            case = continued(begun(own.pop("from", usual)), own)
            if unknown := case.keys() - KEYS:
                raise ValueError(f"{file.name}: {title}: got {', '.join(unknown)}; allowed are {', '.join(KEYS)}")
            yield Case(title, str(case.get("name", number)) if len(variants) > 1 else "", case)


def entries(words: str) -> Iterator[tuple[str, Words]]:
    """Yield the names and values of "mission.hits 4, target missed": the second is "mission.target"."""
    block = ""
    for part in filter(None, map(str.strip, words.split(","))):
        name, *values = part.split()
        before, dot, _ = name.rpartition(".")
        block = before + dot if dot else block
        yield name if dot else block + name, [one for value in values for one in repeated(value)]


def repeated(word: str) -> Iterable[Any]:
    """Return the numbers of a range such as "0..2", or a number or a word as often as "ready*3" says."""
    first, _, last = word.partition("..")
    if last:
        return range(int(first), int(last) + 1)
    one, _, times = word.partition("*")
    return [plain_value(one)] * int(times or 1)


def plain_value(word: str) -> Any:
    """Return a word as a number if it is one, and the faces of a roll such as "3+4" as a list."""
    if "+" in word:
        return [int(face) for face in word.split("+")]
    return int(word) if word.removeprefix("-").isdecimal() else word


def plain_label(label: str) -> str:
    """Return a label without the odds and facts in brackets."""
    return label.partition(" (")[0]


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


class Play:
    """A case that is played.

    Attributes:
        checked: the numbers, words and sentences that have been compared.
    """

    def __init__(self, case: Mapping[str, Any]) -> None:
        self.case = case
        self.env = environment_of(case)
        self.checked = 0
        self._fields = setup_fields(self.env.game.engine.arrays.stored["mats"])
        self._info: dict[str, Any] = {}
        self._read = 0

    def run(self) -> None:
        """Play the case, and check all that it expects."""
        steps: list[Any] = ["", *self.case.get("play", ())]
        last = steps.pop() if "refused" in self.case else None
        for step in steps:
            self._expect(step) if isinstance(step, Mapping) else self._take(step)
        if last is not None:
            with pytest.raises((ValueError, TapeError)) as error:
                self._take(last)
            self._same("refused", self.case["refused"] in str(error.value) or str(error.value), True)
            return
        self._expect({name: self.case[name] for name in EXPECTED if name in self.case})
        assert not leftover_message(self.env.game.engine.tape, self.env.engine.wars.tapes[0])

    def _take(self, action: str) -> None:
        """Take an action by its label; "" is the reset."""
        if action:
            legal = {plain_label(label): index for index, label in self.env.legal_actions()}
            assert action in legal, f"{action}: {self.env.decision} allows {list(legal)}"
            _, reward, *_, self._info = self.env.step(legal[action])
            self._info["rewards"]["sum"] = reward
            assert set(self._info["action_mask"].tolist()) <= {0, 1}
            return
        dice: dict[str, Words] = defaultdict(list)
        for chart, rolls in entries(self.case.get("dice", "")):
            dice[chart] += rolls
        options = {"dice": dice, "strict_dice": True}
        if "setup" in self.case:
            options["setup"] = self._setup(self.case["setup"])
        _, self._info = self.env.reset(seed=0, options=options)

    def _setup(self, words: str) -> dict[str, Any]:
        """Return a set-up as a reset has it."""
        blocks: dict[str, dict[str, Any]] = defaultdict(dict)
        for path, values in entries(words):
            block, name = path.split(".")
            inner = self._fields[block]
            is_list = inner.field.shape or inner.inner[name].field.shape
            blocks[block][name] = values if is_list else values[0]
        return {
            name: records(columns) if self._fields[name].field.shape else columns for name, columns in blocks.items()
        }

    # --- checking ---

    def _expect(self, expected: Mapping[str, Any]) -> None:
        for name, value in expected.items():
            if name == "mat":
                self._compare(self._fields, self.env.mat, value)
            elif name == "decision":
                self._same(name, self.env.decision, value)
            elif name == "legal":
                self._same(name, [plain_label(label) for _, label in self.env.legal_actions()], value)
            elif name == "journal":
                for sentence in value:
                    later = [entry.text for entry in self.env.journal[self._read :]]
                    self._same(name, sentence if sentence in later else later, sentence)
                    self._read += later.index(sentence) + 1
            elif name == "lines":
                lines = self.env.game.engine.log_lines(self.env.engine.wars, 0)
                for line, row in zip(value, lines[len(lines) - len(value) :], strict=True):
                    self._compare(setup_fields(self.env.game.envs.line), row, line)
            else:
                assert name in ("rewards", "result"), name
                for key, [own] in entries(value):
                    self._same(
                        f"{name}.{key}", self._info[name][key], pytest.approx(float(own)) if name == "rewards" else own
                    )

    def _compare(self, fields: Mapping[str, SetupField], record: Any, words: str) -> None:
        """Compare fields of a record: of an array the first values."""
        for path, values in dict(entries(words)).items():
            value, inner = record, fields
            for name in path.split("."):
                if name.isdecimal():
                    value = value[int(name)]
                else:
                    field, value = inner[name], value[name]
                    inner = field.inner
            numbers = [field.words.get(word, word) for word in values]
            self._same(path, value[: len(numbers)].tolist() if np.ndim(value) else [value.item()], numbers)

    def _same(self, path: str, value: Any, expected: Any) -> None:
        self.checked += len(expected) if isinstance(expected, list) else 1
        assert value == expected, f"{path}: got {value}, expected is {expected}"


def records(columns: Mapping[str, Words]) -> list[dict[str, Any]]:
    """Return records by their columns, whose ends can be left out."""
    rows = itertools.zip_longest(*columns.values())
    return [{name: value for name, value in zip(columns, row, strict=True) if value is not None} for row in rows]


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
        """Return the line that says what differs."""
        return f"{self.name}: {excinfo.exconly()}"

    def reportinfo(self) -> tuple[Path, None, str]:
        """Return file and title."""
        return self.path, None, self.name


class CaseFile(pytest.File):
    """A file of cases."""

    def collect(self) -> Iterator[CaseItem]:
        """Yield its cases."""
        for case in cases_of(self.path):
            yield CaseItem.from_parent(self, name=": ".join(filter(None, case[:2])), case=case.content)
