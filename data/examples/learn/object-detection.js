// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A convolutional network finds a triangle or a rectangle in a picture, and says which it is, and where.
//
// The pictures are made: one filled shape among lines. The network gives five numbers, whether it is a
// triangle, and its box; the loss is of one's own, in which the kind counts more. It takes half a minute.
//
// gjs -m object-detection.js [--epochs=12] [--count=1500]
import {Chance} from './chance.js';
import {show} from './digits.js';
import {runAsProgram, say, tf} from './start.js';

const SIZE = 32;
const N_ASKED = 200;
const WEIGHTS = [0.5, 1, 1, 1, 1]; // of the kind, and of the sides of the box

// A line of one pixel's width, which is not to be found.
function drawLine(chance, pixels) {
    let [x, y] = [chance.uniform(0, SIZE), chance.uniform(0, SIZE)];
    const [dx, dy, shade] = [chance.uniform(-1, 1), chance.uniform(-1, 1), chance.uniform(0.2, 0.6)];
    for (let step = 0; step < SIZE; step++) {
        if (x >= 0 && x < SIZE && y >= 0 && y < SIZE)
            pixels[Math.floor(y) * SIZE + Math.floor(x)] = shade;
        [x, y] = [x + dx, y + dy];
    }
}

// [1 for a triangle, left, top, right, bottom], the box in parts of the picture.
function drawShape(chance, pixels) {
    const isTriangle = chance.below(2);
    const [width, height] = [8 + chance.below(12), 8 + chance.below(12)];
    const [left, top] = [chance.below(SIZE - width), chance.below(SIZE - height)];
    for (let row = 0; row < height; row++) {
        // A triangle stands on its base.
        const n = isTriangle ? Math.floor(width * (row + 1) / height) : width;
        const start = (top + row) * SIZE + left + Math.floor((width - n) / 2);
        pixels.fill(1, start, start + n);
    }
    return [isTriangle, left / SIZE, top / SIZE, (left + width) / SIZE, (top + height) / SIZE];
}

// {pictures: [n, SIZE, SIZE, 1], answers: [n, 5]}
function makeScenes(chance, n) {
    const pictures = [];
    const answers = Array.from({length: n}, () => {
        const pixels = new Array(SIZE * SIZE).fill(0);
        for (let line = 0; line < 4; line++)
            drawLine(chance, pixels);
        pictures.push(pixels);
        return drawShape(chance, pixels);
    });
    return {pictures: tf.tensor(pictures.flat(), [n, SIZE, SIZE, 1]), answers: tf.tensor2d(answers)};
}

const weighErrors = (wanted, found) => wanted.sub(found).square().mul(tf.tensor1d(WEIGHTS)).sum(-1);

function makeModel() {
    const {conv2d, dense, flatten, maxPooling2d} = tf.layers;
    const model = tf.sequential({layers: [
        conv2d({filters: 8, kernelSize: 3, activation: 'relu', padding: 'same', inputShape: [SIZE, SIZE, 1]}),
        maxPooling2d({poolSize: 2}),
        conv2d({filters: 16, kernelSize: 3, activation: 'relu', padding: 'same'}),
        maxPooling2d({poolSize: 2}),
        conv2d({filters: 24, kernelSize: 3, activation: 'relu', padding: 'same'}),
        maxPooling2d({poolSize: 2}),
        flatten(),
        dense({units: 48, activation: 'relu'}),
        dense({units: 5}),
    ]});
    model.compile({optimizer: tf.train.adam(0.003), loss: weighErrors});
    new Chance(1).begin(model);
    return model;
}

// The area that two boxes share, by that of both together.
function measureOverlap(one, other) {
    const [width, height] = [0, 1].map(at =>
        Math.max(0, Math.min(one[at + 2], other[at + 2]) - Math.max(one[at], other[at])));
    const [a, b] = [one, other].map(([left, top, right, bottom]) => (right - left) * (bottom - top));
    return width * height / (a + b - width * height);
}

export async function main({epochs, count}) {
    const chance = new Chance(11);
    const {pictures, answers} = makeScenes(chance, count);
    const asked = makeScenes(chance, N_ASKED);
    const model = makeModel();
    const onEpochEnd = (epoch, {loss}) => say(`epoch ${epoch + 1}: loss ${loss.toFixed(5)}`);
    await model.fit(pictures, answers, {epochs, batchSize: 50, shuffle: false, callbacks: {onEpochEnd}});

    const [wanted, found] = tf.tidy(() => [asked.answers, model.predict(asked.pictures)].map(x => x.arraySync()));
    const numRight = wanted.filter(([kind], at) => kind > 0.5 === found[at][0] > 0.5).length;
    const overlaps = wanted.map((one, at) => measureOverlap(one.slice(1), found[at].slice(1)));
    const overlap = overlaps.reduce((a, b) => a + b) / N_ASKED;
    say(`${numRight} of ${N_ASKED} kinds are right; boxes share ${overlap.toFixed(2)} of their area with true ones`);
    say(show(asked.pictures.dataSync().slice(0, SIZE * SIZE), SIZE).join('\n'));
    const [kind, ...box] = found[0];
    say(`${kind > 0.5 ? 'triangle' : 'rectangle'} at ${box.map(side => Math.round(SIZE * side))}`);
    tf.dispose([pictures, answers, asked]);
    model.optimizer.dispose();
    model.dispose();
}

await runAsProgram(import.meta.url, {epochs: 12, count: 1500}, main);
