"""The server of the Model Context Protocol, in memory and as a process."""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from stuka_env.replay import fly, load
from tests.support.deadlines import within

pytest.importorskip("mcp", reason="needs the extra mcp of stuka-env")

from mcp import Client, StdioServerParameters

from stuka_env.text.mcp_server import make_server

MISSION, SORTIE = "Stuka/Mission-v0", "Interceptor/Sortie-v0"
LONGEST = 120.0
"""Seconds until a test of the server ends."""
MOST_QUESTIONS = 200


class Caller:
    """Calls of tools, whose results are texts."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def __call__(self, tool: str, **arguments: Any) -> str:
        result = await self.client.call_tool(tool, arguments)
        assert not result.is_error, result.content
        return str(result.content[0].text)  # type: ignore[union-attr]

    async def error(self, tool: str, **arguments: Any) -> str:
        result = await self.client.call_tool(tool, arguments)
        assert result.is_error, result.content
        return str(result.content[0].text)  # type: ignore[union-attr]


def in_memory(folder: Path, scenario: Callable[[Caller], Awaitable[None]]) -> None:
    async def run() -> None:
        async with Client(make_server(folder, "tester")) as client:
            await scenario(Caller(client))

    with within(LONGEST):
        asyncio.run(run())


async def to_the_end(call: Caller, war: str) -> str:
    """Answer with the last option until a war is over; return the last reply."""
    reply = await call("look", war=war, form="json")
    options = len(json.loads(reply)["options"])
    for _ in range(MOST_QUESTIONS):
        reply = await call("choose", war=war, answer=options, reason="the last one")
        if "The war is over" in reply:
            return reply
        options = len(json.loads(await call("look", war=war, form="json"))["options"])
    raise AssertionError("the war does not end")


def test_the_tools_are_those_of_a_player(tmp_path: Path) -> None:
    async def scenario(call: Caller) -> None:
        tools = (await call.client.list_tools()).tools
        assert {tool.name for tool in tools} == {
            *("rules", "start_war", "look", "choose", "journal", "position", "list_wars", "finish"),
        }
        assert all(tool.description for tool in tools)
        assert "Staffel" in await call("rules", game="stuka")

    in_memory(tmp_path, scenario)


def test_two_wars_at_once_end_as_replays(tmp_path: Path) -> None:
    async def scenario(call: Caller) -> None:
        for number, env in enumerate((MISSION, SORTIE), 1):
            assert (await call("start_war", env=env, seed=3)).startswith(f"War: war-{number}\n")
        assert "war-2" in await call("list_wars")
        for war in ("war-2", "war-1"):
            ended = await to_the_end(call, war)
            path = Path(ended.rpartition("Replay: ")[2])
            replay = load(path)
            assert replay.finished
            assert replay.policy_record.name == "tester"
            assert "the last one" in replay.policy_record.reasons
            assert fly(replay).ending.score == replay.score
            assert str(path) in await call("finish", war=war)
        assert await call("list_wars") == "no war is open"

    in_memory(tmp_path, scenario)


def test_a_refused_answer_changes_nothing_and_is_counted(tmp_path: Path) -> None:
    async def scenario(call: Caller) -> None:
        await call("start_war", env=MISSION, seed=3)
        before = await call("look", war="war-1")
        refused = await call("choose", war="war-1", answer="retreat to Berlin")
        assert refused.startswith(
            "Refused: The answer 'retreat to Berlin' is not the number or the words of an option."
        )
        assert "1. Do not fly" in refused
        assert await call("look", war="war-1") == before
        assert '"refusals": 1' in await call("finish", war="war-1")

    in_memory(tmp_path, scenario)


def test_a_list_is_answered_with_words_or_with_json(tmp_path: Path) -> None:
    async def scenario(call: Caller) -> None:
        for war, answer in (
            ("war-1", [[3, 5], [4, 6]]),
            ("war-2", {"answer": [[3, 5], [4, 6]]}),
            ("war-3", "1: 3+5; 2: 4+6"),
        ):
            await call("start_war", env=MISSION, seed=3)
            await call("choose", war=war, answer="Fly 3")
            taken = await call("choose", war=war, answer=answer)
            assert taken.startswith("Taken: pilot + gunner 1: 3+5, 2: 4+6, 3: 1+1")

    in_memory(tmp_path, scenario)


def test_a_war_begins_at_the_position_of_another(tmp_path: Path) -> None:
    async def scenario(call: Caller) -> None:
        await call("start_war", env=MISSION, seed=3, arguments={"operation": "case_blue"})
        await call("choose", war="war-1", answer="Fly 6")
        position = await call("position", war="war-1")
        begun = await call("start_war", position=position, seed=8)
        here = json.loads(await call("look", war="war-1", form="json"))
        there = json.loads(await call("look", war="war-2", form="json"))
        assert begun.startswith("War: war-2\n")
        assert (there["state"], there["options"]) == (here["state"], here["options"])
        replay = load((await to_the_end(call, "war-2")).rpartition("Replay: ")[2])
        assert (replay.seed, replay.options) == (8, {"position": position})
        assert fly(replay).ending.score == replay.score

    in_memory(tmp_path, scenario)


def test_an_unfinished_war_is_a_replay_too(tmp_path: Path) -> None:
    async def scenario(call: Caller) -> None:
        await call("start_war", env=MISSION, seed=3, arguments={"operation": "case_blue"})
        await call("choose", war="war-1", answer="Fly 6")
        assert "Mission (A1)" in await call("journal", war="war-1")
        replay = load((await call("finish", war="war-1")).rpartition("Replay: ")[2])
        assert (replay.finished, replay.arguments["operation"]) == (False, "case_blue")
        assert len(fly(replay).moments) == 2

    in_memory(tmp_path, scenario)


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        ("start_war", {"env": "CartPole-v1"}, "env: got 'CartPole-v1', allowed is Stuka/Mission-v0"),
        ("start_war", {"env": MISSION, "seed": -1}, "seed: got -1"),
        ("start_war", {"env": MISSION, "charts": "/nowhere"}, "/nowhere"),
        ("start_war", {"env": MISSION, "arguments": {"render_mode": "human"}}, "arguments: got 'render_mode'"),
        ("start_war", {"env": MISSION, "arguments": {"operation": "x"}}, "operation: got 'x'"),
        ("start_war", {}, "start_war: allowed is either env or position"),
        ("start_war", {"env": MISSION, "position": "x"}, "start_war: allowed is either env or position"),
        ("start_war", {"position": "x"}, "position: got 'x'"),
        ("position", {"war": "war-9"}, "war: got 'war-9'"),
        ("look", {"war": "war-9"}, "war: got 'war-9', allowed is no name"),
        ("choose", {"war": "war-9", "answer": "1"}, "war: got 'war-9'"),
        ("journal", {"war": "war-9"}, "war: got 'war-9'"),
        ("finish", {"war": "war-9"}, "war: got 'war-9'"),
    ],
)
def test_a_wrong_request_is_an_error_with_its_reason(
    tool: str, arguments: dict[str, Any], message: str, tmp_path: Path
) -> None:
    async def scenario(call: Caller) -> None:
        assert message in await call.error(tool, **arguments)

    in_memory(tmp_path, scenario)


def test_the_command_serves_a_process(tmp_path: Path) -> None:
    command = ["-m", "stuka_env", "mcp", "--folder", str(tmp_path / "wars"), "--player", "tester"]

    async def run() -> None:
        async with Client(StdioServerParameters(command=sys.executable, args=command)) as client:
            call = Caller(client)
            await call("start_war", env=MISSION, seed=3)
            ended = await to_the_end(call, "war-1")
            assert load(ended.rpartition("Replay: ")[2]).finished

    with within(LONGEST):
        asyncio.run(run())
