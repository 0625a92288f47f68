// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How long tensors live, and what there is in memory.
import Koma from 'gi://Koma?version=1.0';
import {call, refuse} from './errors.js';
import {Tensor, collect, listVariables} from './tensor.js';

// What f returns outlives the other tensors that it makes.
export function inScope(f) {
    const scope = Koma.Scope.begin();
    try {
        const result = f();
        if (result instanceof Promise)
            refuse('tidy: the function gives a promise');
        collect(result).forEach(({handle}) => scope.move_out(handle));
        return result;
    } finally {
        scope.end();
    }
}

// tidy (f) or tidy (name, f)
function tidy(...args) {
    const f = args.at(-1);
    if (args.length > 1 && typeof args[0] !== 'string')
        refuse(`tidy: ${args[0]} is no name`);
    if (typeof f !== 'function')
        refuse(`tidy: ${f} is no function`);
    return inScope(f);
}

function keep(tensor) {
    if (!(tensor instanceof Tensor))
        refuse(`keep: ${tensor} is no tensor`);
    call('keep', () => tensor.handle.keep());
    return tensor;
}

// In a list, an object or alone.
function dispose(container) {
    collect(container).forEach(tensor => tensor.dispose());
}

function memory() {
    const {n_tensors, n_data_buffers, n_bytes} = Koma.Environment.get().get_memory();
    return {unreliable: false, numTensors: n_tensors, numDataBuffers: n_data_buffers, numBytes: n_bytes};
}

const scopes = [];

function startScope() {
    scopes.push(Koma.Scope.begin());
}

function endScope() {
    if (scopes.length === 0)
        refuse('endScope: no scope has been started');
    scopes.pop().end();
}

const sum = (before, after, name) => after[name] - before[name];

async function profile(f) {
    const before = memory();
    const result = await f();
    const after = memory();
    const [newBytes, newTensors] = ['numBytes', 'numTensors'].map(name => sum(before, after, name));
    return {newBytes, newTensors, result};
}

// Milliseconds, the reading of the results among them.
async function time(f) {
    const start = Date.now();
    collect(f()).forEach(tensor => tensor.dataSync());
    const wallMs = Date.now() - start;
    return {wallMs, kernelMs: wallMs};
}

export const memoryFunctions = {
    tidy,
    keep,
    dispose,
    memory,
    profile,
    time,
    engine: () => ({startScope, endScope, memory, state: {numTensors: memory().numTensors}}),
    disposeVariables: () => listVariables().forEach(variable => variable.dispose()),
};
