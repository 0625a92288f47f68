// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A recurrent network learns to add from texts alone: “12+7 ” is answered by “19 ”.
//
// One LSTM reads the question, letter by letter; what it remembers is given to another, which writes the
// answer (Sutskever, Vinyals, Le: Sequence to sequence learning with neural networks, 2014). It takes half a
// minute.
//
// gjs -m addition-rnn.js [--epochs=40] [--digits=2] [--count=3000] [--units=96]
import {Chance} from './chance.js';
import {runAsProgram, say, tf} from './start.js';

const LETTERS = '0123456789+ ';

// [question, answer], each once, in an order of chance.
function makeSums(chance, digits, count) {
    const draw = () => chance.below(10 ** digits);
    const pairs = new Map(Array.from({length: 20 * count}, () => [draw(), draw()]).map(pair => [`${pair}`, pair]));
    return Array.from(pairs.values()).slice(0, count).map(([a, b]) =>
        [`${a}+${b}`.padEnd(2 * digits + 1), `${a + b}`.padEnd(digits + 1)]);
}

// [texts, letters of each, kinds of letters]: 1 where a letter stands.
function encode(texts) {
    const indices = texts.map(text => Array.from(text, letter => LETTERS.indexOf(letter)));
    return tf.tidy(() => tf.oneHot(tf.tensor2d(indices, undefined, 'int32'), LETTERS.length).toFloat());
}

const decode = x => x.argMax(-1).arraySync().map(row => row.map(at => LETTERS[at]).join(''));

function makeModel(digits, units) {
    const model = tf.sequential();
    model.add(tf.layers.lstm({units, inputShape: [2 * digits + 1, LETTERS.length], recurrentInitializer: 'zeros'}));
    model.add(tf.layers.repeatVector({n: digits + 1}));
    model.add(tf.layers.lstm({units, returnSequences: true, recurrentInitializer: 'zeros'}));
    model.add(tf.layers.timeDistributed({layer: tf.layers.dense({units: LETTERS.length, activation: 'softmax'})}));
    model.compile({optimizer: tf.train.adam(0.01), loss: 'categoricalCrossentropy', metrics: ['accuracy']});
    new Chance(1).begin(model);
    return model;
}

export async function main({epochs, digits, count, units}) {
    const sums = makeSums(new Chance(5), digits, count);
    const [questions, answers] = [0, 1].map(at => sums.map(sum => sum[at]));
    const model = makeModel(digits, units);
    const onEpochEnd = (epoch, {loss, acc}) =>
        say(`epoch ${epoch + 1}: loss ${loss.toFixed(5)}, letters that are right ${acc.toFixed(3)}`);

    // A tenth of the sums is not learnt.
    const numTrained = Math.floor(sums.length * 9 / 10);
    const [x, y] = [encode(questions), encode(answers)];
    const learnt = [x, y].map(all => all.slice([0], [numTrained]));
    await model.fit(...learnt, {epochs, batchSize: 30, shuffle: false, callbacks: {onEpochEnd}});
    const found = tf.tidy(() => decode(model.predict(x)));
    const shown = Array.from(sums.keys()).filter(at => at < 5 || at >= numTrained).slice(0, 15);
    for (const at of shown) {
        say(`${questions[at].trim()} = ${found[at].trim()} ${found[at] === answers[at] ? '' : '(wrong)'} ` +
            `${at < numTrained ? '(learnt)' : ''}`);
    }
    tf.dispose([x, y, learnt]);
    model.optimizer.dispose();
    model.dispose();
}

await runAsProgram(import.meta.url, {epochs: 40, digits: 2, count: 3000, units: 96}, main);
