"""Settings of language models from environment variables, because a name of a policy has none."""

import math
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from stuka_env.io.arguments import SEED_LIMIT, argument_error
from stuka_env.io.reading import FileError, parse_json
from stuka_env.text.chat_request import LIMIT_FIELDS, MOST_REPLY_TOKENS, RequestSettings
from stuka_env.text.open_question import MOST_FORCED

MILLION = 1_000_000
FIELD_VARIABLES = {
    **dict.fromkeys(LIMIT_FIELDS, "STUKA_LLM_MAX_TOKENS"),
    "temperature": "STUKA_LLM_TEMPERATURE",
    "reasoning_effort": "STUKA_LLM_EFFORT",
    "seed": "STUKA_LLM_SEED",
}
"""Environment variables of the fields of a request; all others are in ``STUKA_LLM_BODY``."""
FORCED_VARIABLE = "STUKA_LLM_FORCED"
LARGEST_COUNT = 10**12
"""Limit of calls, tokens and threads."""


class Prices(NamedTuple):
    """Prices of a million tokens."""

    read: float
    """Of those that are read."""
    written: float
    """Of those that are written."""
    cached: float
    """Of those that are read and that the endpoint had kept."""

    def cost(self, figures: Mapping[str, int]) -> float:
        """Return the cost of all tokens of some figures; calls that timed out count with their estimates."""
        cached = figures["cached_tokens"]
        read = figures["prompt_tokens"] - cached + figures["lost_prompt_tokens"]
        written = figures["reply_tokens"] + figures["lost_reply_tokens"]
        return (read * self.read + cached * self.cached + written * self.written) / MILLION


class ModelSettings(NamedTuple):
    """Settings of all language models of a run."""

    folder: Path
    """Folder of replays and conversations (``STUKA_LLM_FOLDER``)."""
    calls: int | None
    """Most calls of a run (``STUKA_LLM_CALLS``)."""
    tokens: int | None
    """Most tokens of a run (``STUKA_LLM_TOKENS``)."""
    side_by_side: int
    """Wars that are played at the same time (``STUKA_LLM_PARALLEL``)."""
    seconds: float
    """Seconds of silence in a call (``STUKA_LLM_SECONDS``)."""
    prices: Prices | None
    """Prices (``STUKA_LLM_PRICES``, such as ``0.5,1.5`` or ``0.5,1.5,0.05``)."""
    request: RequestSettings
    """Settings of the requests."""
    most_forced: int | None
    """Questions in a row that the neutral policy may answer in a war (``STUKA_LLM_FORCED``); None for any number."""


def read_settings() -> ModelSettings:
    """Return the settings from the environment variables.

    Raises:
        ValueError: one has a value that is not allowed.
    """
    return ModelSettings(
        Path(os.environ.get("STUKA_LLM_FOLDER") or "llm-wars"),
        _whole("STUKA_LLM_CALLS"),
        _whole("STUKA_LLM_TOKENS"),
        _whole("STUKA_LLM_PARALLEL") or 8,
        _number("STUKA_LLM_SECONDS", 120.0),
        _prices("STUKA_LLM_PRICES"),
        _request(),
        _most_forced(),
    )


def _most_forced() -> int | None:
    if _text(FORCED_VARIABLE) == "none":
        return None
    return _whole(FORCED_VARIABLE, allowed="none, or a whole number, 1 or more") or MOST_FORCED


def _text(name: str) -> str:
    return os.environ.get(name, "").strip()


def _whole(name: str, least: int = 1, limit: int = LARGEST_COUNT, allowed: str = "") -> int | None:
    """Return the whole number in an environment variable; None if it is not set."""
    text = _text(name)
    if not text:
        return None
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= len(str(limit)) else -1
    if not least <= number < limit:
        raise argument_error(name, text, allowed or f"a whole number, {least} or more")
    return number


def _float(name: str) -> float | None:
    """Return the finite number in an environment variable; None if it is not set."""
    text = _text(name)
    try:
        number = float(text) if text else None
    except ValueError:
        number = math.nan
    if number is not None and not math.isfinite(number):
        raise argument_error(name, text, "a number")
    return number


def _number(name: str, usual: float) -> float:
    number = _float(name)
    if number is not None and number <= 0:
        raise argument_error(name, _text(name), "a number above 0")
    return usual if number is None else number


def _prices(name: str) -> Prices | None:
    text = _text(name)
    if not text:
        return None
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) not in (2, 3) or not all(0 <= number < math.inf for number in numbers):
        raise argument_error(name, text, "two or three numbers such as 0.5,1.5 or 0.5,1.5,0.05")
    return Prices(numbers[0], numbers[1], numbers[2] if len(numbers) > 2 else numbers[0])


def _request() -> RequestSettings:
    limit_field, most = _limit("STUKA_LLM_MAX_TOKENS")
    temperature = _float("STUKA_LLM_TEMPERATURE")
    if temperature is not None and temperature < 0:
        raise argument_error("STUKA_LLM_TEMPERATURE", temperature, "a number, 0 or more")
    body, headers, query = (_object(f"STUKA_LLM_{name}") for name in ("BODY", "HEADERS", "QUERY"))
    try:
        return RequestSettings(
            max_tokens=most,
            limit_field=limit_field,
            temperature=temperature,
            reasoning_effort=_text("STUKA_LLM_EFFORT"),
            seed=_whole("STUKA_LLM_SEED", least=0, limit=SEED_LIMIT),
            body=body,
            headers=headers,
            query=query,
        )
    except ValueError as error:
        name, _, words = str(error).partition(":")
        raise ValueError(f"STUKA_LLM_{name.upper()}:{words}") from None


def _limit(name: str) -> tuple[str, int | None]:
    """Return the field with the most tokens of a reply, and their number; None to send none."""
    text = _text(name)
    field, _, digits = text.rpartition("=")
    if text == "none":
        return LIMIT_FIELDS[0], None
    if not text:
        return LIMIT_FIELDS[0], MOST_REPLY_TOKENS
    if field not in ("", *LIMIT_FIELDS) or not digits.isdigit() or not 0 < len(digits) < 10 or int(digits) < 1:
        raise argument_error(name, text, f"none, or a number such as 16384, or {LIMIT_FIELDS[1]}=16384")
    return field or LIMIT_FIELDS[0], int(digits)


def _object(name: str) -> dict[str, Any]:
    """Return the JSON object in an environment variable. Its text is not quoted in an error: it can hold a key."""
    text = _text(name)
    try:
        values = parse_json(text) if text else {}
    except FileError as error:
        raise ValueError(f"{name}: no JSON object: {error}") from None
    if not isinstance(values, dict):
        raise ValueError(f'{name}: no JSON object, such as {{"name": "value"}}')
    return values
