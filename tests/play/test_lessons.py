"""The files of tutorials: every name in them is one of the game."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from stuka_env.game import game_named, game_names
from stuka_env.io.game_packages import PACKAGES
from stuka_env.play.lessons import LESSONS_FILE, NAME_IN_TEXT, FileLessons
from stuka_env.play.parts import play_parts

NAMES = [name for name in game_names() if (PACKAGES[name].folder / LESSONS_FILE).is_file()]
each_file = pytest.mark.parametrize("name", NAMES)


def texts_of(data: Mapping[str, Any]) -> list[Any]:
    """Return all texts of a file with names."""
    texts = [one[place] for one in data["lessons"] for place in ("before", "followed")]
    return texts + list(data.get("words", {}).values())


def parts_of(text: Any) -> list[dict[str, Any]]:
    """Return the parts of a text."""
    return [{"words": text}] if isinstance(text, str) else text


def conditions(data: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the names and the values of all conditions, each value alone."""
    for holder in (*data["lessons"], *(part for text in texts_of(data) for part in parts_of(text))):
        for name, wanted in holder.get("when", {}).items():
            yield from ((name, one) for one in (wanted if isinstance(wanted, list) else [wanted]))


def tutorial_of(name: str) -> FileLessons:
    """Return the tutorial of a game."""
    lessons = play_parts(name).lessons
    assert lessons is not None
    return lessons


@each_file
def test_conditions_name_fields_verbs_and_facts(name: str) -> None:
    file, declared = tutorial_of(name), game_named(name).declared
    fields = {f"{block.name}.{one.name}": one for block in declared.mat.FIELDS for one in block.fields}
    for path, wanted in conditions(file.data):
        if path.startswith("legal."):
            assert path.removeprefix("legal.") in declared.codes.Act.__members__ and type(wanted) is bool
        elif "." in path:
            field = fields[path]
            assert wanted in field.codes.__members__ if isinstance(wanted, str) else field.low <= wanted <= field.high
        else:
            assert callable(getattr(file.facts, path))


@each_file
def test_lessons_name_decisions_verbs_facts_and_words(name: str) -> None:
    file, codes = tutorial_of(name), game_named(name).declared.codes
    fields = {f"{block.name}.{one.name}" for block in game_named(name).declared.mat.FIELDS for one in block.fields}
    for lesson in file.data["lessons"]:
        assert set(lesson["decision"].split()) <= set(codes.Decision.__members__)
        assert set(lesson.get("verbs", ())) <= set(codes.Act.__members__)
        assert "chooser" not in lesson or callable(getattr(file.facts, lesson["chooser"]))
        assert all(re.compile(pattern) for pattern in lesson.get("advice", ()))
    words = "".join(part["words"] for text in texts_of(file.data) for part in parts_of(text))
    for found in NAME_IN_TEXT.findall(words):
        assert found in {"n", *file.data.get("words", {}), *fields} or callable(getattr(file.facts, found))


@each_file
def test_tables_name_charts_kinds_and_verbs(name: str) -> None:
    file, codes = tutorial_of(name), game_named(name).declared.codes
    assert set(file.data["tape"]) <= set(codes.Chart.__members__)
    assert set(file.data.get("results", ())) <= set(codes.Entry.__members__)
    assert set(file.data.get("otherwise", ())) <= {*codes.Act.__members__, "ANY"}
