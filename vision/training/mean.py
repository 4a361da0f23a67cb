"""The mean of several trainings' weights: `python -m vision.training.mean OUT.pt ONE.pt OTHER.pt …`.

Weights that come of the same start, trained on with other seeds, lie in one valley; in its middle a net reads
frames that it has not seen better than at any one place (Wortsman et al., Model soups, 2022).
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from torch import Tensor


def mean(weights: list[dict[str, Tensor]]) -> dict[str, Tensor]:
    """The weights' mean, name by name; raises ValueError where they are not of one kind of net."""
    first = weights[0]
    for other in weights[1:]:
        if {n: w.shape for n, w in other.items()} != {n: w.shape for n, w in first.items()}:
            raise ValueError("These weights are of different kinds of nets: give those of one kind.")
    return {
        name: torch.stack([one[name].double() for one in weights]).mean(0).to(value.dtype)
        for name, value in first.items()
    }


def main() -> None:
    """Write the mean."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("weights", type=Path, nargs="+")
    args = parser.parse_args()
    torch.save(mean([torch.load(path, weights_only=True) for path in args.weights]), args.out)


if __name__ == "__main__":
    main()
