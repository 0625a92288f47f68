// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tensors as TensorFlow.js has them, each with its handle, a Koma.Tensor; how they are made of
// arrays, and how long they live.
import GLib from 'gi://GLib';
import Koma from 'gi://Koma?version=1.0';

// What the adapter itself refuses, as the library refuses with a Koma.Error.
export class Refusal extends Error {}

export function refuse(message) {
    throw new Refusal(message);
}

// What the snippet that runs has made, and what it has printed.
export const session = {};

// Begins a snippet: it owns all that is made until the end.
export function beginSession() {
    Object.assign(session, {printed: [], variables: [], kept: [], models: [], optimizers: [], scopes: []});
    session.scopes.push(Koma.Scope.begin());
}

// The collector may come late: nothing is left for it.
export function endSession() {
    for (const {handle} of [...session.models, ...session.optimizers, ...session.variables, ...session.kept])
        handle.dispose_data();
    while (session.scopes.length > 0)
        session.scopes.pop().end();
}

export function printLines(text) {
    session.printed.push(...text.split('\n'));
}

export function readDType(name = 'float32') {
    return Koma.DType[`${name}`.toUpperCase()] ?? refuse(`There is no dtype “${name}”`);
}

export class Tensor {
    constructor(handle) {
        this.handle = handle;
    }

    get shape() {
        return this.handle.get_shape();
    }

    get rank() {
        return this.handle.get_rank();
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

    dispose() {
        this.handle.dispose_data();
    }

    clone() {
        return new Tensor(this.handle.clone());
    }

    toFloat() {
        return new Tensor(this.handle.cast(Koma.DType.FLOAT32));
    }

    toInt() {
        return new Tensor(this.handle.cast(Koma.DType.INT32));
    }

    toString(isVerbose = false) {
        return this.handle.to_string(isVerbose);
    }

    print(isVerbose = false) {
        printLines(this.toString(isVerbose));
    }

    // float32 has not all of int32.
    dataSync() {
        return this.dtype === 'float32' ? this.handle.read_floats() : this.handle.read_ints();
    }

    arraySync() {
        const values = this.dataSync().values();
        const nest = ([size, ...inner]) =>
            size === undefined ? values.next().value : Array.from({length: size}, () => nest(inner));
        return nest(this.shape);
    }

    data() {
        return Promise.resolve(this.dataSync());
    }

    array() {
        return Promise.resolve(this.arraySync());
    }
}

export class Variable extends Tensor {
    get name() {
        return this.handle.get_name() ?? '';
    }

    assign(value) {
        this.handle.assign(toHandle(value));
    }
}

// All tensors in arrays and objects.
export function collect(value, seen = new Set()) {
    if (value instanceof Tensor)
        return [value];
    if (value === null || typeof value !== 'object' || seen.has(value))
        return [];
    seen.add(value);
    return Object.values(value).flatMap(item => collect(item, seen));
}

// What a function returns outlives the other tensors that it makes.
export function inScope(f) {
    const scope = Koma.Scope.begin();
    try {
        const result = f();
        if (result instanceof Promise)
            refuse('tf.tidy: the function gives a promise');
        collect(result).forEach(({handle}) => scope.move_out(handle));
        return result;
    } finally {
        scope.end();
    }
}

function toVariant(value) {
    if (typeof value === 'number')
        return GLib.Variant.new_double(value);
    if (typeof value === 'boolean')
        return GLib.Variant.new_boolean(value);
    if (!Array.isArray(value) && !ArrayBuffer.isView(value))
        return refuse(`${JSON.stringify(value)} is no number`);
    const items = Array.from(value, item => GLib.Variant.new_variant(toVariant(item)));
    return GLib.Variant.new_array(new GLib.VariantType('v'), items);
}

function isOfBooleans(values) {
    return Array.isArray(values) ? isOfBooleans(values[0]) : typeof values === 'boolean';
}

// Of values in arrays, which have as many dimensions as rank, or any number for −1.
export function make(values, rank, dtype) {
    const type = readDType(dtype ?? (isOfBooleans(values) ? 'bool' : 'float32'));
    return new Tensor(Koma.Tensor.new_nested(toVariant(values), type, rank));
}

// Of values in arrays or flat.
export function makeShaped(values, shape, dtype) {
    return inScope(() => new Tensor(make(values, -1, dtype).handle.reshape(toInts(shape))));
}

export function toHandle(value) {
    return value instanceof Tensor ? value.handle : make(value, -1).handle;
}

// Whole numbers, those of nested arrays one behind the other; a dimension that is open is null.
export function toInts(value) {
    const numbers = [value].flat(Infinity).map(item => item === null ? -1 : item);
    const strange = numbers.find(item => !Number.isInteger(item));
    return numbers.every(Number.isInteger) ? numbers : refuse(`${strange} is no whole number`);
}
