"""The values of a mat as Python's numbers, for checks."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from stuka_env.consistency import values_of
from stuka_env.games.interceptor.scenario.plan import WarSpec


@dataclass(frozen=True)
class MatValues:
    """The values of a mat as Python's numbers by block, with the arrays of the mat and of the log, one row each."""

    spec: WarSpec
    mats: Any
    logs: Any
    blocks: Mapping[str, dict[str, Any]]

    @property
    def career(self) -> dict[str, Any]:
        """The calendar and the results."""
        return self.blocks["career"]

    @cached_property
    def decision(self) -> int:
        """The open decision."""
        return int(self.blocks["cursor"]["decision"])

    @property
    def settled(self) -> int:
        """Number of settled sortie lines: all used lines except the current one."""
        used = int(self.career["lines_used"])
        return used if self.career["over"] else max(0, used - 1)


def read_mat(spec: WarSpec, mats: Any, logs: Any) -> MatValues:
    """Return the values of a mat ``(1,)`` with its log ``(1,)`` by block, unchecked."""
    return MatValues(spec, mats, logs, {block: values_of(mats[block]) for block in mats.dtype.names})
