// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A variable is a tensor that can be given other values.
import Koma from 'gi://Koma?version=1.0';

const initial = Koma.Tensor.new_zeros(Koma.DType.FLOAT32, [5]);
const biases = Koma.Variable.new(initial, true, 'biases');
biases.print(false);

const updated = Koma.Tensor.new_1d([0, 1, 0, 1, 0]);
biases.assign(updated);
biases.print(false);
