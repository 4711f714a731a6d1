"""Pages of ``stuka watch``."""

from pathlib import Path

from stuka_env.replay import Replay, fly, load, save
from stuka_env.watch.page import NamedFlight
from stuka_env.watch.page import page_of as stuka_page_of
from stuka_env.watch.review import WarReview

HOSTILE = "</script><script>alert('gotcha')</script><img src=x onerror=alert(1)>\u2028{{data}}"


def page_of(
    folder: Path, *replays: Replay, names: tuple[str, ...] = (), reviews: tuple[WarReview | None, ...] = ()
) -> str:
    paths = [save(replay, folder / (names[i] if names else f"{i}.json")) for i, replay in enumerate(replays)]
    named = [NamedFlight(path.name, fly(load(path))) for path in paths]
    return stuka_page_of(
        [one._replace(review=review) for one, review in zip(named, reviews or [None] * len(named), strict=True)]
    )
