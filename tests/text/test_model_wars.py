"""Wars of a language model behind an endpoint: faults, budget, resuming, and what is kept."""

import json
from pathlib import Path

import pytest

from stuka_env.replay import fly, load
from stuka_env.text.endpoint import KEY_VARIABLE, CallBudget, Endpoint, EndpointError
from stuka_env.text.model_wars import ModelWars
from stuka_env.text.open_question import MOST_REFUSALS
from stuka_env.text.reply import Completion
from tests.support.chat_server import SLOW_SECONDS, ChatServer, chat_server

MISSION = "Stuka/Mission-v0"
HELLO = [{"role": "system", "content": ""}, {"role": "user", "content": "1. Yes\n2. No"}]
UNLIMITED = CallBudget()
KEY = "sk-secret-of-the-test"


def endpoint(server: ChatServer, budget: CallBudget = UNLIMITED, timeout: float = 10.0) -> Endpoint:
    return Endpoint(server.url, "mock", budget, timeout=timeout, attempts=3, pause=0.01)


def wars(server: ChatServer, folder: Path, budget: CallBudget = UNLIMITED) -> ModelWars:
    return ModelWars(endpoint(server, budget), MISSION, {}, folder)


# --- calls ---


@pytest.mark.parametrize("fault", ["slow", "broken", "empty", "busy"])
def test_a_passing_fault_is_tried_again(fault: str) -> None:
    with chat_server(fault) as server:
        model = endpoint(server, timeout=SLOW_SECONDS / 2)
        assert model.complete(HELLO) == Completion("I think.\nAnswer: 2", False, 100, 10)
        assert (model.calls, model.tokens) == (2, 110)


def test_an_endpoint_that_keeps_failing_is_given_up() -> None:
    with chat_server(*["busy"] * 9) as server:
        with pytest.raises(EndpointError, match="3 calls failed, the last with status 429"):
            endpoint(server).complete(HELLO)
        assert len(server.requests) == 3
    with pytest.raises(EndpointError, match="3 calls failed, the last with URLError"):
        endpoint(server).complete(HELLO)


@pytest.mark.parametrize(("fault", "status"), [("refused", 401), ("moved", 307)])
def test_a_refusal_and_a_redirect_are_final(fault: str, status: int) -> None:
    with chat_server(fault) as server:
        with pytest.raises(EndpointError, match=f"status {status}"):
            endpoint(server).complete(HELLO)
        assert len(server.requests) == 1


def test_only_web_addresses_are_called() -> None:
    with pytest.raises(EndpointError, match="got 'file:///etc/passwd', allowed is http"):
        Endpoint("file:///etc/passwd", "mock")


def test_a_cut_reply_is_marked() -> None:
    with chat_server("cut") as server:
        assert endpoint(server).complete(HELLO).is_cut


# --- wars ---


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
        talk = (tmp_path / f"Stuka-Mission-v0-{seed}.talk.jsonl").read_text().splitlines()
        assert len(talk) == war.usage.calls
        assert json.loads(talk[0])["reply"].startswith("I think.")
        assert war.usage.prompt_tokens == 100 * war.usage.calls
    assert not [file for file in tmp_path.iterdir() if KEY in file.read_text()]


def test_an_illegal_and_a_cut_answer_are_refused_and_asked_again(tmp_path: Path) -> None:
    with chat_server("illegal", "cut") as server:
        (war,) = wars(server, tmp_path).play([1], side_by_side=1)
        assert (war.usage.refusals, war.usage.cut, war.usage.forced) == (2, 1, 0)
        assert [message["role"] for message in server.requests[2]["messages"]][2:] == ["assistant", "user"] * 2
        assert server.requests[1]["messages"][-1]["content"].startswith("Refused: The answer 'ask the weather'")
        assert len(server.requests[3]["messages"]) == 2


def test_after_too_many_refusals_the_first_option_is_taken(tmp_path: Path) -> None:
    with chat_server(*["illegal"] * MOST_REFUSALS) as server:
        (war,) = wars(server, tmp_path).play([1], side_by_side=1)
    assert (war.usage.forced, war.replay.actions) == (1, (0,))
    assert war.replay.policy_record.reasons == ("forced: the first option after too many refused answers",)


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
        talks = [(tmp_path / name / "Stuka-Mission-v0-1.talk.jsonl").read_text() for name in ("whole", "parts")]
        assert talks[0] == talks[1]
        assert wars(server, tmp_path / "parts").play([1], side_by_side=1)[0].replay == war.replay
        assert len(server.requests) == 2 * needed
