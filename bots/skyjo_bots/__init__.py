"""House bots: pure functions of a seat's view and a given random source."""
