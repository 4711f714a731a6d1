"""Pieces of the game: calendar, zones, aircraft, systems, people and their states."""

from stuka_env.codes import Code, Tone

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


class Scale(Code):
    """Kinds of episode."""

    SORTIE = 0, "Sortie"
    MONTH = 1, "Month"
    CAREER = 2, "Career"


class Month(Code):
    """Months of the war."""

    MARCH_1943 = 0, "March 1943", "1943-03"
    APRIL_1943 = 1, "April 1943", "1943-04"
    MAY_1943 = 2, "May 1943", "1943-05"
    JUNE_1943 = 3, "June 1943", "1943-06"
    JULY_1943 = 4, "July 1943", "1943-07"
    AUGUST_1943 = 5, "August 1943", "1943-08"
    SEPTEMBER_1943 = 6, "September 1943", "1943-09"
    OCTOBER_1943 = 7, "October 1943", "1943-10"
    NOVEMBER_1943 = 8, "November 1943", "1943-11"
    DECEMBER_1943 = 9, "December 1943", "1943-12"
    JANUARY_1944 = 10, "January 1944", "1944-01"
    FEBRUARY_1944 = 11, "February 1944", "1944-02"


class Zone(Code):
    """Zones of the bases, in the order of PICK_1 to PICK_7 (4.6.2)."""

    DUTCH = 0, "Dutch"
    BREMEN = 1, "Bremen"
    FRENCH = 2, "French"
    RUHR = 3, "Ruhr"
    MUNICH = 4, "Munich"
    MUENSTER = 5, "Münster"
    FRANKFURT = 6, "Frankfurt"


class TargetZone(Code):
    """Zones of the raids' targets, in the order of A1 (4.6.3)."""

    NONE = 0, "unknown"
    FRANCE = 1, "France"
    DUTCH = 2, "Dutch"
    RUHR = 3, "Ruhr"
    BREMEN = 4, "Bremen"
    FRANKFURT = 5, "Frankfurt"
    MUNICH = 6, "Munich"
    BERLIN = 7, "Berlin"


class Series(Code):
    """Series of aircraft, in the order of PICK_1 to PICK_4 (9.1)."""

    BF_109 = 0, "Bf 109"
    FW_190 = 1, "Fw 190"
    BF_110 = 2, "Bf 110"
    ME_410 = 3, "Me 410"


class Model(Code):
    """Types of aircraft, in the order of the mats (3.1)."""

    BF_109G_1 = 0, "Bf109G-1"
    BF_109G_1_R2 = 1, "Bf109G-1/R2"
    BF_109G_1_R6 = 2, "Bf109G-1/R6"
    BF_109G_2 = 3, "Bf109G-2"
    BF_109G_4 = 4, "Bf109G-4"
    BF_109G_5 = 5, "Bf109G-5"
    BF_109G_6 = 6, "Bf109G-6"
    BF_109G_6_U4 = 7, "Bf109G-6/U4"
    BF_109G_6_R2 = 8, "Bf109G-6/R2"
    BF_109G_6_R4 = 9, "Bf109G-6/R4"
    BF_109G_6_R6 = 10, "Bf109G-6/R6"
    FW_190A_4 = 11, "Fw190A-4"
    FW_190A_4_R6 = 12, "Fw190A-4/R6"
    FW_190A_5 = 13, "Fw190A-5"
    FW_190A_5_R6 = 14, "Fw190A-5/R6"
    FW_190A_5_U9 = 15, "Fw190A-5/U9"
    FW_190A_5_U11 = 16, "Fw190A-5/U11"
    FW_190A_5_U12 = 17, "Fw190A-5/U12"
    FW_190A_6 = 18, "Fw190A-6"
    FW_190A_6_R1 = 19, "Fw190A-6/R1"
    FW_190A_6_R2 = 20, "Fw190A-6/R2"
    FW_190A_6_R6 = 21, "Fw190A-6/R6"
    FW_190A_7 = 22, "Fw190A-7"
    FW_190A_7_R6 = 23, "Fw190A-7/R6"
    BF_110G_2 = 24, "Bf110G-2"
    BF_110G_2_R1 = 25, "Bf110G-2/R1"
    BF_110G_2_R3 = 26, "Bf110G-2/R3"
    BF_110G_2_WFR = 27, "Bf110G-2/Wfr"
    ME_410A = 28, "Me410A"
    ME_410A_1_U4 = 29, "Me410A-1/U4"


SINGLES = (Model.FW_190A_5_U9, Model.FW_190A_5_U11, Model.FW_190A_5_U12, Model.FW_190A_6_R2)
"""Types of which there is one aircraft, as the charts mark them (9.8)."""


class Bomber(Code):
    """Types of bombers (7.1.2)."""

    UNKNOWN = 0, "bomber"
    B_17F = 1, "B-17F"
    B_17G = 2, "B-17G"
    B_24 = 3, "B-24"
    YB_40 = 4, "YB-40"


class Enemy(Code):
    """Types of enemy fighters: escorts and sweeps (7.2.1). NONE is a raid without escorts."""

    UNKNOWN = 0, "fighter"
    NONE = 1, "no fighter"
    P_47 = 2, "P-47"
    SPITFIRE_IX = 3, "Spitfire IX"
    P_38 = 4, "P-38"
    P_51B = 5, "P-51B"


class System(Code):
    """Systems that a hit can strike, on B3 and B6 (7.4)."""

    NONE = 0, "nothing"
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
    BOOST = 12, "MW boost"
    WEAPON = 13, "a forward weapon"
    REAR_GUNS = 14
    ROCKETS = 15
    PILOT = 16
    GUNNER = 17
    IFF = 18, "identification set"
    ENGINE_1 = 19
    ENGINE_2 = 20
    ENGINE_3 = 21
    ENGINE_4 = 22
    BOMB_BAY = 23
    CREW = 24


class Person(Code):
    """People of the player's side, in the order in which they learn skills (7.7)."""

    PILOT = 0, "the pilot"
    WINGMAN = 1, "the wingman"
    GUNNER = 2, "the gunner"


class Shooter(Code):
    """Those who fire or flip a card: the people of the player's side, as :class:`Person` has them, and the enemy."""

    PILOT = 0, "the pilot"
    WINGMAN = 1, "the wingman"
    GUNNER = 2, "the gunner"
    ENEMY = 3, "the enemy fighter"
    BOMBER = 4, "the bomber"


class Side(Code):
    """Aircraft that a hit strikes."""

    PLAYER = 0, "your aircraft"
    ENEMY = 1, "the enemy fighter"
    BOMBER = 2, "the bomber"


class Skill(Code):
    """Skills, in the order of PICK_1 to PICK_17 (7.7, 10.6)."""

    LANDING = 0, "Landing"
    NAVIGATION = 1, "Navigation"
    PARACHUTE = 2, "Parachute"
    REFLEXES = 3, "Reflexes"
    SITUATIONAL_AWARENESS = 4, "Situational awareness", "S.A."
    MAINTENANCE = 5, "Weapons maintenance", "Maintenance"
    EXPERT = 6, "Expert"
    LEADERSHIP = 7, "Leadership"
    PRECISION = 8, "Precision"
    COMBAT_MANEUVERS = 9, "Combat maneuvers (A.C.M.)", "A.C.M."
    SIXTH_SENSE = 10, "Sixth sense"
    GUNNERY = 11, "Gunnery"
    AIM = 12, "Aim"
    CUBAN_EIGHT = 13, "Cuban Eight"
    CHANDELLE = 14, "Chandelle"
    IMMELMANN = 15, "Immelmann"
    SPLIT_S = 16, "Split-S"


class Award(Code):
    """Awards, in the order of the mat (7.8)."""

    WOUND_BADGE = 0, "Wound Badge"
    IRON_CROSS_2 = 1, "Iron Cross 2nd class"
    IRON_CROSS_1 = 2, "Iron Cross 1st class"
    GOBLET = 3, "Honor Goblet"
    CLASP = 4, "Flight Clasp"
    GERMAN_CROSS = 5, "German Cross in Gold"
    KNIGHTS_CROSS = 6, "Knight's Cross"
    OAK_LEAVES = 7, "Oakleaves"
    SWORDS = 8, "Swords"
    DIAMONDS = 9, "Diamonds"
    ACE = 10, "Ace"
    SILVER_CLASP = 11, "Flight Clasp in Silver"


class Career(Code):
    """Tracks of rank (7.9)."""

    OFFICER = 0
    NCO = 1, "NCO"


class Badge(Code):
    """Classes of the Wound Badge (7.8)."""

    NONE = 0
    BLACK = 1, "Black"
    SILVER = 2, "Silver"
    GOLD = 3, "Gold"


class Officer(Code):
    """Ranks of officers, by the steps of their track (7.9)."""

    OBERLEUTNANT = 0, "Oberleutnant"
    HAUPTMANN = 1, "Hauptmann"
    MAJOR = 2, "Major"
    OBERSTLEUTNANT = 3, "Oberstleutnant"


class Nco(Code):
    """Ranks of NCOs, by the steps of their track (7.9)."""

    UNTEROFFIZIER = 0, "Unteroffizier"
    UNTERFELDWEBEL = 1, "Unterfeldwebel"
    FELDWEBEL = 2, "Feldwebel"
    OBERFELDWEBEL = 3, "Oberfeldwebel"


RANKS: tuple[type[Code], ...] = (Officer, Nco)
"""Ranks by track."""


class Rank(Code):
    """Steps of a track of rank (7.9)."""

    FIRST = 0
    SECOND = 1
    THIRD = 2
    FOURTH = 3


class Orientation(Code):
    """Orientations of an interception (7.1.2)."""

    NONE = -1, "not met"
    HEAD_ON = 0
    ADVANTAGED = 1
    DISADVANTAGED = 2
    OUT_OF_THE_SUN = 3


class Position(Code):
    """Positions in fighter combat, seen from the player (7.2.2)."""

    TAILED = -2
    DISADVANTAGED = -1
    HEAD_ON = 0
    ADVANTAGED = 1
    TAILING = 2


class Range(Code):
    """Ranges to a bomber (7.1.6)."""

    CLOSE = 0
    MEDIUM = 1
    LONG = 2


class Aim(Code):
    """Points of aim on a bomber, columns of B3 (7.1.3)."""

    PORT_WING = 0
    STARBOARD_WING = 1
    AIRFRAME = 2


class Weather(Code):
    """Grades of weather at the field (7.5)."""

    GOOD = 0, Tone.GOOD
    POOR = 1, Tone.FAIR
    BAD = 2, Tone.BAD


class Health(Code):
    """States of a person (7.4.7)."""

    WELL = 0, Tone.GOOD
    LIGHT_WOUND = 1, "lightly wounded", Tone.WARN
    SERIOUS_WOUND = 2, "seriously wounded", Tone.BAD
    KILLED = 3, Tone.LOST


class Seat(Code):
    """People of a bomber that a crew hit strikes (7.1.8)."""

    PILOT = 0
    COPILOT = 1
    GUNNER = 2


class Quality(Code):
    """Qualities of enemy pilots (10.4)."""

    GREEN = 0, "Green"
    TRAINED = 1, "Trained"
    VETERAN = 2, "Veteran"
    ACE = 3, "Ace"


class Rockets(Code):
    """States of the rockets (7.1.14)."""

    NONE = 0, Tone.NONE
    LOADED = 1, Tone.GOOD
    SPENT = 2, Tone.SPENT
    DAMAGED = 3, Tone.BAD


class Presence(Code):
    """States of the wingman (7.2.3)."""

    ABSENT = 0, Tone.NONE
    HERE = 1, Tone.GOOD
    DAMAGED = 2, Tone.WARN


class GunnerPresence(Code):
    """States of the gunner; a temporary one replaces another for a time (7.4.8)."""

    ABSENT = 0, "none"
    HERE = 1
    TEMPORARY = 2


class Marker(Code):
    """Markers that are kept on the mat (7.10, 8.1)."""

    GUIDE = 0
    WITNESS = 1, "eyewitness"
    MECHANICS = 2
    SPARE = 3, "spare aircraft"


class Line(Code):
    """States of a sortie line (4.3.2)."""

    OPEN = 0
    FLOWN = 1
    STAYED = 2, "stayed on the ground"
    OUT_OF_RANGE = 3
    SAT_OUT = 4


class Over(Code):
    """Ends of an episode (5.1)."""

    RUNNING = 0, "goes on"
    CALENDAR = 1, "ends with the calendar"
    DEATH = 2, "ends with the pilot's death"
    SORTIE_DONE = 3, "ends with the sortie"


class Cause(Code):
    """Causes of the pilot's death (5.1.3)."""

    NONE = 0, "no cause"
    WOUND = 1, "by a wound"
    PARACHUTE = 2, "in a parachute jump"
    EXPLOSION = 3, "in an explosion"
    LANDING = 4, "in a landing"


class Ladder(Code):
    """Levels of victory (5.2.1)."""

    DEFEAT = 0, "Defeat"
    DRAW = 1, "Draw"
    MARGINAL = 2, "Marginal victory"
    SUBSTANTIAL = 3, "Substantial victory"
    DECISIVE = 4, "Decisive victory"


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
