# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Functions that take functions: scopes, gradients, steps of an optimizer.

They call the functions here, between the two halves that the library offers, so that what a function
raises arrives as it is, KeyboardInterrupt too: by the library's own functions PyGObject prints the
error, and a GError says that there was one.
"""
import functools
from collections import namedtuple
from contextlib import contextmanager

from gi.repository import GLib

from .dtypes import BOOL, FLOAT32, INT32, Koma
from .errors import ArgumentError
from .making import make

ValueAndGradients = namedtuple("ValueAndGradients", ("gradients", "ret_value"))
raised = []  # by gradient functions, while a gradient is made
MISSING = object()


def check_tensor(value, name):
    if not isinstance(value, Koma.Tensor):
        raise TypeError(f"Koma.{name}: the function returned {value!r}, and no Koma.Tensor")
    return value


def list_tensors(structure):
    """All tensors in lists, tuples and dicts."""
    if isinstance(structure, Koma.Tensor):
        return [structure]
    if isinstance(structure, dict):
        structure = structure.values()
    elif not isinstance(structure, (list, tuple, set, frozenset)):
        return []
    return [one for item in structure for one in list_tensors(item)]


@contextmanager
def in_scope():
    """Gives a function that takes tensors out of the scope."""
    scope = Koma.Scope.begin()

    def leave(structure):
        for tensor in list_tensors(structure):
            scope.move_out(tensor)
        return structure

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


class Tidy:
    """`with Koma.tidy () as keep:` disposes of what is made in it, but for keep (tensor)."""

    def __enter__(self):
        self.scope = in_scope()
        return self.scope.__enter__()

    def __exit__(self, *error):
        return self.scope.__exit__(*error)


def tidy(f=None, *args):
    """Calls f (*args), and disposes of all tensors made meanwhile that are not in what it returns.

    It may return anything: tensors are found in lists, tuples and dicts. Without a function it is what
    a with statement takes.
    """
    if f is None:
        return Tidy()
    with in_scope() as leave:
        return leave(f(*args))


def watch_copy(tape, x):
    copy = x.clone()
    tape.watch(copy)
    return copy


def check_dependence(gradients):
    for i, gradient in enumerate(gradients):
        if gradient is None:
            raise ArgumentError(f"The value of the function does not depend on argument {i}")


def derive(name, f, user_data, xs, dy):
    with in_tape() as (tape, leave):
        copies = [watch_copy(tape, x) for x in xs]
        value = check_tensor(f(copies, user_data), name)
        with as_raised():
            gradients = Koma.Tape.gradient(tape, value, dy, copies)
        check_dependence(gradients)
        tape.compute([value, *gradients])
        leave([value, *gradients])
        return ValueAndGradients(gradients, value)


def make_variable(x):
    """Numbers as they are derived by: whole ones become float32, but those of tensors and arrays stay."""
    made = make(x)
    is_whole = made.get_dtype() in (INT32, BOOL)
    return made.cast(FLOAT32) if is_whole and not isinstance(x, Koma.Tensor) and not hasattr(x, "__array__") else made


def deriving(name, f, pick):
    """A function of tensors that gives the derivatives of f (*xs)."""
    @functools.wraps(f)
    def call(*xs, dy=None):
        return pick(derive(name, lambda copies, _data: f(*copies), None, [make_variable(x) for x in xs], dy))

    return call


def grad(f, user_data=None, x=MISSING, dy=None):
    """The derivative of f: `Koma.grad (f) (x)`, where f is a function of one tensor.

    `Koma.grad (f, user_data, x)` calls f ([x], user_data), as the library does.
    """
    if x is MISSING:
        return deriving("grad", f, lambda found: found.gradients[0])
    return derive("grad", f, user_data, [make_variable(x)], dy).gradients[0]


def grads(f, user_data=None, xs=MISSING, dy=None):
    """The derivatives of f by each argument: `Koma.grads (f) (a, b)`."""
    if xs is MISSING:
        return deriving("grads", f, lambda found: found.gradients)
    return derive("grads", f, user_data, list(map(make_variable, xs)), dy).gradients


def value_and_grads(f, user_data=None, xs=MISSING, dy=None):
    """(derivatives, value) of f: `Koma.value_and_grads (f) (a, b)`."""
    if xs is MISSING:
        return deriving("value_and_grads", f, lambda found: found)
    return derive("value_and_grads", f, user_data, list(map(make_variable, xs)), dy)


def variable_grads(f, user_data=None, variables=None):
    with in_tape() as (tape, leave):
        watched = tape.watch_variables(variables)
        value = check_tensor(f(watched, user_data), "Variable.grads")
        if variables is None:  # layers may have made weights meanwhile
            watched = tape.watch_variables(None)
        with as_raised():
            gradients = Koma.Tape.gradient(tape, value, None, watched)
        if value.get_rank() != 0:
            raise ArgumentError(f"The function gives a tensor of {value.get_rank()} dimensions, expected a scalar")
        if all(gradient is None for gradient in gradients):
            raise ArgumentError("The value of the function does not depend on any variable")
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
        raise ArgumentError(str(error)) from error


def end_custom(copies, value, gradient, user_data=None):
    def derive_by(dy, values, *_data):
        return call_gradient(gradient, dy, values, user_data)

    return Koma.custom_grad_end(copies, check_tensor(value, "custom_grad"), derive_by, None)


def decorate_custom(f):
    """f (*xs) returns the value and the function that makes the gradients of dy."""
    @functools.wraps(f)
    def call(*xs):
        copies = Koma.custom_grad_begin([make(x) for x in xs])
        returned = f(*copies)
        if not isinstance(returned, tuple) or len(returned) != 2 or not callable(returned[1]):
            raise TypeError(f"Koma.custom_grad: {f.__name__} () returned {returned!r}, "
                            "expected a tensor and a function")

        def gradient(dy, _xs, _data):
            found = returned[1](dy)
            return [found] if isinstance(found, Koma.Tensor) else found

        return end_custom(copies, returned[0], gradient)

    return call


def custom_grad(f, gradient=None, user_data=None, xs=None):
    """A decorator of functions that know their derivative: they return (value, dy ↦ gradients).

    `Koma.custom_grad (f, gradient, user_data, xs)` calls f and gradient as the library does.
    """
    if gradient is None:
        return decorate_custom(f)
    copies = Koma.custom_grad_begin(xs)
    return end_custom(copies, f(copies, user_data), gradient, user_data)


class Tape(Koma.Tape):
    """`with Koma.tape () as tape:` ends it with the block."""

    __module__ = "gi.overrides.Koma"

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        self.end()

    def gradient(self, y, dy=None, xs=None):
        """`tape.gradient (y, xs)` or, with factors of y, `tape.gradient (y, dy, xs)`."""
        if xs is None:
            dy, xs = None, dy
        is_one = isinstance(xs, Koma.Tensor)
        with as_raised():
            found = Koma.Tape.gradient(self, y, dy, [xs] if is_one else xs)
        return found[0] if is_one else found


def tape() -> "Tape":
    """Begins to remember what is computed of the tensors that it watches."""
    return Koma.Tape.new()


class Variable(Koma.Variable):
    __module__ = "gi.overrides.Koma"

    grads = staticmethod(variable_grads)

    @property
    def name(self):
        return self.get_name()

    @property
    def trainable(self):
        return self.is_trainable()

    def assign(self, value):
        """Takes the dtype of the variable where the value is no tensor."""
        if not isinstance(value, Koma.Tensor):
            value = make(value, self.get_dtype())
        return Koma.Variable.assign(self, value)


def variable(initial, trainable=True, name=None, dtype=None) -> "Variable":
    """A variable that begins with what Koma.tensor () makes of the first argument; without a dtype, and if
    it is neither a tensor nor an array, it is of float32."""
    made = make_variable(initial) if dtype is None else make(initial, dtype)
    return Koma.Variable.new(made, trainable, name)


class Optimizer(Koma.Optimizer):
    __module__ = "gi.overrides.Koma"

    def minimize(self, f, user_data=MISSING, variables=None):
        """A step against the loss that f () returns.

        `optimizer.minimize (f, user_data, variables)` calls f (variables, user_data), as the library
        does.
        """
        with in_tape() as (tape, leave):
            trained = self.watch(tape, variables)
            value = check_tensor(f() if user_data is MISSING else f(trained, user_data), "Optimizer.minimize")
            if variables is None:
                trained = self.watch(tape, None)
            with as_raised():
                loss = self.learn(tape, value, trained)
            leave(loss)
            return loss


EXPORTS = (tape, tidy, grad, grads, value_and_grads, custom_grad, variable)
