"""Cases: tests of rules as data, played at the public environment with planned dice.

A file in the folder ``cases`` of a game's tests has a table for each case, with its title, and beginnings that cases
share. A game outside the repository has the rows of its rules in the table ``rules``, and
``python -m tests.support.cases FOLDER`` plays its cases::

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
  and fields of several records, have several words: "ready*3 0..2" is six. "pilot.awards.ace 1" is one place.
- ``dice`` has the planned rolls of each chart. All rolls must be planned, and all planned rolls must be made. "3+4" are
  two faces, and "=7" is the number that the dice of the chart show together.
- ``play`` has actions, by their labels up to " (", and tables of what holds between them.
- ``arguments`` are those of the environment, and ``charts`` other cells of chart files.
- ``each`` has variants. Their words and actions follow those of the case. A later word for a field replaces the first.
- ``cell`` names a number of our charts, such as "career: award.ace_kills". The case is played with one less, with this
  number and with one more in the place of ``{n}``. It is played so again with charts in which the cell is one larger,
  or as much larger as ``move`` says. ``below`` and ``reached`` have what differs, or ``up_to`` and ``above``.
  ``range`` bounds the numbers, for example to the faces of a die. ``{n-2}`` is two less, and ``{8-n}`` is the rest up
  to 8.
- ``cells`` names a table of our charts. The case is played for each cell, with its place and its value for ``{key}``
  and ``{value}``, and for both ends of a place such as "6-11". The table ``keys`` has the differences by place, and
  ``values`` those by value. Each must have all of them, but a value of ``keys`` can be false to leave out a place.
- A string in place of a table with what differs is its ``mat``, or in ``keys`` its ``setup``.

What a case itself expects holds at its end: ``mat`` (of an array its first values), ``decision``, ``legal`` (labels),
``journal`` (sentences in their order, after those of earlier tables), ``rewards`` (parts, and their sum), ``result``,
``lines`` (the last ones of the log sheet), and ``refused``, a part of the message with which the reset or the last
action is refused.
"""

import functools
import itertools
import json
import re
import sys
import tempfile
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import pytest

from stuka_env.declared.journal import Reading
from stuka_env.declared.tape import leftover_message
from stuka_env.engine.engine import TapeError
from stuka_env.game import game_of
from stuka_env.position.blocks import SetupField, setup_fields
from tests.support.charts import book_of

FOLDER = "cases"
EXPECTED = ("mat", "decision", "legal", "journal", "rewards", "result", "lines", "refused")
SIDES = ("below", "reached", "up_to", "above")
"""Keys with what differs below and from a cell on, or up to it and above."""
GENERATED = ("cell", "move", "range", "cells", "keys", "values", *SIDES)
KEYS = {"name", "rules", "env", "arguments", "charts", "setup", "dice", "play", *EXPECTED, *GENERATED}
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


# --- cases that are generated from our charts ---


def played_as(case: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield what is played for a case: the case, or those that cells of our charts make of it."""
    if "cell" in case:
        yield from around_cell(case)
    elif "cells" in case:
        chart, _, path = case["cells"].partition(": ")
        for name, value in cells_of(cell_at(case, chart, path)):
            if "keys" in case and not case["keys"][str(name)]:
                continue
            parts = [("setup", "keys", name), ("mat", "values", value)]
            own = [difference(word, case[table][str(entry)]) for word, table, entry in parts if table in case]
            for key in ends_of(str(name)):
                yield filled(functools.reduce(continued, own, case), key=key, value=value)
    else:
        yield dict(case)


def around_cell(case: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a case below a cell, at it and above it, under our charts and with a larger cell."""
    chart, _, path = case["cell"].partition(": ")
    ours = cell_at(case, chart, path)
    low, high = case.get("range", (0, ours + 1 + case.get("move", 1)))
    for limit in (ours, ours + case.get("move", 1)):
        change: Any = limit
        for name in reversed([chart, *path.split(".")]):
            change = {name: change}
        for number in range(max(low, limit - 1), min(high, limit + 1) + 1):
            if "reached" in case or "below" in case:
                side = "reached" if number >= limit else "below"
            else:
                side = "up_to" if number <= limit else "above"
            own = difference("mat", case.get(side, {}))
            yield filled(continued(continued(case, own), {} if limit == ours else {"charts": change}), n=number)


def difference(key: str, own: Any) -> Any:
    """Return what differs as a table: a string is the value of a key."""
    return {key: own} if isinstance(own, str) else own


def cell_at(case: Mapping[str, Any], chart: str, path: str) -> Any:
    """Return a cell or a table of our chart files."""
    game = game_of(case["env"])
    assert game is not None
    return functools.reduce(lambda table, name: table[name], path.split("."), book_of(game.name).our_contents(chart))


def cells_of(table: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the places and values of a table; the places of a list are counted from 1."""
    return iter(table.items()) if isinstance(table, Mapping) else iter(enumerate(table, 1))


def ends_of(place: str) -> list[Any]:
    """Return both ends of a place such as "6-11" and "24+"; of any other place it alone."""
    if found := re.fullmatch(r"(\d+)(?:-(\d+)|\+)", place):
        return [int(found[1]), int(found[2] or int(found[1]) + 1)]
    return [place]


def filled(case: Mapping[str, Any], **values: Any) -> dict[str, Any]:
    """Return a case with values in the places such as "{n}", "{n-2}" and "{8-n}"."""

    def value(found: re.Match[str]) -> str:
        first, name, second = found.groups()
        own = values[name]
        return str(int(first[:-1]) - int(own) if first else int(own) + int(second) if second else own)

    pattern = rf"\{{(\d+-)?({'|'.join(values)})([+-]\d+)?\}}"
    content: dict[str, Any] = json.loads(re.sub(pattern, value, json.dumps(case)))
    return content


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
    tables.pop("rules", None)

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
            dice[chart] += [self._faces(chart, roll) for roll in rolls]
        options = {"dice": dice, "strict_dice": True}
        if "setup" in self.case:
            options["setup"] = self._setup(self.case["setup"])
        _, self._info = self.env.reset(seed=0, options=options)
        assert set(self._info["action_mask"].tolist()) <= {0, 1}

    def _faces(self, chart: str, roll: Any) -> Any:
        """Return the faces of a total such as "=7", and any other roll as it is."""
        if not str(roll).startswith("="):
            return roll
        form = self.env.game.engine.tape
        code = form.charts[chart]
        faces, rest, sides = [], int(roll[1:]), form.sides[code]
        if code.declared.reading == Reading.TENS:
            return list(divmod(rest, 10))
        for place, most in enumerate(sides, 1):
            faces.append(max(1, rest - sum(sides[place:])))
            rest -= faces[-1]
            assert faces[-1] <= most, f"{chart} cannot show {roll}"
        return faces

    def _setup(self, words: str) -> dict[str, Any]:
        """Return a set-up as a reset has it."""
        blocks: dict[str, dict[str, Any]] = defaultdict(dict)
        for path, values in entries(words):
            block, name, *place = path.split(".")
            outer = self._fields[block]
            field = outer.inner[name]
            if place:
                inner = blocks[block].setdefault(name, {})
                inner[place[0]] = values if field.inner else values[0]
            else:
                blocks[block][name] = values if outer.field.shape or field.field.shape else values[0]
        return {name: self._values(self._fields[name], own) for name, own in blocks.items()}

    @staticmethod
    def _values(field: SetupField, own: Mapping[str, Any]) -> Any:
        """Return records of a block that has several, or a block with the records of its arrays."""
        if field.field.shape:
            return records(own)
        return {name: records(value) if field.inner[name].inner else value for name, value in own.items()}

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
            places: Mapping[str, int] = {}
            for name in path.split("."):
                if name in places or name.isdecimal():
                    value = value[places[name] if name in places else int(name)]
                else:
                    field, value = inner[name], value[name]
                    inner, places = field.inner, field.places
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
        """Play the case, and all that its cells make of it."""
        for number, content in enumerate(played_as(self.case), 1):
            play = Play(content)
            try:
                play.run()
            except (AssertionError, ValueError, TapeError) as error:
                self.add_report_section("call", "journal", "\n".join(entry.text for entry in play.env.journal))
                error.add_note(f"number {number}: {content.get('setup', '')}; {content.get('dice', '')}")
                raise

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> str:
        """Return the case and its difference in one line."""
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


# --- a game outside the repository ---


def faults_of(folder: Path) -> Iterator[str]:
    """Yield a line for each case of a folder that fails, and for each row of the rules without a case."""
    for file in sorted(folder.rglob(f"{FOLDER}/*.toml")):
        rows = tomllib.loads(file.read_text(encoding="utf-8")).get("rules", {})
        cases = list(cases_of(file))
        shown = {name for case in cases for name in case.rules}
        yield from (f"{file.name}: {name}: no case shows this row" for name in rows if name not in shown)
        yield from (f"{file.name}: {name}: unknown" for name in sorted(shown - set(rows)))
        for case in cases:
            try:
                for content in played_as(case.content):
                    Play(content).run()
            except (AssertionError, ValueError, TapeError) as error:
                yield f"{file.name}: {': '.join(filter(None, case[:2]))}: {error}"


if __name__ == "__main__":
    faults = [line for folder in sys.argv[1:] for line in faults_of(Path(folder))]
    print(*faults, sep="\n", end="\n" if faults else "")
    sys.exit(bool(faults))
