"""What can go wrong between a view model and a screen."""


class UiError(Exception):
    """Base of every error that the ui room raises; its text is one sentence that says what to do."""


class ScreenError(UiError, RuntimeError):
    """No window or screen can be opened."""


class PictureError(UiError, OSError):
    """A picture of the screen cannot be written."""
