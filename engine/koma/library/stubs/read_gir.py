# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a .gir says of classes and functions, as lines of a stub."""
import math
import xml.etree.ElementTree

CORE = "{http://www.gtk.org/introspection/core/1.0}"
GLIB = "{http://www.gtk.org/introspection/glib/1.0}"
PLAIN = {
    "none": "None", "gboolean": "bool", "utf8": "str", "filename": "str", "gpointer": "Any", "gconstpointer": "Any",
    "gdouble": "float", "gfloat": "float", "GType": "Any",
} | {name: "int" for name in ("gint", "guint", "gint8", "guint8", "gint32", "guint32", "gint64", "guint64", "gsize",
                              "gssize", "glong", "gulong", "GLib.Quark")}
# As arguments.
WIDER = {"Tensor": "TensorLike", "DType": "DTypeLike", "str": "str | os.PathLike[str]"}
CALLBACK = "Callable[..., Any]"
RESERVED = {"print", "from", "in", "is", "lambda", "None", "pass"}


def list_members(element):
    """Names of values; KOMA_NORM_1 has none that Python can write, and is 1 or "1"."""
    found = [one.get("name").upper() for one in element.findall(CORE + "member")]
    return [name for name in found if name.isidentifier()]


def to_python_name(name):
    return name + "_" if name in RESERVED else name


def write_default(value):
    """A stub has no name for what is infinite."""
    return "..." if isinstance(value, float) and not math.isfinite(value) else repr(value)


class Reader:
    def __init__(self, path, names):
        [self.namespace] = xml.etree.ElementTree.parse(path).getroot().findall(CORE + "namespace")
        self.names = names  # names.py of the overrides
        self.callbacks = {one.get("name") for one in self.namespace.findall(CORE + "callback")}
        self.enums = {one.get("name") for kind in ("enumeration", "bitfield")
                      for one in self.namespace.findall(CORE + kind)}

    def find(self, kind):
        found = [one for one in self.namespace.findall(CORE + kind) if one.get("introspectable") != "0"]
        return [one for one in found if one.get(GLIB + "is-gtype-struct-for") is None]

    # Types.

    def to_type(self, element):
        """Of a parameter, a field or what is returned."""
        array = element.find(CORE + "array")
        if array is not None:
            return f"list[{self.to_type(array)}]"
        found = element.find(CORE + "type")
        name = found.get("name") if found is not None else "none"
        if name in ("GLib.PtrArray", "GLib.List"):
            return f"list[{self.to_type(found)}]"
        if name in PLAIN:
            return PLAIN[name]
        is_callback = name in self.callbacks or name.endswith(("Callback", "DestroyNotify"))
        return CALLBACK if is_callback else name

    def to_argument_type(self, element):
        kind = self.to_type(element)
        if kind.startswith("list["):
            item = kind[5:-1]
            wide = WIDER.get(item, item)
            return f"{wide} | Sequence[{wide}]" if item in ("int", "str", "Tensor") else f"Sequence[{wide}]"
        if kind in self.enums and kind not in WIDER:
            return f"{kind} | str | int"
        if kind == "WindowOptions":
            return "WindowOptions | dict[str, Any]"
        return WIDER.get(kind, kind)

    def find_kind(self, element):
        kind = self.to_type(element)
        return {"bool": "bool", "Tensor": "tensor"}.get(kind, "enum" if kind in self.enums else "other")

    # Functions.

    def list_shown(self, function):
        """Parameters that a caller gives."""
        parameters = function.findall(f"{CORE}parameters/{CORE}parameter")
        holders = [*parameters, function.find(CORE + "return-value")]
        hidden = {int(array.get("length")) for one in holders for array in one.findall(CORE + "array")
                  if array.get("length") is not None}
        return [one for i, one in enumerate(parameters) if i not in hidden and one.get("direction") != "out"]

    def list_outs(self, function):
        parameters = function.findall(f"{CORE}parameters/{CORE}parameter")
        hidden = {int(array.get("length")) for one in [*parameters, function.find(CORE + "return-value")]
                  for array in one.findall(CORE + "array") if array.get("length") is not None}
        return [one for i, one in enumerate(parameters) if i not in hidden and one.get("direction") == "out"]

    def to_return_type(self, function):
        """Without whether it worked, where what failed is raised."""
        own = self.to_type(function.find(CORE + "return-value"))
        outs = [self.to_type(one) for one in self.list_outs(function)]
        if outs and (own == "None" or (own == "bool" and function.get("throws") == "1")):
            own = outs.pop(0)
        return f"tuple[{', '.join([own, *outs])}]" if outs else own

    def has_callback(self, function):
        return any(self.to_type(one) == CALLBACK for one in self.list_shown(function))

    def to_parameters(self, function):
        """Those after one with a default are given by name, as functions.py has it."""
        if self.has_callback(function):
            return ["*args: Any", "**kwargs: Any"]
        before, after, has_default = [], [], False
        for one in self.list_shown(function):
            own_name = one.get("name")
            name = self.names.PARAMETERS.get(own_name, own_name)
            is_nullable = one.get("nullable") == "1"
            given, default = self.names.get_default(function.get("name"), own_name, self.find_kind(one), is_nullable)
            kind = self.to_argument_type(one)
            if given and default is None and "None" not in kind:
                kind += " | None"
            has_default = has_default or given
            if given:
                before.append(f"{name}: {kind} = {write_default(default)}")
            else:
                (after if has_default else before).append(f"{name}: {kind}")
        return before + (["*", *after] if after else [])

    def to_lines(self, function, first=None, name=None):
        """`def name(first, …) -> …: ...`"""
        name = name or to_python_name(function.get("name"))
        parameters = ([first] if first else []) + self.to_parameters(function)
        if any(one.startswith("options:") for one in parameters):
            parameters.append("**window: Any")
        return [f"def {name}({', '.join(parameters)}) -> {self.to_return_type(function)}: ..."]

    def list_functions(self, element, kinds):
        return [one for kind in kinds for one in element.findall(CORE + kind)
                if one.get("introspectable") != "0" and one.get("moved-to") is None
                and one.get("shadowed-by") is None]
