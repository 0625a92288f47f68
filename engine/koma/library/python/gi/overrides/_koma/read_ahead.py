# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Samples that a thread makes before they are needed.

Tensors belong to the thread that made them: their numbers go to the other one as memory.
"""
import queue
import threading

from .dtypes import Koma
from .memory import View, from_memory

END = object()


class Sent:
    """A tensor between two threads: nothing is copied before it is made anew."""

    def __init__(self, tensor):
        self.view = View(tensor)

    def receive(self):
        return from_memory(self.view.to_memoryview(), self.view.dtype, self.view.shape)


def convert(value, kind, change):
    if isinstance(value, kind):
        return change(value)
    if type(value) in (tuple, list):
        return type(value)(convert(one, kind, change) for one in value)
    if type(value) is dict:
        return {key: convert(one, kind, change) for key, one in value.items()}
    return value


class Producer:
    """A thread with the samples that it has made."""

    def __init__(self, source, n):
        self.source = source
        self.items = queue.Queue(n)
        self.is_ending = threading.Event()
        self.thread = threading.Thread(target=self.run, name="koma-ahead", daemon=True)

    def run(self):
        """(sample, what was raised)"""
        try:
            samples = iter(self.source)
            try:
                for one in samples:
                    self.items.put((convert(one, Koma.Tensor, Sent), None))
                    if self.is_ending.is_set():
                        return
            finally:
                # What it holds, such as threads of its own, ends on the thread that began it.
                getattr(samples, "close", lambda: None)()
            self.items.put((END, None))
        except BaseException as error:
            self.items.put((END, error))

    def end(self):
        """Waits for the thread, which may be waiting for room."""
        self.is_ending.set()
        # There is room then for the one sample that it may still put.
        while not self.items.empty():
            self.items.get()
        self.thread.join()


def iterate(source, n):
    producer = Producer(source, n)
    producer.thread.start()
    try:
        while True:
            sample, error = producer.items.get()
            if error is not None:
                raise error
            if sample is END:
                return
            yield convert(sample, Sent, Sent.receive)
    finally:
        producer.end()
