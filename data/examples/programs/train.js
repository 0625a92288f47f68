// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A model learns which arm of a spiral a point is on; it is saved, and loaded again.
import System from 'system';

// Where it is built and not installed, gjs must be told where it is.
const Koma = await import('gi://Koma?version=1.0').then(module => module.default, () => {
    printerr('Koma is not found. Install it, or in the folder where it was built:\n' +
        'export GI_TYPELIB_PATH=$PWD/build/engine/koma/library LD_LIBRARY_PATH=$PWD/build/engine/koma/library');
    System.exit(1);
});

const N_ARMS = 3;
const N_POINTS = 60;

const points = [];
const arms = [];
for (let arm = 0; arm < N_ARMS; arm++) {
    for (let i = 0; i < N_POINTS; i++) {
        const radius = (i + 1) / N_POINTS;
        const angle = 2 * Math.PI * arm / N_ARMS + 3 * radius;
        points.push(radius * Math.cos(angle), radius * Math.sin(angle));
        arms.push(arm);
    }
}
const x = Koma.Tensor.new_2d(points, arms.length, 2);
const y = Koma.Tensor.new_ints(arms, [arms.length]).one_hot(N_ARMS, 1, 0);

const model = Koma.LayersModel.new_sequential('spiral');
model.set_seed(1);
model.add(Koma.Layer.new_input([2]));
model.add(Koma.Layer.new_dense(24, 'tanh'));
model.add(Koma.Layer.new_dense(24, 'tanh'));
model.add(Koma.Layer.new_dense(N_ARMS, 'softmax'));
model.compile('adam', 'categoricalCrossentropy', ['accuracy']);
model.set_option('learningRate', 0.02);

const history = model.fit([x], [y], Koma.FitOptions.new(150, 32), null);
const loss = history.get_values('loss');
print(`epochs: ${history.get_n_epochs()}`);
print(`the loss fell: ${loss.at(-1) < loss[0] / 10 ? 'yes' : 'no'}`);
const [, accuracy] = model.evaluate([x], [y], 32);
print(`accuracy: ${accuracy.toFixed(2)}`);

// As TensorFlow.js has it: a folder with model.json and weights.bin.
model.save('spiral', false);
const loaded = Koma.LayersModel.load('spiral');
const isSame = `${loaded.predict([x], 32).read_floats()}` === `${model.predict([x], 32).read_floats()}`;
print(`the loaded one predicts the same: ${isSame ? 'yes' : 'no'}`);
