// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What tensors are computed with.
import Koma from 'gi://Koma?version=1.0';
import {promise, translate} from './errors.js';

// Without what gjs adds to the library, functions that are given to it may not nest, and what callbacks
// throw would be lost.
if (!Object.hasOwn(Koma.LayersModel.prototype, 'connect')) {
    throw new Error('tf.js needs overrides/Koma.js of Koma, which gjs has not found. In the folder where Koma was ' +
        'built: export GJS_PATH=$PWD/engine/koma/library');
}

// Names of TensorFlow.js for what Koma has under its own.
const backends = {webgl: 'gles', wasm: 'xnnpack', tensorflow: 'cpu'};

// A promise of whether the backend is in force.
function setBackend(name) {
    return promise('setBackend', () => {
        try {
            return Koma.Environment.get().set_backend(backends[name] ?? `${name}`);
        } catch (error) {
            if (error.matches?.(Koma.Error, Koma.Error.BACKEND) && name in backends)
                return false;
            throw translate('setBackend', error);
        }
    });
}

const flags = {IS_BROWSER: false, IS_NODE: false, DEBUG: false, PROD: false};

// Flags are kept, and change nothing.
const environment = {
    flags,
    get: name => flags[name],
    getAsync: async name => flags[name],
    getBool: name => Boolean(flags[name]),
    getNumber: name => Number(flags[name]),
    getFlags: () => flags,
    set(name, value) {
        flags[name] = value;
    },
    setFlags(values) {
        Object.assign(flags, values);
    },
};

export const environmentFunctions = {
    setBackend,
    getBackend: () => Koma.Environment.get().get_backend(),
    ready: async () => {},
    env: () => environment,
    enableProdMode: () => environment.set('PROD', true),
    enableDebugMode: () => environment.set('DEBUG', true),
    disableDeprecationWarnings: () => {},
};
