// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// tf.js, as programs for TensorFlow.js use it: values, errors, memory, training. What each op computes is
// compared with TensorFlow.js in tests/golden/tf/.
import GLib from 'gi://GLib';
import System from 'system';
import * as tf from '../../../../engine/koma/library/javascript/tf.js';

const folder = GLib.dir_make_tmp('koma-tf-XXXXXX');

function assert(isTrue, message) {
    if (!isTrue)
        throw new Error(message);
}

function assertSame(found, wanted) {
    const [one, other] = [found, wanted].map(value => JSON.stringify(ArrayBuffer.isView(value) ? [...value] : value));
    assert(one === other, `${one}, expected ${other}`);
}

function assertClose(found, wanted, tolerance = 1e-5) {
    const [one, other] = [found, wanted].map(value => tf.util.flatten(value?.dataSync?.() ?? value));
    const isClose = one.length === other.length && one.every((x, at) => Math.abs(x - other[at]) <= tolerance);
    assert(isClose, `${one}, expected ${other}`);
}

// The message of the Error that f throws, or that its promise fails with.
async function fail(f) {
    try {
        await f();
    } catch (error) {
        assert(error instanceof Error && !(error instanceof GLib.Error), `${error} is no Error`);
        return error.message;
    }
    throw new Error(`${f} does not throw`);
}

async function assertFails(f, ...words) {
    const message = await fail(f);
    words.forEach(word => assert(message.includes(word), `${message}: there is no “${word}”`));
}

const cases = {
    'typed arrays go in and out, and are copies'() {
        const floats = new Float32Array([1, NaN, -0, 3.5]);
        const x = tf.tensor(floats.subarray(2), [2, 1]);
        floats.fill(9);
        assertSame([x.shape, x.dtype, x.size, x.rank], [[2, 1], 'float32', 2, 2]);
        const values = x.dataSync();
        assert(values instanceof Float32Array && Object.is(values[0], -0), `${values}`);
        values.fill(7);
        assertSame(x.arraySync(), [[0], [3.5]]);
        const ints = tf.tensor1d(new Int32Array([-(2 ** 31), 5])).dataSync();
        assert(ints instanceof Int32Array, 'int32');
        assertSame(ints, [-(2 ** 31), 5]);
        assertSame(tf.tensor(new Uint8Array([0, 255])).dtype, 'int32');
        assertSame(tf.tensor(new Float64Array([0.5])).arraySync(), [0.5]);
        assertSame(tf.tensor([new Int32Array([1]), new Int32Array([2])]).dtype, 'int32');
        assertSame(tf.tensor1d([true, false]).dataSync(), new Uint8Array([1, 0]));
        assertSame(tf.tensor1d([3.9, -3.9], 'int32').dataSync(), [3, -3]);
        assertSame(tf.tensor1d([2, 0], 'bool').dataSync(), [1, 0]);
        assertSame(tf.tensor1d([1.5, 2], 'float16').arraySync(), [1.5, 2]);
    },

    async 'nested arrays go in and out'() {
        assertSame(tf.tensor([[[1], [2]], [[3], [4]]]).shape, [2, 2, 1]);
        assertSame(await tf.tensor2d([[1, 2], [3, 4]]).array(), [[1, 2], [3, 4]]);
        assertSame(tf.zeros([2, 0]).arraySync(), [[], []]);
        assertSame(tf.tensor([]).shape, [0]);
        assertSame(tf.stack([tf.scalar(1), tf.scalar(2)]).arraySync(), [1, 2]);
        assertSame(tf.tensor([new Float32Array([1, 2]), new Float32Array([3, 4])]).arraySync(), [[1, 2], [3, 4]]);
        const buffer = tf.buffer([2, 2]);
        buffer.set(5, 1, 0);
        assertSame([buffer.get(1, 0), buffer.toTensor().arraySync()], [5, [[0, 0], [5, 0]]]);
        await assertFails(() => buffer.get(2, 0), '[2,0]', '[2,2]');
        assertSame(tf.tensor2d([[1, 2]]).bufferSync().get(0, 1), 2);
    },

    'numbers go where tensors go'() {
        assertSame(tf.add(1, 2).arraySync(), 3);
        assertSame(tf.tensor1d([1, 2]).mul(2).sub([1, 1]).arraySync(), [1, 3]);
        assertSame(tf.maximum([1, 5], 3).arraySync(), [3, 5]);
        assertSame(tf.where([true, false], 1, [4, 5]).arraySync(), [1, 5]);
        assertSame(tf.scalar(2).pow(3).dataSync(), [8]);
    },

    'defaults are those of TensorFlow.js'() {
        const x = tf.tensor2d([[1, 4], [3, 2]]);
        assertSame(x.argMax().arraySync(), [1, 0]);
        assertSame(x.softmax().sum(-1).round().arraySync(), [1, 1]);
        assertSame(x.expandDims().shape, [1, 2, 2]);
        assertSame(x.sum(0, true).shape, [1, 2]);
        assertSame(tf.range(3, 0).arraySync(), [3, 2, 1]);
        assertSame(tf.oneHot([1, 0], 3).arraySync(), [[0, 1, 0], [1, 0, 0]]);
        assertSame([tf.oneHot([1], 2).dtype, tf.eye(2, 3).shape, tf.fill([2], 3).dtype], ['int32', [2, 3], 'float32']);
        assertSame(tf.linspace(0, 1, 3).arraySync(), [0, 0.5, 1]);
        assertClose(tf.leakyRelu([-1]), [-0.2]);
        assertSame(tf.topk([3, 9, 5]).indices.arraySync(), [1]);
    },

    'windows, in words and numbers'() {
        const x = tf.range(0, 16).reshape([1, 4, 4, 1]);
        const filter = tf.ones([2, 2, 1, 1]);
        assertSame(x.conv2d(filter, 2, 'valid').flatten().arraySync(), [10, 18, 42, 50]);
        assertSame(tf.conv2d(x, filter, [1, 1], 'same').shape, [1, 4, 4, 1]);
        assertSame(x.maxPool([2, 2], 2, 'same').flatten().arraySync(), [5, 7, 13, 15]);
        assertSame(tf.avgPool(x, 4, 4, 0).flatten().arraySync(), [7.5]);
        assertSame(x.separableConv2d(filter, tf.ones([1, 1, 1, 3]), 1, 'valid').shape, [1, 3, 3, 3]);
    },

    'what is computed in several steps'() {
        const [a, b] = tf.meshgrid([1, 2, 3], [4, 5]);
        assertSame([a.arraySync(), b.arraySync()], [[[1, 2, 3], [1, 2, 3]], [[4, 4, 4], [5, 5, 5]]]);
        assertSame(tf.math.confusionMatrix([0, 2, 1], [0, 1, 1], 3).arraySync(), [[1, 0, 0], [0, 1, 0], [0, 1, 0]]);
        assertSame(tf.image.flipLeftRight([[[[1], [2]]]]).flatten().arraySync(), [2, 1]);
        assertClose(tf.image.rgbToGrayscale([[[1, 1, 1]]]), [0.9999]);
        const drawn = tf.multinomial(tf.tensor1d([-1e9, 0]), 5, 3).arraySync();
        assertSame(drawn, [1, 1, 1, 1, 1]);
        const kept = tf.dropout(tf.ones([1000]), 0.5, null, 7).dataSync();
        assert([...kept].every(x => x === 0 || x === 2) && kept.includes(0) && kept.includes(2), 'dropout');
        const draw = () => tf.randomUniform([3], 0, 1, 'float32', 1).arraySync();
        assertSame(draw(), draw());
        const ints = tf.randomUniformInt([100], 2, 5).dataSync();
        assert([...ints].every(x => [2, 3, 4].includes(x)), `${ints}`);
    },

    'losses and metrics'() {
        assertClose(tf.losses.meanSquaredError([1, 2], [1, 4]), [2]);
        assertClose(tf.losses.huberLoss([1, 2], [1, 4]), [0.75]);
        assertClose(tf.losses.meanSquaredError([1, 2], [1, 4], null, tf.Reduction.SUM), [4]);
        assertClose(tf.losses.computeWeightedLoss([1, 2, 3], [0, 1, 1]), [2.5]);
        assertClose(tf.metrics.binaryAccuracy([[1], [0], [1]], [[0.9], [0.8], [0.7]]), [1, 0, 1]);
        assertClose(tf.metrics.categoricalAccuracy([[0, 1], [1, 0]], [[0.3, 0.7], [0.2, 0.8]]), [1, 0]);
        assertClose(tf.metrics.precision([[1, 0, 1]], [[1, 1, 1]]), [2 / 3]);
        assertClose(tf.metrics.recall([[1, 0, 1]], [[1, 0, 0]]), [0.5]);
        assertClose(tf.metrics.binaryCrossentropy([[1, 0]], [[0.5, 0.5]]), [Math.log(2)]);
        assertClose(tf.metrics.r2Score([1, 2, 3], [1, 2, 3]), [1]);
    },

    async 'gradients'() {
        assertSame(tf.grad(x => x.square())(3).arraySync(), 6);
        assertSame(tf.grads((a, b) => a.mul(b))([tf.scalar(2), tf.scalar(5)]).map(g => g.arraySync()), [5, 2]);
        const {value, grad} = tf.valueAndGrad(x => x.pow(3).sum())(tf.tensor1d([1, 2]));
        assertSame([value.arraySync(), grad.arraySync()], [9, [3, 12]]);
        const custom = tf.customGrad((x, save) => {
            save([x]);
            return {value: x.square(), gradFunc: (dy, [saved]) => dy.mul(saved.abs())};
        });
        assertSame(tf.grad(x => custom(x).sum())(tf.tensor1d([-3, 2])).arraySync(), [3, 2]);
        const w = tf.variable(tf.scalar(3), true, 'weight');
        const still = tf.variable(tf.scalar(5), false);
        const {grads} = tf.variableGrads(() => w.square().mul(still));
        assertSame([Object.keys(grads), grads.weight.arraySync()], [['weight'], 30]);
        await assertFails(() => tf.variable(tf.scalar(1), true, 'weight'), 'weight');
        await assertFails(() => tf.grad(() => 3)(1), 'grad', '3');
        class Own extends Error {}
        const thrown = await fail(() => tf.grad(() => {
            throw new Own('mine');
        })(1));
        assertSame(thrown, 'mine');
        tf.disposeVariables();
        await assertFails(() => tf.train.sgd(1).minimize(() => tf.scalar(1)), 'minimize', 'variable');
    },

    async 'optimizers'() {
        for (const [name, args, wanted] of [['sgd', [0.1], 1.6], ['momentum', [0.1, 0.9], 1.6], ['adam', [0.1], 1.9],
            ['adamax', [0.1], 1.9], ['rmsprop', [0.1], 1.683772], ['adagrad', [0.1], 1.900311]]) {
            const w = tf.variable(tf.scalar(2));
            const optimizer = tf.train[name](...args);
            assertSame(optimizer.minimize(() => w.square(), true).arraySync(), 4);
            assertClose(w, [wanted], 1e-4);
            assertSame(optimizer.minimize(() => w.square()), null);
            w.dispose();
            optimizer.dispose();
        }
        const w = tf.variable(tf.scalar(2), true, 'w');
        const optimizer = tf.train.sgd(0.5);
        optimizer.applyGradients({w: tf.scalar(1)});
        optimizer.learningRate = 1;
        optimizer.applyGradients([{name: 'w', tensor: tf.scalar(1)}]);
        assertClose(w, [0.5]);
        await assertFails(() => optimizer.applyGradients({v: tf.scalar(1)}), 'applyGradients', 'v');
        await assertFails(() => tf.train.sgd(), 'sgd', 'learningRate');
        w.dispose();
        optimizer.dispose();
    },

    async 'tensors go with tidy and dispose'() {
        const before = tf.memory().numTensors;
        const result = tf.tidy('name', () => {
            const a = tf.ones([2]);
            return {y: [a.add(1).mul(3)], n: 4};
        });
        assertSame(tf.memory().numTensors, before + 1);
        assertSame([result.y[0].arraySync(), result.n], [[6, 6], 4]);
        tf.dispose(result);
        assert(result.y[0].isDisposed && tf.memory().numTensors === before, 'disposed');
        const kept = tf.tidy(() => {
            tf.keep(tf.zeros([1]));
        });
        assertSame([kept, tf.memory().numTensors], [undefined, before + 1]);
        await assertFails(() => result.y[0].add(1), 'add', 'disposed');
        await assertFails(() => tf.tidy(async () => tf.zeros([1])), 'tidy', 'promise');
        const profile = await tf.profile(() => tf.ones([3]));
        assertSame([profile.newTensors, profile.newBytes], [1, 12]);
    },

    async 'errors name the function and the argument'() {
        await assertFails(() => tf.add(tf.zeros([2]), tf.zeros([3])), 'add: ');
        await assertFails(() => tf.conv2d(tf.zeros([1, 2, 2, 1]), 'no', 1, 'same'), 'conv2d: ', "'filter'", 'no');
        await assertFails(() => tf.ones([2]).sum(0.5), "sum: argument 'axis'", '0.5');
        await assertFails(() => tf.zeros([2], 'text'), "zeros: argument 'dtype'", 'text');
        await assertFails(() => tf.matMul(tf.zeros([1, 1])), "matMul: argument 'b'");
        await assertFails(() => tf.zeros([1]).square(1), 'square', '1 arguments');
        await assertFails(() => tf.tensor2d([1, 2], [2, 2]), 'tensor2d', '4 elements');
        await assertFails(() => tf.tensor2d([[1, 2], [3]]), 'tensor2d', '2 and 1');
        await assertFails(() => tf.tensor1d(['a']), 'tensor1d', 'a');
        await assertFails(() => tf.tensor1d([1, [2]]), 'tensor1d');
        await assertFails(() => tf.tensor([undefined]), 'tensor');
        await assertFails(() => tf.einsum('ij->ji', tf.zeros([1, 1])), 'tf.einsum');
        await assertFails(() => tf.browser.fromPixels(null), 'tf.browser.fromPixels');
        await assertFails(() => tf.layers.dense({unts: 3}), 'dense', 'units');
        await assertFails(() => tf.setBackend('abacus'), 'setBackend', 'abacus');
        await assertFails(() => tf.loadLayersModel(`${folder}/none`), 'loadLayersModel', 'none');
        await assertFails(() => tf.loadGraphModel('https://example.org/model.json'), 'loadGraphModel', 'https');
    },

    async 'models of layers'() {
        const model = tf.sequential();
        model.add(tf.layers.dense({units: 3, inputShape: [2], kernelInitializer: 'ones', name: 'first'}));
        model.add(tf.layers.dense({units: 1, kernelInitializer: tf.initializers.constant({value: 2}), useBias: false}));
        assertSame(model.predict(tf.tensor2d([[1, 2]])).arraySync(), [[18]]);
        assertSame(model.getWeights().map(w => w.shape), [[2, 3], [3], [3, 1]]);
        assertSame(model.layers.map(layer => layer.getClassName()), ['Dense', 'Dense']);
        const first = model.getLayer('first');
        assert(first === model.getLayer(undefined, 0) && first === model.layers[0], 'getLayer');
        first.setWeights([tf.zeros([2, 3]), tf.tensor1d([1, 2, 3])]);
        assertSame(first.getWeights()[1].arraySync(), [1, 2, 3]);
        assertSame([first.countParams(), model.countParams()], [9, 12]);
        assertSame(model.predictOnBatch(tf.zeros([2, 2])).arraySync(), [[12], [12]]);
        assertSame(model.apply(tf.zeros([1, 2]), {training: true}).arraySync(), [[12]]);
        const lines = [];
        model.summary(80, null, line => lines.push(line));
        assert(lines.some(line => line.includes('first (Dense)')), `${lines}`);
        await model.save(`file://${folder}/model`);
        const loaded = await tf.loadLayersModel(`file://${folder}/model/model.json`);
        assertSame(loaded.predict(tf.zeros([1, 2])).arraySync(), [[12]]);
        const read = await tf.loadGraphModel(`${folder}/model`);
        assertSame(read.predict(tf.zeros([1, 2])).arraySync(), [[12]]);
        assertSame(read.execute({[read.inputNodes[0]]: tf.zeros([1, 2])}).arraySync(), [[12]]);
        model.dispose();
        loaded.dispose();
        await assertFails(() => model.predict(tf.zeros([1, 2])), 'predict');
        await assertFails(() => model.getLayer('none'), 'none');
    },

    async 'symbols'() {
        const input = tf.input({shape: [3]});
        const dense = tf.layers.dense({units: 3, kernelInitializer: 'identity'});
        const sum = tf.layers.add().apply([input, dense.apply(input)]);
        const model = tf.model({inputs: input, outputs: [sum, dense.output]});
        assertSame([input.shape, sum.shape, model.inputs.length], [[null, 3], [null, 3], 1]);
        const results = model.predict(tf.tensor2d([[1, 2, 3]]));
        assertSame(results.map(y => y.arraySync()), [[[2, 4, 6]], [[1, 2, 3]]]);
        model.dispose();
        await assertFails(() => tf.model({inputs: input, outputs: 3}), '3');
        const cell = tf.layers.lstmCell({units: 2});
        const rnn = tf.layers.rnn({cell, inputShape: [4, 1]});
        const recurrent = tf.sequential({layers: [rnn, tf.layers.dense({units: 1})]});
        assertSame(recurrent.predict(tf.zeros([5, 4, 1])).shape, [5, 1]);
        recurrent.dispose();
        const stacked = tf.sequential({layers: [tf.layers.rnn({cell: [cell, cell], inputShape: [4, 1]})]});
        assertSame(stacked.predict(tf.zeros([5, 4, 1])).shape, [5, 2]);
        stacked.dispose();
    },

    'a first layer says the shape of the input in its own way'() {
        const predict = (layer, x) => {
            const model = tf.sequential({layers: [layer]});
            const {shape} = model.predict(x);
            model.dispose();
            return shape;
        };
        const words = tf.tensor2d([[1, 2, 3]]);
        assertSame(predict(tf.layers.embedding({inputDim: 5, outputDim: 2, inputLength: 3}), words), [1, 3, 2]);
        assertSame(predict(tf.layers.embedding({inputDim: 5, outputDim: 2}), words), [1, 3, 2]);
        assertSame(predict(tf.layers.dense({units: 2, inputDim: 3}), words), [1, 2]);
        assertSame(predict(tf.layers.flatten({batchInputShape: [null, 3, 1]}), tf.zeros([2, 3, 1])), [2, 3]);
    },

    async 'a training lets the main loop run, and calls back in order'() {
        const layer = tf.layers.dense({units: 1, inputShape: [1], kernelInitializer: 'zeros'});
        const model = tf.sequential({layers: [layer]});
        const metrics = [tf.metrics.meanAbsoluteError];
        model.compile({optimizer: tf.train.sgd(0.5), loss: 'meanSquaredError', metrics});
        const calls = [];
        let n_idle = 0;
        const idle = GLib.idle_add(GLib.PRIORITY_DEFAULT_IDLE, () => Boolean(++n_idle));
        const names = ['onTrainBegin', 'onEpochBegin', 'onBatchBegin', 'onBatchEnd', 'onEpochEnd', 'onTrainEnd'];
        const callbacks = Object.fromEntries(names.map(name => [name, async first => {
            await tf.nextFrame();
            calls.push(typeof first === 'number' ? `${name.slice(2)} ${first}` : name.slice(2));
        }]));
        const x = tf.ones([3, 1]);
        const promise = model.fit(x, x, {epochs: 2, batchSize: 2, callbacks, shuffle: false});
        assert(promise instanceof Promise, 'fit () gives a promise');
        const {history, epoch} = await promise;
        GLib.source_remove(idle);
        assertSame(calls, ['TrainBegin', 'EpochBegin 0', 'BatchBegin 0', 'BatchEnd 0', 'BatchBegin 1', 'BatchEnd 1',
            'EpochEnd 0', 'EpochBegin 1', 'BatchBegin 0', 'BatchEnd 0', 'BatchBegin 1', 'BatchEnd 1', 'EpochEnd 1',
            'TrainEnd']);
        assert(n_idle >= 4, `${n_idle} idle calls`);
        assertSame([epoch, Object.keys(history)], [[0, 1], ['loss', 'meanAbsoluteError']]);
        // 2 · ½ · (1 − 0) takes both weights to 1 each after the first batch, whose error is 1; then w + b = 2.
        assertClose(history.loss[0], (2 * 1 + 1 * 1) / 3);
        model.dispose();
    },

    async 'a training stops, and fails as its callbacks do'() {
        const model = tf.sequential({layers: [tf.layers.dense({units: 1, inputShape: [1]})]});
        await assertFails(() => model.fit(tf.ones([2, 1]), tf.ones([2, 1])), 'fit: ', 'compiled');
        model.compile({optimizer: 'sgd', loss: tf.losses.meanSquaredError});
        const x = tf.ones([4, 1]);
        const stop = {onEpochEnd: epoch => {
            model.stopTraining = epoch === 1;
        }};
        assertSame((await model.fit(x, x, {epochs: 9, callbacks: [stop]})).epoch, [0, 1]);
        const early = tf.callbacks.earlyStopping({monitor: 'loss', patience: 1, minDelta: 100});
        assertSame((await model.fit(x, x, {epochs: 9, callbacks: early})).epoch.length, 2);
        assertSame((await model.fit(x, x, {epochs: 3, initialEpoch: 1})).epoch, [1, 2]);
        const bad = {onBatchEnd: async () => {
            await tf.nextFrame();
            throw new Error('mine');
        }};
        await assertFails(() => model.fit(x, x, {callbacks: bad}), 'mine');
        await assertFails(() => model.fit(x, x, {epoch: 3}), 'fit', 'epoch', 'epochs');
        await assertFails(() => model.fit(x, tf.ones([3, 1])), 'fit: ');
        await assertFails(() => model.fit(x), "fit: argument 'y'");
        await assertFails(() => model.fit(x, x, {validationData: [x]}), "fit: argument 'validationData'");
        await assertFails(() => model.fit(x, x, {callbacks: {onEpocEnd() {}}}), 'onEpocEnd');
        await assertFails(() => model.compile({optimizer: 'sgd', loss: () => 1}), 'loss');
        await assertFails(() => model.compile({loss: 'meanSquaredError'}), 'optimizer');
        const [loss, val] = Object.values((await model.fit(x, x, {validationData: [x, x]})).history);
        assert(loss.length === 1 && val.length === 1, 'validation');
        assert(typeof await model.trainOnBatch(x, x) === 'number', 'trainOnBatch');
        const before = tf.memory().numTensors;
        await model.fit([[1], [2]], [[1], [2]]);
        await model.trainOnBatch([[1]], [[2]]);
        tf.dispose([model.predict([[1]]), model.predictOnBatch([[1]]), model.evaluate([[1]], [[1]]), model.apply([[1]])]);
        assertSame(tf.memory().numTensors, before);
        assertSame(model.evaluate(x, x).shape, []);
        model.dispose();
    },

    async 'datasets'() {
        const xs = tf.data.array([[1], [2], [3], [4]]);
        const ys = tf.data.generator(function* () {
            yield* [[2], [4], [6], [8]];
        });
        const all = tf.data.zip({xs, ys});
        assertSame((await xs.skip(1).take(2).map(([x]) => x * 10).toArray()), [20, 30]);
        assertSame((await xs.shuffle(2).toArray()).flat().sort(), [1, 2, 3, 4]);
        const [batch] = await all.batch(3).toArray();
        assertSame(batch.xs.arraySync(), [[1], [2], [3]]);
        const model = tf.sequential({layers: [tf.layers.dense({units: 1, inputShape: [1]})]});
        model.compile({optimizer: tf.train.adam(0.1), loss: 'meanSquaredError', metrics: ['mae']});
        const {history} = await model.fitDataset(all.batch(2), {epochs: 60, validationData: all.batch(4)});
        assert(history.loss.length === 60 && history.loss.at(-1) < history.loss[0] && history.val_mae, 'fitDataset');
        const [loss] = await model.evaluateDataset(all.batch(4));
        assertClose(loss, [history.val_loss.at(-1)]);
        model.dispose();
    },

    // Where none is installed.
    'without its override it says what to do'() {
        const isInstalled = GLib.get_system_data_dirs().some(data =>
            GLib.file_test(`${data}/gjs-1.0/overrides/Koma.js`, GLib.FileTest.EXISTS));
        if (isInstalled)
            return;
        const command = ['env', '-u', 'GJS_PATH', 'gjs', '-m', System.programPath];
        const [, , said, status] = GLib.spawn_sync(null, command, null, GLib.SpawnFlags.SEARCH_PATH, null);
        assert(status !== 0 && new TextDecoder().decode(said).includes('GJS_PATH'), 'it starts');
    },

    async 'helpers'() {
        await tf.ready();
        assert(await tf.setBackend('cpu') && tf.getBackend() === 'cpu', 'backend');
        tf.env().set('WEBGL_PACK', false);
        assertSame(tf.env().getBool('WEBGL_PACK'), false);
        assertSame([...tf.util.createShuffledIndices(4)].sort(), [0, 1, 2, 3]);
        assertSame(tf.util.toNestedArray([2, 2], [1, 2, 3, 4]), [[1, 2], [3, 4]]);
        assertSame(tf.tensor2d([[1, 2], [3, 4]]).toString(), 'Tensor\n    [[1, 2],\n     [3, 4]]');
        assertSame(tf.ones([2, 3, 4]).strides, [12, 4]);
    },
};

let n_failed = 0;
print(`1..${Object.keys(cases).length}`);
for (const [at, [name, run]] of Object.entries(cases).entries()) {
    try {
        await run();
        print(`ok ${at + 1} ${name}`);
    } catch (error) {
        n_failed++;
        print(`not ok ${at + 1} ${name}\n# ${error.message}\n# ${`${error.stack}`.trim().replaceAll('\n', '\n# ')}`);
    }
}
GLib.spawn_sync(null, ['rm', '-r', folder], null, GLib.SpawnFlags.SEARCH_PATH, null);
System.exit(n_failed > 0 ? 1 : 0);
