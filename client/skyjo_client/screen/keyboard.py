"""What is typed, as the terminal encodes it: Textual takes all for UTF-8 and fails otherwise."""

import codecs
import os
import sys
from functools import partial


def read_as_encoded() -> None:
    """Let Textual read keys as this terminal sends them; bytes that make no sense are no keys."""
    if os.name != "posix":
        return
    from textual.drivers import linux_driver

    encoding = getattr(sys.__stdin__, "encoding", "") or "utf-8"
    decoder = partial(codecs.getincrementaldecoder(encoding), "ignore")
    vars(linux_driver)["getincrementaldecoder"] = lambda _: decoder
