# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Training with keyword arguments, on arrays and on generators of batches; what it shows meanwhile."""
import re

from gi.repository import GLib

from .batches import evaluate_batches, fit_batches, is_batches, list_samples
from .callbacks import Callback, CallbackList
from .dtypes import Koma
from .progress import Progress

raised = []  # by a loss or a metric, until the library has failed
SETTINGS = ("epochs", "batch_size", "shuffle", "validation_split", "monitor", "patience", "min_delta",
            "initial_epoch", "steps_per_epoch")
SIGNALS = re.compile("(train|epoch|batch)[-_](begin|end)")


def set_validation(options, data):
    x, y = data
    options.set_validation(list_samples(x), list_samples(y))


def make_options(settings):
    validation = settings.pop("validation_data", None)
    sample_weights = settings.pop("sample_weight", None)
    class_weights = settings.pop("class_weight", None)
    unknown = settings.keys() - set(SETTINGS)
    if unknown:
        raise TypeError(f"fit() has no argument “{min(unknown)}”; it has {', '.join(SETTINGS)}, validation_data, "
                        "sample_weight, class_weight, callbacks, verbose")
    options = Koma.FitOptions(**settings)
    if validation is not None:
        set_validation(options, validation)
    if sample_weights is not None:
        options.set_sample_weights(list_samples(sample_weights))
    if class_weights is not None:
        options.set_class_weights(0, list_class_weights(class_weights))
    return options


def list_class_weights(weights):
    if not isinstance(weights, dict):
        return list(weights)
    return [weights.get(i, 1.0) for i in range(max(weights) + 1)]


def get_figures(history):
    return {name: history.get_values(name)[-1] for name in history.get_names()}


class History(Koma.History):
    """history["loss"] is a list with a number for each epoch."""

    __module__ = "gi.overrides.Koma"

    def __getitem__(self, name) -> "list[float]":
        if name not in self.get_names():
            raise KeyError(f"There is no “{name}”; there are {', '.join(self.get_names())}")
        return self.get_values(name)

    def __iter__(self):
        return iter(self.get_names())

    def __len__(self) -> "int":
        return len(self.get_names())

    def __repr__(self):
        return f"<Koma.History {dict(self)}>"

    def keys(self) -> "list[str]":
        return self.get_names()

    @property
    def n_epochs(self) -> "int":
        return self.get_n_epochs()


def get_name(choice, placeholder):
    return choice if isinstance(choice, str) else placeholder


def adapt_function(function):
    """For the library. It does not know the model, which holds it."""
    def call(xs, *_data):
        raised.clear()
        try:
            value = function(*xs)
            if not isinstance(value, Koma.Tensor):
                raise TypeError(f"{function.__name__} returned {value!r}, and no Koma.Tensor")
            return value
        except BaseException as error:
            raised.append(error)
            return None

    return call


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

    def _call(self, function, *args):
        """What a loss or a metric has raised ends it."""
        try:
            return function(self, *args)
        except GLib.Error:
            if raised:
                raise raised.pop() from None
            raise

    def connect(self, signal, handler, *args):
        if SIGNALS.match(signal):
            handler = self._guard(handler)
        return Koma.LayersModel.connect(self, signal, handler, *args)

    def compile(self, optimizer="adam", loss="meanSquaredError", metrics=None) -> "None":
        """The optimizer is a name or a Koma.Optimizer.

        A loss is a name, or a function of the targets and of what the model gives, which returns a tensor; a list
        has one for each output. So are metrics. Functions are called once for each size of batch, with numbers
        that mean nothing: what they compute becomes part of the training.
        """
        losses = list(loss) if isinstance(loss, (list, tuple)) else [loss]
        metrics = list(metrics or ()) if not isinstance(metrics, str) and not callable(metrics) else [metrics]
        for one in losses + metrics:
            if not isinstance(one, str) and not callable(one):
                raise TypeError(f"A loss or a metric is a name or a function, not {one!r}")
        with_object = isinstance(optimizer, Koma.Optimizer)
        call = Koma.LayersModel.compile_with if with_object else Koma.LayersModel.compile
        names = [get_name(one, "meanSquaredError") for one in losses]
        call(self, optimizer, names[0], [one for one in metrics if isinstance(one, str)])
        if len(names) > 1:
            self.set_losses(names)
        self._set_functions(losses, [one for one in metrics if not isinstance(one, str)])

    def _set_functions(self, losses, metrics):
        n = len(self.get_outputs()) if any(callable(one) for one in losses) else 0
        for i in range(n):
            one = losses[i if len(losses) > 1 else 0]
            if callable(one):
                self.set_loss_function(i, adapt_function(one))
        for one in metrics:
            self.add_metric_function(one.__name__, adapt_function(one))

    def _fit(self, x, y, options, cancellable):
        self._begin()
        history = self._call(Koma.LayersModel.fit, list_samples(x), list_samples(y), options, cancellable)
        self._raise()
        return history

    def fit(self, x, y=None, options=None, cancellable=None, *, callbacks=None, verbose=None, **settings):
        """Trains on samples, or on batches (x, y): a Koma.Dataset, a generator, or what gives one for each epoch.

        Settings are epochs, batch_size, validation_data=(x, y), validation_split, shuffle, monitor,
        patience, min_delta, initial_epoch, steps_per_epoch, sample_weight and class_weight. A callback
        is a Koma.Callback, or a function that is called with the epoch and a dict of its figures after
        each; model.stop (), or model.stop_training = True, ends the training. On a terminal a line shows how
        far it is, unless verbose is False.
        """
        if options is not None and settings:
            raise TypeError(f"fit() is given Koma.FitOptions, and “{min(settings)}” beside them")
        self._is_stopped = False
        n_epochs = options.props.epochs if options is not None else settings.get("epochs", 1)
        callbacks = CallbackList(callbacks, self, {"epochs": n_epochs})
        if is_batches(x, y):
            return fit_batches(self, x, callbacks, verbose, settings)
        handlers = self._connect_callbacks(callbacks)
        progress = Progress(n_epochs, verbose)
        if progress.is_on:
            handlers.append(self.connect("batch-end", lambda _model, *batch: progress.show_batch(*batch)))
            handlers.append(self.connect("epoch-end", lambda _model, epoch, history:
                                         progress.show_epoch(epoch, get_figures(history))))
        try:
            return self._fit(x, y, make_options(dict(settings)) if options is None else options, cancellable)
        finally:
            progress.end()
            for handler in handlers:
                self.disconnect(handler)

    def _connect_callbacks(self, callbacks):
        if not callbacks.all:
            return []
        handlers = {
            "train-begin": lambda _model: callbacks.call("on_train_begin"),
            "train-end": lambda _model, history: callbacks.call("on_train_end", logs=get_figures(history)),
            "epoch-begin": lambda _model, epoch: callbacks.call("on_epoch_begin", epoch),
            "epoch-end": lambda _model, epoch, history: callbacks.call("on_epoch_end", epoch,
                                                                       logs=get_figures(history)),
        }
        if callbacks.has_batches():
            handlers["batch-begin"] = lambda _model, _epoch, batch, _size: callbacks.call("on_train_batch_begin", batch)
            handlers["batch-end"] = lambda _model, _epoch, batch, _loss: callbacks.call(
                "on_train_batch_end", batch, logs=self._get_batch_figures())
        return [self.connect(signal, handler) for signal, handler in handlers.items()]

    def _get_batch_figures(self):
        return dict(zip(self.get_result_names(), self.get_batch_results()))

    @property
    def stop_training(self) -> "bool":
        return getattr(self, "_is_stopped", False)

    @stop_training.setter
    def stop_training(self, is_stopped):
        self._is_stopped = bool(is_stopped)
        if is_stopped:
            Koma.LayersModel.stop(self)

    def stop(self) -> "None":
        """Ends the training after this batch."""
        self.stop_training = True

    def fit_async(self, x, y, *args, **kwargs):
        self._begin()
        return Koma.LayersModel.fit_async(self, list_samples(x), list_samples(y), *args, **kwargs)

    def fit_finish(self, result):
        history = self._call(Koma.LayersModel.fit_finish, result)
        self._raise()
        return history

    def evaluate(self, x, y=None, batch_size=32) -> "list[float]":
        """The loss and the metrics, in the order of get_result_names (): of samples, or of batches (x, y)."""
        if is_batches(x, y):
            return evaluate_batches(self, x)
        return self._call(Koma.LayersModel.evaluate, list_samples(x), list_samples(y), batch_size)

    def predict(self, x, batch_size=32) -> "Koma.Tensor":
        return Koma.LayersModel.predict(self, list_samples(x), batch_size)

    def predict_all(self, x, batch_size=32) -> "list[Koma.Tensor]":
        return Koma.LayersModel.predict_all(self, list_samples(x), batch_size)

    def train_on_batch(self, x, y) -> "list[float]":
        return self._call(Koma.LayersModel.train_on_batch, list_samples(x), list_samples(y))

    def add(self, layer) -> "None":
        """A layer, or a model that is one from now on."""
        if not isinstance(layer, (Koma.Layer, Koma.LayersModel)):
            raise TypeError(f"A model is made of layers, not of {layer!r}")
        return Koma.LayersModel.add(self, layer if isinstance(layer, Koma.Layer) else layer.as_layer())

    def __call__(self, x, training=False):
        """The output of a batch or of symbols, or a list of them where there are several."""
        if all(isinstance(one, Koma.Symbol) for one in (x if isinstance(x, (list, tuple)) else [x])):
            return self.as_layer()(x)
        outputs = self.apply(list_samples(x), training)
        return outputs[0] if len(outputs) == 1 else outputs

    @property
    def name(self):
        return self.get_name()

    @property
    def inputs(self) -> "list[Koma.Symbol]":
        return self.get_inputs()

    @property
    def outputs(self) -> "list[Koma.Symbol]":
        return self.get_outputs()

    @property
    def trainable(self):
        return self.get_trainable()

    @trainable.setter
    def trainable(self, is_trainable):
        self.set_trainable(is_trainable)

    @property
    def trainable_weights(self) -> "list[Koma.Variable]":
        """As variables, for loops of one's own."""
        return self.get_variables(True)

    @property
    def layers(self) -> "list[Koma.Layer]":
        return [self.get_layer(i) for i in range(self.get_n_layers())]

    @property
    def weights(self) -> "dict[str, Koma.Tensor]":
        return {self.get_weight_name(i): self.get_weight(i) for i in range(self.get_n_weights())}


EXPORTS = (Callback,)
