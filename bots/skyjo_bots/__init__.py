"""House bots: pure functions of a seat's view and a given random source.

A bot keeps nothing between decisions. The same view, the same legal actions and the same state of
the random source give the same action, so a game with house bots follows from its seeds.
"""
