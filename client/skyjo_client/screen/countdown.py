"""The time that is left, as a screen shows it."""

import time
from typing import Final

from skyjo_client.present.clock_lines import left_seconds
from skyjo_client.present.messages import _
from skyjo_client.present.store import TableStore
from skyjo_client.present.thinking import others_time_runs
from skyjo_client.settings_table import FULL, OFF, REDUCED

_COARSE: Final = 10
"""Seconds between two changes of the clock where little is to move; the last ones are told."""
_COUNTED: Final = 60
"""Seconds in a minute."""


def is_counted(store: TableStore, motion: str) -> bool:
    """Whether time that runs is to be drawn: the viewer's, or others' as coarsely."""
    if left_seconds(store) is not None:
        return True
    steady = motion != FULL and int(store.now()) % _COARSE
    return not steady and others_time_runs(store)


def countdown(store: TableStore, motion: str) -> str:
    """Tell what is left for the decision that waits; "" where nobody counts it.

    Without ``motion`` it is the time of day at which it ends.
    """
    left = left_seconds(store)
    if left is None:
        return ""
    if motion == OFF:
        ends = time.strftime("%H:%M:%S", time.localtime(time.time() + left))
        return _("Your time ends at {time}.").format(time=ends)
    coarse = motion == REDUCED and left >= _COARSE
    minutes, seconds = divmod(int(left // _COARSE * _COARSE if coarse else left), _COUNTED)
    return _("Time left: {minutes}:{seconds:02}").format(minutes=minutes, seconds=seconds)
