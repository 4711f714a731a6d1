"""The process in which the policy of another person plays. It runs the restrictions before it runs the policy's code.

Libraries that start threads are imported after the restrictions, which need a process of one thread.
"""

import json
import os
import pickle
import socket
import sys
from pathlib import Path
from typing import Any

from agents.evaluation.isolated.channel import Channel, ChannelError, PolicyStart, Request
from agents.evaluation.isolated.sandbox import enter

MOST_REQUEST_BYTES = 1 << 28
"""Largest number of bytes of a request."""


def main(number: int) -> None:
    """Serve the evaluation at the socket with this number until it ends."""
    channel = Channel(socket.socket(fileno=number))
    try:
        turn, content, _ = channel.receive(MOST_REQUEST_BYTES)
        start: PolicyStart = pickle.loads(content)
        missing = enter(Path.cwd(), start.places, start.needed, start.secret)
        channel.send(turn, json.dumps({"missing": missing}).encode())
        serve(channel, start._replace(secret=None))
    except ChannelError:  # the evaluation has ended
        os._exit(0)


def serve(channel: Channel, start: PolicyStart) -> None:
    """Load the policy and answer every request.

    Raises:
        ChannelError: the evaluation has ended.
    """
    player = None
    while True:
        turn, content, files = channel.receive(MOST_REQUEST_BYTES)
        try:
            if player is None:
                player = Player(start)
                answer = player.described()
            else:
                answer = player.answer(pickle.loads(content) if content else None, files)
        except BaseException as error:  # a policy may even exit
            answer = {"error": words_of(error, start.policy)}
        channel.send(turn, json.dumps(answer).encode() if answer else b"")


def words_of(error: BaseException, policy: str) -> str:
    """Return an error of the policy in words, with the place in its code."""
    from stuka_env.io.user_code import OWN_FOLDERS, user_code_error

    OWN_FOLDERS.append(Path(__file__).resolve().parents[2])
    return str(user_code_error(error, policy) or error or type(error).__name__)[: 1 << 13]


class Player:
    """The policy and its arrays."""

    def __init__(self, start: PolicyStart) -> None:
        from stuka_env.game import game_named
        from stuka_env.policy import load_policy

        if start.folder not in sys.path:
            sys.path.insert(0, start.folder)
        self.game = game_named(start.game)
        self.policy = load_policy(start.policy, start.game)
        self.arrays: Any = None

    def described(self) -> dict[str, Any]:
        """Return what the evaluation must know of the policy."""
        from stuka_env.policy import ScriptedPolicy, is_remembering

        is_script = isinstance(self.policy, ScriptedPolicy)
        return {"name": str(self.policy.name), "remembers": is_remembering(self.policy), "is_script": is_script}

    def answer(self, request: Request | None, files: list[int]) -> dict[str, Any]:
        """Do what is requested, or decide; return the answer, empty for none."""
        if request is None:
            self.policy.act(self.arrays.inputs, self.arrays.actions)
        elif request.kind == "limits":
            from stuka_env.policy import limits_of

            return {"limits": str(limits_of(self.policy, request.value))}
        elif request.kind == "any_charts":
            getattr(self.policy, "allow_any_charts", lambda: None)()
        else:
            from agents.evaluation.isolated.arrays import SharedArrays

            self.arrays = SharedArrays(self.game, request.value, files[0])
            os.close(files[0])
            for records in (self.arrays.inputs.snapshot, self.arrays.inputs.charts):
                records.flags.writeable = False
        return {}
