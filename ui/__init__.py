"""From view models to pixels and from presses to intents: pygame only."""

import os

# pygame greets on stdout when it is first imported, and stdout belongs to our own output.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
