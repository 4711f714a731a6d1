"""Words of sentences that every game uses."""


def signed(number: int) -> str:
    """Return a modifier with its sign; 0 has none."""
    return f"{number:+d}" if number else "0"


def plural(count: int, noun: str) -> str:
    """Return a count with its noun: "1 zone", "2 zones", "2 boxes", "2 aircraft"."""
    if count == 1 or noun == "aircraft":
        return f"{count} {noun}"
    return f"{count} {noun}es" if noun.endswith("x") else f"{count} {noun}s"


def sentence(words: str) -> str:
    """Return words as a sentence."""
    return f"{words[0].upper()}{words[1:]}."
