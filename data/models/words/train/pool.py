# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws the pictures of training in several processes, into a file that lies outside of the source.

They are a little larger than the input, so that training can cut them somewhere else each time.
"""
import multiprocessing
import pickle

import cv2
import numpy as np

from drawing import draw
from network import SIZE
from scene import random_scene

MARGIN = 8
SIDE = SIZE + MARGIN
PART = 500


def scenes_of(n, seed, split="train", style=None):
    rng = np.random.default_rng((seed, 1))
    scenes = [random_scene(rng, split) for _ in range(n)]
    for scene in scenes:
        scene.style = style or scene.style
    return scenes


def drawn(scenes, seed, side=SIDE):
    """uint8 [n, side, side, 3]."""
    rng = np.random.default_rng((seed, 2))
    return np.stack([draw(scene, side, rng) for scene in scenes])


def draw_part(job):
    path, n, part, seed = job
    cv2.setNumThreads(1)
    scenes = scenes_of(PART, (seed, part))
    pool = np.memmap(path, np.uint8, "r+", shape=(n, SIDE, SIDE, 3))
    pool[part * PART:(part + 1) * PART] = drawn(scenes, (seed, part))
    return scenes


def make_pool(folder, n, seed, workers):
    """Draws n pictures, a multiple of PART, unless that was done before; (pictures, scenes)."""
    path, about = folder / f"pool-{seed}-{n}.u8", folder / f"pool-{seed}-{n}.scenes"
    if not about.exists():
        np.memmap(path, np.uint8, "w+", shape=(n, SIDE, SIDE, 3)).flush()
        jobs = [(path, n, part, seed) for part in range(n // PART)]
        with multiprocessing.get_context("spawn").Pool(workers) as processes:
            parts = processes.map(draw_part, jobs, chunksize=1)
        about.write_bytes(pickle.dumps([scene for part in parts for scene in part]))
    return np.memmap(path, np.uint8, "r", shape=(n, SIDE, SIDE, 3)), pickle.loads(about.read_bytes())


def centre(pictures):
    half = (pictures.shape[1] - SIZE) // 2
    return pictures[:, half:half + SIZE, half:half + SIZE]


def held_out(split, n, seed, style=None):
    """Pictures as the model gets them, and their scenes, which no training saw: other seeds."""
    scenes = scenes_of(n, (9_000_000, seed), split, style)
    return centre(drawn(scenes, (9_000_000, seed))), scenes
