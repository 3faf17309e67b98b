"""What a table looks like and how it is told: pure, without terminal or network.

Every front end is fed from here. ``store`` folds frames of the contract into what a client knows,
``sentences`` and its neighbours make lines from that, ``grammar`` reads what a player types.
"""
