# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What Python adds to libkoma as soon as a program imports it; _koma/ has the parts.

Start with _koma/functions.py, which gives every function of the library keyword arguments and
arguments of Python's types, and _koma/tensor.py, which has the operators.
"""
import gi

from ..overrides import override
# First: Koma.Variable derives from the tensor that is overridden there.
from ._koma import tensor as _tensor
from ._koma import datasets as _datasets
from ._koma import errors as _errors
from ._koma import functions as _functions
from ._koma import gradients as _gradients
from ._koma import layers as _layers
from ._koma import training as _training

# There is one version: programs need not say so.
gi.require_version("Koma", "1.0")

__all__ = []


def _export(name, value):
    globals()[name] = value
    __all__.append(name)


_functions.wrap_all()
for _name, _function in _functions.make_functions(_tensor.Tensor):
    _export(_name, _function)
for _part in (_errors, _tensor, _gradients, _layers, _training, _datasets):
    for _one in _part.EXPORTS:
        _export(_one.__name__, _one)
for _class in (_gradients.Tape, _gradients.Variable, _gradients.Optimizer, _layers.Layer, _training.LayersModel,
               _training.History):
    _export(_class.__name__, override(_class))
_export("Tensor", _tensor.Tensor)
_export("layers", _layers.layers)
