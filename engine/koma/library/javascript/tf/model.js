// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// tf.sequential (), tf.model (), and what a model of layers does.
import Koma from 'gi://Koma?version=1.0';
import {call, describe, guard, promise, refuse} from './errors.js';
import {Layer, SymbolicTensor, applyToSymbols, list, wrapLayer} from './layers.js';
import {toCount, toHandle} from './making.js';
import {inScope} from './memory.js';
import {bindOptimizer, Optimizer} from './optimizers.js';
import {listWeights} from './own-layers.js';
import {losses, metrics} from './ops.js';
import {BATCH_SIZE, evaluateDataset, fit, fitDataset, toHandles} from './training.js';
import {Tensor} from './tensor.js';
import {toPath} from './paths.js';

const one = values => values.length === 1 ? values[0] : values;
const models = new WeakMap(); // Koma.LayersModel → LayersModel
const known = new Set([...Object.values(losses), ...Object.values(metrics)]);

// A loss or a metric is a name, a function of tf that has it, or a function of one's own.
function toNameOrFunction(value, argument) {
    if (typeof value !== 'string' && typeof value !== 'function')
        refuse(`compile: argument '${argument}' is ${describe(value)}, neither a name nor a function`);
    return known.has(value) ? value.name : value;
}

const toList = (value, argument) => [value ?? []].flat().map(item => toNameOrFunction(item, argument));
const isOwn = value => typeof value === 'function';

// Called by the library once for each size of batch, with tensors of no particular numbers.
function adaptFunction(f) {
    return guard(xs => {
        const value = f(...xs.map(x => new Tensor(x)));
        return value instanceof Tensor
            ? value.handle
            : refuse(`compile: the function ${f.name} returned ${describe(value)}, and no tensor`);
    });
}

// A layer, or the model that is one.
function wrapAny(layer) {
    const model = layer.get_model();
    if (model === null)
        return wrapLayer(layer);
    return models.get(model) ?? new LayersModel(model);
}

// The library's model of {inputs, outputs, name}.
function makeModel({inputs, outputs, name = null} = {}) {
    const symbols = [inputs, outputs].map(ends => list(ends, SymbolicTensor, 'symbol').map(({handle}) => handle));
    return call('model', () => Koma.LayersModel.new(...symbols, name));
}

export class LayersModel {
    // Of the library's model, or of symbols: {inputs, outputs, name}
    constructor(given) {
        const handle = given instanceof Koma.LayersModel ? given : makeModel(given);
        this.handle = handle;
        this.inputNames = this.outputNames = null; // (nullable): of objects of tensors
        this.optimizer = this.loss = this.metrics = null; // (nullable): since it is compiled
        this.isTraining = false;
        this.stopped = false;
        models.set(handle, this);
    }

    get name() {
        return this.handle.get_name();
    }

    get layers() {
        return Array.from({length: this.handle.get_n_layers()}, (_, at) => wrapAny(this.handle.get_layer(at)));
    }

    get trainable() {
        return this.handle.get_trainable();
    }

    set trainable(isTrainable) {
        this.handle.set_trainable(isTrainable);
    }

    get inputs() {
        return call('inputs', () => this.handle.get_inputs().map(symbol => new SymbolicTensor(symbol)));
    }

    get outputs() {
        return call('outputs', () => this.handle.get_outputs().map(symbol => new SymbolicTensor(symbol)));
    }

    get input() {
        return one(this.inputs);
    }

    get output() {
        return one(this.outputs);
    }

    // By its name, or its number.
    getLayer(nameOrIndex, index) {
        const at = typeof nameOrIndex === 'number' ? nameOrIndex : index;
        const found = typeof nameOrIndex === 'string'
            ? this.layers.find(layer => layer.name === nameOrIndex)
            : this.layers[at];
        return found ?? refuse(`getLayer: there is no layer ${describe(nameOrIndex ?? index)}`);
    }

    countParams() {
        return call('countParams', () => this.handle.count_params()[1]);
    }

    summary(_lineLength, _positions, printFn = print) {
        const text = call('summary', () => this.handle.summary());
        text.trimEnd().split('\n').forEach(line => printFn(line));
    }

    // Weights.

    get n_weights() {
        return this.handle.get_n_weights()[1];
    }

    get trainableWeights() {
        return listWeights(this, true);
    }

    // [{name, read, write}]
    listWeights() {
        return Array.from({length: this.n_weights}, (_, at) => ({
            name: this.handle.get_weight_name(at),
            read: () => new Tensor(this.handle.get_weight(at)),
            write: value => call('setWeights', () => this.handle.set_weight(at, toHandle(value))),
        }));
    }

    get weights() {
        return this.listWeights().map(({name, read, write}) => ({name, originalName: name, read, write}));
    }

    getWeights() {
        return call('getWeights', () => this.listWeights().map(({read}) => read()));
    }

    setWeights(weights) {
        const own = call('setWeights', () => this.listWeights());
        if (own.length !== weights.length)
            refuse(`setWeights: the model has ${own.length} weights, not ${weights.length}`);
        own.forEach(({write}, at) => write(weights[at]));
    }

    resetStates() {
        call('resetStates', () => this.handle.reset_states());
    }

    // And of the models that are its layers, as in TensorFlow.js.
    dispose() {
        this.layers.filter(layer => layer instanceof LayersModel).forEach(model => model.dispose());
        this.handle.dispose_data();
    }

    // Training.

    compile({optimizer, loss, metrics: given} = {}) {
        const [chosen, measures] = [toList(loss, 'loss'), toList(given, 'metrics')];
        if (chosen.length === 0 || !optimizer)
            refuse(`compile: argument '${optimizer ? 'loss' : 'optimizer'}' is missing`);
        const names = chosen.map(one => isOwn(one) ? 'meanSquaredError' : one);
        const metricNames = measures.filter(one => !isOwn(one));
        call('compile', () => {
            if (optimizer instanceof Optimizer)
                this.handle.compile_with(optimizer.handle, names[0], metricNames);
            else
                this.handle.compile(optimizer, names[0], metricNames);
            if (names.length > 1)
                this.handle.set_losses(names);
            this.setFunctions(chosen, measures.filter(isOwn));
        });
        this.optimizer = optimizer instanceof Optimizer ? bindOptimizer(optimizer, this.handle) : optimizer;
        this.loss = loss;
        this.metrics = given ?? [];
    }

    // One loss is that of all outputs.
    setFunctions(chosen, measures) {
        const n = chosen.some(isOwn) ? this.handle.get_outputs().length : 0;
        for (let at = 0; at < n; at++) {
            const own = chosen[chosen.length === 1 ? 0 : at];
            if (isOwn(own))
                this.handle.set_loss_function(at, adaptFunction(own));
        }
        measures.forEach((own, at) => this.handle.add_metric_function(own.name || `metric_${at}`, adaptFunction(own)));
    }

    get metricsNames() {
        return call('metricsNames', () => this.handle.get_result_names());
    }

    get stopTraining() {
        return this.stopped;
    }

    set stopTraining(isStopped) {
        this.stopped = Boolean(isStopped);
        if (isStopped)
            this.handle.stop();
    }

    fit(x, y, settings) {
        this.stopped = false;
        return fit(this, x, y, settings);
    }

    fitDataset(dataset, settings) {
        return fitDataset(this, dataset, settings);
    }

    trainOnBatch(x, y) {
        return promise('trainOnBatch', () => inScope(() => one(this.handle.train_on_batch(
            toHandles('trainOnBatch', 'x', x, this.inputNames), toHandles('trainOnBatch', 'y', y, this.outputNames)))));
    }

    evaluate(x, y, settings) {
        return inScope(() => {
            const xs = toHandles('evaluate', 'x', x, this.inputNames);
            const ys = toHandles('evaluate', 'y', y, this.outputNames);
            const batchSize = toCount('evaluate', 'batchSize', settings?.batchSize ?? BATCH_SIZE);
            const results = call('evaluate', () => this.handle.evaluate(xs, ys, batchSize));
            return one(results.map(value => new Tensor(Koma.Tensor.new_scalar(value))));
        });
    }

    async evaluateDataset(dataset, settings) {
        const values = await evaluateDataset(this, dataset, settings?.batches);
        return one(values.map(value => new Tensor(Koma.Tensor.new_scalar(value))));
    }

    // A dataset, or [x, y].
    evaluateAny(data, settings) {
        return Array.isArray(data)
            ? this.evaluate(...data, {batchSize: settings.validationBatchSize})
            : this.evaluateDataset(data, {batches: settings.validationBatches});
    }

    // Using.

    predict(x, settings) {
        return inScope(() => {
            const xs = toHandles('predict', 'x', x, this.inputNames);
            const batchSize = toCount('predict', 'batchSize', settings?.batchSize ?? BATCH_SIZE);
            const results = call('predict', () => this.handle.predict_all(xs, batchSize));
            return one(results.map(y => new Tensor(y)));
        });
    }

    predictOnBatch(x) {
        return inScope(() => {
            const xs = toHandles('predictOnBatch', 'x', x, this.inputNames).map(handle => new Tensor(handle));
            return this.predict(xs, {batchSize: Math.max(xs[0].shape[0] ?? 1, 1)});
        });
    }

    apply(x, settings) {
        if ([x].flat()[0] instanceof SymbolicTensor)
            return applyToSymbols(call('apply', () => this.handle.as_layer()), list(x, SymbolicTensor, 'symbol'), this);
        return inScope(() => {
            const xs = toHandles('apply', 'inputs', x, this.inputNames);
            return one(call('apply', () => this.handle.apply(xs, Boolean(settings?.training))).map(y => new Tensor(y)));
        });
    }

    // As TensorFlow.js loads it: a folder, of a path or file://.
    save(handlerOrURL, settings) {
        return promise('save', () => {
            const path = toPath('save', handlerOrURL);
            this.handle.save(path, Boolean(settings?.includeOptimizer));
            return {modelArtifactsInfo: {dateSaved: new Date(), modelTopologyType: 'JSON'}};
        });
    }
}

export class Sequential extends LayersModel {
    // Of the library's model, or {layers, name}
    constructor(given = {}) {
        const isMade = given instanceof Koma.LayersModel;
        super(isMade ? given : Koma.LayersModel.new_sequential(given.name ?? null));
        if (!isMade)
            given.layers?.forEach(layer => this.add(layer));
    }

    add(layer) {
        call('add', () => this.handle.add(layer instanceof LayersModel
            ? layer.handle.as_layer()
            : list(layer, Layer, 'layer')[0].handle));
    }

    pop() {
        throw new Error('tf.Sequential: pop () is not there');
    }
}

export function sequential(settings) {
    return new Sequential(settings);
}

export function model(settings) {
    return new LayersModel(settings ?? {});
}

export function loadLayersModel(pathOrURL) {
    return promise('loadLayersModel', () =>
        new LayersModel(Koma.LayersModel.load(toPath('loadLayersModel', pathOrURL))));
}

