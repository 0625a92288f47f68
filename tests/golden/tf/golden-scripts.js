// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// golden-scripts.js GOLDEN RESULTS: runs the parts of api.json that are JavaScript, and adds what
// they give to the results that are there. Nothing here knows the name of a case.
import GLib from 'gi://GLib';
import Koma from 'gi://Koma?version=1.0';
import {isRefusal, tf} from './session.js';
import {runSnippet} from './snippet.js';

const counts = {numTensors: 'n_tensors', numDataBuffers: 'n_data_buffers', numBytes: 'n_bytes'};

const loadJson = path => JSON.parse(new TextDecoder().decode(GLib.file_get_contents(path)[1]));

// What has come since the counter was made.
function makeCounter() {
    const count = () => Koma.Environment.get().get_memory();
    const before = count();
    return () => {
        const now = count();
        return Object.fromEntries(Object.entries(counts).map(([name, member]) => [name, now[member] - before[member]]));
    };
}

// JSON has not all numbers.
function writeNumber(number) {
    if (Object.is(number, -0))
        return '-0';
    return Number.isFinite(number) ? number : `${number}`;
}

function writeTensor(tensor) {
    return {
        text: tensor.toString(),
        verbose: tensor.toString(true),
        shape: tensor.shape,
        dtype: tensor.dtype,
        values: Array.from(tensor.dataSync(), writeNumber),
    };
}

// Whether it is refused; a text that is not understood is not refused.
async function computeError({js}) {
    try {
        await runSnippet([js]);
        return false;
    } catch (error) {
        if (!isRefusal(error))
            throw error;
        return true;
    }
}

// Tensors, buffers and bytes after each line, less those before the first. The lines share “v”.
async function computeMemory({steps}) {
    const count = makeCounter();
    const found = [];
    await runSnippet(['const v = {}', ...steps.map(({js}) => js)], {onText: () => found.push(Object.values(count()))});
    return found.slice(1);
}

// With a line that prints what the snippet leaves unprinted.
function computeSnippet({code, more, tensors}) {
    const count = makeCounter();
    const look = (found, printed) => {
        const memory = count();
        const listed = Object.entries(found).filter(([, value]) => value instanceof tf.Tensor);
        const written = listed.map(([name, tensor]) => [name, writeTensor(tensor)]);
        return {printed, tensors: Object.fromEntries(written), memory};
    };
    return runSnippet(more ? [code, more] : [code], {names: Object.keys(tensors ?? {}), look});
}

// A case that can not be computed is told to standard error and left out.
async function computeCases(member, cases, compute) {
    const found = {};
    for (const one of cases ?? []) {
        try {
            found[one.name] = await compute(one);
        } catch (error) {
            printerr(`api.json ${member} ${one.name}: ${error.message}`);
        }
    }
    return found;
}

async function computeAll(golden, results) {
    const path = GLib.build_filenamev([results, 'api.json']);
    const api = loadJson(GLib.build_filenamev([golden, 'api.json']));
    const {cases, print, models} = loadJson(path);
    const errors = await computeCases('errors', api.errors, computeError);
    const memory = await computeCases('memory', api.memory, computeMemory);
    const seed004 = await computeCases('seed004', api.seed004, computeSnippet);
    GLib.file_set_contents(path, JSON.stringify({cases, print, errors, memory, seed004, models}));
}

const [golden, results] = ARGV;
if (GLib.file_test(GLib.build_filenamev([golden, 'api.json']), GLib.FileTest.EXISTS))
    await computeAll(golden, results);
