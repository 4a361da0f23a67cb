"""What can go wrong between the table and its microcontroller."""


class BridgeError(Exception):
    """Base of every error that the bridge raises; its text is one sentence that says what to do."""


class FrameError(BridgeError, ValueError):
    """Bytes that are no frame, or a message that does not fit into one."""
