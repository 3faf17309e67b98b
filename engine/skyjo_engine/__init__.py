"""The rules of SKYJO: pure, without input or output, clock or randomness of its own."""
