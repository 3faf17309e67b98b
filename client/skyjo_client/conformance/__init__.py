"""Whether a bot, in whatever language, keeps to the contract.

The bot plays on a real server behind a relay, which makes things happen that are rare otherwise.
``rows.py`` lists what is tried, ``situations_*.py`` bring it about, ``judge.py`` watches all that
the bot says, and ``ledger.py`` keeps what came of it.
"""
