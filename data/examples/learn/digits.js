// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Pictures of handwritten digits: drawn by a shaking hand, or read from the files that MNIST has.
import {fail, readBytes, tf} from './start.js';

// The way of the pen for each digit, x and y in a square of 1.
const STROKES = [
    [[.5, .1], [.25, .25], [.2, .6], [.4, .9], [.65, .85], [.8, .5], [.7, .2], [.5, .1]],
    [[.3, .3], [.55, .1], [.5, .9]],
    [[.2, .3], [.4, .1], [.7, .15], [.75, .4], [.2, .9], [.8, .9]],
    [[.2, .15], [.6, .1], [.75, .3], [.4, .48], [.78, .7], [.55, .9], [.2, .85]],
    [[.6, .9], [.65, .1], [.2, .65], [.85, .65]],
    [[.8, .1], [.3, .1], [.25, .45], [.6, .42], [.8, .65], [.6, .9], [.2, .85]],
    [[.7, .1], [.35, .4], [.25, .7], [.45, .9], [.7, .8], [.7, .6], [.5, .5], [.28, .65]],
    [[.2, .1], [.8, .1], [.4, .9]],
    [[.5, .48], [.25, .3], [.5, .1], [.75, .3], [.5, .48], [.22, .7], [.5, .9], [.78, .7], [.5, .48]],
    [[.72, .35], [.5, .5], [.28, .3], [.5, .1], [.72, .3], [.65, .9]],
];

// The points of the digit in a picture: turned, moved, and each a little off.
function placePen(chance, digit, size) {
    const [angle, scale] = [chance.uniform(-0.25, 0.25), size * chance.uniform(0.65, 0.9)];
    const [left, top] = [chance.uniform(-0.06, 0.06) * size, chance.uniform(-0.06, 0.06) * size];
    return STROKES[digit].map(([x, y]) => {
        const [u, v] = [x - 0.5 + chance.uniform(-0.04, 0.04), y - 0.5 + chance.uniform(-0.04, 0.04)];
        return [size / 2 + left + scale * (u * Math.cos(angle) - v * Math.sin(angle)),
            size / 2 + top + scale * (u * Math.sin(angle) + v * Math.cos(angle))];
    });
}

// The pen leaves ink on the four pixels that it touches.
function touch(pixels, size, x, y) {
    for (const [row, column] of [[0, 0], [0, 1], [1, 0], [1, 1]]) {
        const [i, j] = [Math.floor(y) + row, Math.floor(x) + column];
        if (i >= 0 && i < size && j >= 0 && j < size) {
            const ink = (1 - Math.abs(y - i)) * (1 - Math.abs(x - j)) * 0.8;
            pixels[i * size + j] = Math.min(1, pixels[i * size + j] + ink);
        }
    }
}

// size × size pixels from 0 to 1.
function draw(chance, digit, size) {
    const pixels = new Array(size * size).fill(0);
    const numSteps = Math.floor(size * 3 / 4);
    const points = placePen(chance, digit, size);
    points.slice(1).forEach(([x1, y1], at) => {
        const [x0, y0] = points[at];
        for (let step = 0; step < numSteps; step++)
            touch(pixels, size, x0 + (x1 - x0) * step / numSteps - 0.5, y0 + (y1 - y0) * step / numSteps - 0.5);
    });
    return pixels;
}

// {pictures: [n, size, size, 1], digits: their digits as an array}
export function drawDigits(chance, n, size = 28) {
    const digits = Array.from({length: n}, () => chance.below(10));
    const pixels = digits.flatMap(digit => draw(chance, digit, size));
    return {pictures: tf.tensor(pixels, [n, size, size, 1]), digits};
}

// {shape, bytes} of a file as MNIST has it, unpacked: its sizes, then a byte for each number.
function readIdx(path, numDims) {
    const data = readBytes(path);
    const view = new DataView(data.buffer, data.byteOffset, data.length);
    const start = 4 + 4 * numDims;
    const shape = data.length < start ? [] : Array.from({length: numDims}, (_, at) => view.getUint32(4 + 4 * at));
    if (`${data.slice(0, 4)}` !== `0,0,8,${numDims}` || data.length !== start + shape.reduce((a, b) => a * b, 1)) {
        fail(`${path} is no IDX file with bytes of ${numDims} dimensions; ` +
            'those from the network are to be unpacked');
    }
    return {shape, bytes: data.slice(start)};
}

// Those of “train” or “t10k” in a folder with MNIST's four files.
export function readDigits(folder, name) {
    const {shape, bytes} = readIdx(`${folder}/${name}-images-idx3-ubyte`, 3);
    const pictures = tf.tidy(() => tf.tensor(Float32Array.from(bytes), [...shape, 1]).div(255));
    return {pictures, digits: Array.from(readIdx(`${folder}/${name}-labels-idx1-ubyte`, 1).bytes)};
}

// A picture as lines of text.
export function show(pixels, size) {
    return Array.from({length: size}, (_, row) => Array.from(pixels.slice(row * size, (row + 1) * size),
        pixel => ' .:+*#'[Math.min(5, Math.floor(6 * pixel))]).join(''));
}
