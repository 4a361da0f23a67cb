"""Pharao: covers over sliding tiles, search cards, mummies and seals; memory, tile sets and paths.

Where the rulebook leaves something open, these rulings hold:

1. Where the tile outside and the gap both show the animal of a new card, the card is put back: the rulebook
   asks for that first (Course of Play).
2. When every card left was put back in a row, the tile outside is pushed in and a card turned over anew; else
   nobody could ever go on.
3. A turn begins with exactly one cover, also where the gap shows a secret passage since a push: only a
   passage that a slide uncovers lets a line slide. A table may agree otherwise.
4. In the advanced variant no push precedes the very first card: nobody has won one yet. A table may agree
   otherwise.
5. Mummies that fell stay below the board: twenty are all there are, and when they run short the table says
   which base tiles stay empty.
6. A push carries the gap, if at all, along its own row and towards the side of the push; a mummy whose base
   tile is carried over a hole falls like one whose ground was moved (Tips & Tricks for Sliding).
7. Most points win together where they are equal.
"""
