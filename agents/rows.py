"""Named tuples of arrays with a common first axis, such as decisions or missions: joining them and selecting rows."""

from collections.abc import Iterable
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from stuka_env.policy import PolicyInput

Named = TypeVar("Named", bound=tuple[Any, ...])


def join_rows(parts: Iterable[Named]) -> Named:
    """Return the rows of all parts, one part after the other; there is at least one part."""
    all_parts = list(parts)
    kind: Any = type(all_parts[0])
    return cast(Named, kind(*(np.concatenate(arrays) for arrays in zip(*all_parts, strict=True))))


def some_rows(rows: Named, which: slice | NDArray[np.bool_]) -> Named:
    """Return some of the rows."""
    kind: Any = type(rows)
    return cast(Named, kind(*(array[which] for array in rows)))


def some_wars(inputs: PolicyInput, which: NDArray[np.int64]) -> PolicyInput:
    """Return the policy input of some of the wars; ``which`` holds their indices."""
    charts = inputs.charts[which] if len(inputs.charts) > 1 else inputs.charts
    return PolicyInput(
        inputs.observations[which], inputs.masks[which], inputs.snapshot[which], charts, inputs.noise[which]
    )
