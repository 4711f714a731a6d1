"""Wars of a language model behind an endpoint: budget, kills, resuming, and what is kept."""

import itertools
import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from stuka_env.games.stuka.codes import Act
from stuka_env.policy import NEUTRAL
from stuka_env.replay import fly, load
from stuka_env.text.chat_request import RequestSettings
from stuka_env.text.endpoint import KEY_VARIABLE, CallBudget, Endpoint, EndpointError
from stuka_env.text.kept_lines import BusyError, locked_folder
from stuka_env.text.model_wars import ModelWars, PlayedWar
from stuka_env.text.open_question import MOST_FORCED, MOST_REFUSALS
from stuka_env.text.talk import ForcedAnswersError
from tests.support.chat_server import SLOW_SECONDS, ChatServer, RawReply, chat_server, last_option
from tests.support.each import each

MISSION = "Stuka/Mission-v0"
UNLIMITED = CallBudget()
KEY = "sk-secret-of-the-test"
TALK = "Stuka-Mission-v0-1.talk.jsonl"
TIME = re.compile(r',"milliseconds":\d+')
"""The time of calls in a file, which differs from run to run."""


def wars(server: ChatServer, folder: Path, budget: CallBudget = UNLIMITED, **arguments: Any) -> ModelWars:
    endpoint = Endpoint(server.url, "mock", budget, timeout=10.0, attempts=3, pause=0.01)
    return ModelWars(endpoint, MISSION, arguments, folder)


def campaign(server: ChatServer, folder: Path, most_forced: int | None = MOST_FORCED) -> ModelWars:
    """Return wars that are longer than a run of forced answers may be."""
    return ModelWars(Endpoint(server.url, "mock", pause=0.01), "Stuka/Segment-v0", {}, folder, most_forced)


def test_wars_are_kept_as_replays_with_conversations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    with chat_server() as server:
        played = wars(server, tmp_path).play([1, 2, 3], side_by_side=2)
        assert set(server.keys) == {f"Bearer {KEY}"}
        assert sum(war.usage.calls for war in played) == len(server.requests)
    for seed, war in zip((1, 2, 3), played, strict=True):
        replay = load(tmp_path / f"Stuka-Mission-v0-{seed}.json")
        assert (replay.seed, replay.finished, replay.policy_record.name) == (seed, True, "mock")
        assert fly(replay).ending.score == war.replay.score
        header, *talk = map(json.loads, (tmp_path / f"Stuka-Mission-v0-{seed}.talk.jsonl").read_text().splitlines())
        assert len(talk) == war.usage.calls
        assert talk[0]["text"].startswith("I think.")
        assert (header["seed"], header["settings"]["max_tokens"]) == (seed, 16384)
        assert server.requests[0]["messages"][0]["content"] == header["rules"]
        assert war.usage.prompt_tokens == 100 * war.usage.calls
    assert not [file for file in tmp_path.iterdir() if KEY in file.read_text()]


def test_an_illegal_and_a_cut_answer_are_refused_and_asked_again(tmp_path: Path) -> None:
    with chat_server("illegal", "cut") as server:
        (war,) = wars(server, tmp_path).play([1], side_by_side=1)
        assert (war.usage.refusals, war.usage.cut, war.usage.forced) == (2, 1, 0)
        assert [message["role"] for message in server.requests[2]["messages"]][2:] == ["assistant", "user"] * 2
        assert server.requests[1]["messages"][-1]["content"].startswith("Refused: The answer 'ask the weather'")
        assert len(server.requests[3]["messages"]) == 2


def test_after_too_many_refusals_the_neutral_policy_answers(tmp_path: Path) -> None:
    with chat_server(*["illegal"] * MOST_REFUSALS) as server:
        (war,) = wars(server, tmp_path).play([1], side_by_side=1)
    assert (war.usage.forced, war.replay.actions[0]) == (1, Act.FLY + 1)
    reasons = war.replay.policy_record.reasons or ()
    assert reasons[0] == f"forced: the answer of {NEUTRAL} after too many refused answers"


def silent_after(answers: int) -> Callable[[str], str]:
    """Return a player that answers some questions, and no further one."""
    calls = itertools.count()
    return lambda question: last_option(question) if next(calls) < answers else "ask the weather"


def test_a_model_that_does_not_answer_ends_the_run_and_its_war_is_kept(tmp_path: Path) -> None:
    with chat_server(player=silent_after(3)) as server:
        for asked in (3 + MOST_FORCED * MOST_REFUSALS, MOST_REFUSALS):
            begun = len(server.requests)
            with pytest.raises(ForcedAnswersError) as stop:
                campaign(server, tmp_path).play([1], side_by_side=1)
            words = "in a row after 4 refused replies each; the last refusal was: The answer 'ask the weather'"
            assert words in str(stop.value) and "\n" not in str(stop.value)
            assert len(server.requests) - begun == asked
    usage = json.loads((tmp_path / "Stuka-Segment-v0-1.talk.jsonl").read_text().splitlines()[-1])["usage"]
    assert (usage["forced"], usage["forced_in_a_row"]) == (MOST_FORCED + 1, MOST_FORCED + 1)


def test_a_model_that_answers_now_and_then_plays_on(tmp_path: Path) -> None:
    faults = ["illegal"] * (MOST_REFUSALS * (MOST_FORCED - 1))
    with chat_server(*faults, "", *faults) as server:
        (war,) = campaign(server, tmp_path).play([1], side_by_side=1)
    assert (war.usage.forced, war.usage.most_forced_in_a_row, war.usage.forced_in_a_row) == (18, MOST_FORCED - 1, 0)


def test_a_war_of_forced_answers_can_be_played_to_its_end(tmp_path: Path) -> None:
    with chat_server(player=silent_after(0)) as server:
        (war,) = campaign(server, tmp_path, most_forced=None).play([1], side_by_side=1)
    assert war.replay.finished and war.usage.most_forced_in_a_row == war.usage.questions > MOST_FORCED


@pytest.mark.parametrize("budget", [CallBudget(calls=4), CallBudget(tokens=440)])
def test_a_used_up_budget_stops_and_the_next_run_continues(budget: CallBudget, tmp_path: Path) -> None:
    with chat_server() as server:
        (whole,) = wars(server, tmp_path / "whole").play([1], side_by_side=1)
        needed = len(server.requests)
        assert needed > 4
        with pytest.raises(EndpointError, match="the budget of .* is used up"):
            wars(server, tmp_path / "parts", budget).play([1], side_by_side=1)
        assert not load(tmp_path / "parts" / "Stuka-Mission-v0-1.json").finished
        (war,) = wars(server, tmp_path / "parts").play([1], side_by_side=1)
        assert len(server.requests) == 2 * needed
        assert (war.replay, war.usage) == (whole.replay, whole.usage)
        talks = [TIME.sub("", (tmp_path / name / TALK).read_text()) for name in ("whole", "parts")]
        assert talks[0] == talks[1]
        assert wars(server, tmp_path / "parts").play([1], side_by_side=1)[0].replay == war.replay
        assert len(server.requests) == 2 * needed


def test_the_reasoning_of_a_reply_is_kept_in_the_conversation(tmp_path: Path) -> None:
    message = {"content": "Answer: 1", "reasoning_content": "The odds are bad."}
    with chat_server(RawReply(json.dumps({"choices": [{"message": message}]}))) as server:
        wars(server, tmp_path).play([1], side_by_side=1)
    assert json.loads((tmp_path / TALK).read_text().splitlines()[1])["reasoning"] == "The odds are bad."


@pytest.mark.parametrize("text", ["Answer: 1 \ud800", "\0\x1b[2J\nAnswer: 1", "é" * 300_000 + "\n\nAnswer: 1"])
def test_replies_with_odd_characters_are_kept_and_continued(text: str, tmp_path: Path) -> None:
    reply = RawReply(json.dumps({"choices": [{"message": {"content": text, "reasoning": text}}]}))
    with chat_server(reply) as server:
        (war,) = wars(server, tmp_path).play([1], side_by_side=1)
        (again,) = wars(server, tmp_path).play([1], side_by_side=1)
        assert len(server.requests) == war.usage.calls
    assert war == again == PlayedWar(load(tmp_path / "Stuka-Mission-v0-1.json"), war.usage)
    assert json.loads((tmp_path / TALK).read_text().splitlines()[1])["text"] == text.replace("\ud800", "?")


def test_calls_without_a_reply_are_counted_also_when_the_endpoint_is_given_up(tmp_path: Path) -> None:
    with chat_server(*[RawReply("down", 503)] * 4) as server:
        with pytest.raises(EndpointError, match="3 calls failed"):
            wars(server, tmp_path).play([1], side_by_side=1)
        (war,) = wars(server, tmp_path).play([1], side_by_side=1)
        assert war.usage.lost_calls == 4
        assert war.usage.calls + war.usage.lost_calls == len(server.requests)


# --- kills ---

CHILD = """
import sys
from pathlib import Path
from stuka_env.text.endpoint import Endpoint
from stuka_env.text.model_wars import ModelWars
try:
    ModelWars(Endpoint(sys.argv[1], "mock"), "Stuka/Mission-v0", {}, Path(sys.argv[2])).play([1], side_by_side=1)
except KeyboardInterrupt:
    print("stopped", flush=True)
"""


def killer(place: int, kill: Callable[[], None]) -> Callable[[str], str]:
    """Return a player that kills the program before it answers the question at a place."""
    questions: list[str] = []

    def play(question: str) -> str:
        questions.append(question)
        if len(questions) == place:
            kill()
        return last_option(question)

    return play


@pytest.mark.slow
@pytest.mark.parametrize("which", [signal.SIGKILL, signal.SIGTERM])
def test_a_kill_in_the_middle_of_a_war_loses_no_answer(which: signal.Signals, tmp_path: Path) -> None:
    with chat_server("", "", "illegal") as server:
        (whole,) = wars(server, tmp_path / "whole").play([1], side_by_side=1)
        needed = len(server.requests)
    program: list[subprocess.Popen[bytes]] = []
    player = killer(4, lambda: program[0].send_signal(which))  # the refused reply is the third
    with chat_server("", "", "illegal", player=player) as server:
        program.append(subprocess.Popen([sys.executable, "-c", CHILD, server.url, str(tmp_path / "killed")]))
        assert program[0].wait(60) == -which
        before = len(server.requests)
        assert 4 <= before < needed
        (war,) = wars(server, tmp_path / "killed").play([1], side_by_side=1)
        assert len(server.requests) == needed + 1  # the call whose reply nobody has read
    assert (war.replay, war.usage) == (whole.replay, whole.usage)
    assert (tmp_path / "whole" / TALK).read_text().count("\n") == (tmp_path / "killed" / TALK).read_text().count("\n")


@pytest.mark.slow
def test_ctrl_c_ends_within_a_second_while_the_endpoint_never_ends_a_reply(tmp_path: Path) -> None:
    with chat_server(*["drip"] * 9) as server:
        command = [sys.executable, "-c", CHILD, server.url, str(tmp_path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as program:
            while not server.requests:
                assert program.poll() is None
                time.sleep(0.01)
            begun = time.monotonic()
            program.send_signal(signal.SIGINT)
            assert program.stdout is not None
            assert program.stdout.readline() == b"stopped\n"
            assert time.monotonic() - begun < 1.0  # the end of the interpreter itself is not counted
        assert len(server.requests) == 1
    assert json.loads((tmp_path / TALK).read_text().splitlines()[-1])["lost"]["calls"] == 1


@pytest.mark.parametrize("is_measured", [True, False])
def test_the_time_of_calls_is_counted_and_kept(is_measured: bool, tmp_path: Path) -> None:
    """The file of an earlier version has no times; then those of the further calls count."""
    with chat_server("slow", "illegal", "slow") as server, pytest.raises(EndpointError):
        wars(server, tmp_path, CallBudget(calls=3)).play([1], side_by_side=1)
    path = tmp_path / TALK
    if not is_measured:
        path.write_text(TIME.sub("", path.read_text()))
    earlier = sum(json.loads(line).get("milliseconds", 0) for line in path.read_text().splitlines()[1:])
    assert earlier >= 2000 * SLOW_SECONDS * is_measured
    with chat_server() as server:
        addressed(path, server)
        begun = time.monotonic()
        (war,) = wars(server, tmp_path).play([1], side_by_side=1)
        longest = 1000 * (time.monotonic() - begun) + war.usage.calls
    assert earlier < war.usage.milliseconds <= earlier + longest


# --- damaged files ---


def stopped(folder: Path) -> Path:
    """Return the conversation of a war that a budget has stopped."""
    with chat_server() as server, pytest.raises(EndpointError):
        wars(server, folder, CallBudget(calls=4)).play([1], side_by_side=1)
    return folder / TALK


def addressed(path: Path, server: ChatServer) -> None:
    """Write the address of another server into a conversation."""
    header, *lines = path.read_text().splitlines()
    path.write_text("\n".join([json.dumps(json.loads(header) | {"address": server.url}), *lines]) + "\n")


@each("end", ["", "\n", " \n\n", '{"text": "I thi', '{"text"\n', "\0\0\0"])
def test_an_incomplete_or_empty_last_line_is_dropped(end: str, tmp_path: Path) -> None:
    path = stopped(tmp_path)
    with chat_server() as server:
        addressed(path, server)
        whole = path.read_text()
        path.write_text(whole + end)
        (war,) = wars(server, tmp_path).play([1], side_by_side=1)
        assert war.usage.calls == 4 + len(server.requests)
    lines = path.read_text().splitlines()
    assert all(json.loads(line) for line in lines if line.strip())
    assert fly(war.replay).ending.score == war.replay.score


def test_a_last_line_without_its_end_counts(tmp_path: Path) -> None:
    path = stopped(tmp_path)
    with chat_server() as server:
        addressed(path, server)
        path.write_text(path.read_text().removesuffix("\n"))
        (war,) = wars(server, tmp_path).play([1], side_by_side=1)
        assert war.usage.calls == 4 + len(server.requests)


@each(
    "old, new, message",
    [
        ('"format"', '"form"', "cannot be continued: it is no file of a war"),
        ('"seed":1,', '"seed":2,', "is another war: seed is 2, not 1"),
        ('"charts_sha256":"', '"charts_sha256":"0', "is another war: charts_sha256 is '0"),
        ('"options":null', '"options":{"position":"x"}', "is another war: options is {'position': 'x'}, not None"),
        (
            '"arguments":{',
            '"arguments":{"operation":"citadel"},"were":{',
            "is another war: arguments is {'operation': 'citadel'",
        ),
        ('"actions":[', '"actions":[999,', "the action 999 is not allowed"),
        ('"actions":[', '"actions":[-1,', "the action -1 is not allowed"),
        ('"actions":[', '"actions":[true,', "got the line"),
        ('"actions":[', '"actions":["0",', "got the line"),
        ('"actions":[', '"actions":[[]],"x":[', "got the line"),
        ('"calls":1,', '"calls":-1,', "got the entries"),
        ('"calls":1,', '"calls":"many",', "got the entries"),
        ('"calls":1,', "", "got the entries"),
        ('"usage":{', '"usage":[],"other":{', "got the entries"),
        ('"cut_by":', '"cut_by":0,"was":', "got the entries"),
        ('{"question"', '["question"', "line 2: broken JSON"),
    ],
)
def test_a_damaged_war_or_another_one_is_refused_in_one_line(old: str, new: str, message: str, tmp_path: Path) -> None:
    path = stopped(tmp_path)
    with chat_server() as server:
        addressed(path, server)
        text = json.dumps(json.loads(path.read_text().splitlines()[0]), separators=(",", ":")) + "\n"
        text += "\n".join(path.read_text().splitlines()[1:]) + "\n"
        assert old in text
        path.write_text(text.replace(old, new, 1))
        damaged = path.read_bytes()
        with pytest.raises(ValueError) as refusal:
            wars(server, tmp_path).play([1], side_by_side=1)
        assert message in str(refusal.value)
        assert str(path) in str(refusal.value) and "\n" not in str(refusal.value)
        assert not server.requests
    assert path.read_bytes() == damaged


def test_a_war_with_other_settings_is_another_war(tmp_path: Path) -> None:
    stopped(tmp_path)
    with chat_server() as server:
        addressed(tmp_path / TALK, server)
        endpoint = Endpoint(server.url, "mock", settings=RequestSettings(temperature=0.0))
        with pytest.raises(ValueError, match="is another war: settings is"):
            ModelWars(endpoint, MISSION, {}, tmp_path).play([1], side_by_side=1)


def test_two_programs_never_play_in_one_folder(tmp_path: Path) -> None:
    with chat_server() as server, locked_folder(tmp_path):
        with pytest.raises(BusyError, match="is in use by another program"):
            wars(server, tmp_path).play([1], side_by_side=1)
        assert not server.requests
