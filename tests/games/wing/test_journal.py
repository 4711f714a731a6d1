"""The journal: every entry has its sentence, and every roll its subject."""

from typing import Any

from stuka_env.games.wing.charts import load_charts
from stuka_env.games.wing.codes import ACTIONS, Act, Chart, Entry, Phase
from stuka_env.games.wing.words.journal import SENTENCES, JournalEntry
from stuka_env.games.wing.words.labels import label
from tests.support.each import each
from tests.support.wing.game import RUHR, Campaign
from tests.support.wing.playing import random_campaign


def read(game: Campaign) -> list[JournalEntry]:
    """Return the journal in words, and empty it."""
    journal = game.table.journal
    entries = SENTENCES.translate(journal.entries[: int(journal.cursor)].copy(), load_charts())
    journal.cursor = 0
    return entries


def kept(campaigns: int) -> list[JournalEntry]:
    """Return the journals of random campaigns with all options."""
    entries: list[JournalEntry] = []
    for seed in range(campaigns):
        for game in random_campaign(seed, campaign=seed % 4, landing=1, squadron=seed % 2, journal=True):
            entries += read(game)
    return entries


def test_every_kind_of_entry_and_every_roll_is_written_and_has_a_sentence() -> None:
    entries = kept(12)
    assert {entry.kind for entry in entries} == set(Entry)
    assert {entry.chart for entry in entries if entry.kind == Entry.ROLL} == set(Chart) - {Chart.TRACK}
    for entry in entries:
        assert not entry.text[0].islower() and entry.text.endswith(".") and "{" not in entry.text, entry


def test_rolls_of_flak_name_their_elements() -> None:
    game = Campaign(journal=True).fly([1] * 6, RUHR, card=29).dice(FLAK=[(1, 2)], FLAK_PLACE=[3, 3], FLAK_HIT=[1, 1])
    entries = read(game.step(Phase.SITE).until(Phase.EVENT))
    assert [entry.second for entry in entries if entry.kind == Entry.ROLL and entry.chart == Chart.FLAK_PLACE] == [0, 1]


@each(
    "action, words",
    [
        (Act.CREW, "Crew 1"),
        (Act.BOX + RUHR, "Fly to Ruhr"),
        (Act.JOIN + 3, "Fight with 3 more"),
        (Act.DONE, "Cover no more"),
    ],
)
def test_labels(action: int, words: str) -> None:
    charts: Any = load_charts()
    assert label(int(action), None, charts) == words
    assert len({label(one, None, charts) for one in range(ACTIONS)}) == ACTIONS
