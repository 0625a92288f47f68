// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A model that knows one kind of picture is taught another, with a handful of examples.
//
// The model of shogi pieces that Koma brings along has learnt to see lines and corners: a layer in its middle
// gives 160 numbers for each place of any picture. A small new network learns what their means say of the
// classes that are asked for. The program paints pictures itself, or takes those of a folder that has a folder
// for each class. It takes a tenth of a minute.
//
// gjs -m transfer-learning.js [--epochs=30] [--count=30] [--folder=PATH] [--model=PATH]
import {Chance} from './chance.js';
import {fail, listFolder, runAsProgram, say, tf, toPath} from './start.js';

const SIZE = 96; // of what the model sees
const LAYER = 'block_13_project';
const PAINTED = ['stripes', 'rings', 'dots'];

const WAVES = {
    stripes: ({across, width}) => across.mul(width).sin(),
    rings: ({x, y, width}) => x.square().add(y.square()).sqrt().mul(width).sin(),
    dots: ({across, along, width}) => across.mul(width).sin().mul(along.mul(width).sin()),
};

// [1, SIZE, SIZE, 3]: a pattern of two colours, from 0 to 1.
const paint = (chance, kind) => tf.tidy(() => {
    const y = tf.linspace(-1, 1, SIZE).reshape([SIZE, 1]).add(chance.uniform(-0.5, 0.5));
    const x = tf.linspace(-1, 1, SIZE).reshape([1, SIZE]).add(chance.uniform(-0.5, 0.5));
    const [angle, width] = [chance.uniform(0, Math.PI), chance.uniform(6, 12)];
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    const [across, along] = [x.mul(cos).add(y.mul(sin)), y.mul(cos).sub(x.mul(sin))];
    const share = WAVES[kind]({x, y, across, along, width}).mul(3).sigmoid().reshape([1, SIZE, SIZE, 1]);
    const [one, other] = [0, 1].map(() => tf.tensor1d(Array.from({length: 3}, () => chance.uniform())));
    return share.mul(one).add(tf.sub(1, share).mul(other));
});

// {names: of classes, examples: [[picture, number of its class]]}
function paintExamples(chance, count) {
    const rounds = Array.from({length: count}, () => PAINTED.map((name, kind) => [paint(chance, name), kind]));
    return {names: PAINTED, examples: rounds.flat()};
}

// Those of a folder; a file that is no picture is told, and left out.
function readExamples(model, folder) {
    const names = listFolder(folder).filter(name => listFolder(`${folder}/${name}`).length > 0);
    const files = names.flatMap((name, kind) => listFolder(`${folder}/${name}`).map(file =>
        [`${folder}/${name}/${file}`, kind]));
    const examples = files.flatMap(([path, kind]) => {
        try {
            return [[new tf.Tensor(model.handle.read_picture(path)), kind]];
        } catch (error) {
            printerr(`${path} is left out: ${error.message}`);
            return [];
        }
    });
    return {names, examples};
}

function makeHead(numFeatures, numClasses) {
    const head = tf.sequential();
    head.add(tf.layers.dense({units: 32, activation: 'relu', inputShape: [numFeatures]}));
    head.add(tf.layers.dense({units: numClasses, activation: 'softmax'}));
    head.compile({optimizer: tf.train.adam(0.01), loss: 'categoricalCrossentropy', metrics: ['accuracy']});
    new Chance(1).begin(head);
    return head;
}

export async function main({epochs, count, folder, model}) {
    const base = await tf.loadGraphModel(model);
    const chance = new Chance(13);
    const {names, examples} = folder ? readExamples(base, folder) : paintExamples(chance, count);
    if (names.length < 2 || examples.length < 8)
        fail(`${folder} has ${names.length} folders with ${examples.length} pictures; at least 2 with 8 are needed`);
    const shuffled = chance.shuffle(examples);
    const [pictures, classes] = [0, 1].map(at => shuffled.map(example => example[at]));

    // The features of a picture stay the same: they are computed once.
    const features = tf.tidy(() => tf.concat(pictures.map(picture => base.execute(picture, LAYER).mean([1, 2]))));
    const wanted = tf.tidy(() => tf.oneHot(tf.tensor1d(classes, 'int32'), names.length).toFloat());
    const numTrained = Math.floor(examples.length * 3 / 4);
    const head = makeHead(features.shape[1], names.length);

    const onEpochEnd = (epoch, {loss, acc}) =>
        say(`epoch ${epoch + 1}: loss ${loss.toFixed(5)}, accuracy ${acc.toFixed(3)}`);
    const learnt = [features, wanted].map(x => x.slice([0], [numTrained]));
    await head.fit(...learnt, {epochs, batchSize: 16, shuffle: false, callbacks: {onEpochEnd}});
    const found = tf.tidy(() => Array.from(head.predict(features.slice([numTrained])).argMax(-1).dataSync()));
    const numRight = found.filter((kind, at) => kind === classes[numTrained + at]).length;
    say(`${numRight} of ${found.length} pictures that were not learnt are right; classes: ${names.join(', ')}`);
    tf.dispose([pictures, features, wanted, learnt]);
    head.optimizer.dispose();
    head.dispose();
}

await runAsProgram(import.meta.url, {epochs: 30, count: 30, folder: '', model: toPath('../../models/shogi')}, main);
