#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The cases of test-keras-attention.c: the formulas of MultiHeadAttention and GroupNormalization, one number at a time,
with Python's standard library.  Prints a KerasLayerCase for each; the build includes them."""
import math

HEADS, KEY, STEPS, IN = 2, 2, 3, 2


def wave(n, seed):
    """Numbers that do not repeat, with three digits."""
    return [round(math.sin(1.7 * seed + 0.9 * i + 0.13 * i * i), 3) for i in range(n)]


def write(name, class_name, config, shape, x, out_shape, out, weights):
    def numbers(values):
        return "{ " + ", ".join(f"{v:.8g}f" if "." in f"{v:.8g}" else f"{v:.8g}" for v in values) + " }"

    rows = ", ".join(f'{{ "{what}", "{size}", {numbers(values)} }}' for what, size, values in weights)
    kind = f'"{class_name}"' if class_name else "NULL"
    print(f'{{ "{name}", {kind}, "{config}", "{shape}", {numbers(x)}, "{out_shape}", {numbers(out)}, {{ {rows} }} }},')


def make_weights(value_dim, n_out, has_bias):
    """{part: (kernel [in, heads, each], bias [heads, each])}, and the output's [heads, each, out]."""
    found = {}
    for seed, (part, each) in enumerate((("query", KEY), ("key", KEY), ("value", value_dim))):
        found[part] = (wave(IN * HEADS * each, seed), wave(HEADS * each, seed + 10) if has_bias else None, each)
    found["attention_output"] = (wave(HEADS * value_dim * n_out, 5), wave(n_out, 15) if has_bias else None, n_out)
    return found


def list_weights(weights, value_dim, n_out):
    rows = []
    for part, (kernel, bias, each) in weights.items():
        of_kernel = f"{HEADS}, {value_dim}, {n_out}" if part == "attention_output" else f"{IN}, {HEADS}, {each}"
        rows.append((f"l/{part}/kernel", of_kernel, kernel))
        if bias:
            rows.append((f"l/{part}/bias", str(n_out) if part == "attention_output" else f"{HEADS}, {each}", bias))
    return rows


def project(x, weight, head):
    kernel, bias, each = weight
    return [[sum(row[i] * kernel[(i * HEADS + head) * each + k] for i in range(IN))
             + (bias[head * each + k] if bias else 0) for k in range(each)] for row in x]


def attend(x, weights, value_dim, n_out, may_see, others):
    """The scores of a step that may see nothing are all lowered alike, so that float32 has the same for all."""
    kernel, bias, _ = weights["attention_output"]
    out = [[bias[o] if bias else 0 for o in range(n_out)] for _ in x]
    for head in range(HEADS):
        q, k, v = (project(others.get(part, x), weights[part], head) for part in ("query", "key", "value"))
        for t, row in enumerate(q):
            seen = [s for s in range(len(x)) if may_see(t, s)]
            scores = {s: sum(a * b for a, b in zip(row, k[s])) / math.sqrt(KEY) for s in seen}
            if not seen:
                scores = {s: 0 for s in range(len(x))}
            total = sum(math.exp(score) for score in scores.values())
            for j in range(value_dim):
                mean = sum(math.exp(score) * v[s][j] for s, score in scores.items()) / total
                for o in range(n_out):
                    out[t][o] += mean * kernel[(head * value_dim + j) * n_out + o]
    return [value for row in out for value in row]


def rows_of(x):
    return [x[i:i + IN] for i in range(0, len(x), IN)]


NESTED = ("{'class_name': 'Model', 'config': {'name': 'n', 'layers': [{'class_name': 'InputLayer', 'name': 'i', "
          "'config': {'name': 'i', 'batch_input_shape': [null]}, 'inbound_nodes': []}, %s{'class_name': "
          "'MultiHeadAttention', 'name': 'l', 'config': {'name': 'l', %s}, 'inbound_nodes': [%s]}], 'input_layers': "
          "[['i', 0, 0]], 'output_layers': [['l', 0, 0]]}}")
MASKING = ("{'class_name': 'Masking', 'name': 'm', 'config': {'name': 'm', 'mask_value': 0}, 'inbound_nodes': "
           "[[['i', 0, 0, {}]]]}, ")
KERAS_3 = "{'class_name': '__keras_tensor__', 'config': {'keras_history': ['i', 0, 0]}}"


def attention(name, x, inbound, settings="", value_dim=KEY, n_out=IN, has_bias=True, before="",
              may_see=lambda t, s: True, others=None):
    weights = make_weights(value_dim, n_out, has_bias)
    config = f"'num_heads': {HEADS}, 'key_dim': {KEY}{settings}"
    write(f"attention/{name}", None, NESTED % (before, config, inbound), f"{STEPS}, {IN}", x, f"[1,{STEPS},{n_out}]",
          attend(rows_of(x), weights, value_dim, n_out, may_see, others or {}), list_weights(weights, value_dim, n_out))


def normalize(name, x, shape, n_groups, config, weights, epsilon=1e-3):
    """Of [h, w, c], a group being some channels that lie beside each other."""
    h, w, c = shape
    each = c // n_groups
    out = list(x)
    for group in range(n_groups):
        places = [p * c + group * each + k for p in range(h * w) for k in range(each)]
        mean = sum(x[p] for p in places) / len(places)
        variance = sum((x[p] - mean) ** 2 for p in places) / len(places)
        for p in places:
            out[p] = (x[p] - mean) / math.sqrt(variance + epsilon)
    given = dict(weights)
    gamma, beta = given.get("gamma", [1] * c), given.get("beta", [0] * c)
    out = [value * gamma[p % c] + beta[p % c] for p, value in enumerate(out)]
    write(f"group-normalization/{name}", "GroupNormalization", config, f"{h}, {w}, {c}", x, f"[1,{h},{w},{c}]", out,
          [(what, str(c), values) for what, values in weights])


def main():
    x = wave(STEPS * IN, 7)
    masked = x[:4] + [0, 0]
    both = "[['i', 0, 0, {}], ['i', 0, 0, {}]]"
    named = "[['i', 0, 0, {'value': ['i', 0, 0]%s}]]"
    attention("two-inputs", x, both)
    attention("three-inputs", x, "[['i', 0, 0, {}], ['i', 0, 0, {}], ['i', 0, 0, {}]]")
    attention("value-by-name", x, named % "")
    attention("keras-3", x, "{'args': [%s, %s], 'kwargs': {'key': %s}}" % (KERAS_3, KERAS_3, KERAS_3))
    twice = ("{'class_name': 'Rescaling', 'name': 'd', 'config': {'name': 'd', 'scale': 2}, 'inbound_nodes': "
             "[[['i', 0, 0, {}]]]}, ")
    doubled = [[2 * value for value in row] for row in rows_of(x)]
    attention("value-is-key", x, "[['i', 0, 0, {'value': ['d', 0, 0]}]]", before=twice,
              others={"value": doubled, "key": doubled})
    attention("key-by-name", x, "[['i', 0, 0, {'key': ['d', 0, 0], 'value': ['i', 0, 0]}]]", before=twice,
              others={"key": doubled})
    attention("no-bias", x, both, ", 'use_bias': false", has_bias=False)
    attention("value-dim", x, both, ", 'value_dim': 1, 'output_shape': 3, 'dropout': 0.5", value_dim=1, n_out=3)
    attention("causal", x, named % ", 'use_causal_mask': true", may_see=lambda t, s: s <= t)
    attention("masked", masked, both.replace("'i'", "'m'"), before=MASKING, may_see=lambda t, s: s < 2 and t < 2)
    attention("masked-causal", masked, (named % ", 'use_causal_mask': true").replace("'i'", "'m'"), before=MASKING,
              may_see=lambda t, s: s <= t and s < 2 and t < 2)
    pixels = wave(2 * 2 * 4, 3)
    gamma, beta = ("gamma", wave(4, 8)), ("beta", wave(4, 9))
    normalize("two-groups", pixels, (2, 2, 4), 2, "'groups': 2", [gamma, beta])
    normalize("one-group", pixels, (2, 2, 4), 1, "'groups': 1, 'epsilon': 0.01, 'scale': false", [beta], 0.01)
    normalize("each-channel", pixels, (2, 2, 4), 4, "'groups': -1, 'center': false", [gamma])
    normalize("plain", pixels, (2, 2, 4), 2, "'groups': 2, 'center': false, 'scale': false, 'axis': -1", [])


main()
