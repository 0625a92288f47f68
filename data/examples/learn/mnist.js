// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A convolutional network reads handwritten digits.
//
// The program draws the digits itself. From a folder with MNIST's four files, unpacked
// (train-images-idx3-ubyte and so on), it takes those. It takes a tenth of a minute for drawn digits, and
// two minutes for MNIST's 60000.
//
// gjs -m mnist.js [--epochs=5] [--count=1500] [--folder=PATH]
import {Chance} from './chance.js';
import {drawDigits, readDigits, show} from './digits.js';
import {runAsProgram, say, tf} from './start.js';

const N_ASKED = 200;

// Digits to learn from, and those that are asked for.
function getDigits(folder, count) {
    if (folder)
        return [readDigits(folder, 'train'), readDigits(folder, 't10k')];
    const chance = new Chance(3);
    return [drawDigits(chance, count), drawDigits(chance, N_ASKED)];
}

function makeModel(size) {
    const model = tf.sequential();
    model.add(tf.layers.conv2d({filters: 8, kernelSize: 5, activation: 'relu', inputShape: [size, size, 1]}));
    model.add(tf.layers.maxPooling2d({poolSize: 2}));
    model.add(tf.layers.conv2d({filters: 16, kernelSize: 5, activation: 'relu'}));
    model.add(tf.layers.maxPooling2d({poolSize: 2}));
    model.add(tf.layers.flatten());
    model.add(tf.layers.dense({units: 10, activation: 'softmax'}));
    model.compile({optimizer: tf.train.adam(0.002), loss: 'categoricalCrossentropy', metrics: ['accuracy']});
    new Chance(1).begin(model);
    return model;
}

function sayMistakes({pictures, digits}, found, n = 3) {
    const size = pictures.shape[1];
    const pixels = pictures.dataSync();
    const wrong = Array.from(digits.keys()).filter(at => digits[at] !== found[at]);
    say(`${digits.length - wrong.length} of ${digits.length} are right`);
    for (const at of wrong.slice(0, n)) {
        say(`a ${digits[at]} that was read as ${found[at]}:`);
        say(show(pixels.slice(at * size * size, (at + 1) * size * size), size).join('\n'));
    }
}

export async function main({epochs, count, folder}) {
    const [learnt, asked] = getDigits(folder, count);
    const model = makeModel(learnt.pictures.shape[1]);
    const wanted = tf.tidy(() => tf.oneHot(tf.tensor1d(learnt.digits, 'int32'), 10).toFloat());

    const onEpochEnd = (epoch, {loss, acc}) =>
        say(`epoch ${epoch + 1}: loss ${loss.toFixed(5)}, accuracy ${acc.toFixed(3)}`);
    await model.fit(learnt.pictures, wanted, {epochs, batchSize: 50, shuffle: false, callbacks: {onEpochEnd}});
    sayMistakes(asked, tf.tidy(() => Array.from(model.predict(asked.pictures).argMax(-1).dataSync())));
    tf.dispose([learnt.pictures, asked.pictures, wanted]);
    model.optimizer.dispose();
    model.dispose();
}

await runAsProgram(import.meta.url, {epochs: 5, count: 1500, folder: ''}, main);
