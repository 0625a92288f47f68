// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// model.fit () and model.fitDataset ().
import Koma from 'gi://Koma?version=1.0';
import {CallbackList, EarlyStopping, History, nextFrame} from './callbacks.js';
import {call, describe, refuse, translate} from './errors.js';
import {isMissing, toCount, toHandle} from './making.js';
import {Tensor, collect} from './tensor.js';

export const BATCH_SIZE = 32;

// One handle for each input or output; an array of tensors is several.
export function toHandles(name, argument, value, names = null) {
    if (isMissing(value))
        refuse(`${name}: argument '${argument}' is missing`);
    const isMap = typeof value === 'object' && !Array.isArray(value) && !(value instanceof Tensor) &&
        !ArrayBuffer.isView(value);
    const one = isMap ? (names ?? Object.keys(value)).map(key => value[key]) : value;
    try {
        return Array.isArray(one) && one[0] instanceof Tensor ? one.map(toHandle) : [toHandle(one)];
    } catch (error) {
        error.message = `${name}: argument '${argument}': ${error.message}`;
        throw error;
    }
}

// Frees those that were made of what is no tensor.
function release(handles, given) {
    const own = new Set(collect(given).map(({handle}) => handle));
    handles.filter(handle => !own.has(handle)).forEach(handle => handle.dispose_data());
}

const datasetSettings = ['batchesPerEpoch', 'epochs', 'verbose', 'callbacks', 'validationData', 'validationBatches',
    'validationBatchSize', 'initialEpoch', 'yieldEvery'];
const knownSettings = ['batchSize', 'epochs', 'verbose', 'callbacks', 'validationSplit', 'validationData', 'shuffle',
    'classWeight', 'sampleWeight', 'initialEpoch', 'stepsPerEpoch', 'yieldEvery'];

function checkNames(name, settings, known) {
    const unknown = Object.keys(settings).find(key => !known.includes(key));
    if (unknown)
        refuse(`${name}: there is no setting “${unknown}”; there are ${known.join(', ')}`);
}

// Weights by class, in an object or one for each output.
function setClassWeights(options, weights) {
    for (const [output, own] of [weights].flat().entries()) {
        if (own === null || typeof own !== 'object')
            refuse(`fit: argument 'classWeight' is ${describe(own)}, expected an object of classes`);
        const strange = Object.keys(own).find(key => !/^\d+$/.test(key));
        if (strange !== undefined)
            refuse(`fit: argument 'classWeight': “${strange}” is no class, expected its number`);
        const n = Math.max(...Object.keys(own).map(Number)) + 1;
        options.set_class_weights(output, Array.from({length: n}, (_, at) => own[at] ?? 1));
    }
}

function setStopping(options, {monitor, patience, minDelta}) {
    options.monitor = monitor;
    options.patience = patience;
    options.min_delta = minDelta;
}

function makeFitOptions(settings, callbacks) {
    checkNames('fit', settings, knownSettings);
    const {epochs = 1, initialEpoch = 0, batchSize = BATCH_SIZE, shuffle = true, validationSplit = 0} = settings;
    const options = Koma.FitOptions.new(toCount('fit', 'epochs', epochs, 0),
        toCount('fit', 'batchSize', batchSize ?? BATCH_SIZE));
    options.initial_epoch = toCount('fit', 'initialEpoch', initialEpoch, 0);
    options.steps_per_epoch = toCount('fit', 'stepsPerEpoch', settings.stepsPerEpoch ?? 0, 0);
    if (!(validationSplit >= 0 && validationSplit < 1))
        refuse(`fit: argument 'validationSplit' is ${validationSplit}, expected 0 to 1`);
    options.shuffle = Boolean(shuffle);
    options.validation_split = Math.min(validationSplit, 0.999);
    if (!isMissing(settings.validationData)) {
        if (settings.validationData.length !== 2)
            refuse('fit: argument \'validationData\' is not [x, y]');
        const [x, y] = settings.validationData;
        options.set_validation(toHandles('fit', 'validationData', x), toHandles('fit', 'validationData', y));
    }
    if (!isMissing(settings.sampleWeight))
        options.set_sample_weights(toHandles('fit', 'sampleWeight', settings.sampleWeight));
    if (!isMissing(settings.classWeight))
        setClassWeights(options, settings.classWeight);
    const stopping = callbacks.all.find(one => one instanceof EarlyStopping);
    if (stopping)
        setStopping(options, stopping);
    return options;
}

function readLast(history) {
    return Object.fromEntries(history.get_names().map(name => [name, history.get_values(name).at(-1)]));
}

// The library's signals as calls.
class Progress {
    constructor(model, callbacks, history) {
        Object.assign(this, {model, callbacks, history, size: 0});
    }

    beginBatch(batch, size) {
        this.size = size;
        this.callbacks.callNow('onBatchBegin', batch, {batch, size});
    }

    endBatch(epoch, batch) {
        const {handle, metricsNames} = this.model;
        const results = handle.get_batch_results();
        const figures = Object.fromEntries(metricsNames.map((name, at) => [name, results[at]]));
        const logs = {batch, size: this.size, ...figures};
        this.callbacks.callNow('onBatchEnd', batch, logs);
        this.callbacks.callNow('onYield', epoch, batch, logs);
    }

    endEpoch(epoch, found) {
        const logs = readLast(found);
        this.history.add(epoch, logs);
        this.callbacks.callNow('onEpochEnd', epoch, logs);
    }

    // Returns what ends it.
    connect() {
        const {handle} = this.model;
        const handlers = [
            // It may have been stopped in onTrainBegin ().
            handle.connect('train-begin', () => this.model.stopTraining && handle.stop()),
            handle.connect('epoch-begin', (_model, epoch) => this.callbacks.callNow('onEpochBegin', epoch, {})),
            handle.connect('epoch-end', (_model, epoch, found) => this.endEpoch(epoch, found)),
        ];
        if (['onBatchBegin', 'onBatchEnd', 'onYield'].some(name => this.callbacks.has(name))) {
            handlers.push(
                handle.connect('batch-begin', (_model, _epoch, batch, size) => this.beginBatch(batch, size)),
                handle.connect('batch-end', (_model, epoch, batch) => this.endBatch(epoch, batch)));
        }
        return () => handlers.forEach(handler => handle.disconnect(handler));
    }
}

function runFit(handle, x, y, options) {
    return new Promise((resolve, reject) => handle.fit_async(x, y, options, null, (_model, result) => {
        try {
            resolve(handle.fit_finish(result));
        } catch (error) {
            reject(translate('fit', error));
        }
    }));
}

export async function fit(model, x, y, settings = {}) {
    const [xs, ys] = [toHandles('fit', 'x', x, model.inputNames), toHandles('fit', 'y', y, model.outputNames)];
    const {epochs = 1, batchSize = BATCH_SIZE} = settings ?? {};
    const [n_samples = 0] = xs[0].get_shape();
    const callbacks = new CallbackList(settings?.callbacks, model, {epochs, batchSize, samples: n_samples});
    const options = call('fit', () => makeFitOptions(settings ?? {}, callbacks));
    const history = new History();
    const disconnect = new Progress(model, callbacks, history).connect();
    model.isTraining = true;
    try {
        await callbacks.call('onTrainBegin', {});
        await runFit(model.handle, xs, ys, options);
        await callbacks.call('onTrainEnd', {});
    } finally {
        disconnect();
        model.isTraining = false;
        release([...xs, ...ys], [x, y]);
    }
    return history;
}

// The mean of numbers that each batch gives, by its samples.
class Mean {
    constructor() {
        this.n = 0;
        this.sums = [];
    }

    add(values, n) {
        this.n += n;
        values.forEach((value, at) => {
            this.sums[at] = (this.sums[at] ?? 0) + value * n;
        });
    }

    get values() {
        return this.sums.map(sum => sum / this.n);
    }
}

// Until visit () says false. Where it ends early what the dataset holds is given back: threads, files.
async function walk(dataset, visit) {
    const iterator = dataset[Symbol.asyncIterator]?.() ?? await dataset.iterator();
    let one = {done: false};
    try {
        for (let at = 0; !(one = await iterator.next()).done; at++) {
            if (await visit(one.value, at) === false)
                return;
        }
    } finally {
        if (!one.done)
            await iterator.return?.();
    }
}

const countSamples = x => collect(x)[0]?.shape[0] ?? 0;

async function trainEpoch(model, dataset, callbacks, n_most) {
    const mean = new Mean();
    await walk(dataset, async ({xs, ys}, batch) => {
        if (model.stopTraining)
            return false;
        const size = countSamples(xs);
        await callbacks.call('onBatchBegin', batch, {batch, size});
        const values = [await model.trainOnBatch(xs, ys)].flat();
        mean.add(values, size);
        const figures = Object.fromEntries(model.metricsNames.map((name, at) => [name, values[at]]));
        await callbacks.call('onBatchEnd', batch, {batch, size, ...figures});
        await nextFrame();
        return batch + 1 < n_most;
    });
    return mean.values;
}

function checkDatasetSettings(settings) {
    const {epochs = 1, initialEpoch = 0, batchesPerEpoch = null} = settings;
    checkNames('fitDataset', settings, datasetSettings);
    toCount('fitDataset', 'epochs', epochs);
    toCount('fitDataset', 'initialEpoch', initialEpoch, 0);
    if (batchesPerEpoch !== null && batchesPerEpoch !== Infinity)
        toCount('fitDataset', 'batchesPerEpoch', batchesPerEpoch);
}

export async function fitDataset(model, dataset, settings = {}) {
    checkDatasetSettings(settings);
    const {epochs = 1, initialEpoch = 0, validationData = null} = settings;
    const batchesPerEpoch = settings.batchesPerEpoch ?? Infinity;
    const callbacks = new CallbackList(settings.callbacks, model, {epochs});
    const history = new History();
    model.stopTraining = false;
    await callbacks.call('onTrainBegin', {});
    for (let epoch = initialEpoch; epoch < epochs && !model.stopTraining; epoch++) {
        await callbacks.call('onEpochBegin', epoch, {});
        const values = await trainEpoch(model, dataset, callbacks, batchesPerEpoch);
        const logs = Object.fromEntries(model.metricsNames.map((name, at) => [name, values[at]]));
        if (validationData !== null) {
            const found = [await model.evaluateAny(validationData, settings)].flat();
            model.metricsNames.forEach((name, at) => {
                logs[`val_${name}`] = found[at].dataSync()[0];
            });
        }
        history.add(epoch, logs);
        await callbacks.call('onEpochEnd', epoch, logs);
    }
    await callbacks.call('onTrainEnd', {});
    return history;
}

export async function evaluateDataset(model, dataset, n_most = Infinity) {
    const mean = new Mean();
    await walk(dataset, ({xs, ys}, batch) => {
        const size = countSamples(xs);
        const results = [model.evaluate(xs, ys, {batchSize: size})].flat();
        mean.add(results.map(result => result.dataSync()[0]), size);
        return batch + 1 < n_most;
    });
    return mean.values;
}

