"""``docs/environment.md`` is generated, current, and agrees with the code it describes."""

import inspect
import re
from pathlib import Path

import gymnasium
import pytest

import stuka_env
from tools import environment_doc as tool


def test_page_is_current() -> None:
    assert tool.main(["--check"]) == 0


def test_check_notices_a_stale_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tool, "DOCS", tmp_path)
    assert tool.main(["--check"]) == 1
    assert "stale" in capsys.readouterr().err
    assert tool.main([]) == 0
    assert tool.main(["--check"]) == 0


def test_the_interface_comes_first_and_tables_have_pages_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    page = tool.document("environment.md")
    assert page.index("## In short") < page.index("## Arguments") < page.index("## Actions") < page.index("## Reward")
    assert len(page) < 20_000 and "| `NO_FLY` |" not in page and "| `war_scale` |" not in page
    assert "| `NO_FLY` |" in tool.document("actions.md") and "| `war_scale` |" in tool.document("observation.md")
    (code,) = re.findall(r"^```python\n(.*?)^```$", tool.IN_SHORT, re.DOTALL | re.MULTILINE)
    exec(code, {})  # a program of the page, which names what it imports
    assert capsys.readouterr().out == "(626,) Discrete(135)\n(16, 626) (16, 135)\n"


def test_every_environment_is_on_the_page() -> None:
    assert tuple(name for name, _, _ in tool.ENVIRONMENT_ROWS) == stuka_env.ENVIRONMENTS


def test_reward_parts_are_the_engine_s() -> None:
    from stuka_env.games.stuka.rules.ledger import PARTS

    assert tuple(name for name, _ in tool.PART_ROWS) == PARTS


def test_arguments_are_the_environment_s() -> None:
    from stuka_env.envs.single import StukaEnv
    from stuka_env.games.stuka.scenario.arguments import read_war_spec

    parameters = {*inspect.signature(StukaEnv.__init__).parameters, *inspect.signature(read_war_spec).parameters}
    written = [name for name, _, _ in tool.ARGUMENT_ROWS]
    assert len(written) == len(set(written))
    assert set(written) == parameters - {"self", "game", "scale", "arguments"}


def test_options_are_the_environment_s() -> None:
    from stuka_env.envs.arguments import RESET_OPTIONS, STATE_OPTION

    assert tuple(name for name, _ in tool.RESET_OPTION_ROWS) == (*RESET_OPTIONS, STATE_OPTION)


def test_info_keys_are_on_the_page() -> None:
    env = gymnasium.make("Stuka/Mission-v0", disable_env_checker=True)
    _, info = env.reset(seed=1)
    seen = set(info)
    over = False
    while not over:
        action = int(info["action_mask"].argmax())
        _, _, over, _, info = env.step(action)
        seen |= set(info)
    assert seen == {name for name, _, _ in tool.INFO}
