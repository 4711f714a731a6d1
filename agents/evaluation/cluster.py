"""Evaluations on a Ray cluster, or on a Ray of this machine's own: ``evaluate.py --ray [ADDRESS]``.

What comes of a war does not depend on where it is flown, so the figures are those of an evaluation without Ray. Every
machine of the cluster needs this package, the same version, and policies that are files under the same path; a
machine on which either is different refuses.
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

from agents.evaluation.evaluation_parts import EvaluationPart, KeptParts, fly_part, policy_digest, split
from agents.registry import make_policy
from stuka_env.envs.arguments import argument_error
from stuka_env.extras import not_installed
from stuka_env.flights.episodes import FlightError, Flown, Progress, join, warm_up
from stuka_env.policy import split_option

LOCAL = "local"
"""The address of a Ray of one's own, on this machine, for as long as it takes."""
ALLOWED = "HOST:PORT, ray://HOST:PORT, auto (the cluster this machine is part of) or nothing (this machine alone)"
WARS = 16
"""Wars in a part: few enough that a slow policy's 200 wars keep a dozen cores busy."""
CONNECT_SECONDS = 30
"""Seconds that a cluster has to answer."""


class RayError(ValueError):
    """Ray is not there, or has failed; one line says why."""


def check_address(text: str) -> str:
    """``text``, if a cluster can have such an address and Ray is installed.

    Raises:
        ValueError: one line says what is wrong.
    """
    if text not in (LOCAL, "auto") and not re.fullmatch(r"(ray://)?[\w.-]+:\d{1,5}", text, re.ASCII):
        raise argument_error("ray", text, ALLOWED)
    if importlib.util.find_spec("ray") is None:
        raise RayError(f"ray: {not_installed('ray', 'ray', 'stuka-agents')}, without constraints.txt")
    return text


def first_line(error: BaseException) -> str:
    """What an error says, in one line."""
    return next(iter(str(error).strip().splitlines()), type(error).__name__)


def last_line(said: bytes) -> str:
    """What a command said in the end, if it goes on for long its first sentence."""
    lines = said.decode(errors="replace").strip().splitlines() or ["it says nothing"]
    return lines[-1].partition(". ")[0]


def check_address_answers(address: str) -> None:
    """See that a cluster answers, because Ray itself waits for minutes, and then ends this process.

    Raises:
        RayError: nobody listens there, or nobody who is a Ray.
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
        raise RayError(f"ray: {address} does not let us in ({last_line(error.stderr)})") from None
    except subprocess.TimeoutExpired:
        raise RayError(f"ray: no Ray answers at {address} within {CONNECT_SECONDS} s") from None


class Cluster:
    """A connection to Ray while inside ``with``; a Ray of our own ends with it.

    Args:
        address: as :func:`check_address` allows.
        cpus: of this machine, for a Ray of our own.

    Raises:
        RayError: there is no cluster, or it is no Ray that we can talk to.
    """

    def __init__(self, address: str, cpus: int) -> None:
        self.address = address
        self.cpus = cpus

    def __enter__(self) -> "Cluster":
        # Before Ray is imported: it reports its use to its makers unless told not to.
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
        """Fly the parts wherever there is room; each with its number, as it comes home.

        Args:
            parts: what to fly, by number.
            sources_digest: digest of the policy, see :func:`agents.evaluation.evaluation_parts.policy_digest`.

        Raises:
            FlightError: the policy refused to go on.
            RayError: a machine has another package or another file, or Ray has failed.
        """
        import ray

        task = ray.remote(fly_part_remotely)
        modules = [str(Path(place).resolve()) for place in (os.getcwd(), *sys.path)]
        under_way = {task.remote(part, sources_digest, modules): number for number, part in parts.items()}
        while under_way:
            (home,), _ = ray.wait(list(under_way), num_returns=1)
            try:
                flown = ray.get(home)
            except ray.exceptions.RayError as error:
                raise one_line_error(error) from None
            yield under_way.pop(home), flown


def one_line_error(error: Any) -> ValueError:
    """What happened on the other machine, in one line."""
    cause = getattr(error, "cause", None)
    if isinstance(cause, FlightError | RayError):
        return cause
    return RayError(f"ray: {type(cause or error).__name__}: {first_line(cause or error)}")


# --- on the other machine ---


@functools.cache
def remote_policy_digest(policy: str) -> str:
    """What the policy is made of on this machine, when this process first had it."""
    return policy_digest(make_policy(policy))


def fly_part_remotely(part: EvaluationPart, sources_digest: str, modules: list[str]) -> Flown:
    """Fly a part on another machine, if that has what was asked for.

    Args:
        part: what to fly.
        sources_digest: digest of the policy.
        modules: where Python looks for modules at home; somebody's own policy may be in none of the usual places.

    Raises:
        FlightError: the policy refused to go on.
        RayError: the package, or the policy's file, is another one here.
    """
    sys.path += [place for place in modules if place not in sys.path]
    machine = socket.gethostname()
    try:
        policy = make_policy(part.policy, part.any_charts)
    except ValueError as error:
        raise RayError(f"ray: on {machine}: {first_line(error)}") from None
    if remote_policy_digest(part.policy) != sources_digest:
        raise RayError(f"ray: {machine} has another version of this package, or of policy {part.policy!r}")
    warm_up(policy, part.scenario, part.charts)
    return fly_part(part)


# --- a policy through all its wars ---


def with_whole_path(policy: str) -> str:
    """The policy's name; files and runs in it with their whole path, because others may not work in this folder."""
    stem, option = split_option(policy)
    first = whole_path(stem) if Path(stem).is_file() else stem
    if option is None:
        return first
    run, colon, agent = option.partition(":")
    return f"{first}@{whole_path(run)}{colon}{whole_path(agent)}"


def whole_path(place: str) -> str:
    """The whole path of a file or folder that there is; anything else as it is."""
    return str(Path(place).resolve()) if place and Path(place).exists() else place


def as_elsewhere(whole: EvaluationPart) -> EvaluationPart:
    """The same wars as other machines are told of them."""
    return whole._replace(policy=with_whole_path(whole.policy))


def fly_parts(cluster: Cluster, whole: EvaluationPart, kept: KeptParts, progress: Progress) -> Flown:
    """One policy through its wars, in parts that are kept.

    Raises:
        FlightError: the policy refused to go on.
        RayError: see :meth:`Cluster.fly`.
    """
    whole = as_elsewhere(whole)
    sources_digest = policy_digest(make_policy(whole.policy))
    parts = split(whole, WARS)
    flown: dict[int, Flown] = {}
    for number, part in enumerate(parts):
        before = kept.find(part, sources_digest)
        if before is not None:
            flown[number] = before
            progress(len(part.seeds))
    left = {number: part for number, part in enumerate(parts) if number not in flown}
    for number, ended in cluster.fly(left, sources_digest):
        flown[number] = ended
        kept.keep(parts[number], sources_digest, ended)
        progress(len(ended.seeds))
    return join([flown[number] for number in range(len(parts))])
