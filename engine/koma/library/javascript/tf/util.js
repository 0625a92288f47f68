// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// tf.util: helpers that examples use.
import {refuse} from './errors.js';
import {inferDtype, toInts} from './making.js';
import {nest} from './tensor.js';

const isTypedArray = value => ArrayBuffer.isView(value) && !(value instanceof DataView);

function swap(array, a, b) {
    [array[a], array[b]] = [array[b], array[a]];
}

// Fisher and Yates; several arrays alike.
function shuffleAll(...arrays) {
    for (let i = arrays[0].length; i > 1; i--) {
        const other = Math.floor(Math.random() * i);
        arrays.forEach(array => swap(array, i - 1, other));
    }
}

function createShuffledIndices(n) {
    const indices = Uint32Array.from({length: n}, (_, at) => at);
    shuffleAll(indices);
    return indices;
}

function flatten(value, result = []) {
    if (Array.isArray(value) || isTypedArray(value))
        value.forEach(item => flatten(item, result));
    else
        result.push(value);
    return result;
}

const sizeFromShape = shape => toInts(shape).reduce((a, b) => a * b, 1);
const arraysEqual = (a, b) => a === b || a?.length === b?.length && Array.from(a).every((item, at) => item === b[at]);

function assert(isTrue, message) {
    if (!isTrue)
        refuse(typeof message === 'function' ? message() : message);
}

export const util = {
    arraysEqual,
    assert,
    assertShapesMatch: (a, b, prefix = '') => assert(arraysEqual(a, b), `${prefix}The shapes [${a}] and [${b}] differ`),
    clamp: (min, x, max) => Math.max(min, Math.min(x, max)),
    createShuffledIndices,
    distSquared: (a, b) => a.reduce((sum, value, at) => sum + (value - b[at]) ** 2, 0),
    flatten,
    inferDtype,
    isInt: Number.isInteger,
    isScalarShape: shape => shape.length === 0,
    isTypedArray,
    now: Date.now,
    randUniform: (a, b) => a + Math.random() * (b - a),
    shuffle: shuffleAll,
    shuffleCombo: shuffleAll,
    sizeFromShape,
    sum: array => array.reduce((a, b) => a + b, 0),
    swap,
    toNestedArray: (shape, values) => nest(isTypedArray(values) ? values : Float32Array.from(values), shape),
};
