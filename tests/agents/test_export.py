"""``stuka text --export``: lines with a question, the teacher's choice and the cost of every option."""

import json
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

from agents.exercises.export import CLEAR_ERRORS, TOGETHER, best_script, card_file
from agents.registry import make_policy
from stuka_env.cli import main
from stuka_env.envs.single import StukaEnv
from stuka_env.flights.episodes import policy_input
from stuka_env.text import TextGame

GAMES = {
    "stuka": "Stuka/Mission-v0",
    "interceptor": "Interceptor/Sortie-v0",
    "wing": "Wing/Mission-v0",
    "support": "Support/Battle-v0",
}
DECISIONS, ROLLOUTS = TOGETHER + 5, 16


def export(path: Path, env: str, *words: str) -> int:
    """Run the command for a few decisions, and return its exit status."""
    numbers = ["--decisions", str(DECISIONS), "--rollouts", str(ROLLOUTS)]
    return main(["text", "--export", str(path), "--env", env, *numbers, *words])


def lines_in(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def choice_at(env: Any, script: str, game: str) -> int:
    """Return the action of a script at the open decision."""
    war, action = env.unwrapped, np.zeros(1, np.int64)
    assert isinstance(war, StukaEnv)
    view = war.engine.new_view()
    war.engine.show(view.buffers)
    make_policy(script, game).act(policy_input(war.engine, view), action)
    return int(action[0])


@pytest.fixture(scope="module", params=list(GAMES))
def exported(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """A game and a file with decisions of it."""
    path = tmp_path_factory.mktemp(request.param) / "data.jsonl"
    assert export(path, GAMES[request.param]) == 0
    return request.param, path


def test_a_line_is_what_a_model_reads_and_what_the_script_does(exported: tuple[str, Path]) -> None:
    game, path = exported
    lines, same = lines_in(path), 0
    assert len(lines) == DECISIONS and len({line["decision"] for line in lines}) >= 5
    for line in lines:
        env = gymnasium.make(GAMES[game], journal=True)
        env.reset(seed=0, options={"position": line["position"]})
        asked = TextGame(env, merged=False, order=line["position"])
        assert asked.observe() == line["question"] and line["reason"]
        assert [option.words for option in asked.question.options] == [option["label"] for option in line["options"]]
        same += asked.question.options[line["choice"] - 1].actions == (choice_at(env, best_script(game), game),)
    assert same == DECISIONS


def test_preferences_are_clear(exported: tuple[str, Path]) -> None:
    """A pair has the teacher's choice, the better option first, and every clear option is in one."""
    _, path = exported
    pairs = 0
    for line in lines_in(path):
        own, options = line["choice"], line["options"]
        assert options[own - 1]["difference"] == options[own - 1]["error"] == 0
        expected = []
        for number, option in enumerate(options, 1):
            gap, error = option["difference"], option["error"]
            if gap and abs(gap) > CLEAR_ERRORS * error + 1e-3:
                expected.append([own, number] if gap < 0 else [number, own])
        pairs += len(expected)
        assert [pair for pair in expected if pair not in line["preferences"]] == []
        assert len(line["preferences"]) <= len(expected) + 1  # one may be clear by less than the digits of the file
    assert pairs


def test_the_same_command_continues_a_broken_file(exported: tuple[str, Path], tmp_path: Path) -> None:
    game, path = exported
    whole, part = path.read_bytes(), tmp_path / "part.jsonl"
    part.write_bytes(whole[: int(len(whole) * 0.9)])
    card_file(part).write_bytes(card_file(path).read_bytes())
    assert export(part, GAMES[game]) == 0
    assert part.read_bytes() == whole


def test_a_file_of_other_data_is_refused(exported: tuple[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    game, path = exported
    before = path.read_bytes()
    assert export(path, GAMES[game], "--seed", "5") == 2
    assert "which has other seed, allowed is a new file" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_the_card_says_what_is_in_the_file(exported: tuple[str, Path]) -> None:
    game, path = exported
    card = json.loads(card_file(path).read_text(encoding="utf-8"))
    assert card["teacher"] == best_script(game) and card["rollouts"] == ROLLOUTS and len(card["rules"]) > 1000


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--teacher", "nobody"], "teacher: got 'nobody', allowed is "),
        (["--rollouts", "1"], "rollouts: got '1', allowed is a whole number from 2 to "),
        (["--charts", "random"], "charts: got 'random', allowed is a folder"),
        (["--turn", "5"], "turn: only for "),
    ],
)
def test_wrong_arguments(words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert export(tmp_path / "data.jsonl", "Stuka/Mission-v0", *words) == 2
    assert message in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_without_odds(tmp_path: Path) -> None:
    """The options lose their odds, and the costs stay."""
    files = tmp_path / "with.jsonl", tmp_path / "without.jsonl"
    assert export(files[0], "Stuka/Mission-v0") == export(files[1], "Stuka/Mission-v0", "--no-odds") == 0
    costs = [[[option["difference"] for option in line["options"]] for line in lines_in(path)] for path in files]
    assert costs[0] == costs[1]
    assert files[0].read_text().count("expected") > files[1].read_text().count("expected")
