// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Products, grids, means, and what is chosen by indices and numbers.
import {bools, floats, ints, spread, weights} from '../inputs.mjs';

// TensorFlow.js makes [1, n] of [n] in searches, TensorFlow does not.
export const code = {
    bitwiseAnd: '(x, a) => tf.bitwiseAnd(x[0], x[1])',
    booleanMask: '(x, a) => tf.booleanMaskAsync(x[0], x[1], a.axis)',
    einsum: '(x, a) => tf.einsum(a.equation, ...x)',
    gatherBatches: '(x, a) => tf.gather(x[0], x[1], a.axis, a.batchDims)',
    inTopK: '(x, a) => tf.inTopKAsync(x[0], x[1], a.k)',
    lowerBound: '(x, a) => tf.lowerBound(x[0], x[1]).reshape(x[1].shape)',
    meshgrid: '(x, a) => tf.meshgrid(x[0], x[1], {indexing: a.indexing})',
    movingAverage: '(x, a) => tf.movingAverage(x[0], x[1], a.decay, a.step, a.zeroDebias)',
    searchSorted: '(x, a) => tf.searchSorted(x[0], x[1], a.side).reshape(x[1].shape)',
    setdiff1d: '(x, a) => tf.setdiff1dAsync(x[0], x[1])',
    upperBound: '(x, a) => tf.upperBound(x[0], x[1]).reshape(x[1].shape)',
    whereIndices: '(x, a) => tf.whereAsync(x[0])',
};

const einsum = (name, equation, shapes) => ({
    name: `einsum_${name}`,
    op: 'einsum',
    attributes: {equation},
    inputs: shapes.map((shape, at) => spread(shape, -2, 2, at + 1)),
    dy: weights(5),
    isLinear: true,
});

export const list = [
    einsum('matrices', 'ij,jk->ik', [[2, 3], [3, 4]]),
    einsum('transposed', 'ij,kj->ki', [[2, 3], [4, 3]]),
    einsum('batch', 'bij,bjk->bik', [[2, 2, 3], [2, 3, 2]]),
    einsum('batch_last', 'ijb,jkb->ikb', [[2, 3, 2], [3, 2, 2]]),
    einsum('outer', 'i,j->ij', [[3], [2]]),
    einsum('dot', 'i,i->', [[4], [4]]),
    einsum('same', 'ij,ij->ij', [[2, 3], [2, 3]]),
    einsum('attention', 'bqhd,bkhd->bhqk', [[1, 2, 2, 3], [1, 3, 2, 3]]),
    einsum('transpose', 'ij->ji', [[2, 3]]),
    einsum('sum', 'ijk->j', [[2, 3, 2]]),
    {name: 'einsum_ints', op: 'einsum', attributes: {equation: 'ij,j->i'}, inputs: [
        ints([1, 2, 3, -4, 5, 6], [2, 3]), ints([7, 8, -9])]},
    {name: 'gather_batches', op: 'gatherBatches', attributes: {axis: 1, batchDims: 1},
        inputs: [spread([2, 4, 3]), ints([3, 0, 0, 2, 2, 1], [2, 3])], dy: weights(3), isLinear: true},
    {name: 'gather_batches_later', op: 'gatherBatches', attributes: {axis: 2, batchDims: 1},
        inputs: [spread([2, 3, 4]), ints([3, 0, 1, 1], [2, 2])], dy: weights(3), isLinear: true},
    {name: 'gather_batches_none', op: 'gatherBatches', attributes: {axis: 1, batchDims: 0},
        inputs: [spread([2, 4]), ints([3, 0])]},
    {name: 'mask_rows', op: 'booleanMask', attributes: {axis: 0}, inputs: [spread([3, 2]), bools([1, 0, 1])],
        dy: weights(3), isLinear: true},
    {name: 'mask_columns', op: 'booleanMask', attributes: {axis: 1}, inputs: [spread([2, 3]), bools([0, 1, 1])]},
    {name: 'mask_both', op: 'booleanMask', attributes: {axis: 0},
        inputs: [spread([2, 3, 2]), bools([0, 1, 1, 0, 0, 1], [2, 3])]},
    {name: 'mask_nothing', op: 'booleanMask', attributes: {axis: 0}, inputs: [spread([3, 2]), bools([0, 0, 0])]},
    {name: 'where_indices', op: 'whereIndices', inputs: [bools([0, 1, 1, 0, 0, 1], [2, 3])]},
    {name: 'where_indices_line', op: 'whereIndices', inputs: [bools([1, 0, 1])]},
    {name: 'where_indices_deep', op: 'whereIndices', inputs: [bools([1, 0, 0, 1, 0, 0, 1, 1], [2, 2, 2])]},
    {name: 'setdiff', op: 'setdiff1d', inputs: [floats([1, 2.5, 3, 2.5, 5, 6]), floats([1, 3, 7])]},
    {name: 'setdiff_ints', op: 'setdiff1d', inputs: [ints([4, 1, 4, 2]), ints([1])]},
    ...['left', 'right'].map(side => ({name: `search_${side}`, op: 'searchSorted', attributes: {side},
        inputs: [floats([0, 3, 9, 9, 10, 1, 2, 3, 4, 5], [2, 5]), floats([0, 4, 9, 11, 0, 6, 2, 3], [2, 4])]})),
    {name: 'search_ints', op: 'searchSorted', attributes: {side: 'right'}, inputs: [ints([-5, 1, 1, 8]), ints([1, -9, 8])]},
    {name: 'lower_bound', op: 'lowerBound', inputs: [floats([0, 3, 9, 9, 10]), floats([9, 3.5, -1])]},
    {name: 'upper_bound', op: 'upperBound', inputs: [floats([0, 3, 9, 9, 10]), floats([9, 3.5, 20])]},
    {name: 'in_top_1', op: 'inTopK', attributes: {k: 1}, inputs: [floats([20, 10, 40, 30, 30, 50, -20, 10], [2, 4]), ints([2, 0])]},
    {name: 'in_top_2', op: 'inTopK', attributes: {k: 2},
        inputs: [floats([20, 30, 40, 30, 30, 50, -20, 10], [1, 2, 4]), ints([3, 0], [1, 2])]},
    {name: 'bitwise_and', op: 'bitwiseAnd', inputs: [ints([0, 5, 3, 14, -1, -8], [2, 3]), ints([5, 0, 7, 11, 9, 12], [2, 3])]},
    ...['xy', 'ij'].map(indexing => ({name: `meshgrid_${indexing}`, op: 'meshgrid', attributes: {indexing},
        inputs: [floats([1, 2, 3]), floats([4, 5])], dy: weights(2), isLinear: true})),
    {name: 'moving_average', op: 'movingAverage', attributes: {decay: 0.6, zeroDebias: false},
        inputs: [spread([2, 2]), spread([2, 2], 0, 9, 2)], dy: weights(4)},
    {name: 'moving_average_step', op: 'movingAverage', attributes: {decay: 0.6, step: 3, zeroDebias: true},
        inputs: [spread([2, 2]), spread([2, 2], 0, 9, 2)], dy: weights(4)},
];
