# SPDX-License-Identifier: GPL-3.0-or-later
"""Fresh pictures for each step, rendered by other processes into shared memory.

    worker 0: batch 0, 2, 4 …  ─┐   slot 0 │ slot 1 │ slot 2 │ slot 3
    worker 1: batch 1, 3, 5 …  ─┴──▶ a ring of slots ──▶ the trainer takes them in order

Batch i is drawn from the seed (seed, i) alone, so a run is the same whatever the number of workers.
"""
import multiprocessing
import os

import cv2
import numpy

from classes import KINDS, TURNED, class_of

HARD = ("NK", "NG", "NY", "TO", "UM", "RY", "KY")
HARD_WEIGHT = 1.4
EMPTY_SHARE = 0.06
FOREIGN_SHARE = 0.2
NONE = -1  # the label of a foreign picture
SLOTS_A_WORKER = 3


def mix():
    """How often each upright class is drawn: (kind or None) and its probability."""
    weights = numpy.array([HARD_WEIGHT if kind in HARD else 1.0 for kind in KINDS])
    shares = weights / weights.sum() * (1 - EMPTY_SHARE)
    return (None, *KINDS), numpy.array([EMPTY_SHARE, *shares])


def spread(rng, shares, n):
    """n classes in random order, each as often as its share says, give or take one."""
    places = (numpy.arange(n) + rng.random()) / n
    return rng.permutation(numpy.searchsorted(shares.cumsum(), places).clip(max=len(shares) - 1))


def draw(renderer, rng, n, size, foreign=None):
    """n pictures, every second one upside down: uint8 [n, size, size, 3], and labels [n].

    With `foreign`, a share of them, the last ones, are its pictures, with the label NONE.
    """
    kinds, shares = mix()
    pictures = numpy.empty((n, size, size, 3), numpy.uint8)
    labels = numpy.full(n, NONE, numpy.int64)
    n_known = n - round(n * FOREIGN_SHARE) if foreign else n
    for i in range(n_known, n):
        pictures[i] = foreign.picture(rng, size)
    for i, choice in enumerate(spread(rng, shares, n_known)):
        picture, label = renderer.picture(kinds[choice], rng, size), class_of(kinds[choice])
        if i % 2 == 1:
            picture, label = picture[::-1, ::-1], TURNED[label]
        pictures[i], labels[i] = picture, label
    return pictures, labels


class Batches:
    """An iterator over (pictures, labels); what it yields is overwritten by the next step.

    sizes: the width of the pictures of each batch, so its length is the number of batches.
    """

    def __init__(self, renderer, sizes, batch=64, seed=0, start=0, workers=2, foreign=None):
        context = multiprocessing.get_context("fork")
        self.renderer, self.sizes, self.batch, self.seed = renderer, sizes, batch, seed
        self.start, self.workers, self.n_slots = start, workers, workers * SLOTS_A_WORKER
        self.foreign = foreign
        area = max(sizes, default=1) ** 2 * 3
        self.pictures = numpy.frombuffer(
            context.RawArray("B", self.n_slots * batch * area), numpy.uint8
        ).reshape(self.n_slots, batch * area)
        self.labels = numpy.frombuffer(
            context.RawArray("q", self.n_slots * batch), numpy.int64).reshape(self.n_slots, batch)
        self.free = [context.Semaphore(1) for _ in range(self.n_slots)]
        self.full = [context.Semaphore(0) for _ in range(self.n_slots)]
        self.processes = [context.Process(target=self.work, args=(i,), daemon=True)
                          for i in range(workers)]
        for process in self.processes:
            process.start()

    def slot(self, index):
        slot = index % self.n_slots
        size = self.sizes[index]
        n = self.batch * size * size * 3
        return slot, self.pictures[slot, :n].reshape(self.batch, size, size, 3)

    def work(self, worker):
        """In a process of its own: every workers-th batch."""
        os.nice(2)
        cv2.setNumThreads(0)
        for index in range(len(self.sizes)):
            if index < self.start or index % self.workers != worker:
                continue
            slot, into = self.slot(index)
            self.free[slot].acquire()
            rng = numpy.random.default_rng((self.seed, index))
            into[:], self.labels[slot] = draw(self.renderer, rng, self.batch, self.sizes[index],
                                              self.foreign)
            self.full[slot].release()

    def wait(self, index, slot):
        while not self.full[slot].acquire(timeout=5):
            process = self.processes[index % self.workers]
            if not process.is_alive():
                raise RuntimeError(f"the renderer of batch {index} ended: {process.exitcode}")

    def __iter__(self):
        for index in range(self.start, len(self.sizes)):
            slot, pictures = self.slot(index)
            self.wait(index, slot)
            yield pictures, self.labels[slot]
            self.free[slot].release()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self.processes:
            process.terminate()
            process.join()


def renders(renderer, n, size, seed, workers=2):
    """n pictures at once, for a set that is kept: uint8 [n, size, size, 3], labels [n]."""
    batch = 50
    with Batches(renderer, [size] * -(-n // batch), batch, seed, workers=workers) as batches:
        pairs = [(pictures.copy(), labels.copy()) for pictures, labels in batches]
    pictures, labels = (numpy.concatenate(part)[:n] for part in zip(*pairs))
    return pictures, labels
