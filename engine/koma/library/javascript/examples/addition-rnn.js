// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A recurrent network learns to add from texts, “12+34” and “46”: LSTM as encoder and decoder
// (Sutskever, Vinyals, Le 2014).
// gjs -m addition-rnn.js
import * as tf from '../tf.js';
import {runAsProgram} from './program.js';

class CharacterTable {
    constructor(chars) {
        this.chars = chars;
        this.indices = Object.fromEntries(Array.from(chars, (char, at) => [char, at]));
    }

    encodeBatch(texts, numRows) {
        const buffer = tf.buffer([texts.length, numRows, this.chars.length]);
        texts.forEach((text, n) => Array.from(text).forEach((char, at) => buffer.set(1, n, at, this.indices[char])));
        return buffer.toTensor();
    }

    decode(x) {
        return tf.tidy(() => Array.from(x.argMax(-1).dataSync(), at => this.chars[at]).join(''));
    }
}

function generateData(digits, n) {
    const maxLen = 2 * digits + 1;
    const draw = () => Math.floor(Math.random() * 10 ** digits);
    return Array.from({length: n}, () => {
        const [a, b] = [draw(), draw()];
        return {question: `${a}+${b}`.padEnd(maxLen), answer: `${a + b}`.padEnd(digits + 1)};
    });
}

function createModel(hiddenSize, maxLen, digits, vocabularySize) {
    const model = tf.sequential();
    model.add(tf.layers.lstm({
        units: hiddenSize,
        recurrentInitializer: 'glorotNormal',
        inputShape: [maxLen, vocabularySize],
    }));
    model.add(tf.layers.repeatVector({n: digits + 1}));
    model.add(tf.layers.lstm({units: hiddenSize, recurrentInitializer: 'glorotNormal', returnSequences: true}));
    model.add(tf.layers.timeDistributed({layer: tf.layers.dense({units: vocabularySize})}));
    model.add(tf.layers.activation({activation: 'softmax'}));
    model.compile({loss: 'categoricalCrossentropy', optimizer: 'adam', metrics: ['accuracy']});
    return model;
}

export async function run({digits = 1, n = 500, iterations = 30, hiddenSize = 32, log = () => {}} = {}) {
    const table = new CharacterTable('0123456789+ ');
    const maxLen = 2 * digits + 1;
    const data = generateData(digits, n);
    const xs = table.encodeBatch(data.map(({question}) => question), maxLen);
    const ys = table.encodeBatch(data.map(({answer}) => answer), digits + 1);
    const model = createModel(hiddenSize, maxLen, digits, table.chars.length);
    const losses = [];

    for (let i = 0; i < iterations; i++) {
        const {history} = await model.fit(xs, ys, {epochs: 1, batchSize: 32, yieldEvery: 'epoch'});
        losses.push(history.loss[0]);
        log(i, history);
        await tf.nextFrame();
    }
    const answers = tf.tidy(() => model.predict(xs.slice([0], [5])).unstack().map(one => table.decode(one)));
    tf.dispose([xs, ys]);
    model.dispose();
    return {losses, questions: data.slice(0, 5).map(({question}) => question), answers};
}

await runAsProgram(import.meta.url, async () => {
    const log = (i, {loss, acc}) => print(`iteration ${i}: ${loss[0].toFixed(4)}, ${acc[0].toFixed(3)}`);
    const {questions, answers} = await run({log});
    questions.forEach((question, at) => print(`${question} = ${answers[at]}`));
});
