"""The SDK for bots, the terminal client and the skyjo command."""
