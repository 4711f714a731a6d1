"""Labels of actions."""

from typing import Any

from stuka_env.games.wing.codes import ACTS, Act


def label(action: int, charts: Any) -> str:
    """Return the label of an action, under the charts in force: a box has its name."""
    verb = ACTS.verb_of(action)
    argument = ACTS.actions[action].argument
    return f"Fly to {charts.names.boxes[argument]}" if verb == Act.BOX else verb.text.replace("{n}", str(argument))
