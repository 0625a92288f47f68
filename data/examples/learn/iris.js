// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A small network tells three kinds of irises apart by the length and the width of their sepals and petals.
//
// The 150 flowers of iris.csv are those that Fisher wrote of (The use of multiple measurements in taxonomic
// problems, 1936). 120 of them are learnt from, and 30 are asked for. It takes less than a tenth of a minute.
//
// gjs -m iris.js [--epochs=60]
import {Chance} from './chance.js';
import {readText, runAsProgram, say, tf, toPath} from './start.js';

const KINDS = ['setosa', 'versicolor', 'virginica'];
const N_TRAINED = 120;

// Measures [150, 4] and the number of the kind [150], in an order of chance.
function readFlowers() {
    const [, ...lines] = readText(toPath('iris.csv')).trim().split('\n');
    const flowers = new Chance(7).shuffle(lines.map(line => line.split(',')));
    return {
        measures: tf.tensor2d(flowers.map(flower => flower.slice(0, 4).map(Number))),
        kinds: flowers.map(flower => KINDS.indexOf(flower[4])),
    };
}

// Each measure around 0, as wide as 1: so all of them count alike.
function normalize(measures) {
    const {mean, variance} = tf.moments(measures.slice([0], [N_TRAINED]), 0);
    return measures.sub(mean).div(variance.sqrt());
}

function makeModel() {
    const model = tf.sequential();
    model.add(tf.layers.dense({units: 10, activation: 'sigmoid', inputShape: [4]}));
    model.add(tf.layers.dense({units: KINDS.length, activation: 'softmax'}));
    model.compile({optimizer: tf.train.adam(0.02), loss: 'categoricalCrossentropy', metrics: ['accuracy']});
    new Chance(1).begin(model);
    return model;
}

// A row for each kind: what its flowers were taken for.
function sayConfusion(wanted, found) {
    say(' '.repeat(12) + KINDS.map(kind => kind.padStart(12)).join(''));
    KINDS.forEach((name, kind) => {
        const counts = KINDS.map((_, other) => wanted.filter((one, at) => one === kind && found[at] === other).length);
        say([name, ...counts].map(text => `${text}`.padStart(12)).join(''));
    });
}

export async function main({epochs}) {
    const {measures, kinds} = readFlowers();
    const x = tf.tidy(() => normalize(measures));
    const y = tf.oneHot(kinds, KINDS.length).toFloat();
    const [trained, asked] = [[0, N_TRAINED], [N_TRAINED, -1]].map(([begin, size]) =>
        [x.slice([begin], [size]), y.slice([begin], [size])]);
    const model = makeModel();

    const onEpochEnd = (epoch, {loss, acc, val_acc: other}) => say(`epoch ${epoch + 1}: loss ${loss.toFixed(5)}, ` +
        `accuracy ${acc.toFixed(3)}, of flowers not learnt ${other.toFixed(3)}`);
    const settings = {epochs, batchSize: 15, shuffle: false, validationData: asked, callbacks: {onEpochEnd}};
    await model.fit(...trained, settings);
    sayConfusion(kinds.slice(N_TRAINED), tf.tidy(() => Array.from(model.predict(asked[0]).argMax(-1).dataSync())));
    tf.dispose([measures, x, y, trained, asked]);
    model.optimizer.dispose();
    model.dispose();
}

await runAsProgram(import.meta.url, {epochs: 60}, main);
