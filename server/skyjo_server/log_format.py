"""The log on standard error: as text for people, or as one JSON object a line for programs."""

import asyncio
import json
import logging
from datetime import UTC, datetime
from typing import Any, Final

_OWN: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
"""What every record has; all else came with ``extra`` and is a field."""


class JsonFormatter(logging.Formatter):
    """Time (UTC), level, logger, message, fields, and the traceback of a defect."""

    def format(self, record: logging.LogRecord) -> str:
        """Write one object; whatever is in the message, it stays on its line."""
        moment = datetime.fromtimestamp(record.created, UTC)
        line: dict[str, Any] = {
            "time": moment.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "fields": {name: value for name, value in vars(record).items() if name not in _OWN},
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


def set_up(log_format: str) -> None:
    """Log to standard error in ``log_format``: "text" or "json"."""
    handler = logging.StreamHandler()
    text = logging.Formatter("%(levelname)s %(name)s: %(message)s")
    handler.setFormatter(JsonFormatter() if log_format == "json" else text)
    logging.basicConfig(handlers=[handler], level=logging.INFO)
    logging.captureWarnings(capture=True)
    logging.getLogger("grpc._cython.cygrpc").addFilter(_is_news)


def _is_news(record: logging.LogRecord) -> bool:
    """Whether gRPC reports more than that a stream was cut off when the server stopped.

    Or that a client sent headers that are not UTF-8: they stand in a traceback, and harm nothing.
    """
    cut_off = record.exc_info and record.exc_info[0] is asyncio.CancelledError
    return not cut_off and not record.getMessage().startswith("Invalid encoding on ")
