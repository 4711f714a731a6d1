"""The choices of the player: actions with their meanings, and draws from the cup and the deck."""

from stuka_env.declared.codes import sentence
from stuka_env.games.stuka.actions import verb_of
from stuka_env.games.stuka.codes import Act, Chart, to_index
from stuka_env.games.stuka.words.journal import card_words
from stuka_env.games.stuka.words.labels import crew_label
from stuka_env.play.parts import Choice
from stuka_env.play.war import War

GIVING_UP = (Act.NO_FLY, Act.ABORT)
"""Verbs that are not highlighted first, so that one key press too many does not give up the mission."""


def choices_of(war: War) -> list[Choice]:
    """Return the choices at the open decision, or of a draw; none while dice are asked for and at the end."""
    need = war.need
    if need is None:
        return [
            Choice(number, index, label, sentence(verb_of(index).meaning))
            for number, (index, label) in enumerate(war.legal, 1)
        ]
    if need.chart == Chart.CUP:
        mat = war.mat
        return [
            Choice(slot, slot, f"Number {slot}: {war.crews.named(crew_label(mat, slot))}", "") for slot in need.choices
        ]
    return [
        Choice(number, card, card_words(to_index(card), war.charts), "") for number, card in enumerate(need.choices, 1)
    ]


def gives_up(action: int) -> bool:
    """Whether an action gives up the mission."""
    return verb_of(action) in GIVING_UP


def kinds_of(war: War) -> list[tuple[str, str]]:
    """Return name and meaning of each kind of legal action."""
    verbs = dict.fromkeys(verb_of(index) for index, _ in war.legal)
    return [(verb.text.replace("{n}", "..."), verb.meaning) for verb in verbs]
