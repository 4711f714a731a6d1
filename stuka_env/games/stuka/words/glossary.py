"""The glossary: the terms of the mat and of the journal, each in a sentence or two of the project's own.

Numbers in brackets are sections of the rulebook. Modifiers of charts are not repeated here.
"""

from collections.abc import Mapping

from stuka_env.declared.glossary import Glossary
from stuka_env.games.stuka.codes import Decision

GLOSSARY: Mapping[str, str] = {
    # the formation
    "Staffel": (
        "The squadron that you command, ten aircraft strong; also the usual formation, of 4 to 10 aircraft (4.3)."
    ),
    "Kette": (
        "A formation of two or three aircraft; in Citadel, and with too few ready for a Staffel, there is no other. Its"
        " target is never beyond zone 5, and one of its aircraft can be the Lucky Dog (4.3.2)."
    ),
    "Flight leader": (
        "The pilot of aircraft 1, marked L. From Veteran up he can relieve one crew of stress once a mission; a Green"
        " one unsettles a crew as soon as he leads (4.2)."
    ),
    "Lucky Dog": (
        "The aircraft of a Kette, marked D, that Anti-Aircraft fire does not hurt during the attack run (4.3.2)."
    ),
    "Holding area": "Where the crews that are ready lie. Whoever stays there during a mission loses one stress (7.11).",
    # missions and the way
    "War": "What is played to its end, be it a mission, a segment, an operation or a campaign (4.5).",
    "Mission": "One flight against one target; its type, size and zone are rolled at the beginning (4.6).",
    "No-Fly": (
        "A mission that stays on the ground, because of the dice, of losses or of your decision. It scores 0 and "
        "counts in the mean; repairs and rest go on (4.6.1, 7.12)."
    ),
    "Segment": (
        "Two to four months of missions. At its end all stress and damage are gone, and whoever flew three missions "
        "may be promoted (8.3)."
    ),
    "Operation": (
        "Barbarossa, Case Blue or Citadel: the segments that belong together. Its score is the mean of theirs, with a"
        " bonus (4.5, 8.5.2)."
    ),
    "Campaign": (
        "The three operations one after the other, with the same people. Its score is their mean, with a bonus (4.5, "
        "8.5.3)."
    ),
    "Mission Track": (
        "The airfield and six zones beyond it. The formation flies out one zone at a time, and back the same way "
        "(2.3, 5.1)."
    ),
    "Zone": (
        "A box of the Mission Track. In each one but the target's a card is drawn and fighters may come, both ways "
        "(5.1, 7.2, 7.3)."
    ),
    "Target": "What is to be bombed, with its size. The smaller it is, the less the same die scores (4.6, 7.8).",
    "Maritime": (
        "A mission against a ship, in Barbarossa only. It is attacked as a Small target, under heavier Anti-Aircraft "
        "fire, and the larger warships can be sunk for a mission score of 100 (4.7, 8.6)."
    ),
    "Range": (
        "How many zones an aircraft can fly, there and back: 12, in Citadel 10. A minus is what hits on the engine "
        "and fuel have cost; an aircraft that runs out comes down on the way (7.10)."
    ),
    "Abort": (
        "To turn the whole formation back before the attack run. The mission scores 0, and cards and fighters still "
        "come on the way home (7.12)."
    ),
    # what hangs under the aircraft
    "Payload": (
        "What the formation carries, the same for all but those with a special bomb, chosen when the target is known "
        "(4.4)."
    ),
    "SC500": "The usual load: a 500 kg bomb and four of 50 kg. Good against anything (4.4).",
    "Cluster bombs": (
        "A 500 kg bomb and four with fragments: better than the usual load, against Troops and Artillery only (4.4)."
    ),
    "Special bomb": "An SC1000 for up to two aircraft, or one SC1800, in place of their load (4.4).",
    "SC1000": (
        "A special bomb for up to two aircraft, better than the usual load, most of all against Large targets and "
        "ships (4.4)."
    ),
    "SC1800": "The heaviest bomb, for one aircraft, from August 1941 on. Its carrier flies without a gunner (4.4).",
    "37 mm cannon": (
        "What the aircraft of Citadel carry in place of bombs: for tanks. They can neither strafe nor gamble (4.4)."
    ),
    "Strafe": "To attack with machine guns, where the bombs cannot be dropped any more; a poor attack (4.4, 7.6).",
    # on the way
    "Event card": (
        "Drawn in each zone that is entered, but for the target's: good news or bad for those in the air (3.7, 7.2)."
    ),
    "Interception": (
        "The roll, in each zone but the target's, for whether Soviet fighters come, which and how many (7.3)."
    ),
    "Escort": "German fighters that drive some or all of the others off, more of them near the airfield (7.3).",
    "Full Cover": "Escorts enough: no fighter of this interception attacks (7.3).",
    "Flying Circle": "The boxes round the formation: from where the fighter that attacks comes (7.3).",
    "Cup": "The numbers of the aircraft in the air. Whom fighters, fire or a card hit is drawn from it (5.1, 7.5).",
    "Air-to-air": (
        "An Elite or Hero pilot may go for a fighter before it attacks. A kill is 10 points for the mission; hit or "
        "not, the next attack falls on him (7.3.1)."
    ),
    # over the target
    "Visibility": (
        "How well the target can be seen, rolled over it or set by a card. Medium and Low make every attack harder "
        "(7.4)."
    ),
    "Anti-Aircraft": (
        "The guns around the target: Light hits one aircraft, Medium two, Heavy three, drawn from the cup (7.5)."
    ),
    "Attack run": (
        "Visibility, Anti-Aircraft fire and the attacks, aircraft after aircraft. Once it begins nobody can turn back"
        " (7.8)."
    ),
    "DRM": (
        "Die roll modifier: added to the die before the chart is read. For an attack, minus is good: ordnance, "
        "visibility, the pilot's stress and experience (7.9)."
    ),
    "Expected": "The mean score of the attack over the ten faces of its die, with the modifiers known now (A2, 7.8).",
    "Rudel Gamble": (
        "To dive on past the safe height, one aircraft a mission: a better attack, and two faces in six that it does "
        "not pull out, with both killed. Not with damaged wings or tail, nor a shaken pilot (7.7)."
    ),
    "Miss": "An attack that scores 0. It still counts in the mean (7.8, 8.4).",
    # what happens to aircraft and people
    "Damage": (
        "Systems that were hit, by letter: Engine, Port wing, Starboard wing, Tail, Fuel, Bombs, Landing gear. A "
        "second hit on the first five brings the aircraft down (4.1, 7.10)."
    ),
    "Stress": (
        "What a flight does to a person, S with a number. It spoils attacks, landings and bail outs and goes down by "
        "one for each mission rested; at six the person bails out (7.11)."
    ),
    "Relief": "Once a mission a leader from Veteran up takes one stress off each of one crew (4.2).",
    "Wound": (
        "W with a number. A wounded person loses what his experience gives and goes to hospital; a second wound kills"
        " (6.3, 7.10)."
    ),
    "KIA": "Killed. After some missions a Green person takes his place (6.4).",
    "POW": "Captured after a bail out over enemy land. After some missions a Green person takes his place (6.4).",
    "Bail out": (
        "To leave an aircraft that is going down, by parachute. Over enemy land another roll says whether he gets "
        "home (7.10)."
    ),
    "Hospital": "Where the wounded wait; in brackets the missions until they are back (6.3).",
    "Repair": "Where damaged aircraft stand; in brackets the missions until they are ready (6.2).",
    "Replacement": (
        "Who and what is on the way for those that were lost; in brackets the missions until they are here (6.1, 6.4)."
    ),
    "Landing": "Rolled for each aircraft that comes home; stress and damaged landing gear spoil it (8.1).",
    "Forced landing": "A landing that went wrong: another roll says what is left of the aircraft (8.1).",
    # people
    "Pilot": "He flies, attacks and lands; his stress and experience count for that (4.1).",
    "Gunner": "He fires at fighters from Rear and Above, which softens what they do (4.1, 7.3).",
    "Green": "New: no experience to help him, and easily caught after a bail out (8.9).",
    "Veteran": "The usual level: a little better at landing and bailing out, and a gunner who hits (8.9).",
    "Ace": "Better at everything, attacks included (8.9).",
    "Elite": (
        "Better still; ignores the first stress of a mission and may go for a fighter. Two pilots and two gunners of "
        "this level fly at most (8.9)."
    ),
    "Hero": "The best there are; no stress touches him. One pilot and one gunner of this level fly at most (8.9).",
    "Promotion": (
        "One level up, at the end of a segment, for those who completed three missions in it; only in Regular wars. "
        "Beyond Ace you decide (8.9)."
    ),
    # what it comes to
    "Score": (
        "Each attack scores up to 100. The mission's score is the mean over the aircraft that began the attack run, "
        "then kills and bonus; segments and operations are means of means (8.4, 8.5)."
    ),
    "Bonus": (
        "Points on top: for a mission with few casualties, little damage or little stress; for an operation with few "
        "losses or few No-Fly missions (8.5)."
    ),
    "Level of victory": "A score in words, from Defeat to Decisive Victory (A5, 8.4).",
    "Regular": "The full number of missions, with promotions; Short has fewer missions and none (4.5, 8.9).",
}
"""Terms with their meanings, in the order in which they occur in a war."""

ALSO: Mapping[str, tuple[str, ...]] = {
    "Flight leader": ("leads the formation", "leader"),
    "Holding area": ("pilots ready", "gunners ready"),
    "No-Fly": ("not flown", "not fly"),
    "Mission Track": ("track",),
    "SC500": ("SC50",),
    "Special bomb": ("special bombs",),
    "37 mm cannon": ("cannon",),
    "Strafe": ("machine guns", "strafes", "strafed"),
    "Escort": ("escorts", "cover"),
    "Air-to-air": ("attacks a fighter", "attacks the fighters", "hold formation"),
    "Attack run": ("attack run",),
    "Wound": ("wounded", "wounds"),
    "KIA": ("killed",),
    "POW": ("captured",),
    "Bail out": ("bails out", "jumps"),
    "Abort": ("aborted", "aborts"),
    "Repair": ("repairs",),
    "Replacement": ("replacements", "new aircraft"),
    "Landing": ("land", "lands"),
    "Relief": ("relieves", "relieve"),
    "Damage": ("damaged", "damages"),
    "Promotion": ("promote", "promoted"),
}
"""Other forms of the terms on the mat, in questions and in the journal."""


EXPLAINED = Glossary(GLOSSARY, ALSO, Decision)
