"""The printed mat: its measures, the sheet to print, and finding it again in a frame.

`find_mat` looks for it in one frame and gives a `MatView`, `locate` says where on it the dice of a reading
lie, and `read_on_mat` does both around any reader. `mat_pdf` makes the sheet.
"""
