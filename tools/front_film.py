"""The film of the front page: one mission in at most ten seconds, in text that can be read 880 pixels wide.

``python -m tools.images mission`` writes it. ``python -m tools.front_film`` searches for the mission: of the first 400
evaluation seeds, it takes the highest score of a Kette that was damaged, gambled, pulled out and came home whole.
"""

import itertools
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from agents.evaluation.recording import RecordedWars, save_replays
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.game import game_named
from stuka_env.games.stuka.codes import SEATING, Act, Chart, Decision, Entry, Scale, Target
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.games.stuka.silhouettes import SILHOUETTES
from stuka_env.games.stuka.words.debrief import score_lines
from stuka_env.games.stuka.words.journal import JournalEntry
from stuka_env.policy import load_policy
from stuka_env.render import colours
from stuka_env.render.canvas import Box, Canvas, Colour, wrap
from stuka_env.render.decision import Chosen
from stuka_env.render.pieces import draw_outline
from stuka_env.replay import Flight, Moment, fly, load
from stuka_env.views.show import panel_boxes, picture_of

FRONT_GAME = game_named("stuka")
FRONT_POLICY = "distilled-mission"
SEARCHED_WARS, FILMED_WAR = 400, 149
"""The number of evaluation seeds that are searched, and the place of the mission among them."""
FRONT_SIZE = (880, 570)
KETTE_WIDTH, CARDS_HEIGHT, QUESTION_HEIGHT = 492, 170, 92
"""Parts of the mat that are shown, in its pixels."""
CAPTION = Box(12, 8, 856, 44)
SCENE = Box(666, 176, 202, 221)
WORDS = Box(12, 405, 856, 153)
CAPTION_SIZE = 21
KETTE = 3
DIVE_STEPS = 4
DIVE_SECONDS = 0.1
ATTACK_VERBS = (Act.DROP, Act.GAMBLE)
SKIPPED = (*SEATING, Decision.PAYLOAD, Decision.SPECIAL, Decision.CARRIER)
"""Decisions without a picture."""
DECISION_SECONDS = {Decision.MUSTER: 0.7, Decision.LUCKY_DOG: 0.5, Decision.EN_ROUTE: 0.4}
HIT_SECONDS, ATTACK_SECONDS, RESULT_SECONDS, GAMBLE_SECONDS, END_SECONDS = 1.3, 0.4, 0.6, 1.0, 1.6
PALETTE_SIZE = 128
SHOWN_OPTIONS = 4
CAPTION_ROLLS = (Chart.A2, Chart.C1)


# --- the search ---


def fly_seeds(first: int, count: int) -> Iterator[Flight]:
    """Yield single missions of :data:`FRONT_POLICY` with the evaluation seeds from ``first`` on."""
    seeds = evaluation_seeds(0, first + count)[first:]
    with tempfile.TemporaryDirectory() as folder:
        wars = RecordedWars(WarSpec(scale=Scale.MISSION), seeds, 0)
        for path in save_replays(load_policy(FRONT_POLICY), wars, Path(folder), FRONT_POLICY):
            yield fly(load(path))


def is_worth_showing(flight: Flight) -> bool:
    """Whether a Kette was damaged, gambled, pulled out and came home without a loss or a wound."""
    (mission,) = (mission for moment in flight.moments for mission in moment.lines)
    kinds = {entry.kind for moment in flight.moments for entry in moment.journal}
    harm = {Entry.KIA, Entry.WOUND, Entry.LOST, Entry.CRASHED, Entry.POW, Entry.PARACHUTE}
    whole = mission["sent"] == mission["present"] == KETTE and not kinds & harm
    return bool(whole and mission["gamble"] and Entry.DAMAGE in kinds)


def search() -> int:
    """Return the place of the mission that is filmed."""
    scores = {
        place: flight.ending.score or 0
        for place, flight in enumerate(fly_seeds(0, SEARCHED_WARS))
        if is_worth_showing(flight)
    }
    return max(scores, key=lambda place: scores[place])


# --- the pictures ---


class Shot(NamedTuple):
    """A picture and the seconds that it stays."""

    image: Image.Image
    seconds: float


class Dive(NamedTuple):
    """The attack in the scene."""

    step: int
    """Up to :data:`DIVE_STEPS`, at which the bomb explodes."""
    is_gamble: bool
    points: int | None = None


def caption_of(entries: Sequence[JournalEntry]) -> str:
    """Return the sentence of the entry that matters most."""
    for kinds in ((Entry.MISSION_SCORE,), (Entry.ROLL,), (Entry.MISSION, Entry.MOVE)):
        for entry in reversed(entries):
            if entry.kind in kinds and (entry.kind != Entry.ROLL or entry.chart in CAPTION_ROLLS):
                return entry.text
    return entries[-1].text if entries else ""


def shot(moment: Moment, caption: str, seconds: float, *, dive: Dive | None = None, ending: Sequence[str] = ()) -> Shot:
    """Return the picture of a moment: a caption, the track, the Kette, a scene, and the question with the choice.

    At the end, lines of words take the place of the question.
    """
    assert moment.action is not None
    chosen = Chosen(moment.action, moment.probabilities, "The agent")
    mat = Image.fromarray(
        picture_of(FRONT_GAME, moment.mat, (), few_options(moment), chosen=chosen, crews=moment.crews)
    )
    canvas = Canvas(*FRONT_SIZE)
    canvas.fill(Box(0, 0, *FRONT_SIZE), colours.TABLE)
    canvas.fill(CAPTION, colours.HEADER, 6)
    size = CAPTION_SIZE if len(wrap(caption, CAPTION_SIZE, CAPTION.w - 24)) == 1 else CAPTION_SIZE - 4
    canvas.text(CAPTION.inset(8), caption, size, colours.GOLD)
    draw_scene(canvas, moment, dive, heading=270 if ending else 90)
    canvas.fill(WORDS, colours.PAPER, 6)
    for place, line in enumerate(ending):
        canvas.text(WORDS.part(14, 12 + 34 * place, WORDS.w - 28, 34), line, 20, colours.INK)
    image = Image.fromarray(canvas.pixels())
    panels = panel_boxes(FRONT_GAME, moment.mat)
    paste(image, mat, panels["track"], Box(12, 60, 856, 110))
    paste(image, mat, panels["cards"]._replace(w=KETTE_WIDTH, h=CARDS_HEIGHT), Box(12, 176, 640, 221))
    if not ending:
        paste(image, mat, Box(*FRONT_GAME.views.decision)._replace(h=QUESTION_HEIGHT), WORDS)
    return Shot(image, seconds)


def few_options(moment: Moment) -> list[tuple[int, str]]:
    """Return the first legal actions, with the choice among them, as many as the picture has room for."""
    others = [option for option in moment.legal if option[0] != moment.action]
    return [option for option in moment.legal if option not in others[SHOWN_OPTIONS - 1 :]]


def paste(image: Image.Image, mat: Image.Image, source: Box, target: Box) -> None:
    """Paste a box of the mat into the picture, enlarged."""
    cut = mat.crop((source.x, source.y, source.x + source.w, source.y + source.h))
    image.paste(cut.resize((target.w, target.h), Image.Resampling.LANCZOS), (target.x, target.y))


def draw_piece(canvas: Canvas, box: Box, name: str, colour: Colour, *, heading: int = 0) -> None:
    """Draw a piece by the name of its silhouette."""
    draw_outline(canvas, box, SILHOUETTES[name].outline, colour, heading=heading)


def draw_scene(canvas: Canvas, moment: Moment, dive: Dive | None, heading: int) -> None:
    """Draw the target under the formation, which flies to a heading in degrees, or under one aircraft in its dive."""
    canvas.fill(SCENE, colours.SEA, 6)
    ground = SCENE.part(0, 168, SCENE.w, 53)
    canvas.fill(ground, colours.LAND, 6)
    mission = moment.mat["mission"]
    draw_piece(canvas, SCENE.part(124, 128, 62, 62), Target(int(mission["target"])).word, colours.RED)
    if dive is None and not mission["leg"]:
        return
    if dive is None:
        for place in range(KETTE):
            box = SCENE.part(22 + 34 * (place % 2), 18 + 34 * place, 52, 52)
            draw_piece(canvas, box, "Ju-87", colours.STEEL, heading=heading)
        return
    share = min(dive.step, DIVE_STEPS - 1) / (DIVE_STEPS - 1)
    depth = 78 if dive.is_gamble else 46
    x, y = 24 + round(70 * share), 10 + round(depth * share)
    pulls_out = dive.points is not None
    draw_piece(canvas, SCENE.part(x, y, 66, 66), "Ju-87", colours.STEEL, heading=60 if pulls_out else 150)
    if dive.points is None:
        return
    for radius, colour in ((34, colours.ORANGE), (22, colours.GOLD)):
        canvas.disc(SCENE.part(124, 128, 62, 62).centre, radius, colour)
    canvas.text(ground.part(0, 14, 120, 34), f"{dive.points} points", 22, colours.RED, align="centre")


def dive_shots(moment: Moment, following: Moment) -> Iterator[Shot]:
    """Yield the pictures of an attack: the choice, the dive, the explosion with its score."""
    is_gamble = moment.action == Act.GAMBLE
    slot = int(moment.mat["cursor"]["subject"])
    caption = f"Aircraft {slot} dives{', past the safe height: a Rudel Gamble' if is_gamble else ''}"
    yield shot(moment, caption, GAMBLE_SECONDS if is_gamble else ATTACK_SECONDS)
    for step in range(DIVE_STEPS):
        yield shot(moment, caption, DIVE_SECONDS, dive=Dive(step, is_gamble))
    rolls = [entry for entry in following.journal if entry.kind == Entry.ROLL and entry.aircraft == slot]
    (attack,) = (entry for entry in rolls if entry.chart == Chart.A2)
    points = next(entry.result for entry in following.journal if entry.kind == Entry.SCORE and entry.aircraft == slot)
    yield shot(moment, attack.text, RESULT_SECONDS, dive=Dive(DIVE_STEPS, is_gamble, points))
    for roll in rolls:
        if roll.chart == Chart.GAMBLE:
            yield shot(moment, roll.text, RESULT_SECONDS, dive=Dive(DIVE_STEPS, is_gamble, points))


def shots(flight: Flight) -> Iterator[Shot]:
    """Yield the pictures of the film. The last one shows the attacks once more, with the score of the mission."""
    entries: list[JournalEntry] = []
    last = flight.moments[0]
    for moment, following in itertools.pairwise(flight.moments):
        entries += moment.journal
        decision = Decision[moment.decision]
        if decision in SKIPPED or (decision == Decision.EN_ROUTE and moment.mat["mission"]["leg"] != 1):
            continue
        if moment.action in ATTACK_VERBS:
            yield from dive_shots(moment, following)
            last = moment
        else:
            yield shot(moment, caption_of(entries), DECISION_SECONDS.get(decision, HIT_SECONDS))
        entries = []
    end = flight.moments[-1]
    lines = score_lines(end.lines[0], int(flight.charts.record["kill_points"]))
    yield shot(last, f"All are home. {caption_of(end.journal)}", END_SECONDS, ending=lines)


def write_front_film(path: Path) -> None:
    """Write the film of :data:`FILMED_WAR` as an endless GIF."""
    (flight,) = fly_seeds(FILMED_WAR, 1)
    film = list(shots(flight))
    width, height = FRONT_SIZE
    together = Image.new("RGB", (width, height * len(film)))
    for place, each in enumerate(film):
        together.paste(each.image, (0, height * place))
    palette = together.quantize(
        PALETTE_SIZE
    )  # one palette for all pictures: nothing flickers, and only changes take space
    images = [each.image.quantize(palette=palette, dither=Image.Dither.NONE) for each in film]
    durations = [round(1000 * each.seconds) for each in film]
    images[0].save(path, save_all=True, append_images=images[1:], duration=durations, loop=0)


if __name__ == "__main__":
    print(search())
