# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Training and evaluation on batches that are made as they are needed: datasets, generators."""
import inspect
import itertools

from .dtypes import Koma
from .errors import ArgumentError
from .functions import is_several
from .layers import as_floats
from .making import make
from .progress import Progress


def list_samples(value):
    """One tensor for each input or output."""
    if value is None:
        raise TypeError("Samples are tensors, arrays or lists of numbers, not None")
    return [as_floats(make(one)) for one in (value if is_several(value) else [value])]


def is_batches(x, y):
    if inspect.isgenerator(x) or (callable(x) and not isinstance(x, Koma.Tensor)):
        return True
    is_data = isinstance(x, (Koma.Tensor, list, tuple, str, bytes)) or hasattr(x, "__array__") or hasattr(x, "typecode")
    return y is None and hasattr(x, "__iter__") and not is_data


def begin_epoch(batches, n_most):
    if not inspect.isgenerator(batches):
        batches = batches() if callable(batches) else batches
    return itertools.islice(batches, n_most)


def fit_batches(model, batches, callbacks, verbose, settings):
    """A generator has one epoch, unless steps_per_epoch says how many batches an epoch takes of it. A function that
    makes one, and any object that can be iterated several times, have as many as are asked for.

    Returns a dict of lists, with the mean of each figure over the batches of an epoch.
    """
    epochs, first = settings.pop("epochs", 1), settings.pop("initial_epoch", 0)
    n_most, validation = settings.pop("steps_per_epoch", None), settings.pop("validation_data", None)
    if settings:
        raise TypeError(f"fit() of a generator has no argument “{min(settings)}”")
    if inspect.isgenerator(batches) and epochs - first != 1 and n_most is None:
        raise ArgumentError("A generator is used up after an epoch: give the function that makes it, or "
                            "steps_per_epoch")
    found = {}
    progress = Progress(epochs, verbose)
    callbacks.call("on_train_begin")
    try:
        for epoch in range(first, epochs):
            if model.stop_training:
                break
            callbacks.call("on_epoch_begin", epoch)
            means = train_epoch(model, begin_epoch(batches, n_most), epoch, progress, callbacks)
            figures = dict(zip(model.get_result_names(), means))
            figures.update(validate(model, validation))
            for name, value in figures.items():
                found.setdefault(name, []).append(value)
            progress.show_epoch(epoch, figures)
            callbacks.call("on_epoch_end", epoch, logs=figures)
    finally:
        progress.end()
    callbacks.call("on_train_end", logs={name: values[-1] for name, values in found.items()})
    return found


def validate(model, data):
    """Figures with “val_” before their names: of samples (x, y), or of batches."""
    if data is None:
        return {}
    values = evaluate_batches(model, data) if is_batches(data, None) else model.evaluate(*data)
    return {f"val_{name}": value for name, value in zip(model.get_result_names(), values)}


def train_epoch(model, batches, epoch, progress, callbacks):
    """The mean of the figures, each batch weighed by its samples."""
    sums, n = None, 0
    for i, (x, y) in enumerate(batches):
        if model.stop_training:
            break
        xs = list_samples(x)
        callbacks.call("on_train_batch_begin", i)
        figures = model.train_on_batch(xs, list_samples(y))
        n_batch = xs[0].get_shape()[0]
        sums = [a + n_batch * b for a, b in zip(sums or [0.0] * len(figures), figures)]
        n += n_batch
        progress.show_batch(epoch, i, figures[0])
        if callbacks.has_batches():
            callbacks.call("on_train_batch_end", i, logs=dict(zip(model.get_result_names(), figures)))
    if n == 0 and not model.stop_training:
        raise ArgumentError(f"There are no samples in epoch {epoch}")
    return [one / n for one in sums or ()]


def evaluate_batches(model, batches):
    """The mean of the figures, each batch weighed by its samples."""
    sums, n = None, 0
    for x, y in begin_epoch(batches, None):
        xs = list_samples(x)
        n_batch = xs[0].get_shape()[0]
        figures = model.evaluate(xs, list_samples(y), n_batch)
        sums = [a + n_batch * b for a, b in zip(sums or [0.0] * len(figures), figures)]
        n += n_batch
    if n == 0:
        raise ArgumentError("There are no samples to evaluate with")
    return [one / n for one in sums]
