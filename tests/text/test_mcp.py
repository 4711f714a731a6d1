"""The server of the Model Context Protocol, in memory and as a process."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from agents.commands import evaluate
from agents.evaluation.client_wars import wars_of_track
from agents.evaluation.secret_wars import sealed
from agents.evaluation.tracks import EvaluationTrack
from agents.games.stuka.evaluation.tracks import LANGUAGE_TRACK, TRACKS
from stuka_env.cli import main
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.replay import fly, load
from stuka_env.text.kept_lines import KeptLines
from tests.support.deadlines import within

pytest.importorskip("mcp", reason="needs the extra mcp of stuka-env")

from mcp import Client, StdioServerParameters

from stuka_env.text.mcp_server import make_server
from stuka_env.text.wars import ClientWars, LockedWars
from tests.support.each import each

MISSION, SORTIE = "Stuka/Mission-v0", "Interceptor/Sortie-v0"
LONGEST = 120.0
"""Seconds until a test of the server ends."""
MOST_QUESTIONS = 200
SECRET = bytes.fromhex("c2904e7fd1158ab36e02f94d77a18c5be3306f21")


class Caller:
    """Calls of tools, whose results are texts."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def choose(self, war: str, answer: Any, reason: str = "") -> str:
        """Answer the open question."""
        number = json.loads(await self("look", war=war, form="json"))["question_number"]
        return await self("choose", war=war, answer=answer, question=number, reason=reason)

    async def __call__(self, tool: str, **arguments: Any) -> str:
        result = await self.client.call_tool(tool, arguments)
        assert not result.is_error, result.content
        return str(result.content[0].text)  # type: ignore[union-attr]

    async def values(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Return the structured content."""
        result = await self.client.call_tool(tool, arguments)
        assert not result.is_error, result.content
        assert result.structured_content is not None
        return dict(result.structured_content)

    async def error(self, tool: str, **arguments: Any) -> str:
        result = await self.client.call_tool(tool, arguments)
        assert result.is_error, result.content
        text = str(result.content[0].text)  # type: ignore[union-attr]
        assert "\n" not in text
        return text


def in_memory(folder: Path, scenario: Callable[[Caller], Awaitable[None]], **words: Any) -> None:
    async def run() -> None:
        async with Client(make_server(folder, "tester", **words)) as client:
            await scenario(Caller(client))

    with within(LONGEST):
        asyncio.run(run())


def replay_of(reply: str) -> Path:
    """Return the file of the replay that a reply names."""
    (path,) = [line.removeprefix("Replay: ") for line in reply.splitlines() if line.startswith("Replay: ")]
    return Path(path)


async def to_the_end(call: Caller, war: str) -> str:
    """Answer with the last option until a war is over; return the last reply."""
    reply = await call("look", war=war, form="json")
    options = len(json.loads(reply)["options"])
    for _ in range(MOST_QUESTIONS):
        reply = await call.choose(war, options, "the last one")
        if "The war is over" in reply:
            return reply
        options = len(json.loads(await call("look", war=war, form="json"))["options"])
    raise AssertionError("the war does not end")


def test_the_tools_are_those_of_a_player(tmp_path: Path) -> None:
    async def scenario(call: Caller) -> None:
        tools = (await call.client.list_tools()).tools
        assert {tool.name for tool in tools} == {
            *("rules", "start_war", "continue_war", "look", "choose", "journal", "position", "list_wars", "finish"),
        }
        assert all(tool.description and tool.output_schema for tool in tools)
        assert "Staffel" in await call("rules", game="stuka")

    in_memory(tmp_path, scenario)


def test_two_wars_at_once_end_as_replays(tmp_path: Path) -> None:
    async def scenario(call: Caller) -> None:
        for number, env in enumerate((MISSION, SORTIE), 1):
            assert (await call("start_war", env=env, seed=3)).startswith(f"War: war-{number}\n")
        assert "war-2" in await call("list_wars")
        for war in ("war-2", "war-1"):
            ended = await to_the_end(call, war)
            path = replay_of(ended)
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
        refused = await call.choose("war-1", "retreat to Berlin")
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
            await call.choose(war, "Fly 3")
            taken = await call.choose(war, answer)
            assert taken.startswith("Taken: pilot + gunner 1: 3+5, 2: 4+6, 3: 1+1")

    in_memory(tmp_path, scenario)


def test_a_war_begins_at_the_position_of_another(tmp_path: Path) -> None:
    async def scenario(call: Caller) -> None:
        await call("start_war", env=MISSION, seed=3, arguments={"operation": "case_blue"})
        await call.choose("war-1", "Fly 6")
        position = await call("position", war="war-1")
        begun = await call("start_war", position=position, seed=8)
        here = json.loads(await call("look", war="war-1", form="json"))
        there = json.loads(await call("look", war="war-2", form="json"))
        assert begun.startswith("War: war-2\n")
        assert (there["state"], there["options"]) == (here["state"], here["options"])
        replay = load(replay_of(await to_the_end(call, "war-2")))
        assert (replay.seed, replay.options) == (8, {"position": position})
        assert fly(replay).ending.score == replay.score

    in_memory(tmp_path, scenario)


def test_an_unfinished_war_is_a_replay_too(tmp_path: Path) -> None:
    async def scenario(call: Caller) -> None:
        await call("start_war", env=MISSION, seed=3, arguments={"operation": "case_blue"})
        await call.choose("war-1", "Fly 6")
        assert "Mission (A1)" in await call("journal", war="war-1")
        replay = load(replay_of(await call("finish", war="war-1")))
        assert (replay.finished, replay.arguments["operation"]) == (False, "case_blue")
        assert len(fly(replay).moments) == 2

    in_memory(tmp_path, scenario)


@each(
    "tool, arguments, message",
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
        ("choose", {"war": "war-9", "answer": "1", "question": 1}, "war: got 'war-9'"),
        ("journal", {"war": "war-9"}, "war: got 'war-9'"),
        ("finish", {"war": "war-9"}, "war: got 'war-9'"),
        ("continue_war", {"war": "war-9"}, "war: got 'war-9', allowed is no name"),
        ("continue_war", {"war": "../war-1"}, "war: got '../war-1'"),
        ("start_war", {"env": MISSION, "seed": True}, "start_war: seed: got True, allowed is integer or null"),
        ("start_war", {"env": MISSION, "sead": 3}, "start_war: there is no argument 'sead', allowed is env, seed"),
        ("start_war", {"env": MISSION, "arguments": {"operation": 3}}, "start_war: arguments: got 3"),
        (
            "choose",
            {"war": "war-9", "answer": True, "question": 1},
            "choose: answer: got True, allowed is string or integer",
        ),
        ("choose", {"war": "war-9", "answer": None, "question": 1}, "choose: answer: got None"),
        ("choose", {"war": "war-9", "answer": 1, "question": True}, "choose: question: got True"),
        ("choose", {"war": "war-9", "question": 1}, "choose: answer is missing"),
        ("choose", {"war": "war-9", "answer": 1}, "choose: question is missing"),
        ("journal", {"war": "war-9", "last": True}, "journal: last: got True, allowed is integer"),
        ("rules", {"game": "chess"}, "rules: game: got 'chess', allowed is stuka or interceptor"),
        ("list_wars", {"all": 1}, "list_wars: there is no argument 'all', allowed is none"),
    ],
)
def test_a_wrong_request_is_an_error_with_its_reason(
    tool: str, arguments: dict[str, Any], message: str, tmp_path: Path
) -> None:
    async def scenario(call: Caller) -> None:
        assert message in await call.error(tool, **arguments)

    in_memory(tmp_path, scenario)


def test_every_tool_says_whether_it_changes_anything(tmp_path: Path) -> None:
    async def scenario(call: Caller) -> None:
        hints = {tool.name: tool.annotations for tool in (await call.client.list_tools()).tools}
        assert all(hint is not None and hint.open_world_hint is False for hint in hints.values())
        read_only = {name for name, hint in hints.items() if hint and hint.read_only_hint}
        assert read_only == {"rules", "look", "journal", "position", "list_wars"}
        idempotent = {name for name, hint in hints.items() if hint and hint.idempotent_hint}
        assert idempotent == {*read_only, "continue_war"}
        assert {name for name, hint in hints.items() if hint and hint.destructive_hint} == {"finish"}

    in_memory(tmp_path, scenario)


def test_structured_content_has_what_the_text_has(tmp_path: Path) -> None:
    async def scenario(call: Caller) -> None:
        begun = await call.values("start_war", env=MISSION, seed=3)
        text = await call("look", war="war-1")
        assert (begun["war"], begun["over"], begun["question_number"]) == ("war-1", False, 1)
        assert text.startswith("Question 1\n")
        assert (
            begun == await call.values("look", war="war-1") == json.loads(await call("look", war="war-1", form="json"))
        )
        for option in begun["options"]:
            assert f"{option['number']}. {option['words']}" in text
        assert (await call.values("choose", war="war-1", answer="no", question=1))["refused"].startswith("The answer")
        taken = await call.values("choose", war="war-1", answer="Fly 3", question=1)
        assert (taken["taken"], taken["question_number"]) == ("Fly 3 aircraft (Kette)", 2)
        assert (await call.values("journal", war="war-1"))["entries"]
        assert (await call.values("position", war="war-1"))["position"]
        assert [war["status"] for war in (await call.values("list_wars"))["wars"]] == ["open"]
        assert (await call.values("rules", game="stuka"))["rules"]
        finished = await call.values("finish", war="war-1")
        assert finished["result"]["finished"] is False and "seed" not in finished

    in_memory(tmp_path, scenario)


def test_an_answer_to_another_question_is_not_taken(tmp_path: Path) -> None:
    async def scenario(call: Caller) -> None:
        await call("start_war", env=MISSION, seed=3)
        await call("choose", war="war-1", answer="Fly 3", question=1)
        before = await call.values("look", war="war-1")
        for question in (1, 3, 0):
            refusal = await call.error("choose", war="war-1", answer=1, question=question)
            assert f"question: got {question}, allowed is 2, the open question" in refusal
        assert await call.values("look", war="war-1") == before
        assert (await call.values("choose", war="war-1", answer=1, question=2))["question_number"] == 3
        assert '"refusals": 0' in await call("finish", war="war-1")

    in_memory(tmp_path, scenario)


def test_an_answer_after_the_end_is_an_error_and_not_counted(tmp_path: Path) -> None:
    async def scenario(call: Caller) -> None:
        await call("start_war", env=SORTIE, seed=3)
        ended = await to_the_end(call, "war-1")
        assert "Seed: 3" in ended.splitlines()
        assert "the war 'war-1' is over" in await call.error("choose", war="war-1", answer=1, question=1)
        assert '"refusals": 0' in await call("finish", war="war-1")

    in_memory(tmp_path, scenario)


def test_the_seed_is_in_the_replies_when_the_war_is_over(tmp_path: Path) -> None:
    seed = 987_654_321

    async def scenario(call: Caller) -> None:
        begun = await call("start_war", env=SORTIE, seed=seed)
        assert str(seed) not in begun + await call("look", war="war-1", form="json") + await call("list_wars")
        await to_the_end(call, "war-1")
        assert (await call.values("look", war="war-1"))["seed"] == seed
        assert (await call.values("finish", war="war-1"))["seed"] == seed

    in_memory(tmp_path, scenario)


# --- wars that are continued ---


def test_another_client_continues_a_war_from_its_last_answer(tmp_path: Path) -> None:
    async def first(call: Caller) -> None:
        await call("start_war", env=MISSION, seed=3, arguments={"operation": "case_blue"})
        await call.choose("war-1", "no such option")
        await call.choose("war-1", "Fly 3", "enough")
        left.update(await call.values("look", war="war-1"))

    async def second(call: Caller) -> None:
        assert (await call.values("list_wars"))["wars"] == [
            {"war": "war-1", "env": MISSION, "status": "can be continued"}
        ]
        assert "it can be continued" in await call.error("look", war="war-1")
        assert await call.values("continue_war", war="war-1") == await call.values("continue_war", war="war-1") == left
        assert '"refusals": 1' in await call("list_wars")
        replay = load(replay_of(await to_the_end(call, "war-1")))
        assert (replay.seed, replay.arguments["operation"]) == (3, "case_blue")
        assert replay.policy_record.reasons[0] == "enough"
        assert fly(replay).ending.score == replay.score
        await call("finish", war="war-1")
        assert "has been closed" in await call.error("continue_war", war="war-1")
        assert await call("list_wars") == "no war is open"

    left: dict[str, Any] = {}
    in_memory(tmp_path, first)
    with (tmp_path / "war-1.jsonl").open("a") as file:
        file.write('{"answer": "1", "act')  # a kill in the middle of a line
    in_memory(tmp_path, second)


def test_a_war_of_another_server_is_not_continued_at_the_same_time(tmp_path: Path) -> None:
    async def scenario(call: Caller) -> None:
        await call("start_war", env=MISSION, seed=3)
        await call("start_war", env=MISSION, seed=4)
        await call("finish", war="war-1")

    async def other(call: Caller) -> None:
        with KeptLines(tmp_path / "war-2.jsonl"):
            assert "is in use by another program" in await call.error("continue_war", war="war-2")

    in_memory(tmp_path, scenario)
    in_memory(tmp_path, other)


@each(
    "old, new, message",
    [
        ('"format"', '"form"', "it is no file of a war"),
        ('"charts_sha256":"', '"charts_sha256":"0', "is another war: charts_sha256 is"),
        ('"env":"Stuka', '"env":"Panzer', "cannot be continued"),
        ('"seed":3', '"seed":"3"', "cannot be continued"),
        ('"seed":3', '"seed":null', "cannot be continued"),
        ('"arguments":{}', '"arguments":{"operation":"x"}', "cannot be continued"),
        ('"arguments":{}', '"arguments":[]', "cannot be continued"),
        ('"actions":[', '"actions":[999,', "the action 999 is not allowed"),
        ('"actions":[', '"actions":[true,', "got the line"),
        ('{"answer"', '["answer"', "broken JSON"),
        ('{"answer":"Fly 3","actions":[', "[[", "got the line"),
    ],
)
def test_a_damaged_war_is_refused_in_one_line(old: str, new: str, message: str, tmp_path: Path) -> None:
    async def first(call: Caller) -> None:
        await call("start_war", env=MISSION, seed=3)
        await call.choose("war-1", "Fly 3")
        await call.choose("war-1", "1")

    async def second(call: Caller) -> None:
        await call("list_wars")
        assert message in await call.error("continue_war", war="war-1")

    in_memory(tmp_path, first)
    path = tmp_path / "war-1.jsonl"
    assert old in path.read_text()
    text = path.read_text().replace(old, new, 1)
    path.write_text(text.replace("]}", "]]", 1) if new == "[[" else text)
    in_memory(tmp_path, second)


def test_two_servers_in_one_folder_overwrite_nothing(tmp_path: Path) -> None:
    wars = 6

    async def scenario() -> None:
        async with Client(make_server(tmp_path)) as one, Client(make_server(tmp_path)) as two:
            callers = (Caller(one), Caller(two))
            names = [(await caller.values("start_war", env=SORTIE, seed=3))["war"] for caller in callers * wars]
            assert len(set(names)) == 2 * wars
            for caller, name in zip(callers * wars, names, strict=True):
                await caller("finish", war=name)

    with within(LONGEST):
        asyncio.run(scenario())
    assert len([load(path) for path in tmp_path.glob("*.json")]) == 2 * wars


# --- a locked server ---


def test_a_locked_server_has_no_seeds_no_positions_and_no_other_wars(tmp_path: Path) -> None:
    async def scenario(call: Caller) -> None:
        tools = {tool.name: tool for tool in (await call.client.list_tools()).tools}
        assert "position" not in tools and not tools["start_war"].input_schema["properties"]
        refusals = set()
        for argument, value in (
            ("seed", 3),
            ("position", "x"),
            ("env", MISSION),
            ("charts", "/etc"),
            ("charts", "/no"),
        ):
            refusal = await call.error("start_war", **{argument: value})
            assert f"start_war: there is no argument '{argument}'" in refusal
            refusals.add(refusal)
        assert len(refusals) == 4  # the same for every folder
        assert not list(tmp_path.iterdir())
        await call("start_war")
        shown = await to_the_end(call, "war-1") + await call("look", war="war-1", form="json") + await call("list_wars")
        assert "the war 'war-1' is over" in await call.error("give_up", war="war-1")
        finished = await call("finish", war="war-1")
        seed = load(replay_of(finished)).seed
        assert str(seed) not in shown + finished and "eed" not in finished
        assert "has been closed" in await call.error("continue_war", war="war-1")

    in_memory(tmp_path, scenario, locked=LockedWars(SORTIE))


def test_a_locked_server_starts_each_of_its_wars_once(tmp_path: Path) -> None:
    locked = LockedWars(MISSION, {"operation": "case_blue"}, evaluation_seeds(7, 3).tolist())

    async def first(call: Caller) -> None:
        for number in (1, 2):
            assert (await call.values("start_war"))["war"] == f"war-{number}"
        await call("give_up", war="war-1")

    async def second(call: Caller) -> None:
        assert (await call.values("start_war"))["war"] == "war-3"
        assert "all 3 wars of this server have been started" in await call.error("start_war")
        assert "has been closed" in await call.error("continue_war", war="war-1")
        await call("continue_war", war="war-2")
        for war in ("war-2", "war-3"):
            await call("give_up", war=war)

    in_memory(tmp_path, first, locked=locked)
    in_memory(tmp_path, second, locked=locked)
    replays = [load(tmp_path / f"war-{number}.json") for number in (1, 2, 3)]
    assert [replay.seed for replay in replays] == locked.seeds
    assert {replay.arguments["operation"] for replay in replays} == {"case_blue"}


def test_an_open_war_of_a_locked_server_is_given_up_with_the_score_0_and_not_finished(tmp_path: Path) -> None:
    async def scenario(call: Caller) -> None:
        await call("start_war")
        await call.choose("war-1", "Fly 3")
        before = await call("look", war="war-1")
        refusal = await call.error("finish", war="war-1")
        assert refusal.endswith(
            "the war 'war-1' is not over: play it to its end, or give it up with the score 0 (give_up)"
        )
        assert await call("look", war="war-1") == before
        given_up = await call("give_up", war="war-1")
        assert given_up.startswith("The war is given up: its score is 0.\n") and '"score": 0' in given_up
        assert not load(replay_of(given_up)).finished
        assert await call("list_wars") == "no war is open"

    in_memory(tmp_path, scenario, locked=LockedWars(MISSION))


def test_a_locked_server_continues_no_other_war(tmp_path: Path) -> None:
    async def other(call: Caller) -> None:
        await call("start_war", env=MISSION, seed=3)

    async def locked(call: Caller) -> None:
        assert "cannot be continued: it is no war of this server" in await call.error("continue_war", war="war-1")

    in_memory(tmp_path, other)
    for wars in (LockedWars(SORTIE), LockedWars(MISSION, {"operation": "case_blue"})):
        in_memory(tmp_path, locked, locked=wars)


@each(
    "words, message",
    [
        (["--wars", "3"], "--wars: allowed is only with --locked"),
        (["--env", MISSION], "--env: allowed is only with --locked"),
        (["--operation", "citadel"], "--operation: allowed is only with --locked"),
        (["--locked"], "--locked: allowed is only with --env"),
        (["--locked", "--env", "Panzer/Mission-v0"], "env: got 'Panzer/Mission-v0', allowed is Stuka/Mission-v0"),
        (["--locked", "--env", MISSION, "--charts", "/nowhere"], "/nowhere"),
        (["--locked", "--env", MISSION, "--charts", "random"], "charts: got 'random'"),
        (["--locked", "--env", MISSION, "--month", "1943-10"], "month"),
        (["--locked", "--env", MISSION, "--seed", "3"], "--seed: allowed is only with --wars"),
        (["--locked", "--env", MISSION, "--wars", "0"], "wars: got 0"),
        (["--locked", "--wars", "panzer"], "wars: got 'panzer', allowed is a whole number, 1 or more, or a track: "),
        (["--wars", "language"], "--wars: allowed is only with --locked"),
        (["--locked", "--wars", "language", "--env", MISSION], "--env: not allowed with --wars language"),
        (["--locked", "--wars", "language", "--operation", "citadel"], "--operation: not allowed with --wars language"),
        (["--locked", "--wars", "language", "--seed", "3"], "--seed: allowed is only with --wars N"),
        (["--sealed", "secret"], "--sealed: allowed is only with --wars TRACK"),
        (
            ["--locked", "--env", MISSION, "--wars", "3", "--sealed", "secret"],
            "--sealed: allowed is only with --wars TR",
        ),
        (["--locked", "--wars", "language", "--sealed", "/nowhere"], "sealed: /nowhere cannot be read"),
        (["--locked", "--wars", "language", "--sealed", "pyproject.toml"], "sealed: pyproject.toml "),
        (["--locked", "--env", MISSION, "--wars", "3", "--seed", "-1"], "seed: got -1"),
    ],
)
def test_options_that_do_not_fit_are_refused(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["mcp", *words]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert message in line


def test_without_a_clone_there_are_no_tracks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("stuka_env.text.wars.entry_points", lambda group: ())
    assert main(["mcp", "--locked", "--wars", "language"]) == 2
    assert "a clone of the repository adds tracks" in capsys.readouterr().err


# --- tracks ---


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> EvaluationTrack:
    """A track with the first two wars of the track of missions."""
    scenario = LANGUAGE_TRACK.headline._replace(wars=2)
    track = LANGUAGE_TRACK._replace(name="few", scenarios=(scenario,))
    monkeypatch.setitem(TRACKS, track.name, track)
    return track


def test_the_wars_of_a_track_are_those_of_the_evaluation(few: EvaluationTrack, tmp_path: Path) -> None:
    locked = wars_of_track("few")
    assert (locked.env, locked.seed, locked.seal) == (MISSION, few.seed, "")
    assert locked.seeds == few.war_seeds(2).tolist()
    wars = ClientWars(tmp_path, locked=locked)
    assert json.loads((tmp_path / f"{wars.start_next()}.jsonl").read_text())["seed"] == few.war_seeds(1)[0]
    wars.leave()


def test_sealed_wars_show_neither_their_seeds_nor_the_secret(few: EvaluationTrack, tmp_path: Path) -> None:
    """A client reads all that the server says, and every file of an open war; then the wars are a signed entry."""
    secret, folder = tmp_path / "secret", tmp_path / "wars"
    secret.write_bytes(SECRET)
    locked, mine, read = wars_of_track("few", str(secret)), sealed(few, SECRET), list[str]()
    hidden = [str(mine.sealed_seed), SECRET.hex(), str(secret), *map(str, mine.war_seeds(2).tolist())]
    assert not set(mine.war_seeds(2)) & set(few.war_seeds(2))

    async def first(call: Caller) -> None:
        read.append(await call("start_war"))
        read.append(await call.choose("war-1", 1))
        read.append(await call("look", war="war-1", form="json"))
        read.append(await call("journal", war="war-1"))
        read.append((folder / "war-1.jsonl").read_text())

    async def second(call: Caller) -> None:
        read.append(await call("continue_war", war="war-1"))
        read.append(await to_the_end(call, "war-1"))
        read.append(json.dumps(await call.values("finish", war="war-1")))
        read.append(await call("start_war"))
        read.append(await to_the_end(call, "war-2"))
        read.append(await call("list_wars"))
        read.append(await call.error("start_war"))

    in_memory(folder, first, locked=locked)
    in_memory(folder, second, locked=locked)
    assert f'"{mine.seed_in_words}"' in read[4] and "has been closed" not in read[5]
    assert not [word for word in hidden if word in "".join(read)]
    assert [load(folder / f"war-{number}.json").seed for number in (1, 2)] == mine.war_seeds(2).tolist()

    words = ["--track", "few", "--sealed", str(secret), "--policies", f"me=replays:{folder}", "--output", str(tmp_path)]
    assert evaluate(words) == 0
    (entry,) = tmp_path.glob("few-me-sealed-*.json")
    assert evaluate(["--check", str(entry), "--sealed", str(secret), "--refly", "2"]) == 0
    assert not [word for word in hidden if word in entry.read_text()]


def test_a_sealed_server_continues_its_own_wars_only(few: EvaluationTrack, tmp_path: Path) -> None:
    secret, other = tmp_path / "secret", tmp_path / "other"
    secret.write_bytes(SECRET)
    other.write_bytes(SECRET[::-1])
    mine, theirs, public = (wars_of_track("few", file) for file in (str(secret), str(other), None))

    async def begin(call: Caller) -> None:
        await call("start_war")

    async def refused(call: Caller) -> None:
        assert "war-1.jsonl' " in await call.error("continue_war", war="war-1")

    in_memory(tmp_path / "mine", begin, locked=mine)
    for locked in (theirs, public, None):
        in_memory(tmp_path / "mine", refused, locked=locked)
    in_memory(tmp_path / "public", begin, locked=public)
    in_memory(tmp_path / "public", refused, locked=mine)


# --- the process ---


def test_the_command_serves_a_process(tmp_path: Path) -> None:
    command = ["-m", "stuka_env", "mcp", "--folder", str(tmp_path / "wars"), "--player", "tester"]

    async def run() -> None:
        # The client's own choice of variables leaves out the folder of compiled code.
        server = StdioServerParameters(command=sys.executable, args=command, env=dict(os.environ))
        async with Client(server) as client:
            call = Caller(client)
            await call("start_war", env=MISSION, seed=3)
            ended = await to_the_end(call, "war-1")
            assert load(replay_of(ended)).finished

    with within(LONGEST):
        asyncio.run(run())


def test_half_a_character_is_answered(tmp_path: Path) -> None:
    server = Process(tmp_path)
    with within(LONGEST):
        try:
            server.initialize()
            server.call("start_war", env=MISSION, seed=3)
            taken = server.call("choose", war="war-1", answer="Fly 3", question=1, reason="\ud83d \ud83d\ude00 \\ud83d")
            assert taken["question_number"] == 2
            server.call("finish", war="war-1")
        finally:
            server.kill()
    assert load(tmp_path / "war-1.json").policy_record.reasons == ("? \U0001f600 \\ud83d",)


class Process:
    """A server as a process, to which messages are written by hand."""

    def __init__(self, folder: Path, **environment: str) -> None:
        command = [sys.executable, "-m", "stuka_env", "mcp", "--folder", str(folder)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ | environment
        )
        self.number = 0
        self.notifications: list[dict[str, Any]] = []

    def send(self, method: str, **params: Any) -> int:
        """Send a request and return its number."""
        self.number += 1
        self._write({"id": self.number, "method": method, "params": params})
        return self.number

    def request(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a request and return its result."""
        return self.result(self.send(method, **params))

    def result(self, number: int) -> dict[str, Any]:
        """Return the result of a request; notifications before it are kept."""
        assert self.process.stdout is not None
        while line := self.process.stdout.readline():
            message = json.loads(line)
            if message.get("id") == number:
                return dict(message["result"])
            self.notifications.append(message)
        raise AssertionError("the server has ended")

    def initialize(self) -> None:
        client = {"name": "tester", "version": "1"}
        self.request("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo=client)
        self._write({"method": "notifications/initialized"})

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool and return the structured content of its result."""
        result = self.request("tools/call", name=tool, arguments=arguments)
        assert not result.get("isError"), result
        return dict(result["structuredContent"])

    def _write(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self.process.stdin.flush()

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.mark.slow
def test_a_killed_server_loses_no_answer(tmp_path: Path) -> None:
    server = Process(tmp_path)
    with within(LONGEST):
        try:
            server.initialize()
            server.call("start_war", env=MISSION, seed=3)
            server.call("choose", war="war-1", answer="Fly 3", question=1)
            left = server.call("look", war="war-1")
        finally:
            server.kill()

    async def after(call: Caller) -> None:
        assert await call.values("continue_war", war="war-1") == left

    in_memory(tmp_path, after)


@pytest.mark.slow
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_a_server_ends_at_ctrl_c_and_at_sigterm(end: signal.Signals, tmp_path: Path) -> None:
    server = Process(tmp_path)
    with within(LONGEST):
        try:
            server.initialize()
            server.process.send_signal(end)
            assert server.process.wait(10) == -end
        finally:
            server.kill()


@pytest.mark.slow
def test_a_server_with_an_empty_cache_answers_while_it_compiles_and_reports_progress(tmp_path: Path) -> None:
    server = Process(tmp_path / "wars", STUKA_ENV_CACHE=str(tmp_path / "cache"))
    with within(600):
        try:
            server.initialize()
            start = server.send(
                "tools/call", name="start_war", arguments={"env": MISSION, "seed": 3}, _meta={"progressToken": 7}
            )
            slowest = 0.0
            for _ in range(10):
                begun = time.monotonic()
                server.request("ping")
                slowest = max(slowest, time.monotonic() - begun)
                time.sleep(0.2)
            assert slowest < 2.0
            assert server.result(start)["structuredContent"]["war"] == "war-1"
            progress = [each["params"] for each in server.notifications if each["method"] == "notifications/progress"]
            assert progress and all(each["progressToken"] == 7 and "compiling" in each["message"] for each in progress)
        finally:
            server.kill()
