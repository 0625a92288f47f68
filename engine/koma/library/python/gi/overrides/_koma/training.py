# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Training that ends with what a handler raises."""
from .dtypes import Koma


class LayersModel(Koma.LayersModel):
    """What a signal handler raises ends the training, which raises it."""

    __module__ = "gi.overrides.Koma"

    def _guard(self, handler):
        def call(*args):
            if getattr(self, "_failure", None) is not None:
                return
            try:
                handler(*args)
            except BaseException as error:
                self._failure = error
                self.stop()

        return call

    def _begin(self):
        self._failure = None

    def _raise(self):
        failure, self._failure = getattr(self, "_failure", None), None
        if failure is not None:
            raise failure

    def connect(self, signal, handler, *args):
        if signal.startswith(("batch-end", "epoch-end", "batch_end", "epoch_end")):
            handler = self._guard(handler)
        return Koma.LayersModel.connect(self, signal, handler, *args)

    def fit(self, *args, **kwargs):
        self._begin()
        history = Koma.LayersModel.fit(self, *args, **kwargs)
        self._raise()
        return history

    def fit_async(self, *args, **kwargs):
        self._begin()
        return Koma.LayersModel.fit_async(self, *args, **kwargs)

    def fit_finish(self, result):
        history = Koma.LayersModel.fit_finish(self, result)
        self._raise()
        return history
