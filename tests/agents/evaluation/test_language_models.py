"""``evaluate.py --policies llm:MODEL@URL``: a language model beside a script, over the same wars."""

import csv
import json
from pathlib import Path

import pytest

from agents.commands import evaluate as main
from agents.evaluation.language_models import LanguageModel
from stuka_env.replay import load, verify
from stuka_env.text.endpoint import KEY_VARIABLE
from tests.support.chat_server import chat_server

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
        assert f"0 forced, 0 cut, cost {calls * 0.0012:.4f} (" in shown.err
    (figures,) = json.loads((tmp_path / "out" / "results.json").read_text())["language_models"]
    assert (figures["policy"], figures["calls"], figures["prompt_tokens"]) == (name, calls, 100 * calls)
    assert figures["words"] in (tmp_path / "out" / "report.html").read_text()
    with (tmp_path / "out" / "results.csv").open() as file:
        rows = [row for row in csv.DictReader(file) if row["policy"] == name]
    kept = {replay.seed: replay for replay in map(load, sorted((tmp_path / "llm").rglob("*-v0-*[0-9].json")))}
    assert [kept[int(row["seed"])].score for row in rows] == [int(float(row["score"])) for row in rows]
    (recorded,) = (tmp_path / "out" / "replays").glob("llm-mock*-0001.json")
    assert verify(load(recorded)).score == int(float(rows[0]["score"]))
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert not [file for file in files if KEY.encode() in file.read_bytes()]


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


@pytest.mark.parametrize(
    ("name", "variable", "value", "message"),
    [
        ("llm:mock", "STUKA_LLM_CALLS", "9", "policies: got 'llm:mock', allowed is llm:MODEL@URL"),
        ("llm:@http://x", "STUKA_LLM_CALLS", "9", "allowed is llm:MODEL@URL"),
        ("llm:mock@ftp://x", "STUKA_LLM_CALLS", "9", "got 'ftp://x', allowed is http://"),
        ("llm:mock@http://x", "STUKA_LLM_CALLS", "many", "STUKA_LLM_CALLS: got 'many', allowed is a number above 0"),
        ("llm:mock@http://x", "STUKA_LLM_PRICES", "1", "STUKA_LLM_PRICES: got '1', allowed is two numbers"),
    ],
)
def test_a_wrong_name_or_setting_is_refused(
    name: str, variable: str, value: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(ValueError, match=message.replace("(", r"\(")):
        LanguageModel(name)
