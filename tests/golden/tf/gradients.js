// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Gradients of functions that a snippet has, and optimizers.
import Koma from 'gi://Koma?version=1.0';
import {Tensor, Variable, collect, refuse, session, toHandle} from './tensor.js';

// As the library calls it.
function toLibrary(f) {
    if (typeof f !== 'function')
        refuse(`${f} is no function`);
    return (xs = []) => {
        const value = f(...xs.map(x => new Tensor(x)));
        return value instanceof Tensor ? value.handle : refuse(`The function gives ${value}, not a tensor`);
    };
}

const wrapAll = handles => handles.map(handle => new Tensor(handle));

// Of f by each of xs: {value, grads}.
function derive(f, xs, dy) {
    const [gradients, value] = Koma.value_and_grads(f, [xs].flat().map(toHandle), dy ? toHandle(dy) : null);
    return {value: new Tensor(value), grads: wrapAll(gradients)};
}

function withoutValue({value, grads}) {
    value.dispose();
    return grads;
}

// What is asked for, or all; of them those that learn.
function listVariables(list) {
    const all = list === undefined || list === null ? session.variables : collect(list);
    return all.filter(({handle}) => handle instanceof Koma.Variable && handle.is_trainable() && !handle.is_disposed());
}

function variableGrads(f, list) {
    const variables = listVariables(list);
    const [gradients, value] = Koma.Variable.grads(toLibrary(f), variables.map(({handle}) => handle));
    const named = gradients.map((gradient, at) => gradient && [variables[at].name, new Tensor(gradient)]);
    return {value: new Tensor(value), grads: Object.fromEntries(named.filter(found => found))};
}

export class Optimizer {
    constructor(name, settings) {
        this.handle = Koma.Optimizer.new(name, JSON.stringify(settings));
        session.optimizers.push(this);
    }

    minimize(f, returnCost = false, list = null) {
        const cost = this.handle.minimize(toLibrary(f), listVariables(list).map(({handle}) => handle));
        if (returnCost)
            return new Tensor(cost);
        cost.dispose_data();
        return undefined;
    }

    dispose() {
        this.handle.dispose_data();
    }
}

// Settings in the order of the functions' arguments.
const optimizers = {
    adadelta: ['learningRate', 'rho', 'epsilon'],
    adagrad: ['learningRate', 'initialAccumulatorValue'],
    adam: ['learningRate', 'beta1', 'beta2', 'epsilon'],
    adamax: ['learningRate', 'beta1', 'beta2', 'epsilon', 'decay'],
    momentum: ['learningRate', 'momentum', 'useNesterov'],
    rmsprop: ['learningRate', 'decay', 'momentum', 'epsilon', 'centered'],
    sgd: ['learningRate'],
};

const makeOptimizer = (name, keys) => (...args) => {
    const given = keys.map((key, at) => [key, args[at]]).filter(([, value]) => value !== undefined && value !== null);
    return new Optimizer(name, Object.fromEntries(given.map(([key, value]) => [key, Number(value)])));
};

function makeVariable(initial, isTrainable = true, name = null) {
    const variable = new Variable(Koma.Variable.new(toHandle(initial), isTrainable, name));
    session.variables.push(variable);
    return variable;
}

export const gradientsFunctions = {
    grad: f => {
        const g = toLibrary(f);
        return (x, dy) => withoutValue(derive(g, x, dy))[0];
    },
    grads: f => {
        const g = toLibrary(f);
        return (xs, dy) => withoutValue(derive(g, xs, dy));
    },
    valueAndGrad: f => {
        const g = toLibrary(f);
        return (x, dy) => {
            const {value, grads} = derive(g, x, dy);
            return {value, grad: grads[0]};
        };
    },
    valueAndGrads: f => {
        const g = toLibrary(f);
        return (xs, dy) => derive(g, xs, dy);
    },
    variableGrads,
    variable: makeVariable,
    train: Object.fromEntries(Object.entries(optimizers).map(([name, keys]) => [name, makeOptimizer(name, keys)])),
};
