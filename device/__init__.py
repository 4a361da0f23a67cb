"""The composition root: config, table session, journal, buttons, camera thread and command line."""
