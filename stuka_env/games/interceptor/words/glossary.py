"""The glossary: the terms of the mat and of the journal, each in a sentence or two of the project's own.

Numbers in brackets are sections of the rulebook.
"""

from collections.abc import Mapping

GLOSSARY: Mapping[str, str] = {
    # the career
    "Career": "The flights of one pilot from March 1943 to February 1944, with at most 92 raids (2.4).",
    "Raid": "An attack of the bombers on a city. Each sortie line has one, unless the pilot sits it out (6.1).",
    "Sortie": "A flight against a raid, from the take-off to the landing (6.1).",
    "Sortie line": "A line of the log sheet. A month has eight, April 1943 has four (4.3).",
    "Sit out": "Use up a sortie line without a flight, because of wounds, repairs or travel (6.1.6).",
    "Level of victory": "The number of bombers in words, from Defeat to Decisive victory (5.2.1).",
    "Unit": "The Gruppe of the pilot, with its base and the aircraft that it flies (4.1).",
    "Zone": "A part of the map: that of the base, and that of the raid's target, determine the boxes (4.6).",
    # the way
    "Endurance track": (
        "The boxes of a flight. The zones of base and target determine the first box, and the fuel of the aircraft the "
        "last one (4.6.3)."
    ),
    "Box": "A place on the endurance track. In each one the raid may be intercepted (6.1.3).",
    "Weather": "The weather at the field; poor and bad weather make the landing harder (7.5).",
    "Interception": "The roll that says whether the bombers or enemy fighters are met in a box, and how (7.1.1).",
    "Orientation": (
        "The position at the beginning of an encounter. It determines who fires first and the position in fighter "
        "combat (7.1.2)."
    ),
    "Sweep": "Enemy fighters without bombers (7.1.2).",
    "Escort": "Enemy fighters with the bombers. They attack after a pass, unless the pilot slips away (7.1.10).",
    "Slip away": "An attempt to avoid the enemy fighters, decided by a die (7.1.10).",
    "Random event": "The result of the first 12 of a sortie in the roll for the interception (7.10).",
    # bombers
    "Pass": "An attack on one bomber, from long range to close range, with a shot at each range (7.1.3).",
    "Range": "Long, medium or close. A closer shot hits harder, and so does the answer of the gunners (7.1.6).",
    "Formation": "B-17s that keep together cover each other. A hit by rockets breaks their formation (7.1.7).",
    "Defensive fire": "The answer of the bomber's gunners; fewer hits for each gunner that has been hit (7.1.8).",
    "Extended burst": "A longer burst: more hits or a jam by a roll on C3, for more ammunition (7.1.13).",
    "Rockets": "One salvo at long range. They make the aircraft slower until they are fired or dropped (7.1.14).",
    "Group damage": "A result of a card, GP: hits on several systems at once, in a fixed order (7.1.6).",
    "Destroyed": "A result of a card, DE: the target is lost at once (7.1.6).",
    "Flak": "Fire of the ground at bombers that are far in; it may damage the bomber before the attack (7.1.5).",
    "Straggler": "A bomber that has lost its formation and its escort (7.10).",
    "Credit": "A loss counts if it is seen; one that crashes on the way home needs a roll or a witness (7.4.3).",
    # fighter combat
    "Fighter combat": "Rounds against one enemy fighter, until one is down or leaves (7.2.2).",
    "Position": "From tailed, over disadvantaged, head on and advantaged, to tailing (7.2.2).",
    "Initiative": "The roll of both sides at the end of a round; the difference moves the position (7.2.2).",
    "Agile": "Turns better: more position from maneuvers, and a bonus of the initiative (7.2.2.8).",
    "Tight turn": "A maneuver for a better position (7.2.2.2).",
    "Barrel roll": "A maneuver that avoids hits (7.2.2.2).",
    "Disengage": "Leave the fighter combat; certain from behind the enemy, else by a die (7.3).",
    # cards and weapons
    "Combat card": (
        "One of sixty cards. Its parts are the fire by firepower, the defence, the text of the wingman and the "
        "defensive fire (3.5)."
    ),
    "Deck": "The cards that are not out. It is shuffled at the beginning of a month and when it is empty (3.5.1).",
    "Firepower": "The sum of the weapons that fire. It selects the column of the card (7.1.6).",
    "Ammunition": "Points of a weapon; each shot uses one (7.1.15).",
    "Jam": "The weapon does not fire again before the landing (7.1.6).",
    # damage and landing
    "Hit": "Damage to a system. The aircraft is lost when a system has all its hits (7.4).",
    "Leak": "A hit fuel tank: the aircraft has to go home (7.4).",
    "Landing": "A roll at the end of each flight, worse with damage, wounds and bad weather (7.4.4).",
    "Bail out": "A jump by parachute, with a roll for wounds and death (7.6).",
    "Repair": (
        "Up to three damaged systems cost no sortie, four or five cost one. With six it is written off (7.4.2)."
    ),
    # people
    "Pilot": "The player's own man. The career ends with his death (2.4).",
    "Wingman": "He can attack a bomber, or help in fighter combat, until he is damaged (7.2.3).",
    "Gunner": "The second man of a Bf 110 or Me 410, with the rear guns; also a man in a bomber (7.4.8).",
    "Wound": "Light or serious. A serious one sends the pilot home and to hospital (7.4.7).",
    "Fatigue": "Grows with each sortie and falls with rest; it hurts landings, jumps and initiative (10.3).",
    "Experience": "Points for sorties and kills, which buy skills (7.7).",
    "Skill": "Something that the pilot, the wingman or the gunner has learned (7.7).",
    "Expert": "A skill for one series of aircraft: once a sortie a card may be drawn again (7.7).",
    "Reflexes": "A skill: once a sortie the pilot fires first, or gains a position (7.7).",
    "Prestige": "Points for awards, which buy another aircraft, unit, gunner or a spare aircraft (8.1).",
    "Prestige Level": "All Prestige that was ever earned; better aircraft ask for a higher level (8.2).",
    "Award": "A medal for kills, sorties or wounds; most of them give Prestige (7.8).",
    "Ace": "A pilot with at least five kills; the title helps with the initiative (7.8.8).",
    "Eyewitness": "A marker: one loss on the way home is credited without a roll (7.10).",
}
"""Terms with their meanings, in the order in which they occur in a career."""

ALSO_SAID: Mapping[str, tuple[str, ...]] = {
    "Sit out": ("sat out", "sits out", "sits it out"),
    "Box": ("boxes",),
    "Pass": ("passes",),
    "Interception": ("intercepted",),
    "Random event": ("event",),
    "Slip away": ("slips away", "gets away"),
    "Group damage": ("GP",),
    "Destroyed": ("DE",),
    "Combat card": ("card", "cards"),
    "Jam": ("jammed",),
    "Bail out": ("bails out", "jumped", "parachute"),
    "Repair": ("repaired",),
    "Wound": ("wounded",),
    "Experience": ("Experience Point", "Experience Points"),
    "Prestige": ("Prestige Point", "Prestige Points"),
    "Credit": ("credited",),
    "Eyewitness": ("witness",),
    "Wingman": ("wingman's",),
}
"""Other forms of the terms on the mat, in questions and in the journal."""


def forms_of(term: str) -> tuple[str, ...]:
    """Return the forms of a term: itself, its plural and the forms of :data:`ALSO_SAID`."""
    return (term, f"{term}s", *ALSO_SAID.get(term, ()))
