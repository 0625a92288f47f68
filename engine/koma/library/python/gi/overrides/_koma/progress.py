# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""One line on a terminal that says how far a training is."""
import sys
import time

INTERVAL_S = 0.1


class Progress:
    """Writes to standard error, and nothing where that is no terminal, unless it is asked for."""

    def __init__(self, n_epochs, verbose=None, stream=None):
        self.n_epochs = n_epochs
        self.stream = stream or sys.stderr
        self.is_on = self.stream.isatty() if verbose is None else bool(verbose)
        self.last = 0.0
        self.length = 0

    def write(self, text):
        self.stream.write("\r" + text.ljust(self.length))
        self.stream.flush()
        self.length = len(text)

    def show_batch(self, epoch, batch, loss):
        now = time.monotonic()
        if self.is_on and now - self.last >= INTERVAL_S:
            self.last = now
            self.write(f"epoch {epoch + 1}/{self.n_epochs}, batch {batch + 1}, loss {loss:.4g}")

    def show_epoch(self, epoch, figures):
        if self.is_on:
            text = ", ".join(f"{name} {value:.4g}" for name, value in figures.items())
            self.write(f"epoch {epoch + 1}/{self.n_epochs}, {text}")

    def end(self):
        """The next line of the program begins on its own."""
        if self.is_on and self.length > 0:
            self.stream.write("\n")
            self.stream.flush()
            self.length = 0
