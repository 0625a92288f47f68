// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The coefficients of a cubic are found from points near it: variables, an optimizer, gradients.
// gjs -m polynomial.js
import * as tf from '../tf.js';
import {runAsProgram} from './program.js';

const TRUE = {a: -0.8, b: -0.2, c: 0.9, d: 0.5};

function generateData(n, {a, b, c, d}, sigma = 0.04) {
    return tf.tidy(() => {
        const xs = tf.randomUniform([n], -1, 1, 'float32', 5);
        const three = tf.scalar(3, 'int32');
        const ys = tf.scalar(a).mul(xs.pow(three)).add(tf.scalar(b).mul(xs.square())).add(tf.scalar(c).mul(xs))
            .add(d).add(tf.randomNormal([n], 0, sigma, 'float32', 6));
        return {xs, ys};
    });
}

export async function run({steps = 300} = {}) {
    const [a, b, c, d] = [0.3, -0.5, 0.1, -0.3].map(value => tf.variable(tf.scalar(value)));
    const predict = x => tf.tidy(() => a.mul(x.pow(3)).add(b.mul(x.square())).add(c.mul(x)).add(d));
    const loss = (prediction, labels) => prediction.sub(labels).square().mean();
    const optimizer = tf.train.sgd(0.5);
    const {xs, ys} = generateData(100, TRUE);

    for (let i = 0; i < steps; i++) {
        optimizer.minimize(() => loss(predict(xs), ys));
        if (i % 50 === 0)
            await tf.nextFrame();
    }
    const [error] = tf.tidy(() => loss(predict(xs), ys)).dataSync();
    const found = [a, b, c, d].map(variable => variable.dataSync()[0]);
    tf.dispose([xs, ys, a, b, c, d]);
    optimizer.dispose();
    return {error, found, wanted: Object.values(TRUE)};
}

await runAsProgram(import.meta.url, async () => {
    const {error, found, wanted} = await run();
    print(`loss ${error.toFixed(5)}; found ${found.map(value => value.toFixed(2))}, of ${wanted}`);
});
