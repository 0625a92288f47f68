// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Two networks learn from each other to draw the digit that is asked for.
//
// The discriminator says of a picture whether it is drawn by hand or made, and which digit it is; the generator
// makes pictures, so that the other takes them for those of a hand and for the right digit (Odena, Olah,
// Shlens: Conditional image synthesis with auxiliary classifier GANs, 2017). It takes a minute.
//
// gjs -m acgan.js [--epochs=30] [--count=1500]
import {Chance} from './chance.js';
import {drawDigits, show} from './digits.js';
import {runAsProgram, say, tf} from './start.js';

const SIZE = 16;
const N_NOISE = 16;
const BATCH_SIZE = 50;

// What the layers, one after the other, make of x.
const chain = (x, layers) => layers.reduce((before, layer) => layer.apply(before), x);

// [whether it is drawn by hand, which digit it is] of a picture.
function makeDiscriminator() {
    const {conv2d, dense, flatten, leakyReLU} = tf.layers;
    const picture = tf.input({shape: [SIZE, SIZE, 1]});
    const features = chain(picture, [
        conv2d({filters: 16, kernelSize: 3, strides: 2, padding: 'same'}),
        leakyReLU({alpha: 0.2}),
        conv2d({filters: 32, kernelSize: 3, strides: 2, padding: 'same'}),
        leakyReLU({alpha: 0.2}),
        flatten(),
    ]);
    const isReal = dense({units: 1, activation: 'sigmoid'}).apply(features);
    const digit = dense({units: 10, activation: 'softmax'}).apply(features);
    return tf.model({inputs: picture, outputs: [isReal, digit]});
}

const askSymbols = () => [tf.input({shape: [N_NOISE]}), tf.input({shape: [10]})];

// A picture of noise and of the digit that it is to be.
function makeGenerator() {
    const {concatenate, conv2dTranspose, dense, reshape} = tf.layers;
    const inputs = askSymbols();
    const stretch = {kernelSize: 4, strides: 2, padding: 'same'};
    const picture = chain(concatenate().apply(inputs), [
        dense({units: 4 * 4 * 32, activation: 'relu'}),
        reshape({targetShape: [4, 4, 32]}),
        conv2dTranspose({filters: 16, activation: 'relu', ...stretch}),
        conv2dTranspose({filters: 1, activation: 'sigmoid', ...stretch}),
    ]);
    return tf.model({inputs, outputs: picture});
}

const compileModel = (model, rate) => model.compile({
    optimizer: tf.train.adam(rate, 0.5),
    loss: ['binaryCrossentropy', 'categoricalCrossentropy'],
});

// Generator, discriminator, and both in a row, in which the generator alone learns.
function makeModels() {
    const [discriminator, generator] = [makeDiscriminator(), makeGenerator()];
    compileModel(discriminator, 0.0002);
    [discriminator, generator].forEach((model, at) => new Chance(at + 1).begin(model));
    discriminator.trainable = false;
    const inputs = askSymbols();
    const combined = tf.model({inputs, outputs: discriminator.apply(generator.apply(inputs))});
    compileModel(combined, 0.001);
    return {generator, discriminator, combined};
}

// Of the generator: [noise, digits].
function ask(chance, n) {
    const noise = tf.tensor2d(chance.normals(n * N_NOISE), [n, N_NOISE]);
    const digits = tf.tensor1d(Array.from({length: n}, () => chance.below(10)), 'int32');
    return [noise, tf.oneHot(digits, 10).toFloat()];
}

// Calls trainOnBatch with what make gives, and gives the loss.
async function trainOn(model, make) {
    const [x, y] = tf.tidy(make);
    const [loss] = await model.trainOnBatch(x, y);
    tf.dispose([x, y]);
    return loss;
}

const trainDiscriminator = ({generator, discriminator}, chance, pictures, digits) => trainOn(discriminator, () => {
    discriminator.trainable = true; // to TensorFlow.js, which asks when it trains
    const [noise, wanted] = ask(chance, BATCH_SIZE);
    const made = generator.predict([noise, wanted]);
    const truth = tf.concat([tf.fill([BATCH_SIZE, 1], 0.95), tf.zeros([BATCH_SIZE, 1])]);
    return [tf.concat([pictures, made]), [truth, tf.concat([digits, wanted])]];
});

const trainGenerator = ({combined, discriminator}, chance) => trainOn(combined, () => {
    discriminator.trainable = false;
    const [noise, wanted] = ask(chance, 2 * BATCH_SIZE);
    return [[noise, wanted], [tf.ones([2 * BATCH_SIZE, 1]), wanted]];
});

async function trainEpoch(models, chance, pictures, labels) {
    const losses = [];
    for (let start = 0; start + BATCH_SIZE <= pictures.shape[0]; start += BATCH_SIZE) {
        const batch = [pictures, labels].map(all => all.slice([start], [BATCH_SIZE]));
        const loss = await trainDiscriminator(models, chance, ...batch);
        losses.push([loss, await trainGenerator(models, chance)]);
        tf.dispose(batch);
    }
    return [0, 1].map(at => losses.reduce((sum, pair) => sum + pair[at], 0) / losses.length);
}

function sayDigits(generator, chance) {
    const [noise] = ask(chance, 10);
    const pictures = generator.predict([noise, tf.eye(10)]).reshape([10, SIZE * SIZE]).arraySync();
    for (const row of [pictures.slice(0, 5), pictures.slice(5)]) {
        const lines = row.map(pixels => show(pixels, SIZE));
        lines[0].forEach((_, at) => say(lines.map(one => one[at]).join('')));
    }
}

export async function main({epochs, count}) {
    const {pictures, digits} = drawDigits(new Chance(3), count, SIZE);
    const labels = tf.tidy(() => tf.oneHot(tf.tensor1d(digits, 'int32'), 10).toFloat());
    const [models, chance] = [makeModels(), new Chance(4)];
    for (let epoch = 1; epoch <= epochs; epoch++) {
        const means = await trainEpoch(models, chance, pictures, labels);
        say(`epoch ${epoch}: loss ${means[0].toFixed(5)}, of the generator ${means[1].toFixed(5)}`);
    }
    tf.tidy(() => sayDigits(models.generator, chance));
    tf.dispose([pictures, labels]);
    [models.combined, models.discriminator].forEach(model => model.optimizer.dispose());
    models.combined.dispose();
}

await runAsProgram(import.meta.url, {epochs: 30, count: 1500}, main);
