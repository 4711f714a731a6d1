"""Random episodes, checked at every decision; the checks notice what they should; compiled as in plain Python."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from stuka_env.games.interceptor.codes import Act, Decision, Enemy, Fault, Health, Phase, Scale
from stuka_env.games.interceptor.rules.mat import Mat
from tests.support.commands import run_tool
from tests.support.each import each
from tests.support.interceptor import auditing
from tests.support.interceptor.auditing import (
    ANY,
    BEFORE,
    FLYER,
    NOW,
    SPARE,
    Auditor,
    Episode,
    audit,
    check,
    compare_with_plain,
    episodes,
    first_error,
    read_episode,
)
from tests.support.interceptor.invariants import Violation
from tests.support.mirror import Packer, mirror
from tools import audit as tool

MANY_DECISIONS = 2_000_000
PLAIN_DECISIONS = 15_000
"""Decisions that ``make audit`` compares with plain Python; ``tools.audit --plain`` compares any number."""
CAREER = Episode(int(Scale.CAREER), 0, FLYER, 0, 0, 0, 3)


def test_nothing_impossible_in_fifty_thousand_decisions() -> None:
    done = audit(50_000)
    assert not done.error, f"episode {done.war}: {done.error}"
    assert done.decisions >= 50_000


@pytest.mark.slow
def test_nothing_impossible_in_two_million_decisions() -> None:
    done = audit(MANY_DECISIONS, first=1_000_000)
    assert not done.error, f"episode {done.war}: {done.error}"
    assert done.decisions >= MANY_DECISIONS


def test_every_kind_of_episode_is_played() -> None:
    some = [episode for episode, _ in zip(episodes(0), range(2000), strict=False)]
    for name, count in {"scale": 3, "settings": 3, "player": 3, "month": 13, "track": 3, "discards": 3}.items():
        assert len({getattr(episode, name) for episode in some}) == count


# --- the checks notice what they should ---


def at(decision: Decision) -> Auditor:
    """Return an auditor whose episode stands at the first such decision, its mat before that the same."""
    auditor = Auditor()
    for episode in episodes(0):
        for most in range(60):
            batch = auditor.play([episode], most)
            if batch.outcomes[0, 0] < most:
                break
            mats = auditor.arena.views.mats
            if mats[NOW].cursor.decision == decision:
                mats[BEFORE] = mats[NOW]
                return auditor
    raise AssertionError(decision)


def found(auditor: Auditor) -> Violation:
    """Return the result of the checks of the present mat against the previous one."""
    return Violation(check(auditor.arena, auditor.table(), 0))


BROKEN: list[tuple[Decision, Violation, Callable[[Any], None]]] = [
    (Decision.SCRAMBLE, Violation.A_FIELD_IS_OUT_OF_ITS_RANGE, lambda mat: mat.pilot.__setitem__("level", 8)),
    (Decision.SCRAMBLE, Violation.NO_DECISION_IS_OPEN, lambda mat: mat.cursor.__setitem__("decision", Decision.OVER)),
    (Decision.SCRAMBLE, Violation.THE_DECISION_DOES_NOT_FIT_THE_PHASE, lambda mat: mat.cursor.__setitem__("phase", 1)),
    (Decision.PASS, Violation.THE_MASK_CHANGES_WITHOUT_A_MOVE, lambda mat: mat.aircraft.guns["jammed"].fill(1)),
    (Decision.ONWARD, Violation.THE_END_DOES_NOT_FIT_THE_PILOT, lambda mat: mat.pilot.__setitem__("health", 3)),
    (Decision.ONWARD, Violation.THE_BOMBERS_DO_NOT_ADD_UP, lambda mat: mat.career.__setitem__("bombers", 9)),
    (Decision.ONWARD, Violation.THE_CALENDAR_DOES_NOT_ADD_UP, lambda mat: mat.career.__setitem__("flown", 90)),
    (
        Decision.BURST,
        Violation.A_CARD_IN_HAND_IS_IN_THE_DECK_OR_THERE_TWICE,
        lambda mat: mat.deck.drawn.fill(0) or mat.deck.__setitem__("own", 7),
    ),
    (
        Decision.ONWARD,
        Violation.THE_LIST_OF_AIRCRAFT_DOES_NOT_FIT_THE_DECISION,
        lambda mat: mat.desk.offered.__setitem__(3, 4),
    ),
    (
        Decision.DOGFIGHT,
        Violation.THE_ENEMY_OF_THE_DECISION_IS_NOT_THERE,
        lambda mat: mat.bomber.__setitem__("present", 1),
    ),
    (Decision.BURST, Violation.A_BOMBER_FLIES_BEYOND_ITS_DAMAGE, lambda mat: mat.bomber.pilots.fill(Health.KILLED)),
    (
        Decision.DOGFIGHT,
        Violation.A_FIGHTER_FLIES_BEYOND_ITS_DAMAGE,
        lambda mat: mat.fighter.__setitem__("type", Enemy.NONE),
    ),
    (Decision.BURST, Violation.THE_AIRCRAFT_FLIES_BEYOND_ITS_DAMAGE, lambda mat: mat.aircraft.__setitem__("tail", 9)),
    (Decision.ONWARD, Violation.A_SPEED_DOES_NOT_FIT_THE_DAMAGE, lambda mat: mat.aircraft.__setitem__("speed", 1)),
    (
        Decision.SCRAMBLE,
        Violation.THE_AIRCRAFT_IS_NOT_WHOLE_AT_TAKE_OFF,
        lambda mat: mat.aircraft.__setitem__("radio", 1),
    ),
]


@each("decision, violation, change", BROKEN)
def test_a_broken_mat_is_noticed(decision: Decision, violation: Violation, change: Callable[[Any], None]) -> None:
    auditor = at(decision)
    assert found(auditor) == Violation.NONE
    change(auditor.arena.views.mats[NOW])
    assert found(auditor) == violation


TAKEN_BACK: list[tuple[Violation, Callable[[Any], None]]] = [
    (Violation.A_COUNT_WENT_DOWN, lambda before: before.pilot.__setitem__("rank", 1)),
    (Violation.SOMETHING_LEARNED_OR_WON_IS_GONE, lambda before: before.pilot.awards.__setitem__(2, 1)),
    (Violation.A_CARD_WENT_BACK_WITHOUT_A_SHUFFLE, lambda before: before.deck.drawn.fill(1)),
    (Violation.SOMETHING_REPAIRED_ITSELF_IN_FLIGHT, lambda before: before.aircraft.__setitem__("gear", 1)),
]


@each("violation, change", TAKEN_BACK)
def test_nothing_is_taken_back(violation: Violation, change: Callable[[Any], None]) -> None:
    auditor = at(Decision.ONWARD)
    mats = auditor.arena.views.mats
    mats[BEFORE].aircraft.gear = mats[NOW].aircraft.gear = 0
    assert found(auditor) == Violation.NONE
    change(mats[BEFORE])
    assert found(auditor) == violation


def test_a_mask_without_a_choice_and_a_fault_of_the_dice_are_noticed() -> None:
    auditor = at(Decision.SCRAMBLE)
    auditor.arena.masks[NOW, Act.STAY] = 0
    assert found(auditor) == Violation.THE_MASK_HAS_FEWER_THAN_TWO_ACTIONS
    auditor.batch.dice["fault"] = Fault.CARD_GONE
    assert found(auditor) == Violation.THE_DICE_ARE_AT_FAULT


def test_an_observation_outside_its_space_is_noticed() -> None:
    auditor = at(Decision.SCRAMBLE)
    auditor.arena.bounds.seen_high.fill(-1)
    assert found(auditor) == Violation.THE_OBSERVATION_LEAVES_ITS_SPACE


WRONG_SHEETS: dict[str, Callable[[Any], None]] = {
    "line is out of its range": lambda batch: batch.logs["lines"]["line"][0].__setitem__(0, 20),
    "filled in a line that is not used": lambda batch: batch.logs["lines"]["month"][0].__setitem__(91, 1),
    "a line that is used is empty": lambda batch: batch.logs["lines"]["status"][0].__setitem__(0, 0),
    "flown: not": lambda batch: batch.results["flown"].__setitem__(0, 92),
    "bombers: not": lambda batch: batch.results["bombers"].__setitem__(0, 119),
    "awards: not": lambda batch: batch.results["awards"].__setitem__(0, 1023),
    "rewards do not add up": lambda batch: batch.rewards.__setitem__(0, 0.5),
}


@each("words", WRONG_SHEETS)
def test_a_wrong_log_sheet_is_noticed(words: str) -> None:
    batch = Auditor().play([CAREER._replace(player=ANY)])
    assert first_error(batch) == (-1, "")
    WRONG_SHEETS[words](batch)
    place, error = first_error(batch)
    assert place == 0 and words in error


def test_the_spare_mat_alone_is_written() -> None:
    auditor = at(Decision.DOGFIGHT)
    mats: Any = auditor.arena.views.mats
    now = mats[NOW].tobytes()
    mats[SPARE]["aircraft"]["speed"] = 1
    assert found(auditor) == Violation.NONE and mats[NOW].tobytes() == now
    assert mats[NOW].cursor.phase == Phase.DOGFIGHT


# --- plain Python ---


def test_compiled_rules_play_as_plain_python_does() -> None:
    done = compare_with_plain(2_000)
    assert done.error == "" and done.decisions >= 2_000


@pytest.mark.slow
def test_compiled_rules_play_as_plain_python_does_for_long() -> None:
    done = compare_with_plain(PLAIN_DECISIONS, first=500_000)
    assert done.error == "" and done.decisions >= PLAIN_DECISIONS


def test_a_mirror_is_its_record() -> None:
    auditor = at(Decision.DOGFIGHT)
    mats: Any = auditor.arena.views.mats
    record, pack = mats[NOW], Packer(Mat)
    plain, zero = mirror(Mat, record), mirror(Mat)
    assert pack(plain) == record.tobytes() and not pack(zero).strip(b"\0")
    zero.aircraft = record.aircraft
    zero.deck.drawn[3] = 1
    assert pack(zero) != pack(plain) and zero.aircraft.guns[1].ammunition == record.aircraft.guns[1].ammunition


def test_a_difference_from_plain_python_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    told = auditing.walks
    monkeypatch.setattr(auditing, "walks", lambda decisions, first: told(decisions, first + 1))
    assert compare_with_plain(50).error.startswith("plain Python: ")


# --- the command ---


def test_the_command_audits_the_second_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert tool.main(["--game", "interceptor", "--decisions", "100"]) == 0
    assert "no violation" in capsys.readouterr().out


def test_the_command_compares_with_plain_python() -> None:
    run = run_tool("audit", "--game", "interceptor", "--plain", "--decisions", "50", timeout=300)
    assert run.returncode == 0 and "no violation" in run.stdout


def test_a_violation_is_named_and_can_be_repeated(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(auditing, "first_error", lambda batch: (min(5, len(batch.plans) - 1), "a card too many"))
    assert tool.main(["--game", "interceptor", "--decisions", "10000"]) == 1
    text = capsys.readouterr().err
    assert "a card too many" in text and "war 6" in text
    name = text.split()[-1]
    assert read_episode(name).seed == 5
    assert tool.main(["--game", "interceptor", "--war", name]) == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--game", "interceptor", "--war", "1,2"], "seven numbers"),
        (["--game", "interceptor", "--war", "a,b,c,d,e,f,g"], "seven numbers"),
        (["--plain"], "allowed is interceptor"),
    ],
)
def test_wrong_words_are_refused(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        tool.main(words)
    assert caught.value.code == 2 and said in capsys.readouterr().err


def test_a_seed_plays_the_same_twice() -> None:
    first, second = (Auditor().play([CAREER]) for _ in range(2))
    for one, two in zip(first, second, strict=True):
        assert np.asarray(one).tobytes() == np.asarray(two).tobytes()
