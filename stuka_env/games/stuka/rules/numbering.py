"""Numbers on the mat, which count from 1, and indices in the rules, which count from 0: compiled conversions."""

from stuka_env.compiling.compilation import compiled
from stuka_env.games.stuka import codes

to_number = compiled(codes.to_number)
to_index = compiled(codes.to_index)
