"""The reviewed wars of the site: their replays and reviews in docs/gallery/, and the list of them in docs/gallery.md.

``python -m tools.gallery_doc [NAME ...]`` flies wars, which have frozen seeds, and reviews them. All of them take a
quarter of an hour of one core. Repeat it after a change to a rule, to a policy or to the review. The pages of the wars
are made with the site, so they always have the present texts, style and script.
"""

import argparse
import functools
import json
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium as gym

import stuka_env  # noqa: F401  registers the ids
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.stuka.codes import Act
from stuka_env.io.files import write_whole
from stuka_env.io.reading import MIB, read_json
from stuka_env.play.war_file import fly_file
from stuka_env.policy import load_policy
from stuka_env.replay import Flight
from stuka_env.watch.page import NamedFlight, page_of
from stuka_env.watch.review import Habit, Loss, MissionExpectation, WarAccount, WarReview
from tools import DOCS
from tools.generated import Text, pages_with

GALLERY, GALLERY_PAGE = DOCS / "gallery", DOCS / "gallery.md"
WARS_SEED = 0
"""Evaluation seed of the wars."""
REVIEW_SECONDS = 30
"""Seconds of each review on one thread."""


class GalleryWar(NamedTuple):
    """A reviewed war of the gallery. Its name, which begins with that of its game, is the name of its files."""

    name: str
    policy: str
    number: int
    """Number of the war in the evaluation, from 1."""
    env_id: str
    text: str
    act: Act | None = None
    """Verb at which the page opens; the most expensive decision without one."""
    arguments: tuple[tuple[str, Any], ...] = ()
    """Arguments of the environment."""

    @property
    def replay(self) -> Path:
        """Its replay."""
        return GALLERY / f"{self.name}.json"

    @property
    def figures(self) -> Path:
        """The figures of its review."""
        return GALLERY / f"{self.name}.review.json"


STUKA, MONTH, CAREER = "Stuka/Operation-v0", "Interceptor/Month-v0", "Interceptor/Career-v0"
WING, SUPPORT = "Wing/Campaign-v0", "Support/Battle-v0"
SHORT = (("campaign", "short_1942"),)
WARS = (
    GalleryWar(
        *("stuka-agent", "distilled", 1, STUKA),
        *("The agent that ships gambles with a dive past the safe height.", Act.GAMBLE),
    ),
    GalleryWar("stuka-best", "champion", 87, STUKA, "The best of a hundred operations of the best script."),
    GalleryWar(
        *("stuka-upset", "lone_wolf", 25, STUKA),
        "A script that sends one aircraft at a time has the luck to beat a better one in the same operation.",
    ),
    GalleryWar("stuka-weak", "random_flyer", 1, STUKA, "A policy that flies every mission and decides at random."),
    GalleryWar("interceptor-agent", "distilled", 56, MONTH, "The trained agent brings down six bombers in a month."),
    GalleryWar(
        *("interceptor-upset", "random_flyer", 97, MONTH),
        "Two bombers by chance, in a month in which the trained agent has one.",
    ),
    GalleryWar("interceptor-luck", "by_the_book", 20, MONTH, "Seven bombers in the luckiest of a hundred months."),
    GalleryWar("interceptor-weak", "rash", 7, CAREER, "A rash pilot's career ends without a bomber."),
    GalleryWar("wing-best", "best", 94, WING, "The best of a hundred short campaigns of the best script.", None, SHORT),
    GalleryWar("wing-unlucky", "best", 17, WING, "The same script in its unluckiest campaign.", None, SHORT),
    GalleryWar("wing-book", "by_the_book", 1, WING, "A script that does not calculate.", None, SHORT),
    GalleryWar("wing-weak", "all_wrong", 59, WING, "Every choice is wrong, and luck still wins.", None, SHORT),
    GalleryWar("support-best", "best", 38, SUPPORT, "The best of a hundred battles of the best script."),
    GalleryWar("support-unlucky", "best", 11, SUPPORT, "The same script loses all its aircraft."),
    GalleryWar("support-upset", "by_the_book", 25, SUPPORT, "A simpler script beats the best one in the same battle."),
    GalleryWar("support-weak", "random", 1, SUPPORT, "A battle decided at random."),
)
"""Wars of the gallery, four of each game."""
GAME_TITLES = {
    "stuka": "Stuka",
    "interceptor": "Interceptor Ace",
    "wing": "A Wing and a Prayer",
    "support": "Air Support",
}
"""Headings of the gallery by game."""


# --- flights and reviews ---


def fly_war(war: GalleryWar) -> None:
    """Fly a war and write its replay."""
    from agents.evaluation.recording import RecordedWars, save_replays

    env: Any = gym.make(war.env_id, **dict(war.arguments)).unwrapped
    wars = RecordedWars(env.engine.spec, evaluation_seeds(WARS_SEED, war.number)[war.number - 1 :], WARS_SEED)
    with tempfile.TemporaryDirectory() as folder:
        (path,) = save_replays(load_policy(war.policy, env.game.name), wars, Path(folder), war.policy)
        write_whole(war.replay, path.read_text(encoding="utf-8"))


def review_replay(war: GalleryWar) -> None:
    """Review the replay of a war and write the figures."""
    from agents.review.flown_war import read_flown_war
    from agents.review.review import for_the_page, review_war

    flown = read_flown_war(str(war.replay))
    review = review_war(flown, flown.game.usual_policies(), seconds=REVIEW_SECONDS, num_threads=1)
    write_whole(war.figures, json.dumps(for_the_page(review)._asdict(), separators=(",", ":")) + "\n")


def read_review(path: Path) -> WarReview:
    """Return the review of a file of figures."""
    values = read_json(path, MIB)
    return WarReview(
        **values
        | {
            "losses": {int(decision): Loss(*loss) for decision, loss in values["losses"].items()},
            "expected": [MissionExpectation(*each) for each in values["expected"]],
            "account": values["account"] and WarAccount(*values["account"]),
            "habits": [Habit(*habit) for habit in values["habits"]],
        }
    )


# --- pages ---


class BuiltWar(NamedTuple):
    """A war with its page for the site."""

    war: GalleryWar
    review: WarReview
    address: str
    """The end of the address at which the page opens."""
    scene: str
    """The end of the address a few decisions earlier."""
    html: str


def dramatic_decision(war: GalleryWar, flight: Flight, review: WarReview) -> int:
    """Return the most expensive decision of a war, or of those with the war's verb; 0 if none qualifies."""
    costs = {decision: loss.cost for decision, loss in review.losses.items()}
    own = [number for number, action in enumerate(flight.replay.actions) if action == war.act]
    return max(costs if war.act is None else own, key=lambda number: costs.get(number, 0.0), default=0)


SCENE_DECISIONS = 60
"""Decisions between the beginning of a scene and the decision at which a page opens."""


@functools.cache
def built(war: GalleryWar) -> BuiltWar:
    """Return a war with its page, made from its replay and the figures of its review."""
    flight, review = fly_file(str(war.replay)), read_review(war.figures)
    decision = dramatic_decision(war, flight, review)
    address, scene = (flight.address_of(number) for number in (decision, max(0, decision - SCENE_DECISIONS)))
    page = page_of([NamedFlight(war.replay.name, flight, review)], is_packed=True)
    return BuiltWar(war, review, address, scene, page)


def entries(link: Callable[[GalleryWar], str], more: Callable[[GalleryWar], str] = lambda war: "") -> str:
    """Return the list of all wars by game.

    Args:
        link: the place that the text of a war leads to.
        more: words after the text of a war.
    """
    lines = []
    for game, title in GAME_TITLES.items():
        own = [war for war in WARS if war.name.startswith(f"{game}-")]
        lines += [f"\n## {title}\n", *(f"- **{war.policy}**: [{war.text}]({link(war)}){more(war)}" for war in own)]
    return "\n".join([*lines, ""])


def site_entries() -> str:
    """Return the list of all wars with links to their pages, and the figures of their reviews."""

    def figures(war: GalleryWar) -> str:
        account = built(war).review.account
        if account is None:
            return ""
        parts = f"luck {account.luck:+.1f}, decisions {account.decisions:+.1f}".replace("-", "\N{MINUS SIGN}")
        return f" Score {account.score:.0f}: par {account.par:.1f}, {parts}."

    return entries(lambda war: f"gallery/{war.name}.html{built(war).address}", figures)


PAGES: dict[Path, Text] = pages_with(
    {GALLERY_PAGE: {"gallery": lambda: entries(lambda war: f"gallery/{war.replay.name}")}}
)


def main(words: Sequence[str] | None = None) -> None:
    """Fly and review wars and write their files."""
    parser = argparse.ArgumentParser(prog="python -m tools.gallery_doc", description="Fly and review the gallery.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="such as stuka-agent (default: all)")
    names = parser.parse_args(words).names
    GALLERY.mkdir(exist_ok=True)
    for war in WARS:
        if not names or war.name in names:
            fly_war(war)
            review_replay(war)
            print(f"{war.name}: {war.replay.stat().st_size + war.figures.stat().st_size:,} bytes", flush=True)


if __name__ == "__main__":
    main()
