"""The record of the second game's parts of the page."""

from stuka_env.games.interceptor.page.codes import LOOKS, PACKING, codes, glossary, nouns
from stuka_env.games.interceptor.page.frames import CareerReader, LineStarts, question
from stuka_env.games.interceptor.page.lines import settled
from stuka_env.games.interceptor.page.routine import ROUTINE_TITLES, routine_of
from stuka_env.games.interceptor.words.translation import worth_reading
from stuka_env.watch.parts import JournalParts, PageParts

PAGE = PageParts(
    packing=PACKING,
    codes=codes,
    nouns=nouns,
    glossary=glossary,
    journal=JournalParts(LOOKS, worth_reading, LineStarts),
    routines=ROUTINE_TITLES,
    routine_of=routine_of,
    question=question,
    settled=settled,
    reader=CareerReader,
)
"""The second game's parts of the page."""
