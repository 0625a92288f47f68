// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What gjs adds to libkoma as soon as a program imports it: the functions that take functions call
// them here, between the two halves that the library offers. So they may nest, what a function
// throws arrives as it is, and one that returns no tensor is told so. By the library's own
// functions a call within a call of the same one frees the wrong closure: gjs keeps the closure of
// a (scope call) argument with the function, and not with the call.

let Koma = null;
let thrown = null; // (nullable) {error}: by a gradient function, while a gradient is made

function checkTensor(value, name) {
    if (value instanceof Koma.Tensor)
        return value;
    throw new TypeError(`${name}: the function returned ${value}, and no Koma.Tensor`);
}

// Calls f with a scope; tensors of what it returns outlive that.
function inScope(f) {
    const scope = Koma.Scope.begin();
    try {
        const result = f();
        for (const tensor of [result].flat().filter(item => item))
            scope.move_out(tensor);
        return result;
    } finally {
        scope.end();
    }
}

function inTape(f) {
    return inScope(() => {
        const tape = Koma.Tape.new();
        try {
            return f(tape);
        } finally {
            // What it remembers goes now, and not when the collector finds the tape.
            tape.end();
            tape.run_dispose();
        }
    });
}

function watchCopies(tape, xs) {
    return xs.map(x => {
        const copy = x.clone();
        tape.watch(copy);
        return copy;
    });
}

function fail(message) {
    throw new imports.gi.GLib.Error(Koma.Error, Koma.Error.ARGUMENT, message);
}

function derive(name, f, xs, dy) {
    return inTape(tape => {
        const copies = watchCopies(tape, xs);
        const value = checkTensor(f(copies), name);
        const gradients = tape.gradient(value, dy, copies);
        const missing = gradients.indexOf(null);
        if (missing >= 0)
            fail(`The value of the function does not depend on argument ${missing}`);
        tape.compute([value, ...gradients]);
        return [value, ...gradients];
    });
}

function variableGrads(f, variables = null) {
    let watched = null;
    const [loss, ...results] = inTape(tape => {
        watched = tape.watch_variables(variables);
        const value = checkTensor(f(watched), 'Koma.Variable.grads');
        // Layers may have made weights meanwhile.
        if (variables === null)
            watched = tape.watch_variables(null);
        const gradients = tape.gradient(value, null, watched);
        if (value.get_rank() !== 0)
            fail(`The function gives a tensor of ${value.get_rank()} dimensions, expected a scalar`);
        if (gradients.every(gradient => gradient === null))
            fail('The value of the function does not depend on any variable');
        tape.compute([value, ...gradients.filter(gradient => gradient !== null)]);
        return [value, ...gradients];
    });
    return [results, loss, watched];
}

const functions = {
    tidy: f => inScope(() => checkTensor(f(), 'Koma.tidy')),
    grad: (f, x, dy = null) => derive('Koma.grad', f, [x], dy)[1],
    grads: (f, xs, dy = null) => derive('Koma.grads', f, xs, dy).slice(1),
    value_and_grads(f, xs, dy = null) {
        const [value, ...gradients] = derive('Koma.value_and_grads', f, xs, dy);
        return [gradients, value];
    },
    custom_grad(f, gradient, xs) {
        const copies = Koma.custom_grad_begin(xs);
        const value = checkTensor(f(copies), 'Koma.custom_grad');
        return Koma.custom_grad_end(copies, value, (dy, values) => {
            try {
                const gradients = gradient(dy, values);
                if (!Array.isArray(gradients))
                    throw new TypeError(`Koma.custom_grad: the gradient function returned ${gradients}, and no array`);
                gradients.forEach(item => checkTensor(item, 'Koma.custom_grad, gradient'));
                return gradients;
            } catch (error) {
                thrown = {error};
                throw error;
            }
        });
    },
};

function minimize(f, variables = null) {
    return inTape(tape => {
        let trained = this.watch(tape, variables);
        const loss = checkTensor(f(trained), 'Koma.Optimizer.minimize');
        if (variables === null)
            trained = this.watch(tape, null);
        return this.learn(tape, loss, trained);
    });
}

// The library tells what a gradient function threw in its own words: here it is thrown as it was.
function rethrow(prototype, name) {
    const original = prototype[name];
    prototype[name] = function (...args) {
        thrown = null;
        try {
            return original.apply(this, args);
        } catch (error) {
            throw thrown ? thrown.error : error;
        } finally {
            thrown = null;
        }
    };
}

// What a signal handler throws ends the training, which throws it.
const failures = new WeakMap(); // model → {error}

function connectWith(original) {
    return function (signal, handler) {
        if (!/^(train|batch|epoch)-(begin|end)/.test(signal.replace('_', '-')))
            return original.call(this, signal, handler);
        return original.call(this, signal, (...args) => {
            if (failures.has(this))
                return;
            try {
                handler(...args);
            } catch (error) {
                failures.set(this, {error});
                this.stop();
            }
        });
    };
}

function throwFailure(model) {
    const failure = failures.get(model);
    failures.delete(model);
    if (failure)
        throw failure.error;
}

function fitWith(original, isStart, isEnd) {
    return function (...args) {
        if (isStart)
            failures.delete(this);
        const result = original.apply(this, args);
        if (isEnd)
            throwFailure(this);
        return result;
    };
}

function _init() {
    Koma = this;
    Object.assign(Koma, functions);
    Koma.Variable.grads = variableGrads;
    Koma.Optimizer.prototype.minimize = minimize;
    rethrow(Koma.Tape.prototype, 'gradient');
    rethrow(Koma.Optimizer.prototype, 'learn');

    const model = Koma.LayersModel.prototype;
    model.connect = connectWith(model.connect);
    model.connect_after = connectWith(model.connect_after);
    model.fit = fitWith(model.fit, true, true);
    model.fit_async = fitWith(model.fit_async, true, false);
    model.fit_finish = fitWith(model.fit_finish, false, true);
}
