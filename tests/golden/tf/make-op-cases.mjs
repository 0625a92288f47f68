// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Writes tests/engine/koma/tfjs-cases.json and tfjs-gradients.json: what TensorFlow.js computes for the ops
// of cases/. With node, where `npm install @tensorflow/tfjs@4.22.0` has been run:
//
//     NODE_PATH=… node make-op-cases.mjs tests/engine/koma
import {createRequire} from 'node:module';
import {readdirSync, writeFileSync} from 'node:fs';

const tf = createRequire(`${process.cwd()}/`)('@tensorflow/tfjs');
const [folder] = process.argv.slice(2);
const here = new URL('cases/', import.meta.url);

const toNumber = value => Number.isFinite(value) && !Object.is(value, -0)
    ? Number(Math.fround(value).toPrecision(9))
    : Object.is(value, -0) ? '-0' : String(value);

function describe(tensor) {
    return {shape: tensor.shape, dtype: tensor.dtype, values: Array.from(tensor.dataSync(), toNumber)};
}

// Float32 rounds sums by their order.
function describeResult(tensor) {
    const one = describe(tensor);
    const greatest = Math.max(1, ...one.values.map(value => Math.abs(value)).filter(Number.isFinite));
    return isFloat(one) || one.dtype === 'complex64' ? {...one, tolerance: Number((greatest * 4e-6).toPrecision(2))} : one;
}

const make = ({shape, dtype, values}) => tf.tensor(values, shape, dtype);
const toArray = value => value instanceof tf.Tensor ? [value] : Array.isArray(value) ? value : Object.values(value);

async function makeCase(ops, {name, op, attributes = {}, inputs}) {
    const tensors = inputs.map(make);
    const outputs = toArray(await ops[op](tensors, attributes)).map(describeResult);
    const expr = [op, attributes, ...inputs.map((_, at) => `x${at}`)];
    return {name, expr, inputs: tensors.map(describe), outputs};
}

const isFloat = ({dtype}) => dtype === 'float32';

// Of the first result, by the inputs that are floats.
function derive(f, inputs, weights) {
    const floats = inputs.filter(isFloat);
    const grads = tf.grads((...xs) => f(inputs.map(one => isFloat(one) ? xs.shift() : make(one))))(floats.map(make), weights);
    return inputs.map(one => isFloat(one) ? describe(grads.shift()) : null);
}

// The same where TensorFlow.js has no gradient, or a promise: central differences, which are exact but for
// rounding where an op is linear in each input.
async function differ(f, inputs, weights) {
    const sum = async changed => (await f(changed.map(make))).mul(weights).sum().dataSync()[0];
    const change = (which, at, step) => inputs.map((one, index) => index === which
        ? {...one, values: one.values.map((value, i) => i === at ? value + step : value)}
        : one);
    const found = inputs.map(one => isFloat(one) ? {...one, values: [], tolerance: 2e-5} : null);
    for (const [which, gradient] of found.entries()) {
        for (let at = 0; gradient && at < inputs[which].values.length; at++) {
            const [above, below] = [await sum(change(which, at, 1)), await sum(change(which, at, -1))];
            gradient.values.push(toNumber((above - below) / 2));
        }
    }
    return found;
}

async function makeGradient(ops, {name, op, attributes = {}, inputs, dy, isLinear = false}) {
    const run = tensors => ops[op](tensors, attributes);
    const first = result => result instanceof Promise ? result.then(first) : toArray(result)[0];
    const f = tensors => first(run(tensors));
    const value = await f(inputs.map(make));
    const given = dy(value.shape);
    return {
        name,
        expr: [op, attributes, ...inputs.map((_, at) => `x${at}`)],
        inputs: inputs.map(one => describe(make(one))),
        dy: describe(make(given)),
        value: describe(value),
        grads: await (isLinear ? differ : derive)(f, inputs, make(given)),
    };
}

const write = (name, head, cases) => writeFileSync(`${folder}/${name}`, `{${head}"cases": [\n${
    cases.map(one => JSON.stringify(one)).join(',\n')}\n]}\n`);

tf.setBackend('cpu');
const cases = [];
const gradients = [];
const codes = {};
for (const file of readdirSync(here).sort()) {
    const {code, list} = await import(new URL(file, here));
    const ops = Object.fromEntries(Object.entries(code).map(([name, text]) => [name, new Function('tf', `return ${text}`)(tf)]));
    Object.assign(codes, code);
    for (const one of list) {
        cases.push(await makeCase(ops, one));
        if (one.dy)
            gradients.push(await makeGradient(ops, one));
    }
}
const runtime = `"runtime": "TensorFlow.js ${tf.version.tfjs}, backend cpu", `;
write('tfjs-cases.json', `${runtime}"ops": ${JSON.stringify(codes)}, `, cases);
write('tfjs-gradients.json', runtime, gradients);
