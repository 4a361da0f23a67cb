"""What can go wrong between the table and its microcontroller."""


class BridgeError(Exception):
    """Base of every error that the bridge raises; its text is one sentence that says what to do."""


class FrameError(BridgeError, ValueError):
    """Bytes that are no frame, or a message that does not fit into one."""


class MessageError(BridgeError, ValueError):
    """A message with a wrong length or a value that the protocol does not have."""


class PortError(BridgeError, OSError):
    """A serial port that cannot be opened, or that is gone."""


class SilenceError(BridgeError, TimeoutError):
    """The port is open and nothing that is of the protocol comes from it."""


class InstallError(BridgeError, RuntimeError):
    """The firmware could not be put on the board."""


class VersionError(BridgeError, RuntimeError):
    """The board's firmware speaks another major version of the protocol."""
