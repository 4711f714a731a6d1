"""Codes: the terms of the rulebook as numbers with words, and the journal as declared, for all modules of the game.

The section after a name says where the rulebook introduces it.
"""

from stuka_env.declared.actions import Catalogue, Verb
from stuka_env.declared.codes import Code, ExplainedCode, Tone, plural
from stuka_env.declared.journal import EntryCode, Look, Reading, RollCode, counted, entry, named, roll

# === pieces ===


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


# === rolls, cards and faults ===


DIE = 6
PAIR_OF_DICE = (DIE, DIE)
UNITS_ON_THE_DIE = 20
"""Sides of the die for the starting unit (4.1)."""


class Place(Code):
    """Parts of the address of a roll, beside month and line: none, the box, or box, enemy and round."""

    LINE = 0
    BOX = 1
    CONTACT = 2


class Meeting(Code):
    """Results of B1 (7.1.2)."""

    NONE = 0, "nothing is met"
    NOT_LOCATED = 1, "the raid is not located"
    RAID = 2, "the raid is intercepted"
    SWEEP = 3, "a fighter encounter"


class Tank(Code):
    """Results of a hit on a fuel tank (7.4)."""

    NOTHING = 0, "no effect"
    LEAK = 1, "a leak"
    FIRE = 2, "a fire"
    EXPLOSION = 3, "an explosion"


class Touchdown(Code):
    """Results of B7 (7.4.6)."""

    SAFE = 0
    ROUGH = 1, "a rough landing"
    CRASH = 2, "a crash landing"
    KILLED = 3, "the aircraft is destroyed and everybody killed"


JUMPED = len(Touchdown)
"""Value in place of a result of the landing, if the crew has jumped (7.6)."""


class Jam(Code):
    """Weapons that jam by C3 (7.1.13)."""

    NONE = 0
    ONE = 1
    ALL = 2


class Event(Code):
    """Random events of C1 (7.10, ruling IQ203)."""

    NOTHING = 0, "nothing happens"
    SWEEP = 1, "a fighter sweep attacks"
    ENGINE_HIT = 2, "the engine is hit"
    WINGMAN_HOME = 3, "the wingman goes home"
    JAM = 4, "a weapon jams"
    RADIO_OUT = 5, "the radio fails"
    GUIDE = 6, "a guide, for the next interception"
    WITNESS = 7, "an eyewitness, for one loss on the way home"
    MECHANICS = 8, "good mechanics, for one repair"
    EXPERIENCE = 9, "one Experience Point for the pilot"
    STRAGGLER = 10, "a straggling bomber"
    ABORT = 11, "the sortie is called off"


class Maneuver(Code):
    """Defence texts of the cards (7.2.2.6)."""

    CAUGHT = 0
    JINK = 1
    BARREL_ROLL = 2
    CORKSCREW = 3
    TIGHT_TURN = 4
    SCISSORS = 5
    CUBAN_EIGHT = 6, "Cuban Eight"
    CHANDELLE = 7, "Chandelle"
    IMMELMANN = 8, "Immelmann"
    SPLIT_S = 9, "Split-S"
    CLOUD = 10, "into a cloud"


class Help(Code):
    """Wingman texts of the cards (7.2.3.2, ruling IQ202)."""

    NOTHING = 0
    ATTACK = 1, "attacks with {firepower}"
    COVER = 2, "covers"
    DRIVES_OFF = 3, "drives the enemy off"
    DAMAGED = 4, "is damaged"


class WingmanFate(Code):
    """Results of W1 for the wingman (7.2.3.1)."""

    WELL = 0, "no hit"
    DAMAGED = 1, "the wingman is damaged"
    LOST = 2, "the wingman is lost"


class Fault(Code):
    """Reasons why play cannot go on; compiled code cannot raise, so the environment does. The words are the errors."""

    NONE = 0
    UNPLANNED_ROLL = 1, "strict_dice: {chart} is rolled, but the tape has no more rolls of {chart}"
    CARD_GONE = 2, "dice: CARD plans a card that is out already"
    JOURNAL_FULL = 3, "journal: more entries in one step than the journal holds"
    ENDLESS = 4, "state: play does not come to a decision from here; values of the mat contradict each other"
    NO_RAID = 5, "charts: no raid of this month is in range of the base, and a Sortie needs one"
    NO_UNIT = 6, "charts: no row of the starting table that the die can show is open in this month"
    NO_CARD = 7, "state: no card is left to flip; values of the mat contradict each other"
    NOT_ON_DIE = 8, "dice: {chart} plans a number that the die does not have now"
    ROLLS_WITHOUT_END = 9, "state: play rolls {chart} without end from here"


class Modifier(Code):
    """Sources of a modifier of a roll."""

    ENGINE = 0
    CONTROLS = 1
    LANDING_GEAR = 2
    WOUND = 3, "serious wound"
    DEADSTICK = 4, "no engine"
    WEATHER = 5
    SKILL = 6
    FATIGUE = 7
    AWARDS = 8
    KILLS = 9
    SPEED = 10
    BOOST = 11, "MW boost"
    AGILITY = 12
    ACE = 13
    ACE_WINGMAN = 14
    AWARENESS = 15, "S.A."
    GUNNER_AWARENESS = 16, "S.A. of the gunner"
    COMBAT_MANEUVERS = 17, "A.C.M."
    ENEMY_SPEED = 18
    ENEMY_AGILITY = 19
    ENEMY_QUALITY = 20
    GUNNERY = 21
    AIM = 22, "aiming"
    KNIGHTS_CROSS = 23, "Knight's Cross"
    FORMATION = 24


# === the sequence of play, decisions and actions ===


class Decision(ExplainedCode):
    """Decisions of the player, in the order of play."""

    OVER = "nothing: play is over"
    TRACK = (
        "officer or NCO",
        "Whether the pilot is an officer or an NCO. An NCO begins with more Experience; an officer earns Prestige"
        " by promotions (7.9).",
    )
    AIRCRAFT = (
        "which aircraft to take",
        "Which aircraft to fly. Firepower brings bombers down; speed and agility win against fighters (4.4).",
    )
    SERIES = (
        "which series to change to",
        "Which family of aircraft to change to. Two sorties are lost while it is learned (9.3).",
    )
    ZONE = "which zone to move to", "Where the new unit has its base: that decides which raids are near (4.6)."
    SKILL = (
        "what {person} learns",
        "What to learn with Experience Points. They can also be saved for a better skill (7.7).",
    )
    SCRAMBLE = (
        "whether to fly against the raid",
        "Whether to fly against this raid. You see its zone, the boxes that are left after it, and the weather "
        "for the landing (6.1).",
    )
    ENGAGE = (
        "whom to engage",
        "Whom to fight in this box. Whoever attacks escorted bombers first meets the escort afterwards, "
        "disadvantaged; after a fight with the escort the bombers are gone (7.1.3, 7.2.2.9).",
    )
    BURST = (
        "how to attack the bomber",
        "Where to aim, or whether to break off. Each shot turns over a card for you and one for the bomber's "
        "gunners. The closer, the more hits for both (7.1.6, 7.1.7).",
    )
    REDRAW = (
        "whether to redraw the card",
        "Whether the Expert draws another card in place of this one, once a sortie (7.7).",
    )
    PASS = (
        "whether to make another pass",
        "Whether to come back for another pass, at the same bomber or at another (7.1.11).",
    )
    ESCORT = (
        "whether to fight the escort",
        "Whether to fight the escort, which has you at a disadvantage, or to try to slip away (7.1.10).",
    )
    DOGFIGHT = (
        "what to do in this round of fighter combat",
        "What to do in this round. In front of the enemy you fire; behind you he fires, and you defend or turn "
        "(7.2.2).",
    )
    REFLEX = (
        "whether to use Reflexes for one position",
        "Whether to use Reflexes for one position, once a sortie (7.7).",
    )
    NEXT = "whether to engage another enemy fighter", "Whether to engage another enemy fighter, head on (7.2.2.9)."
    WITNESS = (
        "whether to use the eyewitness for this loss",
        "Whether to use up the eyewitness, so that this loss counts without a roll (7.4.3).",
    )
    FORCED = (
        "how to come down without an engine",
        "How to come down without an engine: by parachute, or in the aircraft (7.4.5).",
    )
    ONWARD = (
        "whether to fly on or home",
        "Whether to enter the next box and roll again, or to fly home and land (6.1.3).",
    )
    DEBRIEF = "what to use Prestige for", "What to use Prestige Points for. Those that are left are kept (8.1)."
    GUNNER = (
        "which gunner to keep",
        "Which of two gunners stays: the one who is back, or the one who flew in his place (7.4.8).",
    )


A_ROW = "a row of the list on the table"
SEVENTEEN_ROWS = (Decision.SKILL,)
THIRTEEN_ROWS = (Decision.AIRCRAFT, Decision.SKILL)
SEVEN_ROWS = (Decision.AIRCRAFT, Decision.ZONE, Decision.SKILL)
FOUR_ROWS = (Decision.AIRCRAFT, Decision.SERIES, Decision.ZONE, Decision.SKILL)
TWO_ROWS = (Decision.TRACK, *FOUR_ROWS, Decision.GUNNER)
"""Decisions whose list has at least so many rows."""


class Act(Verb):
    """Actions by their index, with their words and the decisions that each can answer."""

    FLY = "Fly against the raid", "take off for the box of the raid (6.1.2)", Decision.SCRAMBLE
    STAY = "Stay on the ground", "the line is used up, nothing is flown (6.1)", Decision.SCRAMBLE
    LEAVE = "Take annual leave", "this line and the next are not flown, then fatigue is 0 (10.3)", Decision.SCRAMBLE
    BOMBERS = "Attack the bombers", "a pass from long range (7.1.3)", Decision.ENGAGE
    BOMBERS_MEDIUM = "Attack the bombers from medium range", "out of the sun (7.1.2)", Decision.ENGAGE
    FIGHT = (
        "Fight the enemy fighters",
        "fighter combat (7.2.1, 7.2.2.9)",
        Decision.ENGAGE,
        Decision.ESCORT,
        Decision.NEXT,
    )
    SLIP = "Slip away", "avoid the enemy fighters by a die (7.1.10)", Decision.ENGAGE, Decision.ESCORT
    LET_GO = "Let them go", "leave the enemy alone (7.1.1, 7.2.2.9)", Decision.ENGAGE, Decision.PASS, Decision.NEXT
    BREAK_OFF = "Break off the pass", "end the pass before firing (7.1.6, 7.3.2)", Decision.BURST
    AIM_PORT = "Fire at the port wing", "a shot at the bomber (7.1.3, 7.1.6)", Decision.BURST
    AIM_STARBOARD = "Fire at the starboard wing", "a shot at the bomber (7.1.3, 7.1.6)", Decision.BURST
    AIM_AIRFRAME = "Fire at the airframe", "a shot at the bomber (7.1.3, 7.1.6)", Decision.BURST
    BURST_PORT = "Extended burst at the port wing", "an extended burst (7.1.13)", Decision.BURST
    BURST_STARBOARD = "Extended burst at the starboard wing", "an extended burst (7.1.13)", Decision.BURST
    BURST_AIRFRAME = "Extended burst at the airframe", "an extended burst (7.1.13)", Decision.BURST
    ROCKETS = "Fire the rockets", "before the round at long range (7.1.14)", Decision.BURST
    JETTISON = "Drop the rockets", "for the speed, in the first round (7.1.14)", Decision.DOGFIGHT
    WINGMAN = (
        "Use the wingman",
        "he attacks the bomber, or helps in place of a defence (7.2.3)",
        Decision.BURST,
        Decision.DOGFIGHT,
    )
    REFLEXES = "Fire first", "use Reflexes for the next shot, once a sortie (7.7)", Decision.BURST, Decision.DOGFIGHT
    SAME = "Attack the same bomber again", "another pass from long range (7.1.11)", Decision.PASS
    OTHER = "Attack another bomber", "another pass from long range (7.1.11)", Decision.PASS
    FIRE = "Fire", "a shot at the enemy fighter (7.2.2.1)", Decision.DOGFIGHT
    DISENGAGE = "Disengage", "leave the fighter combat (7.3)", Decision.DOGFIGHT
    DEFEND = "Defend with the next card", "its defence text (7.2.2.2, 7.2.2.3)", Decision.DOGFIGHT
    TIGHT_TURN = "Tight turn", "a better position (7.2.2.2)", Decision.DOGFIGHT
    BARREL_ROLL = "Barrel roll", "hits avoided (7.2.2.2)", Decision.DOGFIGHT
    CUBAN_EIGHT = "Cuban Eight", "learned, once a sortie (10.6)", Decision.DOGFIGHT
    CHANDELLE = "Chandelle", "learned, once a sortie (10.6)", Decision.DOGFIGHT
    IMMELMANN = "Immelmann", "learned, once a sortie (10.6)", Decision.DOGFIGHT
    SPLIT_S = "Split-S", "learned, once a sortie (10.6)", Decision.DOGFIGHT
    BAIL_OUT = (
        "Bail out",
        "leave the aircraft by parachute (7.4.1, 7.6)",
        Decision.BURST,
        Decision.DOGFIGHT,
        Decision.FORCED,
    )
    DEADSTICK = "Land without engine", "a forced landing; the next sortie is lost (7.4.5)", Decision.FORCED
    ON = "Fly on", "one box on, and roll again (6.1.3)", Decision.ONWARD
    HOME = "Fly home", "straight to the landing box (7.4.2)", Decision.ONWARD
    YES = (
        "Yes",
        "redraw the card, use Reflexes, or use the eyewitness (7.7, 7.4.3)",
        Decision.REDRAW,
        Decision.REFLEX,
        Decision.WITNESS,
    )
    NO = "No", "keep it (7.7, 7.4.3)", Decision.REDRAW, Decision.REFLEX, Decision.WITNESS
    DONE = "Nothing more", "end the purchases (7.7, 8.1)", Decision.SKILL, Decision.DEBRIEF
    UPGRADE = "Change the aircraft", "another type of the series (8.1)", Decision.DEBRIEF
    SWITCH = "Change the series", "a type of another series (8.1, 9.3)", Decision.DEBRIEF
    MOVE = "Change the unit", "another zone of bases (4.6.1, 8.1)", Decision.DEBRIEF
    SPARE = "Take a spare aircraft", "repairs cost no sortie (8.1)", Decision.DEBRIEF
    VETERAN_GUNNER = "Ask for a veteran gunner", "the new gunner comes with points (8.1)", Decision.DEBRIEF
    KEEP_GUNNER = "Keep the gunner", "he waits for the pilot (9.4)", Decision.DEBRIEF
    PICK_1 = "Row 1 of the list", A_ROW, *TWO_ROWS
    PICK_2 = "Row 2 of the list", A_ROW, *TWO_ROWS
    PICK_3 = "Row 3 of the list", A_ROW, *FOUR_ROWS
    PICK_4 = "Row 4 of the list", A_ROW, *FOUR_ROWS
    PICK_5 = "Row 5 of the list", A_ROW, *SEVEN_ROWS
    PICK_6 = "Row 6 of the list", A_ROW, *SEVEN_ROWS
    PICK_7 = "Row 7 of the list", A_ROW, *SEVEN_ROWS
    PICK_8 = "Row 8 of the list", A_ROW, *THIRTEEN_ROWS
    PICK_9 = "Row 9 of the list", A_ROW, *THIRTEEN_ROWS
    PICK_10 = "Row 10 of the list", A_ROW, *THIRTEEN_ROWS
    PICK_11 = "Row 11 of the list", A_ROW, *THIRTEEN_ROWS
    PICK_12 = "Row 12 of the list", A_ROW, *THIRTEEN_ROWS
    PICK_13 = "Row 13 of the list", A_ROW, *THIRTEEN_ROWS
    PICK_14 = "Row 14 of the list", A_ROW, *SEVENTEEN_ROWS
    PICK_15 = "Row 15 of the list", A_ROW, *SEVENTEEN_ROWS
    PICK_16 = "Row 16 of the list", A_ROW, *SEVENTEEN_ROWS
    PICK_17 = "Row 17 of the list", A_ROW, *SEVENTEEN_ROWS


ACTS = Catalogue(Act)
ACTIONS = len(ACTS.actions)
"""Size of the action space."""
PICKS = ACTIONS - Act.PICK_1
"""Actions that pick a row of the list on the table."""


class Phase(Code):
    """Steps of the sequence of play: the next step when no decision is open."""

    TRACK = 0
    START_UNIT = 1
    START_AIRCRAFT = 2
    SKILLS = 3
    NEW_LINE = 4
    NEW_AIRCRAFT = 5
    OLD_GUNNER = 6
    RAID = 7
    TAKE_OFF = 8
    BOX = 9
    ENGAGED = 10
    BOMBER = 11
    BURST = 12
    BURST_CARD = 13
    BURST_SHOT = 14
    BURST_ANSWER = 15
    PASS_OVER = 16
    PASS = 17
    ESCORT = 18
    FIGHT = 19
    DOGFIGHT = 20
    FIRST_CARDS = 21
    SECOND_CARDS = 22
    LAST_CARDS = 23
    INITIATIVE = 24
    NEXT_ROUND = 25
    NEXT_ENEMY = 26
    SETTLE = 27
    CREDIT = 28
    BOX_DONE = 29
    FORCED = 30
    JUMP = 31
    LANDING = 32
    DEBRIEF = 33
    PROMOTION = 34
    REPLACEMENTS = 35
    PURCHASES = 36
    SERIES = 37
    AIRCRAFT = 38
    CLOSE_DEBRIEF = 39
    CLOSE_LINE = 40
    DEATH = 41
    OVER = 42


class Offer(Code):
    """Reasons for which a list of aircraft is on the table."""

    NONE = 0, "a new aircraft"
    START = 1, "the first aircraft"
    UPGRADE = 2, "another type of the series"
    SWITCH = 3, "a type of another series"
    FORCED = 4, "a type that the new unit flies"
    REPLACEMENT = 5, "the replacement"
    WRITTEN_OFF = 6, "the replacement of the aircraft written off"


class Fate(Code):
    """States of the own aircraft after a round."""

    FLIES = 0
    ENGINES_OUT = 1
    SHOT_DOWN = 2
    KILLED = 3


class Leaving(Code):
    """Ends of an encounter with an enemy fighter."""

    NO = 0
    ENEMY_GONE = 1
    ESCAPED = 2


# === the journal ===


THE_RAID, COMBAT, HITS_TAKEN, LANDING, AFTERWARDS = "The raid", "The combat", "Hits taken", "The landing", "Afterwards"
"""Headings of the debrief of a sortie."""
POSSIBLE, ANY_WEAPON = "weapon {total} of the possible ones", "one die with a side for each possible weapon"
"""Words for a die with a side for each possible weapon."""

# --- words of numbers ---


def hits_words(hits: int) -> str:
    """Return the result of a shot: "no hit", "3 hits", "group damage", "destroyed"."""
    if hits == NO_SHOT:
        return "no weapon fires"
    if hits == DESTROYED:
        return "destroyed"
    if hits >= GROUP_DAMAGE:
        more = hits - GROUP_DAMAGE
        return f"group damage and {plural(more, 'hit')}" if more else "group damage"
    return plural(hits, "hit") if hits > 0 else "no hit"


def wound_words(health: int) -> str:
    """Return the wound that a roll gives."""
    return ("safe", "a light wound", "a serious wound", "killed")[health]


def way_words(orientation: int) -> str:
    """Return the orientation of a meeting after a comma; nothing for none."""
    return "" if orientation == Orientation.NONE else f", {Orientation(orientation).word}"


EXPERIENCE_POINTS = counted("Experience Point")
MEETINGS = (*Meeting.words(), "a random event")
"""Results of B1 in words; the first 12 of a sortie is an event."""
RANDOM_EVENT = len(Meeting)
"""Value in place of a meeting."""


class Chart(RollCode):
    """All rolls and flips, each with its place and the sides of its dice in the order of reading.

    The names are those of tapes. JAM and GUN have a side for each possible weapon (ruling IQ207).
    """

    A1 = roll(
        Place.LINE,
        *PAIR_OF_DICE,
        title="Raid",
        result=TargetZone,
        says="{city}, zone {result}",
        about="line {line} of {month}",
    )
    B9 = roll(Place.LINE, *PAIR_OF_DICE, title="Weather", result=Weather, about="line {line} of {month}")
    B1 = roll(Place.BOX, *PAIR_OF_DICE, title="Interception", result=MEETINGS, way=way_words, says="{result}{way}")
    A3 = roll(Place.BOX, DIE, title="Bombers", result=Bomber)
    A3_ESCORT = roll(Place.BOX, DIE, title="Escort", result=Enemy)
    A3_SWEEP = roll(Place.BOX, DIE, title="Sweep", result=Enemy)
    A3_YB40 = roll(Place.CONTACT, *PAIR_OF_DICE, title="Type of the bomber", result=("no YB-40", "a YB-40"))
    C1 = roll(Place.BOX, *PAIR_OF_DICE, title="Random event", result=Event)
    B3 = roll(Place.CONTACT, *PAIR_OF_DICE, title="Hit on the bomber", result=System, about="the bomber")
    B4_TANK = roll(Place.CONTACT, *PAIR_OF_DICE, title="Fuel tank", result=Tank, subject=Side, about="{subject}")
    B4_BAY = roll(
        Place.CONTACT, *PAIR_OF_DICE, title="Bomb bay", result=("no effect", "the bombs go off"), about="the bomber"
    )
    B4_BLAST = roll(
        Place.CONTACT,
        *PAIR_OF_DICE,
        title="Blast",
        result=("no effect", "it strikes the interceptor"),
        about="your aircraft",
    )
    B4_BLAST_HITS = roll(Place.CONTACT, DIE, title="Hits of the blast", result=hits_words, about="your aircraft")
    B4_CREW = roll(Place.CONTACT, DIE, title="Crew of the bomber", result=Seat, about="the bomber")
    B4_WOUND = roll(Place.CONTACT, DIE, title="Wound", result=wound_words, subject=Side, about="{subject}")
    B6 = roll(
        Place.CONTACT,
        *PAIR_OF_DICE,
        reading=Reading.TENS,
        title="Hit on a fighter",
        text="Hit on a fighter (B6): {tens}, {result}.",
        result=System,
        subject=Side,
        thrown="1d6+1d6",
        about="{subject}",
    )
    B7 = roll(Place.LINE, *PAIR_OF_DICE, title="Landing", result=Touchdown, section=LANDING)
    B8 = roll(
        Place.LINE,
        *PAIR_OF_DICE,
        title="Parachute jump",
        result=wound_words,
        subject=Person,
        about="{subject}",
        section=LANDING,
    )
    B12 = roll(
        Place.CONTACT,
        *PAIR_OF_DICE,
        reading=Reading.AGAINST,
        title="Initiative",
        text="Initiative (B12): {contest}.",
        thrown="1d6 each",
    )
    C2 = roll(
        Place.LINE,
        *PAIR_OF_DICE,
        title="Serious wound",
        result=counted("sortie"),
        says="{result} missed",
        section=LANDING,
    )
    C3 = roll(Place.CONTACT, *PAIR_OF_DICE, title="Extended burst", says="{burst}", jam=Jam)
    W1 = roll(Place.CONTACT, *PAIR_OF_DICE, title="Attack of the wingman", says="{wingman}", fate=WingmanFate)
    WGR = roll(Place.CONTACT, *PAIR_OF_DICE, title="Rockets", printed="7.1.14", result=hits_words)
    FLAK = roll(Place.CONTACT, DIE, title="Flak on the bomber", printed="7.1.5", result=hits_words)
    JAM = roll(
        Place.CONTACT,
        0,
        title="Jammed weapon",
        printed="7.1.6",
        says=POSSIBLE,
        thrown=ANY_WEAPON,
        about="your aircraft",
    )
    GUN = roll(
        Place.CONTACT,
        0,
        title="Weapon hit",
        printed="B6",
        says=POSSIBLE,
        subject=Side,
        thrown=ANY_WEAPON,
        about="{subject}",
    )
    SLIP = roll(
        Place.BOX,
        DIE,
        title="Getting away",
        printed="7.1.10",
        result=("the enemy fighters engage", "the fight is avoided"),
    )
    DISENGAGE = roll(Place.CONTACT, DIE, title="Disengaging", printed="7.3", result=("it fails", "the pilot gets away"))
    ENEMY_DISENGAGE = roll(
        Place.CONTACT, DIE, title="The enemy disengages", printed="7.3.1", result=("it fails", "he gets away")
    )
    CRASH = roll(Place.CONTACT, 10, title="The enemy's way home", printed="7.4.3", result=("no crash", "a crash"))
    CREDIT = roll(
        Place.CONTACT, DIE, title="Credit for the loss", printed="7.4.3", result=("nobody sees it", "it is seen")
    )
    PROMOTION = roll(Place.LINE, DIE, title="Promotion", printed="7.9.3", result=("not promoted", "promoted"))
    KNIGHT = roll(Place.LINE, DIE, title="High award", printed="7.8.7", result=("not this time", "awarded"))
    SCROUNGE = roll(
        Place.LINE,
        DIE,
        title="Repair",
        printed="7.9.2",
        result=("the repair takes its time", "the aircraft is ready for the next sortie"),
        section=LANDING,
    )
    R1 = roll(Place.LINE, DIE, title="Aircraft on hand", of=", {subject}", subject=Series, about="{subject}")
    QUALITY = roll(Place.CONTACT, DIE, title="Enemy pilot", printed="10.4", result=Quality)
    START = roll(Place.LINE, UNITS_ON_THE_DIE, title="Unit", printed="4.1", result=int, says="{unit}, {base}")
    MONTH = roll(Place.LINE, MONTHS, title="Month", printed="4.2.1", result=Month, is_planned=False)
    CARD = roll(
        Place.LINE,
        CARDS,
        title="Card",
        printed="3.5.1",
        subject=Shooter,
        thrown="a combat card",
        about="{subject}",
        is_drawn=True,
    )


CHARTS = len(Chart)


class Entry(EntryCode):
    """Kinds of journal entry: a roll, a modifier that went into it, or a change of state."""

    ROLL = entry("A roll of {dice}.", look=Look.ROLL)
    MODIFIER = entry("Modifier for {roll}: {modifier}.", look=Look.DETAIL, silent=True)
    CHOICE = entry(
        "Decision, {decision}: {answer}.", decision=named(Decision), answer=int, look=Look.CHOICE, silent=True
    )
    CARD = entry("Card {number} is flipped for {shooter}.", number=int, shooter=Shooter, is_drawn=True)
    UNIT = entry("The unit is {unit} at {base}, zone {zone}.", row=int, zone=Zone, look=Look.MILESTONE)
    AIRCRAFT = entry("The aircraft is a {model}.", model=Model, section=AFTERWARDS)
    LINE = entry(
        "Line {line} of {month} is open.",
        "Line {line} of {month} has been flown.",
        "Line {line} of {month} is not flown: the pilot stays on the ground.",
        "Line {line} of {month} is not flown: the raid is out of range.",
        "Line {line} of {month} is sat out.",
        look=Look.MILESTONE,
        is_event=True,
    )
    RAID = entry(
        "The raid goes to {target}{zone}; the weather is {weather}.",
        zone=TargetZone,
        weather=Weather,
        raid=int,
        look=Look.MILESTONE,
        section=THE_RAID,
    )
    TAKE_OFF = entry("The pilot takes off for box {place}.", place=int)
    BOX = entry("The pilot is in box {place}.", place=int, look=Look.MILESTONE)
    MET = entry(
        "{Meeting}, {orientation}{guard}.", orientation=Orientation, bomber=Bomber, escort=Enemy, section=THE_RAID
    )
    EVENT = entry("Random event: {event}.", event=Event, echoes=Chart.C1, section=THE_RAID, is_event=True)
    BOMBER = entry("The pilot attacks a {bomber}.", bomber=Bomber, section=COMBAT)
    DAMAGE = entry(
        "The interceptor is hit: {system}.", system=System, look=Look.LOSS, replaces=Chart.B6, section=HITS_TAKEN
    )
    GUNNER_HIT = entry("A gunner of the bomber is hit, {count} in all.", count=int, look=Look.GAIN)
    ENEMY_DAMAGE = entry("The enemy fighter is hit: {system}.", system=System, replaces=Chart.B6, look=Look.GAIN)
    BOMBER_DAMAGE = entry("The bomber is hit: {system}.", system=System, replaces=Chart.B3, look=Look.GAIN)
    BOMBER_DESTROYED = entry(
        "{How} is credited to {person}.",
        person=Person,
        how=("the bomber is destroyed; it", "the bomber that crashed on its way home"),
        look=Look.GAIN,
        section=COMBAT,
    )
    ENEMY_DESTROYED = entry(
        "The {enemy} is destroyed; it is credited to {person}.",
        person=Person,
        enemy=Enemy,
        look=Look.GAIN,
        section=COMBAT,
    )
    ENEMY_GONE = entry(
        "The fighter combat is over.",
        "The enemy fighter is gone; the fighter combat is over.",
        "The pilot gets away; the fighter combat is over.",
        section=COMBAT,
        is_event=True,
    )
    SLIPPED = entry(
        "The fight cannot be avoided.", "The fight is avoided in this box.", echoes=Chart.SLIP, section=THE_RAID
    )
    POSITION = entry("Position against the {enemy}: {position}.", position=Position, enemy=Enemy, section=COMBAT)
    JAMMED = entry("A weapon jams until landing: {weapon}.", weapon=int, model=Model, look=Look.LOSS, section=COMBAT)
    AMMUNITION = entry(
        "Ammunition of {weapon}: {points} left.", weapon=int, model=Model, points=counted("point"), silent=True
    )
    ROCKETS = entry("The rocket tubes are gone; the speed is now {speed}.", speed=int, section=COMBAT, is_event=True)
    FORMATION = entry("The bombers of this box lose their formation.", look=Look.GAIN, section=COMBAT)
    WOUND = entry("{Person} is now {health}.", person=Person, health=Health, look=Look.LOSS, section=HITS_TAKEN)
    KILLED = entry("{Person} is killed {cause}.", person=Person, cause=Cause, look=Look.LOSS, section=HITS_TAKEN)
    SHOT_DOWN = entry(
        "The aircraft flies on.",
        "All engines of the aircraft are out.",
        "The aircraft is shot down.",
        "The aircraft is lost with everybody aboard.",
        look=Look.LOSS,
        section=HITS_TAKEN,
    )
    JUMPED = entry("The crew bails out.", look=Look.LOSS)
    LANDED = entry("Landing: {landing}.", landing=Touchdown, echoes=Chart.B7)
    CRASHED_ON_THE_WAY = entry(
        "The damaged fighter crashes on its way home.",
        "The damaged bomber crashes on its way home.",
        section=COMBAT,
        is_event=True,
    )
    CREDITED = entry(
        "The loss on the way home is credited to {person}.",
        person=Person,
        look=Look.GAIN,
        silent=True,
        section=COMBAT,
    )
    HOMEWARD = entry("The pilot flies home.", look=Look.MILESTONE, section=THE_RAID)
    SITS_OUT = entry("{sorties} will be sat out.", sorties=counted("sortie"), section=AFTERWARDS, is_event=True)
    AWARD = entry("Award: {award}.", award=Award, grade=int, look=Look.GAIN, section=AFTERWARDS)
    PROMOTED = entry("The pilot is promoted to {rank}.", rank=int, track=int, look=Look.GAIN, section=AFTERWARDS)
    EXPERIENCE = entry("{Person} gains {points}.", person=Person, points=EXPERIENCE_POINTS, section=AFTERWARDS)
    SKILL = entry(
        "{Person} learns {skill}.", person=Person, skill=Skill, look=Look.GAIN, is_event=False, section=AFTERWARDS
    )
    PRESTIGE = entry("Prestige: {points}, level {level}.", points=counted("point"), level=int, section=AFTERWARDS)
    REPAIRED = entry("The aircraft is repaired: {systems} had been damaged.", systems=counted("system"))
    WINGMAN = entry(
        "The wingman is lost.",
        "The wingman is here.",
        "The wingman's aircraft is damaged.",
        section=COMBAT,
        is_event=True,
    )
    GUNNER = entry(
        "{Who} {points}.",
        points=EXPERIENCE_POINTS,
        who=("a new gunner comes with", "the gunner who stays has", "a temporary gunner comes with"),
        section=AFTERWARDS,
        is_event=True,
    )
    MOVED = entry(
        "The pilot joins {unit} at {base}, zone {zone}.",
        row=int,
        zone=Zone,
        look=Look.MILESTONE,
        section=AFTERWARDS,
        is_event=True,
    )
    FATIGUE = entry("Fatigue is now {fatigue}.", fatigue=int)
    SKILL_USED = entry("{Person} uses {skill}.", person=Person, skill=Skill, section=COMBAT)
    SHUFFLED = entry("The discards are shuffled into a new deck.")
    OVER = entry("Play {over}.", over=Over, look=Look.MILESTONE, section=AFTERWARDS, is_event=True)
    SHOT = entry(
        "{Shot}: {hits}.",
        shooter=Shooter,
        hits=hits_words,
        firepower=int,
        range=Range,
        aim=Aim,
        enemy=int,
        section=COMBAT,
    )
    MARKER = entry("The marker is used up: {marker}.", marker=Marker)
    LEAVE = entry("The pilot goes on leave; {sorties} will be sat out.", sorties=counted("further sortie"))
    WRITTEN_OFF = entry("The aircraft is written off.", look=Look.LOSS, section=AFTERWARDS)
    WINGMAN_READY = entry(
        "The wingman is back.",
        "The wingman's aircraft is whole again.",
        "A new wingman comes with {points}.",
        why=int,
        points=EXPERIENCE_POINTS,
        section=AFTERWARDS,
    )
    WINGMAN_ACE = entry("The wingman is now an Ace.", look=Look.GAIN, section=AFTERWARDS)
