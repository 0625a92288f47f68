# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The library's description of itself, as PyGObject reads it from the typelib.

Some of PyGObject's functions have another name from 3.51 on.
"""
from ...module import get_introspection_module
from ..._gi import ArgInfo, Direction, EnumInfo, FunctionInfo, Repository, TypeInfo, TypeTag

Koma = get_introspection_module("Koma")
TEXTS = (TypeTag.UTF8, TypeTag.FILENAME)


def pick(cls, *names):
    """The first method that there is."""
    return next(getattr(cls, name) for name in names if hasattr(cls, name))


get_type = pick(ArgInfo, "get_type_info", "get_type")
get_closure = pick(ArgInfo, "get_closure_index", "get_closure")
get_destroy = pick(ArgInfo, "get_destroy_index", "get_destroy")
get_array_length = pick(TypeInfo, "get_array_length_index", "get_array_length")


def is_array(type_info):
    return type_info.get_tag() == TypeTag.ARRAY


def is_enum(type_info):
    return type_info.get_tag() == TypeTag.INTERFACE and isinstance(type_info.get_interface(), EnumInfo)


def get_interface_name(type_info):
    """Of a type of the library, else None."""
    interface = type_info.get_interface() if type_info.get_tag() == TypeTag.INTERFACE else None
    return interface.get_name() if interface is not None and interface.get_namespace() == "Koma" else None


def find_kind(type_info):
    """A word for names.get_default ()."""
    if get_interface_name(type_info) == "Tensor":
        return "tensor"
    if type_info.get_tag() == TypeTag.BOOLEAN:
        return "bool"
    return "enum" if is_enum(type_info) else "other"


def list_parameters(info):
    """Those that a caller gives: no lengths of arrays, no results."""
    arguments = info.get_arguments()
    types = [info.get_return_type(), *map(get_type, arguments)]
    hidden = {get_array_length(one) for one in types if is_array(one)}
    return [argument for i, argument in enumerate(arguments)
            if i not in hidden and argument.get_direction() != Direction.OUT]


def has_callback(info):
    return any(get_closure(one) >= 0 or get_destroy(one) >= 0 for one in info.get_arguments())


def returns_success(info):
    """Whether a boolean says what an exception says already."""
    outs = [one for one in info.get_arguments() if one.get_direction() == Direction.OUT]
    return bool(outs) and info.can_throw_gerror() and info.get_return_type().get_tag() == TypeTag.BOOLEAN


def is_plain(info):
    """Whether PyGObject calls it as well: nothing is converted, left out or raised."""
    return not info.can_throw_gerror() and not list_parameters(info)


def list_classes():
    infos = Repository.get_default().get_infos("Koma")
    return [getattr(Koma, info.get_name()) for info in infos if hasattr(info, "get_methods")]


def list_methods(cls):
    """(name, description) of those that are not wrapped yet."""
    return [(name, info) for name, info in vars(cls).items() if isinstance(info, FunctionInfo)]
