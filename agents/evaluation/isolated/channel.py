"""Messages between the evaluation and the process of a policy, over a socket. It imports the standard library alone.

A message is a turn and bytes. The evaluation asks, and the process answers with the same turn. The evaluation unpickles
nothing.
"""

import socket
import struct
import time
from contextlib import suppress
from typing import Any, NamedTuple

MESSAGE_HEAD = struct.Struct("<qq")
"""The turn of a message, and the number of its bytes."""
MOST_ANSWER_BYTES = 1 << 16
"""Largest number of bytes of an answer."""
NO_LIMIT = float("inf")


class PolicyStart(NamedTuple):
    """Values that a new process needs."""

    policy: str
    """Name of the policy, for :func:`stuka_env.policy.load_policy`."""
    game: str
    folder: str
    """The folder of the command, where the policy's module may be."""
    places: tuple[str, ...]
    """Folders that the process may read."""
    needed: tuple[str, ...]
    """Files that it must be able to read."""
    secret: str | None
    """A file that the process must not read."""


class Request(NamedTuple):
    """A request beside the next decision in the same arrays."""

    kind: str
    """``limits``, ``any_charts`` or ``arrays``; the file of new arrays comes with the request."""
    value: Any = None
    """The specification of the wars, or the sizes of the arrays."""


class ChannelError(ValueError):
    """The other side has ended, answers too late, or breaks the form; the message says so in a few words."""


class Channel:
    """One end of a connected pair of stream sockets."""

    def __init__(self, end: socket.socket) -> None:
        self.end = end

    def send(self, turn: int, content: bytes = b"", files: tuple[int, ...] = ()) -> None:
        """Send a message, and with it duplicates of open files.

        Raises:
            ChannelError: the other side has ended.
        """
        message = memoryview(MESSAGE_HEAD.pack(turn, len(content)) + content)
        try:
            sent = socket.send_fds(self.end, [message], files) if files else self.end.send(message)
            self.end.sendall(message[sent:])
        except OSError:
            raise ChannelError("its process has ended") from None

    def receive(self, most: int = MOST_ANSWER_BYTES, seconds: float = NO_LIMIT) -> tuple[int, bytes, list[int]]:
        """Return the next message: its turn, its bytes, and the files that came with it.

        Raises:
            ChannelError: none came in so many seconds, the other side has ended, or the message is too long.
        """
        deadline, files = time.monotonic() + seconds, list[int]()
        turn, size = MESSAGE_HEAD.unpack(self._read(MESSAGE_HEAD.size, deadline, files))
        if not 0 <= size <= most:
            raise ChannelError(f"its process sent a message of {size} bytes")
        return turn, self._read(size, deadline, files), files

    def _read(self, size: int, deadline: float, files: list[int]) -> bytes:
        content = b""
        while len(content) < size:
            left = deadline - time.monotonic()
            self.end.settimeout(None if left == NO_LIMIT else max(left, 1e-3))
            try:
                if left == NO_LIMIT:  # the process of a policy, which accepts files
                    more, received, _, _ = socket.recv_fds(self.end, size - len(content), 1)
                    files += received
                else:
                    more = self.end.recv(size - len(content))
            except TimeoutError:
                raise ChannelError("gave no answer in time") from None
            except OSError:
                more = b""
            if not more:
                raise ChannelError("its process has ended")
            content += more
        return content

    def close(self) -> None:
        """Close this end."""
        with suppress(OSError):
            self.end.close()
