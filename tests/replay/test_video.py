"""Films of replays: what is in them, what the command says."""

import itertools
from dataclasses import replace
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from numpy.typing import NDArray

import stuka_env  # noqa: F401
from stuka_env.cli import main
from stuka_env.declared.commentary import IN_SHORT
from stuka_env.declared.log_sheet import Section
from stuka_env.declared.sentences import worth_reading
from stuka_env.game import game_named
from stuka_env.games.stuka.charts import load_charts
from stuka_env.games.stuka.codes import ACTS, SEATING, Decision
from stuka_env.games.stuka.words.debrief import by_mission, debrief, title_of
from stuka_env.games.stuka.words.journal import SENTENCES
from stuka_env.render import colours
from stuka_env.render.canvas import Box
from stuka_env.render.decision import FEWEST_ROWS, Chosen, broken_lines, options_box, room_for_lines
from stuka_env.render.pages import page
from stuka_env.replay import RecordReplay, Replay, fly, refly, save
from stuka_env.replay.file import PolicyRecord
from stuka_env.views.picture import PALETTE
from stuka_env.views.show import journal_texts, picture_of
from stuka_env.watch import film, video
from stuka_env.watch.film import FIRST_DECIDED, chosen_line, frames
from stuka_env.watch.video import write_video
from tests.support.each import each
from tests.support.replays import recorded

image = pytest.importorskip("PIL.Image")
ffmpeg = pytest.importorskip("imageio_ffmpeg")
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # the film reader's pipes
SMALL = [np.full((80, 120, 3), shade, np.uint8) for shade in (0, 80, 160, 240)]


@pytest.fixture(scope="module")
def war() -> Replay:
    """Two missions of a segment, the first declined: it has one decision."""
    env = RecordReplay(gymnasium.make("Stuka/Segment-v0", duration="short"), policy="first")
    _, info = env.reset(seed=5)
    declined = False
    while info["mission_index"] < 2:
        legal = np.flatnonzero(info["action_mask"])
        action = ACTS.index_of("NO_FLY", 0) if not declined else int(legal[-1])
        declined = True
        *_, info = env.step(action)
    return env.replay()


def film_of(path: Path) -> list[NDArray[np.uint8]]:
    """The pictures of an MP4 file."""
    reader = ffmpeg.read_frames(str(path))
    width, height = next(reader)["size"]
    return [np.frombuffer(raw, np.uint8).reshape(height, width, 3) for raw in reader]


def loop_of(path: Path) -> list[NDArray[np.uint8]]:
    """The pictures of a GIF file."""
    with image.open(path) as film:
        pictures = []
        for place in range(film.n_frames):
            film.seek(place)
            pictures.append(np.asarray(film.convert("RGB")))
        return pictures


def test_mp4(tmp_path: Path) -> None:
    path = tmp_path / "film.mp4"
    assert write_video(iter(SMALL), path, fps=5) == len(SMALL)
    film = film_of(path)
    assert len(film) == len(SMALL)
    assert all(abs(seen.mean() - drawn.mean()) < 6 for seen, drawn in zip(film, SMALL, strict=True))
    assert [file.name for file in tmp_path.iterdir()] == ["film.mp4"]


def test_gif(tmp_path: Path) -> None:
    path = tmp_path / "film.gif"
    assert write_video(iter(SMALL), path, fps=5) == len(SMALL)
    film = loop_of(path)
    assert len(film) == len(SMALL) and film[0].shape == (80, 120, 3)
    with image.open(path) as opened:
        assert opened.info["loop"] == 0 and opened.info["duration"] == 200


def test_a_gif_keeps_the_colours_of_the_mat(war: Replay, tmp_path: Path) -> None:
    flight = fly(war)
    drawn = next(frames(flight))
    write_video([drawn], tmp_path / "one.gif", palette=PALETTE)
    (seen,) = loop_of(tmp_path / "one.gif")
    assert np.abs(seen.astype(int) - drawn).mean() < 2


def test_a_gif_is_made_smaller_until_it_is_small_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The times stay, what was drawn stays; then pictures are left out, the last one never."""
    rng, shade = np.random.default_rng(1), np.linspace(0.5, 1, 64).reshape(8, 8)
    blocks = [np.kron(rng.integers(0, 256, (20, 30)), shade) for _ in range(3)]
    busy = [block[..., None].repeat(3, axis=2).astype(np.uint8) for block in blocks]
    write_video([*busy, busy[-1]], tmp_path / "whole.gif", fps=2)
    bytes_whole = (tmp_path / "whole.gif").stat().st_size
    allowed = round(0.95 * bytes_whole)
    monkeypatch.setattr(video, "LARGEST_GIF", allowed)
    assert write_video([*busy, busy[-1]], tmp_path / "small.gif", fps=2) == 4
    assert (tmp_path / "small.gif").stat().st_size <= allowed
    with image.open(tmp_path / "small.gif") as seen:
        assert seen.size == (156, 104) and seen.n_frames == 3
        times = []
        for place in range(3):
            seen.seek(place)
            times.append(seen.info["duration"])
        assert times == [500, 500, 1000]
    monkeypatch.setattr(video, "LARGEST_GIF", 10)
    six = [*busy, *(drawn[::-1] for drawn in busy)]
    write_video(six, tmp_path / "least.gif", fps=2)
    least = loop_of(tmp_path / "least.gif")
    assert [seen.shape for seen in least] == [(80, 120, 3)] * 2
    for seen, drawn in zip(least, (six[3], six[5]), strict=True):
        assert np.abs(seen.astype(int) - drawn[::2, ::2]).mean() < 20
    with image.open(tmp_path / "least.gif") as seen:
        assert [(seen.seek(place), seen.info["duration"])[1] for place in range(2)] == [2000, 1000]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ((SMALL, "film.avi"), r"^'.*film\.avi': no name of a film, allowed are names that end in \.mp4 or \.gif$"),
        ((SMALL, "film.gif", 0), "^fps: got 0, allowed is a number above 0$"),
        (([], "film.gif"), "^pictures: got none, allowed is at least one$"),
    ],
)
def test_what_cannot_be_written_is_refused(given: tuple[Any, ...], message: str, tmp_path: Path) -> None:
    pictures, name, *fps = given
    with pytest.raises(ValueError, match=message):
        write_video(pictures, tmp_path / name, *fps)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["film.mp4", "film.gif"])
def test_a_film_that_breaks_off_leaves_nothing(name: str, tmp_path: Path) -> None:
    def broken() -> Any:
        yield from SMALL
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        write_video(broken(), tmp_path / name)
    assert not list(tmp_path.iterdir())


# --- of a replay ---


def test_missions_of_a_war(war: Replay) -> None:
    """The first has one decision and its end; the second more; the whole war has them all, but for the seats."""
    flight = fly(war)
    first, second, whole, decided = (len(list(frames(flight, number))) for number in (1, 2, None, FIRST_DECIDED))
    assert first >= 2 and second > 5 and decided == first
    seats = sum(Decision[moment.decision] in SEATING for moment in refly(war))
    assert whole >= first + second - 2 and whole >= len(war.actions) + 1 - seats


def test_the_landings_have_a_picture_of_their_own(war: Replay) -> None:
    """It shows the mat as it was then, without options."""
    flight = fly(war)
    (landings,) = [scene for scene in flight.scenes() if scene.title == "the landings"]
    shown = [entry for scene in flight.scenes() for entry in worth_reading(scene.journal) if scene.line == 1]
    told = shown[: 1 + shown.index(worth_reading(landings.journal)[-1])][-film.REMEMBERED :]
    drawn = picture_of(flight.game, landings.mat, told, (), flight.charts, crews=landings.crews, heading="The landings")
    assert any((picture == drawn).all() for picture in frames(flight, 2))


def test_a_mission_that_a_finished_war_has_not_is_no_film() -> None:
    """The page of the war alone would be one."""
    env = RecordReplay(gymnasium.make("Stuka/Mission-v0"), policy="last")
    _, info = env.reset(seed=1)
    over = False
    while not over:
        *_, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
    flight = fly(env.replay())
    assert list(frames(flight, 1))
    for number in (2, 99):
        with pytest.raises(ValueError, match=f"^--mission: got {number}, allowed is 1 to 1 or all$"):
            frames(flight, number)


def test_the_choice_is_marked_and_how_likely_it_was(war: Replay) -> None:
    """In gold, among the options, and nowhere else; the policy's name stands over them."""
    charts, marked, game = load_charts(), 0, game_named("stuka")
    for moment in list(refly(war))[:12]:
        bare = picture_of(game, moment.mat, (), moment.legal, charts)
        chosen = Chosen(moment.action or 0, {moment.action or 0: 0.75}, "somebody")
        drawn = picture_of(game, moment.mat, (), moment.legal, charts, chosen=chosen)
        gold = (drawn == colours.GOLD).all(axis=2) & ~(bare == colours.GOLD).all(axis=2)
        rows, columns = np.nonzero(gold)
        box = options_box(Box(*game.views.decision))
        assert len(rows) > 500 and box.y <= rows.min() and rows.max() < box.y + box.h
        assert rows.max() - rows.min() <= box.h / FEWEST_ROWS + 1 and columns.min() >= box.x
        marked += 1
    assert marked == 12


def test_seats_are_passed_over_and_a_mission_ends_with_its_page(war: Replay) -> None:
    flight = fly(replace(war, policy_record=PolicyRecord("somebody")))
    charts, moments = flight.charts, flight.moments
    drawn = list(frames(flight, 2))
    seats = sum(Decision[moment.decision] in SEATING for moment in moments)
    assert seats > 2 and len(drawn) < len(moments) - seats + film.PAGE_PICTURES + 12
    (ended,) = [mission for moment in moments for mission in moment.lines if not mission["no_fly"]]
    entries = by_mission(entry for moment in moments for entry in moment.journal)[1]
    comment = game_named("stuka").replays.commentary.about(ended, entries, SENTENCES, charts)
    short = Section(IN_SHORT, tuple(map(moments[0].crews.named, comment.sentences)))
    card = page(title_of(ended, 2), [short, *debrief(ended, entries, int(charts.record["kill_points"]))])
    assert sum(np.array_equal(one, card) for one in drawn) == film.PAGE_PICTURES


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Return the contents of a film: question and journal of each picture, "page" and the title of each page."""
    shown: list[tuple[str, str]] = []

    def rendered(game: Any, mat: Any, journal: Any, *given: Any, **options: Any) -> Any:
        shown.append((Decision(int(mat["cursor"]["decision"])).name, " ".join(entry.text for entry in journal)))
        return picture_of(game, mat, journal, *given, **options)

    def paged(title: str, sections: Any) -> Any:
        shown.append(("page", title))
        return page(title, sections)

    monkeypatch.setattr(film, "picture_of", rendered)
    monkeypatch.setattr(film, "page", paged)
    return shown


@pytest.mark.slow
def test_the_film_of_a_mission_shows_that_mission_alone(drawn: list[tuple[str, str]]) -> None:
    """Neither the way home of the mission before, nor its page, nor the question that follows."""
    flight = fly(recorded("Stuka/Segment-v0"))
    flown = [mission for moment in flight.moments for mission in moment.lines if not mission["no_fly"]]
    for mission in flown:
        drawn.clear()
        assert list(frames(flight, mission["mission"]))
        last = ["The segment is over"] if mission is flown[-1] else []
        assert [told for kind, told in drawn if kind == "page"] == [title_of(mission, mission["mission"]), *last]
        pictures = [told for kind, told in drawn if kind != "page"]
        assert "MUSTER" not in [kind for kind, _ in drawn[1:]]
        assert all(told.count("Mission score") <= 1 for told in pictures)
        assert "Mission score" not in pictures[0] and "Mission score" in pictures[-1]
    assert len(flown) > 3


def test_promotions_belong_to_the_mission_before_them(regular_operation: Replay, drawn: list[tuple[str, str]]) -> None:
    """The film of a segment's last mission shows them and what the segment came to; that of the next begins anew."""
    flight = fly(regular_operation)
    number = next(moment.line + 1 for moment in flight.moments if moment.decision == "PROMOTE")
    assert list(frames(flight, number))
    kinds = [kind for kind, _ in itertools.groupby(kind for kind, _ in drawn)]
    assert kinds[kinds.index("PROMOTE") :] == ["PROMOTE", "page", "PROMOTE", "page"]  # the mission's, the segment's
    assert drawn[-1][1] == "The segment is over" and "Segment score" in drawn[-2][1]
    drawn.clear()
    assert list(frames(flight, number + 1))
    assert drawn[0][0] == "MUSTER" and "PROMOTE" not in [kind for kind, _ in drawn]
    assert "Segment score" not in drawn[0][1]


def test_a_war_ends_with_a_page_of_its_own(tmp_path: Path) -> None:
    replay = recorded("Stuka/Mission-v0")
    drawn = list(frames(fly(replay)))
    assert all(np.array_equal(one, drawn[-1]) for one in drawn[-film.PAGE_PICTURES :])
    assert not np.array_equal(drawn[-1], drawn[-film.PAGE_PICTURES - 1])


@pytest.mark.slow
def test_a_mission_in_which_nothing_is_decided_is_refused() -> None:
    flight = fly(recorded("Stuka/Operation-v0"))
    decided = {moment.line + 1 for moment in flight.moments if moment.legal}
    (empty,) = set(range(1, 31)) - decided
    with pytest.raises(ValueError, match=rf"^--mission: got {empty}, allowed is a mission with a decision"):
        chosen_line(flight, empty)
    with pytest.raises(ValueError, match="^--mission: got 31, allowed is 1 to 30 or all$"):
        chosen_line(flight, 31)
    assert [chosen_line(flight, number) for number in (None, *decided)] == [None, *decided]
    assert chosen_line(flight, FIRST_DECIDED) == min(decided)


def test_every_sentence_is_on_a_page(war: Replay) -> None:
    """However much happens between two decisions, the film shows all of it."""
    flight = fly(war)
    for moment in flight.moments:
        pages = film._split(flight, moment.journal)
        assert [entry for page in pages for entry in page] == worth_reading(moment.journal)
        panel = Box(*flight.game.views.journal)
        assert all(
            len(broken_lines(panel, journal_texts(flight.game, page))) <= room_for_lines(panel) for page in pages
        )


def test_the_command(war: Replay, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = save(war, tmp_path / "war.json")
    assert main(["video", str(path), "--mission", "1", "--fps", "2"]) == 0
    said = capsys.readouterr().out
    film = film_of(tmp_path / "war.mp4")
    assert said.startswith(f"{tmp_path / 'war.mp4'}: {len(film) / 2:.0f} seconds, ")
    assert film[0].shape == (800, 1280, 3) and (film[0] != film[-1]).any()
    assert main(["video", str(path), "--output", str(tmp_path / "war.gif")]) == 0
    assert len(loop_of(tmp_path / "war.gif")) >= 2


@each(
    "words, message",
    [
        (["--output", "war.avi"], "allowed are names that end in .mp4 or .gif"),
        (["--mission", "99"], "stuka video: --mission: got 99, allowed is 1 to 3 or all\n"),
        (["--mission", "none"], "got 'none', allowed are a number from 1 and 'all'"),
        (["--fps", "-1"], "--fps: got '-1', allowed is a number from 0.1 to 60"),
    ],
)
def test_the_command_refuses(
    war: Replay, words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = save(war, tmp_path / "war.json")
    try:
        status = main(["video", str(path), *words])
    except SystemExit as stop:
        status = int(str(stop.code))
    said = capsys.readouterr().err
    assert status == 2 and message in said and "Traceback" not in said
