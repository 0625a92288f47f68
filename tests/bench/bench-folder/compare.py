#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A folder of JPEGs, from files to classes, on all processors: Koma beside sharp and onnxruntime, in turns.

    meson test -C build --benchmark folder

Wants npm, which fetches both where they are not kept from the last time, and the shared MobileNetV2 1.0 and
photographs. Of each the least of several runs on the folder counts, less the least on a folder of few: so the
start of the programs does not. In brackets, the ratio to Koma: of pictures a second, and of the processor time of
a picture, helpers' included, which other work on the machine changes little.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(os.environ["KOMA_SOURCE"])
sys.path[:0] = [str(SOURCE / "tests" / name) for name in ("app", "bench", "engine")]
from koma_cli import BUILD, KOMA, SHARED  # noqa: E402
from nets import npm, runtime  # noqa: E402
from nets.runner import NotThere, Time  # noqa: E402
from program_run import adopt_helpers, run_once  # noqa: E402

SHARP_VERSION = "0.35.5"
MODEL = SHARED / "models" / "mobilenet_v2_1.0_224" / "onnx" / "mobilenet_v2_1.0_224.onnx"
PHOTOS = SHARED / "photos" / "imagenet"
HERE = pathlib.Path(__file__).parent
FEW = 8  # as many as it takes until all threads work


def make_folders(sharp, folder, width, height, count):
    """All pictures, and a few of them."""
    both = folder / "all", folder / "few"
    for one in both:
        one.mkdir()
    subprocess.run(["node", HERE / "make.js", sharp, PHOTOS, str(width), str(height), str(count + FEW), both[0]],
                   check=True)
    for picture in sorted(both[0].iterdir())[:FEW]:
        os.link(picture, both[1] / picture.name)
    return both


def measure(commands, folders, rounds, home):
    """Ms of a picture, for each command."""
    least = {(name, folder): [] for name in commands for folder in folders}
    for _ in range(rounds):
        for (name, folder), times in least.items():
            run = run_once([*commands[name], folder], home)
            times.append(Time(run["wall"], run["cpu"]))
    least = {key: Time(*map(min, *times, times[0])) for key, times in least.items()}
    count = len(list(folders[0].iterdir())) - FEW
    return {name: Time(*((all_of - few) / count for all_of, few in
                         zip(*(least[name, folder] for folder in folders)))) for name in commands}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--images", type=int, default=48)
    parser.add_argument("--width", type=int, default=4000)
    parser.add_argument("--height", type=int, default=3000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--koma", default=[KOMA], nargs="+", help="programs; default: that of the build")
    options = parser.parse_args()

    if not MODEL.exists() or not PHOTOS.exists():
        print("the shared model and photographs are not there")
        sys.exit(77)
    try:
        sharp, ort = npm.fetch(BUILD, "sharp", SHARP_VERSION), runtime.fetch(BUILD)
    except NotThere as missing:
        sys.exit(str(missing))
    adopt_helpers()
    commands = {f"Koma{', ' + str(koma) if len(options.koma) > 1 else ''}": [koma, "classify", "--model", MODEL]
                for koma in options.koma}
    for scale, what in (("fast", "decoded as sharp chooses"), ("fine", "decoded as by Koma")):
        commands[f"sharp and onnxruntime, {what}"] = ["node", HERE / "peer.js", sharp, ort, MODEL, scale]
    with tempfile.TemporaryDirectory(prefix="koma-bench-") as name, \
            tempfile.TemporaryDirectory(prefix="koma-home-") as home:
        folders = make_folders(sharp, pathlib.Path(name), options.width, options.height, options.images)
        times = measure(commands, folders, options.rounds, home)
    own = next(iter(times.values()))
    print(f"| {options.images} JPEGs of {options.width}×{options.height} | pictures a second | processor, ms each |")
    print("|---|---|---|")
    for name, taken in times.items():
        print(f"| {name} | {1e3 / taken.wall:.1f} ({own.wall / taken.wall:.2f}) "
              f"| {taken.processor:.2f} ({taken.processor / own.processor:.2f}) |")


main()
