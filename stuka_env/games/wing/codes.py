"""Codes: the terms of the game as numbers with words, and the journal as declared, for all modules of the game.

The section after a name says where the printed game introduces it; "ours" marks what the printed text does not have.
"""

from functools import partial

from stuka_env.declared.actions import Argument, Catalogue, Verb
from stuka_env.declared.codes import Code, ExplainedCode, Tone
from stuka_env.declared.journal import EntryCode, Look, RollCode, counted, entry, roll

# === sizes ===

NOBODY = -1
"""Value for nobody and nothing, where 0 is a piece."""
FIRST_YEAR = 1942
BOXES = 69
"""Boxes of the map; box 0 is the base (ours)."""
TRACK = 25
"""Boxes of the mission track (4.5)."""
CARDS = 60
"""Mission cards."""
SLOTS = 18
"""Slots of the squadron for bombers, and as many for crews (ours)."""
SEATS = 12
"""Most bombers of a formation."""
ELEMENTS, PLACES = 4, 3
"""Elements of a formation, and places of an element (6.3)."""
MOST_ESCORTS, MOST_INTERCEPTORS = 8, 8
"""Most fighters of a side (9.1.1, 9.1.4)."""
COUNTERS, HAND = 20, 3
"""Lady Luck counters in the cup, and most of them that are kept (ours)."""
KEPT = 5
"""Kinds of counter that are kept; they come first in :class:`Counter`."""
MOST_POINTS = 127
"""Largest number of points on the mat."""


# === the campaign ===


class Scale(Code):
    """Kinds of episode."""

    MISSION = 0, "Mission"
    CAMPAIGN = 1, "Campaign"


class Campaign(Code):
    """Campaigns (3.1.2)."""

    FULL = 0, "full campaign"
    LATE_ENTRY = 1, "late-war entry"
    SHORT_1944 = 2, "short campaign of 1944"
    SHORT_1942 = 3, "short campaign of 1942"
    SINGLE = 4, "single mission"


CAMPAIGNS = Campaign.SINGLE
"""Number of the printed campaigns."""


class Year(Code):
    """Years of the war."""

    Y1942 = 0, "1942"
    Y1943 = 1, "1943"
    Y1944 = 2, "1944"


YEARS = len(Year)


class Squadron(Code):
    """Types of bomber that a squadron flies (7.3.2)."""

    B_17 = 0, "B-17"
    B_24 = 1, "B-24"


class Model(Code):
    """Models of bomber: of each squadron the old and the new one (7.3.2)."""

    B_17F = 0, "B-17F"
    B_17G = 1, "B-17G"
    B_24G = 2, "B-24G"
    B_24H = 3, "B-24H"


class Level(Code):
    """Levels of a crew (ours)."""

    GREEN = 0, "Green", Tone.BAD
    TRAINED = 1, "Trained", Tone.FAIR
    VETERAN = 2, "Veteran", Tone.GOOD


LEVELS = len(Level)


class Status(Code):
    """States of a bomber or of a crew (7.1)."""

    NONE = 0, "none", Tone.NONE
    READY = 1, "ready", Tone.GOOD
    NOT_READY = 2, "not ready", Tone.BAD
    FLYING = 3, "flying", Tone.PRESENT


class Over(Code):
    """Ends of an episode (7.2, 7.6)."""

    NO = 0, "goes on"
    CALENDAR = 1, "ends with its last mission"
    VICTORY = 2, "ends with an automatic victory"
    DEFEAT = 3, "ends with an automatic defeat"


class Victory(Code):
    """Levels of victory of a campaign (7.6)."""

    DEFEAT = 0, "defeat"
    COSTLY = 1, "costly"
    STALEMATE = 2, "stalemate"
    VICTORY = 3, "victory"
    DECISIVE = 4, "decisive victory"


class War(ExplainedCode):
    """Effects of war progress (7.5; ours)."""

    NOTHING = "nothing"
    SURGE = "luftwaffe surge", "War progress: more interceptors come until the next check (7.5)."
    FLAK = "more flak", "War progress: flak hits harder until the next check (7.5)."
    ACES = "fewer aces", "War progress: fewer interceptors are aces until the next check (7.5)."
    ESCORTS = "more escorts", "War progress: more escorts take off with you until the next check (7.5)."


class Replacement(Code):
    """Bombers that may arrive after a mission (7.3.2)."""

    NONE = 0, "none"
    OLD = 1, "old model"
    NEW = 2, "new model"


# === the mission ===


class Leg(Code):
    """Parts of a mission."""

    GROUND = 0, "on the ground"
    OUT = 1, "on the way to the target"
    TARGET = 2, "over the target"
    HOME = 3, "on the way home"
    DONE = 4, "after the mission"


class Cloud(Code):
    """Cloud over the target (4.3)."""

    CLEAR = 0, "clear", Tone.GOOD
    LIGHT = 1, "light", Tone.FAIR
    HEAVY = 2, "heavy", Tone.BAD


class Element(Code):
    """Elements of the formation, in the order in which they are filled (6.3)."""

    LEAD = 0, "Lead"
    HIGH = 1, "High"
    LOW = 2, "Low"
    TAIL = 3, "Tail"


class Place(Code):
    """Places of an element, in the order in which they are filled (6.3)."""

    LEAD = 0, "Lead"
    LEFT = 1, "Left"
    RIGHT = 2, "Right"


class Gone(Code):
    """Ways in which a bomber is no longer in the formation."""

    NO = 0, "in formation", Tone.PRESENT
    HOME = 1, "home alone", Tone.WARN
    LOST = 2, "lost", Tone.LOST
    LANDED = 3, "landed", Tone.GOOD
    CRASHED = 4, "crashed", Tone.LOST


class Departure(Code):
    """Ways of leaving the formation that are being settled."""

    NONE = 0, ""
    DROPS_OUT = 1, "drops out"
    DESTROYED = 2, "is destroyed"


class Target(Code):
    """States of a target after the bombing run (5.12)."""

    MISSED = 0, "missed", Tone.BAD
    DAMAGED = 1, "damaged", Tone.FAIR
    DESTROYED = 2, "destroyed", Tone.GOOD


class Event(ExplainedCode):
    """Formation events (6.1)."""

    SYSTEMS_TROUBLE = (
        "systems trouble",
        "An event: a die says whether a random bomber is damaged, or drops out if it was (6.1).",
    )
    LADY_LUCK = (
        "lady luck",
        "An event: a counter is drawn. Good ones are kept for a worse day, bad ones act at once (6.1).",
    )
    WEATHER = "weather", "An event: the cloud over the target may change until the bombs have dropped (6.1)."
    FORMATION_CHECK = (
        "formation check",
        "An event: a die and the first crew decide whether the formation is tight (6.1).",
    )
    ENEMY_FIGHTERS = "enemy fighters", "An event: interceptors attack, and air combat begins at once (6.1, 9.1)."


class Counter(ExplainedCode):
    """Lady Luck counters; the first :data:`KEPT` are kept (6.1; ours)."""

    CHANGE_OF_COURSE = "change of course", "Kept: the interceptors that have come miss the formation (ours)."
    LITTLE_FRIENDS = "little friends", "Kept: new escorts join at once and replace those that are there (ours)."
    STEADY_HANDS = "steady hands", "Kept: a bomber that is destroyed or drops out stays in formation, damaged (ours)."
    CLEAR_VIEW = "clear view", "Kept: every die of the bombing run is better (ours)."
    SILENT_GUNS = "silent guns", "Kept: a flak attack that has come about is not made (ours)."
    ENGINE_TROUBLE = "engine trouble", "At once: a random bomber is damaged; one that is damaged drops out (ours)."
    NEAR_MISS = "near miss", "At once: the formation is loose (ours)."
    LOST_WAY = "lost way", "At once: the formation stays in its box in the next turn (ours)."
    ESCORT_RECALLED = "escort recalled", "At once: all escorts go home (ours)."
    NOTHING = "nothing"


# === combat ===


class Escort(Code):
    """Types of escort (4.1.2)."""

    P_47 = 0, "P-47"
    P_38 = 1, "P-38"
    P_51 = 2, "P-51"


class Enemy(Code):
    """Types of interceptor (9.1.1)."""

    BF_109 = 0, "Bf 109"
    FW_190 = 1, "Fw 190"
    ME_110 = 2, "Me 110"
    ME_262 = 3, "Me 262"


class Shot(Code):
    """Results of fire at a fighter (9.5)."""

    NOTHING = 0, "nothing"
    DAMAGED = 1, "damaged"
    DESTROYED = 2, "destroyed"


class Hit(Code):
    """Results of fire at a bomber (8.0, 9.5)."""

    NOTHING = 0, "nothing"
    LIGHT = 1, "light damage"
    HEAVY = 2, "heavy damage"
    DESTROYED = 3, "destroyed"


class CrewDamage(Code):
    """Results of crew damage (10.6)."""

    HIT = 0, "hit"
    HIT_AND_CHECK = 1, "hit and check"
    PILOT_LOST = 2, "pilot lost"


class Cause(Code):
    """Causes of a loss or of a random choice, part of the address of its dice."""

    CHECK = 1, "a damaged bomber falls behind"
    TROUBLE = 2, "systems trouble"
    COUNTER = 3, "engine trouble"
    SITE = 4, "flak of a site"
    RUN = 5, "flak of the bombing run"
    FIGHTERS = 6, "fighters"


# === dice ===


class Fault(Code):
    """Reasons why play cannot go on."""

    NONE = 0
    UNPLANNED_ROLL = 1, "strict_dice: {chart} is rolled, but the tape has no more rolls of {chart}"
    NOT_ON_DIE = 2, "dice: {chart} plans a number that the die does not have now"
    NOT_IN_DECK = 3, "dice: CARD plans a card that is not in the deck"
    JOURNAL_FULL = 4, "journal: more entries in one step than the journal holds"
    ENDLESS = 5, "state: play does not come to a decision from here; values of the mat contradict each other"
    ROLLS_WITHOUT_END = 6, "state: play rolls {chart} without end from here"


class Modifier(Code):
    """Sources of a modifier of a roll (9.5, 11.0)."""

    CREW = 0, "crew"
    BOMBER = 1, "bomber"
    FIGHTER = 2, "fighter"
    ACE = 3, "ace"
    WINGMAN = 4, "wingman"
    NEIGHBOURS = 5, "free neighbours"
    ELEMENT = 6, "element"
    SEVERAL = 7, "several attackers"
    LOOSE = 8, "loose formation"
    COVER = 9, "cover"
    YEAR = 10, "year"
    SITE = 11, "level of the flak"
    WAR = 12, "war progress"
    LOW = 13, "low run"
    CLOUD = 14, "cloud"
    CLEAR_VIEW = 15, "clear view"
    COMPANY = 16, "company"
    LEAD_CREW = 17, "lead crew"
    TIRED = 18, "tired"
    HIT = 19, "crew hit"
    DAMAGE = 20, "damage"


class About(Code):
    """The thing that a roll is for, by which its address and its words differ."""

    MISSION = 0
    BOX = 1
    ELEMENT = 2
    BOMBER = 3
    SEAT = 4, "the bomber that is attacked or damaged"
    CREW = 5
    FIGHTERS = 6


roll_of_bomber = partial(roll, About.BOMBER, of=" of {aircraft}")
roll_of_seat = partial(roll, About.SEAT, of=" of {aircraft}")
roll_of_crew = partial(roll, About.CREW, of=" of {people}")


class Chart(RollCode):
    """The rolls. One that is rolled several times at a place has a subject, which is a part of its address."""

    TRACK = roll(About.MISSION, TRACK, title="Box of the track", printed="", is_planned=False)
    CARD = roll(About.MISSION, CARDS, title="Mission card", printed="4.2", thrown="a mission card", is_drawn=True)
    CLOUD = roll(About.MISSION, 6, 6, title="Cloud over the target", printed="4.3", result=Cloud)
    ESCORT_TYPE = roll(About.BOX, 6, title="Type of the escorts", printed="4.5", result=Escort)
    TIGHTEN = roll(About.BOX, 6, title="Formation", printed="5.3", result=("it stays loose", "it is tight"))
    CHECK = roll_of_bomber(6, title="Check", printed="10.4")
    CHECK2 = roll_of_bomber(6, title="Second check", printed="10.4", result=("it falls behind", "it keeps up"))
    RENDEZVOUS = roll(About.BOX, 6, title="Rendezvous", printed="5.6", result=counted("escort", none="nobody"))
    FLAK = roll(About.BOX, 6, 6, title="Flak", printed="5.7", result=("no attack", "an attack"))
    FLAK_PLACE = roll(About.ELEMENT, 6, title="Bomber under flak", printed="6.3", result=Place)
    FLAK_HIT = roll(About.ELEMENT, 6, title="Flak", printed="8.0", result=Hit)
    EVENT = roll(About.BOX, 6, 6, title="Formation event", printed="6.1", result=("none", "an event"))
    EVENT_KIND = roll(About.BOX, 6, 6, title="Which event", printed="6.1", result=Event)
    WEATHER = roll(About.BOX, 6, title="Weather", printed="6.1", result=("no change", "a change"))
    WEATHER_KIND = roll(About.BOX, 6, title="New cloud", printed="6.1", result=Cloud)
    FORMATION = roll(About.BOX, 6, title="Formation check", printed="6.1", result=("loose", "tight"))
    TROUBLE = roll_of_bomber(6, title="Systems trouble", printed="6.1", result=("nothing", "trouble"))
    COUNTER = roll(
        About.BOX, COUNTERS, title="Lady Luck", printed="6.1", result=Counter, thrown="a counter", is_drawn=True
    )
    ELEMENT = roll(About.BOX, 6, title="Element of a random bomber", printed="6.3", result=Element)
    PLACE = roll(About.BOX, 6, title="Place of a random bomber", printed="6.3", result=Place)
    TYPE = roll(About.BOX, 6, title="Type of the interceptors", printed="9.1.1", result=Enemy)
    NUMBER = roll(About.BOX, 6, title="Interceptors", printed="9.1.1")
    ACES = roll(About.BOX, 6, title="Aces", printed="6.2")
    FORCED = roll(About.BOX, 6, title="Escorts that must fight", printed="9.1.4")
    ESCORT_FIRE = roll(About.FIGHTERS, 6, 6, title="Fire of an escort", printed="9.5", result=Shot)
    INTERCEPTOR_FIRE = roll(About.FIGHTERS, 6, 6, title="Fire at an escort", printed="9.5", result=Shot)
    BOMBER_FIRE = roll_of_seat(6, 6, title="Defensive fire", printed="9.5", result=Shot)
    ATTACK_FIRE = roll_of_seat(6, 6, title="Attack", of=" on {aircraft}", printed="9.5", result=Hit)
    DAMAGE = roll_of_seat(6, title="Damage", of=" to {aircraft}", printed="10.2", result=("no effect", "an effect"))
    CREW_HIT = roll_of_seat(6, title="Hit on the crew", printed="10.2", result=("no", "yes"))
    CREW_DAMAGE = roll_of_seat(6, title="Crew damage", printed="10.6", result=CrewDamage)
    CREW_CHECK = roll_of_seat(6, title="Check of a hit crew", printed="10.6", result=("it falls behind", "it stays"))
    HOME = roll_of_seat(6, title="The way home alone", printed="10.5", result=("lost", "home"))
    BOMBS = roll_of_bomber(6, title="Bombs", printed="11.0", result=counted("hit", none="no hit"))
    LANDING = roll_of_bomber(6, title="Landing", printed="12.2")
    LANDING2 = roll_of_bomber(6, title="Hard landing", printed="12.2", result=("it holds", "destroyed"))
    REPAIR = roll_of_bomber(6, title="Repair", printed="7.3", result=("it is not ready", "it is ready"))
    EXPERIENCE = roll_of_crew(6, 6, title="Experience", printed="7.4", result=("no change", "a level up"))
    RECOVERY = roll_of_crew(6, title="Recovery", printed="7.4", result=("it is not ready", "it is ready"))
    REPLACEMENT = roll(About.MISSION, 6, title="Replacement", printed="7.3.2", result=Replacement)
    WAR = roll(About.MISSION, 6, 6, title="War progress", printed="7.5", result=War)
    ESCORT_ACE = roll(About.BOX, 6, title="Ace among the escorts", printed="", result=("no ace", "an ace"))


CHARTS = len(Chart)

# === decisions and actions ===


class Decision(ExplainedCode):
    """Decisions of the player, in the order of play."""

    OVER = "nothing: play is over"
    CREW = (
        "which crew flies in this place",
        "Who flies in this place. The first crew aims for all; crews that fly too often are tired (4.4, ours).",
    )
    BOMBER = (
        "which bomber the crew takes",
        "The model that the crew takes. A new model defends itself better than an old one (4.4).",
    )
    MOVE = (
        "where the formation flies",
        "The next box. Look for flak sites, for rendezvous, and for the moves that are left on this leg (5.1).",
    )
    RENDEZVOUS = (
        "whether the new escorts replace the old ones",
        "New escorts replace the old ones, damaged ones too, and their range begins anew (5.6).",
    )
    FLAK = "whether to play silent guns", "The counter cancels this attack. It can also wait for heavier flak (ours)."
    INTERCEPTED = (
        "whether to play a counter against the interceptors",
        "A counter can spare you this combat, or bring escorts for it (ours).",
    )
    JOIN = (
        "how many more escorts fight",
        "Those who fight may stop interceptors before they attack. Those who stay can cover (9.1.5).",
    )
    PRESS = (
        "how many free escorts go on",
        "Escorts without an opponent may fight a second round, or withdraw unharmed (9.1.10).",
    )
    COVER = (
        "which attack an escort covers",
        "Each cover spoils the aim of one attacker. An escort covers once in a round (9.2.3).",
    )
    SAVE = "whether to play steady hands", "The counter keeps this bomber and its crew in formation, damaged (ours)."
    STRAGGLER = (
        "whether escorts go home with the bomber",
        "With escorts the bomber comes home more easily, but they are gone for the mission (10.5).",
    )
    ALTITUDE = "how high to bomb", "A low run hits more, and its flak is certain and worse (11.0)."
    RUN = "whether to play clear view", "The counter makes every die of this bombing run better (ours)."
    ACE = (
        "whether the escort ace fights",
        "He fires earlier and better, and meets the enemy's ace first. He can be hit like any other (9.1.5, 9.1.10).",
    )


class Act(Verb):
    """Actions by their index, with their words and the decisions that each can answer."""

    CREW = "Crew {n}", "it flies in the place (4.4)", Argument("crew", 1, SLOTS, "crews"), Decision.CREW
    BOMBER = "Bomber {n}", "the crew takes it (4.4)", Argument("bomber", 1, SLOTS, "bombers"), Decision.BOMBER
    BOX = "Fly to box {n}", "a neighbouring box of the map (5.1)", Argument("box", 0, BOXES, "route"), Decision.MOVE
    TAKE = "Take the new escorts", "they replace those that are there (5.6)", Decision.RENDEZVOUS
    LEAVE = "Keep the old escorts", "the new ones go (5.6)", Decision.RENDEZVOUS
    KEEP = "Keep the counter", "it stays in the hand", Decision.FLAK, Decision.SAVE, Decision.RUN
    PLAY = "Play the counter", "it goes back to the cup", Decision.FLAK, Decision.SAVE, Decision.RUN
    CONTINUE = "Fight", "no counter is played", Decision.INTERCEPTED
    CHANGE_COURSE = "Play change of course", "the interceptors are gone", Decision.INTERCEPTED
    LITTLE_FRIENDS = "Play little friends", "four escorts replace those that are there", Decision.INTERCEPTED
    JOIN = "Fight with {n} more", "escorts beside those that must (9.1.5)", Argument("escorts", 0, 9), Decision.JOIN
    PRESS = "Go on with {n}", "free escorts; the others withdraw (9.1.10)", Argument("escorts", 0, 9), Decision.PRESS
    COVER = (
        "Cover against attack {n}",
        "the attacker fires worse (9.2.3)",
        Argument("attack", 1, 8, "attacks"),
        Decision.COVER,
    )
    DONE = "Cover no more", "the wave attacks", Decision.COVER
    SEND = "Send escorts with it", "three go home, and it comes home more easily (10.5)", Decision.STRAGGLER
    ALONE = "Let it go alone", "the escorts stay (10.5)", Decision.STRAGGLER
    HIGH = "Bomb high", "fewer hits, less flak (11.0)", Decision.ALTITUDE
    LOW = "Bomb low", "more hits, flak for certain (11.0)", Decision.ALTITUDE
    SEND_ACE = "Send the ace", "he is one of those who fight (9.1.5)", Decision.ACE
    HOLD_ACE = "Hold the ace back", "another one fights in his place (9.1.5)", Decision.ACE


ACTS = Catalogue(Act)
ACTIONS = len(ACTS.actions)
"""Size of the action space."""


class Phase(Code):
    """Steps of the sequence of play: the next step when no decision is open."""

    OVER = 0
    NEW_MISSION = 1
    SEAT = 2
    BOMBER = 3
    TAKE_OFF = 4
    MOVE = 5
    TURN = 6
    CHECKS = 7
    ESCORT_CHECKS = 8
    RENDEZVOUS = 9
    SITE = 10
    FLAK = 11
    FLAK_FIRE = 12
    EVENT = 13
    INTERCEPTION = 14
    FORCED = 15
    FIGHT = 16
    SECOND_FIGHT = 17
    BOMBERS = 18
    WAVE = 19
    COVER = 20
    STRIKE = 21
    CREW_DAMAGE = 22
    LOSS = 23
    LEAVE = 24
    DEPARTURE = 25
    RUN = 26
    RUN_FLAK = 27
    AIM = 28
    BOMBS = 29
    LANDING = 30
    AFTERMATH = 31


# === the journal ===


def slot_words(slot: int) -> str:
    """Return a slot as the player counts it, from 1."""
    return str(slot + 1)


BEFORE, ROUTE, COMBAT, TARGET, AFTERWARDS = "Before the mission", "The route", "Combat", "The target", "Afterwards"
"""Headings of a debrief."""


class Entry(EntryCode):
    """Kinds of entry. Words of targets, boxes and seats come from charts and mat."""

    ROLL = entry("{roll}.")
    MODIFIER = entry("{modifier} on {roll}.", silent=True)
    CHOICE = entry("The choice: {choice}.", look=Look.CHOICE)
    MISSION = entry(
        "Mission {mission}: the target is {target}.", mission=int, card=int, look=Look.MILESTONE, section=BEFORE
    )
    CLOUD = entry("The cloud over the target is {cloud}.", cloud=Cloud, section=ROUTE)
    SEATED = entry("Crew {crew} flies bomber {bomber}.", crew=slot_words, bomber=slot_words, section=BEFORE)
    SHORT = entry("{Bombers} short of the card's number.", bombers=counted("bomber"), look=Look.LOSS, section=BEFORE)
    ESCORTS = entry("{Escorts} ({type}).", escorts=counted("escort", none="no escort"), type=Escort, section=ROUTE)
    ESCORT_ACE = entry("An ace is among the escorts.", look=Look.GAIN, section=ROUTE)
    ESCORTS_GONE = entry("The escorts go home.", section=ROUTE, is_event=True)
    DECLINED = entry("The new escorts are sent away.", section=ROUTE)
    MOVED = entry("The formation flies to {place}.", box=int, look=Look.MILESTONE, section=ROUTE)
    WAITS = entry("The formation has lost its way and stays in its box.", section=ROUTE)
    PROMOTED = entry("Bomber {bomber} takes the lead of its element.", bomber=slot_words, section=ROUTE)
    FORMATION = entry("The formation is {state}.", state=("tight", "loose"), section=ROUTE, is_event=True)
    ESCORT_FALLS_BEHIND = entry("A damaged escort goes home.", look=Look.LOSS, section=ROUTE)
    FLAK = entry("Flak opens fire.", level=int, section=ROUTE, is_event=True)
    COUNTER = entry("The counter {counter} {kept}.", counter=Counter, kept=("has its effect", "is kept"), section=ROUTE)
    PLAYED = entry("The counter {counter} is played.", counter=Counter, section=ROUTE, is_event=True)
    INTERCEPTORS = entry(
        "{Interceptors} ({type}) with {aces}.",
        interceptors=counted("interceptor"),
        type=Enemy,
        aces=counted("ace", none="no ace"),
        section=COMBAT,
        is_event=True,
    )
    ESCORTS_FIGHT = entry("{Escorts} must fight, {more} more do.", escorts=counted("escort"), more=int, section=COMBAT)
    INTERCEPTOR_DOWN = entry("An interceptor is {state}.", state=Shot, look=Look.GAIN, section=COMBAT)
    ACE = entry("The escort ace {fights}.", fights=("does not fight", "fights"), section=COMBAT)
    ESCORT_HIT = entry(
        "An {escort} is {state}.", state=Shot, escort=("escort", "escort ace"), look=Look.LOSS, section=COMBAT
    )
    ATTACK = entry("An interceptor attacks bomber {bomber}.", bomber=slot_words, interceptor=int, section=COMBAT)
    COVERED = entry("An escort covers bomber {bomber}.", bomber=slot_words, section=COMBAT)
    DAMAGED = entry("Bomber {bomber} is damaged.", bomber=slot_words, look=Look.LOSS, section=COMBAT)
    CREW_HIT = entry(
        "The crew of bomber {bomber} is hit: {damage}.",
        bomber=slot_words,
        damage=CrewDamage,
        look=Look.LOSS,
        section=COMBAT,
    )
    DEPARTS = entry(
        "Bomber {bomber} {departure}.", bomber=slot_words, departure=Departure, look=Look.LOSS, section=COMBAT
    )
    SAVED = entry("Bomber {bomber} stays, damaged.", bomber=slot_words, look=Look.GAIN, section=COMBAT)
    COMPANY = entry("Escorts go home with bomber {bomber}.", bomber=slot_words, section=COMBAT)
    LEFT = entry("Bomber {bomber} is {gone}.", bomber=slot_words, gone=Gone, look=Look.LOSS, section=COMBAT)
    ALTITUDE = entry("The formation bombs {altitude}.", altitude=("high", "low"), section=TARGET)
    TARGET = entry(
        "The target is {target_state} with {hits}.",
        target_state=Target,
        hits=counted("hit"),
        look=Look.MILESTONE,
        section=TARGET,
        is_event=True,
    )
    LANDED = entry("Bomber {bomber}: {gone}.", bomber=slot_words, gone=Gone, section=AFTERWARDS)
    NOT_READY = entry("{What} {slot} is not ready.", what=("bomber", "crew"), slot=slot_words, section=AFTERWARDS)
    READY = entry("{What} {slot} is ready.", what=("bomber", "crew"), slot=slot_words, section=AFTERWARDS)
    EXPERIENCE = entry("Crew {crew} is now {level}.", crew=slot_words, level=Level, look=Look.GAIN, section=AFTERWARDS)
    ARRIVED = entry(
        "A new bomber arrives: {model}.", model=Replacement, slot=slot_words, look=Look.GAIN, section=AFTERWARDS
    )
    WAR = entry("War progress: {war}.", war=War, section=AFTERWARDS)
    POINTS = entry(
        "The mission scores {points}, {total} in all.", points=int, total=int, look=Look.MILESTONE, section=AFTERWARDS
    )
    OVER = entry("Play {over}.", over=Over, look=Look.MILESTONE, section=AFTERWARDS, is_event=True)
    CREW_ARRIVED = entry(
        "A {level} crew comes with it as number {crew}.",
        crew=slot_words,
        level=Level,
        look=Look.GAIN,
        section=AFTERWARDS,
    )
