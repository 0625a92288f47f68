// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a training calls: objects with onEpochEnd () and so on, or lists of them.
import GLib from 'gi://GLib';
import {refuse} from './errors.js';

const hooks = ['onTrainBegin', 'onTrainEnd', 'onEpochBegin', 'onEpochEnd', 'onBatchBegin', 'onBatchEnd', 'onYield'];

export class Callback {
    constructor() {
        this.model = this.params = null;
    }

    setModel(model) {
        this.model = model;
    }

    setParams(params) {
        this.params = params;
    }
}

export class CustomCallback extends Callback {
    constructor(functions) {
        super();
        Object.assign(this, functions);
    }
}

// The library does it: what it is told is read by makeFitOptions () of training.js.
export class EarlyStopping extends Callback {
    constructor({monitor = 'val_loss', minDelta = 0, patience = 0, mode = 'auto', ...others} = {}) {
        super();
        if (others.restoreBestWeights || others.baseline !== undefined)
            throw new Error('tf.callbacks.earlyStopping: restoreBestWeights and baseline are not there');
        const wanted = monitor.includes('acc') ? 'max' : 'min';
        if (mode !== 'auto' && mode !== wanted)
            throw new Error(`tf.callbacks.earlyStopping: mode “${mode}” of “${monitor}” is not there`);
        Object.assign(this, {monitor, minDelta: Math.abs(minDelta), patience});
    }
}

export class History extends Callback {
    constructor() {
        super();
        this.epoch = [];
        this.history = {};
    }

    add(epoch, logs) {
        this.epoch.push(epoch);
        for (const [name, value] of Object.entries(logs))
            (this.history[name] ??= []).push(value);
    }
}

export const callbacks = {earlyStopping: settings => new EarlyStopping(settings)};

// Lets the main loop go on until the promise is settled: for signals, which the main loop emits and can
// not wait. Within a promise this would wait for ever, because gjs settles them one after the other.
function settle(promise) {
    let state = null;
    promise.then(() => {
        state = {};
    }, error => {
        state = {error};
    });
    while (state === null)
        GLib.MainContext.default().iteration(true);
    if (state.error)
        throw state.error;
}

export class CallbackList {
    constructor(given, model, params) {
        this.all = [given ?? []].flat();
        for (const one of this.all) {
            if (one === null || typeof one !== 'object')
                refuse(`fit: argument 'callbacks' is ${one}, no object with functions`);
            const strange = Object.keys(one).find(name => /^on[A-Z]/.test(name) && !hooks.includes(name));
            if (strange)
                refuse(`fit: there is no callback “${strange}”; there are ${hooks.join(', ')}`);
            one.setParams?.(params);
            one.setModel?.(model);
        }
    }

    has(name) {
        return this.all.some(one => one[name]);
    }

    async call(name, ...args) {
        for (const one of this.all)
            await one[name]?.(...args);
    }

    // For handlers of signals.
    callNow(name, ...args) {
        for (const one of this.all) {
            const result = one[name]?.(...args);
            if (typeof result?.then === 'function')
                settle(result);
        }
    }
}

// A promise that is kept when the main loop has nothing more urgent to do.
export function nextFrame() {
    return new Promise(resolve => GLib.idle_add(GLib.PRIORITY_DEFAULT_IDLE, () => {
        resolve();
        return GLib.SOURCE_REMOVE;
    }));
}
