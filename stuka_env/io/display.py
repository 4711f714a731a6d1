"""The display of the player: whether a browser can show a page here, and the way to it from another machine."""

import getpass
import os
import socket
import sys
from urllib.parse import urlsplit


def has_display() -> bool:
    """Whether a browser can show a page to the player: not in a session of SSH, and not without a screen."""
    if os.environ.get("SSH_CONNECTION") or os.environ.get("SSH_TTY"):
        return False
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def tunnel_to(url: str) -> str:
    """Return the command line that makes the address of a server on this machine usable on another machine."""
    place = urlsplit(url)
    client_port_server = os.environ.get("SSH_CONNECTION", "").split()
    host = client_port_server[2] if len(client_port_server) > 2 else socket.gethostname()
    return f"ssh -L {place.port}:{place.hostname}:{place.port} {getpass.getuser()}@{host}"
