#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The cases of test-keras-recurrent.c: the formulas of recurrent layers, one number at a time, with Python's
standard library.  Prints a KerasLayerCase for each; the build includes them."""
import math


def wave(n, seed, scale=1.0):
    """Numbers that do not repeat, with three digits."""
    return [round(scale * math.sin(1.7 * seed + 0.9 * i + 0.13 * i * i), 3) for i in range(n)]


def matrix(values, columns):
    return [values[i:i + columns] for i in range(0, len(values), columns)]


def product(row, m):
    return [sum(a * m[k][j] for k, a in enumerate(row)) for j in range(len(m[0]))]


def add(*rows):
    return [sum(r) for r in zip(*rows)]


def sigmoid(v):
    return 1 / (1 + math.exp(-v))


def hard_sigmoid(v):
    return min(max(0.2 * v + 0.5, 0), 1)


def simple_rnn(x, s, w, act):
    return [[math.tanh(v) for v in add(product(x, w["kernel"]), product(s[0], w["recurrent_kernel"]), w["bias"])]]


def lstm(x, s, w, act):
    z = add(product(x, w["kernel"]), product(s[0], w["recurrent_kernel"]), w["bias"])
    u = len(s[0])
    c = [act(z[u + j]) * s[1][j] + act(z[j]) * math.tanh(z[2 * u + j]) for j in range(u)]
    return [[act(z[3 * u + j]) * math.tanh(c[j]) for j in range(u)], c]


def gru(x, s, w, act):
    u = len(s[0])
    a = add(product(x, w["kernel"]), w["bias"])
    b = product(s[0], w["recurrent_kernel"])
    z = [act(a[j] + b[j]) for j in range(u)]
    r = [act(a[u + j] + b[u + j]) for j in range(u)]
    g = product([r[j] * s[0][j] for j in range(u)], [m[2 * u:] for m in w["recurrent_kernel"]])
    return [[z[j] * s[0][j] + (1 - z[j]) * math.tanh(a[2 * u + j] + g[j]) for j in range(u)]]


def gru_after(x, s, w, act):
    u = len(s[0])
    a = add(product(x, w["kernel"]), w["bias"][0])
    b = add(product(s[0], w["recurrent_kernel"]), w["bias"][1])
    z = [act(a[j] + b[j]) for j in range(u)]
    r = [act(a[u + j] + b[u + j]) for j in range(u)]
    return [[z[j] * s[0][j] + (1 - z[j]) * math.tanh(a[2 * u + j] + r[j] * b[2 * u + j]) for j in range(u)]]


CELLS = {"SimpleRNN": (simple_rnn, 1, 1), "LSTM": (lstm, 4, 2), "GRU": (gru, 3, 1), "GRU after": (gru_after, 3, 1)}
UNITS, IN = 2, 2


def weights(cell, seed, inputs=IN):
    gates = CELLS[cell][1] * UNITS
    bias = wave(2 * gates if cell == "GRU after" else gates, seed + 2)
    return {"kernel": matrix(wave(inputs * gates, seed), gates),
            "recurrent_kernel": matrix(wave(UNITS * gates, seed + 1), gates),
            "bias": matrix(bias, gates) if cell == "GRU after" else bias}


def loop(cell, x, w, act=sigmoid, states=None, mask=None, backwards=False):
    """The first state after each step, and all states after the last."""
    step, _, n_states = CELLS[cell]
    states = states or [[0.0] * UNITS for _ in range(n_states)]
    sequence = []
    for t in reversed(range(len(x))) if backwards else range(len(x)):
        if mask is None or mask[t]:
            states = step(x[t], states, w, act)
        sequence.append(states[0])
    return sequence, states


def flat(v):
    return [n for row in v for n in flat(row)] if v and isinstance(v, list) and isinstance(v[0], list) else list(v)


def text(values):
    return "{ " + ", ".join(f"{v:.9g}f" if "." in f"{v:.9g}" else f"{v:.9g}" for v in flat(values)) + " }"


def shape(v):
    return [len(v)] + (shape(v[0]) if isinstance(v[0], list) else [])


def row(name, class_name, config, x, out, named_weights):
    print(f'{{ "{name}", {class_name and chr(34) + class_name + chr(34) or "NULL"},')
    print(f'  "{config}", "{len(x)}, {len(x[0])}", {text(x)},')
    print(f'  "[{",".join(map(str, [1] + shape(out)))}]", {text(out)},')
    rows = [f'{{ "l/{prefix}{what}", "{", ".join(map(str, shape(v)))}", {text(v)} }}'
            for prefix, w in named_weights for what, v in w.items()]
    print("  { " + ",\n    ".join(rows) + " } },")


NESTED = ("{'class_name': 'Model', 'config': {'name': 'n', 'layers': [{'class_name': 'InputLayer', 'name': 'i', "
          "'config': {'name': 'i', 'batch_input_shape': [null]}, 'inbound_nodes': []}, %s], "
          "'input_layers': [['i', 0, 0]], 'output_layers': [[%s]]}}")
LAYER = "{'class_name': '%s', 'name': '%s', 'config': {'name': '%s'%s}, 'inbound_nodes': [[%s]]}"


def main():
    x = matrix(wave(6, 0.3), IN)
    masked = [x[0], [0.0, 0.0], x[2]]
    mask = [True, False, True]
    sig = "'recurrent_activation': 'sigmoid'"
    for cell in CELLS:
        w = weights(cell, 1)
        class_name, more = cell.split()[0], ", 'reset_after': true" if "after" in cell else ""
        name = cell.lower().replace(" ", "-reset-")
        row(f"{name}/last", class_name, sig + more, x, loop(cell, x, w)[0][-1], [("", w)])
        row(f"{name}/sequences", class_name,
            "'recurrent_activation': 'hardSigmoid', 'return_sequences': true" + more, x,
            loop(cell, x, w, hard_sigmoid)[0], [("", w)])
        row(f"{name}/backwards", class_name, sig + ", 'return_sequences': true, 'go_backwards': true" + more, x,
            loop(cell, x, w, backwards=True)[0], [("", w)])
        row(f"{name}/masked", None,
            "{'class_name': 'Masking', 'config': {'name': 'm'}}, {'class_name': '%s', 'config': {'name': 'l', %s, "
            "'return_sequences': true}}" % (class_name, sig + more),
            masked, loop(cell, masked, w, mask=mask)[0], [("", w)])
    w = weights("LSTM", 1)
    largest = [max(r[j] for r in x) for j in range(IN)]
    pool = LAYER % ("GlobalMaxPooling1D", "s", "s", "", "['i', 0, 0]")
    row("lstm/cell-state", None, NESTED % (LAYER % ("LSTM", "l", "l", ", 'return_state': true, " + sig, "['i', 0, 0]"),
                                           "'l', 0, 2"), x, loop("LSTM", x, w)[1][1], [("", w)])
    row("lstm/initial-state", None,
        NESTED % (pool + ", " + LAYER % ("LSTM", "l", "l", ", " + sig, "['i', 0, 0], ['s', 0, 0], ['s', 0, 0]"),
                  "'l', 0, 0"),
        x, loop("LSTM", x, w, states=[largest, largest])[0][-1], [("", w)])
    row("lstm/stateful-from-zero", "LSTM",
        sig + ", 'stateful': true, 'unroll': true, 'implementation': 1, 'dropout': 0.5", x,
        loop("LSTM", x, w)[0][-1], [("", w)])
    row("rnn/cell", "RNN", "'cell': {'class_name': 'LSTMCell', 'config': {'name': 'c', %s}}" % sig, x,
        loop("LSTM", x, w)[0][-1], [("", w)])
    second = weights("GRU", 5)
    stack = ("'return_sequences': true, 'cell': {'class_name': 'StackedRNNCells', 'config': {'cells': [{'class_name': "
             "'LSTMCell', 'config': {'name': 'a', %s}}, {'class_name': 'GRUCell', 'config': {'name': 'b', %s}}]}}"
             % (sig, sig))
    through = loop("GRU", loop("LSTM", x, w)[0], second)[0]
    row("rnn/stacked", "RNN", stack, x, through, [("RNNCell_0/", w), ("RNNCell_1/", second)])
    row("rnn/stacked-names-of-cells", "RNN", stack, x, through, [("a/", w), ("b/", second)])
    fw, bw = weights("SimpleRNN", 1), weights("SimpleRNN", 4)
    names = [("forward_r/", fw), ("backward_r/", bw)]
    ahead, back = loop("SimpleRNN", x, fw)[0], loop("SimpleRNN", x, bw, backwards=True)[0]
    inner = "'layer': {'class_name': 'SimpleRNN', 'config': {'name': 'r'%s}}"
    for mode, merge in (("sum", lambda a, b: a + b), ("mul", lambda a, b: a * b), ("ave", lambda a, b: (a + b) / 2)):
        row(f"bidirectional/{mode}", "Bidirectional", f"'merge_mode': '{mode}', " + inner % "", x,
            [merge(a, b) for a, b in zip(ahead[-1], back[-1])], names)
    row("bidirectional/concat", "Bidirectional", "'merge_mode': 'concat', " + inner % ", 'return_sequences': true", x,
        [a + b for a, b in zip(ahead, reversed(back))], names)
    row("bidirectional/none", None,
        NESTED % (LAYER % ("Bidirectional", "l", "l", ", 'merge_mode': null, " + inner % "", "['i', 0, 0]"),
                  "'l', 0, 1"),
        x, back[-1], names)
    row("bidirectional/states", None,
        NESTED % (pool + ", " + LAYER % ("Bidirectional", "l", "l",
                                         ", 'merge_mode': 'sum', " + inner % ", 'return_state': true",
                                         "['i', 0, 0], ['s', 0, 0], ['s', 0, 0]"), "'l', 0, 2"),
        x, loop("SimpleRNN", x, bw, states=[largest], backwards=True)[1][0], names)
    row("bidirectional/masked", None,
        "{'class_name': 'Masking', 'config': {'name': 'm'}}, {'class_name': 'Bidirectional', 'config': {'name': 'l', "
        "'merge_mode': 'sum', %s}}" % (inner % ", 'return_sequences': true"), masked,
        [add(a, b) for a, b in zip(loop("SimpleRNN", masked, fw, mask=mask)[0],
                                   reversed(loop("SimpleRNN", masked, bw, mask=mask, backwards=True)[0]))], names)


main()
