"""The games as a server of the Model Context Protocol, for one client on standard input and output.

Tools are coroutines without a pause, so that two calls never change a war at the same time.
"""

import json
from pathlib import Path
from typing import Any, Literal

from stuka_env import __version__
from stuka_env.extras import imports_of
from stuka_env.game import GAME_NAMES, game_named
from stuka_env.position import position_of
from stuka_env.text.answers import Refusal
from stuka_env.text.playing import rules_summary
from stuka_env.text.wars import ClientWars

with imports_of("mcp"):
    from mcp.server import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError

INSTRUCTIONS = """\
Play complete solitaire air wargames. Read the rules first (tool rules), then start a war and answer its questions one
by one until it is over. Answer with the number of an option or its words. A refused answer changes nothing.
"""
"""Instructions to the client."""
JOURNAL_ENTRIES = 50
"""Entries of the journal that are sent unless the client asks for another number."""


def make_server(folder: Path, player: str = "") -> MCPServer:
    """Return the server.

    Args:
        folder: folder of the replays.
        player: name of the player, for the replays.
    """
    ids = "\n".join(f"Environments of {name}: {', '.join(game_named(name).ids)}" for name in GAME_NAMES)
    server = MCPServer("stuka", instructions=INSTRUCTIONS + ids, version=__version__, log_level="WARNING")
    wars = ClientWars(folder, player)

    @server.tool(structured_output=False)
    async def rules(game: Literal["stuka", "interceptor"]) -> str:
        """Return what a player of a game must know."""
        return rules_summary(game)

    @server.tool(structured_output=False)
    async def start_war(
        env: str | None = None,
        seed: int | None = None,
        charts: str | None = None,
        arguments: dict[str, str | bool] | None = None,
        position: str | None = None,
    ) -> str:
        """Start a war and return its name and first question.

        env: id of the environment. position: text of a position where the war begins, instead of env. seed: dice of the
        war, drawn if left out. charts: folder of chart files. arguments: the game's further arguments of the
        environment, such as {"month": "1943-10"}.
        """
        words = {**(arguments or {}), **({} if charts is None else {"charts": charts})}
        if (env is None) == (position is None):
            raise ToolError("start_war: allowed is either env or position")
        try:
            name = wars.start(env or "", seed, words) if position is None else wars.start_at(position, seed, words)
        except (ValueError, TypeError, OSError) as error:
            raise ToolError(str(error)) from None
        return f"War: {name}\n{wars.named(name).game.observe()}"

    @server.tool(structured_output=False)
    async def look(war: str, form: Literal["text", "json"] = "text") -> str:
        """Return the state of a war, what has happened since the last question, the question and its options."""
        try:
            return wars.named(war).game.observe(form)
        except ValueError as error:
            raise ToolError(str(error)) from None

    @server.tool(structured_output=False)
    async def choose(war: str, answer: str | int | list[Any] | dict[str, Any], reason: str = "") -> str:
        """Answer the open question of a war and return the next one.

        answer: the number of an option, its words, or the form that the question names. reason: your reason in one
        line, which the replay keeps.
        """
        try:
            taken = wars.choose(war, answer if isinstance(answer, str) else json.dumps(answer), reason)
            game = wars.named(war).game
        except (ValueError, OSError) as error:
            raise ToolError(str(error)) from None
        if isinstance(taken, Refusal):
            return f"Refused: {taken}"
        closing = f"\nReplay: {wars.named(war).replay}" if game.over else ""
        return f"Taken: {taken.words}\n{game.observe()}{closing}"

    @server.tool(structured_output=False)
    async def journal(war: str, last: int = JOURNAL_ENTRIES) -> str:
        """Return the last entries of a war's journal: every roll and change, a sentence each."""
        try:
            entries = wars.named(war).game.war.journal
        except ValueError as error:
            raise ToolError(str(error)) from None
        return "\n".join(map(str, entries[-last:] if last > 0 else []))

    @server.tool(structured_output=False)
    async def position(war: str) -> str:
        """Return the position of a war as text, without its dice and the order of its cards."""
        try:
            return position_of(wars.named(war).record)
        except ValueError as error:
            raise ToolError(str(error)) from None

    @server.tool(structured_output=False)
    async def list_wars() -> str:
        """Return the open wars, with questions and refusals so far."""
        lines = [
            f"{name}: {open_war.record.spec.id if open_war.record.spec else ''}, {json.dumps(open_war.game.result)}"
            for name, open_war in wars.open.items()
        ]
        return "\n".join(lines) or "no war is open"

    @server.tool(structured_output=False)
    async def finish(war: str) -> str:
        """Close a war, ended or not; return its result and the file of its replay."""
        try:
            result, path = wars.finish(war)
        except (ValueError, OSError) as error:
            raise ToolError(str(error)) from None
        return f"{json.dumps(result)}\nReplay: {path}"

    return server


def serve(folder: Path, player: str = "") -> None:
    """Serve on standard input and output until the client closes them."""
    make_server(folder, player).run("stdio")
