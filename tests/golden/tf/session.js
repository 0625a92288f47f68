// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// libkoma's tf, with a note of what a snippet makes and prints.
import Koma from 'gi://Koma?version=1.0';
import * as library from '../../../engine/koma/library/javascript/tf.js';
import {Refusal, refuse} from '../../../engine/koma/library/javascript/tf/errors.js';
import {LayersModel} from '../../../engine/koma/library/javascript/tf/model.js';

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

library.Tensor.prototype.print = function (isVerbose = false) {
    printLines(this.toString(isVerbose));
};
LayersModel.prototype.summary = function () {
    printLines(this.handle.summary().trimEnd());
};

const note = (list, f) => (...args) => {
    const made = f(...args);
    session[list].push(made);
    return made;
};

// The first is the snippet's own.
function endScope() {
    if (session.scopes.length < 2)
        refuse('No scope has been started');
    session.scopes.pop().end();
}

// As TensorFlow.js makes them when a layer is added; a model without layers has none.
export function makeWeights({handle}) {
    try {
        handle.get_n_weights();
    } catch (error) {
        if (!(error instanceof Koma.Error))
            throw error;
    }
}

export const tf = {
    ...library,
    add3: library.addN,
    variable: note('variables', library.variable),
    keep: note('kept', library.keep),
    sequential: note('models', library.sequential),
    model: note('models', library.model),
    train: Object.fromEntries(Object.entries(library.train).map(([name, f]) => [name, note('optimizers', f)])),
    engine: () => ({startScope: () => session.scopes.push(Koma.Scope.begin()), endScope}),
};

// What the library or its tf refuses; a name that there is not is no refusal.
export function isRefusal(error) {
    return error instanceof Refusal || error instanceof Koma.Error;
}
