"""The glossary of the second game: the terms of the mat and of the journal, each in a sentence or two of our own.

Numbers in brackets are sections of the rulebook. Modifiers of charts are not repeated here.
"""

from collections.abc import Mapping

from stuka_env.declared.glossary import Glossary
from stuka_env.games.interceptor.codes import Decision

GLOSSARY: Mapping[str, str] = {
    # the calendar
    "Career": "Up to twelve months from March 1943 on, with one pilot. His death ends it (5.1).",
    "Sortie": "A flight against a raid, from the take-off to the landing (6.1).",
    "Sortie line": (
        "One raid that could be met: eight lines a month, four in April 1943. A line is used up whether you fly or "
        "not (4.3.3)."
    ),
    "Sit out": "To miss sortie lines, for wounds, repairs, travel or a new series of aircraft (7.4.2, 7.4.8).",
    "Level of victory": (
        "The bombers shot down, in words: Defeat up to 4, Draw from 5, Marginal from 11, Substantial from 21, Decisive "
        "from 31 (5.2.1)."
    ),
    # the raid and the way there
    "Raid": "The bombers of a line. Two dice give the city on A1; only the zone of the city counts (6.1.1).",
    "Zone": "A part of the map. The zones of base and target say how far along the track the raid is (4.6).",
    "Weather": "The weather at your field. Poor or bad weather makes the landing harder, and nothing else (7.5).",
    "Endurance track": (
        "The boxes between take-off and landing. You enter it at the box of the raid's zone, and each further box is "
        "another chance to meet the raid (4.4, 6.1)."
    ),
    "Box": (
        "A step of the endurance track, in which B1 is rolled once. In the first two the bombers still carry their "
        "bombs; from the third on flak has hit them (7.1.4, 7.1.5)."
    ),
    "Random event": "The first 12 of a sortie on B1: a roll on C1, for good or bad (7.10).",
    "Interception": "The roll on B1 in each box: nothing, the raid, or a sweep of enemy fighters (7.1.2).",
    "Head on": "Neither side has an advantage (7.1.2).",
    "Advantaged": (
        "You are in the better position: you fire first at a bomber, and an enemy fighter cannot fire at you (7.1.2, "
        "7.2.2)."
    ),
    "Disadvantaged": "The enemy is in the better position; escorted bombers cannot be attacked from here (7.1.2).",
    "Out of the sun": (
        "Unseen: a pass may begin at medium range, and the bomber does not answer your first shot (7.1.2)."
    ),
    "Tailing": "Behind the enemy: a shot that hits does one hit more on the tail, and leaving is certain (7.2.2.5, "
    "7.3).",
    "Tailed": "The enemy is behind you (7.2.2.5).",
    "Escort": "Enemy fighters that guard the bombers. After your pass they come for you (7.1.10, 7.2.1).",
    "Slip away": "To avoid enemy fighters: one or two on a die (7.1.10).",
    "Sweep": "Enemy fighters without bombers, Spitfires or P-47s (7.2.1).",
    # the bombers
    "Pass": (
        "An attack on one bomber: a shot at long, medium and close range, unless you break off. Without an escort you "
        "may come back for another (7.1.6, 7.1.11)."
    ),
    "Range": (
        "Long, medium or close. At close range both sides hit more, at long range less; B-17s in formation always hit "
        "more (7.1.7)."
    ),
    "Formation": "B-17s that fly close together and fire together, until rockets hit one of them (7.1.7, 7.1.14).",
    "Gunner hit": "A gunner of the bomber who fires no more: one hit less in its answers (7.1.8).",
    "Defensive fire": "The answer of a bomber's gunners to a shot, from a card of its own (7.1.6).",
    "Flak": "Fire from the ground. It has hit bombers from the third box on, and never hits you (7.1.5).",
    "Group damage": "GP on a card: a fixed package of hits where you aimed (7.1.6).",
    "Destroyed": "DE on a card: the target is shot down at once, unless a defence avoids all damage (7.4).",
    "Extended burst": (
        "A long shot with two points of ammunition for each weapon: a roll on C3 adds hits and may jam weapons, and "
        "the "
        "bomber answers with one hit more (7.1.13)."
    ),
    "Straggler": "A bomber alone, out of its formation and without escort (7.10).",
    "YB-40": "A B-17 with more guns and no bombs, met by chance in the summer of 1943 (7.11).",
    # the own aircraft
    "Firepower": (
        "The sum of all weapons that fire. It selects the column of the card: the highest that is not above it (7.1.6)."
    ),
    "Ammunition": "Points of a cannon, one for each shot; machine guns never run out (4.5, 7.1.15).",
    "Jam": "A weapon that fires no more until landing (7.1.6).",
    "Rockets": (
        "Two tubes, fired once at long range. A hit breaks the formation of the B-17s; without the tubes the aircraft "
        "is faster (7.1.14)."
    ),
    "Speed": "It is added to the die of the initiative; engine damage and rockets lower it (7.2.2.7, 7.4.1).",
    "MW boost": "Power for a short time: one more on the initiative (7.2.2).",
    "Agile": (
        "Bf 109 and Spitfire, while engine and controls are whole: two more on the initiative, and better turns "
        "(7.2.2.8)."
    ),
    "Damage": (
        "Hits on systems. A wing, the airframe or the control surfaces bring the aircraft down when their number is "
        "reached: 2/3 is one hit short (7.4)."
    ),
    "Leak": "Fuel is lost: the pilot must fly home, and lands without engine (7.4.2, 7.4.5).",
    "Repair": (
        "Up to three damaged systems cost no sortie, four or five cost one; with six the aircraft is written off "
        "(7.4.2)."
    ),
    # fighter combat
    "Fighter combat": (
        "Rounds against one enemy fighter. Whoever faces the other may fire; the other defends with a card (7.2.2)."
    ),
    "Position": "Tailed, disadvantaged, head on, advantaged, tailing: from worst to best (7.2.2).",
    "Initiative": (
        "The end of a round of fighter combat: a die each with speed and skills. The difference may better the "
        "position "
        "of one side (7.2.2.7)."
    ),
    "Combat card": (
        "One of sixty. It has a result for each firepower, the fire of a bomber's gunners, a defence and a text for "
        "the "
        "wingman; only the part that is asked for counts (3.5.1)."
    ),
    "Deck": "The combat cards that are not out. They are shuffled every month, and when they run out (3.5.1).",
    "Disengage": "To leave fighter combat, from an advantage by die, when tailing for certain (7.3).",
    "Tight turn": "A maneuver without a card: one position, for agile aircraft two (7.2.2.2).",
    "Barrel roll": "A maneuver without a card: two hits avoided (7.2.2.2).",
    # people
    "Wingman": (
        "He flies with you. Once a pass he can attack the bomber, and in fighter combat he can help in place of your "
        "defence; he may be damaged or lost (7.2.3)."
    ),
    "Rear gunner": "The second man of a Bf 110 or Me 410. He fires when the enemy is behind you (7.2.2.4).",
    "Light wound": "One sortie missed; two of them are a serious wound (7.4.8).",
    "Serious wound": "The pilot must fly home and lands worse; a roll says how many sorties he misses (7.4.8).",
    "Bail out": "To leave the aircraft by parachute. A roll on B8 says how that ends (7.6).",
    "Landing": "The roll on B7 at the end of a sortie; damage, wounds and weather make it harder (7.4.4).",
    # credit
    "Crash on the way home": (
        "A damaged enemy that is left alone may still go down: the more damage, the more faces of a ten-sided die "
        "(7.4.3)."
    ),
    "Credit": "Such a loss counts only if somebody has seen it: one or two on a die (7.4.3).",
    "Eyewitness": "A marker that gives the credit for one such loss without a roll (7.4.3).",
    # between sorties
    "Experience Point": "One for every fourth sortie flown. They buy skills (7.7).",
    "Skill": "Something that a person has learned, such as Landing, Aim or Reflexes. It stays for good (7.7).",
    "Reflexes": "Once a sortie: fire first at a target, or one position after an initiative roll (7.7).",
    "Expert": "Once a sortie: draw another card in place of one, in the series in which it was learned (7.7).",
    "S.A.": "Situational awareness: one more on the initiative (7.7).",
    "A.C.M.": "Combat maneuvers: one hit less from every attack (7.7).",
    "Award": "Wound Badge, Iron Crosses and more, for kills, flights and wounds. Each gives Prestige (7.8).",
    "Ace": "Whoever has shot down five aircraft: one more on the initiative (7.8.8).",
    "Prestige Point": (
        "From awards and promotions. They buy another aircraft, another unit, or a repair that costs no time (8.1)."
    ),
    "Prestige Level": "The Prestige Points ever received, up to 7. Better aircraft ask for a level (8.2).",
    "Series": "A family of aircraft: Bf 109, Fw 190, Bf 110 or Me 410, each with several types (9.1).",
    "Unit": "Where the pilot serves. Its base lies in a zone, which decides how far the raids are (4.1, 4.6).",
    "Fatigue": "An option: sorties flown make the pilot tired, lines at home rest him (10.3).",
}
"""Terms with their meanings, in the order in which they occur in a career."""

ALSO: Mapping[str, tuple[str, ...]] = {
    "Sortie line": ("line",),
    "Sit out": ("sat out", "sits out"),
    "Random event": ("event",),
    "Slip away": ("slips away", "getting away"),
    "Repair": ("repaired",),
    "Endurance track": ("track",),
    "Box": ("boxes",),
    "Interception": ("intercepted",),
    "Jam": ("jammed",),
    "Pass": ("passes",),
    "Group damage": ("GP",),
    "Destroyed": ("DE",),
    "Deck": ("cards left",),
    "Combat card": ("card", "cards"),
    "Disengage": ("disengaging",),
    "Light wound": ("lightly wounded",),
    "Serious wound": ("seriously wounded",),
    "Bail out": ("bails out", "jumps"),
    "Landing": ("land", "lands"),
    "Credit": ("credited",),
    "Level of victory": ("Defeat", "Draw", "Marginal victory", "Substantial victory", "Decisive victory"),
    "Rear gunner": ("gunner",),
    "Experience Point": ("point",),
    "Prestige Point": ("Prestige",),
    "Prestige Level": ("level",),
}
"""Other forms of the terms on the mat, in questions and in the journal."""

EXPLAINED = Glossary(GLOSSARY, ALSO, Decision)
