"""The SDK for bots, the terminal client and the skyjo command."""

import os

# gRPC's core writes to standard error by itself, and reads this when it is first imported; every
# module of this package is imported after this line.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")
