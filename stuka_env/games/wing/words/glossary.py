"""The glossary of the game: the terms of the mat and of the journal, each in a sentence or two.

Numbers in brackets are sections of the rulebook; "ours" marks rules whose printed text is lost. Numbers of charts are
not repeated here, because charts can be replaced.
"""

from collections.abc import Mapping

from stuka_env.declared.glossary import Glossary
from stuka_env.games.wing.codes import Counter, Decision, Event, Victory, War

GLOSSARY: Mapping[str, str] = {
    # the campaign
    "Campaign": "A number of missions with one squadron. It can end early with a very high or low score (3.1.2, 7.2).",
    "Track": "The calendar: a box for each mission, in the order of the war (4.1).",
    "Mission card": "The target of a mission, with the bombers and hits that it needs and its value (4.2).",
    "Campaign points": "The score: points for targets less those for bombers lost or short (7.2).",
    "Short": "Fewer bombers than the card asks for, which costs points (4.4).",
    "War progress": "A check after some missions. Its effect holds until the next one (7.5).",
    **War.meanings(),
    "Level of victory": "The campaign points in words, from defeat to decisive victory (7.6).",
    # the squadron
    "Crew": "The men of a bomber. A better crew shoots and aims better, and keeps up more easily (4.4, 10.4).",
    "Green": "The lowest level of a crew (7.4).",
    "Trained": "The middle level of a crew (7.4).",
    "Veteran": "The highest level of a crew (7.4).",
    "Tired": "A crew that has flown several missions in a row: all its ratings are lower until it rests (ours).",
    "Not ready": "Damaged bombers and crews that were hit. A die after each mission says who is ready (7.3, 7.4).",
    "Replacement": "A new bomber that may arrive after a mission, with a Green crew (7.3.2).",
    # the formation
    "Formation": "The bombers that fly together, in up to four elements of three (6.3).",
    "Element": "Three bombers with a Lead, a Left and a Right place: Lead, High, Low and Tail in this order (6.3).",
    "Lead": "The first element, and the first place of each. The crew in both leads the formation (6.3).",
    "Lead crew": "The crew in the Lead place of the Lead element: it aims for all bombers (5.3, 11.0).",
    "Tail": "The fourth element: attacked more easily, but it also fires better (9.5).",
    "Loose": "A formation with gaps: interceptors come in greater number, and fire and bombs are worse (5.3, 6.4).",
    "Tight": "A formation without gaps. A loose one may tighten again in each turn (5.3).",
    "Drop out": "To leave the formation and fly home alone, which not every bomber survives (10.5).",
    # the route
    "Leg": "The way to the target, or the way home. Each has a limit of moves (ours).",
    "Box": "A place of the map. The formation enters one in each turn (5.1).",
    "Rendezvous": "A meeting with new escorts, in some boxes and once on each leg (5.6).",
    "Escort": "A friendly fighter. It fights interceptors or covers bombers, as far as its range allows (5.5, 9.1.4).",
    "Flak": "Fire from the ground, at one bomber of each element. Sites of a higher level hit harder (5.7, 8.0).",
    "Formation event": "A roll in every box that is entered. Its chance depends on the distance from the base (5.8).",
    **Event.meanings(),
    **Counter.meanings(),
    # air combat
    "Interceptor": "An enemy fighter. The more of them get past the escorts, the more attack the bombers (9.1, 9.2).",
    "Ace": "A better fighter pilot: faster, and a better shot. Interceptors and escorts may have them (6.2, ours).",
    "Wingman": "A fighter that helps the leader whom it follows, and cannot be hit (9.1.6).",
    "Go on": "To fight a second round, for escorts that may choose; the others withdraw (9.1.10).",
    "Wave": "The attacks on the bombers that are made together. Each round has as many as it needs (9.2.4).",
    "Cover": "An escort that did not fight spoils the aim of one attacker (9.2.3).",
    "Light damage": "An undamaged bomber may be damaged by it; a damaged one may drop out (10.2).",
    "Heavy damage": "An undamaged bomber is damaged and may drop out; a damaged one is destroyed (10.2).",
    "Crew damage": "A crew that is hit is worse in this mission and must recover. The pilot may be lost (10.6).",
    # the target
    "Cloud": "Clear, light or heavy: the more cloud over the target, the fewer bombs hit (4.3).",
    "Bombing run": "The attack on the target: the altitude, the flak, then a die for each bomber (5.11, 11.0).",
    "Bomb low": "More hits, but flak is certain and worse (ours).",
    "Target": "Destroyed by the hits that its card asks for, damaged by half of them (5.12).",
}
"""Terms with their meanings, in the order in which they occur in a campaign."""

ALSO: Mapping[str, tuple[str, ...]] = {
    "Campaign points": ("points",),
    "Level of victory": tuple(level.word for level in Victory),
    "Lady luck": ("counter", "counters"),
    "Drop out": ("drops out", "home alone", "falls behind"),
    "Box": ("boxes",),
    "Wingman": ("wingmen",),
    "Cover": ("covered",),
    "Bomb low": ("bombs low", "the run is low"),
}
"""Other forms of the terms on the mat, in questions and in the journal."""

EXPLAINED = Glossary(GLOSSARY, ALSO, Decision)
