"""Meeting a server: whoever sits at the terminal is asked once whether it is the right one."""

import sys
from typing import Final

import click

from skyjo_client.address import Target
from skyjo_client.console import interruptible, is_interactive
from skyjo_client.present.escape import escape
from skyjo_client.present.messages import _
from skyjo_client.present.yes_or_no import yes_or_no
from skyjo_client.printed import fitted, show
from skyjo_client.trust import introduce

_ANSWER: Final = 12
"""Columns for what click writes behind a question, and for the answer."""


async def meet(server: str) -> Target:
    """Find out what ``server``, an address or a link, names, and whether it is to be believed.

    Raises :class:`ClientError`; so it does for an unknown server where nobody can be asked.
    """
    return await introduce(server, _ask if is_interactive() else None)


def _ask(address: str, words: str) -> bool:
    text = _(
        "This is the first time here with the server at {address}. Its words are: {words}\n"
        "Its host sees its words where it was started. Are they the same?"
    )
    told = fitted(text.format(address=escape(address), words=words), sys.stderr, _ANSWER)
    asked = f"{told} [y/N]"
    try:
        with interruptible():
            while word := click.prompt(asked, "", show_default=False, err=True).strip():
                if (answer := yes_or_no(word)) is not None:
                    return answer
                show(_("Please type yes or no, or press Enter."), err=True)
    except click.Abort:  # which is no yes
        show("", err=True)
    return False
