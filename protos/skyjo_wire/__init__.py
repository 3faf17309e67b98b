"""The Python side of the contract skyjo.v1: conversions to and from engine types."""
