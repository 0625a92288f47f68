// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What tf.js refuses of layers and trainings, each with words of its message; test-layer-settings.c has what the
// library refuses of settings.
import System from 'system';
import * as tf from '../../../../engine/koma/library/javascript/tf.js';
import {assertFails, assertSame, runCases} from './tf-checks.js';

function makeModel(settings = {inputShape: [2]}) {
    const model = tf.sequential();
    model.add(tf.layers.dense({units: 2, ...settings}));
    model.compile({optimizer: 'sgd', loss: 'meanSquaredError'});
    return model;
}

const x = tf.ones([4, 2]);
const fit = settings => makeModel().fit(x, x, settings);
const fitDataset = settings => makeModel().fitDataset(tf.data.array([{xs: x, ys: x}]), settings);

const refused = [
    [() => tf.layers.dense(), 'dense: Dense: The setting “units” is missing'],
    [() => tf.layers.conv2d({filters: 2, kernelSize: [1]}), 'there are 1 sizes, expected 2'],
    [() => tf.layers.gruCell({}), 'gruCell: RNN: “cell”: GRUCell: The setting “units” is missing'],
    [() => tf.layers.lstmCell({units: 2, activation: 'x'}), 'There is no activation “x”'],
    [() => tf.layers.stackedRNNCells({cells: []}), 'expected one cell or more'],
    [() => tf.layers.rnn({cell: tf.layers.dense({units: 2})}), 'There is no cell “Dense”'],
    [() => tf.layers.dense({units: 2}).apply([tf.input({shape: [2]}), tf.input({shape: [2]})]), 'there are 2 inputs'],
    [() => tf.layers.flatten().apply(x), 'Flatten: a sample has 1 dimensions'],
    [() => tf.input(), 'input: argument \'shape\' is missing'],
    [() => tf.input({shape: [2], batchShape: [1, 2]}), 'input: the arguments \'shape\' and \'batchShape\' are both given'],
    [() => tf.input({batchShape: []}), 'input: argument \'batchShape\' is empty'],
    [() => tf.input({batchShape: [0, 2]}), 'input: A batch has 0 samples'],
    [() => tf.layers.inputLayer({inputShape: [2], batchInputShape: [1, 2]}), 'are both given, expected one'],
    [() => tf.layers.inputLayer({batchSize: 3, batchInputShape: [1, 2]}), 'are both given, expected one'],
    [() => tf.initializers.constant(5), 'constant: 5 is no object of settings'],
    [() => tf.initializers.constant({}), 'constant: the setting “value” is missing'],
    [() => tf.regularizers.l1(0.1), 'l1: 0.1 is no object of settings'],
    [() => tf.constraints.maxNorm(2), 'maxNorm: 2 is no object of settings'],
    [() => makeModel().predict(x, {batchSize: 'x'}), 'predict: argument \'batchSize\' is “x”, expected a whole number'],
    [() => makeModel().predict(x, {batchSize: 0}), 'predict: argument \'batchSize\' is 0, expected a whole number from 1'],
    [() => makeModel().evaluate(x, x, {batchSize: 'x'}), 'evaluate: argument \'batchSize\' is “x”'],
    [() => fit({batchSize: 0}), 'fit: argument \'batchSize\' is 0, expected a whole number from 1'],
    [() => fit({epochs: 1.5}), 'fit: argument \'epochs\' is 1.5, expected a whole number from 0'],
    [() => fit({initialEpoch: -1}), 'fit: argument \'initialEpoch\' is -1'],
    [() => fit({classWeight: 3}), 'fit: argument \'classWeight\' is 3, expected an object of classes'],
    [() => fit({classWeight: {x: 1}}), 'fit: argument \'classWeight\': “x” is no class'],
    [() => fitDataset({epochs: 0}), 'fitDataset: argument \'epochs\' is 0'],
    [() => fitDataset({batchesPerEpoch: 0}), 'fitDataset: argument \'batchesPerEpoch\' is 0'],
    [() => fitDataset({classWeight: {0: 1}}), 'fitDataset: there is no setting “classWeight”'],
    [() => makeModel({batchInputShape: [4, 2]}).predict(tf.ones([6, 2]), {batchSize: 4}),
        'predict: Input 0 has batches of 4 samples; of 6 samples in batches of 4 one has 2'],
    [() => makeModel({inputShape: [2], batchSize: 3}).fit(x, x), 'fit: Input 0 has batches of 3 samples'],
];

const cases = {
    async 'refused'() {
        for (const [f, words] of refused)
            await assertFails(f, words);
    },

    async 'batches of one size'() {
        const input = tf.input({batchShape: [4, 2]});
        const output = tf.layers.dense({units: 3}).apply(input);
        assertSame([input.shape, output.shape], [[4, 2], [4, 3]]);
        const model = tf.model({inputs: input, outputs: output});
        assertSame([model.inputs[0].shape, model.outputs[0].shape], [[4, 2], [4, 3]]);
        assertSame(model.predict(tf.ones([8, 2]), {batchSize: 4}).shape, [8, 3]);
        const row = tf.sequential({layers: [tf.layers.inputLayer({batchInputShape: [4, 2]})]});
        row.add(tf.layers.dense({units: 1}));
        assertSame(row.outputs[0].shape, [4, 1]);
    },

    async 'taken'() {
        assertSame(tf.layers.rnn({cell: tf.layers.gruCell({units: 2})}).apply(tf.input({shape: [3, 4]})).shape, [null, 2]);
        assertSame((await fit({epochs: 2, batchSize: 3})).epoch, [0, 1]);
        assertSame((await fitDataset({epochs: 2, batchesPerEpoch: 1})).epoch, [0, 1]);
    },
};

System.exit(await runCases(cases) > 0 ? 1 : 0);
