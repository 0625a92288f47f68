// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Flowers of three kinds by four measures: a model of dense layers. The flowers are made, around the
// means and deviations that Fisher's have (1936).
// gjs -m iris.js
import * as tf from '../tf.js';
import {runAsProgram} from './program.js';

const CLASSES = ['setosa', 'versicolor', 'virginica'];
const MEANS = [[5.01, 3.43, 1.46, 0.25], [5.94, 2.77, 4.26, 1.33], [6.59, 2.97, 5.55, 2.03]];
const DEVIATIONS = [[0.35, 0.38, 0.17, 0.11], [0.52, 0.31, 0.47, 0.2], [0.64, 0.32, 0.55, 0.27]];

function makeIrisData(n) {
    return tf.tidy(() => {
        const rows = CLASSES.map((_, kind) => tf.randomNormal([n, 4], 0, 1, 'float32', 10 + kind)
            .mul(DEVIATIONS[kind]).add(MEANS[kind]));
        const labels = tf.tensor1d(CLASSES.flatMap((_, kind) => new Array(n).fill(kind)), 'int32');
        const order = Array.from(tf.util.createShuffledIndices(n * CLASSES.length));
        const xs = tf.concat(rows, 0).gather(order);
        return {xs, ys: tf.oneHot(labels.gather(order), CLASSES.length).toFloat()};
    });
}

export async function run({epochs = 40, onEpochEnd = () => {}} = {}) {
    const train = makeIrisData(40);
    const test = makeIrisData(10);
    const model = tf.sequential();
    model.add(tf.layers.dense({units: 10, activation: 'sigmoid', inputShape: [train.xs.shape[1]]}));
    model.add(tf.layers.dense({units: 3, activation: 'softmax'}));
    model.compile({optimizer: tf.train.adam(0.01), loss: 'categoricalCrossentropy', metrics: ['accuracy']});

    const history = await model.fit(train.xs, train.ys, {
        epochs,
        validationData: [test.xs, test.ys],
        callbacks: {onEpochEnd},
    });

    const [predicted, wanted] = tf.tidy(() =>
        [model.predict(test.xs), test.ys].map(y => Array.from(y.argMax(-1).dataSync())));
    tf.dispose([train, test]);
    model.optimizer.dispose();
    model.dispose();
    return {history: history.history, predicted, wanted};
}

await runAsProgram(import.meta.url, async () => {
    const onEpochEnd = (epoch, {loss, val_acc}) => print(`epoch ${epoch}: ${loss.toFixed(4)}, ${val_acc.toFixed(3)}`);
    const {predicted, wanted} = await run({onEpochEnd});
    print(`${predicted.filter((kind, at) => kind === wanted[at]).length} of ${wanted.length} are right`);
});
