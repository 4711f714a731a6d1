"""The address of an endpoint, and its key.

The address is written into results and reports, so one that holds a key is refused. The key and secret fields of the
query come from environment variables.
"""

import os
import re
from collections.abc import Mapping
from urllib.parse import parse_qsl, urlencode, urlsplit

from stuka_env.io.quoting import quoted
from stuka_env.text.chat_request import is_header_value

KEY_VARIABLE = "STUKA_LLM_KEY"
"""Environment variable with the key."""
QUERY_VARIABLE = "STUKA_LLM_QUERY"
"""Environment variable with further fields of the query."""
COMPLETIONS = "/chat/completions"
"""Path of the call under the address of an endpoint."""
KEY_BEGINNINGS = ("sk-", "sk_", "key-", "gsk_", "hf_", "xai-", "AIza")
"""Beginnings of the keys of usual endpoints."""
SECRET_FIELD = re.compile(r"key|token|secret|passw|auth|credential|signature|^(sig|code|pwd)$", re.IGNORECASE)
"""Names of fields of a query that hold a key."""


class EndpointError(ValueError):
    """The endpoint cannot be used; the message is one line.

    Attributes:
        field: the field of the request that the endpoint refuses; empty if it names none.
    """

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


def read_key() -> str:
    """Return the key; empty if there is none.

    Raises:
        EndpointError: it cannot be sent.
    """
    key = os.environ.get(KEY_VARIABLE, "")
    if key and not is_header_value(key):
        raise EndpointError(f"{KEY_VARIABLE}: the key has line breaks, spaces around it, or characters beyond ASCII")
    return key


def call_address(url: str, query: Mapping[str, str]) -> str:
    """Return the address of the calls: with ``/chat/completions`` at the end of its path, and with a query.

    Args:
        url: the address of an endpoint, with or without that end.
        query: further fields of the query.
    """
    parts = urlsplit(url)
    path = parts.path.rstrip("/").removesuffix(COMPLETIONS) + COMPLETIONS
    own = [field for field in parse_qsl(parts.query, keep_blank_values=True) if field[0] not in query]
    fields = [*own, *query.items()]
    return parts._replace(path=path, query=urlencode(fields)).geturl()


def check_address(url: str) -> None:
    """Refuse an address that cannot be called, or that holds a key.

    Raises:
        EndpointError: the message is one line, without the key.
    """
    if not url.startswith(("http://", "https://")):
        raise EndpointError(f"address of the model: got {quoted(url)}, allowed is http://... or https://...")
    fault = ""
    try:
        parts = urlsplit(url)
        if parts.username is not None or parts.fragment or _has_key(url):
            fault = "a user, a fragment or a key"  # not quoted
        elif not parts.hostname or parts.port == 0 or not url.isprintable() or " " in url:
            fault = quoted(url)
        elif not (parts.path + parts.query).isascii():
            fault = quoted(url)
        else:
            parts.hostname.encode("idna")
    except ValueError:  # the port, a bracket, or the name of the host
        fault = quoted(url) if "@" not in url and "?" not in url else "an impossible one"
    if fault:
        raise EndpointError(
            f"address of the model: got {fault}, allowed is http://HOST:PORT/PATH or https://HOST/PATH?FIELD=VALUE; "
            f"the key is set in {KEY_VARIABLE}, secret fields of the query in {QUERY_VARIABLE}"
        )


def _has_key(url: str) -> bool:
    parts, secret = urlsplit(url), os.environ.get(KEY_VARIABLE)
    fields = parse_qsl(parts.query, keep_blank_values=True)
    words = [*parts.path.split("/"), *(value for _, value in fields)]
    return (
        any(word.startswith(KEY_BEGINNINGS) for word in words)
        or any(SECRET_FIELD.search(name) for name, _ in fields)
        or bool(secret and secret in url)
    )
