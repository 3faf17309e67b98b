"""The gRPC services: they decode, ask the hall and its tables, and encode. Nothing else."""
