"""A bot that says on standard output what it is asked, and answers when it may.

Its program stands still meanwhile, so that its parent can kill it at any decision.
"""

import sys

from bench.decisions import choose
from skyjo_client.bot import Bot, Decision
from skyjo_engine.actions import Action


class Asking(Bot):
    """Answers by the number of the decision."""

    def choose(self, decision: Decision) -> Action:
        """Write the decision's number, and go on after a line on standard input."""
        print(decision.decision_id, flush=True)
        sys.stdin.readline()
        return choose(decision.decision_id, decision.legal)
