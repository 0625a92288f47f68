// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// tf.js, as programs for TensorFlow.js use it: layers, models, trainings.
import GLib from 'gi://GLib';
import System from 'system';
import * as tf from '../../../../engine/koma/library/javascript/tf.js';
import {assert, assertClose, assertFails, assertSame, runCases} from './tf-checks.js';

const folder = GLib.dir_make_tmp('koma-tf-XXXXXX');

const cases = {
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

    async 'a model on each step'() {
        const inner = tf.sequential({layers: [
            tf.layers.dense({units: 3, inputShape: [2], activation: 'relu'}), tf.layers.dense({units: 1})]});
        const steps = tf.layers.timeDistributed({layer: inner, inputShape: [5, 2]});
        const model = tf.sequential({layers: [steps, tf.layers.flatten()]});
        const x = tf.randomUniform([4, 5, 2], -1, 1, 'float32', 3);
        const alone = inner.predict(x.reshape([20, 2])).reshape([4, 5]);
        assertClose(model.predict(x).arraySync().flat(), alone.arraySync().flat());
        assertSame([model.countParams(), steps.getWeights().map(w => w.shape)], [13, [[2, 3], [3], [3, 1], [1]]]);
        model.compile({optimizer: 'sgd', loss: 'meanSquaredError'});
        const {history} = await model.fit(x, tf.ones([4, 5]), {epochs: 5});
        assert(history.loss[4] < history.loss[0], `${history.loss}`);
        assertClose(model.predict(x).arraySync().flat(), inner.predict(x.reshape([20, 2])).arraySync().flat());
        await model.save(`file://${folder}/steps`);
        const loaded = await tf.loadLayersModel(`file://${folder}/steps/model.json`);
        assertSame(loaded.predict(x).arraySync(), model.predict(x).arraySync());
        assertSame(loaded.countParams(), 13);
        const graph = await tf.loadGraphModel(`${folder}/steps`);
        assertClose(graph.predict(x).arraySync().flat(), model.predict(x).arraySync().flat());
        await assertFails(() => steps.apply(tf.input({shape: [2]})), 'expected 3 or more');
    },

    async 'classes of models, and layers of tensors'() {
        const x = tf.input({shape: [2, 2]});
        const model = new tf.LayersModel({inputs: x, outputs: tf.layers.flatten().apply(x), name: 'flat'});
        assertSame([model.name, model.predict(tf.ones([3, 2, 2])).shape], ['flat', [3, 4]]);
        const dense = tf.layers.dense({units: 3, inputShape: [4], kernelInitializer: 'ones'});
        assertSame(new tf.Sequential({layers: [dense]}).predict(tf.ones([1, 4])).arraySync(), [[4, 4, 4]]);
        await assertFails(() => new tf.LayersModel({inputs: x}), 'symbol');
        const lstm = tf.layers.lstm({units: 2});
        assertSame(lstm.apply(tf.ones([3, 4, 1])).shape, [3, 2]);
        assertSame(tf.grad(one => lstm.apply(one).sum())(tf.ones([3, 4, 1])).shape, [3, 4, 1]);
        assertSame(tf.layers.flatten().apply(tf.tensor3d([[[1, 2], [3, 4]]])).arraySync(), [[1, 2, 3, 4]]);
        const make = dataFormat => tf.layers.conv2d({filters: 5, kernelSize: 2, dataFormat});
        assertSame(make('channelsFirst').apply(tf.ones([1, 2, 4, 3])).shape, [1, 5, 3, 2]);
        assertSame(make('channelsLast').apply(tf.ones([1, 4, 3, 2])).shape, [1, 3, 2, 5]);
        await assertFails(() => make('channels').apply(tf.ones([1, 4, 3, 2])), 'data_format');
        assertSame(tf.layers.zeroPadding2d().apply(tf.ones([1, 1, 1, 1])).sum().arraySync(), 1);
        assertSame(tf.layers.zeroPadding2d().apply(tf.ones([1, 2, 3, 1])).shape, [1, 4, 5, 1]);
    },

    async 'an optimizer of a model'() {
        const make = () => {
            const model = tf.sequential({layers: [tf.layers.dense({units: 1, inputShape: [2]})]});
            model.compile({optimizer: tf.train.adam(0.1), loss: 'meanSquaredError'});
            return model;
        };
        const [first, second] = [make(), make()];
        const [x, y] = [tf.tensor2d([[1, 2], [3, -1]]), tf.ones([2, 1])];
        await first.fit(x, y, {epochs: 3});
        const noted = await first.optimizer.getWeights();
        assertSame(noted.map(({name, tensor}) => [name, tensor.shape]), [['iter', []], ['adam_0', [2, 1]],
            ['adam_1', [1]], ['adam_2', [2, 1]], ['adam_3', [1]]]);
        assertSame([noted[0].tensor.arraySync(), first.optimizer.iterations], [3, 3]);
        second.setWeights(first.getWeights());
        await second.optimizer.setWeights(noted);
        assertSame(second.optimizer.iterations, 3);
        await Promise.all([first, second].map(model => model.fit(x, y, {epochs: 2})));
        assertSame(second.predict(x).arraySync(), first.predict(x).arraySync());
        const before = first.predict(x).arraySync();
        first.optimizer.learningRate = 0;
        await first.fit(x, y);
        assertSame([first.predict(x).arraySync(), first.optimizer.learningRate], [before, 0]);
    },

    async 'layers own their weights'() {
        const shared = tf.layers.dense({units: 3, inputShape: [2], name: 'shared'});
        const first = tf.sequential({layers: [shared, tf.layers.dense({units: 1})]});
        const second = tf.sequential({layers: [shared]});
        const [x, y] = [tf.ones([4, 2]), tf.ones([4, 1])];
        const before = second.predict(x).arraySync();
        first.compile({optimizer: 'sgd', loss: 'meanSquaredError'});
        await first.trainOnBatch(x, y);
        assert(second.predict(x).arraySync()[0][0] !== before[0][0], 'the other model learnt nothing');
        shared.setWeights([[[1, 2, 3], [4, 5, 6]], [0, 0, 1]]);
        assertSame(second.predict([[1, 1]]).arraySync(), [[5, 7, 10]]);

        const input = tf.input({shape: [2]});
        const twice = tf.model({inputs: input, outputs: tf.layers.add().apply([second.apply(input), second.apply(input)])});
        assertSame([twice.predict([[1, 1]]).arraySync(), twice.countParams()], [[[10, 14, 20]], 9]);
        assert(twice.layers[1] === second, 'a model in a model is another one');
        const row = tf.sequential({layers: [second, tf.layers.dense({units: 1})]});
        second.trainable = false;
        row.compile({optimizer: 'sgd', loss: 'meanSquaredError'});
        await row.trainOnBatch(x, y);
        assertSame(shared.getWeights()[1].arraySync(), [0, 0, 1]);
        const part = tf.model({inputs: first.inputs, outputs: first.layers[0].output});
        assertSame(part.predict([[1, 1]]).arraySync(), [[5, 7, 10]]);

        assertSame(shared.apply(tf.ones([1, 2])).arraySync(), [[5, 7, 10]]);
        assertSame(tf.grad(one => shared.apply(one).sum())(tf.ones([1, 2])).arraySync(), [[6, 15]]);

        await row.save(`${folder}/row`);
        const loaded = await tf.loadLayersModel(`${folder}/row`);
        const part_of_loaded = tf.model({inputs: loaded.inputs, outputs: loaded.layers[0].output});
        assertSame(part_of_loaded.predict([[1, 1]]).arraySync(), [[5, 7, 10]]);
        await assertFails(() => shared.setWeights([[1]]), 'setWeights', '2 weights');
        await assertFails(() => tf.layers.dense({units: 1}).output, 'not part of a model');
        await assertFails(() => second.add(tf.layers.dense({units: 1})), 'can not be added');
        [first, second, twice, row, part, loaded, part_of_loaded].forEach(model => model.dispose());
    },

    async 'losses and metrics that are functions'() {
        const calls = [];
        const loss = (yTrue, yPred) => {
            calls.push(yPred.shape);
            return yTrue.sub(yPred).square();
        };
        const bias = (yTrue, yPred) => tf.tidy(() => yPred.sub(yTrue).mean());
        const model = tf.sequential({layers: [tf.layers.dense({units: 1, inputShape: [2], kernelInitializer: 'ones'})]});
        const [x, y] = [tf.tensor2d([[1, 2], [3, 4], [5, 6], [7, 8]]), tf.tensor2d([[1], [2], [3], [4]])];
        model.compile({optimizer: tf.train.sgd(0), loss, metrics: [bias, 'mse']});
        const {history} = await model.fit(x, y, {epochs: 3, batchSize: 4});
        assertSame(history.loss, Array(3).fill((4 + 25 + 64 + 121) / 4));
        assertSame([history.bias, history.mse], [[6.5, 6.5, 6.5], history.loss]);
        assertSame(calls, [[4, 1]]);
        model.compile({optimizer: tf.train.sgd(0.01), loss});
        const [before, after] = [await model.trainOnBatch(x, y), await model.trainOnBatch(x, y)];
        assert(after < before, `${before} became ${after}`);
        model.compile({optimizer: 'sgd', loss: () => {
            throw new RangeError('of my own');
        }});
        await assertFails(() => model.fit(x, y), 'of my own');
        await assertFails(() => model.evaluate(x, y), 'of my own');
        model.compile({optimizer: 'sgd', loss: () => 3});
        await assertFails(() => model.evaluate(x, y), 'returned 3');
        await assertFails(() => model.compile({optimizer: 'sgd', loss: 3}), 'loss');
        model.dispose();
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
        await assertFails(() => model.compile({optimizer: 'sgd', loss: 1}), 'loss');
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

    async 'a training in a callback of another'() {
        const make = units => {
            const model = tf.sequential({layers: [tf.layers.dense({units, inputShape: [1]})]});
            model.compile({optimizer: 'sgd', loss: 'meanSquaredError'});
            return model;
        };
        const [outer, inner] = [make(1), make(1)];
        const lengths = [];
        const onEpochEnd = async () => {
            const callbacks = {onBatchEnd: () => tf.nextFrame()};
            lengths.push((await inner.fit([[1]], [[1]], {epochs: 2, callbacks})).epoch.length);
        };
        const {epoch} = await outer.fit([[1], [2]], [[1], [2]], {epochs: 3, callbacks: {onEpochEnd}});
        assertSame([epoch, lengths], [[0, 1, 2], [2, 2, 2]]);
        outer.dispose();
        inner.dispose();
    },

    async 'a model disposes of those within it'() {
        const inner = tf.sequential({layers: [tf.layers.dense({units: 2, inputShape: [3]})]});
        const outer = tf.sequential({layers: [inner, tf.layers.dense({units: 1})]});
        outer.predict(tf.ones([1, 3])).dispose();
        const between = tf.memory().numTensors;
        outer.dispose();
        assertSame(between - tf.memory().numTensors, 4);
        await assertFails(() => inner.predict(tf.ones([1, 3])), 'disposed');
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

    async 'seeds of datasets'() {
        const numbers = tf.data.array(Array.from({length: 20}, (_, at) => at));
        const [one, other] = [0, 1].map(() => numbers.shuffle(8, 5));
        const first = await one.toArray();
        assertSame(await other.toArray(), first);
        assertSame(first.slice().sort((a, b) => a - b), await numbers.toArray());
        assert(`${first}` !== `${await numbers.toArray()}` && `${await one.toArray()}` !== `${first}`, `${first}`);
        const same = numbers.shuffle(8, 'a', false);
        assertSame(await same.toArray(), await same.toArray());
    },

    async 'prefetch'() {
        let n_begun = 0;
        const slow = tf.data.array([1, 2, 3, 4, 5]).map(one => {
            n_begun++;
            if (one === 5)
                throw new RangeError('five');
            return one;
        });
        assertSame(await slow.take(4).prefetch(2).toArray(), [1, 2, 3, 4]);
        n_begun = 0;
        const iterator = await slow.prefetch(3).iterator();
        await iterator.next();
        await tf.nextFrame();
        assert(n_begun >= 3, `${n_begun} are on their way`);
        let error = null;
        await slow.prefetch(3).toArray().catch(one => {
            error = one;
        });
        assert(error instanceof RangeError, `${error}`);
    },

    async 'tables'() {
        const write = (name, text) => {
            GLib.file_set_contents(`${folder}/${name}`, text);
            return `${folder}/${name}`;
        };
        const columnConfigs = {kind: {isLabel: true, required: true}};
        const good = write('good.csv', 'a,"b, ""c""",kind\r\n1,2.5,0\n\n-3,"x\ny",1\n,true,1');
        const table = tf.data.csv(good, {columnConfigs});
        assertSame(await table.columnNames(), ['a', 'b, "c"', 'kind']);
        assertSame((await table.toArray()).map(({xs, ys}) => [...Object.values(xs), ys.kind]),
            [[1, 2.5, 0], [-3, 'x\ny', 1], [undefined, 1, 1]]);
        const settings = {hasHeader: false, columnNames: ['x', 'y'], delimiter: ';', configuredColumnsOnly: true,
            columnConfigs: {y: {dtype: 'int32', default: 7}}};
        assertSame(await tf.data.csv(`file://${write('plain.csv', '1;2.5\n3;')}`, settings).toArray(), [{y: 2}, {y: 7}]);

        const bad = write('bad.csv', 'a,kind\n1,0\n2\n3,\n4,1\n"5,1\n');
        const say = async (...args) => tf.data.csv(...args).toArray().then(() => '', ({message}) => message);
        const found = await say(bad, {columnConfigs});
        assert(found.includes(`${bad}:3: the row has 1 fields, expected 2`), found);
        const skipping = tf.data.csv(bad, {columnConfigs, onBadRow: 'skip'});
        assertSame([(await skipping.toArray()).map(({xs}) => xs.a), skipping.numSkipped], [[1, 4], 3]);
        const number = await say(write('text.csv', 'a\n1\ntwo\n'), {columnConfigs: {a: {dtype: 'float32'}}});
        assert(number.includes(':3: column “a”: “two” is no number'), number);
        assert((await say(bad, {columnConfigs: {no: {}}})).includes('no column “no”; it has a, kind'), 'a column');
        await assertFails(() => tf.data.csv(bad, {onBadRow: 'weep'}), 'onBadRow');
        await assertFails(() => tf.data.csv(bad, {pears: 1}), 'pears');
    },
};

const n_failed = await runCases(cases);
GLib.spawn_sync(null, ['rm', '-r', folder], null, GLib.SpawnFlags.SEARCH_PATH, null);
System.exit(n_failed > 0 ? 1 : 0);
