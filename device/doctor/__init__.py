"""`pharaoh doctor`: is each part of the table of use, and if not, what to do."""
