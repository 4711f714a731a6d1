"""Facts that only the mat has: exchanged numbers, a Kette's zone, returns to service, new aircraft cards."""

import re
from typing import Any

import gymnasium
import numpy as np
import pytest

from stuka_env.games.stuka.codes import Duty, Entry, Formation, Scale, Status
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.table import JournalLine
from stuka_env.games.stuka.words.crew_names import CrewNames
from stuka_env.games.stuka.words.translation import Translator, translate
from stuka_env.replay import Moment, RecordReplay, refly
from tests.support.playing import choose

WAITS = (Status.REPAIR, Status.REPLACEMENT)
EXCHANGED = re.compile(r"(\d+)(?: \(([a-z ]+)\))? is now (\d+)")


def told(mat: Any, *given: tuple[Entry, dict[str, int]]) -> list[str]:
    """The sentences of entries, each a kind and its fields, from a mat on."""
    records = np.zeros(len(given), JournalLine.dtype)
    records["chart"] = records["system"] = -1
    for record, (kind, fields) in zip(records, given, strict=True):
        record["kind"] = kind
        for name, value in fields.items():
            record[name] = value
    return [entry.text for entry in translate(records, before=mat)]


@pytest.fixture
def mat() -> Any:
    """An operation with ten aircraft and crews ready."""
    laid = np.zeros(1, Mat.dtype)[0]
    laid["war"]["scale"] = Scale.OPERATION
    laid["aircraft"]["status"] = Status.READY
    for roster in ("pilots", "gunners"):
        laid[roster]["duty"] = Duty.READY
    return laid


def mustered(count: int) -> tuple[Entry, dict[str, int]]:
    formation = Formation.STAFFEL if count > 3 else Formation.KETTE
    return Entry.FORMATION, {"detail": formation, "result": count}


def test_aircraft_that_exchange_numbers(mat: Any) -> None:
    mat["aircraft"]["status"][1] = Status.REPAIR
    mat["aircraft"]["status"][2] = Status.REPLACEMENT
    (text,) = told(mat, mustered(4))
    assert text == (
        "A Staffel of 4 aircraft is mustered; aircraft change numbers: 4 is now 2, 5 is now 3, 6 is now 4, "
        "3 (not yet replaced) is now 5, 2 (under repair) is now 6."
    )
    assert told(mat, mustered(4), (Entry.IN_SERVICE, {"aircraft": 6}))[1] == "Aircraft 6 is repaired and ready again."
    assert told(None, mustered(4)) == ["A Staffel of 4 aircraft is mustered."]


def test_the_zone_of_a_kette_comes_after_the_kette(mat: Any) -> None:
    assert told(mat, (Entry.MISSION, {"detail": 5, "result": 1}), mustered(3)) == [
        "A Kette of 3 aircraft is mustered.",
        "A Kette flies no farther than zone 5: the target counts as lying there.",
    ]
    assert told(mat, (Entry.MISSION, {"detail": 5, "result": 1})) == ["The mission: Large Airfield in zone 5."]


def test_whoever_is_back_says_from_where(mat: Any) -> None:
    mat["aircraft"]["status"][:2] = WAITS
    mat["pilots"]["duty"][:2] = Duty.HOSPITAL, Duty.REPLACEMENT
    back = [(Entry.IN_SERVICE, {"aircraft": number}) for number in (1, 2, 3)]
    back += [(Entry.IN_SERVICE, {"person": place}) for place in (1, 2, 3)]
    assert told(mat, *back) == [
        "Aircraft 1 is repaired and ready again.",
        "A new aircraft is ready in place of a lost one: number 2 is in use again.",
        "Aircraft 3 is ready again.",
        "Pilot 1 is back from hospital.",
        "The new pilot 2, Green, is in the holding area.",
        "Pilot 3 is back in the holding area.",
    ]


def test_what_was_lost_on_the_way_is_known_without_a_mat() -> None:
    new = (Entry.NEW_AIRCRAFT, {"aircraft": 5, "result": 1})
    assert told(None, new, (Entry.IN_SERVICE, {"aircraft": 5}))[1].startswith("A new aircraft is ready")


def test_the_end_of_a_segment_says_who_is_back(mat: Any) -> None:
    mat["aircraft"]["status"][3] = Status.REPLACEMENT
    mat["gunners"]["duty"][1] = Duty.HOSPITAL
    score = (Entry.SEGMENT_SCORE, {"result": 50})
    assert told(mat, score)[0].endswith("Back in service: aircraft 4 (a new one) and gunner 2.")
    assert "Back" not in told(mat, score, (Entry.OPERATION_SCORE, {"result": 50}))[0]
    mat["war"]["scale"] = Scale.SEGMENT
    assert "Back" not in told(mat, score)[0]


def test_a_campaign_changes_its_aircraft_cards(mat: Any) -> None:
    score = (Entry.OPERATION_SCORE, {"result": 50})
    assert "cards" not in told(mat, score)[0]
    mat["war"]["scale"] = Scale.CAMPAIGN
    assert told(mat, score)[0].endswith("Case Blue begins; the aircraft cards are changed for 10 Ju-87D.")
    mat["war"]["operation"] = 1
    assert told(mat, score)[0].endswith("Citadel begins; the aircraft cards are changed for 6 Ju-87G.")
    assert "cards" not in told(mat, score, (Entry.CAMPAIGN_SCORE, {"result": 50}))[0]


# --- in wars ---


@pytest.fixture(scope="module")
def campaign() -> list[Moment]:
    """A campaign, played by lot."""
    env = RecordReplay(gymnasium.make("Stuka/Campaign-v0", duration="short"))
    rng = np.random.default_rng(2)
    _, info = env.reset(seed=2)
    over = False
    while not over:
        mask = info["action_mask"].copy()
        mask[0] = mask.sum() == 1
        *_, over, _, info = env.step(int(choose(mask, rng)))
    return list(refly(env.replay()))


def test_the_mats_agree(campaign: list[Moment]) -> None:
    exchanges = 0
    for before, after in zip(campaign, campaign[1:], strict=False):
        texts = [entry.text for entry in after.journal if entry.kind == Entry.FORMATION]
        if before.decision != "MUSTER" or not texts:
            continue
        expected = before.mat["aircraft"]["status"].copy()
        was = expected.copy()
        for found in EXCHANGED.finditer(texts[0]):
            old, new = int(found[1]) - 1, int(found[3]) - 1
            assert (was[old] in WAITS) == bool(found[2])
            expected[new] = was[old]
            exchanges += 1
        expected[: int(after.mat["mission"]["sent"])] = Status.FLYING
        assert (after.mat["aircraft"]["status"] == expected).all()
    assert exchanges > 3


def test_every_return_has_a_reason(campaign: list[Moment]) -> None:
    texts = [entry.text for moment in campaign for entry in moment.journal if entry.kind == Entry.IN_SERVICE]
    reasons = ("A new aircraft", "repaired", "hospital", "The new ")
    told = {words: [text for text in texts if words in text] for words in reasons}
    assert all(told.values()) and sum(map(len, told.values())) == len(texts)
    scores = [e.text for moment in campaign for e in moment.journal if e.kind == Entry.OPERATION_SCORE]
    assert "Case Blue begins" in scores[0] and "Citadel begins" in scores[1] and "begins" not in scores[2]


def test_the_environment_tells_the_same(campaign: list[Moment]) -> None:
    env: Any = gymnasium.make("Stuka/Campaign-v0", duration="short", journal=True)
    env.reset(seed=2)
    for moment in campaign[:400]:
        env.step(moment.action)
    with_names, _ = CrewNames(2).tell(env.unwrapped.journal)
    assert with_names == [entry for moment in campaign[:401] for entry in moment.journal]


def test_a_journal_that_grows_is_translated_as_if_it_were_read_at_once() -> None:
    env: Any = gymnasium.make("Stuka/Campaign-v0", duration="short", journal=True)
    records: list[Any] = []
    drain = env.unwrapped.engine.drain_journal
    env.unwrapped.engine.drain_journal = lambda: noted(records, drain())
    env.reset(seed=2)
    before = env.unwrapped.mat.copy()
    rng, over = np.random.default_rng(2), False
    while not over:
        mask = env.unwrapped.action_masks()
        mask[0] = mask.sum() == 1
        over = env.step(int(choose(mask, rng)))[2]
    told = translate(np.concatenate(records), before=before)
    growing, half = (Translator(before=before) for _ in range(2))
    for step, new in enumerate(records, 1):
        growing.add(new)
        last = growing.entries(7)
        if step % 40 == 0:
            so_far = translate(np.concatenate(records[:step]), before=before)
            assert growing.entries() == so_far and last == so_far[-7:]
    assert growing.entries() == told and len(told) > 1000
    for new in records[:200]:
        half.add(new)
    twin = half.copy()
    first = twin.entries()
    for new in records[200:]:
        half.add(new)
    assert half.entries() == told and twin.entries() == first


def noted(records: list[Any], new: Any) -> Any:
    records.append(new)
    return new


def test_the_last_entries_can_still_change(mat: Any) -> None:
    kette, nearer = (Entry.FORMATION, {"detail": Formation.KETTE, "result": 3}), (Entry.MISSION, {"detail": 5})
    score, operation = (Entry.SEGMENT_SCORE, {"result": 20}), (Entry.OPERATION_SCORE, {"result": 20})
    for pair in ((nearer, kette), (score, operation)):
        records = np.zeros(2, JournalLine.dtype)
        records["chart"] = records["system"] = -1
        for record, (kind, fields) in zip(records, pair, strict=True):
            record["kind"] = kind
            for name, value in fields.items():
                record[name] = value
        translator = Translator(before=mat)
        translator.add(records[:1])
        (alone,) = translator.entries()
        translator.add(records[1:])
        assert [entry.text for entry in translator.entries()] == told(mat, *pair)
        assert alone.text == told(mat, pair[0])[0]
