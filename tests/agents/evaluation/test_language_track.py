"""Language models on a track: their entries, the quick track and its continuation, and replays as entries."""

import itertools
import json
from pathlib import Path

import pytest

from agents.commands import evaluate as main
from agents.evaluation.entries import LeaderboardEntry, read_entry
from agents.evaluation.model_figures import ModelFigures
from agents.evaluation.secret_wars import read_secret, sealed
from agents.evaluation.tracks import EvaluationTrack
from agents.games.interceptor.evaluation.tracks import CAREER_LANGUAGE, CAREER_SHORT, MONTH_LANGUAGE
from agents.games.interceptor.evaluation.tracks import TRACKS as CAREER_TRACKS
from agents.games.stuka.evaluation.tracks import LANGUAGE_TRACK, TRACKS
from stuka_env.policy import NEUTRAL, load_policy
from stuka_env.replay import save
from stuka_env.text.compared_wars import played_by
from stuka_env.text.open_question import MOST_REFUSALS
from tests.support.chat_server import ChatServer, chat_server
from tests.support.slow import slow, study
from tests.support.text_stand_ins import StandIn
from tests.support.tracks import refusal


def short(track: EvaluationTrack, name: str, wars: int) -> EvaluationTrack:
    """Return a track with a few wars of another one."""
    return track._replace(name=name, scenarios=(track.headline._replace(wars=wars),))


QUICK, WHOLE = short(LANGUAGE_TRACK, "few", 2), short(LANGUAGE_TRACK, "more", 4)
MONTHS, CAREERS = short(MONTH_LANGUAGE, "months", 3), short(CAREER_LANGUAGE, "careers", 2)
ASKED = short(CAREER_SHORT, "asked", 2)


@pytest.fixture(autouse=True)
def settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for track in (QUICK, WHOLE):
        monkeypatch.setitem(TRACKS, track.name, track)
    for track in (MONTHS, CAREERS, ASKED):
        monkeypatch.setitem(CAREER_TRACKS, track.name, track)
    monkeypatch.setenv("STUKA_LLM_FOLDER", str(tmp_path / "llm"))
    monkeypatch.setenv("STUKA_LLM_PARALLEL", "1")
    monkeypatch.setenv("STUKA_LLM_PRICES", "1000,0")


def player(script: str, track: EvaluationTrack) -> StandIn:
    policy = load_policy(script, track.headline.game.name)
    return StandIn(policy, track.headline.spec(), track.war_seeds(track.headline.wars), track.seed, form=track.form)


def fly(track: EvaluationTrack, policy: str, folder: Path, *words: str) -> LeaderboardEntry:
    assert main(["--track", track.name, "--policies", policy, "--output", str(folder), *words]) == 0
    return read_entry(entry_path(track, policy.partition("=")[0], folder, *words))


def entry_path(track: EvaluationTrack, name: str, folder: Path, *words: str) -> Path:
    """The file of an entry, of sealed wars if ``words`` say so."""
    (path,) = folder.glob(f"{track.name}-{name}{'-sealed-*' if words else ''}.json")
    return path


def model(server: ChatServer) -> str:
    return f"model=llm:script@{server.url}"


@pytest.mark.parametrize(
    ("track", "script"),
    [
        (WHOLE, "kette"),
        study(WHOLE, "random"),
        (MONTHS, "champion"),
        slow(ASKED, "by_the_book"),
        slow(MONTHS, "random"),
        study(CAREERS, "champion"),
        study(CAREERS, NEUTRAL),
    ],
)
def test_a_stand_in_has_the_entry_of_its_script(track: EvaluationTrack, script: str, tmp_path: Path) -> None:
    native = fly(track, script, tmp_path)
    with chat_server(player=player(script, track).answer, tokens=len) as server:
        entry = fly(track, model(server), tmp_path)
        calls = len(server.requests)
        read = sum(len(message["content"]) for body in server.requests for message in body["messages"])
    assert entry.headline.scores == native.headline.scores
    assert entry.headline.luck == native.headline.luck
    assert entry.headline.decisions == native.headline.decisions >= calls
    figures = entry.language_model
    assert figures is not None and entry.kind == "language model"
    neutral = fly(track, NEUTRAL, tmp_path)
    assert neutral.kind == "script"
    settings = {"max_tokens": 16384, **track.form.described}
    expected = ModelFigures(calls, 0, 0, 0, read, 0, round(read / 1000, 4), settings=settings)
    assert figures.milliseconds > 0 and figures.seconds_a_call == figures.milliseconds / 1000 / calls
    assert figures._replace(reply_tokens=0, milliseconds=0) == expected._replace(
        questions=calls,
        unforced_wars=track.headline.wars,
        unforced_score=native.headline.score.mean,
        neutral_score=neutral.headline.score.mean,
    )
    assert (
        native.language_model is None
        and '"language_model"' not in (tmp_path / f"{track.name}-{script}.json").read_text()
    )


@pytest.mark.parametrize(("track", "script"), [(QUICK, "kette"), (MONTHS, "champion")])
def test_a_stand_in_flies_sealed_wars(track: EvaluationTrack, script: str, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_bytes(bytes.fromhex("c2904e7fd1158ab36e02f94d77a18c5be3306f21"))
    words, mine = ("--sealed", str(secret)), sealed(track, read_secret(secret))
    native = fly(track, script, tmp_path, *words)
    with chat_server(player=player(script, mine).answer) as server:
        entry = fly(track, model(server), tmp_path, *words)
        talk = json.dumps(server.requests)
    assert entry.seed == native.seed == mine.seed_in_words
    assert entry.headline.scores == native.headline.scores
    assert not any(str(seed) in talk for seed in [mine.sealed_seed, *mine.war_seeds(track.headline.wars).tolist()])
    file = str(entry_path(track, "model", tmp_path, *words))
    assert main(["--check", file, *words, "--refly", "2"]) == 0


def test_forced_answers_are_counted_beside_the_score_of_the_neutral_policy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    neutral = fly(WHOLE, NEUTRAL, tmp_path)
    stand_in, calls = player(NEUTRAL, WHOLE), itertools.count(1)

    def silent_at_first(question: str) -> str:
        """Answer as the neutral policy, but keep the answers to the first two questions back."""
        call = next(calls)
        is_open = call <= 2 * MOST_REFUSALS and call % MOST_REFUSALS
        reply = "" if is_open else stand_in.answer(question)
        return reply if call > 2 * MOST_REFUSALS else "I cannot decide."

    with chat_server(player=silent_at_first) as server:
        entry = fly(WHOLE, model(server), tmp_path)
    figures = entry.language_model
    assert figures is not None
    assert (figures.forced, figures.refusals, figures.unforced_wars) == (2, 2 * MOST_REFUSALS, 3)
    assert entry.headline.scores == neutral.headline.scores
    assert figures.unforced_score == pytest.approx(sum(neutral.headline.scores[1:]) / 3, abs=1e-4)
    assert figures.neutral_score == neutral.headline.score.mean
    words = (
        f"2 forced ({2 / figures.questions:.1%} of {figures.questions} questions), score {figures.neutral_score:.2f}"
    )
    assert words in capsys.readouterr().err


def test_the_whole_track_continues_the_quick_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with chat_server() as server:
        quick = fly(QUICK, model(server), tmp_path)
        calls = len(server.requests)
        assert quick.language_model is not None and quick.language_model.calls == calls
        monkeypatch.setenv("STUKA_LLM_CALLS", "3")
        words = ["--track", WHOLE.name, "--policies", model(server), "--output", str(tmp_path)]
        assert main(words) == 2 and len(server.requests) == calls + 3
        monkeypatch.delenv("STUKA_LLM_CALLS")
        whole = fly(WHOLE, model(server), tmp_path)
        calls = len(server.requests)
        assert whole.language_model is not None and whole.language_model.calls == calls
        assert whole.headline.scores[:2] == quick.headline.scores
        assert main(["--check", str(tmp_path / "more-model.json"), "--refly", "4"]) == 0
        assert len(server.requests) == calls


def test_an_entry_of_wars_that_an_earlier_run_has_flown_has_its_figures(tmp_path: Path) -> None:
    with chat_server(player=player("kette", QUICK).answer) as server:
        words = ["--track", QUICK.name, "--policies", model(server), "--resume", "--output", str(tmp_path)]
        assert main(words) == main(words) == 0
        figures = read_entry(tmp_path / "few-model.json").language_model
        assert figures is not None and figures.calls == len(server.requests)


@pytest.mark.parametrize("memory", ["notes", "whole"])
def test_the_stand_in_of_the_house_plays_with_a_memory(
    memory: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a key, and as without a memory; the entry states it and has the number of notes."""
    plain = fly(QUICK, "plain=bot:longest", tmp_path)
    monkeypatch.setenv("STUKA_LLM_MEMORY", memory)
    entry = fly(QUICK, "mine=llm:longest@stand-in", tmp_path)
    figures = entry.language_model
    assert figures is not None and entry.headline.scores == plain.headline.scores
    assert figures.settings["memory"] == memory
    assert figures.notes == (figures.questions if memory == "notes" else 0)
    assert ("notes, 0 of them cut" in capsys.readouterr().err) is (memory == "notes")
    assert main(["--check", str(tmp_path / "few-mine.json")]) == 0
    monkeypatch.setenv("STUKA_LLM_MEMORY", "much")
    words = ("--track", QUICK.name, "--policies", "mine=llm:longest@stand-in", "--output", str(tmp_path))
    assert "STUKA_LLM_MEMORY: got 'much', allowed is" in refusal(capsys, *words)


def test_replays_enter_a_track(tmp_path: Path) -> None:
    with chat_server(player=player("kette", QUICK).answer) as server:
        entry = fly(QUICK, model(server), tmp_path)
    (folder,) = (tmp_path / "llm").iterdir()
    (folder / "Stuka-Mission-v0-1.usage.json").write_text("{}")  # as earlier versions wrote them
    again = fly(QUICK, f"again=replays:{folder}", tmp_path)
    assert (again.headline.scores, again.headline.luck) == (entry.headline.scores, entry.headline.luck)
    assert (again.kind, again.language_model) == ("other", None)
    assert main(["--check", str(tmp_path / "few-again.json"), "--refly", "2"]) == 0


def test_replays_enter_a_track_where_a_script_takes_decisions_too(tmp_path: Path) -> None:
    with chat_server(player=player("by_the_book", ASKED).answer) as server:
        entry = fly(ASKED, model(server), tmp_path)
    (folder,) = (tmp_path / "llm").iterdir()
    again = fly(ASKED, f"again=replays:{folder}", tmp_path)
    assert (again.headline.scores, again.headline.luck) == (entry.headline.scores, entry.headline.luck)
    assert main(["--check", str(tmp_path / "asked-again.json"), "--refly", "2"]) == 0


def test_a_replay_whose_player_took_decisions_of_the_script_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = ASKED.headline.spec()
    for seed in ASKED.war_seeds(2).tolist():
        save(played_by(load_policy("by_the_book", "interceptor"), spec, seed, 0), tmp_path / f"{seed}.json")
    words = ("--track", ASKED.name, "--policies", f"mine=replays:{tmp_path}", "--output", str(tmp_path / "out"))
    assert "has other decisions than those of 'champion', which takes all but AIRCRAFT, ZONE" in refusal(capsys, *words)
    assert "not allowed with --track asked" in refusal(capsys, *words[:2], "--policies", "random", "--ray")


def test_a_sealed_entry_of_the_affordable_form_is_checked(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_bytes(bytes.fromhex("c2904e7fd1158ab36e02f94d77a18c5be3306f21"))
    words = ("--sealed", str(secret))
    fly(ASKED, "by_the_book", tmp_path, *words)
    assert main(["--check", str(entry_path(ASKED, "by_the_book", tmp_path, *words)), *words, "--refly", "2"]) == 0


def test_an_entry_of_a_model_needs_its_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with chat_server(player=player("kette", QUICK).answer) as server:
        fly(QUICK, model(server), tmp_path)
        words = ("--track", QUICK.name, "--policies", model(server), "--decisions-seen", "5")
        assert "is a language model" in refusal(capsys, *words, "--output", str(tmp_path))
    path = tmp_path / "few-model.json"
    contents = json.loads(path.read_text())
    figures = contents["language_model"]
    for wrong, named in (
        (contents | {"kind": "other"}, "has the key 'language_model'"),
        ({key: value for key, value in contents.items() if key != "language_model"}, "lacks the key 'language_model'"),
        (contents | {"language_model": figures | {"calls": -1}}, "language_model.calls: got -1"),
        (contents | {"language_model": figures | {"cost": "much"}}, "language_model.cost: got 'much'"),
        (contents | {"language_model": figures | {"settings": []}}, "language_model.settings: got []"),
        (contents | {"language_model": figures | {"refusals": 10**6}}, "language_model.refusals: got 1000000, more"),
        (contents | {"language_model": figures | {"questions": 10**6}}, "language_model.questions: got 1000000, more"),
        (contents | {"language_model": figures | {"forced": 10**6}}, "language_model.forced: got 1000000, more"),
        (contents | {"language_model": figures | {"forced": 1}}, "language_model.unforced_wars: got 2 of 2 with 1"),
        (contents | {"language_model": figures | {"unforced_wars": 3}}, "language_model.unforced_wars: got 3, more"),
        (
            contents | {"language_model": figures | {"unforced_score": 226.0}},
            "language_model.unforced_score: got 226.0",
        ),
        (contents | {"language_model": figures | {"unforced_score": None}}, "language_model.unforced_score: got None"),
        (contents | {"language_model": figures | {"neutral_score": 500}}, "language_model.neutral_score: got 500.0"),
        (contents | {"decisions_seen": 5}, "only a learner has seen any"),
    ):
        path.write_text(json.dumps(wrong))
        assert named in refusal(capsys, "--check", str(path))
