"""Reading a configuration: the YAML file, the values given on the command line, and what is wrong with either."""

import difflib
import re
from collections.abc import Collection
from pathlib import Path
from typing import Any, TypeVar, get_args

import yaml
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from agents.training.config import Config

Model = TypeVar("Model", bound=BaseModel)
UNKNOWN = "extra_forbidden"
"""Pydantic's word for an unknown key: told first, since a wrong name is why another key is missing."""


class ConfigError(ValueError):
    """A configuration that cannot be used; one line says why."""


class Loader(yaml.SafeLoader):
    """YAML in which 3e-4 is a number, as everybody expects, and a key may not come twice."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """A mapping, if each of its keys is there once."""
        keys = [key.value for key, _ in node.value]
        for key in keys:
            if keys.count(key) > 1:
                raise yaml.constructor.ConstructorError(None, None, f"{key}: twice", node.start_mark)
        return super().construct_mapping(node, deep)


Loader.add_implicit_resolver(
    "tag:yaml.org,2002:float", re.compile(r"^[-+]?\d[\d_]*(\.[\d_]*)?[eE][-+]?\d+$"), list("-+0123456789")
)


def parse(text: str, where: str) -> Any:
    """YAML as plain values.

    Raises:
        ConfigError: it is no YAML.
    """
    try:
        return yaml.load(text, Loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f", line {mark.line + 1}" if mark is not None else ""
        what = getattr(error, "problem", None) or "cannot be read"
        raise ConfigError(f"{where}{line}: {what}") from None


def read_file(path: Path) -> dict[str, Any]:
    """The values in a configuration file.

    Raises:
        ConfigError: it cannot be read, or holds no keys.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"config: cannot read {path} ({error.strerror})") from None
    except UnicodeDecodeError:
        raise ConfigError(f"config: {path} is no text") from None
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
            raise ConfigError(f"set: got {word!r}, allowed is key.sub=value")
        set_key(changed, key, parse(text, f"set {key}"))
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
    key = ".".join(str(step) for step in place if step not in ("structured", "mlp"))
    if error["type"] == UNKNOWN:
        allowed = known_keys(kind, place[:-1])
        meant = difflib.get_close_matches(str(place[-1]), allowed, 1)
        hint = f"did you mean {meant[0]}? " if meant else ""
        return f"{key}: unknown key; {hint}allowed is {', '.join(allowed)}"
    if error["type"] == "missing":
        return f"{key}: is missing"
    what = error["msg"].removeprefix("Value error, ")
    if error["type"] == "value_error":
        return f"{key}: {what}" if key else what
    return f"{key}: got {error['input']!r}, {what[0].lower() + what[1:]}"


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


def make_config(values: dict[str, Any], where: str) -> Config:
    """The configuration of a training of plain values.

    Raises:
        ConfigError: a key is unknown, or a value not allowed.
    """
    return checked(Config, values, where)


def read_config(path: Path, words: list[str]) -> Config:
    """The configuration of a file, with ``key=value`` words written over it.

    Raises:
        ConfigError: one line says what is wrong.
    """
    return make_config(override(read_file(path), words), str(path))


def config_text(config: BaseModel, only_set: bool = False, without: Collection[str] = ()) -> str:
    """The configuration as YAML: every default written out, or only what was set; some keys left out."""
    values = config.model_dump(mode="json", exclude_unset=only_set, exclude=set(without))
    text: str = yaml.safe_dump(values, sort_keys=False)
    return text
