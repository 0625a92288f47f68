// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// tf.data.pictures (): the pictures of a folder with a folder for each class, decoded by threads of the library.
import System from 'system';
import Koma from 'gi://Koma?version=1.0';
import {call, describe, refuse} from './errors.js';
import {toPath} from './paths.js';
import {Tensor} from './tensor.js';

// The collector does not know how large tensors are.
const BYTES_BETWEEN_COLLECTIONS = 64 << 20;
const words = {labels: ['oneHot', 'index'], onDamaged: ['error', 'skip']};
const defaults = {
    size: [224, 224], channels: 'rgb', fit: 'stretch', range: '0,255', labels: 'oneHot', shuffle: false, seed: null,
    indices: null, onDamaged: 'error', numAhead: 16, numThreads: 0,
};

function checkSettings(settings) {
    const unknown = Object.keys(settings).find(name => !(name in defaults));
    if (unknown)
        refuse(`pictures: there is no setting “${unknown}”; there are ${Object.keys(defaults).join(', ')}`);
    const found = {...defaults, ...settings};
    for (const [name, known] of Object.entries(words)) {
        if (!known.includes(found[name]))
            refuse(`pictures: argument '${name}' is ${describe(found[name])}, expected “${known.join('” or “')}”`);
    }
    if (!Array.isArray(found.size) || found.size.length !== 2 || !found.size.every(one => one > 0))
        refuse(`pictures: argument 'size' is ${describe(found.size)}, expected [height, width]`);
    return found;
}

// By Durstenfeld's algorithm.
function shuffleInPlace(items, draw) {
    for (let at = items.length - 1; at > 0; at--) {
        const other = Math.floor(draw() * (at + 1));
        [items[at], items[other]] = [items[other], items[at]];
    }
}

export class PictureFolder {
    constructor(pathOrURL, settings, drawFrom) {
        this.settings = checkSettings(settings);
        const path = toPath('data.pictures', pathOrURL);
        this.folder = call('pictures', () => Koma.PictureFolder.new(path));
        this.classNames = this.folder.get_class_names();
        this.damaged = []; // in the last run
        const {indices, seed} = this.settings;
        this.indices = indices ?? Array.from({length: this.folder.get_n_pictures()}, (_, at) => at);
        this.draw = seed === null ? Math.random : drawFrom(seed);
    }

    get size() {
        return this.settings.onDamaged === 'skip' ? null : this.indices.length;
    }

    begin() {
        const {size: [height, width], channels, fit, range, onDamaged, numAhead, numThreads} = this.settings;
        const reader = call('pictures', () => new Koma.PictureReader({
            folder: this.folder, height, width, channels, fit, range,
            n_ahead: numAhead, n_threads: numThreads, skips_damaged: onDamaged === 'skip',
        }));
        const order = [...this.indices];
        if (this.settings.shuffle)
            shuffleInPlace(order, this.draw);
        call('pictures', () => reader.set_order(order));
        return reader;
    }

    makeLabel(index) {
        const found = this.folder.get_class_index(index);
        return this.settings.labels === 'index' ? found : this.classNames.map((_, at) => Number(at === found));
    }

    * readSamples() {
        const reader = this.begin();
        let n_bytes = 0;
        try {
            for (;;) {
                const [handle, index] = call('pictures', () => reader.next());
                if (handle === null)
                    return;
                n_bytes += handle.get_size() * 4;
                yield {xs: new Tensor(handle), ys: this.makeLabel(index)};
                if (n_bytes > BYTES_BETWEEN_COLLECTIONS) {
                    System.gc();
                    n_bytes = 0;
                }
            }
        } finally {
            this.damaged = reader.list_damaged();
            reader.stop();
        }
    }
}
