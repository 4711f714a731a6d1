"""A photographic reconnaissance: a game of one module with a deck and a chart.

The pilot photographs up to six targets. Before each leg the sky is known: a card of a deck of twelve that is not put
back. A low flight makes better photographs and is in more danger. An aircraft that is shot down loses its photographs.
"""

from stuka_env.building.game import GameDeclaration, make_game
from stuka_env.building.table import Legal, MadeTable, RollList
from stuka_env.declared.actions import Verb
from stuka_env.declared.codes import Code, Tone
from stuka_env.declared.journal import EntryCode, Look, RollCode, deck, entry, roll
from stuka_env.declared.records import Numbers, Record, code, count, flag, int8, nested, record
from stuka_env.engine.frame import ask, draw, look_up, modify, note, succeeds
from stuka_env.engine.frame import roll as roll_dice

LEGS = 6  # targets of a sortie
FULL_DECK = (5, 4, 3)  # cards of each sky
WORTH = (0, 1, 3)  # points for a photograph
LOW_PHOTO, CLOUD_PHOTO = 2, -2  # modifiers of a photograph
HIT, LOW_HIT = 1, 3  # highest die of the flak that shoots down, high and low


class Season(Code):
    """Seasons; in winter the light is worse."""

    SUMMER = "summer"
    WINTER = "winter"


class Sky(Code):
    """The sky over a target."""

    CLEAR = "clear", Tone.GOOD
    CLOUD = "cloudy", Tone.FAIR
    FLAK = "full of flak", Tone.BAD


class Photo(Code):
    """Photographs."""

    NONE = "no photograph"
    BLURRED = "a blurred photograph"
    SHARP = "a sharp photograph"


class Decision(Code):
    """Decisions of the player."""

    NONE = "nothing to decide"
    LEG = "how to fly over the next target"
    OVER = "nothing: the sortie is over"


class Act(Verb):
    """Actions with the decision that they answer."""

    HOME = "fly home", Decision.LEG
    HIGH = "fly high", Decision.LEG
    LOW = "fly low", Decision.LEG


class Modifier(Code):
    """Modifiers of a photograph."""

    LOW = "low"
    CLOUD = "cloud"
    WINTER = "winter"


class Chart(RollCode):
    """The rolls, and the deck."""

    SKY = deck("leg", Sky, FULL_DECK, title="Sky", printed="", text="The sky over the target is {result}.")
    PHOTO = roll(
        "leg", 6, 6, title="Photograph", printed="", result=Photo, ends=(2, 12),
        cells={2: Photo.NONE, 6: Photo.BLURRED, 9: Photo.SHARP},
    )  # fmt: skip
    FLAK = roll("leg", 6, title="Flak", printed="", result=("it misses", "a hit"))


class Entry(EntryCode):
    """Kinds of entry of the journal."""

    ROLL = entry("{roll}.")
    MODIFIER = entry("{modifier} on {roll}.", silent=True)
    CHOICE = entry("The choice: {choice}.", look=Look.CHOICE)
    LEG = entry("Target {target}.", target=int, look=Look.MILESTONE)
    SHOT_DOWN = entry("The aircraft is shot down with all photographs.", look=Look.LOSS)
    HOME = entry("The aircraft is home.", look=Look.MILESTONE)


@record
class Plan(Record):
    """The arguments of the environment."""

    season: int = code(Season, "season")


@record
class Cursor(Record):
    """The position in the sequence of play."""

    decision: int = code(Decision, "open decision")


@record
class Score(Record):
    """The sortie so far, and its result."""

    leg: int = count(LEGS, "targets so far")
    sky: int = code(Sky, "sky over the next target")
    sharp: int = count(LEGS, "sharp photographs")
    shot_down: int = flag("the aircraft was shot down")
    over: int = flag("the sortie is over")
    points: int = int8(0, LEGS * max(WORTH), "points")


@record
class Pile(Record):
    """The deck."""

    left: Numbers = count(max(FULL_DECK), "cards that are left of each sky", (len(Sky),))


@record
class Mat(Record):
    """The mat."""

    plan: Plan = nested(Plan)
    cursor: Cursor = nested(Cursor)
    sortie: Score = nested(Score)
    deck: Pile = nested(Pile)


def lay_out(mat: Mat, table: MadeTable, plan: Plan) -> None:
    """Shuffle the deck."""
    for sky in range(len(FULL_DECK)):
        mat.deck.left[sky] = FULL_DECK[sky]


def next_step(mat: Mat, table: MadeTable) -> None:
    """Draw the sky over the next target, and ask; after the last target the aircraft flies home."""
    if mat.sortie.leg == LEGS:
        fly_home(mat, table)
        return
    note(mat, table, Entry.LEG, mat.sortie.leg + 1, 0)
    mat.sortie.sky = draw(mat, table, Chart.SKY, mat.sortie.leg, mat.deck.left)
    ask(mat, Decision.LEG)


def decide(mat: Mat, table: MadeTable, decision: int, action: int) -> None:
    """Fly home, or over the target."""
    if action == Act.HOME:
        fly_home(mat, table)
    else:
        fly_over(mat, table, int(action == Act.LOW))


def fly_home(mat: Mat, table: MadeTable) -> None:
    """End the sortie with its photographs."""
    mat.sortie.over = 1
    note(mat, table, Entry.HOME, 0, 0)


def fly_over(mat: Mat, table: MadeTable, low: int) -> None:
    """Fly through the flak, if there is any, and take a photograph."""
    leg, sky = int(mat.sortie.leg), mat.sortie.sky
    mat.sortie.leg += 1
    if sky == Sky.FLAK and succeeds(table, roll_dice(mat, table, Chart.FLAK, leg, 0) <= (LOW_HIT if low else HIT)):
        mat.sortie.points, mat.sortie.sharp, mat.sortie.shot_down, mat.sortie.over = 0, 0, 1, 1
        note(mat, table, Entry.SHOT_DOWN, 0, 0)
        return
    modifier = (
        modify(mat, table, Chart.PHOTO, Modifier.LOW, low * LOW_PHOTO)
        + modify(mat, table, Chart.PHOTO, Modifier.CLOUD, (sky == Sky.CLOUD) * CLOUD_PHOTO)
        + modify(mat, table, Chart.PHOTO, Modifier.WINTER, -int(mat.plan.season == Season.WINTER))
    )
    photo = look_up(table, Chart.PHOTO, roll_dice(mat, table, Chart.PHOTO, leg, modifier))
    mat.sortie.points += WORTH[photo]
    mat.sortie.sharp += photo == Photo.SHARP


def choose(mat: Mat, charts: RollList, mask: Legal, noise: int) -> int:
    """Fly low where there is no flak, and go home before flak with three points, as a scripted policy."""
    before_flak = Act.HOME if mat.sortie.points >= WORTH[-1] else Act.HIGH
    return before_flak if mat.sortie.sky == Sky.FLAK else Act.LOW


GAME = make_game(
    __name__,
    GameDeclaration(
        title="Reconnaissance",
        ids=("Recon/Sortie-v0",),
        summary=(__doc__ or "").partition("\n\n")[2],
        arguments={"season": "summer"},
        line="sortie",
        gives_up=frozenset({Act.HOME}),
        rivals=("careful",),
    ),
)
