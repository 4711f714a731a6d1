"""Changes between missions in the journal: exchanged numbers, a Kette's zone, returns to service, other aircraft."""

import re
from typing import Any

import gymnasium
import numpy as np
import pytest

from stuka_env.games.stuka.codes import Entry, Scale, Status
from stuka_env.games.stuka.words.crew_names import PEOPLE
from stuka_env.games.stuka.words.journal import SENTENCES
from stuka_env.replay import Moment, RecordReplay, refly
from tests.support.playing import choose

WAITS = {Status.REPAIR: "under repair", Status.REPLACEMENT: "not yet replaced"}
EXCHANGED = re.compile(r"Aircraft (\d+) is now number (\d+), and the one ([a-z ]+) is number (\d+)\.")


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


def texts_of(moments: list[Moment], kind: Entry) -> list[str]:
    return [entry.text for moment in moments for entry in moment.journal if entry.kind == kind]


def test_exchanged_numbers_agree_with_the_mat(campaign: list[Moment]) -> None:
    exchanges = 0
    for before, after in zip(campaign, campaign[1:], strict=False):
        texts = texts_of([after], Entry.EXCHANGED)
        if before.decision != "MUSTER" or not texts_of([after], Entry.FORMATION):
            continue
        expected = before.mat["aircraft"]["status"].copy()
        for text in texts:
            found = EXCHANGED.fullmatch(text)
            assert found is not None and found[1] == found[4], text
            old, new = int(found[1]) - 1, int(found[2]) - 1
            assert WAITS[Status(expected[new])] == found[3] and expected[old] == Status.READY
            expected[old], expected[new] = expected[new], expected[old]
            exchanges += 1
        expected[: int(after.mat["mission"]["sent"])] = Status.FLYING
        assert (after.mat["aircraft"]["status"] == expected).all()
    assert exchanges > 3


def test_the_zone_of_a_kette_comes_after_the_kette(campaign: list[Moment]) -> None:
    nearer = [moment for moment in campaign if texts_of([moment], Entry.KETTE_ZONE)]
    assert nearer
    for moment in nearer:
        kinds = [entry.kind for entry in moment.journal]
        assert kinds.index(Entry.KETTE_ZONE) == kinds.index(Entry.FORMATION) + 1
        (text,) = texts_of([moment], Entry.KETTE_ZONE)
        assert text.startswith(f"A Kette flies no farther than zone {moment.mat['mission']['target_zone']}: ")


def test_whatever_waits_returns_to_service_once_and_says_from_where(campaign: list[Moment]) -> None:
    reasons = ("is repaired", "A new aircraft is ready", "is back from hospital", "The new ")
    texts = texts_of(campaign, Entry.IN_SERVICE)
    assert all(any(reason in text for text in texts) for reason in reasons)
    waiting: set[tuple[int, int]] = set()
    for entry in (entry for moment in campaign for entry in moment.journal):
        if entry.kind in (Entry.REPAIR, Entry.NEW_AIRCRAFT, Entry.HOSPITAL, Entry.REPLACEMENT):
            waiting.add((entry.aircraft, entry.person))
        elif entry.kind == Entry.EXCHANGED:
            waiting.remove((entry.aircraft, 0))
            waiting.add((entry.result, 0))
        elif entry.kind == Entry.IN_SERVICE:
            waiting.remove((entry.aircraft, entry.person))
    assert waiting == set()


def test_a_campaign_changes_its_aircraft_cards(campaign: list[Moment]) -> None:
    assert int(campaign[0].mat["war"]["scale"]) == Scale.CAMPAIGN
    assert texts_of(campaign, Entry.OPERATION) == [
        "Case Blue begins; the aircraft cards are changed for 10 Ju-87D.",
        "Citadel begins; the aircraft cards are changed for 6 Ju-87G.",
    ]


def test_the_environment_tells_the_same(campaign: list[Moment]) -> None:
    env: Any = gymnasium.make("Stuka/Campaign-v0", duration="short", journal=True)
    env.reset(seed=2)
    for moment in campaign[:400]:
        env.step(moment.action)
    with_names, _ = PEOPLE.names(2).tell(env.unwrapped.journal)
    assert with_names == [entry for moment in campaign[:401] for entry in moment.journal]


def test_a_journal_that_grows_is_translated_as_if_it_were_read_at_once() -> None:
    env: Any = gymnasium.make("Stuka/Campaign-v0", duration="short", journal=True)
    records: list[Any] = []
    charts = env.unwrapped.engine.charts
    drain = env.unwrapped.engine.drain_journal
    env.unwrapped.engine.drain_journal = lambda: noted(records, drain())
    env.reset(seed=2)
    rng, over = np.random.default_rng(2), False
    while not over:
        mask = env.unwrapped.action_masks()
        mask[0] = mask.sum() == 1
        over = env.step(int(choose(mask, rng)))[2]
    told = SENTENCES.translate(np.concatenate(records), charts)
    growing, half = (SENTENCES.translator(charts) for _ in range(2))
    for step, new in enumerate(records, 1):
        growing.add(new)
        last = growing.entries(7)
        if step % 40 == 0:
            so_far = SENTENCES.translate(np.concatenate(records[:step]), charts)
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
