// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tensors as TensorFlow.js has them, each with its handle, a Koma.Tensor. ops.js adds the methods that
// compute.
import Koma from 'gi://Koma?version=1.0';
import {call, refuse} from './errors.js';

// What the values of a dtype are in JavaScript.
const arrays = {
    float32: Float32Array,
    int32: Int32Array,
    bool: Uint8Array,
    uint8: Uint8Array,
    int8: Int8Array,
    complex64: Float32Array, // two for each element
};

// Values in arrays within arrays, one for each dimension; a scalar's is a number.
export function nest(values, shape) {
    if (shape.length === 0)
        return values[0];
    const [n, ...inner] = shape;
    if (inner.length === 0)
        return Array.from(values);
    const step = inner.reduce((a, b) => a * b, 1);
    return Array.from({length: n}, (_, at) => nest(values.subarray(at * step, (at + 1) * step), inner));
}

let n_tensors = 0;

export class Tensor {
    #id = n_tensors++;

    constructor(handle) {
        this.handle = handle;
    }

    get shape() {
        return this.handle.get_shape();
    }

    // Of no other tensor.
    get id() {
        return this.#id;
    }

    get rank() {
        return this.handle.get_rank();
    }

    get rankType() {
        return `${this.rank}`;
    }

    get size() {
        return this.handle.get_size();
    }

    get dtype() {
        return Koma.dtype_name(this.handle.get_dtype());
    }

    get isDisposed() {
        return this.handle.is_disposed();
    }

    // How far elements lie apart in each dimension but the last.
    get strides() {
        return this.shape.slice(1).map((_, at, inner) => inner.slice(at).reduce((a, b) => a * b, 1));
    }

    dispose() {
        this.handle.dispose_data();
    }

    throwIfDisposed() {
        if (this.isDisposed)
            refuse('The tensor is disposed of');
    }

    clone() {
        return call('clone', () => new Tensor(this.handle.clone()));
    }

    // A copy in memory of its own, which may be written to.
    dataSync() {
        return call('dataSync', () => {
            const type = arrays[this.dtype];
            if (!type)
                return Float32Array.from(this.handle.read_floats());
            return new type(this.handle.read_bytes().toArray().slice().buffer);
        });
    }

    data() {
        return new Promise(resolve => resolve(this.dataSync()));
    }

    // The elements as they lie in memory.
    async bytes() {
        return call('bytes', () => this.handle.read_bytes().toArray().slice());
    }

    arraySync() {
        const [last, ...others] = this.shape.reverse();
        return this.dtype === 'complex64' && last !== undefined
            ? nest(this.dataSync(), [...others.reverse(), 2 * last])
            : nest(this.dataSync(), this.shape);
    }

    array() {
        return new Promise(resolve => resolve(this.arraySync()));
    }

    toString(isVerbose = false) {
        return call('toString', () => this.handle.to_string(isVerbose));
    }

    print(isVerbose = false) {
        print(this.toString(isVerbose));
    }
}

// A tensor that can be given other values: what is learned. It lives until it is disposed of.
export class Variable extends Tensor {
    // A weight of a layer is known to that alone, under a name of its own.
    constructor(handle, ownName = null) {
        super(handle);
        this.ownName = ownName;
        if (ownName === null)
            variables.set(this.name, this);
    }

    get name() {
        return this.ownName ?? this.handle.get_name() ?? '';
    }

    get trainable() {
        return this.handle.is_trainable();
    }

    assign(value) {
        if (!(value instanceof Tensor))
            refuse(`assign: argument 'value' is ${value}, expected a tensor`);
        call('assign', () => this.handle.assign(value.handle));
    }

    dispose() {
        super.dispose();
        if (variables.get(this.name) === this)
            variables.delete(this.name);
    }
}

const variables = new Map(); // name → Variable, in the order in which they were made
let n_variables = 0;

export function listVariables() {
    return [...variables.values()].filter(variable => !variable.isDisposed);
}

export function makeVariable(initial, isTrainable = true, name = null) {
    if (!(initial instanceof Tensor))
        refuse(`variable: argument 'initialValue' is ${initial}, expected a tensor`);
    const own = name ?? String(n_variables++);
    if (variables.has(own) && !variables.get(own).isDisposed)
        refuse(`variable: there is a variable “${own}” already`);
    return call('variable', () => new Variable(Koma.Variable.new(initial.handle, isTrainable, own)));
}

// All tensors in arrays and objects.
export function collect(value, seen = new Set()) {
    if (value instanceof Tensor)
        return [value];
    if (value === null || typeof value !== 'object' || seen.has(value) || ArrayBuffer.isView(value))
        return [];
    seen.add(value);
    return Object.values(value).flatMap(item => collect(item, seen));
}

// Handles in arrays and objects become tensors.
export function wrap(result) {
    if (result instanceof Koma.Tensor)
        return new Tensor(result);
    if (Array.isArray(result))
        return result.map(wrap);
    return Object.fromEntries(Object.entries(result).map(([name, value]) => [name, wrap(value)]));
}
