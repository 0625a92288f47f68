// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// tf.train: what changes variables, and models of layers, by gradients.
import Koma from 'gi://Koma?version=1.0';
import {call, promise, refuse} from './errors.js';
import {findVariable, pickVariables, toLibrary, variableGrads} from './gradients.js';
import {makers, toHandle} from './making.js';
import {Tensor} from './tensor.js';

const classNames = {rmsprop: 'RMSProp', sgd: 'SGD'};
const toClassName = name => classNames[name] ?? name[0].toUpperCase() + name.slice(1);

export class Optimizer {
    constructor(name, settings) {
        this.name = name;
        this.settings = settings;
        this.handle = call(name, () => Koma.Optimizer.new(name, JSON.stringify(settings)));
    }

    get learningRate() {
        return this.handle.get_learning_rate();
    }

    set learningRate(rate) {
        this.setLearningRate(rate);
    }

    get iterations() {
        return (this.model ?? this.handle).get_iterations();
    }

    setLearningRate(rate) {
        call('setLearningRate', () => {
            this.handle.set_learning_rate(rate);
            this.model?.set_option('learningRate', rate);
        });
    }

    getClassName() {
        return toClassName(this.name);
    }

    getConfig() {
        return {...this.settings, learningRate: this.learningRate};
    }

    // One step; returns what f gives where returnCost is true.
    minimize(f, returnCost = false, varList = null) {
        const own = toLibrary('minimize', f);
        const variables = pickVariables('minimize', varList);
        const cost = call('minimize', () => this.handle.minimize(own, variables));
        if (returnCost)
            return new Tensor(cost);
        cost.dispose_data();
        return null;
    }

    computeGradients(f, varList) {
        return variableGrads(f, varList);
    }

    // Gradients by the names of variables, or in a list of {name, tensor}.
    applyGradients(gradients) {
        const pairs = Array.isArray(gradients)
            ? gradients.map(({name, tensor}) => [name, tensor])
            : Object.entries(gradients);
        const unknown = pairs.find(([name]) => !findVariable(name));
        if (unknown)
            refuse(`applyGradients: there is no variable “${unknown[0]}”`);
        const variables = pairs.map(([name]) => findVariable(name));
        const values = pairs.map(([, value]) => toHandle(value));
        call('applyGradients', () => this.handle.apply_gradients(variables, values));
    }

    // A list of {name, tensor}: how many steps it has made, then what it has noted of variables.
    getWeights() {
        return promise('getWeights', () => {
            const weights = this.model ? this.model.get_optimizer_weights() : this.handle.get_weights();
            const noted = weights.map((weight, at) => ({name: `${this.name}_${at}`, tensor: new Tensor(weight)}));
            return [{name: 'iter', tensor: makers.scalar(this.iterations, 'int32')}, ...noted];
        });
    }

    setWeights(weights) {
        return promise('setWeights', () => {
            if (weights[0]?.name !== 'iter')
                refuse("setWeights: argument 'weights': the first one is not “iter”");
            const [{tensor: steps}, ...noted] = weights;
            const given = [noted.map(({tensor}) => toHandle(tensor)), makers.tensor(steps).dataSync()[0]];
            if (this.model)
                this.model.set_optimizer_weights(...given);
            else
                this.handle.set_weights(...given);
        });
    }

    dispose() {
        this.handle.dispose_data();
    }
}

// As a model that was compiled with it has it: what is noted in fit () is the model's.
export function bindOptimizer(optimizer, model) {
    return Object.assign(Object.create(optimizer), {model});
}

// Settings in the order of the functions' arguments, with what they are where they are left out.
const settings = {
    adadelta: {learningRate: 0.001, rho: 0.95, epsilon: null},
    adagrad: {learningRate: undefined, initialAccumulatorValue: 0.1},
    adam: {learningRate: 0.001, beta1: 0.9, beta2: 0.999, epsilon: null},
    adamax: {learningRate: 0.002, beta1: 0.9, beta2: 0.999, epsilon: null, decay: 0},
    momentum: {learningRate: undefined, momentum: undefined, useNesterov: false},
    rmsprop: {learningRate: undefined, decay: 0.9, momentum: 0, epsilon: null, centered: false},
    sgd: {learningRate: undefined},
};

function readSettings(name, args) {
    const given = Object.entries(settings[name]).map(([key, fallback], at) => [key, args[at] ?? fallback]);
    for (const [key, value] of given) {
        if (value === undefined)
            refuse(`${name}: argument '${key}' is missing`);
    }
    return Object.fromEntries(given.filter(([, value]) => value !== null).map(([key, value]) => [key, Number(value)]));
}

function makeClass(name) {
    return class extends Optimizer {
        constructor(...args) {
            super(name, readSettings(name, args));
        }

        // As getConfig () tells it.
        static fromConfig(cls, config) {
            return new cls(...Object.keys(settings[name]).map(key => config[key]));
        }
    };
}

const classes = Object.fromEntries(Object.keys(settings).map(name => [name, makeClass(name)]));

export const optimizerClasses = Object.fromEntries(
    Object.entries(classes).map(([name, own]) => [`${toClassName(name)}Optimizer`, own]));
export const train = Object.fromEntries(
    Object.entries(classes).map(([name, own]) => [name, (...args) => new own(...args)]));
