// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Each op of a file gives what TensorFlow.js gives; the file says how tf is called for it. It is
// ../shared/golden_layers/api.json, or that of the command line.
import GLib from 'gi://GLib';
import System from 'system';
import {beginSession, endSession, tf} from './session.js';

const SKIPPED = 77;
const golden = GLib.build_filenamev([GLib.getenv('KOMA_SHARED'), 'golden_layers', 'api.json']);
const path = ARGV[0] ?? golden;

// A number by its place, as README.md of the folder has it.
function mix(at, {seed, lo, hi}) {
    let h = Math.imul(at, 2654435761) + Math.imul(seed, 2246822519);
    h = Math.imul(h ^ h >>> 15, 2246822519);
    h = Math.imul(h ^ h >>> 13, 3266489917);
    return lo + (hi - lo) * ((h ^ h >>> 16) >>> 8) / 2 ** 24;
}

function makeInput({shape, dtype, values, mix: formula}) {
    const n = shape.reduce((a, b) => a * b, 1);
    return tf.tensor(values ? values.map(Number) : Array.from({length: n}, (_, at) => mix(at, formula)), shape, dtype);
}

// An expression: ["op", {attributes}, argument ..], the name of an input, or a number.
function evaluate(expression, inputs, functions) {
    if (typeof expression === 'number')
        return tf.scalar(expression);
    if (typeof expression === 'string')
        return inputs[Number(expression.slice(1))];
    const [name, attributes, ...rest] = expression;
    return functions[name](rest.map(argument => evaluate(argument, inputs, functions)), attributes);
}

function isClose(found, wanted, tolerance) {
    return Object.is(found, wanted) || found === wanted || Math.abs(found - wanted) <= tolerance;
}

function isRight(found, {shape, dtype, values, tolerance = 0}) {
    const numbers = found.dataSync();
    return `${found.shape}` === `${shape}` && found.dtype === dtype && numbers.length === values.length &&
        values.map(Number).every((value, at) => isClose(numbers[at], value, tolerance));
}

// An object of results as a list.
function toList(results) {
    return results instanceof tf.Tensor ? [results] : Object.values(results);
}

// (nullable): what is wrong. The library has no text.
async function check({expr, inputs, outputs}, functions) {
    const isText = outputs.some(({dtype}) => dtype === 'string');
    beginSession();
    try {
        const results = toList(await evaluate(expr, inputs.map(makeInput), functions));
        const wrong = outputs.findIndex((output, at) => !results[at] || !isRight(results[at], output));
        return wrong < 0 && !isText ? null : `result ${wrong} is ${results[wrong]}`;
    } catch (error) {
        return isText ? null : `${error}`;
    } finally {
        endSession();
    }
}

if (!GLib.file_test(path, GLib.FileTest.EXISTS)) {
    print(`${path} is not there`);
    System.exit(SKIPPED);
}
const {ops, cases} = JSON.parse(new TextDecoder().decode(GLib.file_get_contents(path)[1]));
const entries = Object.entries(ops).map(([name, code]) => [name, new Function('tf', `return ${code}`)(tf)]);
const functions = Object.fromEntries(entries);
const complaints = [];
for (const one of cases) {
    const wrong = await check(one, functions);
    if (wrong !== null)
        complaints.push([one.name, wrong]);
}
complaints.forEach(([name, wrong]) => print(`${name}: ${wrong}`));
print(`${cases.length} cases, ${complaints.length} wrong`);
System.exit(complaints.length > 0 ? 1 : 0);
