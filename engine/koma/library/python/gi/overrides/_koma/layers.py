# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Layers with their settings as keyword arguments, and models made of them."""
import json
from typing import Any

from . import names
from .dtypes import FLOAT32, Koma
from .functions import is_several
from .making import make

# Settings that may be given without their names.
POSITIONS = {
    "Activation": ("activation",),
    "AveragePooling2D": ("pool_size",),
    "Concatenate": ("axis",),
    "Conv1D": ("filters", "kernel_size"),
    "Conv2D": ("filters", "kernel_size"),
    "Conv2DTranspose": ("filters", "kernel_size"),
    "Dense": ("units",),
    "DepthwiseConv2D": ("kernel_size",),
    "Dropout": ("rate",),
    "Embedding": ("input_dim", "output_dim"),
    "GRU": ("units",),
    "GaussianNoise": ("stddev",),
    "GroupNormalization": ("groups",),
    "LSTM": ("units",),
    "MaxPooling2D": ("pool_size",),
    "MultiHeadAttention": ("num_heads", "key_dim"),
    "Permute": ("dims",),
    "RepeatVector": ("n",),
    "Reshape": ("target_shape",),
    "SeparableConv2D": ("filters", "kernel_size"),
    "SimpleRNN": ("units",),
}


def to_json(value):
    """A layer within a layer, as Keras writes it."""
    if isinstance(value, Koma.Layer):
        return {"class_name": value.get_class_name(), "config": json.loads(value.get_config())}
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"A setting of a layer is not {value!r}")


def make_layer(class_name, args, settings):
    positions = POSITIONS.get(class_name, ())
    if len(args) > len(positions):
        raise TypeError(f"{class_name} takes {len(positions)} settings without names, not {len(args)}")
    for name, value in zip(positions, args):
        if name in settings:
            raise TypeError(f"{class_name} is given “{name}” twice")
        settings[name] = value
    return Koma.Layer.new(class_name, json.dumps(settings, default=to_json))


def make_factory(name, class_name):
    def make(*args, **settings):
        return make_layer(class_name, args, settings)

    make.__name__ = make.__qualname__ = name
    make.__doc__ = f"A {class_name} of Keras."
    return make


class Layers:
    """Koma.layers: a function for each class of Keras that Koma computes."""

    def __getattr__(self, name):
        class_name = names.to_class_name(name, Koma.Layer.list_classes())
        if class_name is None:
            raise AttributeError(f"Koma has no layer “{name}”")
        factory = make_factory(name, class_name)
        setattr(self, name, factory)
        return factory

    def __dir__(self):
        return sorted({"input", *map(names.to_function_name, Koma.Layer.list_classes())})

    @staticmethod
    def input(*shape):
        """The shape of a sample, without the batch; None is an open size."""
        sizes = shape[0] if len(shape) == 1 and isinstance(shape[0], (list, tuple)) else shape
        return Koma.Layer.new_input([-1 if size is None else size for size in sizes])


layers = Layers()


def as_floats(tensor):
    return tensor if tensor.get_dtype() == FLOAT32 else tensor.cast(FLOAT32)


def list_siblings(symbol):
    """All outputs of the layer that gave this one."""
    return [symbol.get_sibling(i) for i in range(symbol.get_n_siblings())]


class Layer(Koma.Layer):
    __module__ = "gi.overrides.Koma"

    def __call__(self, inputs):
        """Applies it to an output of another, to a tensor, or to several of them in a list.

        Gives such a one, or a list where the layer has several outputs.
        """
        if isinstance(as_list(inputs)[0], Koma.Symbol):
            first = self.apply_all(as_list(inputs))
            return first if first.get_n_siblings() < 2 else list_siblings(first)
        outputs = self.call([as_floats(make(one)) for one in (inputs if is_several(inputs) else [inputs])])
        return outputs[0] if len(outputs) == 1 else outputs

    def set_weights(self, weights) -> "None":
        """Tensors, arrays or lists, in the order of get_weights ()."""
        return Koma.Layer.set_weights(self, [as_floats(make(weight)) for weight in weights])

    @property
    def output(self) -> "Koma.Symbol":
        """What it gives in the first model that it is part of."""
        return self.get_output()

    def __repr__(self) -> "str":
        return f"<Koma.Layer {self.get_class_name()} {self.get_config()}>"

    @property
    def name(self):
        return self.get_name()

    @property
    def config(self) -> "dict[str, Any]":
        return json.loads(self.get_config())

    @property
    def trainable(self):
        return self.get_trainable()

    @trainable.setter
    def trainable(self, is_trainable):
        self.set_trainable(is_trainable)


def input(shape, name=None) -> "Koma.Symbol":
    """What a model of layers in any order begins with: `Koma.input ([4])`, without the batch."""
    return Koma.Symbol.new_input([-1 if size is None else size for size in shape], name)


def as_list(value):
    return list(value) if isinstance(value, (list, tuple)) else [value]


def model(inputs, outputs, name=None) -> "Koma.LayersModel":
    """The model between inputs and outputs; each is one, or a list of them."""
    return Koma.LayersModel.new(as_list(inputs), as_list(outputs), name)


def sequential(layers=(), name=None, seed=None) -> "Koma.LayersModel":
    """A model of layers in a row."""
    made = Koma.LayersModel.new_sequential(name)
    if seed is not None:
        made.set_seed(seed)
    for layer in layers:
        made.add(layer)
    return made


EXPORTS = (input, model, sequential)
