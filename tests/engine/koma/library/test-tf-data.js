// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// tf.js: folders of pictures, and what datasets give back when an iteration ends early.
import GLib from 'gi://GLib';
import Gio from 'gi://Gio';
import System from 'system';
import * as tf from '../../../../engine/koma/library/javascript/tf.js';
import {assert, assertClose, assertFails, assertSame, runCases} from './tf-checks.js';

const N = 24;
const root = GLib.dir_make_tmp('koma-tf-data-XXXXXX');

// A PPM of one colour.
function writePicture(path, red, side = 4) {
    GLib.mkdir_with_parents(GLib.path_get_dirname(path), 0o700);
    const pixels = Array.from({length: side * side}, () => [red, 0, 40]).flat();
    GLib.file_set_contents(path, new Uint8Array([...new TextEncoder().encode(`P6 ${side} ${side} 255\n`), ...pixels]));
}

function makeFolder(name) {
    for (let i = 0; i < N; i++)
        writePicture(`${root}/${name}/${'ab'[i % 2]}/${`${i}`.padStart(2, '0')}.ppm`, i, i % 5 === 0 ? 100 : 4);
    return `${root}/${name}`;
}

// Of the library, which decode.
function countThreads() {
    const folder = Gio.File.new_for_path('/proc/self/task');
    const names = [...folder.enumerate_children('standard::name', 0, null)].map(info => info.get_name());
    const comms = names.map(name => new TextDecoder().decode(GLib.file_get_contents(`/proc/self/task/${name}/comm`)[1]));
    return comms.filter(comm => comm.startsWith('koma-picture')).length;
}

const read = async dataset => (await dataset.toArray()).map(({xs, ys}) => [xs.dataSync()[0], ys]);
const relative = text => text.slice(root.length + 1).split(': ')[0];

const cases = {
    async 'samples of a folder'() {
        const folder = makeFolder('samples');
        const settings = {size: [2, 3], labels: 'index', numAhead: 3, numThreads: 4};
        const pictures = tf.data.pictures(folder, settings);
        assertSame([pictures.classNames, pictures.size], [['a', 'b'], N]);
        const wanted = Array.from({length: N}, (_, at) => at < N / 2 ? [2 * at, 0] : [2 * at - N + 1, 1]);
        for (let i = 0; i < 2; i++)
            assertSame(await read(pictures), wanted);
        const [{xs}] = await pictures.take(1).toArray();
        assertSame([xs.shape, xs.arraySync()[1][2]], [[2, 3, 3], [0, 0, 40]]);
        const chosen = tf.data.pictures(`file://${folder}`, {size: [2, 3], channels: 'grey', range: '0,1', indices: [N - 1, 0]});
        const [batch] = await chosen.batch(2).toArray();
        assertSame([batch.xs.shape, batch.ys.arraySync()], [[2, 2, 3, 1], [[0, 1], [1, 0]]]);
        assertClose([batch.xs.arraySync()[0][0][0][0]], [11 / 255]);
        const [scaled] = await tf.data.pictures(folder, {size: [2, 2], range: '0,0,0/1,1,0.5', indices: [0]}).toArray();
        assertClose([scaled.xs.arraySync()[0][0][2]], [2 * 40 / 255]);
        assertSame(countThreads(), 0);
    },

    async 'shuffled pictures'() {
        const folder = makeFolder('shuffled');
        const settings = {size: [2, 2], labels: 'index', shuffle: true, seed: 'a'};
        const mixed = tf.data.pictures(folder, settings);
        const [first, second] = [await read(mixed), await read(mixed)];
        assertSame(first.slice().sort(([one], [other]) => one - other), Array.from({length: N}, (_, at) => [at, at % 2]));
        assert(`${first}` !== `${second}`, 'another order each time');
        assertSame(await read(tf.data.pictures(folder, settings)), first);
    },

    async 'damaged pictures'() {
        const folder = makeFolder('damaged');
        GLib.file_set_contents(`${folder}/a/04.ppm`, 'P6 9 9 255\n');
        GLib.file_set_contents(`${folder}/b/03.ppm`, '');
        const failure = await tf.data.pictures(folder).toArray().then(() => '', ({message}) => message);
        assert(failure.startsWith('pictures: ') && failure.includes('/a/04.ppm: '), failure);
        assertSame(countThreads(), 0);
        const skipping = tf.data.pictures(folder, {size: [2, 2], onDamaged: 'skip'});
        for (let i = 0; i < 2; i++) {
            assertSame((await skipping.toArray()).length, N - 2);
            assertSame(skipping.damaged.map(relative), ['damaged/a/04.ppm', 'damaged/b/03.ppm']);
        }
        assertSame(skipping.size, null);
    },

    async 'an early end gives back what there is'() {
        const folder = makeFolder('early');
        for (let n = 1; n < 5; n++) {
            assertSame((await tf.data.pictures(folder).prefetch(2).take(n).toArray()).length, n);
            assertSame(countThreads(), 0);
        }
        const iterator = await tf.data.pictures(folder, {numAhead: 2}).iterator();
        await iterator.next();
        assert(countThreads() > 0, 'threads that wait for room');
        await iterator.return();
        assertSame(countThreads(), 0);
    },

    async 'a model learns from pictures'() {
        const folder = `${root}/learn`;
        for (let i = 0; i < 16; i++)
            writePicture(`${folder}/${i < 8 ? 'dark' : 'light'}/${i}.ppm`, i < 8 ? i * 3 : 255 - i);
        const pictures = tf.data.pictures(folder, {size: [2, 2], range: '-1,1', shuffle: true, seed: 2});
        const model = tf.sequential({layers: [tf.layers.flatten({inputShape: [2, 2, 3]}),
            tf.layers.dense({units: 2, activation: 'softmax'})]});
        model.compile({optimizer: tf.train.adam(0.1), loss: 'categoricalCrossentropy', metrics: ['accuracy']});
        const batches = pictures.batch(4).prefetch(2);
        const {history} = await model.fitDataset(batches, {epochs: 12, validationData: pictures.batch(16)});
        assertSame(history.val_acc.at(-1), 1);
        // Of an endless dataset, too, whose threads end.
        let n_batches = 0;
        const counting = {onBatchEnd: () => void n_batches++};
        await model.fitDataset(batches.repeat(), {epochs: 2, batchesPerEpoch: 3, callbacks: counting});
        assertSame([n_batches, countThreads()], [6, 0]);
        const failing = {onBatchEnd: () => {
            throw new RangeError('enough');
        }};
        await assertFails(() => model.fitDataset(batches.repeat(), {epochs: 2, callbacks: failing}), 'enough');
        assertSame(countThreads(), 0);
        const stopping = {onBatchEnd: () => {
            model.stopTraining = true;
        }};
        await model.fitDataset(batches.repeat(), {epochs: 2, callbacks: stopping});
        const [loss] = await model.evaluateDataset(batches.repeat(), {batches: 4});
        assert(loss.dataSync()[0] < 1, `${loss}`);
        assertSame(countThreads(), 0);
    },

    async 'what is refused'() {
        const folder = makeFolder('refused');
        const fail = (settings, words) => assertFails(() => tf.data.pictures(folder, settings).toArray(), words);
        await fail({labels: 'names'}, 'names');
        await fail({onDamaged: 'weep'}, 'onDamaged');
        await fail({size: 3}, 'size');
        await fail({pears: 1}, 'pears');
        await fail({indices: [99]}, 'index 99');
        await fail({fit: 'tight'}, 'tight');
        await assertFails(() => tf.data.pictures(`${folder}/a`), 'expected a folder for each class');
        await assertFails(() => tf.data.pictures(`${folder}/none`), 'none');
    },
};

const n_failed = await runCases(cases);
GLib.spawn_sync(null, ['rm', '-r', root], null, GLib.SpawnFlags.SEARCH_PATH, null);
System.exit(n_failed > 0 ? 1 : 0);
