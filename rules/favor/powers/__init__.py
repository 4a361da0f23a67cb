"""What tiles, tokens and dice faces do, each as data with a small function, alike within a module."""
