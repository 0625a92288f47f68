# SPDX-License-Identifier: GPL-3.0-or-later
"""LSTM, GRU and RNN of ONNX by their definitions: models, and what they compute."""
import math

from onnx_file import FLOAT, model, node, pack, tensor, value, wave


def sigmoid(v):
    return 1 / (1 + math.exp(-v))


def steps(op, x, w, r, b, p, after=False):
    """h of two units after each of the steps of x, [steps][4], and c in the end; w, r, b, p are of one direction."""
    gates = {"LSTM": 4, "GRU": 3, "RNN": 1}[op]
    h, c, out = [0, 0], [0, 0], []
    for one in x:
        own = [sum(w[i * 4 + k] * one[k] for k in range(4)) + b[i] for i in range(2 * gates)]

        def state(i, h):
            return sum(r[i * 2 + k] * h[k] for k in range(2)) + b[2 * gates + i]

        if op == "RNN":
            h = [math.tanh(own[u] + state(u, h)) for u in range(2)]
        elif op == "GRU":
            z, t = ([sigmoid(own[2 * g + u] + state(2 * g + u, h)) for u in range(2)] for g in (0, 1))
            g = [math.tanh(own[4 + u] + (t[u] * state(4 + u, h) if after else
                                         state(4 + u, [t[k] * h[k] for k in range(2)]))) for u in range(2)]
            h = [(1 - z[u]) * g[u] + z[u] * h[u] for u in range(2)]
        else:
            i, f = ([sigmoid(own[2 * g + u] + state(2 * g + u, h) + p[2 * k + u] * c[u]) for u in range(2)]
                    for g, k in ((0, 0), (2, 2)))
            new = [f[u] * c[u] + i[u] * math.tanh(own[6 + u] + state(6 + u, h)) for u in range(2)]
            o = [sigmoid(own[2 + u] + state(2 + u, h) + p[2 + u] * new[u]) for u in range(2)]
            c = new
            h = [o[u] * math.tanh(c[u]) for u in range(2)]
        out.append(h)
    return out, c


def recurrent():
    """LSTM, GRU and RNN in both directions; x has two steps, a batch of three, and four numbers."""
    x = wave(24, 7)
    files = {}
    for name, op, n, after in (("lstm", "LSTM", 4, 0), ("gru", "GRU", 3, 0), ("gru-after", "GRU", 3, 1),
                               ("rnn", "RNN", 1, 0)):
        w, r, b, p = wave(2 * n * 2 * 4, 5), wave(2 * n * 2 * 2, 3), wave(2 * 2 * n * 2, 11), wave(2 * 6, 7)
        y = [[[None] * 3 for direction in range(2)] for step in range(2)]
        cells = [[None] * 3 for direction in range(2)]
        for k in range(3):
            one = [x[(step * 3 + k) * 4:(step * 3 + k) * 4 + 4] for step in range(2)]
            for direction in range(2):
                parts = [whole[direction * len(whole) // 2:(direction + 1) * len(whole) // 2] for whole in (w, r, b, p)]
                found, cells[direction][k] = steps(op, one[::-1] if direction else one, *parts, after)
                for step in range(2):
                    y[step][direction][k] = found[1 - step if direction else step]
        inputs = ["x", "w", "r", "b"] + (["", "", "", "p"] if op == "LSTM" else [])
        attributes = {"linear_before_reset": 1} if after else {}
        constants = [tensor("w", [2, n * 2, 4], w), tensor("r", [2, n * 2, 2], r), tensor("b", [2, 2 * n * 2], b),
                     tensor("p", [2, 6], p)]
        nodes = [node(op, inputs, ["y"], direction="bidirectional", hidden_size=2, **attributes)]
        files[f"case-{name}.onnx"] = model(nodes, constants, [value("x", [2, 3, 4])], [value("y", ["M"])], 14)
        files[f"case-{name}.f32"] = pack(FLOAT, [number for step in y for one in step for h in one for number in h])
        if op == "LSTM":
            nodes = [node(op, inputs, ["", "", "y"], direction="bidirectional", hidden_size=2)]
            files["case-lstm-cell.onnx"] = model(nodes, constants, [value("x", [2, 3, 4])], [value("y", ["M"])], 14)
            files["case-lstm-cell.f32"] = pack(FLOAT, [number for one in cells for c in one for number in c])
    return files
