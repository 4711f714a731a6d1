"""Reading a configuration: the YAML file, the values given on the command line, and what is wrong with either."""

import difflib
import re
from collections.abc import Collection
from pathlib import Path
from typing import Any, TypeVar, get_args

import yaml
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from stuka_env.quoting import LONGEST_QUOTE, printable, quoted
from stuka_env.reading import DEEPEST, FileError, check_contents, read_text, too_deep

Model = TypeVar("Model", bound=BaseModel)
LARGEST_FILE = 256 * 1024
"""Bytes of a configuration."""
MOST_VALUES = 10_000
"""Keys and values in a configuration."""
LONGEST_REASON = 400
"""Characters of another library's message."""
UNKNOWN = "extra_forbidden"
"""Pydantic's word for an unknown key: told first, since a wrong name is why another key is missing."""


class ConfigError(ValueError):
    """A configuration that cannot be used; one line says why."""


class Loader(yaml.SafeLoader):
    """YAML in which 3e-4 is a number, as everybody expects, and a key may not come twice."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """A mapping, if each of its keys is there once."""
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
    """Refuse YAML that stands for too much before anything is built of it; what an alias repeats counts each time.

    Raises:
        FileError: it has too many values, is nested too deeply, contains itself, or names a type.
        yaml.YAMLError: it is no YAML.
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
    """YAML as plain values.

    Raises:
        ConfigError: it is no YAML, or has too much in it; one line says what is wrong.
    """
    try:
        check_size(text)
        values = yaml.load(text, Loader)
        check_contents(values)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f", line {mark.line + 1}" if mark is not None else ""
        what = getattr(error, "problem", None) or "cannot be read"
        raise ConfigError(f"{where}{line}: {printable(what, LONGEST_REASON)}") from None
    except FileError as error:
        raise ConfigError(f"{where}: {error}") from None
    except (ValueError, ArithmeticError, LookupError) as error:  # a number or a day that the YAML library cannot make
        raise ConfigError(f"{where}: {printable(error, LONGEST_REASON)}") from None
    return values


def read_file(path: Path) -> dict[str, Any]:
    """The values in a configuration file.

    Raises:
        ConfigError: it cannot be read, or holds no keys.
    """
    try:
        text = read_text(path, LARGEST_FILE)
    except FileError as error:
        raise ConfigError(f"config: {path}: {error}") from None
    values = parse(text, str(path))
    if values is None:
        return {}
    if not isinstance(values, dict):
        raise ConfigError(f"config: {path} holds no keys")
    return values


def set_key(values: dict[str, Any], key: str, value: Any) -> None:
    """Write ``value`` at the dotted ``key``, making the parts on the way.

    A part of another kind begins anew: its keys were the other kind's.
    """
    *parts, last = key.split(".")
    for part in parts:
        inner = values.get(part)
        values[part] = dict(inner) if isinstance(inner, dict) else {}
        values = values[part]
    if last == "kind" and values.get(last) != value:
        values.clear()
    values[last] = value


def override(values: dict[str, Any], words: list[str]) -> dict[str, Any]:
    """The values with ``key.sub=value`` written over them; the values are YAML.

    Raises:
        ConfigError: a word is no such thing.
    """
    changed = dict(values)
    for word in words:
        key, equals, text = word.partition("=")
        if not key or not equals:
            raise ConfigError(f"set: got {quoted(word)}, allowed is key.sub=value")
        set_key(changed, key, parse(text, f"set {printable(key, LONGEST_QUOTE)}"))
    return changed


def model_at(kind: Any, place: tuple[int | str, ...]) -> type[BaseModel] | None:
    """The part of the configuration at ``place``, if it is one."""
    for step in place:
        if isinstance(kind, type) and issubclass(kind, BaseModel) and step in kind.model_fields:
            kind = kind.model_fields[str(step)].annotation
            continue
        parts = [part for part in _parts(kind) if step in _tags(part)]
        kind = parts[0] if parts else next(iter(_parts(kind)), None)
    found = [kind] if isinstance(kind, type) and issubclass(kind, BaseModel) else _parts(kind)
    return found[0] if found else None


def _parts(kind: Any) -> list[type[BaseModel]]:
    """The models in a union, list or annotation."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return [kind]
    return [part for inner in get_args(kind) for part in _parts(inner)]


def _tags(part: type[BaseModel]) -> tuple[Any, ...]:
    """The words that choose this member of a union."""
    return get_args(part.model_fields["kind"].annotation) if "kind" in part.model_fields else ()


def known_keys(kind: type[BaseModel], place: tuple[int | str, ...]) -> list[str]:
    """The keys of the part at ``place`` of such a configuration."""
    model = model_at(kind, place)
    return list(model.model_fields) if model is not None else []


def message(kind: type[BaseModel], error: ErrorDetails) -> str:
    """One line for the first thing that is wrong with such a configuration."""
    place = error["loc"]
    key = printable(".".join(str(step) for step in place if step not in ("structured", "mlp")), LONGEST_REASON)
    if error["type"] == UNKNOWN:
        allowed = known_keys(kind, place[:-1])
        meant = difflib.get_close_matches(str(place[-1]), allowed, 1)
        hint = f"did you mean {meant[0]}? " if meant else ""
        return f"{key}: unknown key; {hint}allowed is {', '.join(allowed)}"
    if error["type"] == "missing":
        return f"{key}: is missing"
    what = printable(error["msg"].removeprefix("Value error, "), LONGEST_REASON)
    if error["type"] == "value_error":
        return f"{key}: {what}" if key else what
    got = f"got {quoted(error['input'])}, {what[0].lower() + what[1:]}"
    return f"{key}: {got}" if key else got


def checked(kind: type[Model], values: dict[str, Any], where: str) -> Model:
    """Such a configuration of plain values.

    Raises:
        ConfigError: a key is unknown, or a value not allowed.
    """
    try:
        return kind.model_validate(values)
    except ValidationError as error:
        first = min(error.errors(), key=lambda each: each["type"] != UNKNOWN)
        raise ConfigError(f"{where}: {message(kind, first)}") from None


def config_text(config: BaseModel, only_set: bool = False, without: Collection[str] = ()) -> str:
    """The configuration as YAML: every default written out, or only what was set; some keys left out."""
    values = config.model_dump(mode="json", exclude_unset=only_set, exclude=set(without))
    text: str = yaml.safe_dump(values, sort_keys=False)
    return text
