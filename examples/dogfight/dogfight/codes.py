"""The terms of the fight as codes with words; its rolls and the entries of its journal as declarations."""

from stuka_env.declared.actions import Verb
from stuka_env.declared.codes import Code, Tone
from stuka_env.declared.journal import EntryCode, Look, RollCode, entry, roll

SIDE = 4
"""Most planes of a side. The planes of the player come first."""
PLANES = 2 * SIDE
TURNS = 6
"""Turns of a fight (ours)."""


class Side(Code):
    """The sides."""

    PLAYER = "you"
    ENEMY = "the enemy"


class Kind(Code):
    """Kinds of plane with and without bombs. Without its bombs, a plane is of the kind before."""

    NONE = "none"
    FB = "FB"
    FB_BOMBS = "FB with bombs", "FB+bombs"
    STUKA = "Stuka"
    STUKA_BOMBS = "Stuka with bombs", "Stuka+bombs"


class Status(Code):
    """The places of a plane."""

    NONE = "none", Tone.NONE
    FIGHTING = "fighting", Tone.GOOD
    RECALLED = "recalled", Tone.SPENT
    SHOT_DOWN = "shot down", Tone.LOST


class Decision(Code):
    """Decisions of the player, and the steps of a turn in which they are asked."""

    NONE = "nothing to decide"
    JETTISON = "whether {piece} drops its bombs"
    TARGET = "at whom {piece} fires"
    AGAIN = "whether {piece} fires again"
    RECALL = "whether {piece} leaves the fight"
    OVER = "nothing: the fight is over"


class Act(Verb):
    """Actions with the decisions that they answer."""

    KEEP = "keep the bombs", Decision.JETTISON
    DROP = "drop the bombs", Decision.JETTISON
    HOLD = "hold fire", Decision.AGAIN
    STAY = "stay in the fight", Decision.RECALL
    LEAVE = "leave the fight", Decision.RECALL
    TARGET_1 = "fire at enemy plane 1", Decision.TARGET, Decision.AGAIN
    TARGET_2 = "fire at enemy plane 2", Decision.TARGET, Decision.AGAIN
    TARGET_3 = "fire at enemy plane 3", Decision.TARGET, Decision.AGAIN
    TARGET_4 = "fire at enemy plane 4", Decision.TARGET, Decision.AGAIN


class Modifier(Code):
    """Modifiers of fire (7.221)."""

    STUKA = "Stuka"
    BOMBS = "bombs"
    DAMAGE = "damage"
    TARGET_DAMAGED = "damaged target"
    TARGET_STUKA = "target no FB"
    TARGET_BOMBS = "target with bombs"


def plane_words(plane: int) -> str:
    """Return a plane in words: "own plane 2"."""
    return f"{'own' if plane < SIDE else 'enemy'} plane {plane % SIDE + 1}"


class Chart(RollCode):
    """The rolls. The first die of fire is the coloured one."""

    FIRE = roll(
        "plane", 6, 6, title="Fire", printed="7.221", result=("no hit", "a hit", "a deadly hit"), firer=plane_words,
        target=plane_words, text="{Firer} fires at {target}: {dice}, {result}.", about="{firer} at {target}",
    )  # fmt: skip


class Entry(EntryCode):
    """Kinds of entry of the journal."""

    ROLL = entry("{roll}.")
    MODIFIER = entry("{modifier} on {roll}.", silent=True)
    CHOICE = entry("The choice: {choice}.", look=Look.CHOICE)
    TURN = entry("Turn {turn}: {side}.", turn=int, side=("you attack", "the enemy attacks"), look=Look.MILESTONE)
    JETTISON = entry("{Plane} drops its bombs.", plane=plane_words)
    DAMAGED = entry("{Plane} is damaged.", plane=plane_words, look=Look.LOSS, section="Hits")
    SHOT_DOWN = entry("{Plane} is shot down.", plane=plane_words, look=Look.LOSS, section="Hits")
    DISABLED = entry("The guns of {plane} are disabled.", plane=plane_words, look=Look.LOSS, section="Hits")
    GUNNER = entry("The rear gunner of {plane} hits {firer}.", plane=plane_words, firer=plane_words, section="Hits")
    RECALLED = entry("{Plane} leaves the fight.", plane=plane_words, section="Recalled")
    OVER = entry("The fight is over.", look=Look.MILESTONE)
