"""Terms of a glossary in texts: their forms, and which of them a text uses."""

import re
from collections.abc import Iterable, Mapping, Sequence


def forms_in(also: Mapping[str, Sequence[str]], term: str) -> tuple[str, ...]:
    """Return the forms of a term: itself, its plural and its other forms."""
    return (term, f"{term}s", *also.get(term, ()))


def terms_used(glossary: Iterable[str], also: Mapping[str, Sequence[str]], texts: Iterable[str]) -> list[str]:
    """Return the terms that some texts use, in the order of the glossary."""
    written = " ".join(texts)
    return [term for term in glossary if any(_has(written, form) for form in forms_in(also, term))]


def _has(text: str, form: str) -> bool:
    """Whether a text has these whole words, in capitals or small letters."""
    return re.search(rf"(?<!\w){re.escape(form)}(?!\w)", text, re.IGNORECASE) is not None
