"""Which names people may have at a table."""

import unicodedata
from typing import Final

from skyjo_client.present.escape import NAME_LIMIT, escape_name
from skyjo_client.present.wrapped import width

NAME_COLUMNS: Final = 20
"""How long a name may be."""


def is_possible(name: str) -> bool:
    """Whether a name has 1 to 20 columns of text that can be shown as it is."""
    composed = unicodedata.normalize("NFC", name[: 2 * NAME_LIMIT])
    return 1 <= width(composed) <= NAME_COLUMNS and escape_name(name) == composed
