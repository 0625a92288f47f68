// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tensors: making, computing, reading, the gradient of a formula.
import System from 'system';

// Where it is built and not installed, gjs must be told where it is.
const Koma = await import('gi://Koma?version=1.0').then(module => module.default, () => {
    printerr('Koma is not found. Install it, or in the folder where it was built:\n' +
        'export GI_TYPELIB_PATH=$PWD/build/engine/koma/library LD_LIBRARY_PATH=$PWD/build/engine/koma/library');
    System.exit(1);
});

const weights = Koma.Tensor.new([1, 2, 3, 4, 5, 6], [2, 3]);
const x = Koma.Tensor.new_1d([1, 0, -1]);

// [2, 3] times [3]: the smaller shape is repeated.
const y = weights.mul(x);
print(`shape: [${y.get_shape().join(', ')}]`);
print(`values: [${y.read_floats().map(value => value.toFixed(1)).join(', ')}]`);

// Ops chain: a product of matrices, and the sum of its squares.
const product = weights.mat_mul(weights, false, true);
print(product.to_string(false));
print(`sum of squares: [${product.square().sum(null, false).read_floats()[0].toFixed(1)}]`);

// How fast the sum of x³ grows with each element: 3 x².
const slope = Koma.grad(xs => xs[0].pow(Koma.Tensor.new_scalar(3)).sum(null, false), x, null);
print(`slope: [${slope.read_floats().map(value => value.toFixed(1)).join(', ')}]`);
