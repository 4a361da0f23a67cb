from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("torch", reason="training needs PyTorch, of the extra `train`")
pytest.importorskip("PIL", reason="numerals are drawn with Pillow, of the extra `train`")

import torch

from vision.network.outputs import STACK_SIDE, STACK_SPAN
from vision.training.nets import StackNet, fresh
from vision.training.piles import CELLS, MAPS, Piles, Sheet
from vision.training.records import Die, Record, rendered
from vision.training.stacks import loss_of
from vision.training.throws import Shot
from vision.training.trays import ALONE, LOWER, UPPER, Maker

SIDE = 260
COLOURS = {0: (40, 40, 40), ALONE: (250, 0, 0), UPPER: (0, 250, 0), LOWER: (0, 0, 250)}


def png(picture: NDArray[np.uint8]) -> bytes:
    return cv2.imencode(".png", picture)[1].tobytes()


def record(folder: Path, *, layers: bool = True, seen: float = 1.0) -> Record:
    """A stack and, far from it, a die alone; every layer has a colour of its own."""
    shown = np.zeros((SIDE, SIDE), np.uint8)
    shown[60:100, 50:90], shown[50:90, 70:110], shown[150:190, 150:190] = LOWER, UPPER, ALONE
    picture = np.array([COLOURS[layer] for layer in range(4)], np.uint8)[shown]
    dice = [
        Die((50, 60, 40, 40), 6, "3", visible=0.5 * seen, trouble=("stacked",), told=seen > 0.5),
        Die((70, 50, 40, 40), 6, "5", trouble=("stacked",), told=seen > 0.5),
        Die((150, 150, 40, 40), 6, "5"),
    ]
    path = folder / "layers.png"
    path.write_bytes(png(shown))
    return Record(png(picture), dice, "rendered", "", "", True, layers=path if layers else None)


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing befalls the pictures, so that colours tell layers."""

    def kept(picture: NDArray[np.uint8], *_: object, **__: object) -> NDArray[np.uint8]:
        return picture

    for name in ("relight", "veil", "coarser"):
        monkeypatch.setattr(f"vision.training.piles.{name}", kept)
    monkeypatch.setattr("vision.training.piles.cv2.GaussianBlur", kept)


def batch(*records: Record, photos: list[Record] | None = None, share: float = 0.0, count: int = 60) -> Sheet:
    return Piles(list(records), photos or [], share, np.random.default_rng(3)).batch(count)


@pytest.mark.usefixtures("plain")
def test_maps_show_what_lies_under_what_lies_on_and_what_is_a_die(tmp_path: Path) -> None:
    sheet = batch(record(tmp_path))
    assert sheet.pictures.shape == (60, STACK_SIDE, STACK_SIDE, 3)
    assert sheet.maps.shape == (60, MAPS, CELLS, CELLS)
    assert (sheet.known == 1).all()
    share = sheet.pictures.reshape(60, CELLS, 4, CELLS, 4, 3).astype(float).mean((2, 4)) / 250
    under, on, any_die = sheet.maps.transpose(1, 0, 2, 3)
    # Pixels at borders between colours are mixtures, hence the tolerance.
    assert np.abs(under - (share[..., 2] - 0.16 * (1 - any_die))).mean() < 0.02
    assert np.abs(on - (share[..., 1] - 0.16 * (1 - any_die))).mean() < 0.02
    assert (under + on <= any_die + 1e-6).all()


def test_half_of_the_dice_are_parts_of_stacks_and_have_their_own_box_or_the_stacks(tmp_path: Path) -> None:
    sheet = batch(record(tmp_path), count=300)
    assert 0.4 < sheet.stacked.mean() < 0.6
    dice = sheet.maps[:, 2].sum((1, 2)) * 16
    alone = dice[sheet.stacked == 0]
    # A die fills its box; around two there is the box of both, so that each is smaller.
    assert np.median(alone) == pytest.approx((STACK_SIDE / STACK_SPAN) ** 2, rel=0.1)
    under = sheet.maps[:, 0].sum((1, 2)) * 16
    sizes = under[sheet.stacked == 1]
    assert sizes.max() > 1.6 * sizes.min() > 0
    assert (under[sheet.stacked == 0] == 0).all()


@pytest.mark.parametrize(("x", "y"), [(2, 100), (100, 2), (SIDE - 44, 100), (100, SIDE - 44)])
def test_a_die_is_left_out_where_the_edge_cuts_what_is_around_it(tmp_path: Path, x: int, y: int) -> None:
    one = record(tmp_path)
    counts = Piles([one], [], 0.0, np.random.default_rng(3)).counts
    one.dice.append(Die((x, y, 40, 40), 6, "5"))
    assert Piles([one], [], 0.0, np.random.default_rng(3)).counts == counts == {"stacks": 2, "alone": 1}


def test_a_stack_whose_other_die_hardly_shows_is_not_to_be_told(tmp_path: Path) -> None:
    sheet = batch(record(tmp_path, seen=0.45))
    assert (sheet.weight[sheet.stacked == 1] == 0).all()
    assert (sheet.weight[sheet.stacked == 0] == 1).all()


def test_of_photographs_and_older_frames_only_whether_there_is_a_stack_is_known(tmp_path: Path) -> None:
    drawn = batch(record(tmp_path, layers=False))
    assert (drawn.known == 0).all()
    assert set(drawn.stacked) == {0.0, 1.0}
    photo = Record(record(tmp_path).jpeg, [Die((150, 150, 40, 40), 6, "5")], "someone", "", "", True)
    sheet = batch(record(tmp_path), photos=[photo], share=1.0)
    assert (sheet.known == 0).all()
    assert (sheet.stacked == 0).all()
    assert (sheet.weight == 1).all()


def test_the_right_answer_costs_less_than_the_wrong_one(tmp_path: Path) -> None:
    sheet = batch(record(tmp_path), count=20)
    wanted = np.concatenate([sheet.stacked[:, None], sheet.maps.reshape(20, -1)], 1)
    right = torch.from_numpy(12 * wanted - 6)
    cheap, dear = loss_of(right, sheet), loss_of(-right, sheet)
    assert set(cheap) == {"maps", "stacked"}
    for name in cheap:
        assert cheap[name] < 0.2 * dear[name]


def test_what_is_not_known_costs_nothing(tmp_path: Path) -> None:
    sheet = batch(record(tmp_path, layers=False, seen=0.45), count=20)
    sheet.stacked[:] = 1
    sheet.weight[:] = 0
    out = torch.randn(20, 1 + MAPS * CELLS * CELLS)
    assert all(float(loss) == 0 for loss in loss_of(out, sheet).values())


def test_the_net_gives_a_logit_and_the_maps() -> None:
    net = fresh("stacks")
    assert isinstance(net, StackNet)
    assert net(torch.zeros(2, 3, STACK_SIDE, STACK_SIDE)).shape == (2, 1 + MAPS * CELLS * CELLS)


def test_a_training_lowers_its_loss_on_a_few_dice(tmp_path: Path) -> None:
    torch.manual_seed(1)
    sheet, net = batch(record(tmp_path), count=24), fresh("stacks")
    pictures = torch.from_numpy(sheet.pictures).permute(0, 3, 1, 2).float().div(255).sub(0.5)
    steps = torch.optim.Adam(net.parameters(), lr=3e-3)
    losses = []
    for _ in range(25):
        found = loss_of(net(pictures), sheet)
        total = 6 * found["maps"] + found["stacked"]
        steps.zero_grad()
        total.backward()
        steps.step()
        losses.append(float(total.detach()))
    assert losses[-1] < 0.4 * losses[0]


@pytest.mark.parametrize("shot", ["near", "pile"])
def test_layers_of_drawn_frames_tell_upper_from_lower_dice(shot: Shot) -> None:
    maker = Maker(5, "favor", trouble=1.0, shot=shot)
    both = 0
    for _ in range(12):
        picture, truth = maker.frame()
        assert maker.layers is not None
        assert maker.layers.shape == picture.shape[:2]
        dice = truth["dice"]
        assert isinstance(dice, list)
        there = set(np.unique(maker.layers)) - {0}
        stacked = any("stacked" in die["trouble"] for die in dice)
        assert bool(there & {UPPER, LOWER}) <= stacked
        both += {UPPER, LOWER} <= there
    assert both > 3


def test_frames_are_written_with_their_layers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from vision.training import frames

    words = ["frames", str(tmp_path), "--count", "3", "--theme", "favor", "--shot", "pile", "--trouble", "1"]
    monkeypatch.setattr("sys.argv", words)
    frames.main()
    records = rendered(tmp_path, ("favor",))
    assert len(records) == 3
    seen: set[int] = set()
    for one in records:
        assert one.layers is not None
        shown = cv2.imread(str(one.layers), cv2.IMREAD_GRAYSCALE)
        assert shown is not None
        assert shown.shape == one.frame().shape[:2]
        seen |= set(np.unique(shown).tolist())
    assert seen <= {0, ALONE, UPPER, LOWER}
    assert LOWER in seen
