"""The glossary of the game: words of the mat and of the journal, each explained in a sentence or two.

Numbers in brackets are sections of the printed text; "ours" marks rules whose text is lost. Numbers of charts are not
repeated here, because charts can be replaced.
"""

from collections.abc import Mapping

from stuka_env.declared.glossary import Glossary
from stuka_env.games.support.codes import Decision, Level

GLOSSARY: Mapping[str, str] = {
    # the battle
    "Battle": "Twelve turns of a ground battle. You direct aircraft; ground units follow fixed rules (ours).",
    "Half": "A player turn: in one half your ground units move, in the other those of the enemy (ours).",
    "Goal": "A hex that the attacker wants. It counts at the end for the side that holds it (ours).",
    "Level of the result": "The points in words, from defeat to decisive victory. Each battle has its bounds (ours).",
    # counters
    "Counter": "A ground unit of the enemy.",
    "Face down": "A counter whose kind is not known. The sheet lists how many of each kind lie face down (ours).",
    "Dummy": "A counter without a unit. It is removed when it is seen (7.25).",
    "Concealed": "Not seen from the ground, and harder to see from the air (7.3).",
    "Step": "A squad has two. A unit without steps is eliminated (ours).",
    "Broken": "A unit that does not fire and goes back, until it rallies (ours).",
    "Pinned": "A unit that stays where it is for a turn; its fire is halved (7.25).",
    "Immobile": "A vehicle that cannot move any more (ours).",
    "Smoke": "It stands in a hex in which something burns, and hides what is behind it (7.3).",
    # aircraft
    "FB": "A fighter-bomber: it fights in the air, strafes and bombs (7.21).",
    "Dive bomber": "It dives well and fights badly in the air (7.21).",
    "Arrival": "A die in each of your halves. If it is below the number of the turn, the aircraft come (7.2).",
    "Recall": "It takes an aircraft out of the battle for good (7.224).",
    # attacks
    "Sighting check": "Two dice when an aircraft goes for a hex. If they are too high, it does not see it (7.3).",
    "Mistaken attack": "A sighting check that goes wrong near your own units: they are attacked (7.3).",
    "Grain": "One of the six directions in which aircraft fly over the hexes (7.25).",
    "Run": "An attack along a grain: guns or bombs at up to four hexes (7.401).",
    "Point attack": "A second attack at the first hex of a run, which is exact (7.402).",
    "Dive": "A point attack with bombs only, from above (7.403).",
    "Area": "Bombs on the whole hex: easier to hit, and half as strong (7.422).",
    "AA": "Anti-aircraft fire. Light AA fires along the run, heavy AA once a turn (7.5).",
    # combat in the air and artillery
    "Melee": "The aircraft that fight each other. They do not attack the ground (7.22).",
    "Coloured die": "One of two dice. A low one keeps the rate of fire, so that the aircraft may fire again (7.222).",
    "Observation aircraft": "It aims a battery by radio; some battles have one (7.6).",
    "Battery": "Guns far away. Their shells fall around the aim, your own units included (7.62).",
}
"""Terms with their meanings, in the order in which they occur in a battle."""

ALSO: Mapping[str, tuple[str, ...]] = {
    "Level of the result": tuple(level.word for level in Level),
    "FB": ("fighter-bomber", "fighter-bombers"),
    "Recall": ("recalled",),
    "Dummy": ("dummies", "dummy counter"),
    "AA": ("AA fire", "AA gun", "AA track"),
    "Sighting check": ("sighting", "seen on"),
}
"""Other forms of the terms on the mat, in questions and in the journal."""

EXPLAINED = Glossary(GLOSSARY, ALSO, Decision)
