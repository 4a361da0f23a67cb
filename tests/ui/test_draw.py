from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import get_args

import pygame
import pytest

from tests.ui.driving import on_screen, showing, touch
from tests.ui.views import CLAIM, ENTER, KINDS, LOCK, PIPS, SIZES, VIEWS, die, tiles, view
from ui.dice_drawing import draw_die
from ui.geometry import Rect
from ui.palette import dice_colour
from ui.screen import FavorScreen
from ui.view import FavorView, TileState

both_sizes = pytest.mark.parametrize("size", SIZES)


def picture(screen: FavorScreen) -> pygame.Surface:
    surface = pygame.Surface(screen.size)
    screen.draw(surface)
    return surface


def part(surface: pygame.Surface, rect: Rect) -> bytes:
    return pygame.image.tobytes(surface.subsurface(pygame.Rect(rect)), "RGB")


def lightness(surface: pygame.Surface, rect: Rect) -> float:
    """Mean luma, 0 to 255: what is left where no colours are told apart."""
    data = part(surface, rect)
    weighted = 299 * sum(data[0::3]) + 587 * sum(data[1::3]) + 114 * sum(data[2::3])
    return weighted / 1000 / (len(data) / 3)


def tile_in(state: TileState, tile: str, size: tuple[int, int]) -> tuple[pygame.Surface, Rect]:
    name = next(one.name for one in CLAIM.tiles if one.id == tile)
    screen = showing(view(on_grid=tiles({name: (state, None)}, other="refused")), size)
    screen.state = replace(screen.state, focus="undo")
    return picture(screen), on_screen(screen)[f"tile:{tile}"].rect


@both_sizes
@pytest.mark.parametrize("tile", ["charioteer", "heir", "burial-mask", "herder"])
def test_the_five_states_of_a_tile_look_different(tile: str, size: tuple[int, int]) -> None:
    shots = {state: part(*tile_in(state, tile, size)) for state in get_args(TileState)}
    for one, other in combinations(shots, 2):
        assert shots[one] != shots[other], (one, other)


@both_sizes
@pytest.mark.parametrize("tile", ["charioteer", "heir", "burial-mask", "herder"])
def test_a_claimable_tile_is_far_lighter_than_any_other(tile: str, size: tuple[int, int]) -> None:
    lit = lightness(*tile_in("claimable", tile, size))
    for state in ("refused", "owned", "empty", "waiting"):
        assert lit > lightness(*tile_in(state, tile, size)) + 60, state


@both_sizes
def test_the_focus_ring_and_the_selection_show(size: tuple[int, int]) -> None:
    screen = showing(CLAIM, size)
    rect = on_screen(screen)["tile:noble-adoption"].rect
    screen.state = replace(screen.state, focus="undo")
    plain = part(picture(screen), rect.inset(-3))
    screen.state = replace(screen.state, focus="tile:noble-adoption")
    focused = part(picture(screen), rect.inset(-3))
    screen.state = replace(screen.state, selected="noble-adoption")
    selected = part(picture(screen), rect.inset(-3))
    assert len({plain, focused, selected}) == 3


@both_sizes
def test_marked_doubtful_and_corrected_dice_show(size: tuple[int, int]) -> None:
    screen = showing(LOCK, size)
    rect = on_screen(screen)["die:7"].rect

    def shot(view: FavorView) -> bytes:
        screen.show(view)
        return part(picture(screen), rect)

    doubtful = shot(LOCK)
    sure = shot(replace(LOCK, dice=(*LOCK.dice[:7], replace(LOCK.dice[7], doubtful=False), LOCK.dice[8])))
    corrected = shot(replace(LOCK, dice=(*LOCK.dice[:7], die("intrigue", "5"), LOCK.dice[8])))
    screen.show(LOCK)
    touch(screen, "die:7")
    marked = part(picture(screen), rect)
    assert len({doubtful, sure, corrected, marked}) == 4


@pytest.mark.parametrize("side", [18, 32, 64])
@pytest.mark.parametrize("kind", KINDS)
def test_all_faces_of_a_die_look_different(kind: str, side: int) -> None:
    shots = set()
    for face in (*KINDS[kind][2], None):
        surface = pygame.Surface((side, side))
        draw_die(surface, Rect(0, 0, side, side), die(kind, face), face)
        shots.add(part(surface, Rect(0, 0, side, side)))
    assert len(shots) == len(KINDS[kind][2]) + 1


@pytest.mark.parametrize("side", [19, 28, 34, 48, 96])
@pytest.mark.parametrize("kind", ["standard", "immediate"])
@pytest.mark.parametrize("face", PIPS)
def test_a_face_has_as_many_separate_pips_as_it_says(face: str, kind: str, side: int) -> None:
    surface = pygame.Surface((side, side))
    body = pygame.Rect(0, 0, side, side).inflate(-side // 4, -side // 4)
    draw_die(surface, Rect(0, 0, side, side), die(kind, face), face)
    mark = dice_colour(KINDS[kind][1])
    pips = pygame.mask.from_threshold(surface.subsurface(body), mark, (90, 90, 90))
    assert len(pips.connected_components()) == int(face)


def test_dice_of_all_kinds_look_different_with_the_same_face() -> None:
    shots = set()
    for kind in KINDS:
        surface = pygame.Surface((40, 40))
        draw_die(surface, Rect(0, 0, 40, 40), die(kind, "3"), "3")
        shots.add(part(surface, Rect(0, 0, 40, 40)))
    assert len(shots) == len(KINDS)


def test_the_artisan_star_bears_its_pip_and_the_voyage_star_does_not() -> None:
    voyage = replace(die("voyage", "star"), body="blue")
    shots = []
    for one in (die("artisan", "star"), voyage):
        surface = pygame.Surface((40, 40))
        draw_die(surface, Rect(0, 0, 40, 40), one, "star")
        shots.append(part(surface, Rect(0, 0, 40, 40)))
    assert shots[0] != shots[1]


def test_a_die_of_unknown_colours_and_face_is_still_drawn() -> None:
    surface = pygame.Surface((40, 40))
    strange = replace(die("standard", "3"), body="no such colour", mark="gold")
    draw_die(surface, Rect(0, 0, 40, 40), strange, "eye-of-horus")
    assert len(set(part(surface, Rect(0, 0, 40, 40)))) > 10


@both_sizes
@pytest.mark.parametrize("name", VIEWS)
def test_the_same_view_gives_the_same_picture(name: str, size: tuple[int, int]) -> None:
    whole = Rect(0, 0, *size)
    first = part(picture(showing(VIEWS[name], size)), whole)
    picture(showing(LOCK, size))
    assert part(picture(showing(VIEWS[name], size)), whole) == first


@both_sizes
def test_every_word_of_the_view_changes_the_picture(size: tuple[int, int]) -> None:
    whole = Rect(0, 0, *size)
    before = part(picture(showing(ENTER, size)), whole)
    for changed in (
        replace(ENTER, title="Bo: check the roll"),
        replace(ENTER, message=None),
        replace(ENTER, tone="refusal"),
        replace(ENTER, camera="moving"),
        replace(ENTER, can_undo=False),
        replace(ENTER, bars=()),
        replace(ENTER, pyramid=ENTER.dice),
        replace(ENTER, players=ENTER.players[::-1]),
        replace(ENTER, players=(replace(ENTER.players[0], reroll_tokens=9), *ENTER.players[1:])),
        replace(ENTER, players=(replace(ENTER.players[0], pip_tokens=9), *ENTER.players[1:])),
        replace(ENTER, players=(replace(ENTER.players[0], tiles=()), *ENTER.players[1:])),
        replace(ENTER, commands=ENTER.commands[:1]),
    ):
        assert part(picture(showing(changed, size)), whole) != before


@both_sizes
def test_the_picker_shows_all_faces_over_the_darkened_screen(size: tuple[int, int]) -> None:
    screen = showing(LOCK, size)
    bar = on_screen(screen)["title"].rect
    before = lightness(picture(screen), bar)
    touch(screen, "pencil:6")
    shot = picture(screen)
    assert lightness(shot, bar) < before * 0.8
    faces = [part(shot, w.rect) for w in on_screen(screen).values() if w.kind == "face"]
    assert len(set(faces)) == 6
