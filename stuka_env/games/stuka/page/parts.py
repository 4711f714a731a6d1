"""The record of the first game's parts of the page."""

from stuka_env.games.stuka.page.codes import LOOKS, NOUNS, PACKING, codes, glossary
from stuka_env.games.stuka.page.frames import StaffelReader, question
from stuka_env.games.stuka.page.lines import settled
from stuka_env.games.stuka.page.routine import ROUTINE_TITLES, routine_of
from stuka_env.games.stuka.words.debrief import MissionStarts
from stuka_env.games.stuka.words.translation import worth_reading
from stuka_env.watch.parts import JournalParts, PageParts

PAGE = PageParts(
    packing=PACKING,
    codes=codes,
    nouns=lambda spec: NOUNS,
    glossary=glossary,
    journal=JournalParts(LOOKS, worth_reading, MissionStarts),
    routines=ROUTINE_TITLES,
    routine_of=routine_of,
    question=question,
    settled=settled,
    reader=StaffelReader,
)
"""The first game's parts of the page."""
