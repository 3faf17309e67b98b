"""The tuned numbers of the level ``skilled``, by how many seats play."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """What ``skilled`` thinks things are worth, in points unless it says otherwise.

    ``tempo`` below is 1 while everybody has many hidden cards and falls to 0 as the first seat
    runs out of them: ``fewest hidden cards / tempo_cards``, at most 1.
    """

    hidden_discount: float
    """At full tempo, how much less a hidden card costs than the mean of the unseen cards."""
    high_from: float
    """Open cards above this cost less than their value: there is time to replace them ..."""
    high_slope: float
    """... namely this share of what lies above ``high_from``."""
    single: float
    """At full tempo, worth of an open card over two hidden ones, as a share of its value."""
    pair: float
    """At full tempo, worth of a pair with a hidden third, as a share of its doubled value."""
    pair_open: float
    """The same for a pair whose third card lies open and differs."""
    pair_constant: float
    """Added to the doubled value of a pair before the share is taken."""
    tempo_cards: float
    """Hidden cards of the seat that has fewest, from which on the tempo is full."""
    finish_bonus: float
    """Worth of finishing itself."""
    rival_gain: float
    """How much a rival is expected to gain in its last turn."""
    rival_margin: float
    """How much lower than the rivals' estimates the own sum should be."""
    rival_spread: float
    """Width of the doubt about a rival's final sum."""
    last_pair: float
    """In the last lap, worth of a pair with a hidden third, as a share of what it may save."""
    patient_turns: int = 18
    """Own turns in a round after which finishing gains worth ..."""
    impatience: float = 1.0
    """... by this much a turn, so that two careful seats do not wait for each other for ever."""


TWO_SEATS: Final = Weights(
    hidden_discount=-0.682,
    high_from=5.52,
    high_slope=0.93,
    single=0.255,
    pair=0.549,
    pair_open=0.25,
    pair_constant=1.49,
    tempo_cards=2.75,
    finish_bonus=0.852,
    rival_gain=5.55,
    rival_margin=4.20,
    rival_spread=0.728,
    last_pair=1.35,
)

MORE_SEATS: Final = Weights(
    hidden_discount=-0.368,
    high_from=5.49,
    high_slope=0.495,
    single=0.255,
    pair=0.613,
    pair_open=0.38,
    pair_constant=0.874,
    tempo_cards=2.75,
    finish_bonus=2.23,
    rival_gain=3.61,
    rival_margin=3.39,
    rival_spread=1.35,
    last_pair=1.0,
)


def weights_for(seats: int) -> Weights:
    """The tuned set for that many seats in play."""
    return TWO_SEATS if seats <= 2 else MORE_SEATS  # noqa: PLR2004
