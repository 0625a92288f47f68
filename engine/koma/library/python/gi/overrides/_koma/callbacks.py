# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a training calls, as Keras has it."""


class Callback:
    """Of a training: a class of one's own has those methods of it that it needs.

    What one raises ends the training, and fit () raises it. `self.model.stop_training = True` ends it too.
    """

    __module__ = "gi.repository.Koma"

    model = None
    params = None

    def set_model(self, model):
        self.model = model

    def set_params(self, params):
        self.params = params

    def on_train_begin(self, logs=None):
        """Before the first epoch."""

    def on_train_end(self, logs=None):
        """With the figures of the last epoch."""

    def on_epoch_begin(self, epoch, logs=None):
        """Before the first batch of an epoch."""

    def on_epoch_end(self, epoch, logs=None):
        """With the figures of the epoch, those of the validation among them."""

    def on_batch_begin(self, batch, logs=None):
        """Before a batch, counted in its epoch."""

    def on_batch_end(self, batch, logs=None):
        """With the figures of the batch."""

    def on_train_batch_begin(self, batch, logs=None):
        self.on_batch_begin(batch, logs)

    def on_train_batch_end(self, batch, logs=None):
        self.on_batch_end(batch, logs)


class EpochFunction(Callback):
    """A function of the epoch and its figures."""

    def __init__(self, function):
        self.function = function

    def on_epoch_end(self, epoch, logs=None):
        self.function(epoch, logs)


def adapt(callback):
    if isinstance(callback, Callback):
        return callback
    if callable(callback):
        return EpochFunction(callback)
    raise TypeError("A callback is a Koma.Callback, or a function of the epoch and its figures, "
                    f"not {callback!r}")


class CallbackList:
    def __init__(self, given, model, params):
        several = given if isinstance(given, (list, tuple)) else [given]
        self.all = [adapt(one) for one in several if one is not None]
        for one in self.all:
            one.set_model(model)
            one.set_params(params)

    def has_batches(self):
        return any(not isinstance(one, EpochFunction) for one in self.all)

    def call(self, name, *args, logs=None):
        for one in self.all:
            getattr(one, name)(*args, {} if logs is None else dict(logs))
