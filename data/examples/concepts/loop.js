// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A training loop: the line y = a x + b through four points.
import Koma from 'gi://Koma?version=1.0';

const N_STEPS = 300;

// The mean of squared errors.
function findLoss() {
    const found = a.mul(x).add(b);
    return found.squared_difference(y).mean(null, false);
}

const zero = Koma.Tensor.new_scalar(0);
const a = Koma.Variable.new(zero, true, 'a');
const b = Koma.Variable.new(zero, true, 'b');
const x = Koma.Tensor.new_1d([0, 1, 2, 3]);
const y = Koma.Tensor.new_1d([1, 3, 5, 7]);
const optimizer = Koma.Optimizer.new_sgd(0.1);
for (let i = 0; i < N_STEPS; i++)
    optimizer.minimize(findLoss, [a, b]).dispose_data();
a.round().print(false);
b.round().print(false);
