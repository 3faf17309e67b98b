"""Where every text for people passes through, so that a catalogue can translate it.

Texts are whole sentences with named placeholders; no sentence is put together from pieces.
"""


def _(text: str) -> str:
    """Return the text in the player's language (so far: English, as written)."""
    return text


def plural(one: str, many: str, count: int) -> str:
    """Return the form of a text for ``count`` things, with ``{count}`` filled in."""
    return (one if count == 1 else many).replace("{count}", str(count))


def mark(text: str) -> str:
    """Mark a text that stands in a table of constants; ``_`` translates it where it is used."""
    return text
