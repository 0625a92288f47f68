// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The kinds of arguments that signatures.js names: what becomes of a value on its way to the library.
import Koma from 'gi://Koma?version=1.0';
import {describe, refuse} from './errors.js';
import {readDType, toHandle, toInts} from './making.js';
import {Tensor} from './tensor.js';

function toNumber(value) {
    const number = value instanceof Tensor ? value.dataSync()[0] : Number(value);
    return typeof value === 'string' || Number.isNaN(number) && !Number.isNaN(value)
        ? refuse(`${describe(value)} is no number`)
        : number;
}

function toInt(value) {
    return toInts(toNumber(value))[0];
}

// Whole numbers: of int32, of which there may be many.
function toIndices(value) {
    const handle = toHandle(value);
    return handle.get_dtype() === Koma.DType.FLOAT32 && !(value instanceof Tensor)
        ? handle.cast(Koma.DType.INT32)
        : handle;
}

// As what is made with the dtype bool.
function toBools(value) {
    const handle = toHandle(value);
    return value instanceof Tensor ? handle : handle.cast(Koma.DType.BOOL);
}

function toList(value) {
    if (!Array.isArray(value))
        refuse(`${describe(value)} is no array of tensors`);
    return value.map(toHandle);
}

// "same", "valid", a number, or two for each dimension of the input.
function toPadding(pad) {
    if (typeof pad === 'string')
        return Koma.Padding[pad.toUpperCase()] ?? refuse(`There is no padding “${pad}”`);
    return toInts(pad);
}

function pick(table, what) {
    return value => table.has(value) ? table.get(value) : refuse(`There is no ${what} ${describe(value)}`);
}

const norms = new Map([
    ['euclidean', Koma.Norm.EUCLIDEAN],
    ['fro', Koma.Norm.EUCLIDEAN],
    [2, Koma.Norm['2']],
    [1, Koma.Norm['1']],
    [Infinity, Koma.Norm.INFINITY],
    [-Infinity, Koma.Norm.MINUS_INFINITY],
]);
const mirrors = new Map([['reflect', Koma.Mirror.REFLECT], ['symmetric', Koma.Mirror.SYMMETRIC]]);
const interpolations = new Map([
    ['nearest', Koma.Interpolation.NEAREST], ['bilinear', Koma.Interpolation.BILINEAR],
]);
const fillModes = new Map(
    ['constant', 'reflect', 'wrap', 'nearest'].map(name => [name, Koma.FillMode[name.toUpperCase()]]));
const thresholds = new Map([['binary', Koma.ThresholdMethod.BINARY], ['otsu', Koma.ThresholdMethod.OTSU]]);
const sides = new Map([['left', Koma.Side.LEFT], ['right', Koma.Side.RIGHT]]);
const indexings = new Map([['xy', Koma.Indexing.XY], ['ij', Koma.Indexing.IJ]]);
const poolings = new Map([['avg', 'avg_pool'], ['max', 'max_pool']]);

// The numbers of TensorFlow.js' enumeration.
const reductions = new Map([
    [0, Koma.Reduction.NONE],
    [1, Koma.Reduction.MEAN],
    [2, Koma.Reduction.SUM],
    [3, Koma.Reduction.SUM_BY_NONZERO_WEIGHTS],
]);

const toTwo = value => {
    const sizes = toInts(value);
    return sizes.length === 2 ? sizes : refuse(`It has ${sizes.length} numbers, expected 2`);
};

export const kinds = {
    tensor: toHandle,
    indices: toIndices,
    bools: toBools,
    tensors: toList,
    rest: toList,
    vectors: value => Array.isArray(value) ? toList(value) : toHandle(value),
    axes: toInts,
    ints: toInts,
    sizes: toInts,
    split: value => Array.isArray(value) ? toInts(value) : toInt(value),
    size2: toTwo,
    flag: Boolean,
    number: toNumber,
    numbers: value => Array.isArray(value) ? value.map(toNumber) : [toNumber(value)],
    int: toInt,
    seed: value => Math.abs(Math.trunc(toNumber(value))) % 2 ** 32,
    value: value => typeof value === 'boolean' ? value : toNumber(value),
    dtype: readDType,
    pad: toPadding,
    format: value => /^N[DHW]*C$/.test(value) ? value : refuse(`There is no format ${describe(value)}`),
    mirror: pick(mirrors, 'mode'),
    norm: pick(norms, 'norm'),
    pooling: pick(poolings, 'pooling'),
    reduction: pick(reductions, 'reduction'),
    grid: value => indexings.has(value?.indexing ?? 'xy')
        ? indexings.get(value?.indexing ?? 'xy')
        : refuse(`There is no indexing ${describe(value.indexing)}`),
    interpolation: pick(interpolations, 'interpolation'),
    fillMode: pick(fillModes, 'fill mode'),
    threshold: pick(thresholds, 'method'),
    side: pick(sides, 'side'),
    text: value => typeof value === 'string' ? value : refuse(`${describe(value)} is no text`),
    window: value => typeof value === 'function' ? value : refuse(`${describe(value)} is no function`),
    unused: () => undefined,
};
