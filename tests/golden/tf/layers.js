// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Layers, the symbols that they are applied to, and models: made, trained, used.
import Koma from 'gi://Koma?version=1.0';
import {Tensor, printLines, refuse, session, toHandle, toInts} from './tensor.js';
import {Optimizer} from './gradients.js';

const BATCH_SIZE = 32;
const L1_L2 = 0.01;

const classNames = `
    Activation ActivityRegularization Add AlphaDropout Average AveragePooling1D AveragePooling2D
    AveragePooling3D BatchNormalization Bidirectional CenterCrop Concatenate Conv1D Conv1DTranspose Conv2D
    Conv2DTranspose Conv3D Conv3DTranspose ConvLSTM2D Cropping1D Cropping2D Dense DepthwiseConv1D
    DepthwiseConv2D Dot Dropout ELU Embedding Flatten GRU GRUCell GaussianDropout GaussianNoise
    GlobalAveragePooling1D GlobalAveragePooling2D GlobalAveragePooling3D GlobalMaxPooling1D GlobalMaxPooling2D
    GlobalMaxPooling3D InputLayer LSTM LSTMCell LayerNormalization LeakyReLU Masking MaxPooling1D MaxPooling2D
    MaxPooling3D Maximum Minimum Multiply Normalization PReLU Permute RNN RandomBrightness RandomContrast
    RandomFlip RandomRotation RandomTranslation RandomZoom ReLU RepeatVector Rescaling Reshape Resizing
    SeparableConv1D SeparableConv2D SimpleRNN SimpleRNNCell Softmax SpatialDropout1D SpatialDropout2D
    SpatialDropout3D StackedRNNCells Subtract ThresholdedReLU TimeDistributed UpSampling1D UpSampling2D
    ZeroPadding1D ZeroPadding2D`.trim().split(/\s+/);

// Keras' names of tf.layers.maxPooling2d and so on; the two differ in capitals.
const classes = new Map(classNames.map(name => [name.toLowerCase(), name]));

const list = value => value === undefined || value === null ? [] : [value].flat();
const one = values => values.length === 1 ? values[0] : values;
const handles = (value, type, name) => [value].flat().map(
    item => item instanceof type ? item.handle : refuse(`${item} is no ${name}`));
const tensors = value => [value].flat().map(toHandle);

class Symbolic {
    constructor(handle) {
        this.handle = handle;
    }

    // An open dimension is null.
    get shape() {
        return this.handle.get_shape().map(size => size < 0 ? null : size);
    }
}

class Layer {
    constructor(handle) {
        this.handle = handle;
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

    apply(inputs) {
        const symbol = this.handle.apply_all(handles(inputs, Symbolic, 'symbol'));
        const n = symbol.get_n_siblings();
        return n < 2 ? new Symbolic(symbol) : Array.from({length: n}, (_, at) => new Symbolic(symbol.get_sibling(at)));
    }

    // Within the settings of another layer, as Keras writes it.
    toJSON() {
        return {class_name: this.handle.get_class_name(), config: JSON.parse(this.handle.get_config())};
    }
}

function makeLayer(name, settings = {}) {
    if (settings === null || typeof settings !== 'object' || Array.isArray(settings))
        refuse('Settings are an object of numbers, texts and layers');
    return new Layer(Koma.Layer.new(name, JSON.stringify(settings)));
}

const words = [/(.)([A-Z][a-z0-9]+)/g, /([a-z])([A-Z])/g];
const toSnakeCase = name => words.reduce((text, border) => text.replace(border, '$1_$2'), name).toLowerCase();
const toSnakeCases = settings => Object.fromEntries(
    Object.entries(settings ?? {}).map(([key, value]) => [toSnakeCase(key), value]));

// {class_name: "Constant", config: {value: 2}}, as Keras writes tf.initializers.constant ({value: 2}).
const capitalize = name => name[0].toUpperCase() + name.slice(1);
const makeSetting = (name, settings) => ({class_name: capitalize(name), config: toSnakeCases(settings)});

// tf.regularizers.l1 (), l2 () and l1l2 (): what is not given is as in TensorFlow.js.
function makeRegularizer(name, settings) {
    const fallback = key => name.includes(key) ? L1_L2 : 0;
    return {class_name: 'L1L2', config: {l1: fallback('l1'), l2: fallback('l2'), ...toSnakeCases(settings)}};
}

// An object that has a function of every name that it is asked for, or of those of a map.
const namespace = make => new Proxy({}, {get: (_, name) => typeof name === 'string' ? make(name) : undefined});

class Model {
    constructor(handle) {
        this.handle = handle;
        session.models.push(this);
    }

    get name() {
        return this.handle.get_name();
    }

    get layers() {
        return Array.from({length: this.handle.get_n_layers()}, (_, at) => new Layer(this.handle.get_layer(at)));
    }

    add(layer) {
        this.handle.add(handles(layer, Layer, 'layer')[0]);
    }

    countParams() {
        return this.handle.count_params()[1];
    }

    summary() {
        printLines(this.handle.summary().trimEnd());
    }

    // As TensorFlow.js makes them when a layer is added; a model without layers has none.
    makeWeights() {
        try {
            this.handle.get_n_weights();
        } catch (error) {
            if (!(error instanceof Koma.Error))
                throw error;
        }
    }

    getWeights() {
        const [, n] = this.handle.get_n_weights();
        return Array.from({length: n}, (_, at) => new Tensor(this.handle.get_weight(at)));
    }

    setWeights(weights) {
        const values = tensors(weights);
        const [, n] = this.handle.get_n_weights();
        if (values.length !== n)
            refuse(`The model has ${n} weights, not ${values.length}`);
        values.forEach((value, at) => this.handle.set_weight(at, value));
    }

    dispose() {
        this.handle.dispose_data();
    }

    // Losses and metrics are names, or functions of tf that have them.
    compile({optimizer, loss, metrics} = {}) {
        const [names, metricNames] = [loss, metrics].map(value => list(value).map(item => item.name ?? `${item}`));
        if (names.length === 0 || !optimizer)
            refuse(`compile: the ${optimizer ? 'loss' : 'optimizer'} is missing`);
        if (optimizer instanceof Optimizer)
            this.handle.compile_with(optimizer.handle, names[0], metricNames);
        else
            this.handle.compile(optimizer, names[0], metricNames);
        if (names.length > 1)
            this.handle.set_losses(names);
    }

    predict(x, {batchSize = BATCH_SIZE} = {}) {
        return one(this.handle.predict_all(tensors(x), batchSize).map(y => new Tensor(y)));
    }

    evaluate(x, y, {batchSize = BATCH_SIZE} = {}) {
        const results = this.handle.evaluate(tensors(x), tensors(y), batchSize);
        return one(results.map(value => new Tensor(Koma.Tensor.new_scalar(value))));
    }

    trainOnBatch(x, y) {
        return Promise.resolve(one(this.handle.train_on_batch(tensors(x), tensors(y))));
    }

    fit(x, y, settings = {}) {
        const handler = connect(this.handle, settings.callbacks ?? {});
        try {
            const history = this.handle.fit(tensors(x), tensors(y), makeFitOptions(settings), null);
            const epoch = Array.from({length: history.get_n_epochs()}, (_, at) => at);
            const numbers = history.get_names().map(name => [name, history.get_values(name)]);
            return Promise.resolve({history: Object.fromEntries(numbers), epoch});
        } finally {
            if (handler !== null)
                this.handle.disconnect(handler);
        }
    }
}

function makeFitOptions(settings) {
    const {epochs = 1, batchSize = BATCH_SIZE, shuffle = true, validationSplit = 0, validationData = null} = settings;
    const options = Koma.FitOptions.new(epochs, batchSize);
    if (!(validationSplit >= 0 && validationSplit < 1))
        refuse('validationSplit is not within 0 and 1');
    options.shuffle = shuffle;
    options.validation_split = Math.min(validationSplit, 0.999);
    if (validationData !== null)
        options.set_validation(...validationData.slice(0, 2).map(tensors));
    return options;
}

// (nullable): the handler of the callback onEpochEnd (epoch, logs)
function connect(handle, {onEpochEnd}) {
    if (!onEpochEnd)
        return null;
    return handle.connect('epoch-end', (_model, epoch, history) => {
        const last = history.get_names().map(name => [name, history.get_values(name).at(-1)]);
        onEpochEnd(epoch, Object.fromEntries(last));
    });
}

function makeSequential({layers = [], name = null} = {}) {
    const model = new Model(Koma.LayersModel.new_sequential(name));
    layers.forEach(layer => model.add(layer));
    return model;
}

export const layersFunctions = {
    input: ({shape, name = null}) => new Symbolic(Koma.Symbol.new_input(toInts(shape), name)),
    sequential: makeSequential,
    model: ({inputs, outputs, name = null}) => new Model(
        Koma.LayersModel.new(handles(inputs, Symbolic, 'symbol'), handles(outputs, Symbolic, 'symbol'), name)),
    layers: namespace(name => {
        const found = classes.get(name.toLowerCase());
        return found && (settings => makeLayer(found, settings));
    }),
    initializers: namespace(name => settings => makeSetting(name, settings)),
    constraints: namespace(name => settings => makeSetting(name, settings)),
    regularizers: namespace(name => settings => makeRegularizer(name, settings)),
    metrics: namespace(name => name),
};
