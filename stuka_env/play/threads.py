"""Threads that do not keep the program from ending."""

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any


def start_thread(name: str, work: Callable[[], object]) -> threading.Thread:
    """Start a thread that does not keep the program from ending, and return it."""
    thread = threading.Thread(target=work, name=name, daemon=True)
    thread.start()
    return thread


async def in_thread(function: Callable[..., Any], *arguments: Any) -> Any:
    """Return what a function returns in a thread of its own, which does not keep the program from ending."""
    result: Future[Any] = Future()
    start_thread("call", lambda: complete(result, lambda: function(*arguments)))
    return await asyncio.wrap_future(result)


class Worker:
    """A thread that calls functions in turn. Unlike an executor's, it does not keep the program from ending."""

    def __init__(self, name: str) -> None:
        self._calls: queue.SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = queue.SimpleQueue()
        start_thread(name, self._work)

    async def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return what a function returns in the thread, after all earlier calls."""
        result: Future[Any] = Future()
        self._calls.put((result, lambda: function(*arguments)))
        return await asyncio.wrap_future(result)

    def _work(self) -> None:
        while True:
            complete(*self._calls.get())


def complete(result: Future[Any], call: Callable[[], Any]) -> None:
    """Set a result to that of a call, unless nobody waits for it any longer."""
    if not result.set_running_or_notify_cancel():
        return
    try:
        result.set_result(call())
    except Exception as error:  # whoever waits gets it
        result.set_exception(error)
