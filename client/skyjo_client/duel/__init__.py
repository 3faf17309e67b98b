"""Bots that play each other here, many games over equal deals, and what comes of it.

``entrants.py`` says who plays, ``schedule.py`` what; ``duel.py`` runs it: a server, the bots as
programs (``program.py``, each behind a relay on which ``tap.py`` listens) and tables (``game.py``).
``tally.py`` counts, ``report.py`` tells, ``folder.py`` keeps.
"""
