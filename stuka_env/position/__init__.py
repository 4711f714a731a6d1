"""Positions as text: any decision of a war of any game as a string that can be pasted.

:func:`position_of` writes the text of an environment, ``reset(options={"position": text})`` begins an episode there,
and :func:`read_position` returns the id and the arguments of such an environment.
"""

from stuka_env.position.text import WarPosition, position_in, position_of, read_position

__all__ = ["WarPosition", "position_in", "position_of", "read_position"]
