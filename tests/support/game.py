"""A game at the public environment with strict dice, in verbs: what the worked examples and sequences are played with.

::

    game = Game("Stuka/Operation-v0", dice={"A1": [(3, 4, 3)]}, setup={"segment": "1941-11"})
    game.brief(aircraft=5)
    game.play("GO_ON")
    assert game.rolls(Chart.B1) == [...]

Every roll must be planned; an action must be legal and answer the decision that is open.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium

from stuka_env.declared.tape import leftover_message
from stuka_env.game import game_named
from stuka_env.games.stuka.codes import ACTS, Chart, Entry
from stuka_env.games.stuka.words.journal import JournalEntry

TAPE_FORM = game_named("stuka").engine.tape


class Game:
    """One episode; ``info`` is of the last step."""

    def __init__(
        self, name: str, dice: Mapping[str, Any], setup: Mapping[str, Any] | None = None, **arguments: Any
    ) -> None:
        self.env: Any = gymnasium.make(name, journal=True, **arguments)
        self.war: Any = self.env.unwrapped
        _, self.info = self.env.reset(seed=0, options={"setup": setup, "dice": dice, "strict_dice": True})
        self.over = False

    # --- playing ---

    def legal(self, verb: str, argument: int = 0) -> bool:
        """Whether this can be done now."""
        return bool(self.info["action_mask"][ACTS.index_of(verb, argument)])

    def arguments_of(self, verb: str) -> list[int]:
        """The arguments with which a verb is legal now."""
        mask = self.info["action_mask"]
        return [action.argument for action in ACTS.actions if action.verb == verb and mask[action.index]]

    def play(self, verb: str, argument: int = 0) -> None:
        """Take a legal action."""
        assert self.legal(verb, argument), f"{verb} {argument} at {self.war.decision}: {self.war.legal_actions()}"
        *_, terminated, truncated, self.info = self.env.step(ACTS.index_of(verb, argument))
        self.over = terminated or truncated

    def answer(self, decision: str, verb: str, argument: int = 0) -> None:
        """Answer the decision that must be open."""
        assert self.war.decision == decision, f"{self.war.decision} is open, not {decision}"
        self.play(verb, argument)

    def play_first(self) -> None:
        """Take the first legal action."""
        index = int(self.info["action_mask"].argmax())
        self.play(ACTS.actions[index].verb, ACTS.actions[index].argument)

    def brief(
        self,
        aircraft: int,
        *,
        pilots: Sequence[int] = (),
        gunners: Sequence[int] = (),
        load: str = "LOAD_SC500_SC50",
        special: str = "NO_SPECIAL",
        carriers: Sequence[int] = (),
        lucky: int = 0,
    ) -> None:
        """Everything on the ground; crews in roster order unless named."""
        self.answer("MUSTER", "FLY", aircraft)
        for slot in range(1, aircraft + 1):
            pilot = pilots[slot - 1] if pilots else slot
            gunner = gunners[slot - 1] if gunners else slot
            if self.war.decision in ("LEADER", "PILOT"):
                self.play("LEADER" if slot == 1 else "PILOT", pilot)
            if self.war.decision == "GUNNER" and self.war.mat.cursor.subject == slot:
                self.play("GUNNER", gunner)
        if self.war.decision == "PAYLOAD":
            self.play(load)
            self.answer("SPECIAL", special)
        for slot in carriers:
            self.answer("CARRIER", "CARRY", slot)
        if self.war.decision == "CARRIER":
            self.play("NO_MORE_CARRIERS")
        if aircraft < 4:
            self.answer("LUCKY_DOG", *(("LUCKY_DOG", lucky) if lucky else ("NO_LUCKY_DOG",)))

    # --- looking ---

    @property
    def mat(self) -> Any:
        """The mat."""
        return self.war.mat

    @property
    def journal(self) -> list[JournalEntry]:
        """Everything that happened."""
        return self.war.journal

    def said(self, kind: Entry, **fields: int) -> list[JournalEntry]:
        """Entries of a kind, with these values."""
        return [e for e in self.journal if e.kind == kind and all(getattr(e, f) == v for f, v in fields.items())]

    def rolls(self, chart: Chart) -> list[tuple[tuple[int, ...], int, int, int]]:
        """The rolls on a chart, each as dice, modifier, total, result."""
        return [(e.dice, e.drm, e.total, e.result) for e in self.said(Entry.ROLL) if e.chart == chart]

    def stress(self, slot: int) -> tuple[int, int]:
        """Stress of the pilot and the gunner of an aircraft."""
        card = self.mat.aircraft[slot - 1]
        return int(self.mat.pilots[card.pilot - 1].stress), int(self.mat.gunners[card.gunner - 1].stress)

    def assert_tape_used_up(self) -> None:
        """Every planned roll has been made."""
        assert not leftover_message(TAPE_FORM, self.war.engine.wars.tapes[0])
