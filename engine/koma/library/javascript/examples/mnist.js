// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A small convolutional network learns ten signs of 28 by 28 pixels, which are drawn with noise.
// gjs -m mnist.js
import * as tf from '../tf.js';
import {runAsProgram} from './program.js';

const SIZE = 28;
const CLASSES = 10;

// As on the display of a clock: which of the seven bars are lit for each digit.
const SEGMENTS = [0b1110111, 0b0100100, 0b1011101, 0b1101101, 0b0101110, 0b1101011, 0b1111011, 0b0100101, 0b1111111,
    0b1101111];
// [row, column, height, width] of each bar, in the order of the bits from the right
const BARS = [[4, 9, 2, 10], [4, 8, 10, 2], [4, 18, 10, 2], [13, 9, 2, 10], [14, 8, 10, 2], [14, 18, 10, 2],
    [22, 9, 2, 10]];

function draw(pixels, digit, dy, dx) {
    BARS.forEach(([top, left, height, width], bar) => {
        for (let i = 0; (SEGMENTS[digit] >> bar & 1) && i < height * width; i++) {
            const row = top + dy + Math.floor(i / width);
            pixels[row * SIZE + left + dx + i % width] = 1;
        }
    });
}

export function makeDigits(n) {
    const pixels = new Float32Array(n * SIZE * SIZE).map(() => 0.2 * Math.random());
    const labels = Int32Array.from({length: n}, (_, at) => at % CLASSES);
    const jitter = () => Math.floor(5 * Math.random()) - 2;
    labels.forEach((digit, at) =>
        draw(pixels.subarray(at * SIZE * SIZE, (at + 1) * SIZE * SIZE), digit, jitter(), jitter()));
    return tf.tidy(() => ({
        xs: tf.tensor4d(pixels, [n, SIZE, SIZE, 1]),
        ys: tf.oneHot(tf.tensor1d(labels, 'int32'), CLASSES).toFloat(),
    }));
}

export function createModel() {
    const model = tf.sequential();
    model.add(tf.layers.conv2d({
        inputShape: [SIZE, SIZE, 1],
        kernelSize: 5,
        filters: 8,
        strides: 1,
        activation: 'relu',
        kernelInitializer: 'varianceScaling',
    }));
    model.add(tf.layers.maxPooling2d({poolSize: [2, 2], strides: [2, 2]}));
    model.add(tf.layers.conv2d({kernelSize: 5, filters: 16, activation: 'relu', kernelInitializer: 'varianceScaling'}));
    model.add(tf.layers.maxPooling2d({poolSize: [2, 2], strides: [2, 2]}));
    model.add(tf.layers.flatten());
    model.add(tf.layers.dense({units: CLASSES, kernelInitializer: 'varianceScaling', activation: 'softmax'}));
    model.compile({optimizer: tf.train.adam(0.002), loss: 'categoricalCrossentropy', metrics: ['accuracy']});
    return model;
}

export async function run({epochs = 5, n = 640, onBatchEnd = () => {}} = {}) {
    const model = createModel();
    const train = makeDigits(n);
    const test = makeDigits(100);
    const {history} = await model.fit(train.xs, train.ys, {
        batchSize: 64,
        epochs,
        shuffle: true,
        callbacks: {onBatchEnd},
    });
    const [, accuracy] = tf.tidy(() => model.evaluate(test.xs, test.ys).map(result => result.dataSync()[0]));
    tf.dispose([train, test]);
    model.optimizer.dispose();
    model.dispose();
    return {history, accuracy};
}

await runAsProgram(import.meta.url, async () => {
    const onBatchEnd = (batch, {loss}) => print(`batch ${batch}: ${loss.toFixed(4)}`);
    const {accuracy} = await run({onBatchEnd});
    print(`accuracy ${accuracy.toFixed(2)}`);
});
