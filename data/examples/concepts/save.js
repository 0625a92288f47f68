// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A model is saved and loaded, and predicts the same.
import Koma from 'gi://Koma?version=1.0';

const model = Koma.LayersModel.new_sequential(null);
model.add(Koma.Layer.new_input([4]));
model.add(Koma.Layer.new_dense(3, 'softmax'));
model.save('saved', false);
const loaded = Koma.LayersModel.load('saved/model.json');

const x = Koma.Tensor.new_ones(Koma.DType.FLOAT32, [1, 4]);
const before = model.predict([x], 1);
const after = loaded.predict([x], 1);
before.equal(after).print(false);
