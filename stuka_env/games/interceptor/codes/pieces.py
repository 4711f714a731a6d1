"""Pieces of the game: calendar, zones, aircraft, systems, people and their states."""

from enum import IntEnum

NOBODY = -1
"""Value for nobody and nothing, where 0 is a piece."""
MOST_LINES = 8
"""Largest number of sortie lines in a month (4.3.3)."""
ALL = 99
"""Hits avoided by a defence that avoids all damage (7.2.2.6)."""
GROUP_DAMAGE = 50
"""Cell of a firepower column: group damage (7.1.6)."""
DESTROYED = 99
"""Cell of a firepower column and of C3: destroyed (7.1.6)."""
NO_SHOT = -1
"""Cell of C3: nothing is fired (7.1.13)."""
UNLIMITED = -1
"""Ammunition of a weapon that never runs out (4.5)."""


class Scale(IntEnum):
    """Kinds of episode."""

    SORTIE = 0
    MONTH = 1
    CAREER = 2


class Month(IntEnum):
    """Months of the war."""

    MARCH_1943 = 0
    APRIL_1943 = 1
    MAY_1943 = 2
    JUNE_1943 = 3
    JULY_1943 = 4
    AUGUST_1943 = 5
    SEPTEMBER_1943 = 6
    OCTOBER_1943 = 7
    NOVEMBER_1943 = 8
    DECEMBER_1943 = 9
    JANUARY_1944 = 10
    FEBRUARY_1944 = 11


class Zone(IntEnum):
    """Zones of the bases, in the order of PICK_1 to PICK_7 (4.6.2)."""

    DUTCH = 0
    BREMEN = 1
    FRENCH = 2
    RUHR = 3
    MUNICH = 4
    MUENSTER = 5
    FRANKFURT = 6


class TargetZone(IntEnum):
    """Zones of the raids' targets, in the order of A1 (4.6.3)."""

    NONE = 0
    FRANCE = 1
    DUTCH = 2
    RUHR = 3
    BREMEN = 4
    FRANKFURT = 5
    MUNICH = 6
    BERLIN = 7


class Series(IntEnum):
    """Series of aircraft, in the order of PICK_1 to PICK_4 (9.1)."""

    BF_109 = 0
    FW_190 = 1
    BF_110 = 2
    ME_410 = 3


class Model(IntEnum):
    """Types of aircraft, in the order of the mats (3.1)."""

    BF_109G_1 = 0
    BF_109G_1_R2 = 1
    BF_109G_1_R6 = 2
    BF_109G_2 = 3
    BF_109G_4 = 4
    BF_109G_5 = 5
    BF_109G_6 = 6
    BF_109G_6_U4 = 7
    BF_109G_6_R2 = 8
    BF_109G_6_R4 = 9
    BF_109G_6_R6 = 10
    FW_190A_4 = 11
    FW_190A_4_R6 = 12
    FW_190A_5 = 13
    FW_190A_5_R6 = 14
    FW_190A_5_U9 = 15
    FW_190A_5_U11 = 16
    FW_190A_5_U12 = 17
    FW_190A_6 = 18
    FW_190A_6_R1 = 19
    FW_190A_6_R2 = 20
    FW_190A_6_R6 = 21
    FW_190A_7 = 22
    FW_190A_7_R6 = 23
    BF_110G_2 = 24
    BF_110G_2_R1 = 25
    BF_110G_2_R3 = 26
    BF_110G_2_WFR = 27
    ME_410A = 28
    ME_410A_1_U4 = 29


SINGLES = (Model.FW_190A_5_U9, Model.FW_190A_5_U11, Model.FW_190A_5_U12, Model.FW_190A_6_R2)
"""Types of which there is one aircraft, as the charts mark them (9.8)."""


class Bomber(IntEnum):
    """Types of bombers (7.1.2)."""

    UNKNOWN = 0
    B_17F = 1
    B_17G = 2
    B_24 = 3
    YB_40 = 4


class Enemy(IntEnum):
    """Types of enemy fighters: escorts and sweeps (7.2.1). NONE is a raid without escorts."""

    UNKNOWN = 0
    NONE = 1
    P_47 = 2
    SPITFIRE_IX = 3
    P_38 = 4
    P_51B = 5


class System(IntEnum):
    """Systems that a hit can strike, on B3 and B6 (7.4)."""

    NONE = 0
    PORT_WING = 1
    STARBOARD_WING = 2
    AIRFRAME = 3
    TAIL = 4
    CONTROLS = 5
    PORT_ENGINE = 6
    STARBOARD_ENGINE = 7
    RADIO = 8
    OXYGEN = 9
    FUEL_TANK = 10
    LANDING_GEAR = 11
    BOOST = 12
    WEAPON = 13
    REAR_GUNS = 14
    ROCKETS = 15
    PILOT = 16
    GUNNER = 17
    IFF = 18
    ENGINE_1 = 19
    ENGINE_2 = 20
    ENGINE_3 = 21
    ENGINE_4 = 22
    BOMB_BAY = 23
    CREW = 24


class Person(IntEnum):
    """People of the player's side, in the order in which they learn skills (7.7)."""

    PILOT = 0
    WINGMAN = 1
    GUNNER = 2


class Skill(IntEnum):
    """Skills, in the order of PICK_1 to PICK_17 (7.7, 10.6)."""

    LANDING = 0
    NAVIGATION = 1
    PARACHUTE = 2
    REFLEXES = 3
    SITUATIONAL_AWARENESS = 4
    MAINTENANCE = 5
    EXPERT = 6
    LEADERSHIP = 7
    PRECISION = 8
    COMBAT_MANEUVERS = 9
    SIXTH_SENSE = 10
    GUNNERY = 11
    AIM = 12
    CUBAN_EIGHT = 13
    CHANDELLE = 14
    IMMELMANN = 15
    SPLIT_S = 16


class Award(IntEnum):
    """Awards, in the order of the mat (7.8)."""

    WOUND_BADGE = 0
    IRON_CROSS_2 = 1
    IRON_CROSS_1 = 2
    GOBLET = 3
    CLASP = 4
    GERMAN_CROSS = 5
    KNIGHTS_CROSS = 6
    OAK_LEAVES = 7
    SWORDS = 8
    DIAMONDS = 9
    ACE = 10
    SILVER_CLASP = 11


class Career(IntEnum):
    """Tracks of rank (7.9)."""

    OFFICER = 0
    NCO = 1


class Rank(IntEnum):
    """Steps of a track of rank: Oberleutnant, Hauptmann, ... or Unteroffizier, Unterfeldwebel, ... (7.9)."""

    FIRST = 0
    SECOND = 1
    THIRD = 2
    FOURTH = 3


class Orientation(IntEnum):
    """Orientations of an interception (7.1.2)."""

    NONE = -1
    HEAD_ON = 0
    ADVANTAGED = 1
    DISADVANTAGED = 2
    OUT_OF_THE_SUN = 3


class Position(IntEnum):
    """Positions in fighter combat, seen from the player (7.2.2)."""

    TAILED = -2
    DISADVANTAGED = -1
    HEAD_ON = 0
    ADVANTAGED = 1
    TAILING = 2


class Range(IntEnum):
    """Ranges to a bomber (7.1.6)."""

    CLOSE = 0
    MEDIUM = 1
    LONG = 2


class Aim(IntEnum):
    """Points of aim on a bomber, columns of B3 (7.1.3)."""

    PORT_WING = 0
    STARBOARD_WING = 1
    AIRFRAME = 2


class Weather(IntEnum):
    """Grades of weather at the field (7.5)."""

    GOOD = 0
    POOR = 1
    BAD = 2


class Health(IntEnum):
    """States of a person (7.4.7)."""

    WELL = 0
    LIGHT_WOUND = 1
    SERIOUS_WOUND = 2
    KILLED = 3


class Seat(IntEnum):
    """People of a bomber that a crew hit strikes (7.1.8)."""

    PILOT = 0
    COPILOT = 1
    GUNNER = 2


class Quality(IntEnum):
    """Qualities of enemy pilots (10.4)."""

    GREEN = 0
    TRAINED = 1
    VETERAN = 2
    ACE = 3


class Rockets(IntEnum):
    """States of the rockets (7.1.14)."""

    NONE = 0
    LOADED = 1
    SPENT = 2
    DAMAGED = 3


class Presence(IntEnum):
    """States of the wingman; of the gunner, 2 is temporary (7.2.3, 7.4.8)."""

    ABSENT = 0
    HERE = 1
    DAMAGED = 2


TEMPORARY = 2
"""State of a gunner who replaces another for a time (7.4.8)."""


class Marker(IntEnum):
    """Markers that are kept on the mat (7.10, 8.1)."""

    GUIDE = 0
    WITNESS = 1
    MECHANICS = 2
    SPARE = 3


class Line(IntEnum):
    """States of a sortie line (4.3.2)."""

    OPEN = 0
    FLOWN = 1
    STAYED = 2
    OUT_OF_RANGE = 3
    SAT_OUT = 4


class Over(IntEnum):
    """Ends of an episode (5.1)."""

    RUNNING = 0
    CALENDAR = 1
    DEATH = 2
    SORTIE_DONE = 3


class Cause(IntEnum):
    """Causes of the pilot's death (5.1.3)."""

    NONE = 0
    WOUND = 1
    PARACHUTE = 2
    EXPLOSION = 3
    LANDING = 4


class Ladder(IntEnum):
    """Levels of victory (5.2.1)."""

    DEFEAT = 0
    DRAW = 1
    MARGINAL = 2
    SUBSTANTIAL = 3
    DECISIVE = 4


MONTHS, ZONES, TARGET_ZONES, SERIES = len(Month), len(Zone), len(TargetZone), len(Series)
MODELS, BOMBERS, ENEMIES, SYSTEMS = len(Model), len(Bomber), len(Enemy), len(System)
PERSONS, SKILLS, AWARDS, MARKERS = len(Person), len(Skill), len(Award), len(Marker)
CARDS = 60
"""Number of combat cards (3.5.1)."""
WEAPONS = 6
"""Largest number of weapons of an aircraft."""
ENEMY_WEAPONS = 3
"""Largest number of weapons of an enemy fighter."""
LEARNED = (Skill.CUBAN_EIGHT, Skill.CHANDELLE, Skill.IMMELMANN, Skill.SPLIT_S)
"""Advanced maneuvers, in the order in which they are learned (10.6)."""
CREW_SKILLS = (Skill.PARACHUTE, Skill.SITUATIONAL_AWARENESS, Skill.MAINTENANCE, Skill.GUNNERY)
"""Skills of a gunner, in the order of his record (7.7)."""
WINGMAN_SKILLS = (Skill.EXPERT, Skill.GUNNERY, Skill.AIM)
"""Skills of the wingman, in the order of his record (7.7)."""
