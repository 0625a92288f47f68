// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Matrices taken apart.
import {floats, spread, weights} from '../inputs.mjs';

// TensorFlow.js has no gradient of qr: the same by Gram and Schmidt, with the signs that qr has.
const qrPart = `(x, a) => {
    const copy = y => tf.tensor(y.dataSync(), y.shape);
    const base = tf.linalg.gramSchmidt(x[0].transpose()).transpose();
    const q = base.mul(copy(tf.linalg.qr(copy(x[0]))[0].mul(copy(base)).sum(0).sign()));
    return a.output === 0 ? q : q.transpose().matMul(x[0]);
}`.replace(/\n */g, ' ');

export const code = {
    bandPart: '(x, a) => tf.linalg.bandPart(x[0], a.numLower, a.numUpper)',
    gramSchmidt: '(x, a) => tf.linalg.gramSchmidt(x[0])',
    qr: '(x, a) => tf.linalg.qr(x[0], a.fullMatrices)',
    qrPart,
};

const qr = (name, shape, fullMatrices) => ({name: `qr_${name}`, op: 'qr', attributes: {fullMatrices},
    inputs: [spread(shape, -2, 2, shape.length + shape[0])]});

export const list = [
    ...[[1, 1], [0, -1], [-1, 0], [2, 1]].map(([numLower, numUpper]) => ({name: `band_${numLower}_${numUpper}`, op: 'bandPart',
        attributes: {numLower, numUpper}, inputs: [spread([2, 3, 4])], dy: weights(2), isLinear: true})),
    {name: 'gram_schmidt', op: 'gramSchmidt', inputs: [spread([3, 4])], dy: weights(2)},
    {name: 'gram_schmidt_one', op: 'gramSchmidt', inputs: [floats([3, 4], [1, 2])]},
    qr('square', [3, 3], false),
    qr('tall', [4, 2], false),
    qr('tall_full', [4, 2], true),
    qr('wide', [2, 4], false),
    qr('wide_full', [2, 4], true),
    qr('batch', [2, 3, 3], false),
    qr('number', [1, 1], false),
    ...[0, 1].map(output => ({name: `qr_part_${output}`, op: 'qrPart', attributes: {output},
        inputs: [spread([3, 2])], dy: weights(3)})),
];
