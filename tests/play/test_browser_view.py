"""The game behind the page, without a server: what tabs see, and what their requests do."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stuka_env.games.stuka.codes import ACTS
from stuka_env.play.advice import Opinion, PolicyAdviser
from stuka_env.play.keys import keys_of
from stuka_env.play.parts import play_parts
from stuka_env.play.session import Session
from stuka_env.play.sharing import MadeReview
from stuka_env.play.typed_rolls import CannotPlay, Position
from stuka_env.play.war import War
from stuka_env.play.war_file import load_war
from stuka_env.policy import PolicyOutput

pytest.importorskip("aiohttp", reason="aiohttp is not installed: pip install 'stuka-env[play]'")

from stuka_env.play.browser.game import STALE, WRONG_REQUEST, BrowserGame
from stuka_env.play.browser.server import game_page, policy_for, script, style
from tests.support.game_server import until


def game_of(folder: Path, adviser: Any = None, **arguments: Any) -> BrowserGame:
    war = War("Stuka/Operation-v0", {}, 7, **arguments)
    return BrowserGame(Session(war, folder / "war.json"), adviser, lambda: None)


def ask(game: BrowserGame, action: str, **fields: Any) -> dict[str, Any]:
    return game.play({"do": action, "version": game.version, **fields})


class FirstLegal:
    """An adviser that takes the first legal action, or fails."""

    def __init__(self, name: str, fails: bool = False) -> None:
        self.name, self.fails = name, fails

    def consider(self, position: Position) -> Opinion:
        if self.fails:
            raise RuntimeError("no idea\nat all")
        first, second = np.flatnonzero(position.mask[0])[:2].tolist()
        return Opinion(first, {first: 0.9, second: 0.1}, {first: 50.0, second: 48.5}, 50.0, {second: 0.4}, "", "habit")


def test_a_state_is_json_and_has_the_mat(tmp_path: Path) -> None:
    game = game_of(tmp_path)
    state = json.loads(json.dumps(game.state(), allow_nan=False))
    war = game.session.war
    kinds, shared = state["war"]["sheet"]["kinds"], state["war"]["sheet"]["shared"]
    assert [name for name, _ in kinds][:2] == ["list", "sheet"] and "Mission 1 of 30, 1 of 10 in its segment" in shared
    assert [option[1] for option in state["war"]["options"]] == [index for index, _ in war.legal]
    assert state["war"]["options"][0][4] and not state["war"]["options"][1][4]  # giving up is marked
    assert state["crews"] is None and state["war"]["end"] is None


class Boundless:
    """A policy whose figures are infinite."""

    name = "boundless"

    def act(self, inputs: Any, actions: Any) -> None:
        actions[:] = inputs.masks.argmax(axis=1)

    def explain(self, inputs: Any) -> PolicyOutput:
        endless = np.full(inputs.masks.shape, np.inf, np.float32)
        return PolicyOutput(endless, np.array([np.inf], np.float32), endless, endless)


def test_infinite_figures_of_a_policy_are_left_out_of_the_state(tmp_path: Path) -> None:
    parts = play_parts("stuka")
    game = game_of(tmp_path, PolicyAdviser(Boundless(), parts))
    until(lambda: game.state()["advice"]["opinion"], "the advice")
    opinion = json.loads(json.dumps(game.state(), allow_nan=False))["advice"]["opinion"]
    assert opinion["chances"] == opinion["more"] == []


def test_crews_are_proposed_changed_and_seated(tmp_path: Path) -> None:
    game = game_of(tmp_path)
    ask(game, "take", answer=ACTS.index_of("FLY", 3))
    version, crews = game.version, game.state()["crews"]
    assert len(crews["places"]) == 6 and crews["way"] == "best rested" and crews["cards"][0][-1]["numbers"] == [11]
    ask(game, "change", row=2, column=0, person=9)
    crews = game.state()["crews"]
    assert game.version == version and [2, 0, 9] in crews["places"]
    assert [words.endswith("stays at home.") for words in crews["changes"]] == [True]
    for wrong in (
        {"row": 9, "column": 0, "person": 9},
        {"row": 2, "column": 5, "person": 9},
        {"row": 2, "column": 0, "person": 99},
    ):
        with pytest.raises(CannotPlay):
            ask(game, "change", **wrong)
    with pytest.raises(CannotPlay, match="Nobody advises"):
        ask(game, "propose", way="advised")
    ask(game, "seat")
    assert load_war(tmp_path / "war.json").mat["aircraft"]["pilot"][1] == 9
    ask(game, "undo")
    assert game.state()["crews"] is not None
    ask(game, "one_by_one")
    assert game.state()["crews"] is None and len(game.state()["war"]["options"]) > 5
    ask(game, "all_crews")
    assert game.state()["crews"] is not None


def test_an_old_version_and_unknown_requests_are_refused(tmp_path: Path) -> None:
    game = game_of(tmp_path)
    old = game.version
    ask(game, "take", answer=ACTS.index_of("FLY", 3))
    with pytest.raises(CannotPlay, match=STALE):
        game.play({"do": "undo", "version": old})
    wrong: list[Any] = [{"do": "undo"}, {"do": "fly", "version": game.version}, None, [], {"version": game.version}]
    for request in wrong:
        with pytest.raises(CannotPlay, match=WRONG_REQUEST):
            game.play(request)
    with pytest.raises(CannotPlay, match=WRONG_REQUEST):
        game.work({"do": "take"})
    with pytest.raises(CannotPlay, match=WRONG_REQUEST):
        ask(game, "again")  # the war is not over


def test_advice_belongs_to_the_open_question(tmp_path: Path) -> None:
    game = game_of(tmp_path, FirstLegal("first"))
    until(lambda: game.state()["advice"]["opinion"] is not None, "the advice")
    opinion = game.state()["advice"]["opinion"]
    assert opinion["choice"] == game.session.war.legal[0][0] and opinion["reason"] == "habit"
    assert opinion["more"] == [[game.session.war.legal[1][0], -1.5, 0.4]]
    assert "first expects a final score of 50.0" in opinion["summary"]
    ask(game, "take", answer=ACTS.index_of("FLY", 3))
    until(lambda: game.state()["advice"]["opinion"] is not None, "the next advice")
    assert game.state()["advice"]["opinion"]["choice"] == game.session.war.legal[0][0]


def test_a_failing_adviser_is_one_line(tmp_path: Path) -> None:
    game = game_of(tmp_path, FirstLegal("bad", fails=True))
    until(lambda: "failed" in game.state()["advice"]["status"], "the failure")
    assert game.state()["advice"]["status"] == "bad failed: RuntimeError: no idea"
    ask(game, "take", answer=ACTS.index_of("FLY", 3))
    with pytest.raises(CannotPlay, match="bad failed: RuntimeError: no idea"):
        ask(game, "propose", way="advised")


def test_own_dice_are_asked_for_and_read(tmp_path: Path) -> None:
    game = game_of(tmp_path, table=True)
    state = game.state()["war"]
    assert state["dice"]["allowed"] == "1 to 6, 1 to 6, 1 to 6" and state["options"] == [] and not state["rivals"]
    with pytest.raises(CannotPlay, match="allowed is 1 to 6"):
        ask(game, "roll", typed="9 9 9")
    ask(game, "roll", typed="344")
    assert game.state()["war"]["dice"] is None and game.state()["war"]["options"]


def test_a_mission_that_ends_has_its_debrief_and_a_war_its_end(tmp_path: Path) -> None:
    war = War("Stuka/Mission-v0", {"segment": "1941-06"}, 1)
    game = BrowserGame(Session(war, tmp_path / "war.json"), None, lambda: None)
    ask(game, "take", answer=ACTS.index_of("NO_FLY", 0))
    state = game.state()
    assert [one["flown"] for one in state["ended"]] == [False]
    assert state["war"]["end"]["score"] == 0
    assert [step[0] for step in state["war"]["end"]["steps"]] == [
        "watch",
        "review",
        "compare",
        "share",
        "again",
        "another",
    ]
    assert "<html" in game.watch_page()
    ask(game, "again")
    assert not game.session.war.over and game.session.path.name == "war-2.json" and game.state()["war"]["end"] is None


def test_a_review_that_ends_after_another_war_has_begun_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    war = War("Stuka/Mission-v0", {"segment": "1941-06"}, 1)
    game = BrowserGame(Session(war, tmp_path / "war.json"), None, lambda: None)
    ask(game, "take", answer=ACTS.index_of("NO_FLY", 0))

    def begin_again(session: Session) -> MadeReview:
        ask(game, "again")
        return MadeReview(tmp_path / "war-review.html", 58.0, 1.0, {})

    monkeypatch.setattr("stuka_env.play.browser.game.make_review", begin_again)
    with pytest.raises(CannotPlay, match="Another war has begun"):
        game.work({"do": "review"})
    assert game.review_page() is None


def test_a_war_with_own_dice_offers_no_comparison(tmp_path: Path) -> None:
    war = War("Stuka/Mission-v0", {"segment": "1941-06"}, 1, table=True)
    game = BrowserGame(Session(war, tmp_path / "war.json"), None, lambda: None)
    ask(game, "roll", typed="344")
    ask(game, "take", answer=ACTS.index_of("NO_FLY", 0))
    steps = {step[0]: step[2] for step in game.state()["war"]["end"]["steps"]}
    assert "compare" not in steps and "par" not in steps["share"]


def test_the_page_runs_its_own_script_alone() -> None:
    war = War("Stuka/Operation-v0", {}, 7)
    page, policy = game_page(war.engine.war_spec(), keys_of(war.parts)), policy_for("127.0.0.1:8000")
    assert "default-src 'none'" in policy and "connect-src 'self' ws://127.0.0.1:8000;" in policy
    assert page.count("<script") == 2 and " onclick" not in page and "innerHTML" not in script()
    assert script() in page and style() in page


def test_charts_that_are_drawn_at_random_are_played(tmp_path: Path) -> None:
    war = War("Stuka/Mission-v0", {"charts": "random-evaluation"}, 5)
    game = BrowserGame(Session(war, tmp_path / "war.json"), None, lambda: None)
    assert "random-evaluation" not in game.state()["war"]["name"] and game.state()["war"]["options"]
    game.play({"do": "take", "version": game.version, "answer": war.legal[0][0]})
    assert load_war(tmp_path / "war.json").arguments["charts"].startswith("bank:")
