"""A war played by hand under charts drawn at random: its file and its replay name the set."""

import re
from pathlib import Path

import numpy as np
import pytest

from stuka_env import cli
from stuka_env.charts.bank import ChartBank, ChartSets
from stuka_env.game import game_of
from stuka_env.play.war import War
from stuka_env.play.war_file import SaveError, load_war, replay_of, save_war
from stuka_env.replay import save, verify

PRINTED = {
    "Stuka/Operation-v0": ("stuka", "b2", "Escorts"),
    "Interceptor/Month-v0": ("interceptor", "b8", "KIA"),
    "Wing/Mission-v0": ("wing", "dropout", "home_at_least"),
}
"""Ids, with the name of the game, a chart, and a word of that chart."""
each_game = pytest.mark.parametrize("env_id", PRINTED)


def sets_of(env_id: str) -> ChartSets:
    """Return the sets of the bank of a game."""
    game = game_of(env_id)
    assert game is not None and game.engine.bank is not None
    return game.engine.bank.source.sets()


def played(env_id: str, steps: int) -> War:
    war, rng = War(env_id, {"charts": "random-evaluation"}, 5), np.random.default_rng(5)
    for _ in range(steps):
        if war.over:
            break
        war.take(int(rng.choice([index for index, _ in war.legal])))
    return war


@each_game
def test_a_saved_war_finds_its_set(env_id: str, tmp_path: Path) -> None:
    war = played(env_id, 60)
    assert war.arguments["charts"] == f"bank:{war.charts.sha256}"
    assert war.charts.sha256 in sets_of(env_id).digests[576:]
    again = load_war(save_war(war, tmp_path / "war.json"))
    assert again.charts is war.charts and again.mat.tobytes() == war.mat.tobytes()
    assert (again.legal, again.journal) == (war.legal, war.journal)


@each_game
def test_an_unknown_set_is_refused_in_one_line(env_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    war = played(env_id, 3)
    path = save_war(war, tmp_path / "war.json")
    sets = sets_of(env_id)
    others = ChartSets(sets.records, tuple(digest for digest in sets.digests if digest != war.charts.sha256))
    monkeypatch.setattr(ChartBank, "sets", lambda _: others)
    with pytest.raises(SaveError, match=r"charts: 'bank:\w+': the bank has no set with this digest") as error:
        load_war(path)
    assert "\n" not in str(error.value)


@each_game
def test_the_commands_show_such_a_war(env_id: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    war = played(env_id, 100_000)
    path = save(replay_of(war), tmp_path / "war-0001.json")
    assert verify(replay_of(war)).finished
    assert cli.main(["replay", str(path)]) == 0
    assert cli.main(["log", str(path)]) == 0
    page = tmp_path / "page.html"
    assert cli.main(["watch", str(path), "--output", str(page)]) == 0
    assert war.charts.sha256 in page.read_text(encoding="utf-8")
    capsys.readouterr()
    name, chart, text = PRINTED[env_id]
    assert cli.main(["charts", "--game", name, chart, "--charts", f"bank:{war.charts.sha256}"]) == 0
    assert re.search(text, capsys.readouterr().out)
