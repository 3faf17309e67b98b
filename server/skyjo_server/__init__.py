"""The authority: tables, journal, clocks, fan-out and the gRPC services."""
