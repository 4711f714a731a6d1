"""Evaluations on a Ray cluster, or on a Ray instance of this machine: ``evaluate.py --ray [ADDRESS]``.

The outcome of a war does not depend on the machine, so the figures equal those of an evaluation without Ray. Every
machine of the cluster needs the same version of this package, and the policies' files under the same paths. A machine
with another version or another file refuses to fly.
"""

import functools
import importlib.util
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

from agents.evaluation.evaluated_games import evaluated_game
from agents.evaluation.evaluation_parts import EvaluationPart, KeptParts, fly_part, policy_digest, split, warm_up_in
from stuka_env.flights.episodes import FlightError, Flown, Progress, join
from stuka_env.io.arguments import argument_error
from stuka_env.io.extras import not_installed
from stuka_env.policy import load_policy, split_option

LOCAL = "local"
"""The address of a Ray instance on this machine that ends with the evaluation."""
ADDRESSES = "HOST:PORT, ray://HOST:PORT, auto (the cluster this machine is part of) or nothing (this machine alone)"
WARS = 16
"""Wars in a part. With 16 wars, the 200 wars of a slow policy occupy a dozen cores."""
CONNECT_SECONDS = 30
"""Seconds to wait for a cluster's answer."""


class RayError(ValueError):
    """Ray is not installed, does not answer or has failed."""


def check_address(text: str) -> str:
    """Return the address of a cluster.

    Raises:
        ValueError: the text is no address, or Ray is not installed.
    """
    if text not in (LOCAL, "auto") and not re.fullmatch(r"(ray://)?[\w.-]+:\d{1,5}", text, re.ASCII):
        raise argument_error("ray", text, ADDRESSES)
    if importlib.util.find_spec("ray") is None:
        raise RayError(f"ray: {not_installed('ray', 'ray', 'stuka-agents')}, without constraints.txt")
    return text


def first_line(error: BaseException) -> str:
    """Return the first line of an error's message."""
    return next(iter(str(error).strip().splitlines()), type(error).__name__)


def last_line(output: bytes) -> str:
    """Return the first sentence of the last line of a command's output."""
    lines = output.decode(errors="replace").strip().splitlines() or ["no output"]
    return lines[-1].partition(". ")[0]


def check_address_answers(address: str) -> None:
    """Check that a cluster answers, because Ray itself would wait for minutes and then end this process.

    Raises:
        RayError: no process listens at the address, or it is not Ray.
    """
    client = "://" in address
    place = urlsplit(address if client else f"ray://{address}")
    try:
        socket.create_connection((place.hostname or "", place.port or 0), CONNECT_SECONDS).close()
        if not client:
            words = [sys.executable, "-m", "ray.scripts.scripts", "status", "--address", address]
            subprocess.run(words, check=True, capture_output=True, timeout=CONNECT_SECONDS)
    except (OSError, ValueError) as error:
        raise RayError(f"ray: no answer from {address} ({first_line(error)})") from None
    except subprocess.CalledProcessError as error:
        raise RayError(f"ray: {address} refuses the connection ({last_line(error.stderr)})") from None
    except subprocess.TimeoutExpired:
        raise RayError(f"ray: no Ray answers at {address} within {CONNECT_SECONDS} s") from None


class Cluster:
    """A context manager that connects to Ray. A local Ray instance ends with the context.

    Args:
        address: an address that :func:`check_address` allows.
        cpus: number of this machine's cores for a local instance.

    Raises:
        RayError: there is no cluster at the address, or its Ray is not compatible.
    """

    def __init__(self, address: str, cpus: int) -> None:
        self.address = address
        self.cpus = cpus

    def __enter__(self) -> "Cluster":
        # This must be set before Ray is imported, or else Ray reports its use to its developers.
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        if self.address not in (LOCAL, "auto"):
            check_address_answers(self.address)
        import ray

        own = {"num_cpus": self.cpus, "include_dashboard": False}
        try:
            ray.init(self.address, logging_level="ERROR", log_to_driver=False, **(own if self.address == LOCAL else {}))
        except (OSError, RuntimeError, ValueError) as error:
            ray.shutdown()
            raise RayError(f"ray: cannot use {self.address} ({first_line(error)})") from None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        import ray

        ray.shutdown()

    def fly(self, parts: Mapping[int, EvaluationPart], sources_digest: str) -> Iterator[tuple[int, Flown]]:
        """Fly the parts on all machines, and yield the number and the outcome of each as it is complete.

        Args:
            parts: the parts by number.
            sources_digest: digest of the policy, by :func:`agents.evaluation.evaluation_parts.policy_digest`.

        Raises:
            FlightError: the policy refused to continue.
            RayError: a machine has another package or another file, or Ray has failed.
        """
        import ray

        task = ray.remote(fly_part_remotely)
        modules = [str(Path(place).resolve()) for place in (os.getcwd(), *sys.path)]
        tasks = {task.remote(part, sources_digest, modules): number for number, part in parts.items()}
        while tasks:
            (complete,), _ = ray.wait(list(tasks), num_returns=1)
            try:
                flown = ray.get(complete)
            except ray.exceptions.RayError as error:
                raise one_line_error(error) from None
            yield tasks.pop(complete), flown


def one_line_error(error: Any) -> ValueError:
    """Return the error of another machine, with a message of one line."""
    cause = getattr(error, "cause", None)
    if isinstance(cause, FlightError | RayError):
        return cause
    return RayError(f"ray: {type(cause or error).__name__}: {first_line(cause or error)}")


# --- on the other machine ---


@functools.cache
def remote_policy_digest(policy: str, game: str) -> str:
    """Return the digest of a game's policy on this machine, computed once for each process."""
    return policy_digest(load_policy(policy, game), evaluated_game(game))


def fly_part_remotely(part: EvaluationPart, sources_digest: str, modules: list[str]) -> Flown:
    """Fly a part on another machine, if its package and policy have the right digest.

    Args:
        part: the part.
        sources_digest: digest of the policy.
        modules: module search path of the machine that started the evaluation, which may hold a user's own policy.

    Raises:
        FlightError: the policy refused to continue.
        RayError: this machine has another package, or another file of the policy.
    """
    sys.path += [place for place in modules if place not in sys.path]
    machine = socket.gethostname()
    try:
        policy = part.load_policy()
    except ValueError as error:
        raise RayError(f"ray: on {machine}: {first_line(error)}") from None
    if remote_policy_digest(part.policy, part.spec.game) != sources_digest:
        raise RayError(f"ray: {machine} has another version of this package, or of policy {part.policy!r}")
    warm_up_in(part.spec, policy)
    return fly_part(part)


# --- all wars of a policy ---


def with_whole_path(policy: str) -> str:
    """Return the policy's name with absolute paths, because other machines may work in other folders."""
    stem, option = split_option(policy)
    first = whole_path(stem) if Path(stem).is_file() else stem
    if option is None:
        return first
    run, colon, agent = option.partition(":")
    return f"{first}@{whole_path(run)}{colon}{whole_path(agent)}"


def whole_path(place: str) -> str:
    """Return the absolute path of an existing file or folder, and any other text unchanged."""
    return str(Path(place).resolve()) if place and Path(place).exists() else place


def as_elsewhere(whole: EvaluationPart) -> EvaluationPart:
    """Return the same wars for other machines: the policy's name has absolute paths."""
    return whole._replace(policy=with_whole_path(whole.policy))


def fly_parts(cluster: Cluster, whole: EvaluationPart, kept: KeptParts, progress: Progress) -> Flown:
    """Fly all wars of a policy on a cluster, and keep each part.

    Raises:
        FlightError: the policy refused to continue.
        RayError: see :meth:`Cluster.fly`.
    """
    whole = as_elsewhere(whole)
    sources_digest = remote_policy_digest(whole.policy, whole.spec.game)
    parts = split(whole, WARS)
    flown: dict[int, Flown] = {}
    for number, part in enumerate(parts):
        earlier = kept.find(part, sources_digest)
        if earlier is not None:
            flown[number] = earlier
            progress(len(part.seeds))
    remaining = {number: part for number, part in enumerate(parts) if number not in flown}
    for number, outcome in cluster.fly(remaining, sources_digest):
        flown[number] = outcome
        kept.keep(parts[number], sources_digest, outcome)
        progress(len(outcome.seeds))
    return join([flown[number] for number in range(len(parts))])
