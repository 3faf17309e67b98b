"""A recorded game written out: as sentences, or as the frames of a watched table."""

import os
import shutil

import click

from skyjo.v1 import table_pb2, watch_pb2
from skyjo_client.console import is_interactive
from skyjo_client.front_end import say, write
from skyjo_client.json_lines import dump
from skyjo_client.present.recording import Recording, Viewpoint
from skyjo_client.present.recording_lines import recording_lines
from skyjo_client.present.wrapped import wrapped


def tell(recording: Recording, viewpoint: Viewpoint) -> None:
    """Say the whole game, a page at a time where somebody reads it on a terminal."""
    lines = recording_lines(recording, viewpoint)
    if is_interactive() and not os.environ.get("ACCESSIBLE"):
        columns = shutil.get_terminal_size().columns - 1
        click.echo_via_pager(f"{row}\n" for line in lines for row in wrapped(line, columns))
    else:
        for line in lines:
            say(line)


def write_frames(recording: Recording, viewpoint: Viewpoint) -> None:
    """Write the frames that a viewer there was sent, as JSON lines, from welcome to goodbye."""
    write(dump(recording.welcome(viewpoint)))
    for number in range(1, recording.end + 1):
        write(dump(recording.frame(number, viewpoint)))
    finished = table_pb2.Goodbye(reason=table_pb2.GOODBYE_REASON_FINISHED)
    write(dump(watch_pb2.WatchFrame(goodbye=finished)))
