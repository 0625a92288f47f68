// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The program of engine/koma/library/javascript/examples/ learns what it should; it and those of
// data/examples/learn/, of which test-learn.py tests what they learn, leave nothing.
import System from 'system';
import * as tf from '../../../../engine/koma/library/javascript/tf.js';
import * as polynomial from '../../../../engine/koma/library/javascript/examples/polynomial.js';
import {assert, runCases} from './tf-checks.js';

const settings = {
    'acgan': {epochs: 1, count: 100},
    'addition-rnn': {epochs: 1, count: 100, digits: 1, units: 16},
    'cart-pole': {rounds: 2, steps: 20},
    'iris': {epochs: 3},
    'mnist': {epochs: 1, count: 100, folder: ''},
    'object-detection': {epochs: 1, count: 50},
    'variational-autoencoder': {epochs: 1, count: 100},
};

const cases = {
    async polynomial() {
        const {error, found, wanted} = await polynomial.run();
        assert(error < 0.01, `the loss is ${error}`);
        assert(found.every((value, at) => Math.abs(value - wanted[at]) < 0.1), `${found}, of ${wanted}`);
    },
};
// What they say is a comment in TAP. They take print () when they are imported.
const tell = print;
globalThis.print = text => tell(`# ${text.replaceAll('\n', '\n# ')}`);
for (const [name, options] of Object.entries(settings)) {
    const {main} = await import(`../../../../data/examples/learn/${name}.js`);
    cases[name] = () => main(options);
}
globalThis.print = tell;

// With what is left behind it.
const count = run => async () => {
    const before = tf.memory().numTensors;
    await run();
    System.gc();
    const left = tf.memory().numTensors - before;
    assert(left <= 0, `${left} tensors are left`);
};

const counted = Object.entries(cases).map(([name, run]) => [name, count(run)]);
System.exit(await runCases(Object.fromEntries(counted)) > 0 ? 1 : 0);
