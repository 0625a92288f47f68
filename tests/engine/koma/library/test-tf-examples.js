// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The programs of engine/koma/library/javascript/examples/ learn what they should, and leave nothing.
import System from 'system';
import * as tf from '../../../../engine/koma/library/javascript/tf.js';
import * as addition from '../../../../engine/koma/library/javascript/examples/addition-rnn.js';
import * as iris from '../../../../engine/koma/library/javascript/examples/iris.js';
import * as mnist from '../../../../engine/koma/library/javascript/examples/mnist.js';
import * as polynomial from '../../../../engine/koma/library/javascript/examples/polynomial.js';
import {assert, runCases} from './tf-checks.js';

const share = (found, wanted) => found.filter((one, at) => one === wanted[at]).length / wanted.length;

const cases = {
    async polynomial() {
        const {error, found, wanted} = await polynomial.run();
        assert(error < 0.01, `the loss is ${error}`);
        assert(found.every((value, at) => Math.abs(value - wanted[at]) < 0.1), `${found}, of ${wanted}`);
    },

    async iris() {
        const epochs = [];
        const {history, predicted, wanted} = await iris.run({epochs: 80, onEpochEnd: epoch => epochs.push(epoch)});
        assert(epochs.length === 80 && epochs.at(-1) === 79, `${epochs}`);
        assert(history.val_loss.length === 80 && history.acc.at(-1) > 0.7, `accuracy ${history.acc.at(-1)}`);
        assert(share(predicted, wanted) > 0.7, `${predicted}, of ${wanted}`);
    },

    async mnist() {
        let n_batches = 0;
        const {history, accuracy} = await mnist.run({epochs: 6, onBatchEnd: () => n_batches++});
        assert(n_batches === 60, `${n_batches} batches`);
        assert(history.loss.at(-1) < history.loss[0] && accuracy > 0.7, `accuracy ${accuracy}`);
    },

    async 'addition-rnn'() {
        const {losses, answers} = await addition.run({iterations: 10});
        assert(losses.at(-1) < 0.8 * losses[0], `${losses}`);
        assert(answers.length === 5 && answers.every(answer => answer.length === 2), `${answers}`);
    },
};

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
