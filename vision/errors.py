"""What can go wrong between a lens and a reading."""


class VisionError(Exception):
    """Base of every error that the vision room raises; its text is one sentence that says what to do."""


class ImageError(VisionError, ValueError):
    """A picture that cannot be used: damaged, not a picture, too small or too large."""


class SourceError(VisionError, OSError):
    """A camera, video or folder that cannot be opened or that stopped giving frames."""


class SceneError(VisionError, ValueError):
    """A scene that cannot be drawn: a colour or face that does not exist, or dice that find no room."""


class NetworkError(VisionError, RuntimeError):
    """A network's file that is missing, damaged or cannot be run."""


class DiceSetError(VisionError, ValueError):
    """Dice that nobody knows how to read."""
