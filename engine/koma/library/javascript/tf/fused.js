// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// tf.fused: a product, a bias that is added, and an activation. Here they are three ops; in a model the library fuses
// them by itself.
import {describe, refuse, Refusal} from './errors.js';
import {memoryFunctions} from './memory.js';
import {ops} from './ops.js';

const activations = {
    linear: x => x,
    ...Object.fromEntries(['relu', 'elu', 'relu6', 'sigmoid'].map(name => [name, x => ops[name](x)])),
    prelu: (x, {preluActivationWeights}) => ops.prelu(x, preluActivationWeights),
    leakyrelu: (x, {leakyreluAlpha}) => ops.leakyRelu(x, leakyreluAlpha),
};

function activate(x, options) {
    const {bias, activation = 'linear'} = options;
    if (!Object.hasOwn(activations, activation))
        refuse(`there is no activation ${describe(activation)}`);
    return activations[activation](bias === undefined || bias === null ? x : ops.add(x, bias), options);
}

// multiply (options): without bias and activation. What is refused is refused by this function's name.
const fuse = (name, multiply) => Object.defineProperty(options => {
    try {
        return memoryFunctions.tidy(() => activate(multiply(options), options));
    } catch (error) {
        if (error instanceof Refusal)
            error.message = `fused ${error.message.startsWith(`${name}: `) ? '' : `${name}: `}${error.message}`;
        throw error;
    }
}, 'name', {value: name});

const convolve = name => fuse(name, ({x, filter, strides, pad, dataFormat, dilations, dimRoundingMode}) =>
    ops[name](x, filter, strides, pad, dataFormat, dilations, dimRoundingMode));

export const fused = {
    conv2d: convolve('conv2d'),
    depthwiseConv2d: convolve('depthwiseConv2d'),
    matMul: fuse('matMul', ({a, b, transposeA, transposeB}) => ops.matMul(a, b, transposeA, transposeB)),
};
