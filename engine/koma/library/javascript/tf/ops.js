// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Makes the functions that signatures.js lists, and the methods of tensors.
import {call, promise, refuse, Refusal} from './errors.js';
import {isMissing} from './making.js';
import {calls, imageCalls, linalgCalls, lossCalls, mathCalls, metricCalls, signalCalls} from './calls.js';
import {inScope} from './memory.js';
import {kinds} from './kinds.js';
import {
    imageSignatures, linalgSignatures, lossSignatures, mathSignatures, metricSignatures, opSignatures,
    signalSignatures,
} from './signatures.js';
import {Tensor, makeVariable, wrap} from './tensor.js';

const NUMBER = /^-?([\d.e-]+|Infinity)$/;

function parseDefault(text) {
    if (text === 'true' || text === 'false')
        return text === 'true';
    return NUMBER.test(text) ? Number(text) : text;
}

// “axis: int = 0” as {name, kind, isOptional, fallback}
function parseParameter(text) {
    const [, name, kind, mark, fallback] = /^(\w+): (\w+)(\??)(?: = (.+))?$/.exec(text);
    return {name, kind, isOptional: mark === '?' || fallback !== undefined,
        fallback: fallback === undefined ? null : parseDefault(fallback)};
}

// [{name, parameters}] of the lines
export function parse(signatures) {
    return signatures.trim().replace(/\n +/g, ' ').split('\n').map(line => {
        const [, name, inner] = /^(\w+) \((.*)\): .+$/.exec(line);
        return {name, parameters: inner.split(', ').map(parseParameter)};
    });
}

const toSnakeCase = name => name.replace(/([a-z0-9])([A-Z]+)/g, '$1_$2').toLowerCase();

function convert({name, kind, isOptional, fallback}, value) {
    if (isMissing(value) && isOptional && fallback === null)
        return null;
    const given = isMissing(value) && isOptional ? fallback : value;
    if (given === undefined)
        refuse(`argument '${name}' is missing`);
    try {
        return kinds[kind](given);
    } catch (error) {
        if (error instanceof Refusal)
            error.message = `argument '${name}': ${error.message}`;
        throw error;
    }
}

// What stands behind the named arguments is the last one.
function gatherRest(n, args) {
    return [...args.slice(0, n - 1), args.slice(n - 1)];
}

// What the library is asked for, whose tensors go with the scope but for the result.
function compute(name, parameters, own, given) {
    const args = parameters.at(-1).kind === 'rest' ? gatherRest(parameters.length, given) : given;
    if (args.length > parameters.length)
        refuse(`It has ${parameters.length} arguments, not ${args.length}`);
    const values = parameters.map((parameter, at) => convert(parameter, args[at]));
    return wrap(own(...values.filter((_, at) => parameters[at].kind !== 'unused')));
}

function makeFunction({name, parameters}, ownCalls) {
    const method = toSnakeCase(name);
    const own = ownCalls[name] ?? ((self, ...rest) => self[method](...rest));
    const f = (...args) => {
        try {
            return call(name, () => inScope(() => compute(name, parameters, own, args)));
        } catch (error) {
            if (error instanceof Refusal && !error.message.startsWith(`${name}: `))
                error.message = `${name}: ${error.message}`;
            throw error;
        }
    };
    const given = name.endsWith('Async') ? (...args) => promise(name, () => f(...args)) : f;
    return Object.defineProperty(given, 'name', {value: name});
}

const makeFunctions = (signatures, ownCalls) => Object.fromEntries(
    parse(signatures).map(signature => [signature.name, makeFunction(signature, ownCalls)]));

export const ops = makeFunctions(opSignatures, calls);
export const losses = makeFunctions(lossSignatures, lossCalls);
export const image = makeFunctions(imageSignatures, imageCalls);
export const linalg = makeFunctions(linalgSignatures, linalgCalls);
export const metrics = makeFunctions(metricSignatures, metricCalls);
export const signal = makeFunctions(signalSignatures, signalCalls);
export const math = makeFunctions(mathSignatures, mathCalls);

// A method's object is the first argument, or the first of the list: a.concat ([b], axis).
function addMethod({name, parameters: [{kind}]}, f) {
    if (kind === 'tensors')
        Tensor.prototype[name] = function (others = [], ...rest) {
            return f([this, ...[others].flat()], ...rest);
        };
    else if (['tensor', 'indices', 'bools'].includes(kind))
        Tensor.prototype[name] = function (...args) {
            return f(this, ...args);
        };
}

// Of the first tensor they are no methods in TensorFlow.js.
const noMethods = /^(\w+Async|batchNorm\dd|bitwiseAnd|complex|concat\dd|conv3dTranspose|dropout|imag|lowerBound|maxPoolWithArgmax|meshgrid|moments|movingAverage|multinomial|pad\dd|real|reverse\dd|searchSorted|slice\dd|upperBound|where)$/;

for (const signature of parse(opSignatures)) {
    if (!noMethods.test(signature.name))
        addMethod(signature, ops[signature.name]);
}
for (const name of ['resizeBilinear', 'resizeNearestNeighbor'])
    addMethod({name, parameters: [{kind: 'tensor'}]}, image[name]);

// Methods that are several arguments of another, or its name before.
const methods = {
    variable(isTrainable, name) {
        return makeVariable(this, isTrainable, name);
    },
    where(condition, other) {
        return ops.where(condition, this, other);
    },
    asScalar() {
        return ops.reshape(this, []);
    },
    as1D() {
        return ops.reshape(this, [this.size]);
    },
    as2D(...shape) {
        return ops.reshape(this, shape);
    },
    asType(dtype) {
        return ops.cast(this, dtype);
    },
    reshapeAs(other) {
        return ops.reshape(this, other.shape);
    },
    toBool() {
        return ops.cast(this, 'bool');
    },
    toFloat() {
        return ops.cast(this, 'float32');
    },
    toInt() {
        return ops.cast(this, 'int32');
    },
};
methods.as3D = methods.as4D = methods.as5D = methods.as2D;
Object.assign(Tensor.prototype, methods);
