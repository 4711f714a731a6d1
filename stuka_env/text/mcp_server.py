"""The games as a server of the Model Context Protocol, for one client on standard input and output.

Tools are coroutines that change a war without a pause, so two calls never change it at the same time.
"""

import io
import json
import re
import signal
import sys
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from stuka_env.game import DEFAULT_GAME, game_named, game_names, game_of
from stuka_env.io.command_line import PROGRAM
from stuka_env.io.extras import imports_of
from stuka_env.io.quoting import quoted
from stuka_env.position import position_of, read_position
from stuka_env.text.answers import Refusal
from stuka_env.text.kept_war import new_record
from stuka_env.text.playing import Form, TextGame, rules_summary
from stuka_env.text.wars import ClientWars, LockedWars
from stuka_env.version import __version__

REPORT_SECONDS = 1.0
"""Seconds between two reports of progress."""
WARM_UP_POLL = 0.02
"""Seconds between two looks at whether the compilation has ended."""


class WarmUp:
    """The compilation of games, each in a thread that ends with the program."""

    def __init__(self) -> None:
        self._threads: dict[str, threading.Thread] = {}

    def begin(self, game: str, delay: float = 0.0) -> None:
        """Begin to compile a game, unless that has begun.

        Args:
            game: name of the game.
            delay: seconds until the compilation takes the processor.
        """
        if game not in self._threads:
            self._threads[game] = threading.Thread(target=_play_a_little, args=(game, delay), daemon=True)
            self._threads[game].start()

    async def ready(
        self, game: str, sleep: Callable[[float], Awaitable[None]], report: Callable[[float], Awaitable[None]]
    ) -> None:
        """Wait until a game is compiled.

        Args:
            game: name of the game.
            sleep: a function that waits some seconds and lets other requests be answered.
            report: a function that is called now and then with the seconds so far.
        """
        self.begin(game)
        begun = reported = time.monotonic()
        while self._threads[game].is_alive():
            await sleep(WARM_UP_POLL)
            if time.monotonic() - reported >= REPORT_SECONDS:
                reported = time.monotonic()
                await report(reported - begun)


def _play_a_little(game: str, delay: float) -> None:
    """Call all that a war calls, which compiles it or loads it from the cache."""
    time.sleep(delay)
    try:
        record = new_record(game_named(game).ids[0], 0, {}, player="")
        TextGame(record).answer("1")
        record.replay()
    except Exception:  # the war that is asked for fails with the same reason, and its client reads it
        return


with imports_of("mcp"):
    from mcp_types import CallToolResult, TextContent
    from pydantic import BaseModel, ConfigDict, JsonValue


class Rules(BaseModel):
    """The rules of a game."""

    rules: str


class NumberedOption(BaseModel):
    """An option of a question."""

    number: int
    words: str


class WarView(BaseModel):
    """A war as its player sees it.

    ``question_number``, ``question``, ``options`` and ``form`` are those of the open question; there is none at the
    end. ``result``, ``replay`` and ``seed`` are there at the end, ``seed`` not on a locked server.
    """

    model_config = ConfigDict(extra="forbid")

    war: str
    over: bool
    state: dict[str, JsonValue]
    events: list[str]
    question_number: int | None = None
    question: str | None = None
    options: list[NumberedOption] = []
    form: str | None = None
    result: dict[str, JsonValue] | None = None
    replay: str | None = None
    seed: int | None = None


class AnsweredWar(WarView):
    """A war after an answer: ``taken`` has the words of the answer, or ``refused`` the reason of its refusal."""

    taken: str | None = None
    refused: str | None = None


class JournalEntries(BaseModel):
    """Entries of a journal, a sentence each."""

    entries: list[str]


class PositionText(BaseModel):
    """The position of a war."""

    position: str


class OpenWarLine(BaseModel):
    """A war in a list."""

    war: str
    env: str
    status: Literal["open", "over", "can be continued"]
    result: dict[str, JsonValue] | None = None


class WarList(BaseModel):
    """The wars that are open, and those of the folder that can be continued."""

    wars: list[OpenWarLine]


class FinishedWar(BaseModel):
    """A war that was closed."""

    result: dict[str, JsonValue]
    replay: str
    seed: int | None = None


def tool_result(text: str, values: BaseModel) -> CallToolResult:
    """Return a result as text and as structured content."""
    contents = values.model_dump(mode="json", exclude_none=True)
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=contents)


def view_of(wars: ClientWars, name: str) -> dict[str, Any]:
    """Return the entries of a :class:`WarView`."""
    war = wars.named(name)
    observed = json.loads(war.game.observe("json"))
    number = {} if war.game.over else {"question_number": war.question_number}
    ending = {"replay": str(war.replay)} if war.replay else {}
    seed = {} if seed_of(wars, name) is None else {"seed": seed_of(wars, name)}
    return {"war": name, "over": war.game.over, **number, **observed, **ending, **seed}


def seed_of(wars: ClientWars, name: str) -> int | None:
    """Return the seed of a war that is over; None before, and on a locked server."""
    war = wars.named(name)
    return war.seed if war.game.over and wars.locked is None else None


def view_text(wars: ClientWars, name: str, form: Form = "text") -> str:
    """Return a war as text: the number of the question, the question, and at the end the replay and the seed."""
    if form == "json":
        return json.dumps(view_of(wars, name), ensure_ascii=False, separators=(",", ":"))
    war = wars.named(name)
    lines = [] if war.game.over else [f"Question {war.question_number}"]
    lines.append(war.game.observe())
    if war.replay is not None:
        lines.append(f"Replay: {war.replay}")
    seed = seed_of(wars, name)
    return "\n".join(lines if seed is None else [*lines, f"Seed: {seed}"])


with imports_of("mcp"):
    from anyio import run, sleep, wrap_file
    from mcp.server import MCPServer
    from mcp.server.mcpserver import Context
    from mcp.server.mcpserver.exceptions import ToolError
    from mcp.server.stdio import stdio_server
    from mcp_types import CallToolResult, ToolAnnotations
    from pydantic import StrictFloat, StrictInt, StrictStr, ValidationError

INSTRUCTIONS = """\
Play complete solitaire air wargames. Read the rules first (tool rules), then start a war and answer its questions one
by one until it is over. Answer with the number of an option or its words. A refused answer changes nothing. Give the
number of the question with each answer, so that an answer that is sent twice is taken once. Every answer is kept: a war
that was left can be continued (tools list_wars and continue_war).
"""
"""Instructions to the client."""
JOURNAL_ENTRIES = 50
"""Entries of the journal that are sent unless the client asks for another number."""
HANDSHAKE_SECONDS = 0.3
"""Seconds for the first messages of a client before the compilation takes the processor."""
CHANGES_NOTHING = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
"""Hints of the tools that change nothing."""
ADDS = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False)
"""Hints of the tools that begin a war or answer a question."""
OPENS = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
"""Hints of the tool that opens a war again."""
ENDS = ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=False, open_world_hint=False)
"""Hints of the tool that closes a war for good."""

ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][\dA-Fa-f]{2}\\u[dD][c-fC-F][\dA-Fa-f]{2}|(?P<half>u[dD][89a-fA-F][\dA-Fa-f]{2})|.)"
)
"""An escape in a text of JSON: a whole character, half of one, or another letter."""

Arguments = dict[str, StrictStr | bool]
Answer = StrictStr | StrictInt | StrictFloat | list[Any] | dict[str, Any]


class WholeLines(io.TextIOWrapper):
    """Lines of JSON in which a question mark stands for half of a character, which no answer could be given to."""

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        """Return the next line."""
        return ESCAPE.sub(lambda escape: "?" if escape["half"] else escape[0], super().readline(size))


class WarServer(MCPServer):
    """A server whose refusals of arguments are one line."""

    async def run_stdio_async(self) -> None:
        """Serve on standard input and output."""
        lines = wrap_file(WholeLines(sys.stdin.buffer, "utf-8", "replace"))
        async with stdio_server(lines) as (read, write):
            await self._lowlevel_server.run(read, write, self._lowlevel_server.create_initialization_options())

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        """Call a tool; refuse arguments that it does not have, and those of another type."""
        tool = next((tool for tool in await self.list_tools() if tool.name == name), None)
        properties = tool.input_schema["properties"] if tool else arguments
        for argument in arguments:
            if argument not in properties:
                allowed = ", ".join(properties) or "none"
                raise ToolError(f"{name}: there is no argument {quoted(argument)}, allowed is {allowed}")
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if isinstance(error.__cause__, ValidationError):
                raise ToolError(f"{name}: {_one_line(error.__cause__, properties)}") from None
            raise


if TYPE_CHECKING:
    GameName: TypeAlias = str
else:
    GameName = Literal[game_names()]


class WarTools:
    """The tools of a server.

    Args:
        wars: the wars of the client.
        warm_up: the compilation of the games.
    """

    def __init__(self, wars: ClientWars, warm_up: WarmUp) -> None:
        self.wars, self.warm_up = wars, warm_up

    def add_to(self, server: MCPServer) -> None:
        """Add the tools to a server; a locked one has neither seeds nor positions."""
        server.add_tool(self.rules, annotations=CHANGES_NOTHING)
        if self.wars.locked is not None:
            server.add_tool(self.start_locked_war, "start_war", annotations=ADDS)
            server.add_tool(self.give_up, annotations=ENDS)
        else:
            server.add_tool(self.start_war, annotations=ADDS)
            server.add_tool(self.position, annotations=CHANGES_NOTHING)
        server.add_tool(self.continue_war, annotations=OPENS)
        server.add_tool(self.look, annotations=CHANGES_NOTHING)
        server.add_tool(self.choose, annotations=ADDS)
        server.add_tool(self.journal, annotations=CHANGES_NOTHING)
        server.add_tool(self.list_wars, annotations=CHANGES_NOTHING)
        server.add_tool(self.finish, annotations=ENDS)

    async def rules(self, game: GameName) -> Annotated[CallToolResult, Rules]:
        """Return what a player of a game must know."""
        words = rules_summary(game)
        return tool_result(words, Rules(rules=words))

    async def start_war(
        self,
        context: Context,
        env: str | None = None,
        seed: StrictInt | None = None,
        charts: str | None = None,
        arguments: Arguments | None = None,
        position: str | None = None,
    ) -> Annotated[CallToolResult, WarView]:
        """Start a war and return its name and first question.

        env: id of the environment. position: text of a position where the war begins, instead of env. seed: dice of the
        war, drawn if left out. charts: folder of chart files. arguments: the game's further arguments of the
        environment, such as {"month": "1943-10"}.
        """
        words = {**(arguments or {}), **({} if charts is None else {"charts": charts})}
        if (env is None) == (position is None):
            raise ToolError("start_war: allowed is either env or position")
        with _errors():
            await self._compiled(read_position(position).env if position is not None else env or "", context)
            wars = self.wars
            name = wars.start(env or "", seed, words) if position is None else wars.start_at(position, seed, words)
            return self._begun(name)

    async def start_locked_war(self, context: Context) -> Annotated[CallToolResult, WarView]:
        """Start the next war and return its name and first question. Each war can be played once."""
        assert self.wars.locked is not None
        with _errors():
            await self._compiled(self.wars.locked.env, context)
            return self._begun(self.wars.start_next())

    async def continue_war(self, context: Context, war: str) -> Annotated[CallToolResult, WarView]:
        """Open a war that another client has left and return its open question. list_wars names these wars."""
        with _errors():
            if war not in self.wars.open:
                await self._compiled(self.wars.unfinished().get(war, ""), context)
            self.wars.resume(war)
            return self._begun(war)

    async def look(self, war: str, form: Literal["text", "json"] = "text") -> Annotated[CallToolResult, WarView]:
        """Return the state of a war, what has happened since the last question, the question and its options."""
        with _errors():
            return tool_result(view_text(self.wars, war, form), WarView(**view_of(self.wars, war)))

    async def choose(
        self, war: str, answer: Answer, question: StrictInt, reason: str = ""
    ) -> Annotated[CallToolResult, AnsweredWar]:
        """Answer the open question of a war and return the next one.

        answer: the number of an option, its words, or the form that the question names. question: the number of the
        question that you answer; if another one is open, nothing is taken. reason: your reason in one line, which the
        replay keeps.
        """
        words = answer if isinstance(answer, str) else json.dumps(answer)
        with _errors():
            taken = self.wars.choose(war, words, reason, question)
            view = view_of(self.wars, war)
            if isinstance(taken, Refusal):
                return tool_result(f"Refused: {taken}", AnsweredWar(**view, refused=taken.reason))
            return tool_result(
                f"Taken: {taken.words}\n{view_text(self.wars, war)}", AnsweredWar(**view, taken=taken.words)
            )

    async def journal(self, war: str, last: StrictInt = JOURNAL_ENTRIES) -> Annotated[CallToolResult, JournalEntries]:
        """Return the last entries of a war's journal: every roll and change, a sentence each."""
        with _errors():
            entries = [str(entry) for entry in self.wars.named(war).game.war.journal]
        recent = entries[-last:] if last > 0 else []
        return tool_result("\n".join(recent), JournalEntries(entries=recent))

    async def position(self, war: str) -> Annotated[CallToolResult, PositionText]:
        """Return the position of a war as text, without its dice and the order of its cards."""
        with _errors():
            text = position_of(self.wars.named(war).record)
        return tool_result(text, PositionText(position=text))

    async def list_wars(self) -> Annotated[CallToolResult, WarList]:
        """Return the open wars, with questions and refusals so far, and those that can be continued."""
        lines = [
            OpenWarLine(
                war=name,
                env=open_war.record.spec.id if open_war.record.spec else "",
                status="over" if open_war.game.over else "open",
                result=open_war.game.result,
            )
            for name, open_war in self.wars.open.items()
        ]
        lines += [
            OpenWarLine(war=name, env=env, status="can be continued") for name, env in self.wars.unfinished().items()
        ]
        words = [
            f"{line.war}: {line.env}, {line.status}" + (f", {json.dumps(line.result)}" if line.result else "")
            for line in lines
        ]
        return tool_result("\n".join(words) or "no war is open", WarList(wars=lines))

    async def finish(self, war: str) -> Annotated[CallToolResult, FinishedWar]:
        """Close a war for good and return its result and the file of its replay."""
        with _errors():
            seed = seed_of(self.wars, war)
            result, path = self.wars.finish(war)
        text = f"{json.dumps(result)}\nReplay: {path}" + ("" if seed is None else f"\nSeed: {seed}")
        return tool_result(text, FinishedWar(result=result, replay=str(path), seed=seed))

    async def give_up(self, war: str) -> Annotated[CallToolResult, FinishedWar]:
        """Close a war that is not over, for good. Its score is 0."""
        with _errors():
            result, path = self.wars.give_up(war)
        text = f"The war is given up: its score is 0.\n{json.dumps(result)}\nReplay: {path}"
        return tool_result(text, FinishedWar(result=result, replay=str(path)))

    def _begun(self, name: str) -> CallToolResult:
        return tool_result(f"War: {name}\n{view_text(self.wars, name)}", WarView(**view_of(self.wars, name)))

    async def _compiled(self, env: str, context: Context) -> None:
        """Wait until the game of an environment is compiled, and report progress."""
        game = game_of(env)
        if game is None:
            return

        async def report(seconds: float) -> None:
            await context.report_progress(seconds, message=f"compiling the rules, {seconds:.0f} s so far")

        await self.warm_up.ready(game.name, sleep, report)


def make_server(folder: Path, player: str = "", locked: LockedWars | None = None) -> MCPServer:
    """Return the server.

    Args:
        folder: folder of the files of the wars.
        player: name of the player, for the replays.
        locked: the only wars, if the client may neither choose nor see them; None for any wars.
    """
    wars, warm_up = ClientWars(folder, player, locked), WarmUp()

    @asynccontextmanager
    async def compiling(_: MCPServer) -> AsyncIterator[None]:
        warm_up.begin(DEFAULT_GAME, HANDSHAKE_SECONDS)
        try:
            yield
        finally:
            wars.leave()

    ids = "\n".join(f"Environments of {name}: {', '.join(game_named(name).ids)}" for name in game_names())
    server = WarServer(
        PROGRAM, instructions=INSTRUCTIONS + ids, version=__version__, log_level="WARNING", lifespan=compiling
    )
    WarTools(wars, warm_up).add_to(server)
    return server


def serve(folder: Path, player: str = "", locked: LockedWars | None = None) -> None:
    """Serve on standard input and output until the client closes them, with the arguments of :func:`make_server`."""
    server = make_server(folder, player, locked)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # the reading of standard input ignores Ctrl-C; every answer is kept
    run(server.run_stdio_async)


@contextmanager
def _errors() -> Iterator[None]:
    try:
        yield
    except (ValueError, TypeError, OSError) as error:
        raise ToolError(str(error)) from None


def _one_line(error: ValidationError, properties: Mapping[str, Any]) -> str:
    """Return the first refusal of an argument: its name, the value, and what is allowed."""
    first = error.errors()[0]
    kind = first.get("type")
    name = str(first["loc"][0]) if first["loc"] else ""
    if kind == "missing":
        return f"{name} is missing"
    schema = properties.get(name, {})
    kinds = [each.get("enum") or [each.get("type")] for each in schema.get("anyOf", [schema])]
    allowed = " or ".join(str(word) for kind in kinds for word in kind)
    got = first["input"]
    return f"{name}: got {quoted(got)}, allowed is {allowed}"
