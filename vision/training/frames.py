"""Random trays with exact truth for training: `python -m vision.training.frames OUT --count N --seed S`."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2

from vision.training.numerals import fonts
from vision.training.throws import SHOTS, STACK_SHOTS, THEMES
from vision.training.trays import Maker


def main() -> None:
    """Write frames, one JPEG each, the masks of hands and of stacks, and their truth, a line of JSON each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--theme", choices=THEMES, default="mixed")
    parser.add_argument("--trouble", type=float, default=0.3, help="share of frames with an unreadable die")
    parser.add_argument(
        "--shot", choices=SHOTS, default="whole", help="near, pile: small frames of a few dice; close: of one"
    )
    args = parser.parse_args()
    if args.theme == "poly" and not fonts():
        parser.error("Numerals need fonts: install some of those that README.md names.")
    args.out.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    maker = Maker(args.seed, args.theme, args.trouble, args.shot)
    with (args.out / f"truth-{args.theme}-{args.seed}.jsonl").open("w", encoding="utf-8") as truths:
        for k in range(args.count):
            picture, truth = maker.frame()
            name = f"{args.theme}-{args.seed}-{k:05d}.jpg"
            quality = int(maker.rng.integers(60, 97))
            cv2.imwrite(str(args.out / name), picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
            if truth["hand"] and maker.hand_mask is not None:
                cv2.imwrite(str(args.out / name.replace(".jpg", "-hand.png")), maker.hand_mask)
            if args.shot in STACK_SHOTS and maker.layers is not None:
                cv2.imwrite(str(args.out / name.replace(".jpg", "-layers.png")), maker.layers)
            truths.write(json.dumps({"image": name, **truth}) + "\n")


if __name__ == "__main__":
    main()
