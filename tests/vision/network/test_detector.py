from __future__ import annotations

import numpy as np
import pytest

from tests.vision.plain_scenes import plain_scene
from vision.network.detector import LIKELY, Find, common, look, same_die
from vision.scene import Hand, Scene, render, render_truth, scatter


def overlap(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> float:
    shared = common(one, other) * min(one[2] * one[3], other[2] * other[3])
    return shared / (one[2] * one[3] + other[2] * other[3] - shared)


def test_every_die_of_a_plain_tray_is_found_and_boxed() -> None:
    scene = scatter([("red", "white", str(1 + n % 6)) for n in range(8)], seed=3)
    finds = [find for find in look(render(scene), 384).finds if find.score > 0.4]
    truth = render_truth(scene)
    assert len(finds) == len(truth)
    for die in truth:
        assert max(overlap(find.box, die.box) for find in finds) > 0.6


def test_an_empty_tray_holds_nothing() -> None:
    for surface in ("felt", "wood", "paper", "cloth"):
        assert all(find.score < 0.3 for find in look(render(Scene(surface=surface)), 384).finds)


def test_a_hand_is_seen_where_it_is() -> None:
    frame = render(Scene(hand=Hand(tip=(320.0, 240.0), angle=-90.0, breadth=100.0)))
    hand = look(frame, 384).hand
    rows, _ = np.nonzero(hand > 0.5)
    assert len(rows) > 40
    # The arm reaches in from below.
    assert rows.mean() / hand.shape[0] > 0.5


def test_a_tray_without_a_hand_shows_none() -> None:
    scene = scatter([("white", "black", "3"), ("blue", "white", "6")], seed=1)
    assert (look(render(scene), 384).hand > 0.5).sum() < 6


@pytest.mark.parametrize("size", [(64, 64), (640, 48), (47, 333), (1001, 777)])
def test_boxes_stay_inside_frames_of_any_shape(size: tuple[int, int]) -> None:
    rng = np.random.default_rng(5)
    frame = rng.integers(0, 256, (size[1], size[0], 3), np.uint8)
    for find in look(frame, 384).finds:
        x, y, width, height = find.box
        assert x >= 0
        assert y >= 0
        assert x + width <= size[0] + 1e-6
        assert y + height <= size[1] + 1e-6


def test_common_share_of_boxes() -> None:
    assert common((0, 0, 10, 10), (0, 0, 10, 10)) == 1
    assert common((0, 0, 10, 10), (10, 0, 10, 10)) == 0
    assert common((0, 0, 10, 10), (5, 0, 100, 100)) == 0.5


def test_two_finds_are_one_die_where_their_middles_meet_or_one_is_a_mark_on_the_other() -> None:
    die = Find((100, 100, 60, 60), 0.8)
    assert same_die(die, Find((112, 108, 58, 62), 0.5))
    assert same_die(die, Find((102, 102, 20, 20), 0.5))
    touching = Find((96, 132, 66, 70), 0.5)
    assert common(die.box, touching.box) > 0.4
    assert not same_die(die, touching)
    assert not same_die(die, Find((165, 100, 60, 60), 0.8))


def test_of_two_likely_finds_of_like_size_each_is_a_die_though_their_loose_boxes_overlap() -> None:
    die, loose = (100.0, 100.0, 60.0, 60.0), (80.0, 95.0, 60.0, 62.0)
    assert common(die, loose) > 0.6
    assert not same_die(Find(die, 0.8), Find(loose, 0.4))
    assert same_die(Find(die, 0.8), Find(loose, 0.2))
    assert same_die(Find(die, 0.8), Find((92.0, 95.0, 60.0, 62.0), 0.4))
    assert same_die(Find(die, 0.8), Find((96.0, 96.0, 96.0, 96.0), 0.4))


def test_of_two_touching_dice_of_different_colours_none_is_lost() -> None:
    scene, truth = plain_scene("d6", 80050)
    finds = [find for find in look(render(scene, seed=80050), 352).finds if find.score >= LIKELY]
    assert len(finds) == len(truth) == 3
