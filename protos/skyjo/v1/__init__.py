"""The contract skyjo.v1: the .proto files and, beside each, its generated Python."""
