// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// tf.data: samples that are made as they are needed.
import {Table} from './csv.js';
import {refuse} from './errors.js';
import {makers} from './making.js';
import {ops} from './ops.js';
import {PictureFolder} from './pictures.js';
import {Tensor} from './tensor.js';

const isObject = value => value !== null && typeof value === 'object' && !Array.isArray(value) &&
    !ArrayBuffer.isView(value) && !(value instanceof Tensor);

// One of each kind in all samples, in tensors whose first dimension is that of the samples.
function stackSamples(samples) {
    const [first] = samples;
    if (isObject(first))
        return Object.fromEntries(Object.keys(first).map(key => [key, stackSamples(samples.map(one => one[key]))]));
    return first instanceof Tensor ? ops.stack(samples) : makers.tensor(samples.map(one =>
        ArrayBuffer.isView(one) ? Array.from(one) : one));
}

// Numbers from 0 to 1: Lehmer's generator, with the factor of Park and Miller (1988).
function drawFrom(seed) {
    let state = Array.from(`${seed}`).reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 2147483647, 1);
    return () => {
        state = state * 16807 % 2147483647;
        return state / 2147483647;
    };
}

// A failure is told when somebody waits for it.
function quietly(promise) {
    promise.catch(() => {});
    return promise;
}

// A function that begins anew gives an iterator, also one of promises.
export class Dataset {
    constructor(begin, size = null) {
        this.begin = begin;
        this.size = size;
    }

    [Symbol.asyncIterator]() {
        const inner = this.begin();
        return {next: async () => inner.next(), return: async () => inner.return?.() ?? {done: true}};
    }

    async iterator() {
        return this[Symbol.asyncIterator]();
    }

    // A dataset of what the generator gives of this one.
    derive(generate, size = null) {
        const source = this;
        return new Dataset(() => generate(source), size);
    }

    batch(n, smallLastBatch = true) {
        return this.derive(async function* (source) {
            let samples = [];
            for await (const one of source) {
                samples.push(one);
                if (samples.length === n) {
                    yield stackSamples(samples);
                    samples = [];
                }
            }
            if (samples.length > 0 && smallLastBatch)
                yield stackSamples(samples);
        }, this.size && Math[smallLastBatch ? 'ceil' : 'floor'](this.size / n));
    }

    map(f) {
        return this.derive(async function* (source) {
            for await (const one of source)
                yield f(one);
        }, this.size);
    }

    mapAsync(f) {
        return this.map(f);
    }

    filter(f) {
        return this.derive(async function* (source) {
            for await (const one of source) {
                if (f(one))
                    yield one;
            }
        });
    }

    take(n) {
        return this.derive(async function* (source) {
            let left = n;
            if (left === 0)
                return;
            for await (const one of source) {
                yield one;
                if (--left === 0)
                    return;
            }
        }, this.size && Math.min(n, this.size));
    }

    skip(n) {
        return this.derive(async function* (source) {
            let left = n;
            for await (const one of source) {
                if (left-- <= 0)
                    yield one;
            }
        }, this.size && Math.max(this.size - n, 0));
    }

    repeat(n = Infinity) {
        return this.derive(async function* (source) {
            for (let i = 0; i < n; i++)
                yield* source;
        }, this.size && this.size * n);
    }

    concatenate(other) {
        return this.derive(async function* (source) {
            yield* source;
            yield* other;
        }, this.size && other.size && this.size + other.size);
    }

    // Of as many samples as are kept at once. With a seed the first run is the same each time, and the
    // others, too; unless they are to be shuffled anew each is as the first.
    shuffle(n, seed = null, reshuffleEachIteration = true) {
        const draws = seed === null ? null : drawFrom(seed);
        return this.derive(async function* (source) {
            const draw = draws === null ? Math.random : reshuffleEachIteration ? draws : drawFrom(seed);
            const kept = [];
            const takeOne = () => kept.splice(Math.floor(draw() * kept.length), 1)[0];
            for await (const one of source) {
                kept.push(one);
                if (kept.length > n)
                    yield takeOne();
            }
            while (kept.length > 0)
                yield takeOne();
        }, this.size);
    }

    // As many samples are on their way while one is used: those that wait, for a file or a timer, wait at
    // the same time.
    prefetch(n = 1) {
        return this.derive(async function* (source) {
            const iterator = source[Symbol.asyncIterator]();
            const coming = Array.from({length: Math.max(1, n)}, () => quietly(iterator.next()));
            try {
                for (let one = await coming.shift(); !one.done; one = await coming.shift()) {
                    coming.push(quietly(iterator.next()));
                    yield one.value;
                }
            } finally {
                await iterator.return?.();
            }
        }, this.size);
    }

    async forEachAsync(f) {
        for await (const one of this)
            f(one);
    }

    async toArray() {
        const found = [];
        await this.forEachAsync(one => found.push(one));
        return found;
    }
}

// The rows of a table in a file.
class CSVDataset extends Dataset {
    constructor(pathOrURL, settings = {}) {
        const table = new Table(pathOrURL, settings);
        super(() => table.readSamples());
        this.table = table;
    }

    async columnNames() {
        return this.table.names;
    }

    // Rows that were left out when it was last read, with onBadRow: 'skip'.
    get numSkipped() {
        return this.table.numSkipped;
    }
}

// The pictures of a folder with a folder for each class.
class PictureDataset extends Dataset {
    constructor(pathOrURL, settings = {}) {
        const folder = new PictureFolder(pathOrURL, settings, drawFrom);
        super(() => folder.readSamples(), folder.size);
        this.folder = folder;
    }

    get classNames() {
        return this.folder.classNames;
    }

    // Those that were left out when they were last read, with onDamaged: 'skip': the path, and what is wrong.
    get damaged() {
        return this.folder.damaged;
    }
}

function zip(datasets) {
    const names = Object.keys(datasets);
    return new Dataset(async function* () {
        const iterators = names.map(name => datasets[name][Symbol.asyncIterator]());
        for (;;) {
            const all = await Promise.all(iterators.map(iterator => iterator.next()));
            if (all.some(({done}) => done))
                return;
            const pairs = names.map((name, at) => [name, all[at].value]);
            yield Array.isArray(datasets) ? pairs.map(([, value]) => value) : Object.fromEntries(pairs);
        }
    });
}

export const data = {
    Dataset,
    array: items => Array.isArray(items)
        ? new Dataset(() => items.values(), items.length)
        : refuse('array: argument \'items\' is no array'),
    generator: f => new Dataset(f),
    csv: (pathOrURL, settings) => new CSVDataset(pathOrURL, settings),
    pictures: (pathOrURL, settings) => new PictureDataset(pathOrURL, settings),
    zip,
};
