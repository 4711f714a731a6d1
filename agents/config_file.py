"""Reading a configuration: the YAML file, the values from the command line, and messages about errors in them."""

import difflib
import re
from collections.abc import Collection
from pathlib import Path
from typing import Any, TypeVar, get_args

import yaml
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from stuka_env.game import game_of
from stuka_env.io.quoting import LONGEST_QUOTE, printable, quoted
from stuka_env.io.reading import DEEPEST, FileError, check_contents, read_text, too_deep

Model = TypeVar("Model", bound=BaseModel)
LARGEST_CONFIG = 256 * 1024
"""Maximum number of bytes of a configuration."""
MOST_VALUES = 10_000
"""Maximum number of keys and values in a configuration."""
LONGEST_MESSAGE = 400
"""Maximum number of characters of another library's message."""
NO_PART = ("dict_type", "model_attributes_type", "model_type")
"""Pydantic's words for a single value in the place of a part with keys of its own."""
UNKNOWN = "extra_forbidden"
"""Pydantic's word for an unknown key; reported first, because a misspelled key is often why another is missing."""
UNKNOWN_KIND = "union_tag_invalid"
"""Pydantic's word for an unknown kind of a part."""


class ConfigError(ValueError):
    """A configuration that cannot be used; the message is one line."""


class Loader(yaml.SafeLoader):
    """YAML loader that reads 3e-4 as a number and refuses repeated keys."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """Return a mapping.

        Raises:
            ConstructorError: A key is repeated.
        """
        keys = set()
        for key in (key.value for key, _ in node.value if isinstance(key, yaml.ScalarNode)):
            if key in keys:
                raise yaml.constructor.ConstructorError(None, None, f"{key}: twice", node.start_mark)
            keys.add(key)
        return super().construct_mapping(node, deep)


Loader.add_implicit_resolver(
    "tag:yaml.org,2002:float", re.compile(r"^[-+]?\d[\d_]*(\.[\d_]*)?[eE][-+]?\d+$"), list("-+0123456789")
)


def check_size(text: str) -> None:
    """Refuse YAML with too many values before objects are made of it; a value that an alias repeats counts each time.

    Raises:
        FileError: The text has too many values, is nested too deeply, contains itself, or names a type.
        yaml.YAMLError: The text is not YAML.
    """
    count, sizes = 0, dict[str | None, int]()
    open_nodes: list[tuple[str | None, int]] = []
    for event in yaml.parse(text, Loader):
        if isinstance(event, yaml.AliasEvent):
            if event.anchor in (anchor for anchor, _ in open_nodes):
                raise FileError(f"a value contains itself: {quoted(event.anchor)}")
            count += sizes.get(event.anchor, 0)
        elif isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent):
            if event.tag is not None:
                raise FileError(f"a value names a type, {quoted(event.tag)}; none needs one")
            open_nodes.append((event.anchor, count))
            count += 1
        if isinstance(event, yaml.ScalarEvent | yaml.CollectionEndEvent):
            anchor, before = open_nodes.pop()
            sizes[anchor] = count - before
        if len(open_nodes) > DEEPEST:
            raise too_deep()
        if count > MOST_VALUES:
            raise FileError(f"more than {MOST_VALUES:,} values, which is the most that is allowed")


def parse(text: str, where: str) -> Any:
    """Return YAML as plain values.

    Raises:
        ConfigError: The text is not YAML or has too many values; the message is one line.
    """
    try:
        check_size(text)
        values = yaml.load(text, Loader)
        check_contents(values)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f", line {mark.line + 1}" if mark is not None else ""
        what = getattr(error, "problem", None) or "cannot be read"
        raise ConfigError(f"{where}{line}: {printable(what, LONGEST_MESSAGE)}") from None
    except FileError as error:
        raise ConfigError(f"{where}: {error}") from None
    except (ValueError, ArithmeticError, LookupError) as error:  # a number or a day that the YAML library cannot make
        raise ConfigError(f"{where}: {printable(error, LONGEST_MESSAGE)}") from None
    return values


def read_file(path: Path) -> dict[str, Any]:
    """Return the values in a configuration file.

    Raises:
        ConfigError: The file cannot be read or holds no keys.
    """
    try:
        text = read_text(path, LARGEST_CONFIG)
    except FileError as error:
        raise ConfigError(f"config: {path}: {error}") from None
    values = parse(text, str(path))
    if values is None:
        return {}
    if not isinstance(values, dict):
        raise ConfigError(f"config: {path} holds no keys")
    return values


def set_key(values: dict[str, Any], key: str, value: Any) -> None:
    """Write ``value`` at the dotted ``key`` and make the parts that are missing.

    A new ``kind``, or the ``id`` of another game, empties its part first: the other keys belong to the former one.
    """
    *parts, last = key.split(".")
    for part in parts:
        inner = values.get(part)
        values[part] = dict(inner) if isinstance(inner, dict) else {}
        values = values[part]
    former: Any = values.get(last)
    are_ids = last == "id" and isinstance(former, str) and isinstance(value, str)
    is_another_game = are_ids and game_of(former) is not game_of(value)
    if is_another_game or (last == "kind" and former != value):
        values.clear()
    values[last] = value


def override(values: dict[str, Any], words: list[str]) -> dict[str, Any]:
    """Return the values with the words ``key.sub=value`` written over them; each value is YAML.

    Raises:
        ConfigError: A word has another form, or its value is not YAML.
    """
    changed = dict(values)
    for word in words:
        key, equals, text = word.partition("=")
        if not key or not equals:
            raise ConfigError(f"set: got {quoted(word)}, allowed is key.sub=value")
        set_key(changed, key, parse(text, f"set {printable(key, LONGEST_QUOTE)}"))
    return changed


def parts_at(kind: Any, place: tuple[int | str, ...]) -> list[type[BaseModel]]:
    """Return the models of the configuration part at ``place``: several for a union, none if there is no part."""
    for step in place:
        if isinstance(kind, type) and issubclass(kind, BaseModel) and step in kind.model_fields:
            kind = kind.model_fields[str(step)].annotation
            continue
        parts = [part for part in _parts(kind) if step in _tags(part)]
        kind = parts[0] if parts else next(iter(_parts(kind)), None)
    return _parts(kind)


def _parts(kind: Any) -> list[type[BaseModel]]:
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return [kind]
    return [part for inner in get_args(kind) for part in _parts(inner)]


def _tags(part: type[BaseModel]) -> tuple[Any, ...]:
    """Return the values of ``kind`` that choose this member of a union."""
    return get_args(part.model_fields["kind"].annotation) if "kind" in part.model_fields else ()


def known_keys(kind: type[BaseModel], place: tuple[int | str, ...]) -> list[str]:
    """Return the keys of the part at ``place`` of a configuration."""
    parts = parts_at(kind, place)
    return list(parts[0].model_fields) if parts else []


def key_at(kind: type[BaseModel], place: tuple[int | str, ...]) -> str:
    """Return the dotted key of a place, which does not name the kind of a part."""
    steps = [
        str(step)
        for number, step in enumerate(place)
        if not any(step in _tags(part) for part in parts_at(kind, place[:number]))
    ]
    return printable(".".join(steps), LONGEST_MESSAGE)


def message(kind: type[BaseModel], error: ErrorDetails) -> str:
    """Return a message of one line for an error in a configuration of this kind."""
    place = error["loc"]
    key = key_at(kind, place)
    if error["type"] == UNKNOWN:
        allowed = known_keys(kind, place[:-1])
        meant = difflib.get_close_matches(str(place[-1]), allowed, 1)
        hint = f"did you mean {meant[0]}? " if meant else ""
        return f"{key}: unknown key; {hint}allowed is {', '.join(allowed)}"
    if error["type"] == "missing":
        return f"{key}: is missing"
    if error["type"] == UNKNOWN_KIND:
        kinds = [tag for part in parts_at(kind, place) for tag in _tags(part)]
        return f"{key}.kind: got {quoted(error['ctx']['tag'])}, allowed is {', '.join(kinds)}"
    what = printable(error["msg"].removeprefix("Value error, "), LONGEST_MESSAGE)
    if error["type"] == "value_error":
        return f"{key}: {what}" if key else what
    if error["type"] in NO_PART:
        what = f"allowed are its keys: {', '.join(f'{key}.{name}=' for name in known_keys(kind, place))}"
    got = f"got {quoted(error['input'])}, {what[0].lower() + what[1:]}"
    return f"{key}: {got}" if key else got


def checked(kind: type[Model], values: dict[str, Any], where: str) -> Model:
    """Return plain values as a configuration of this kind.

    Raises:
        ConfigError: A key is unknown or a value is not allowed; the message is one line and begins with ``where``.
    """
    try:
        return kind.model_validate(values)
    except ValidationError as error:
        first = min(error.errors(), key=lambda each: each["type"] != UNKNOWN)
        raise ConfigError(f"{where}: {message(kind, first)}") from None


def config_text(config: BaseModel, only_set: bool = False, without: Collection[str] = ()) -> str:
    """Return the configuration as YAML.

    Args:
        config: The configuration.
        only_set: Omit the values that are defaults.
        without: Keys to omit.
    """
    values = config.model_dump(mode="json", exclude_unset=only_set, exclude=set(without))
    text: str = yaml.safe_dump(values, sort_keys=False)
    return text
