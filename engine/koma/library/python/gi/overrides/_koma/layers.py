# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Layers with their settings as keyword arguments, and models made of them."""
import json
from typing import Any

from . import names, own_layers
from .dtypes import FLOAT32, Koma, to_dtype
from .errors import ArgumentError
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
        return {"class_name": value.get_class_name(), "config": json.loads(Koma.Layer.get_config(value))}
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
    if class_name == "TimeDistributed" and isinstance(settings.get("layer"), Koma.LayersModel):
        inner = settings.pop("layer").as_layer()
        return Koma.Layer.new_time_distributed(inner, json.dumps(settings, default=to_json))
    return Koma.Layer.new(class_name, json.dumps(settings, default=to_json))


def make_factory(name, class_name):
    def make(*args, **settings):
        return make_layer(class_name, args, settings)

    make.__name__ = make.__qualname__ = name
    make.__doc__ = f"A {class_name} of Keras."
    return make


def to_size(size):
    """As the library has it: None is an open size."""
    return -1 if size is None else size


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
    def input(*shape, batch_size=None):
        """The shape of a sample, without the batch; None is an open size. All batches have batch_size samples."""
        sizes = shape[0] if len(shape) == 1 and isinstance(shape[0], (list, tuple)) else shape
        return Koma.Layer.new_input_with_batch(to_size(batch_size), [to_size(size) for size in sizes])


layers = Layers()


def as_floats(tensor):
    return tensor if tensor.get_dtype() == FLOAT32 else tensor.cast(FLOAT32)


def list_siblings(symbol):
    """All outputs of the layer that gave this one."""
    return [symbol.get_sibling(i) for i in range(symbol.get_n_siblings())]


class Layer(Koma.Layer):
    """A class of one's own derives from it: it has call (self, x), and may have build (self, input_shape),
    compute_output_shape (self, input_shape) and get_config (self), as layers of Keras do."""

    __module__ = "gi.overrides.Koma"

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        own_layers.set_up(cls)

    def __init__(self, name=None, trainable=True, input_shape=None, dtype="float32", batch_input_shape=None):
        if to_dtype(dtype) != FLOAT32:
            raise ArgumentError(f"A layer is of float32, not of {dtype}")
        settings = {"name": name, "trainable": trainable, "batch_input_shape": batch_input_shape}
        if input_shape is not None:
            settings["batch_input_shape"] = [None, *input_shape]
        given = {key: value for key, value in settings.items() if value is not None}
        super().__init__(class_name=own_layers.get_class_name(type(self)), settings=json.dumps(given))

    def __call__(self, inputs, training=False):
        """Applies it to an output of another, to a tensor, or to several of them in a list.

        Gives such a one, or a list where the layer has several outputs. Of tensors a tape derives by its
        weights, too.
        """
        if isinstance(as_list(inputs)[0], Koma.Symbol):
            first = self.apply_all(as_list(inputs))
            return first if first.get_n_siblings() < 2 else list_siblings(first)
        call = Koma.Layer.call_training if training else Koma.Layer.call
        outputs = call(self, [as_floats(make(one)) for one in (inputs if is_several(inputs) else [inputs])])
        return outputs[0] if len(outputs) == 1 else outputs

    def add_weight(self, name=None, shape=(), dtype="float32", initializer=None, trainable=True,
                   regularizer=None, constraint=None) -> "Koma.Variable":
        """A weight, in build (): initializer, regularizer and constraint are names, or dicts of class_name and
        config."""
        if name is not None and not isinstance(name, str):
            raise TypeError(f"The name of a weight is a text, not {name!r}")
        sizes = [shape] if hasattr(shape, "__index__") else list(shape)
        if name is None:
            name = own_layers.number_weight(self)
        return Koma.Layer.add_weight(self, name, sizes, to_dtype(dtype or "float32"),
                                     own_layers.write_setting(initializer), trainable,
                                     own_layers.write_setting(regularizer), own_layers.write_setting(constraint))

    def set_weights(self, weights) -> "None":
        """Tensors, arrays or lists, in the order of get_weights ()."""
        return Koma.Layer.set_weights(self, [as_floats(make(weight)) for weight in weights])

    def get_config(self) -> "Any":
        """JSON; of a layer of one's own a dict of what all layers have."""
        if not own_layers.is_own(self):
            return Koma.Layer.get_config(self)
        name = self.get_name()
        return {"trainable": self.get_trainable(), **({"name": name} if name is not None else {})}

    @classmethod
    def from_config(cls, config):
        return own_layers.construct(cls, config)

    @property
    def output(self) -> "Koma.Symbol":
        """What it gives in the first model that it is part of."""
        return self.get_output()

    def __repr__(self) -> "str":
        return f"<Koma.Layer {self.get_class_name()} {Koma.Layer.get_config(self)}>"

    @property
    def name(self):
        return self.get_name()

    @property
    def config(self) -> "dict[str, Any]":
        return json.loads(Koma.Layer.get_config(self))

    @property
    def trainable(self):
        return self.get_trainable()

    @trainable.setter
    def trainable(self, is_trainable):
        self.set_trainable(is_trainable)

    @property
    def weights(self) -> "list[Koma.Variable]":
        """As variables: those that learn first."""
        return self.get_variables(False)

    @property
    def trainable_weights(self) -> "list[Koma.Variable]":
        return self.get_variables(True)


def input(shape, name=None, batch_size=None) -> "Koma.Symbol":
    """What a model of layers in any order begins with: `Koma.input ([4])`, without the batch.

    All batches of the model have batch_size samples, where it is given."""
    return Koma.Symbol.new_input_with_batch(to_size(batch_size), [to_size(size) for size in shape], name)


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


def register_layer(layer_class=None, *, name=None):
    """`@Koma.register_layer`: files with layers of the class can be loaded, by its from_config ()."""
    if layer_class is None:
        return lambda found: register_layer(found, name=name)
    own_layers.register(layer_class, name)
    return layer_class


def register_keras_serializable(package=None, name=None):
    """register_layer as Keras has it."""
    return register_layer(name=name)


EXPORTS = (input, model, sequential, register_layer, register_keras_serializable)
