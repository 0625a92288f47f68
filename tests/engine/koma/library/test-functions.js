// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Functions within functions, many levels deep and with collections between; what they throw, and
// what is no tensor, ends the call as it was thrown. A critical message ends the test.
imports.gi.versions.Koma = '1.0';
const {GLib, Koma} = imports.gi;

const N_LEVELS = 9;

class Mine extends Error {}

function assertThrows(name, call, kind) {
    let thrown = null;
    try {
        call();
    } catch (error) {
        thrown = error;
    }
    if (!(thrown instanceof kind))
        throw new Error(`${name}: ${thrown}`);
}

function assertFloats(tensor, ...wanted) {
    const found = tensor.read_floats();
    if (JSON.stringify(found) !== JSON.stringify(wanted))
        throw new Error(`${found}, expected ${wanted}`);
}

const countTensors = () => Koma.Environment.get().get_memory().n_tensors;

// Nested calls of one function and of different ones.
const tidyDeep = n => Koma.tidy(() => n === 0 ? Koma.Tensor.new_scalar(2) : tidyDeep(n - 1).add(Koma.Tensor.new_scalar(1)));
const gradDeep = n => xs => n === 0 ? xs[0].square() : Koma.grad(gradDeep(n - 1), xs[0], null).mul(xs[0]);
const valueDeep = n => xs => n === 0 ? xs[0].square() : Koma.value_and_grads(valueDeep(n - 1), [xs[0]], null)[0][0].mul(xs[0]);
const customDeep = (n, x) => Koma.custom_grad(
    xs => n === 0 ? xs[0].square() : customDeep(n - 1, xs[0]),
    (dy, xs) => [Koma.tidy(() => dy.mul(xs[0]))],
    [x]);
const mixedDeep = n => Koma.tidy(() => Koma.grad(xs => n === 0 ? xs[0].square() : mixedDeep(n - 1).mul(xs[0]), Koma.Tensor.new_scalar(1), null));

const x = Koma.Tensor.new_scalar(1);
for (let n = 0; n < N_LEVELS; n++) {
    const before = countTensors();
    const results = [
        tidyDeep(n),
        Koma.grad(gradDeep(n), x, null),
        Koma.value_and_grads(valueDeep(n), [x], null)[0][0],
        Koma.grad(xs => customDeep(n, xs[0]), x, null),
        mixedDeep(n),
    ];
    imports.system.gc();
    assertFloats(results[0], n + 2);
    assertFloats(results[1], 2 ** (n + 1));
    assertFloats(results[2], 2 ** (n + 1));
    assertFloats(results[3], 1);
    assertFloats(results[4], 2);
    results.forEach(tensor => tensor.dispose_data());
    if (countTensors() !== before)
        throw new Error(`${n} levels leave ${countTensors() - before} tensors`);
}
imports.system.gc();

const w = Koma.Variable.new(Koma.Tensor.new_scalar(3), true, 'w');
const optimizer = Koma.Optimizer.new_sgd(0.25);
const derive = gradient => Koma.grad(xs => Koma.custom_grad(ys => ys[0].square(), gradient, xs), x, null);
const calls = {
    tidy: Koma.tidy,
    grad: f => Koma.grad(f, x, null),
    grads: f => Koma.grads(f, [x], null),
    value_and_grads: f => Koma.value_and_grads(f, [x], null),
    variable_grads: f => Koma.Variable.grads(f, [w]),
    minimize: f => optimizer.minimize(f, [w]),
    custom_grad: f => Koma.custom_grad(f, () => [], [x]),
    gradient: derive,
    nested: f => Koma.tidy(() => Koma.grad(xs => Koma.grad(f, xs[0], null), x, null)),
};
const before = countTensors();
const scope = Koma.Scope.begin();
for (const name in calls) {
    assertThrows(name, () => calls[name](() => {
        throw new Mine('mine');
    }), Mine);
    for (const value of [undefined, null, 3, {}, Koma.Layer.new_flatten()])
        assertThrows(name, () => calls[name](() => value), TypeError);
}
scope.end();
assertFloats(w, 3);
if (countTensors() !== before)
    throw new Error('A function that failed left tensors');
assertThrows('constant', () => Koma.grad(() => Koma.Tensor.new_scalar(1), x, null), GLib.Error);
assertFloats(derive((dy, xs) => [dy.mul(xs[0])]), 1);
const [gradients, value] = Koma.Variable.grads(() => w.square(), null);
assertFloats(value, 9);
assertFloats(gradients[0], 6);

// What a handler throws ends the training.
const model = Koma.LayersModel.new_sequential(null);
model.add(Koma.Layer.new('Dense', '{"units": 2, "inputShape": [2]}'));
model.compile('sgd', 'meanSquaredError', null);
const samples = Koma.Tensor.new([1, 2, 3, 4], [2, 2]);
for (const signal of ['batch-end', 'epoch-end']) {
    const id = model.connect(signal, () => {
        throw new Mine('mine');
    });
    assertThrows(signal, () => model.fit([samples], [samples], Koma.FitOptions.new(1000000000, 1), null), Mine);
    model.disconnect(id);
}
if (model.fit([samples], [samples], Koma.FitOptions.new(2, 1), null).get_n_epochs() !== 2)
    throw new Error('A model does not learn after a handler failed');
