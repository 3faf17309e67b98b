"""What click says to players, for the catalogues; it finds the translations by itself."""

from typing import Final

from skyjo_client.present.messages import mark


def _forms(one: str, many: str) -> tuple[str, str]:
    """Mark a text and its plural."""
    return one, many


CLICK_TEXTS: Final = (
    *_forms("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    mark("Aborted!"),
    mark("Choose from:\n\t{choices}"),
    mark("Commands"),
    mark("Could not open file {filename!r}: {message}"),
    mark("Error: {message}"),
    mark("Invalid value for {param_hint}: {message}"),
    mark("Missing argument"),
    mark("Missing command."),
    mark("Missing option"),
    *_forms("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    mark("No such command {name!r}."),
    mark("No such option {name!r}."),
    mark("Option {name!r} does not take a value."),
    mark("Option {name!r} requires an argument."),
    mark("Options"),
    mark("Show the version and exit."),
    mark("Show this message and exit."),
    mark("Try '{command} {option}' for help."),
    mark("Usage:"),
    mark("[OPTIONS]"),
    mark("COMMAND [ARGS]..."),
    mark("[COMMAND] [ARGS]..."),
    mark("default: {default}"),
    mark("directory"),
    mark("file"),
    mark("path"),
    mark("{name} {filename!r} does not exist."),
    mark("{name} {filename!r} is a directory."),
    mark("{name} {filename!r} is a file."),
    mark("{name} {filename!r} is not readable."),
    mark("{name} {filename!r} is not writable."),
    mark("{value!r} is not a valid {number_type}."),
    *_forms("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
    mark("{value} is not in the range {range}."),
)
