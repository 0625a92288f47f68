# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A program that runs a model as it is told, in a process of its own; see onnxruntime.js."""
import subprocess
import typing


class NotThere(Exception):
    """Why a runtime can not be had."""


class Time(typing.NamedTuple):
    """Of one run, in ms."""
    wall: float
    processor: float


def parse(text):
    return Time(*map(float, text.split(",")))


class Runner:
    def __init__(self, command, **env):
        self._name = str(command[0])
        self._process = subprocess.Popen([str(word) for word in command], stdin=subprocess.PIPE,
                                         stdout=subprocess.PIPE, text=True, env=env or None)
        self.first = parse(self._read())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.communicate(timeout=60)

    def _read(self):
        line = self._process.stdout.readline()
        if not line:
            raise NotThere(f"{self._name} has ended")
        return line

    def _ask(self, line):
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        return self._read()

    def run(self, count):
        """As many times."""
        return [parse(text) for text in self._ask(str(count)).split()]

    def write_scores(self, path):
        self._ask(f"scores {path}")
