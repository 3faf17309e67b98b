"""On what terms a server gives tables and seats."""

from dataclasses import dataclass, field

from skyjo.v1.rules_pb2 import CLOCK_PRESET_LAN, ClockPreset
from skyjo_server.limits import Limits


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """Who may do what, and how much of it.

    Without an ``operator_key`` nobody has the operator's rights; with ``events_only`` nobody else
    makes tables. ``clock`` is for tables whose makers ask for none.
    """

    operator_key: bytes = b""
    events_only: bool = False
    limits: Limits = field(default_factory=Limits)
    clock: ClockPreset = CLOCK_PRESET_LAN
