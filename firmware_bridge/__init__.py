"""The microcontroller's side of the table: frames on its serial line."""
