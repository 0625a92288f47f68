// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// libkoma from JavaScript: tensors, gradients, errors.
imports.gi.versions.Koma = '1.0';
const {Koma} = imports.gi;

function assertEqual(found, wanted) {
    if (JSON.stringify(found) !== JSON.stringify(wanted))
        throw new Error(`${JSON.stringify(found)}, expected ${JSON.stringify(wanted)}`);
}

const a = Koma.Tensor.new([1, 2, 3, 4], [2, 2]);
const y = a.add(a).square();
assertEqual(y.read_floats(), [4, 16, 36, 64]);
assertEqual(y.get_shape(), [2, 2]);
assertEqual(y.to_string(false), 'Tensor\n    [[4 , 16],\n     [36, 64]]');

const memory = Koma.Environment.get().get_memory();
assertEqual(memory.n_bytes, 16 * memory.n_tensors);

let isRefused = false;
try {
    Koma.Tensor.new([1], [2]);
} catch (error) {
    isRefused = error.matches(Koma.Error, Koma.Error.SHAPE);
}
assertEqual(isRefused, true);

const w = Koma.Variable.new(a, true, 'w');
const tape = Koma.Tape.new();
tape.watch(w);
const loss = w.square();
tape.end();
assertEqual(tape.gradient(loss, null, [w]).map(g => g.read_floats()), [[2, 4, 6, 8]]);
assertEqual(Koma.grad(xs => xs[0].square(), a, null).read_floats(), [2, 4, 6, 8]);

const optimizer = Koma.Optimizer.new_momentum(0.125, 0.5, false);
const distance = optimizer.minimize(() => w.square().sum(null, false), [w]);
assertEqual(distance.read_floats(), [30]);
assertEqual(w.read_floats(), [0.75, 1.5, 2.25, 3]);

const scope = Koma.Scope.begin();
const x = Koma.Tensor.new_scalar(3);
scope.end();
assertEqual(x.is_disposed(), true);

let inner = null;
const z = Koma.tidy(() => {
    inner = Koma.Tensor.new_1d([1, 2]);
    return inner.square();
});
assertEqual(z.read_floats(), [1, 4]);
assertEqual(inner.is_disposed(), true);
