// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tensors of what JavaScript has: numbers, arrays within arrays, typed arrays. Values go over as
// bytes, not one by one.
import GLib from 'gi://GLib';
import Koma from 'gi://Koma?version=1.0';
import {call, describe, refuse} from './errors.js';
import {Tensor} from './tensor.js';

const arrays = {float32: Float32Array, int32: Int32Array, bool: Uint8Array, uint8: Uint8Array, int8: Int8Array};
const isList = value => Array.isArray(value) || ArrayBuffer.isView(value);
export const isMissing = value => value === undefined || value === null;

export function readDType(name = 'float32') {
    if (name === 'string' || name === 'complex64')
        throw new Error(name === 'string' ? 'Koma has no tensors of string' : 'complex64 is made by tf.complex ()');
    return Koma.DType[`${name}`.toUpperCase()] ?? refuse(`There is no dtype “${name}”`);
}

const count = shape => shape.reduce((a, b) => a * b, 1);

// The shape of arrays within arrays, by the first of each.
function findShape(values) {
    const shape = [];
    for (let first = values; isList(first); [first] = first) {
        shape.push(first.length);
        if (ArrayBuffer.isView(first))
            break;
    }
    return shape;
}

// The dtype that values have in TensorFlow.js, by the first.
export function inferDtype(values) {
    if (Array.isArray(values))
        return inferDtype(values[0]);
    if (ArrayBuffer.isView(values))
        return values instanceof Float32Array || values instanceof Float64Array ? 'float32' : 'int32';
    return {boolean: 'bool', string: 'string'}[typeof values] ?? 'float32';
}

const isNumber = value => typeof value === 'number' || typeof value === 'boolean';

function checkRow(values, shape, dimension) {
    if (!isList(values))
        refuse(`${describe(values)} stands where the first value is an array of ${shape[dimension]} elements`);
    if (values.length !== shape[dimension])
        refuse(`Arrays of dimension ${dimension} have ${shape[dimension]} and ${values.length} elements`);
}

// Writes the numbers of values, which have this shape from dimension on, to target from place on. Returns
// the place behind them.
function gather(values, shape, dimension, target, place) {
    checkRow(values, shape, dimension);
    let next = place;
    for (const item of values) {
        if (dimension + 1 < shape.length)
            next = gather(item, shape, dimension + 1, target, next);
        else if (isNumber(item))
            target[next++] = item;
        else
            refuse(`${describe(item)} is no number`);
    }
    return next;
}

// {values, shape, dtype}: the numbers one behind the other, and the dtype that TensorFlow.js gives them.
function flatten(values) {
    if (ArrayBuffer.isView(values))
        return {values, shape: [values.length], dtype: inferDtype(values)};
    if (!isList(values))
        return isNumber(values)
            ? {values: [values], shape: [], dtype: inferDtype(values)}
            : refuse(`${describe(values)} is no number`);
    const shape = findShape(values);
    const found = new Float64Array(count(shape));
    gather(values, shape, 0, found, 0);
    return {values: found, shape, dtype: inferDtype(values)};
}

// bool has 0 and 1: what is rounded to 0, and all else, NaN too.
function toTyped(values, dtype) {
    const type = arrays[dtype] ?? Float32Array;
    if (values instanceof type && dtype !== 'bool')
        return values;
    return dtype === 'bool' ? Uint8Array.from(values, value => Math.round(value) !== 0) : new type(values);
}

function toBytes({buffer, byteOffset, byteLength}) {
    return new GLib.Bytes(new Uint8Array(buffer, byteOffset, byteLength));
}

export function makeOfTyped(typed, shape, dtype) {
    const kind = readDType(dtype in arrays ? dtype : 'float32');
    const handle = Koma.Tensor.new_from_bytes(kind, toBytes(typed), shape);
    return dtype in arrays ? handle : handle.cast(readDType(dtype));
}

// Whether arrays hold typed arrays, which are flat whatever shape they are of.
function holdsTyped(values) {
    return ArrayBuffer.isView(values) || Array.isArray(values) && holdsTyped(values[0]);
}

// A handle, of values that have as many dimensions as rank, or any number for −1, and may be flat where
// there is a shape.
export function make(values, {rank = -1, shape = null, dtype = null} = {}) {
    if (dtype !== null)
        readDType(dtype);
    const found = flatten(values);
    const isFlat = shape !== null && (found.shape.length <= 1 || holdsTyped(values));
    if (shape !== null && rank >= 0 && shape.length !== rank)
        refuse(`The shape has ${shape.length} numbers, expected ${rank}`);
    if (!isFlat && rank >= 0 && found.shape.length !== rank)
        refuse(`The values have ${found.shape.length} dimensions, expected ${rank}`);
    if (shape !== null && count(shape) !== found.values.length)
        refuse(`The shape [${shape}] has ${count(shape)} elements, and there are ${found.values.length}`);
    if (shape !== null && !isFlat && `${shape}` !== `${found.shape}`)
        refuse(`The values have the shape [${found.shape}], not [${shape}]`);
    const type = dtype ?? found.dtype;
    return makeOfTyped(toTyped(found.values, type), shape ?? found.shape, type);
}

export function toHandle(value) {
    if (value instanceof Tensor)
        return value.handle;
    if (typeof value === 'number')
        return Koma.Tensor.new_scalar(value);
    if (typeof value !== 'boolean' && !isList(value))
        refuse(`${describe(value)} is no tensor, number or array`);
    if (isList(value) && value[0] instanceof Tensor)
        return Koma.Tensor.stack(Array.from(value, toHandle), 0);
    return make(value);
}

// Whole numbers, those of nested arrays one behind the other; a dimension that is open is null.
export function toInts(value) {
    const list = ArrayBuffer.isView(value) ? Array.from(value) : [value];
    const numbers = list.flat(Infinity).map(item => item === null ? -1 : item);
    const strange = numbers.find(item => !Number.isInteger(item));
    return numbers.every(Number.isInteger) ? numbers : refuse(`${describe(strange)} is no whole number`);
}

// A number of things: epochs, samples of a batch.
export function toCount(name, argument, value, least = 1) {
    return Number.isInteger(value) && value >= least
        ? value
        : refuse(`${name}: argument '${argument}' is ${describe(value)}, expected a whole number from ${least} on`);
}

// Calls f for the function name, whose argument may be at fault.
function callFor(name, f) {
    try {
        return call(name, f);
    } catch (error) {
        if (!error.message.startsWith(name))
            error.message = `${name}: ${error.message}`;
        throw error;
    }
}

function readShape(shape) {
    const sizes = toInts(shape);
    return sizes.every(size => size >= 0) ? sizes : refuse(`The shape [${sizes}] has a number below 0`);
}

function makeFor(name, values, {shape = null, ...options}) {
    return callFor(name, () => new Tensor(make(values, {...options, shape: shape === null ? null : readShape(shape)})));
}

const makeOfRank = (name, rank) => (values, shape, dtype) =>
    makeFor(name, values, {rank, shape: shape ?? null, dtype: dtype ?? null});

export const makers = {
    tensor(values, shape, dtype) {
        if (values instanceof Tensor)
            return values.clone();
        return makeOfRank('tensor', -1)(values, shape, dtype);
    },
    scalar: (value, dtype) => makeFor('scalar', value, {rank: 0, dtype: dtype ?? null}),
    tensor1d: (values, dtype) => makeFor('tensor1d', values, {rank: 1, dtype: dtype ?? null}),
    ...Object.fromEntries([2, 3, 4, 5, 6].map(rank => [`tensor${rank}d`, makeOfRank(`tensor${rank}d`, rank)])),
    buffer: (shape, dtype = 'float32', values) => callFor('buffer', () => new TensorBuffer(shape, dtype, values)),
    rand(shape, randFunction, dtype = 'float32') {
        const sizes = toInts(shape);
        return makeFor('rand', Array.from({length: count(sizes)}, randFunction), {shape: sizes, dtype});
    },
};

// Values that can be written to, by their place, before a tensor is made of them.
export class TensorBuffer {
    constructor(shape, dtype = 'float32', values = null) {
        readDType(dtype);
        this.shape = readShape(shape);
        this.dtype = dtype;
        this.size = count(this.shape);
        this.values = values ?? new (arrays[dtype] ?? Float32Array)(this.size);
        if (this.values.length !== this.size)
            refuse(`There are ${this.values.length} values for the shape [${this.shape}]`);
    }

    get rank() {
        return this.shape.length;
    }

    locToIndex(place) {
        const isThere = place.length === this.rank && place.every((at, d) => at >= 0 && at < this.shape[d]);
        return isThere
            ? place.reduce((index, at, d) => index * this.shape[d] + at, 0)
            : refuse(`There is no element at [${place}] of the shape [${this.shape}]`);
    }

    indexToLoc(index) {
        const place = this.shape.map(() => 0);
        for (let d = this.rank - 1, rest = index; d >= 0; rest = Math.floor(rest / this.shape[d--]))
            place[d] = rest % this.shape[d];
        return place;
    }

    get(...place) {
        return this.values[this.locToIndex(place.length > 0 ? place : new Array(this.rank).fill(0))];
    }

    set(value, ...place) {
        this.values[this.locToIndex(place.length > 0 ? place : new Array(this.rank).fill(0))] = value;
    }

    toTensor() {
        return makeFor('toTensor', this.values, {shape: this.shape, dtype: this.dtype});
    }
}

Tensor.prototype.bufferSync = function () {
    return new TensorBuffer(this.shape, this.dtype, this.dataSync());
};

Tensor.prototype.buffer = async function () {
    return this.bufferSync();
};
