// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A model made of layers: what comes next after 80 steps of 4 numbers each.
import Koma from 'gi://Koma?version=1.0';

const LEARNING_RATE = 0.01;

// One layer with 20 outputs.
const model = Koma.LayersModel.new_sequential(null);
model.add(Koma.Layer.new('SimpleRNN', JSON.stringify({
    units: 20,
    recurrentInitializer: 'GlorotNormal',
    inputShape: [80, 4],
})));
const optimizer = Koma.Optimizer.new_sgd(LEARNING_RATE);
model.compile_with(optimizer, 'categoricalCrossentropy', null);

// 20 samples, each of a class of its own.
const data = Koma.Tensor.new_random_uniform([20, 80, 4], -1, 1, 7);
const labels = Koma.Tensor.new_eye(Koma.DType.FLOAT32, 20, 20);
const history = model.fit([data], [labels], null, null);
const result = model.predict([data], 32);
print('epochs:', history.get_n_epochs());
const [rows, columns] = result.get_shape();
print(`result: ${rows} x ${columns}`);
