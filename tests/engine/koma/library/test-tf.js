// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// tf.js, as programs for TensorFlow.js use it: tensors, errors, memory, gradients. What each op computes
// is compared with TensorFlow.js in tests/golden/tf/.
import GLib from 'gi://GLib';
import System from 'system';
import * as tf from '../../../../engine/koma/library/javascript/tf.js';
import {assert, assertClose, assertFails, assertSame, fail, runCases} from './tf-checks.js';

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
        const mixed = [[tf.scalar(1, 'bool'), tf.scalar(2, 'int32')], [tf.scalar(1, 'int32'), tf.scalar(0.5)]]
            .map(pair => [tf.stack(pair), tf.concat(pair.map(one => one.reshape([1])))]).flat();
        assertSame(mixed.map(x => [x.dtype, x.arraySync()]),
            [['int32', [1, 2]], ['int32', [1, 2]], ['float32', [1, 0.5]], ['float32', [1, 0.5]]]);
        assertSame([tf.norm([[0, 3], [-4, 0]], 2, [0, 1]).arraySync(), tf.norm([3, 4], 2).arraySync()], [4, 5]);
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

    async 'what TensorFlow.js takes, and what it refuses'() {
        assertSame(tf.tensor1d([NaN, 0.2, 0.7], 'bool').dataSync(), [1, 0, 1]);
        assertSame(tf.logicalAnd([1, 0], [1, 1]).dataSync(), [1, 0]);
        assertSame(tf.where([1, 0], 1, [4, 5]).arraySync(), [1, 5]);
        assertSame(tf.tensor([new Uint8Array([1, 2]), new Uint8Array([3, 4])], [2, 2, 1]).shape, [2, 2, 1]);
        assertSame(tf.denseBincount([[0, 1], [1, 1]], [[2, 3], [4, 5]], 2).arraySync(), [[2, 3], [0, 9]]);
        assertSame(tf.denseBincount([[0, 1], [1, 1]], [], 2, true).arraySync(), [[1, 1], [0, 1]]);
        assertSame(tf.scatterND([2, 0], [5, 6], [3]).arraySync(), [6, 0, 5]);
        assertSame(tf.meshgrid([1, 2]).map(x => x.arraySync()), [[1, 2]]);
        assertSame(tf.conv2dTranspose([[[2]]], [[[[3]]]], [1, 1, 1], 1, 0).arraySync(), [[[6]]]);
        assertSame(tf.math.confusionMatrix(tf.tensor1d([0, 1]), tf.tensor1d([1, 1]), 2).arraySync(), [[0, 1], [0, 1]]);
        assertSame(tf.relu6(tf.tensor1d([9, -1], 'int32')).dtype, 'int32');
        assert(tf.scalar(1).id !== tf.scalar(1).id, 'id');
        assertSame(tf.buffer([2, 3, 4]).indexToLoc(17), [1, 1, 1]);
        const momentum = new tf.MomentumOptimizer(0.5, 0.25, true);
        assert(momentum instanceof tf.Optimizer && tf.train.sgd(1) instanceof tf.SGDOptimizer, 'classes');
        assertSame(tf.MomentumOptimizer.fromConfig(tf.MomentumOptimizer, momentum.getConfig()).getConfig(),
            {learningRate: 0.5, momentum: 0.25, useNesterov: 1});
        const x = tf.ones([1, 2, 2, 1]);
        await assertFails(() => tf.conv2d(x, tf.ones([1, 1, 1, 1]), 0, 'same'), 'conv2d: ', 'stride is 0');
        await assertFails(() => tf.separableConv2d(x, tf.ones([1, 1, 1, 1]), tf.ones([2, 1, 1, 1]), 1, 'same'), '2×1');
        await assertFails(() => tf.reverse2d([1, 2], [0]), 'reverse2d: ', 'expected 2');
        await assertFails(() => tf.tensor([1, 2], [2, 0.5]), 'tensor: ', '0.5');
        await assertFails(() => tf.buffer([2, -2]), 'buffer: ', '-2');
        await assertFails(() => tf.tidy(3, () => tf.scalar(1)), 'tidy: ');
    },

    async 'complex numbers and signals'() {
        const z = tf.complex([[1, 2]], [[3, -4]]);
        assertSame([z.dtype, z.shape, z.arraySync()], ['complex64', [1, 2], [[1, 3, 2, -4]]]);
        assertSame(z.dataSync(), new Float32Array([1, 3, 2, -4]));
        assertSame(z.toString(), 'Tensor\n     [[1 + 3j, 2 + -4j],]');
        assertSame([tf.real(z).arraySync(), tf.imag(z).arraySync()], [[[1, 2]], [[3, -4]]]);
        assertSame(tf.tensor1d([1, 1, 1, 1]).fft().dataSync(), [4, 0, 0, 0, 0, 0, 0, 0]);
        assertSame(tf.spectral.irfft(tf.spectral.rfft([1, 2, 3, 4])).round().arraySync(), [1, 2, 3, 4]);
        assertSame(tf.signal.stft(tf.ones([8]), 4, 2, 4, () => tf.ones([4])).abs().shape, [3, 3]);
        assertSame([tf.enclosingPowerOfTwo(5), tf.enclosingPowerOfTwo(8)], [8, 8]);
        assertSame(tf.cosineWindow(4, 0.5, 0.5).arraySync(), tf.signal.hannWindow(4).arraySync());
        await assertFails(() => z.add(1), 'add', 'complex64');
        await assertFails(() => tf.zeros([1], 'complex64'), 'complex64');
        await assertFails(() => tf.signal.stft([1], 1, 1, 1, 3), "stft: argument 'windowFn'", '3');
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

    async 'a product, a bias and an activation'() {
        const filter = tf.ones([2, 2, 1, 1]);
        const x = tf.range(-5, 4).reshape([1, 3, 3, 1]);
        const before = tf.memory().numTensors;
        const sums = tf.fused.conv2d({x, filter, strides: 1, pad: 'valid', bias: [1], activation: 'relu'});
        assertSame(tf.memory().numTensors, before + 1);
        assertSame(sums.flatten().arraySync(), [0, 0, 1, 5]);
        const weights = {activation: 'prelu', preluActivationWeights: [0.5]};
        assertSame(tf.fused.depthwiseConv2d({x, filter, strides: 1, pad: 'valid', ...weights}).flatten().arraySync(),
            [-6, -4, 0, 4]);
        const leaky = {activation: 'leakyrelu', leakyreluAlpha: 0.25};
        assertSame(tf.fused.matMul({a: [[1], [-2]], b: [[4], [8]], transposeB: true, bias: 4, ...leaky}).arraySync(),
            [[8, 12], [-1, -3]]);
        await assertFails(() => tf.fused.matMul({a: [[1]], b: [[1]], activation: 'no'}), 'fused matMul: ', '“no”');
        await assertFails(() => tf.fused.conv2d({x, filter: 'no'}), 'fused conv2d: ', "'filter'");
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

    async 'an optimizer goes on where another ended'() {
        const w = tf.variable(tf.tensor1d([2, -3]));
        const loss = () => w.square().sum();
        const first = tf.train.adam(0.1);
        first.minimize(loss);
        const noted = await first.getWeights();
        assertSame(noted.map(({name, tensor}) => [name, tensor.shape, tensor.dtype]),
            [['iter', [], 'int32'], ['adam_0', [2], 'float32'], ['adam_1', [2], 'float32']]);
        const before = w.arraySync();
        first.minimize(loss);
        const after = w.arraySync();
        w.assign(tf.tensor1d(before));
        const second = tf.train.adam(0.1);
        await second.setWeights(noted);
        second.minimize(loss);
        assertSame([w.arraySync(), second.iterations], [after, 2]);
        await assertFails(() => second.setWeights(noted.slice(1)), 'setWeights: ', '“iter”');
        await assertFails(() => second.setWeights(noted.slice(0, 2)), 'setWeights: ', 'Adam notes 2');
        tf.disposeVariables();
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
        await assertFails(() => tf.randomGamma([1], 1), 'tf.randomGamma');
        await assertFails(() => tf.einsum('ij->k', tf.zeros([1, 1])), 'einsum', 'k');
        await assertFails(() => tf.einsum(3, tf.zeros([1, 1])), "einsum: argument 'equation'");
        await assertFails(() => tf.searchSorted([1], [1], 'top'), "searchSorted: argument 'side'", 'top');
        await assertFails(() => tf.booleanMaskAsync([1, 2], [true]), 'booleanMask', "'mask'", '[1]');
        await assertFails(() => tf.movingAverage([1], [1], 0.5), 'movingAverage', "'step'");
        await assertFails(() => tf.dropout([1], 1), 'dropout', 'rate');
        await assertFails(() => tf.browser.fromPixels(null), 'tf.browser.fromPixels');
        await assertFails(() => tf.layers.dense({unts: 3}), 'dense', 'units');
        await assertFails(() => tf.setBackend('abacus'), 'setBackend', 'abacus');
        await assertFails(() => tf.loadLayersModel('/nowhere/none'), 'loadLayersModel', 'none');
        await assertFails(() => tf.loadGraphModel('https://example.org/model.json'), 'loadGraphModel', 'https');
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

System.exit(await runCases(cases) > 0 ? 1 : 0);
