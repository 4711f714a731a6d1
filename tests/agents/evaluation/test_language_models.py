"""``evaluate.py --policies llm:MODEL@URL``: a language model beside a script, over the same wars."""

import csv
import html
import json
import re
from pathlib import Path

import pytest

from agents.commands import evaluate as main
from agents.evaluation.language_models import LanguageModel
from stuka_env.replay import load, verify
from stuka_env.text.endpoint import KEY_VARIABLE
from stuka_env.text.kept_lines import locked_folder
from tests.support.chat_server import RawReply, chat_server

WARS = [("Stuka/Mission-v0", "doctrine"), ("Interceptor/Sortie-v0", "by_the_book")]
KEY = "sk-secret-of-the-test"


@pytest.fixture(autouse=True)
def settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("STUKA_LLM_FOLDER", str(tmp_path / "llm"))
    monkeypatch.setenv("STUKA_LLM_PRICES", "10,20")
    monkeypatch.setenv(KEY_VARIABLE, KEY)


def command(env: str, script: str, url: str, folder: Path) -> list[str]:
    policies = ["--policies", script, f"llm:mock@{url}"]
    return ["--env", env, *policies, "--episodes", "3", "--save-replays", "1", "--output", str(folder / "out")]


@pytest.mark.parametrize(("env", "script"), WARS)
def test_a_language_model_is_compared_over_the_same_wars(
    env: str, script: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with chat_server() as server:
        name = f"llm:mock@{server.url}"
        assert main(command(env, script, server.url, tmp_path)) == 0
        calls = len(server.requests)
        shown = capsys.readouterr()
        assert f"{name}: 3 wars, {calls} calls, {100 * calls} tokens read and {10 * calls} written" in shown.err
        assert f"0 cut, 0 forced (0.0% of {calls} questions), score " in shown.err
        assert f" of first_option in the same wars, cost {calls * 0.0012:.4f} (" in shown.err
    (figures,) = json.loads((tmp_path / "out" / "results.json").read_text())["language_models"]
    assert (figures["policy"], figures["calls"], figures["prompt_tokens"]) == (name, calls, 100 * calls)
    assert figures["words"] in html.unescape((tmp_path / "out" / "report.html").read_text())
    with (tmp_path / "out" / "results.csv").open() as file:
        rows = [row for row in csv.DictReader(file) if row["policy"] == name]
    kept = {replay.seed: replay for replay in map(load, sorted((tmp_path / "llm").rglob("*-v0-*[0-9].json")))}
    assert [kept[int(row["seed"])].score for row in rows] == [int(float(row["score"])) for row in rows]
    (recorded,) = (tmp_path / "out" / "replays").glob("llm-mock*-0001.json")
    assert verify(load(recorded)).score == int(float(rows[0]["score"]))
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert not [file for file in files if KEY.encode() in file.read_bytes()]


def test_a_stand_in_of_the_house_needs_no_key_and_scores_as_its_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv(KEY_VARIABLE)
    names = [f"{kind}longest{end}" for kind, end in (("bot:", ""), ("llm:", "@stand-in"))]
    words = ["--env", "Interceptor/Sortie-v0", "--episodes", "3", "--output", str(tmp_path / "out")]
    assert main([*words, "--policies", *names]) == 0
    with (tmp_path / "out" / "results.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [row["score"] for row in rows[:3]] == [row["score"] for row in rows[3:]]
    monkeypatch.setenv("STUKA_LLM_ODDS", "no")
    assert main([*words, "--policies", names[1]]) == 0
    (figures,) = json.loads((tmp_path / "out" / "results.json").read_text())["language_models"]
    assert figures["settings"]["odds"] is False and figures["calls"] == figures["questions"]
    assert len(list((tmp_path / "llm").iterdir())) == 2
    monkeypatch.setenv("STUKA_LLM_ODDS", "some")
    assert main([*words, "--policies", names[1]]) == 2
    assert "STUKA_LLM_ODDS: got 'some', allowed is yes or no" in capsys.readouterr().err
    monkeypatch.delenv("STUKA_LLM_ODDS")
    assert main([*words, "--policies", "llm:old_hand@stand-in"]) == 2
    assert "the name of a trivial player before @stand-in" in capsys.readouterr().err


def test_a_used_up_budget_is_one_line_and_the_command_continues(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    env, script = WARS[0]
    with chat_server() as server:
        monkeypatch.setenv("STUKA_LLM_CALLS", "7")
        assert main(command(env, script, server.url, tmp_path)) == 2
        last = capsys.readouterr().err.splitlines()[-1]
        assert "the budget of 7 calls is used up" in last
        assert "the same command continues" in last
        monkeypatch.delenv("STUKA_LLM_CALLS")
        assert main(command(env, script, server.url, tmp_path)) == 0
        words = f"{len(server.requests)} calls"
        assert words in capsys.readouterr().err


def test_a_model_that_never_answers_ends_the_command_unless_its_row_is_to_be_marked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with chat_server(player=lambda question: "I would rather not.") as server:
        words = command("Stuka/Mission-v0", "doctrine", server.url, tmp_path)
        words[words.index("--episodes") + 1] = "1"
        assert main(words) == 2
        last = capsys.readouterr().err.splitlines()[-1]
        assert "first_option has answered 10 questions in a row" in last
        assert last.endswith(
            "the same command continues them; with STUKA_LLM_FORCED=none it plays on and marks the row"
        )
        monkeypatch.setenv("STUKA_LLM_FORCED", "none")
        assert main(words) == 0
    shown = capsys.readouterr().out
    assert " FORCED " in shown.partition("\nllm:mock")[2].partition("\n")[0]
    assert " FORCED " not in shown.partition("\ndoctrine")[2].partition("\n")[0]
    assert "questions in a row, so its score is not that of the model" in shown
    (figures,) = json.loads((tmp_path / "out" / "results.json").read_text())["language_models"]
    assert figures["most_forced_in_a_row"] == figures["forced"] == figures["questions"]
    assert f"{figures['forced']} of them in a row" in figures["words"]


def test_the_number_of_forced_answers_must_be_a_number_or_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STUKA_LLM_FORCED", "many")
    with pytest.raises(ValueError, match="STUKA_LLM_FORCED: got 'many', allowed is none, or a whole number, 1 or more"):
        LanguageModel("llm:mock@http://x/v1")


@pytest.mark.parametrize(
    ("name", "model", "url"),
    [
        ("llm:mock@http://x/v1", "mock", "http://x/v1"),
        ("llm:org/mock@2024@https://x:1/v1", "org/mock@2024", "https://x:1/v1"),
        ("llm:a@http-model@http://x/v1", "a@http-model", "http://x/v1"),
    ],
)
def test_the_name_of_a_model_may_have_an_at_sign(name: str, model: str, url: str) -> None:
    endpoint = LanguageModel(name).endpoint
    assert (endpoint.model, endpoint.url) == (model, url)


def test_settings_are_sent_and_are_in_the_results_the_report_and_the_conversations(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in {
        "MAX_TOKENS": "max_completion_tokens=900", "TEMPERATURE": "0.5", "EFFORT": "low", "SEED": "7",
        "BODY": '{"top_p": 0.9}', "HEADERS": json.dumps({"X-Secret": KEY}), "PRICES": "10,20,1",
        "QUERY": json.dumps({"code": KEY}),
    }.items():  # fmt: skip
        monkeypatch.setenv(f"STUKA_LLM_{name}", value)
    fields = {"max_completion_tokens": 900, "temperature": 0.5, "reasoning_effort": "low", "seed": 7, "top_p": 0.9}
    usage = {"prompt_tokens": 1000, "completion_tokens": 10, "prompt_tokens_details": {"cached_tokens": 900}}
    reply = {"choices": [{"message": {"content": "Answer: 1"}}], "usage": usage}
    with chat_server(RawReply(json.dumps(reply))) as server:
        name = f"mine=llm:mock@{server.url}?api-version=1"
        words = ["--env", "Stuka/Mission-v0", "--policies", name, "--episodes", "1"]
        assert main([*words, "--output", str(tmp_path / "out")]) == 0
        others = ("model", "messages", "stream", "stream_options")
        assert {name: value for name, value in server.requests[0].items() if name not in others} == fields
        assert server.paths[0] == f"/v1/chat/completions?api-version=1&code={KEY}"
        assert {name.lower(): value for name, value in server.headers[0].items()}["x-secret"] == KEY
    (figures,) = json.loads((tmp_path / "out" / "results.json").read_text())["language_models"]
    assert figures["settings"] == fields | {"headers": ["X-Secret"], "query": ["code"]}
    assert figures["cost"] == pytest.approx((100 * 10 + 900 * 1 + 10 * 20) / 1e6)
    report = html.unescape((tmp_path / "out" / "report.html").read_text())
    assert f"settings {json.dumps(figures['settings'])}" in report
    (talk,) = (tmp_path / "llm").rglob("*.talk.jsonl")
    assert json.loads(talk.read_text().splitlines()[0])["settings"] == figures["settings"]
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert not [file for file in files if KEY.encode() in file.read_bytes()]


def test_wars_of_other_settings_are_not_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with chat_server() as server:
        words = ["--env", "Stuka/Mission-v0", "--policies", f"llm:mock@{server.url}", "--episodes", "1"]
        assert main([*words, "--output", str(tmp_path / "out")]) == 0
        calls = len(server.requests)
        monkeypatch.setenv("STUKA_LLM_TEMPERATURE", "0")
        assert main([*words, "--output", str(tmp_path / "again")]) == 0
        assert len(server.requests) == 2 * calls


def test_a_second_evaluation_in_the_same_folder_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with chat_server() as server:
        words = ["--env", "Stuka/Mission-v0", "--policies", f"llm:mock@{server.url}", "--episodes", "1"]
        assert main([*words, "--output", str(tmp_path / "out")]) == 0
        calls = len(server.requests)
        (folder,) = (tmp_path / "llm").iterdir()
        with locked_folder(folder):
            assert main([*words, "--output", str(tmp_path / "again")]) == 2
        assert "is in use by another program" in capsys.readouterr().err.splitlines()[-1]
        assert len(server.requests) == calls


def test_a_refused_field_names_its_variable(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    refusal = RawReply('{"error": {"message": "max_tokens is too large: 16384"}}', 400)
    with chat_server(refusal) as server:
        words = ["--env", "Stuka/Mission-v0", "--policies", f"llm:mock@{server.url}", "--episodes", "1"]
        assert main([*words, "--output", str(tmp_path / "out")]) == 2
    line = capsys.readouterr().err.splitlines()[-1]
    assert "status 400 (max_tokens is too large: 16384); it refuses the field 'max_tokens' of the request" in line
    assert line.endswith("; STUKA_LLM_MAX_TOKENS sets this field")


def test_an_address_with_a_key_is_refused_and_printed_nowhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--policies", "llm:mock@http://me:hidden@x/v1", "--episodes", "1", "--output", str(tmp_path / "out")]
    assert main(words) == 2
    shown = capsys.readouterr()
    assert "hidden" not in shown.err + shown.out
    assert "got a user, a fragment or a key" in shown.err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("name", "variable", "value", "message"),
    [
        ("llm:mock", "STUKA_LLM_CALLS", "9", "policies: got 'llm:mock', allowed is llm:MODEL@URL"),
        ("llm:@http://x", "STUKA_LLM_CALLS", "9", "allowed is llm:MODEL@URL"),
        ("llm:mock@ftp://x", "STUKA_LLM_CALLS", "9", "got 'ftp://x', allowed is http://"),
        ("llm:mock@http://x", "STUKA_LLM_CALLS", "many", "STUKA_LLM_CALLS: got 'many', allowed is a whole number"),
        ("llm:mock@http://x", "STUKA_LLM_CALLS", "0.5", "STUKA_LLM_CALLS: got '0.5', allowed is a whole number, 1"),
        ("llm:mock@http://x", "STUKA_LLM_TOKENS", "1e3", "STUKA_LLM_TOKENS: got '1e3'"),
        ("llm:mock@http://x", "STUKA_LLM_PARALLEL", "0.5", "STUKA_LLM_PARALLEL: got '0.5'"),
        ("llm:mock@http://x", "STUKA_LLM_PARALLEL", "0", "STUKA_LLM_PARALLEL: got '0'"),
        ("llm:mock@http://x", "STUKA_LLM_SECONDS", "0", "STUKA_LLM_SECONDS: got '0', allowed is a number above 0"),
        ("llm:mock@http://x", "STUKA_LLM_SECONDS", "inf", "STUKA_LLM_SECONDS: got 'inf', allowed is a number"),
        ("llm:mock@http://x", "STUKA_LLM_PRICES", "1,-1", "STUKA_LLM_PRICES: got '1,-1'"),
        ("llm:mock@http://x", "STUKA_LLM_PRICES", "1,nan", "STUKA_LLM_PRICES: got '1,nan'"),
        ("llm:mock@http://x", "STUKA_LLM_MAX_TOKENS", "tokens=9", "STUKA_LLM_MAX_TOKENS: got 'tokens=9'"),
        ("llm:mock@http://x", "STUKA_LLM_MAX_TOKENS", "0", "STUKA_LLM_MAX_TOKENS: got '0'"),
        ("llm:mock@http://x", "STUKA_LLM_TEMPERATURE", "-1", "STUKA_LLM_TEMPERATURE: got -1.0"),
        ("llm:mock@http://x", "STUKA_LLM_TEMPERATURE", "nan", "STUKA_LLM_TEMPERATURE: got 'nan'"),
        ("llm:mock@http://x", "STUKA_LLM_SEED", "-1", "STUKA_LLM_SEED: got '-1'"),
        ("llm:mock@http://x", "STUKA_LLM_BODY", "[1]", "STUKA_LLM_BODY: no JSON object"),
        ("llm:mock@http://x", "STUKA_LLM_BODY", '{"model": 1}', "STUKA_LLM_BODY: got 'model'"),
        ("llm:mock@http://x", "STUKA_LLM_HEADERS", "{", "STUKA_LLM_HEADERS: no JSON object: cut off"),
        ("llm:mock@http://x", "STUKA_LLM_HEADERS", '{"a": 1}', "STUKA_LLM_HEADERS: the value of 'a' is no text"),
        ("llm:mock@http://x", "STUKA_LLM_PRICES", "1", "STUKA_LLM_PRICES: got '1', allowed is two or three"),
    ],
)
def test_a_wrong_name_or_setting_is_refused(
    name: str, variable: str, value: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(ValueError, match=re.escape(message)):
        LanguageModel(name)
