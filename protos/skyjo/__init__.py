"""Namespace of the wire contract; the versions lie below."""
