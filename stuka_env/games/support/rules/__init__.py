"""The rules: a module for each chapter; the package binds them to the house and compiles them."""

from stuka_env.building.table import MadeFault
from stuka_env.engine.binding import bind_rules
from stuka_env.games.support import codes
from stuka_env.games.support.rules.mat import Mat
from stuka_env.games.support.rules.table import Table

RULES = bind_rules(__name__, codes, mat=Mat, table=Table, faults=MadeFault)
