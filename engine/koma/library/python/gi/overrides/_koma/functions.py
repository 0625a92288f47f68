# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Functions of the library with keyword arguments, defaults, and arguments of Python's types.

They are made of the library's description: where it takes a tensor, numbers, lists and arrays do; where
it takes axes or a shape, one number does; where it takes a dtype or an enumeration, its name does. What
it returns beside whether it worked is what is returned.
"""
import inspect
import os

from gi.repository import GLib

from ..._gi import TypeTag
from . import description, names
from .description import TEXTS, get_interface_name, get_type
from .dtypes import Koma, to_dtype
from .errors import ArgumentError, translate
from .making import make, make_like


class Parameter:
    """What a caller gives, and how it becomes what the library takes."""

    def __init__(self, function, info):
        self.own_name = info.get_name()
        self.name = names.PARAMETERS.get(self.own_name, self.own_name)
        self.convert = find_converter(get_type(info))
        kind = description.find_kind(get_type(info))
        if self.convert is convert_tensor and self.own_name in names.OPTIONAL_TENSORS:
            self.convert = convert_optional
        if self.convert is convert_tensors and self.own_name == "tensors":
            self.convert = convert_each
        self.has_default, self.default = names.get_default(function, self.own_name, kind, info.may_be_null())

    def to_parameter(self):
        default = self.default if self.has_default else inspect.Parameter.empty
        return inspect.Parameter(self.name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=default)


def find_converter(type_info):
    """A function of the argument and the first one, or None."""
    tag = type_info.get_tag()
    name = get_interface_name(type_info)
    if name == "Tensor":
        return convert_tensor
    if name == "DType":
        return convert_dtype
    if description.is_enum(type_info):
        return EnumConverter(name) if name is not None else None
    if name == "WindowOptions":
        return convert_options
    if description.is_array(type_info):
        element = type_info.get_param_type(0)
        if get_interface_name(element) == "Tensor":
            return convert_tensors
        if element.get_tag() == TypeTag.INT32:
            return convert_ints
        return convert_texts if element.get_tag() in TEXTS else None
    return convert_text if tag in TEXTS else None


def convert_tensor(value, first):
    return make_like(value, first)


def convert_optional(value, first):
    return None if value is None else make_like(value, first)


def convert_tensors(value, _first):
    """One tensor, or several of them."""
    if value is None:
        return None
    if is_several(value):
        return [make(item) for item in value]
    return [make(value)]


def convert_each(value, _first):
    """Several tensors, as np.concatenate has them: a list of lists, too."""
    return [make(item) for item in value]


def is_several(value):
    """As Keras has it: a list of tensors or arrays is several, a list of numbers is one."""
    return isinstance(value, (list, tuple)) and all(
        isinstance(item, Koma.Tensor) or hasattr(item, "__array__") for item in value)


def convert_ints(value, _first):
    if value is None or isinstance(value, list):
        return value
    if hasattr(value, "__index__"):
        return [value.__index__()]
    return [item.__index__() for item in value]


def convert_text(value, _first):
    """A path may be one of pathlib."""
    return os.fspath(value) if hasattr(value, "__fspath__") else value


def convert_texts(value, _first):
    if value is None:
        return None
    return [convert_text(one, None) for one in ([value] if isinstance(value, (str, os.PathLike)) else value)]


def convert_dtype(value, _first):
    return to_dtype(value)


class EnumConverter:
    """"same" of Koma.Padding.SAME."""

    def __init__(self, name):
        self.name = name

    def __call__(self, value, _first):
        kind = getattr(Koma, self.name)
        if not isinstance(value, str):
            return kind(value)
        found = getattr(kind, value.upper().replace("-", "_"), None)
        if not isinstance(found, kind):
            raise ArgumentError(f"There is no {self.name} “{value}”")
        return found


def convert_options(value, _first):
    if value is None or isinstance(value, Koma.WindowOptions):
        return value
    options = Koma.WindowOptions()
    for name, setting in value.items():
        if not hasattr(options, name):
            raise TypeError(f"There is no option “{name}” of windows")
        # PyGObject 3.50 warns of a member of an enumeration there.
        setattr(options, name, int(EnumConverter("Padding")(setting, None)) if name == "padding" else setting)
    return options


class Filling:
    """Puts keyword arguments and defaults where the library has them."""

    def __init__(self, name, parameters, first):
        self.name = name
        self.parameters = parameters
        self.first = first  # parameters before those: self
        self.indices = {one.name: i for i, one in enumerate(parameters)}
        self.indices.update({one.own_name: i for i, one in enumerate(parameters)})
        self.takes_options = "options" in self.indices

    def fill(self, args, kwargs):
        n_parameters = len(self.parameters)
        if len(args) > self.first + n_parameters:
            raise TypeError(f"{self.name}() takes {n_parameters} arguments, not {len(args) - self.first}")
        given = list(args[self.first:])
        values = given + [MISSING] * (n_parameters - len(given))
        options = {}
        for name, value in kwargs.items():
            i = self.indices.get(name)
            if i is None and self.takes_options:
                options[name] = value
            elif i is None:
                raise TypeError(f"{self.name}() has no argument “{name}”")
            elif values[i] is not MISSING:
                raise TypeError(f"{self.name}() is given “{name}” twice")
            else:
                values[i] = value
        if options:
            values[self.indices["options"]] = options
        for i, value in enumerate(values):
            if value is MISSING:
                values[i] = self.get_default(self.parameters[i])
        return [*args[:self.first], *values]

    def get_default(self, parameter):
        if not parameter.has_default:
            raise TypeError(f"{self.name}() lacks the argument “{parameter.name}”")
        return parameter.default


MISSING = object()


def make_signature(parameters, first):
    before = [inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)] * first
    after = [one.to_parameter() for one in parameters]
    has_default = False
    for i, one in enumerate(after):
        has_default = has_default or one.default is not one.empty
        if has_default and one.default is one.empty:
            after[i] = one.replace(kind=one.KEYWORD_ONLY)
    after.sort(key=lambda one: one.kind)
    return inspect.Signature(before + after)


def wrap(function, info):
    """@function is what PyGObject calls, info is its description."""
    name = info.get_name()
    first = 1 if info.is_method() else 0
    parameters = [Parameter(name, one) for one in description.list_parameters(info)]
    filling = Filling(name, parameters, first)
    n_args = first + len(parameters)
    converters = [(i + first, one.convert) for i, one in enumerate(parameters) if one.convert is not None]
    strips = description.returns_success(info)

    def call(*args, **kwargs):
        values = filling.fill(args, kwargs) if kwargs or len(args) != n_args else list(args)
        for i, convert in converters:
            values[i] = convert(values[i], values[0])
        try:
            result = function(*values)
        except GLib.Error as error:
            raise translate(error) from None
        if strips:
            return result[1] if len(result) == 2 else result[1:]
        return result

    call.__name__ = call.__qualname__ = name
    call.__doc__ = f"{info.get_symbol()} () of the library's reference."
    call.__signature__ = make_signature(parameters, first)
    return call


def pass_on(function, info):
    """Of a function with callbacks: PyGObject knows how they are given."""
    def call(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        except GLib.Error as error:
            raise translate(error) from None

    call.__name__ = call.__qualname__ = info.get_name()
    return call


def wrap_class(cls):
    for name, info in description.list_methods(cls):
        if description.is_plain(info):
            continue
        function = getattr(cls, name)
        wrapped = (pass_on if description.has_callback(info) else wrap)(function, info)
        setattr(cls, name, wrapped if info.is_method() else staticmethod(wrapped))


def wrap_all():
    for cls in description.list_classes():
        wrap_class(cls)


def get_signature(method):
    """That of a method, as a function of x."""
    first, *others = inspect.signature(method).parameters.values()
    return inspect.Signature([first.replace(name="x", kind=first.POSITIONAL_ONLY), *others])


def make_function(method):
    """A method as a function, whose first argument may be what tensors are made of."""
    def call(x, *args, **kwargs):
        return method(make(x), *args, **kwargs)

    call.__name__ = call.__qualname__ = method.__name__
    call.__doc__ = method.__doc__
    call.__signature__ = get_signature(method)
    return call


def add_aliases(cls):
    for alias, name in names.ALIASES.items():
        if alias not in vars(cls):
            setattr(cls, alias, getattr(cls, name))


def make_functions(cls):
    """(name, function): what computes a tensor, as functions of the module."""
    add_aliases(cls)
    for name, value in list(vars(Koma.Tensor).items()):
        if isinstance(value, staticmethod) and not name.startswith("new"):
            yield name, getattr(cls, name)
        elif inspect.isfunction(value) and name not in names.NO_OPS:
            yield name, make_function(getattr(cls, name))
    for name in names.ALIASES:
        yield name, make_function(getattr(cls, name))
    for name, maker in names.MAKERS.items():
        yield name, getattr(cls, maker)
