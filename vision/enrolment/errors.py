"""What can be wrong with an enrolled die; each text is one sentence that says what to do."""

from vision.errors import VisionError


class EnrolmentError(VisionError, ValueError):
    """An enrolled die that cannot be used: a wrong name, a damaged or foreign file, a strange face."""


class EnrolmentDiskError(VisionError, OSError):
    """The folder of the enrolled dice cannot be read or written."""
