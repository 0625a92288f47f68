// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What goes over pictures in windows, or over channels.
import {floats, spread, weights} from '../inputs.mjs';

export const code = {
    conv3dTranspose: '(x, a) => tf.conv3dTranspose(x[0], x[1], a.outputShape, a.strides, a.pad)',
    dilation2d: '(x, a) => tf.dilation2d(x[0], x[1], a.strides, a.pad, a.dilations)',
    localResponseNormalization:
        '(x, a) => tf.localResponseNormalization(x[0], a.depthRadius, a.bias, a.alpha, a.beta)',
    maxPoolWithArgmax: '(x, a) => tf.maxPoolWithArgmax(x[0], a.filterSize, a.strides, a.pad, a.includeBatch)',
};

const dilate = (name, shape, filter, strides, pad, dilations) => ({name: `dilation2d_${name}`, op: 'dilation2d',
    attributes: {strides, pad, dilations}, inputs: [spread(shape), spread(filter, -1, 1, 2)], dy: weights(3)});
const pool = (name, filterSize, strides, pad, includeBatch) => ({name: `argmax_${name}`, op: 'maxPoolWithArgmax',
    attributes: {filterSize, strides, pad, includeBatch}, inputs: [spread([2, 4, 5, 2])]});
const normalize = (name, shape, depthRadius, bias, alpha, beta) => ({name: `lrn_${name}`,
    op: 'localResponseNormalization', attributes: {depthRadius, bias, alpha, beta},
    inputs: [spread(shape)], dy: weights(2)});

const transpose = (name, shape, filter, outputShape, strides, pad) => ({name: `conv3d_transpose_${name}`,
    op: 'conv3dTranspose', attributes: {outputShape, strides, pad},
    inputs: [spread(shape), spread(filter, -1, 1, 3)], dy: weights(4), isLinear: true});

export const list = [
    transpose('valid', [1, 2, 2, 3, 2], [2, 3, 2, 3, 2], [1, 3, 4, 4, 3], [1, 1, 1], 'valid'),
    transpose('same', [2, 3, 2, 2, 1], [3, 2, 3, 2, 1], [2, 3, 2, 2, 2], [1, 1, 1], 'same'),
    transpose('strides', [1, 2, 2, 3, 2], [3, 3, 2, 1, 2], [1, 4, 6, 3, 1], [2, 3, 1], 'same'),
    transpose('strides_odd', [1, 2, 3, 2, 1], [2, 3, 2, 2, 1], [1, 3, 5, 3, 2], [2, 2, 2], 'same'),
    transpose('gaps', [1, 2, 2, 2, 1], [1, 2, 1, 1, 1], [1, 4, 5, 3, 1], [3, 3, 2], 'valid'),
    transpose('no_batch', [2, 2, 2, 1], [2, 2, 2, 2, 1], [4, 4, 4, 2], [2, 2, 2], 'valid'),
    dilate('valid', [1, 4, 5, 2], [2, 3, 2], [1, 1], 'valid', [1, 1]),
    dilate('same', [2, 4, 5, 1], [3, 3, 1], [1, 1], 'same', [1, 1]),
    dilate('strides', [1, 5, 5, 2], [2, 2, 2], [2, 2], 'same', [1, 1]),
    dilate('dilations', [1, 5, 6, 1], [2, 2, 1], [1, 1], 'same', [2, 2]),
    pool('valid', [2, 2], [2, 2], 'valid', false),
    pool('same', [3, 3], [2, 1], 'same', false),
    pool('batch', [2, 2], [1, 2], 'same', true),
    {name: 'argmax_equal', op: 'maxPoolWithArgmax',
        attributes: {filterSize: 2, strides: 1, pad: 'valid', includeBatch: false},
        inputs: [floats([1, 1, 0, 1, 1, 2], [1, 2, 3, 1])]},
    normalize('usual', [1, 2, 2, 8], 5, 1, 1, 0.5),
    normalize('narrow', [2, 2, 1, 5], 1, 2, 0.3, 0.75),
    normalize('no_batch', [2, 2, 4], 2, 1, 1, 0.5),
];
