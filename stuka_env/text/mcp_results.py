"""Results of the tools of the server: the same as text and as structured content."""

import json
from typing import Any, Literal

from stuka_env.io.extras import imports_of
from stuka_env.text.questions import Form
from stuka_env.text.wars import ClientWars

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
