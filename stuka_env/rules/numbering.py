"""Numbers on the mat, which count from 1, and indices in the rules, which count from 0: compiled conversions."""

from stuka_env import codes
from stuka_env.compilation import compiled

to_number = compiled(codes.to_number)
to_index = compiled(codes.to_index)
