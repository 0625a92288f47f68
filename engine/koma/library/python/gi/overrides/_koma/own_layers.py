# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Layers of one's own: classes that derive from Koma.Layer, and have call (), build () and so on as Keras has them.

The library calls the vfuncs here, which call those. What they raise is kept in errors.py, and raised by the
function of the library that failed for it.
"""
import inspect
import json

from gi.repository import GLib

from .dtypes import Koma
from .errors import ArgumentError, keep

COMMON = ("name", "trainable", "dtype", "batch_input_shape")


def guarded(function):
    def call(*args):
        try:
            return function(*args)
        except BaseException as error:
            raise keep(error) from error

    return call


def to_shape(sizes):
    return tuple(None if size < 0 else size for size in sizes)


def to_shapes(variant):
    """The shape of one input, or a list of them."""
    shapes = [to_shape(sizes) for sizes in variant.unpack()]
    return shapes[0] if len(shapes) == 1 else shapes


@guarded
def do_build(self, shapes):
    if hasattr(type(self), "build"):
        self.build(to_shapes(shapes))
    return True


@guarded
def do_compute(self, inputs, is_training):
    settings = {"training": is_training} if type(self).takes_training else {}
    found = self.call(inputs[0] if len(inputs) == 1 else inputs, **settings)
    outputs = list(found) if isinstance(found, (list, tuple)) else [found]
    for one in outputs:
        if not isinstance(one, Koma.Tensor):
            raise TypeError(f"{type(self).__name__}.call() returned {one!r}, and no Koma.Tensor")
    return outputs


@guarded
def do_compute_output_shape(self, shapes):
    found = self.compute_output_shape(to_shapes(shapes))
    return GLib.Variant("ai", [-1 if size is None else size for size in found])


@guarded
def do_get_config(self):
    return json.dumps(self.get_config())


def get_class_name(cls):
    return vars(cls).get("registered_name", cls.__name__)


def is_own(layer):
    return hasattr(type(layer), "do_compute")


def takes_training(function):
    parameters = inspect.signature(function).parameters.values()
    return any(one.name == "training" or one.kind == one.VAR_KEYWORD for one in parameters)


def set_up(cls):
    """Before PyGObject looks which vfuncs the class has."""
    if cls.__module__ == "gi.overrides.Koma":
        return
    if cls.call is Koma.Layer.call:
        raise TypeError(f"{cls.__name__} has no call(): what it makes of its inputs")
    cls.takes_training = takes_training(cls.call)
    cls.do_build, cls.do_compute, cls.do_get_config = do_build, do_compute, do_get_config
    if hasattr(cls, "compute_output_shape"):
        cls.do_compute_output_shape = do_compute_output_shape


def number_weight(layer):
    """"weight", "weight_1", …"""
    n = layer.__dict__.get("_n_unnamed", 0)
    layer._n_unnamed = n + 1
    return f"weight_{n}" if n > 0 else "weight"


def write_setting(setting):
    if setting is None or isinstance(setting, str):
        return setting
    if not isinstance(setting, dict):
        raise TypeError(f"An initializer, a regularizer or a constraint is a name or a dict, not {setting!r}")
    return json.dumps(setting)


def construct(cls, config):
    """What all layers have is left out where the class does not take it: the library sets it."""
    parameters = inspect.signature(cls.__init__).parameters
    is_open = any(one.kind == one.VAR_KEYWORD for one in parameters.values())
    return cls(**{key: value for key, value in config.items() if is_open or key in parameters or key not in COMMON})


def register(cls, name):
    if not (isinstance(cls, type) and issubclass(cls, Koma.Layer) and hasattr(cls, "do_compute")):
        raise ArgumentError(f"{cls!r} is no class that derives from Koma.Layer")

    @guarded
    def make(_class_name, config, *_data):
        return cls.from_config(json.loads(config))

    cls.registered_name = name or cls.__name__
    Koma.Layer.register(cls.registered_name, make, None)
