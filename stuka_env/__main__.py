"""The commands: ``python -m stuka_env COMMAND ...``; a new one is a line in :data:`COMMANDS`."""

import argparse
import importlib
import sys
from typing import Any, NoReturn

COMMANDS = {
    "play": ("stuka_env.play.command", "fly a war by hand in the terminal, with the program's dice or your own"),
    "replay": ("stuka_env.replay.command", "fly replays again and verify them"),
    "watch": ("stuka_env.watch.command", "make a page to watch replays in a browser"),
    "video": ("stuka_env.render.command", "write a film of a replay, MP4 or GIF"),
}
"""Name, module and purpose. A module has ``add_arguments(parser)`` and ``run(given) -> int``, the exit status."""
REFUSED, INTERRUPTED = 2, 130
"""Exit status for arguments or files that cannot be used, and for Ctrl-C."""


class Parser(argparse.ArgumentParser):
    """A command line that refuses in one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and stop."""
        self.exit(REFUSED, f"{self.prog}: {message}; see --help\n")


def parser(chosen: str | None) -> Parser:
    """The command line; only the module of the ``chosen`` command is loaded."""
    top = Parser(prog="python -m stuka_env", description="Storm of Steel in Gymnasium: the commands.")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, (module, purpose) in COMMANDS.items():
        words = commands.add_parser(name, help=purpose, description=purpose.capitalize() + ".")
        if name == chosen:
            importlib.import_module(module).add_arguments(words)
    return top


def run(command: str, given: argparse.Namespace) -> int:
    """Run a command; its exit status."""
    module: Any = importlib.import_module(COMMANDS[command][0])
    return int(module.run(given))


def main(words: list[str] | None = None) -> int:
    """The command line; its exit status."""
    words = sys.argv[1:] if words is None else words
    command = next((word for word in words if not word.startswith("-")), None)
    try:
        given = parser(command).parse_args(words)
        return run(given.command, given)
    except (ValueError, OSError) as error:
        print(f"python -m stuka_env {command}: {error}", file=sys.stderr)
        return REFUSED
    except KeyboardInterrupt:
        print(f"python -m stuka_env {command}: stopped", file=sys.stderr)
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
