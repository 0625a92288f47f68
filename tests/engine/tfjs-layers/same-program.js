// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A program for TensorFlow.js, which gjs runs with Koma's tf.js, and node with TensorFlow.js: each gets
// its tf. Nothing in it is drawn by chance.

// Numbers that look like chance, by their place.
function mix(shape, seed) {
    const n = shape.reduce((a, b) => a * b, 1);
    return {n, values: Float32Array.from({length: n}, (_, at) => Math.sin(12.9898 * (at + 1) + 78.233 * seed))};
}

export async function compute(tf) {
    const found = {};
    const make = (shape, seed) => tf.tensor(mix(shape, seed).values, shape);
    const note = (name, ...tensors) => {
        found[name] = tensors.map(x => ({shape: x.shape, dtype: x.dtype, values: Array.from(x.dataSync(), Number)}));
    };
    // Weights that do not depend on what draws them.
    const settle = model => model.setWeights(model.getWeights().map((w, at) => make(w.shape, at + 1).mul(0.4)));

    computeOps(tf, make, note);
    computeGradients(tf, make, note);
    await computeDense(tf, make, note, settle);
    await computeConvolution(tf, make, note, settle);
    await computeRecurrent(tf, make, note, settle);
    return found;
}

function computeOps(tf, make, note) {
    const [a, b] = [make([3, 4], 1), make([4, 2], 2)];
    note('matMul', a.matMul(b), tf.matMul(a, a, false, true));
    note('numbers', a.mul(2).add(1), tf.sub(1, a), a.maximum(0.1), tf.tensor1d([1, 2], 'int32').add(1));
    note('dtypes', tf.tensor1d([1, 2], 'int32').div(2), tf.tensor1d([true, false]).toInt(), a.greater(0));
    note('reductions', a.sum(), a.mean(1), a.max(0, true), a.argMax(), a.norm(), tf.moments(a, 0).variance);
    note('shapes', a.reshape([2, -1]), a.transpose(), a.slice([1], [2]), a.pad([[1, 0], [0, 2]], 3), a.tile([1, 2]));
    note('parts', ...a.split(2, 1), ...a.unstack(), tf.stack([a, a], 1), a.concat(a, 1), a.gather([2, 0]));
    note('softmax', a.softmax(), a.logSoftmax(), tf.oneHot([1, 3], 4), tf.topk(a, 2).values, a.cumsum(1));
    note('windows', ...['same', 'valid', 1].map(pad =>
        tf.conv2d(make([1, 5, 5, 2], 3), make([3, 3, 2, 3], 4), 2, pad)), tf.maxPool(make([1, 4, 4, 1], 5), 2, 2, 'valid'));
    note('grids', ...tf.meshgrid([1, 2, 3], [4, 5]), tf.linspace(0, 1, 4), tf.range(5, 1), tf.eye(2, 3, [2]));
    note('losses', tf.losses.huberLoss(a, a.square()), tf.losses.softmaxCrossEntropy([[0, 1], [1, 0]], b.slice([0], [2])),
        tf.losses.computeWeightedLoss(a, a.abs()), tf.losses.meanSquaredError(a, a.neg(), null, tf.Reduction.MEAN));
    const [labels, scores] = [tf.tensor2d([[1, 0], [0, 1]]), tf.tensor2d([[0.8, 0.3], [0.7, 0.4]])];
    note('metrics', tf.metrics.binaryAccuracy(labels, scores), tf.metrics.cosineProximity(a, a.square()),
        tf.metrics.categoricalCrossentropy(labels, scores), tf.metrics.precision(labels, scores.round()),
        tf.metrics.recall(labels, scores.round()), tf.metrics.meanAbsolutePercentageError(a, a.square()),
        tf.metrics.r2Score(a, a.mul(0.9)), tf.metrics.categoricalAccuracy(labels, scores),
        tf.metrics.binaryCrossentropy(labels, scores), tf.metrics.meanAbsoluteError(labels, scores));
    note('images', tf.image.resizeBilinear(make([1, 3, 3, 1], 6), [5, 4]), tf.image.flipLeftRight(make([1, 2, 3, 1], 7)));
    note('matrix', tf.math.confusionMatrix(tf.tensor1d([0, 1, 1], 'int32'), tf.tensor1d([1, 1, 0], 'int32'), 2));
}

function computeGradients(tf, make, note) {
    const x = make([4], 8);
    note('grad', tf.grad(v => v.tanh().mul(v))(x), tf.grad(tf.grad(v => v.pow(3)))(tf.scalar(2)));
    note('grads', ...tf.grads((a, b) => a.square().mul(b))([x, make([4], 9)]));
    const custom = tf.customGrad((v, save) => {
        save([v]);
        return {value: v.square(), gradFunc: (dy, saved) => dy.mul(saved[0].sign())};
    });
    note('customGrad', tf.grad(v => custom(v).sum())(x));
    for (const [name, ...args] of [['sgd', 0.1], ['momentum', 0.1, 0.9], ['adam', 0.1], ['adamax', 0.1], ['rmsprop', 0.1],
        ['adagrad', 0.1], ['adadelta', 0.5], ['momentum', 0.1, 0.5, true], ['rmsprop', 0.05, 0.8, 0.1, null, true]]) {
        const w = tf.variable(make([3], 10));
        const optimizer = tf.train[name](...args);
        const costs = [1, 2, 3].map(() => optimizer.minimize(() => w.square().sum(), true, [w]));
        note(`${name} ${args}`, w, ...costs);
        w.dispose();
        optimizer.dispose();
    }
}

async function train(tf, note, name, model, x, y, settings) {
    const logs = [];
    const callbacks = {onEpochEnd: (epoch, {loss}) => logs.push(epoch, loss)};
    const {history, epoch} = await model.fit(x, y, {shuffle: false, batchSize: 4, epochs: 3, callbacks, ...settings});
    const keys = Object.keys(history).sort();
    note(`${name} history`, ...keys.map(key => tf.tensor1d(history[key])), tf.tensor1d(epoch), tf.tensor1d(logs));
    note(`${name} evaluate`, ...[model.evaluate(x, y)].flat());
    note(`${name} predict`, model.predict(x), ...model.getWeights());
}

async function computeDense(tf, make, note, settle) {
    const model = tf.sequential();
    model.add(tf.layers.dense({units: 5, activation: 'relu', inputShape: [3], kernelRegularizer: tf.regularizers.l2()}));
    model.add(tf.layers.batchNormalization());
    model.add(tf.layers.dense({units: 2, activation: 'softmax'}));
    model.compile({optimizer: tf.train.adam(0.05), loss: 'categoricalCrossentropy', metrics: ['accuracy', 'mse']});
    settle(model);
    // Variances that are none make NaN.
    model.setWeights(model.getWeights().map(w => w.abs()));
    const y = tf.oneHot(tf.tensor1d([0, 1, 1, 0, 1, 0, 0, 1], 'int32'), 2).toFloat();
    await train(tf, note, 'dense', model, make([8, 3], 11), y, {validationData: [make([4, 3], 12), y.slice([0], [4])]});
}

async function computeConvolution(tf, make, note, settle) {
    const model = tf.sequential({layers: [
        tf.layers.conv2d({filters: 3, kernelSize: 3, activation: 'relu', inputShape: [6, 6, 1]}),
        tf.layers.maxPooling2d({poolSize: 2}),
        tf.layers.flatten(),
        tf.layers.dense({units: 1}),
    ]});
    model.compile({optimizer: 'sgd', loss: 'meanSquaredError'});
    settle(model);
    await train(tf, note, 'convolution', model, make([8, 6, 6, 1], 13), make([8, 1], 14), {validationSplit: 0.25});
}

async function computeRecurrent(tf, make, note, settle) {
    const input = tf.input({shape: [4, 2]});
    const sequence = tf.layers.lstm({units: 3, returnSequences: true}).apply(input);
    const last = tf.layers.gru({units: 3}).apply(sequence);
    const mean = tf.layers.globalAveragePooling1d().apply(sequence);
    const output = tf.layers.dense({units: 1}).apply(tf.layers.concatenate().apply([last, mean]));
    const model = tf.model({inputs: input, outputs: output});
    model.compile({optimizer: tf.train.rmsprop(0.01), loss: tf.losses.meanSquaredError});
    settle(model);
    await train(tf, note, 'recurrent', model, make([8, 4, 2], 15), make([8, 1], 16), {});
    note('trainOnBatch', tf.scalar(await model.trainOnBatch(make([8, 4, 2], 15), make([8, 1], 16))));
}
