# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the overrides add, as lines of a stub: their signatures as they are written."""
import ast

PARTS = ("errors", "tensor", "gradients", "layers", "callbacks", "training", "datasets")
REFLECTED = {"__eq__", "__ne__"}


class Overrides:
    def __init__(self, folder):
        self.classes = {}
        self.functions = {}
        exports = set()
        for part in PARTS:
            tree = ast.parse((folder / f"{part}.py").read_text(encoding="utf-8"))
            for node in tree.body:
                if isinstance(node, ast.ClassDef):
                    self.classes[node.name] = node
                elif isinstance(node, ast.FunctionDef):
                    self.functions[node.name] = node
                elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "EXPORTS":
                    exports |= {one.id for one in node.value.elts}
        self.exports = sorted(exports)

    def list_new_classes(self):
        """Those that the library has not: errors."""
        return [self.classes[name] for name in self.exports if name in self.classes]

    def list_functions(self):
        return [self.functions[name] for name in self.exports if name in self.functions]

    def list_members(self, name):
        """(name, lines) of what an override of a class has."""
        node = self.classes.get(name)
        found = {}
        for one in node.body if node is not None else ():
            if isinstance(one, ast.FunctionDef) and (not one.name.startswith("_") or one.name.startswith("__")):
                found.setdefault(one.name, []).extend(to_lines(one))
            elif isinstance(one, ast.Assign):
                found.update(to_assigned(one))
        return found


def annotate(argument):
    if argument.arg in ("self", "cls") or argument.annotation is not None:
        return ast.unparse(argument)
    return f"{argument.arg}: Any"


def to_signature(node):
    args = node.args
    ordinary = args.posonlyargs + args.args
    defaults = [None] * (len(ordinary) - len(args.defaults)) + args.defaults
    found = [annotate(one) + to_default(default) for one, default in zip(ordinary, defaults)]
    if args.vararg:
        found.append("*" + annotate(args.vararg))
    elif args.kwonlyargs:
        found.append("*")
    found += [annotate(one) + to_default(default) for one, default in zip(args.kwonlyargs, args.kw_defaults)]
    if args.kwarg:
        found.append("**" + annotate(args.kwarg))
    return ", ".join(found)


def to_default(node):
    """What is no constant is hidden, as MISSING is."""
    if node is None:
        return ""
    return f" = {ast.unparse(node)}" if isinstance(node, (ast.Constant, ast.UnaryOp)) else " = ..."


def to_lines(node):
    decorators = [ast.unparse(one) for one in node.decorator_list]
    known = ("property", "staticmethod", "classmethod")
    kept = [f"@{one}" for one in decorators if one in known or one.endswith(".setter")]
    unknown = "None" if node.name in ("__init__", "__init_subclass__") else "Any"
    kind = ast.unparse(node.returns).strip("'\"").replace("Koma.", "") if node.returns is not None else unknown
    return [*kept, f"def {node.name}({to_signature(node)}) -> {kind}: ..."]


def to_assigned(node):
    """Operators, and functions that are methods."""
    target, value = node.targets[0], node.value
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Call) and value.func.id == "operator":
        return {one.id: [f"def {one.id}(self, other: {'Any' if one.id in REFLECTED else 'TensorLike'}) -> Tensor: ..."
                         + ("  # type: ignore[override]" if one.id in REFLECTED else "")]
                for one in target.elts if one.id != "_"}
    if isinstance(value, ast.Call) and getattr(value.func, "id", "") == "staticmethod":
        return {target.id: [f"{target.id}: Callable[..., Any]"]}
    return {}
