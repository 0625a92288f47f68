// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Derivatives of functions.
import Koma from 'gi://Koma?version=1.0';
import {call, describe, refuse} from './errors.js';
import {toHandle} from './making.js';
import {Tensor, Variable, collect, listVariables} from './tensor.js';

// As the library calls it.
export function toLibrary(name, f) {
    if (typeof f !== 'function')
        refuse(`${name}: ${describe(f)} is no function`);
    return (xs = []) => {
        const value = f(...xs.map(x => new Tensor(x)));
        return value instanceof Tensor
            ? value.handle
            : refuse(`${name}: the function gives ${describe(value)}, not a tensor`);
    };
}

// Of f by each of xs: {value, grads}.
function derive(name, f, xs, dy) {
    return call(name, () => {
        const seed = dy === undefined || dy === null ? null : toHandle(dy);
        const [gradients, value] = Koma.value_and_grads(f, xs.map(toHandle), seed);
        return {value: new Tensor(value), grads: gradients.map(gradient => new Tensor(gradient))};
    });
}

function toList(name, xs) {
    return Array.isArray(xs) ? xs : refuse(`${name}: argument 'args' is ${describe(xs)}, no array of tensors`);
}

function withoutValue({value, grads}) {
    value.dispose();
    return grads;
}

// What is asked for: of it those that learn. (nullable): all, of layers too
export function pickVariables(name, list) {
    if (list === undefined || list === null)
        return null;
    const found = collect(list).filter(one => one instanceof Variable && one.trainable && !one.isDisposed);
    if (found.length === 0)
        refuse(`${name}: there is no variable that learns`);
    return found.map(({handle, name: ownName}) => {
        names.set(handle, ownName);
        return handle;
    });
}

const names = new WeakMap(); // Koma.Variable → its name here
const known = new Map(); // name → WeakRef of Koma.Variable, of weights of layers
let n_weights = 0;

function nameVariable(handle) {
    const name = names.get(handle) ?? handle.get_name() ?? `weight_${n_weights++}`;
    names.set(handle, name);
    known.set(name, new WeakRef(handle));
    return name;
}

export function findVariable(name) {
    return listVariables().find(variable => variable.name === name)?.handle ?? known.get(name)?.deref();
}

export function variableGrads(f, list) {
    const own = toLibrary('variableGrads', f);
    const variables = pickVariables('variableGrads', list);
    const [gradients, value, watched] = call('variableGrads', () => Koma.Variable.grads(own, variables));
    const named = gradients.map((gradient, at) => gradient && [nameVariable(watched[at]), new Tensor(gradient)]);
    return {value: new Tensor(value), grads: Object.fromEntries(named.filter(found => found))};
}

// f (…xs, save) gives {value, gradFunc (dy, saved)}.
function customGrad(f) {
    if (typeof f !== 'function')
        refuse(`customGrad: ${describe(f)} is no function`);
    return (...xs) => call('customGrad', () => {
        let gradFunc = null;
        let saved = [];
        const compute = copies => {
            const result = f(...copies.map(x => new Tensor(x)), tensors => {
                saved = tensors;
            });
            if (!(result?.value instanceof Tensor) || typeof result.gradFunc !== 'function')
                refuse('customGrad: the function gives no {value, gradFunc}');
            gradFunc = result.gradFunc;
            return result.value.handle;
        };
        const derivative = dy => [gradFunc(new Tensor(dy), saved)].flat().map(toHandle);
        return new Tensor(Koma.custom_grad(compute, derivative, xs.map(toHandle)));
    });
}

export const gradientsFunctions = {
    grad: f => {
        const own = toLibrary('grad', f);
        return (x, dy) => withoutValue(derive('grad', own, [x], dy))[0];
    },
    grads: f => {
        const own = toLibrary('grads', f);
        return (xs, dy) => withoutValue(derive('grads', own, toList('grads', xs), dy));
    },
    valueAndGrad: f => {
        const own = toLibrary('valueAndGrad', f);
        return (x, dy) => {
            const {value, grads} = derive('valueAndGrad', own, [x], dy);
            return {value, grad: grads[0]};
        };
    },
    valueAndGrads: f => {
        const own = toLibrary('valueAndGrads', f);
        return (xs, dy) => derive('valueAndGrads', own, toList('valueAndGrads', xs), dy);
    },
    variableGrads,
    customGrad,
};
