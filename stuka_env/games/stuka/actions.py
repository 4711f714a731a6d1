"""The action catalogue: index <-> (verb, argument).

An action is a verb of :class:`stuka_env.games.stuka.codes.Act`. Most verbs have an argument, which counts as at the
table: slots 1 to 10, places in the roster 1 to 11, formations of 2 to 10 aircraft. The labels are in
:mod:`stuka_env.games.stuka.words.labels`.
"""

from stuka_env.games.stuka.codes import ACTS

CATALOGUE = ACTS.actions
"""Every action; ``CATALOGUE[i].index == i``."""
verb_of, index_of = ACTS.verb_of, ACTS.index_of
