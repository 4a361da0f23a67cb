"""A second Favor of the Pharaoh, slow and plain, written from the rulebook by other hands than the engine's.

Its tables (`box`), powers (`powers`), turn (`timing`, `turn`, `acting`, `loans`), claims (`claims`), roll-off
(`court`) and set-up (`setup`) know nothing of the engine. `binding` and `moves` speak the engine's actions,
`side_by_side` compares its state, `players`, `dealing` and `walk` lead both through random games.
"""
