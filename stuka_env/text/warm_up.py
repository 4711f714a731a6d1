"""Compilation of the games in the background, so that a server answers from its first second."""

import threading
import time
from collections.abc import Awaitable, Callable

from stuka_env.game import game_named
from stuka_env.text.kept_war import new_record
from stuka_env.text.playing import TextGame

REPORT_SECONDS = 1.0
"""Seconds between two reports of progress."""
WARM_UP_POLL = 0.02
"""Seconds between two looks at whether the compilation has ended."""


class WarmUp:
    """The compilation of games, each in a thread that ends with the program."""

    def __init__(self) -> None:
        self._threads: dict[str, threading.Thread] = {}

    def begin(self, game: str, delay: float = 0.0) -> None:
        """Begin to compile a game, unless that has begun.

        Args:
            game: name of the game.
            delay: seconds until the compilation takes the processor.
        """
        if game not in self._threads:
            self._threads[game] = threading.Thread(target=_play_a_little, args=(game, delay), daemon=True)
            self._threads[game].start()

    async def ready(
        self, game: str, sleep: Callable[[float], Awaitable[None]], report: Callable[[float], Awaitable[None]]
    ) -> None:
        """Wait until a game is compiled.

        Args:
            game: name of the game.
            sleep: a function that waits some seconds and lets other requests be answered.
            report: a function that is called now and then with the seconds so far.
        """
        self.begin(game)
        begun = reported = time.monotonic()
        while self._threads[game].is_alive():
            await sleep(WARM_UP_POLL)
            if time.monotonic() - reported >= REPORT_SECONDS:
                reported = time.monotonic()
                await report(reported - begun)


def _play_a_little(game: str, delay: float) -> None:
    """Call all that a war calls, which compiles it or loads it from the cache."""
    time.sleep(delay)
    try:
        record = new_record(game_named(game).ids[0], 0, {}, player="")
        TextGame(record).answer("1")
        record.replay()
    except Exception:  # the war that is asked for fails with the same reason, and its client reads it
        return
