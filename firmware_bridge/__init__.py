"""The microcontroller's side of the table: framing of its serial protocol."""
