"""Named tuples of arrays that share their first axis, such as decisions or missions: put together, and chosen from."""

from collections.abc import Iterable
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from stuka_env.policy import PolicyInput

Named = TypeVar("Named", bound=tuple[Any, ...])


def join_rows(parts: Iterable[Named]) -> Named:
    """The rows of all parts, one part after the other; at least one part."""
    listed = list(parts)
    made: Any = type(listed[0])
    return cast(Named, made(*(np.concatenate(arrays) for arrays in zip(*listed, strict=True))))


def some_rows(rows: Named, which: slice | NDArray[np.bool_]) -> Named:
    """Some of the rows."""
    made: Any = type(rows)
    return cast(Named, made(*(array[which] for array in rows)))


def some_wars(inputs: PolicyInput, which: NDArray[np.int64]) -> PolicyInput:
    """What a policy sees of some of the wars."""
    return PolicyInput(
        inputs.observations[which], inputs.masks[which], inputs.mats[which], inputs.charts, inputs.noise[which]
    )
