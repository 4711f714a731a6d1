"""Helpers for tests that sit at the terminal's table; they need Textual."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from textual.pilot import Pilot

from stuka_env.play.app import Play
from stuka_env.play.board_app import BoardApp
from stuka_env.play.session import Session

AnyApp = TypeVar("AnyApp", bound=BoardApp)
"""A program with a mat."""
Steps = Callable[[Pilot[Any], Play], Awaitable[None]]


def drive_app(app: AnyApp, steps: "Callable[[Pilot[Any], AnyApp], Awaitable[None]]", size: tuple[int, int]) -> AnyApp:
    """Use a program in a terminal of ``size``."""

    async def sitting() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await steps(pilot, app)

    asyncio.run(sitting())
    return app


def drive(session: Session, steps: Steps, size: tuple[int, int] = (100, 30), adviser: Any = None) -> Play:
    """Play a few steps in a terminal of ``size``."""
    return drive_app(Play(session, adviser), steps, size)


async def until(pilot: Pilot[Any], true: Callable[[], bool]) -> None:
    """Wait for what a machine that does other things too may do late."""
    for _ in range(500):
        if true():
            return
        await pilot.pause(0.02)
    raise AssertionError("it never happened")
