"""What can go wrong around the table; each text is one sentence that says what to do."""


class DeviceError(Exception):
    """Base of every error that the device room raises."""


class ConfigError(DeviceError, ValueError):
    """A configuration that cannot be used; `str()` has one line for each fault in the file."""


class UsageError(DeviceError, ValueError):
    """Words on the command line that name something that does not exist."""


class DemoError(DeviceError, RuntimeError):
    """The demo's chain did something else than its story tells."""


class MatFileError(DeviceError, OSError):
    """The file with the mat cannot be written."""


class ButtonError(DeviceError, OSError):
    """The buttons' pins cannot be used: no Raspberry Pi, no lgpio, no permission, or a pin that is taken."""


class JournalError(DeviceError, OSError):
    """The journal cannot do what was asked; nothing that it had committed is lost."""


class JournalMissingError(JournalError, FileNotFoundError):
    """There is no journal to read at the given place."""


class JournalNewerError(JournalError):
    """A newer version of the program wrote the journal; this one leaves it untouched."""


class JournalDamagedError(JournalError, ValueError):
    """The file is not a journal or parts of it are unreadable; it was left untouched."""


class JournalFullError(JournalError):
    """The disk is full: the last action was not recorded, all earlier ones are whole."""


class JournalBusyError(JournalError, BlockingIOError):
    """Another running table holds the journal."""


class JournalRefusedError(JournalError, PermissionError):
    """The journal's file or folder may not be read or written."""


class JournalOrderError(JournalError, ValueError):
    """An entry that does not follow the last one, or for a game that is unknown or finished."""
