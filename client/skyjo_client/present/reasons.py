"""Why the system refused something, in the player's language."""

import errno
from typing import Final

from skyjo_client.present.escape import SafeText, escape
from skyjo_client.present.messages import _, mark


def reason(error: OSError) -> SafeText:
    """Return the system's own words for what went wrong, the common ones translated."""
    known = _KNOWN.get(error.errno or 0)
    return SafeText(_(known)) if known else escape(error.strerror or type(error).__name__)


_KNOWN: Final = {
    errno.EACCES: mark("Permission denied"),
    errno.EPERM: mark("Permission denied"),
    errno.EROFS: mark("Read-only file system"),
    errno.ENOENT: mark("No such file or directory"),
    errno.ENOTDIR: mark("Not a directory"),
    errno.EISDIR: mark("Is a directory"),
    errno.EEXIST: mark("File exists"),
    errno.ENOSPC: mark("No space left on device"),
    errno.ECONNREFUSED: mark("Connection refused"),
}
