# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What Python adds to libkoma as soon as a program imports it.

The functions that take functions call them here, between the two halves that the library offers, so
that what a function raises arrives as it is, KeyboardInterrupt too: by the library's own functions
PyGObject prints the error, and a GError says that there was one.
"""
from collections import namedtuple
from contextlib import contextmanager

from gi.repository import GLib

from ..module import get_introspection_module
from ..overrides import override

Koma = get_introspection_module("Koma")
__all__ = []

ValueAndGradients = namedtuple("ValueAndGradients", ("gradients", "ret_value"))
raised = []  # by gradient functions, while a gradient is made


def export(function):
    __all__.append(function.__name__)
    return function


def new_error(message, code=Koma.Error.ARGUMENT):
    return GLib.Error.new_literal(Koma.error_quark(), message, code)


def check_tensor(value, name):
    if not isinstance(value, Koma.Tensor):
        raise TypeError(f"Koma.{name}: the function returned {value!r}, and no Koma.Tensor")
    return value


@contextmanager
def in_scope():
    """Gives a function that takes tensors out of the scope."""
    scope = Koma.Scope.begin()

    def leave(tensors):
        for tensor in tensors:
            if tensor is not None:
                scope.move_out(tensor)

    try:
        yield leave
    finally:
        scope.end()


@contextmanager
def in_tape():
    with in_scope() as leave:
        tape = Koma.Tape.new()
        try:
            yield tape, leave
        finally:
            tape.end()


@contextmanager
def as_raised():
    """The library tells what a gradient function raised in its own words."""
    raised.clear()
    try:
        yield
    except GLib.Error:
        if raised:
            raise raised.pop() from None
        raise
    finally:
        raised.clear()


def watch_copy(tape, x):
    copy = x.clone()
    tape.watch(copy)
    return copy


def derive(name, f, user_data, xs, dy):
    with in_tape() as (tape, leave):
        copies = [watch_copy(tape, x) for x in xs]
        value = check_tensor(f(copies, user_data), name)
        with as_raised():
            gradients = Koma.Tape.gradient(tape, value, dy, copies)
        for i, gradient in enumerate(gradients):
            if gradient is None:
                raise new_error(f"The value of the function does not depend on argument {i}")
        tape.compute([value, *gradients])
        leave([value, *gradients])
        return ValueAndGradients(gradients, value)


@export
def tidy(f, *user_data):
    with in_scope() as leave:
        tensor = check_tensor(f(*user_data), "tidy")
        leave([tensor])
        return tensor


@export
def grad(f, user_data, x, dy=None):
    return derive("grad", f, user_data, [x], dy).gradients[0]


@export
def grads(f, user_data, xs, dy=None):
    return derive("grads", f, user_data, xs, dy).gradients


@export
def value_and_grads(f, user_data, xs, dy=None):
    return derive("value_and_grads", f, user_data, xs, dy)


def variable_grads(f, user_data, variables=None):
    with in_tape() as (tape, leave):
        watched = tape.watch_variables(variables)
        value = check_tensor(f(watched, user_data), "Variable.grads")
        with as_raised():
            gradients = Koma.Tape.gradient(tape, value, None, watched)
        if value.get_rank() != 0:
            raise new_error(f"The function gives a tensor of {value.get_rank()} dimensions, expected a scalar")
        if all(gradient is None for gradient in gradients):
            raise new_error("The value of the function does not depend on any variable")
        tape.compute([value, *(gradient for gradient in gradients if gradient is not None)])
        leave([value, *gradients])
        return ValueAndGradients(gradients, value)


def call_gradient(gradient, dy, xs, user_data):
    """An error of the library's, so that PyGObject hands it on."""
    try:
        gradients = gradient(dy, xs, user_data)
        if not isinstance(gradients, (list, tuple)):
            raise TypeError(f"Koma.custom_grad: the gradient function returned {gradients!r}, and no list")
        return [item if item is None else check_tensor(item, "custom_grad, gradient") for item in gradients]
    except BaseException as error:
        raised.append(error)
        raise new_error(str(error)) from error


@export
def custom_grad(f, gradient, user_data, xs):
    copies = Koma.custom_grad_begin(xs)
    value = check_tensor(f(copies, user_data), "custom_grad")

    def derive_by(dy, values, *_data):
        return call_gradient(gradient, dy, values, user_data)

    return Koma.custom_grad_end(copies, value, derive_by, None)


class Tape(Koma.Tape):
    def gradient(self, y, dy, xs):
        with as_raised():
            return Koma.Tape.gradient(self, y, dy, xs)


class Variable(Koma.Variable):
    grads = staticmethod(variable_grads)


class Optimizer(Koma.Optimizer):
    def minimize(self, f, user_data, variables=None):
        with in_tape() as (tape, leave):
            trained = self.watch(tape, variables)
            value = check_tensor(f(trained, user_data), "Optimizer.minimize")
            with as_raised():
                loss = self.learn(tape, value, trained)
            leave([loss])
            return loss


class LayersModel(Koma.LayersModel):
    """What a signal handler raises ends the training, which raises it."""

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


Tape = override(Tape)
Variable = override(Variable)
Optimizer = override(Optimizer)
LayersModel = override(LayersModel)
__all__ += ["Tape", "Variable", "Optimizer", "LayersModel"]
