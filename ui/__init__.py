"""From view models to pixels and from presses to intents: pygame only."""
