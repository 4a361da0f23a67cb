"""A Pharao board as a thing of cardboard: tiles with faces, covers on top, mummies that fall.

It shares no geometry with the rules: ground is a grid of cells that are carried about as objects, covers are
a grid of objects, and each cell keeps its own note of what people were told about it.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from rules.pharao.actions import (
    Begins,
    Fell,
    Laid,
    Looked,
    MummiesSet,
    PharaoAction,
    Pushed,
    Revealed,
    Slid,
    Stole,
    Turned,
)
from rules.pharao.board import Recess, Side
from rules.pharao.flow import victims
from rules.pharao.game import PharaoGame
from rules.pharao.pieces import OTHER, PLAIN, Colour, Symbol
from rules.pharao.state import Phase, Setup, State
from rules.pharao.tile_set import Tile

GAME = PharaoGame()
NAMES = ("Ann", "Bob", "Cem", "Dia")
ANIMALS = ("cat", "dog", "snake", "ibis", "lion")
BLACK_TO_BROWN = (Colour.BLACK, Colour.GREY, Colour.WHITE, Colour.BROWN)


@dataclass
class Cell:
    """A quarter of a tile: what it truly shows, and what people were told of it."""

    truth: str
    tile: int
    seen: int | None = None
    told: str | None = None
    no_hole: bool = False
    not_these: set[str] = field(default_factory=set)


@dataclass
class Cover:
    """A cover; base tiles have a colour and may carry a mummy."""

    kind: str
    colour: Colour | None = None
    mummy: bool = False


Quad = list[list[Cell]]


class World:
    """Chance decides what the tiles show and what people do; `play` gives action after action."""

    colours = BLACK_TO_BROWN

    def __init__(self, rng: random.Random, setup: Setup, *, name_all: bool = False) -> None:
        self.rng = rng
        self.setup = setup
        self.name_all = name_all
        faces = [*PLAIN, *PLAIN, *setup.animals]
        tiles: list[Quad] = [
            [[Cell(rng.choice(faces), number) for _ in range(2)] for _ in range(2)] for number in range(13)
        ]
        self.ground: list[list[Cell]] = [
            [tiles[row // 2 * 4 + column // 2][row % 2][column % 2] for column in range(8)]
            for row in range(6)
        ]
        self.outside = tiles[12]
        self._faces = [tuple(cell.truth for line in tile for cell in line) for tile in tiles]
        self.covers: list[list[Cover | None]] = []
        self.pending: list[Cover] = []

    def cell(self, place: int) -> Cell:
        """The cell at a place as the rules number it."""
        if place < 48:
            return self.ground[place // 8][place % 8]
        return self.outside[(place - 48) // 2][(place - 48) % 2]

    def tile(self, number: int) -> Tile:
        """What a tile shows, as it lay at the beginning."""
        a, b, c, d = self._faces[number]
        return a, b, c, d

    def lay(self) -> Laid:
        """Covers at random, base tiles not over holes."""
        spaces = list(range(48))
        self.rng.shuffle(spaces)
        solid = [space for space in spaces if self.cell(space).truth != "hole"]
        bases = solid[:4]
        rest = [space for space in spaces if space not in bases]
        cracks = rest[: self.rng.randint(2, 5)]
        gap = rest[5]
        self.covers = [[Cover("pyramid") for _ in range(8)] for _ in range(6)]
        self._put(gap, None)
        for space in cracks:
            self._put(space, Cover("crack"))
        for space, colour in zip(bases, BLACK_TO_BROWN, strict=True):
            self._put(space, Cover("base", colour, mummy=True))
            self.cell(space).no_hole = True
        return Laid(gap, tuple(cracks), (bases[0], bases[1], bases[2], bases[3]))

    def _put(self, space: int, cover: Cover | None) -> None:
        self.covers[space // 8][space % 8] = cover

    def gap(self) -> int:
        """The space without a cover."""
        (found,) = (r * 8 + c for r in range(6) for c in range(8) if self.covers[r][c] is None)
        return found

    def base(self, colour: Colour) -> tuple[int, Cover]:
        """Where the base tile of a colour is."""
        for r in range(6):
            for c in range(8):
                cover = self.covers[r][c]
                if cover is not None and cover.colour is colour:
                    return r * 8 + c, cover
        raise AssertionError(f"the {colour} base tile is lost")

    def see(self, place: int, turn: int, told: str | None = None) -> str:
        """People look at a place and are told what it shows, or no more than `told`."""
        cell = self.cell(place)
        cell.seen = turn
        if told is None:
            cell.told = cell.truth
        return cell.truth

    def slide(self, to: int) -> list[Cover]:
        """Move the covers between the gap and `to` by hand and return them, the one into the gap first."""
        row, column = divmod(self.gap(), 8)
        to_row, to_column = divmod(to, 8)
        down = (to_row > row) - (to_row < row)
        right = (to_column > column) - (to_column < column)
        moved = []
        while (row, column) != (to_row, to_column):
            cover = self.covers[row + down][column + right]
            assert cover is not None
            self.covers[row][column] = cover
            moved.append(cover)
            row, column = row + down, column + right
            self.covers[row][column] = None
        return moved

    def drop(self, colours: list[Colour], turn: int) -> list[Colour]:
        """Which of these mummies stand over a hole: they fall, and everybody sees it."""
        fell = []
        for colour in BLACK_TO_BROWN:
            if colour not in colours:
                continue
            at, cover = self.base(colour)
            if self.cell(at).truth == "hole":
                cover.mummy = False
                self.see(at, turn)
                fell.append(colour)
            else:
                self.cell(at).no_hole = True
        return fell

    def push(self, row: int, side: Side, turns: int, carried: int) -> None:
        """Shove the tile outside into a tile row; `carried` covers behind the gap are taken along."""
        tile = self.outside
        for _ in range(turns):
            tile = [[tile[1][0], tile[0][0]], [tile[1][1], tile[0][1]]]
        upper, lower = self.ground[2 * row], self.ground[2 * row + 1]
        if side is Side.LEFT:
            self.outside = [upper[6:], lower[6:]]
            self.ground[2 * row] = tile[0] + upper[:6]
            self.ground[2 * row + 1] = tile[1] + lower[:6]
        else:
            self.outside = [upper[:2], lower[:2]]
            self.ground[2 * row] = upper[2:] + tile[0]
            self.ground[2 * row + 1] = lower[2:] + tile[1]
        for _ in range(carried):
            r, c = divmod(self.gap(), 8)
            behind = c - 1 if side is Side.LEFT else c + 1
            self.covers[r][c], self.covers[r][behind] = self.covers[r][behind], None

    def standing_on(self, row: int) -> list[Colour]:
        """The mummies on a tile row."""
        found = []
        for colour in BLACK_TO_BROWN:
            at, cover = self.base(colour)
            if cover.mummy and at // 16 == row:
                found.append(colour)
        return found

    def outside_animals(self) -> set[str]:
        """What the tile outside shows."""
        return {cell.truth for line in self.outside for cell in line}

    def next_action(self, state: State, *, turns_known: bool = True) -> PharaoAction:
        """Do something that this phase waits for, and the action that tells of it."""
        rng = self.rng
        match state.phase:
            case Phase.LAYOUT:
                return self.lay()
            case Phase.GROUND:
                return Looked(state.gap, self.see(self.gap(), state.turns))
            case Phase.FIRST_PLAYER:
                return Begins(rng.randrange(len(state.players)))
            case Phase.BACK:
                return Turned(rng.choice(list(Symbol)))
            case Phase.PUSH:
                return self.next_push(state, turns_known=turns_known)
            case Phase.FALLS:
                return Fell(tuple(self.drop(list(state.unsure), state.turns)))
            case Phase.SEAL:
                return Stole(rng.choice([None, *victims(state, state.fallen[0])]))
            case Phase.MUMMIES:
                return self.set_mummies(state)
            case Phase.REVEAL:
                return self.reveal(state)
            case Phase.SLIDE:
                return self.next_slide(state)
        raise AssertionError(f"nothing to do in {state.phase}")

    def next_push(self, state: State, *, turns_known: bool = True) -> Pushed:
        """Push some row."""
        rng = self.rng
        row = rng.randrange(3)
        sides = [side for side in Side if state.setup.sides[row] in (Recess.BOTH, Recess(side.value))]
        side = rng.choice(sides)
        turns = rng.randrange(4)
        r, c = divmod(self.gap(), 8)
        room = c if side is Side.LEFT else 7 - c
        carried = rng.randint(0, room) if r // 2 == row and rng.random() < 0.5 else 0
        self.push(row, side, turns, carried)
        told = turns if turns_known or rng.random() < 0.5 else None
        return Pushed(row, side, told, self.gap() if carried else None)

    def set_mummies(self, state: State) -> MummiesSet:
        """Fill the empty base tiles that are not over holes, as far as the mummies last."""
        left_out = []
        empty = list(state.empty_bases)
        to_spare = state.mummies_left
        over_holes = [colour for colour in empty if self.cell(self.base(colour)[0]).truth == "hole"]
        filled = [colour for colour in empty if colour not in over_holes][:to_spare]
        left_out = [colour for colour in empty if colour not in filled]
        for colour in filled:
            at, cover = self.base(colour)
            cover.mummy = True
            self.cell(at).no_hole = True
        if len(filled) < to_spare:
            for colour in left_out:
                self.see(self.base(colour)[0], state.turns)
        return MummiesSet(tuple(left_out))

    def reveal(self, state: State) -> Revealed:
        """Turn over a card."""
        animal = self.rng.choice(self.setup.animals)
        outside = animal in self.outside_animals()
        if outside:
            showing = [cell for line in self.outside for cell in line if cell.truth == animal]
            possible = [cell for line in self.outside for cell in line if self.may_show(cell, animal)]
            if possible == showing and len(showing) == 1:
                showing[0].told = animal
        else:
            for line in self.outside:
                for cell in line:
                    cell.not_these.add(animal)
        return Revealed(animal, self.rng.choice((2, 3, 4)), outside)

    def may_show(self, cell: Cell, content: str) -> bool:
        """Whether people could not know that this cell shows something else."""
        if cell.told is not None:
            return cell.told == content
        return content not in cell.not_these and not (content == "hole" and cell.no_hole)

    def next_slide(self, state: State, long_share: float = 0.5) -> Slid:
        """Slide one cover, or a line of them where a passage allows it."""
        rng = self.rng
        row, column = divmod(self.gap(), 8)
        ends = [
            (row + dr, column + dc)
            for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if 0 <= row + dr < 6 and 0 <= column + dc < 8
        ]
        if state.slid and state.shows == "passage" and rng.random() < long_share:
            ends = [(row, c) for c in range(8) if c != column] + [(r, column) for r in range(6) if r != row]
        to_row, to_column = rng.choice(ends)
        before = self.ground[row][column].truth
        moved = self.slide(to_row * 8 + to_column)
        if moved[0].mummy and before == "hole":
            moved[0].mummy = False
        cell = self.ground[to_row][to_column]
        assert state.sought is not None
        shows = cell.truth
        if shows not in (*PLAIN, state.sought.animal) and not self.name_all and rng.random() < 0.3:
            shows = OTHER
            cell.not_these |= {*PLAIN, state.sought.animal}
            self.see(to_row * 8 + to_column, state.turns, OTHER)
        else:
            self.see(to_row * 8 + to_column, state.turns)
        return Slid(to_row * 8 + to_column, shows)

    def glance(self, state: State) -> Looked | None:
        """Tell what something in sight shows, if anything is."""
        places = [48 + quarter for quarter in range(4)]
        for r in range(6):
            for c in range(8):
                cover = self.covers[r][c]
                if cover is not None and (
                    cover.kind == "crack" or (cover.kind == "base" and not cover.mummy)
                ):
                    places.append(r * 8 + c)
        place = self.rng.choice(places)
        return Looked(place, self.see(place, state.turns))


def random_setup(rng: random.Random, **fixed: object) -> Setup:
    """1 to 4 players, any recesses, either variant."""
    sides = tuple(rng.choice(list(Recess)) for _ in range(3))
    return Setup(
        players=NAMES[: rng.randint(1, 4)],
        sides=(sides[0], sides[1], sides[2]),
        advanced=rng.random() < 0.3,
        animals=ANIMALS,
    )


def check_covers(state: State, world: World) -> None:
    """Fail where a cover, a tile or a mummy of the rules is not where it physically is."""
    covers = [cover for line in world.covers for cover in line if cover is not None]
    assert len(covers) == 47
    assert world.gap() == state.gap
    assert len(state.pyramids) + len(state.cracks) + len(set(state.bases)) == 47
    assert len({state.gap, *state.cracks, *state.bases, *state.pyramids}) == 48
    cracks = [i for i in range(48) if (c := world.covers[i // 8][i % 8]) is not None and c.kind == "crack"]
    assert list(state.cracks) == cracks
    for colour in BLACK_TO_BROWN:
        at, cover = world.base(colour)
        assert state.base(colour) == at
        if state.phase is not Phase.FALLS:
            assert (colour in state.standing) == cover.mummy
    assert sorted(state.numbers) == list(range(13))
    for slot in range(12):
        cell = world.ground[slot // 4 * 2][slot % 4 * 2]
        assert state.numbers[slot] == cell.tile
    assert state.numbers[12] == world.outside[0][0].tile


def check_memory(state: State, world: World, *, exact: bool = True) -> None:
    """Fail where the memory differs from the notes on the cells (`exact`), or says what is not true."""
    contents = state.memory.contents
    assert state.memory.forgotten is None
    for place in range(52):
        cell = world.cell(place)
        spot = state.memory.at(place)
        assert spot.may & contents.bit(cell.truth), f"place {place} cannot show {cell.truth}"
        if exact:
            assert spot.seen == cell.seen, f"place {place} was seen in turn {cell.seen}"
            expected = {name for name in contents.names if world.may_show(cell, name)}
            assert set(contents.named(spot.may)) == expected, f"place {place}"
