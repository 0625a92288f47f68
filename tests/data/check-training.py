#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The tests of what a model of Koma's own is made with, where its libraries are: train/packages.txt.

check-training.py MODEL, the name of its folder.
"""
import os
import pathlib
import subprocess
import sys

# Debian's own: its packages of PyTorch and OpenCV are what training runs with.
PYTHON = "/usr/bin/python3"
TRAIN = pathlib.Path(os.environ["KOMA_SOURCE"]) / "data" / "models" / sys.argv[1] / "train"

if subprocess.run([PYTHON, "-c", "import cv2, numpy, PIL, torch"], stderr=subprocess.DEVNULL).returncode:
    print("skipped: training's libraries are not installed")
    sys.exit(77)
env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "OMP_WAIT_POLICY": "PASSIVE", "OPENBLAS_NUM_THREADS": "1"}
sys.exit(subprocess.run([PYTHON, "-m", "unittest", "discover"], cwd=TRAIN, env=env).returncode)
