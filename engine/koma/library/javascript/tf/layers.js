// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// tf.layers, and what they are set with: initializers, regularizers, constraints.
import Koma from 'gi://Koma?version=1.0';
import {call, describe, refuse} from './errors.js';
import {toHandle, toInts} from './making.js';
import {inScope} from './memory.js';
import {addWeight, listWeights, makeHandle, toSnakeCases} from './own-layers.js';
import {Tensor} from './tensor.js';

const L1_L2 = 0.01;

// Other names than the class' own that begins in lower case.
const names = {ELU: 'elu', GRU: 'gru', LSTM: 'lstm', PReLU: 'prelu', RNN: 'rnn', ConvLSTM2D: 'convLstm2d'};
const aliases = {
    avgPool1d: 'averagePooling1d',
    avgPool2d: 'averagePooling2d',
    avgPool3d: 'averagePooling3d',
    avgPooling1d: 'averagePooling1d',
    avgPooling2d: 'averagePooling2d',
    avgPooling3d: 'averagePooling3d',
    cropping2D: 'cropping2d',
    globalMaxPool1d: 'globalMaxPooling1d',
    globalMaxPool2d: 'globalMaxPooling2d',
    maxPool1d: 'maxPooling1d',
    maxPool2d: 'maxPooling2d',
};
const cells = ['GRUCell', 'LSTMCell', 'SimpleRNNCell', 'StackedRNNCells'];

// maxPooling2d of MaxPooling2D
export function toFunctionName(className) {
    const own = names[className] ?? names[className.replace(/Cell$/, '')]?.concat('Cell');
    return own ?? className[0].toLowerCase() + className.slice(1).replace(/(\d)D/, '$1d');
}

// Where Keras' defaults, which are the library's, are others.
const initializers = {
    DepthwiseConv2D: {depthwiseInitializer: 'glorotNormal'},
    ...Object.fromEntries(`Conv1D Conv2D Conv2DTranspose Conv3D Conv3DTranspose Dense GRU LSTM SimpleRNN`.split(' ')
        .map(name => [name, {kernelInitializer: 'glorotNormal'}])),
};

export function list(value, type, what) {
    return [value].flat().map(item => item instanceof type ? item : refuse(`${describe(item)} is no ${what}`));
}

// What a layer gives, whose numbers are not known yet.
export class SymbolicTensor {
    constructor(handle, sourceLayer = null) {
        this.handle = handle;
        this.sourceLayer = sourceLayer;
        this.dtype = 'float32';
        this.ends = null; // (nullable): what the layer read and gave; kept for layer.output
    }

    // An open dimension is null.
    get shape() {
        return this.handle.get_shape().map(size => size < 0 ? null : size);
    }

    get rank() {
        return this.shape.length;
    }
}

// One symbol, or all that the layer gives.
export function applyToSymbols(handle, symbols, sourceLayer) {
    const first = call('apply', () => handle.apply_all(symbols.map(symbol => symbol.handle)));
    const n = first.get_n_siblings();
    return n < 2
        ? new SymbolicTensor(first, sourceLayer)
        : Array.from({length: n}, (_, at) => new SymbolicTensor(first.get_sibling(at), sourceLayer));
}

const layers = new WeakMap(); // Koma.Layer → Layer
const applied = new WeakMap(); // Layer → WeakRef of {input, output}, of where it was applied last

export function wrapLayer(handle) {
    return layers.get(handle) ?? new Layer(handle);
}

// A class of one's own derives from it: config is {name, trainable, inputShape} then.
export class Layer {
    constructor(config = {}) {
        const isOwn = !(config instanceof Koma.Layer);
        if (isOwn && typeof this.call !== 'function')
            refuse(`${this.constructor.name}: a layer of one's own has call (): what it makes of its inputs`);
        this.handle = isOwn ? makeHandle(this, config, typeof this.computeOutputShape === 'function') : config;
        layers.set(this.handle, this);
    }

    // Makes the weights of a layer of one's own.
    build(_inputShape) {}

    addWeight(name, shape, dtype, initializer, regularizer, trainable = true, constraint = null) {
        return addWeight(this, name, shape, dtype, {initializer, regularizer, trainable, constraint});
    }

    static fromConfig(ownClass, config) {
        return new ownClass(config); // eslint-disable-line new-cap
    }

    get weights() {
        return listWeights(this, false);
    }

    get trainableWeights() {
        return listWeights(this, true);
    }

    get name() {
        return this.handle.get_name() ?? '';
    }

    get trainable() {
        return this.handle.get_trainable();
    }

    set trainable(isTrainable) {
        this.handle.set_trainable(isTrainable);
    }

    get input() {
        return applied.get(this)?.deref()?.input ?? lackSymbols('input');
    }

    // What it was applied to, or of the model that it is part of: a layer that held its symbols would hold itself.
    get output() {
        return applied.get(this)?.deref()?.output ??
            call('output', () => new SymbolicTensor(this.handle.get_output(), this));
    }

    get outputShape() {
        return [this.output].flat()[0].shape;
    }

    // To symbols, or to tensors: an op, which tapes derive by its inputs and its weights.
    apply(inputs, settings) {
        if ([inputs].flat()[0] instanceof Tensor)
            return this.compute([inputs].flat(), settings);
        const symbols = list(inputs, SymbolicTensor, 'symbol');
        const output = applyToSymbols(this.handle, symbols, this);
        const ends = {input: inputs, output};
        [output].flat().forEach(symbol => Object.assign(symbol, {ends}));
        applied.set(this, new WeakRef(ends));
        return output;
    }

    compute(tensors, settings) {
        const handles = tensors.map(toHandle);
        const outputs = call('apply', () => settings?.training
            ? this.handle.call_training(handles)
            : this.handle.call(handles)).map(y => new Tensor(y));
        return outputs.length === 1 ? outputs[0] : outputs;
    }

    getClassName() {
        return this.handle.get_class_name();
    }

    // Of a layer of one's own: what all layers have.
    getConfig() {
        if (this.call === undefined)
            return JSON.parse(this.handle.get_config());
        const name = this.handle.get_name();
        return {trainable: this.trainable, ...name !== null && {name}};
    }

    getWeights() {
        return call('getWeights', () => this.handle.get_weights().map(weight => new Tensor(weight)));
    }

    setWeights(weights) {
        inScope(() => call('setWeights', () => this.handle.set_weights(weights.map(toHandle))));
    }

    countParams() {
        return this.getWeights().reduce((sum, weight) => sum + weight.size, 0);
    }

    // Within the settings of another layer, as Keras writes it.
    toJSON() {
        return {class_name: this.getClassName(), config: this.getConfig()};
    }
}

function lackSymbols(name) {
    throw new Error(`tf.layers: ${name} is of a layer that was applied to symbols`);
}

// What TensorFlow.js reads into settings.
function adapt(className, settings) {
    const {inputShape, batchInputShape, inputDim, inputLength, cell} = settings;
    const isOpen = inputShape === undefined && batchInputShape === undefined;
    if (className === 'RNN' && Array.isArray(cell))
        return {...settings, cell: new Cell('StackedRNNCells', {cells: cell})};
    if (className === 'Embedding' && isOpen)
        return {...settings, inputShape: [inputLength ?? null].flat()};
    if (className === 'Dense' && isOpen && inputDim !== undefined)
        return {...settings, inputShape: [inputDim]};
    if (className === 'ZeroPadding2D')
        return {...settings, padding: settings.padding ?? 1};
    return settings;
}

const dataFormats = {channelsFirst: 'channels_first', channelsLast: 'channels_last'};

// As the library names it; another value is refused there.
function adaptFormat({dataFormat, ...settings}) {
    return dataFormat === undefined ? settings : {...settings, dataFormat: dataFormats[dataFormat] ?? dataFormat};
}

function makeLayer(name, className, config = {}) {
    if (config === null || typeof config !== 'object' || Array.isArray(config))
        refuse(`${name}: ${describe(config)} is no object of settings`);
    const settings = adapt(className, adaptFormat({...initializers[className], ...config}));
    const {layer, ...others} = settings;
    // A model, of model.js, shares its weights.
    if (className === 'TimeDistributed' && layer?.handle instanceof Koma.LayersModel) {
        return call(name, () =>
            new Layer(Koma.Layer.new_time_distributed(layer.handle.as_layer(), JSON.stringify(others))));
    }
    return call(name, () => new Layer(Koma.Layer.new(className, JSON.stringify(settings))));
}

// A cell is a setting of tf.layers.rnn ().
class Cell {
    constructor(className, config) {
        this.className = className;
        this.config = {...this.className === 'StackedRNNCells' ? {} : {kernelInitializer: 'glorotNormal'}, ...config};
        // Its settings are those of a layer that has it.
        call(toFunctionName(className), () => Koma.Layer.new('RNN', JSON.stringify({cell: this})));
    }

    toJSON() {
        return {class_name: this.className, config: this.config};
    }
}

// [batch, sizes], of the one of two settings that is given; an open size is −1.
function readShape(name, {shape, batchShape}, words) {
    if (shape !== undefined && batchShape !== undefined)
        refuse(`${name}: the arguments '${words[0]}' and '${words[1]}' are both given, expected one`);
    if (shape === undefined && batchShape === undefined)
        refuse(`${name}: argument '${words[0]}' is missing`);
    const [batch, ...sizes] = batchShape === undefined ? [-1, ...toInts(shape)] : toInts(batchShape);
    return batch === undefined
        ? refuse(`${name}: argument '${words[1]}' is empty, expected the size of the batch and those of a sample`)
        : [batch, sizes];
}

export function input({shape, batchShape, name = null} = {}) {
    const [batch, sizes] = readShape('input', {shape, batchShape}, ['shape', 'batchShape']);
    return call('input', () => new SymbolicTensor(Koma.Symbol.new_input_with_batch(batch, sizes, name)));
}

function inputLayer({inputShape, batchInputShape, batchSize} = {}) {
    const words = ['inputShape', 'batchInputShape'];
    if (batchSize !== undefined && batchInputShape !== undefined)
        refuse('inputLayer: the arguments \'batchSize\' and \'batchInputShape\' are both given, expected one');
    const [batch, sizes] = readShape('inputLayer', {shape: inputShape, batchShape: batchInputShape}, words);
    return new Layer(Koma.Layer.new_input_with_batch(batchSize ?? batch, sizes));
}

function makeNamespace() {
    const found = {input, inputLayer};
    for (const className of Koma.Layer.list_classes()) {
        const name = toFunctionName(className);
        found[name] = config => makeLayer(name, className, config);
    }
    for (const className of cells)
        found[toFunctionName(className)] = config => new Cell(className, config);
    for (const [alias, name] of Object.entries(aliases))
        found[alias] ??= found[name];
    return found;
}

export const layersNamespace = {...makeNamespace(), Layer};

// {class_name: "Constant", config: {value: 2}}, as Keras writes tf.initializers.constant ({value: 2}).
const capitalize = name => name[0].toUpperCase() + name.slice(1);
function makeSetting(name, settings) {
    if (settings !== undefined && (settings === null || typeof settings !== 'object'))
        refuse(`${name}: ${describe(settings)} is no object of settings`);
    if (name === 'constant' && settings?.value === undefined)
        refuse('constant: the setting “value” is missing');
    return {class_name: capitalize(name), config: toSnakeCases(settings)};
}

const makeNamed = words => Object.fromEntries(
    words.split(' ').map(name => [name, settings => makeSetting(name, settings)]));

export const initializersNamespace = makeNamed('constant glorotNormal glorotUniform heNormal heUniform identity ' +
    'leCunNormal leCunUniform ones orthogonal randomNormal randomUniform truncatedNormal varianceScaling zeros');
export const constraints = makeNamed('maxNorm minMaxNorm nonNeg unitNorm');

// What is not given is as in TensorFlow.js.
const makeRegularizer = name => settings => {
    const fallback = key => name.includes(key) ? L1_L2 : 0;
    const {config} = makeSetting(name, settings);
    return {class_name: 'L1L2', config: {l1: fallback('l1'), l2: fallback('l2'), ...config}};
};
export const regularizers = Object.fromEntries(['l1', 'l1l2', 'l2'].map(name => [name, makeRegularizer(name)]));
