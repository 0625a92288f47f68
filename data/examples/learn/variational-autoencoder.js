// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A variational autoencoder learns to draw digits that nobody has written.
//
// An encoder says of a picture where it lies on a map of two dimensions, and how sure that is; a decoder draws
// the picture from a place near by (Kingma, Welling: Auto-encoding variational Bayes, 2014). When it has
// learnt, the program walks over the map and shows what is drawn there. It takes half a minute.
//
// gjs -m variational-autoencoder.js [--epochs=40] [--count=1500]
import {Chance} from './chance.js';
import {drawDigits, show} from './digits.js';
import {runAsProgram, say, tf} from './start.js';

const SIZE = 16;
const N_PIXELS = SIZE * SIZE;
const N_DIMS = 2; // of the map
const EPSILON = 1e-6;

// The cross-entropy of all pixels of a picture.
function measureDrawing(wanted, drawn) {
    const black = wanted.mul(drawn.add(EPSILON).log());
    const white = tf.sub(1, wanted).mul(tf.sub(1 + EPSILON, drawn).log());
    return black.add(white).sum(-1).neg();
}

// How far mean and deviation are from those of the standard normal distribution (Kullback and Leibler).
function measurePlaces(_wanted, places) {
    const [mean, deviation] = tf.split(places, 2, 1);
    const squares = mean.square().add(deviation.square()).sub(1).sum(-1).div(2);
    return squares.sub(deviation.add(EPSILON).log().sum(-1));
}

// All that learns together, and the decoder of it.
function makeModels() {
    const {add, concatenate, dense, multiply} = tf.layers;
    const [picture, noise] = [tf.input({shape: [N_PIXELS]}), tf.input({shape: [N_DIMS]})];
    const hidden = dense({units: 128, activation: 'relu'}).apply(picture);
    const mean = dense({units: N_DIMS}).apply(hidden);
    const deviation = dense({units: N_DIMS, activation: 'softplus'}).apply(hidden);
    const place = add().apply([mean, multiply().apply([deviation, noise])]);
    const decoder = tf.sequential({layers: [
        dense({units: 128, activation: 'relu', inputShape: [N_DIMS]}),
        dense({units: N_PIXELS, activation: 'sigmoid'}),
    ]});
    const outputs = [decoder.apply(place), concatenate().apply([mean, deviation])];
    const model = tf.model({inputs: [picture, noise], outputs});
    model.compile({optimizer: tf.train.adam(0.002), loss: [measureDrawing, measurePlaces]});
    new Chance(1).begin(model);
    return {model, decoder};
}

// What is drawn at n × n places, the middle of the map in the middle.
function sayMap(decoder, n = 5) {
    const marks = Array.from({length: n}, (_, at) => -1.6 + 3.2 * at / (n - 1));
    const drawn = tf.tidy(() => decoder.predict(tf.tensor2d(marks.flatMap(y => marks.map(x => [x, y])))).arraySync());
    for (let row = 0; row < n; row++) {
        const pictures = drawn.slice(row * n, (row + 1) * n).map(pixels => show(pixels, SIZE));
        for (let line = 0; line < SIZE; line++)
            say(pictures.map(picture => picture[line]).join(''));
    }
}

export async function main({epochs, count}) {
    const chance = new Chance(3);
    const {pictures} = drawDigits(chance, count, SIZE);
    const flat = pictures.reshape([count, N_PIXELS]);
    const zeros = tf.zeros([count, 2 * N_DIMS]);
    const {model, decoder} = makeModels();
    for (let epoch = 1; epoch <= epochs; epoch++) {
        const noise = tf.tensor2d(chance.normals(count * N_DIMS), [count, N_DIMS]);
        const {history} = await model.fit([flat, noise], [flat, zeros], {batchSize: 50, shuffle: false});
        say(`epoch ${epoch}: loss ${history.loss[0].toFixed(4)}`);
        noise.dispose();
    }
    sayMap(decoder);
    tf.dispose([pictures, flat, zeros]);
    model.optimizer.dispose();
    model.dispose();
}

await runAsProgram(import.meta.url, {epochs: 40, count: 1500}, main);
