"""Write the pictures of docs/images: ``python -m tools.images [NAME ...]``, all of them by default.

The names are:

``mat``
    mat.png, the drawn mat during the attacks of the Example of Play (T11).
``career``
    career.png, the drawn mat of the second game during a pass at a bomber.
``campaign``
    campaign.png, the drawn mat of the third game during attacks of interceptors.
``primer``
    The pictures of docs/primer.md: parts of the same mat, and a Kette.
``play``
    play.png, the page of ``stuka play`` at an attack with the planner as adviser.
``crews``
    crews.png and wing-crews.png, the crews of a Staffel and of a campaign of the third game on that page.
``watch``
    watch.png, two policies in the same operation during an attack, and watch-career.png, a pass of a career.
``desk``
    desk.png, the comparison of a segment that three policies flew.
``fights``
    attack.png, pass.png, formation.png and battle.png, the drawn fight of each game.
``home``
    home.png, the first screen of the site, which ``make site`` builds before.

Those from ``play`` on need Chromium (``make browser``).
"""

import argparse
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PIL import Image

from stuka_env.game import game_named
from stuka_env.render.canvas import Box
from stuka_env.replay import Flight, Replay, fly, load
from stuka_env.views.show import panel_boxes, picture_of
from stuka_env.watch.desk import Desk
from stuka_env.watch.page import NamedFlight, page_of
from tests.support import moments
from tests.support.chromium import started
from tests.support.interceptor.replays import KEPT_REPLAY
from tests.support.replays import WARS_OF_SCENES, recorded
from tests.support.small import small_mat
from tests.support.visiting import BUSIEST
from tools import ROOT

if TYPE_CHECKING:
    from stuka_env.play.war import War

DRAWN_GAME = game_named("stuka")
IMAGE_FOLDER = ROOT / "docs" / "images"
ATTACK_TRACE = "t11_5_fourth_attack"
CAREER_DECISION = 9
"""Decision of the kept replay of the second game that is drawn."""
ATTACKED = "COVER"
"""Decision of a campaign of the third game at random whose first occurrence is drawn."""
ATTACKING = "FIRE"
"""Decision of a battle of the fourth game at random whose first occurrence is drawn."""
IMAGE_MARGIN = 6
"""Pixels around a part of the mat."""
ONE_ROW, FEW_OPTIONS = 170, 80
"""Heights of the first row of aircraft cards, and of a question with few options."""
THREE_CARDS = 492
"""Width of a Kette."""
PLAYED_WAR = {"operation": "case_blue", "duration": "short"}
PLAYED_SEED, PLAYED_TURNS = 4, 234
PILOT_POLICY, ADVISER = "kette", "planner@64"
"""The policy that plays the war up to the picture, and the one that advises there."""
SIX_AIRCRAFT = 6
"""Aircraft that fly in each mission before the picture."""
COLOURS = 200
WINDOW = (1440, 900)
"""Width and height of the browser, in CSS pixels."""
ADVICE_PATIENCE = 120_000
"""Milliseconds to wait for the adviser's opinion on the page."""
COMPARED_POLICIES = ("distilled", "doctrine")
"""Policies that are shown side by side."""
LISTED_POLICIES = ("distilled", "doctrine", "random")
"""Policies of the desk."""
PILOT = "veteran"
"""The policy of the career whose pass is shown."""
WATCHED_SEED = 1
"""Seed of the wars of these policies."""
FIGHTS = {"stuka": "attack", "interceptor": "pass", "wing": "formation", "support": "battle"}
"""Names of the pictures of a fight by game."""
MOST_LINES = 1_000
"""More lines of fire than any step has."""
WHOLE, FIGHT, CONTROLS = "html", ".stand-first .map", ".controls"
"""The whole page, the drawing of a fight on it, and what would cover its end."""
READY = "html[data-ready=yes]"
HOME_PAGE = ROOT / "site" / "index.html"


# --- parts of the mat ---


def attack() -> Image.Image:
    """Return the drawn mat during the attacks of the Example of Play."""
    return Image.fromarray(picture_of(DRAWN_GAME, *moments.seen(moments.MOMENTS[ATTACK_TRACE]())))


def part(drawn: Image.Image, box: Box) -> Image.Image:
    """Return a box of the mat with a margin."""
    return drawn.crop(
        (box.x - IMAGE_MARGIN, box.y - IMAGE_MARGIN, box.x + box.w + IMAGE_MARGIN, box.y + box.h + IMAGE_MARGIN)
    )


def write_mat() -> Iterator[Path]:
    """Write mat.png. Yield its path."""
    attack().quantize(COLOURS).save(IMAGE_FOLDER / "mat.png", optimize=True)
    yield IMAGE_FOLDER / "mat.png"


def write_decision(flight: Flight, decision: int, name: str) -> Path:
    """Write the drawn mat of a decision. Return its path."""
    shown = flight.moments[: decision + 1]
    journal = [entry for moment in shown for entry in moment.journal]
    drawn = picture_of(flight.game, shown[-1].mat, journal, shown[-1].legal, flight.charts)
    path = IMAGE_FOLDER / f"{name}.png"
    Image.fromarray(drawn).quantize(COLOURS).save(path, optimize=True)
    return path


def write_career() -> Iterator[Path]:
    """Write career.png. Yield its path."""
    yield write_decision(fly(load(KEPT_REPLAY)), CAREER_DECISION, "career")


def write_campaign() -> Iterator[Path]:
    """Write campaign.png. Yield its path."""
    flight = fly(recorded("Wing/Campaign-v0", campaign="short_1944"))
    attacked = next(place for place, moment in enumerate(flight.moments) if moment.decision == ATTACKED)
    yield write_decision(flight, attacked, "campaign")


def write_support() -> Iterator[Path]:
    """Write support.png. Yield its path."""
    flight = fly(recorded("Support/Battle-v0", scenario="strongpoint"))
    attacking = next(place for place, moment in enumerate(flight.moments) if moment.decision == ATTACKING)
    yield write_decision(flight, attacking, "support")


def write_primer() -> Iterator[Path]:
    """Write the pictures of the primer. Yield their paths."""
    mat, kette = attack(), Image.fromarray(picture_of(DRAWN_GAME, small_mat()))
    panels = panel_boxes(DRAWN_GAME, small_mat())
    parts = {
        "primer-track": part(mat, panels["track"]),
        "primer-cards": part(mat, panels["cards"]._replace(h=ONE_ROW)),
        "primer-question": part(mat, Box(*DRAWN_GAME.views.decision)._replace(h=FEW_OPTIONS)),
        "primer-kette": part(kette, panels["cards"]._replace(w=THREE_CARDS, h=ONE_ROW)),
    }
    for name, image in parts.items():
        path = IMAGE_FOLDER / f"{name}.png"
        image.quantize(128).save(path, optimize=True)
        yield path


# --- the page of the game ---


def play_until(is_over: "Callable[[War], bool]", war: "War") -> "War":
    """Let :data:`PILOT_POLICY` play a war, six aircraft at a time, until a condition holds. Return the war."""
    from stuka_env.games.stuka.codes import ACTS
    from stuka_env.play.advice import make_adviser

    pilot, six = make_adviser(PILOT_POLICY), ACTS.index_of("FLY", SIX_AIRCRAFT)
    while not is_over(war):
        war.take(six if six in dict(war.legal) else pilot.consider(war.position()).choice)
    return war


def reduce_colours(path: Path) -> None:
    """Write a PNG again with a palette of :data:`COLOURS`."""
    with Image.open(path) as drawn:
        drawn.convert("RGB").quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=1).save(path, optimize=True)


def scene() -> "War":
    """Return the war of the pictures, at an attack."""
    from stuka_env.play.war import War

    war = War("Stuka/Operation-v0", PLAYED_WAR, PLAYED_SEED)
    return play_until(lambda played: len(played.played) >= PLAYED_TURNS, war)


@contextmanager
def browser_page() -> Iterator[Any]:
    """Yield a page of :data:`WINDOW` in Chromium, in the light scheme."""
    width, height = WINDOW
    with started() as browser:
        yield browser.new_page(viewport={"width": width, "height": height}, color_scheme="light")


def photograph(address: str, awaited: str, name: str, drawn: str = "") -> Path:
    """Write the page at an address as a picture. Return its path.

    Args:
        address: its address.
        awaited: the element whose appearance is waited for.
        name: name of the picture.
        drawn: the part that is drawn, at the step with most lines of fire; "" for all of the page as it opens.
    """
    path = IMAGE_FOLDER / f"{name}.png"
    with browser_page() as page:
        page.goto(address)
        page.locator(awaited).first.wait_for(timeout=ADVICE_PATIENCE)
        if drawn:
            page.evaluate(BUSIEST, MOST_LINES)
        if drawn == FIGHT:
            page.locator(CONTROLS).evaluate("one => { one.hidden = true; }")
        page.screenshot(path=path) if drawn in ("", WHOLE) else page.locator(drawn).first.screenshot(path=path)
    reduce_colours(path)
    return path


def write_page(war: "War", awaited: str, name: str, *words: str) -> Path:
    """Write the page of a war as a picture. Return its path.

    Args:
        war: the war.
        awaited: the element whose appearance is waited for.
        name: name of the picture.
        words: further words of the command line.
    """
    from stuka_env.play.war_file import save_war
    from tests.support.game_server import GameProcess

    with tempfile.TemporaryDirectory() as folder:
        save_war(war, Path(folder) / "war.json")
        game = GameProcess(Path(folder), "--load", "war.json", *words)
        try:
            return photograph(game.url, awaited, name)
        finally:
            game.close()


def write_play() -> Iterator[Path]:
    """Play a war and write the page of its attack. Yield its path."""
    yield write_page(scene(), ".advised", "play", "--advise", ADVISER)


def write_crews() -> Iterator[Path]:
    """Write the pages of the crews of both games that have one. Yield their paths."""
    from stuka_env.play.seating import begins
    from stuka_env.play.war import War

    yield write_page(play_until(begins, scene()), "#crews-fly", "crews")
    campaign = War("Wing/Campaign-v0", {"campaign": "short_1944"}, PLAYED_SEED)
    yield write_page(campaign, "#crews-fly", "wing-crews")


# --- pages of replays, and the site ---


def replay_by(policy: str, env: str, seed: int, **arguments: Any) -> Replay:
    """Return the replay of a war that a policy plays."""
    from stuka_env.play.rivals import fly_rival
    from stuka_env.play.war import War

    return fly_rival(War(env, arguments, seed), policy, None).replay


@contextmanager
def page_of_replays(*replays: Replay) -> Iterator[str]:
    """Yield the address of the page of some replays."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "page.html"
        path.write_text(page_of([NamedFlight(f"{one.policy_record.name}.json", fly(one)) for one in replays]))
        yield path.as_uri()


def write_watch() -> Iterator[Path]:
    """Write watch.png and watch-career.png. Yield their paths."""
    wars = [replay_by(name, "Stuka/Operation-v0", WATCHED_SEED, operation="barbarossa") for name in COMPARED_POLICIES]
    with page_of_replays(*wars) as address:
        yield photograph(address, READY, "watch", WHOLE)
    with page_of_replays(replay_by(PILOT, "Interceptor/Career-v0", WATCHED_SEED)) as address:
        yield photograph(address, READY, "watch-career", WHOLE)


def write_desk() -> Iterator[Path]:
    """Write desk.png. Yield its path."""
    desk = Desk()
    for policy in LISTED_POLICIES:
        for seed in (1, 2):
            name = f"{policy}-{seed:04}.json"
            desk.add(Path(name), name, fly(replay_by(policy, "Stuka/Segment-v0", seed)))
    with tempfile.TemporaryDirectory() as folder:
        (page,) = desk.write(Path(folder) / "desk.html")
        yield photograph(f"{page.as_uri()}#war=1", "#comparison h2", "desk")


def write_fights() -> Iterator[Path]:
    """Write the pictures of fights. Yield their paths."""
    for game, name in FIGHTS.items():
        with page_of_replays(WARS_OF_SCENES[game]()) as address:
            yield photograph(address, READY, name, FIGHT)


def write_home() -> Iterator[Path]:
    """Write home.png. Yield its path."""
    yield photograph(HOME_PAGE.as_uri(), ".ways", "home")


IMAGE_WRITERS = {
    write_mat: ["mat"],
    write_career: ["career"],
    write_campaign: ["campaign"],
    write_support: ["support"],
    write_primer: ["primer-track", "primer-cards", "primer-question", "primer-kette"],
    write_play: ["play"],
    write_crews: ["crews", "wing-crews"],
    write_watch: ["watch", "watch-career"],
    write_desk: ["desk"],
    write_fights: list(FIGHTS.values()),
    write_home: ["home"],
}
"""The functions that write pictures, with the names of their files."""
PICTURE_GROUPS = {writer.__name__.removeprefix("write_"): writer for writer in IMAGE_WRITERS}
"""The functions by their names on the command line."""


def main(words: Sequence[str] | None = None) -> None:
    """Write the pictures and print their sizes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(PICTURE_GROUPS)} (default: all)")
    names = parser.parse_args(words).names or list(PICTURE_GROUPS)
    for name in names:
        if name not in PICTURE_GROUPS:
            parser.error(f"got {name!r}, allowed is {' or '.join(PICTURE_GROUPS)}")
    for name in names:
        for path in PICTURE_GROUPS[name]():
            print(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
