// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// gjs -m run-tests.js JASMINE BUNDLE: the tests of a file that bundle.mjs made, with Koma's tf.js. A line for each
// test as it ends, {name, isPassed, messages}, behind “result ”; then “done”.
import Gio from 'gi://Gio';
import System from 'system';
import * as tf from '../../../engine/koma/library/javascript/tf.js';

const [jasminePath, bundlePath] = ARGV;
const toUri = path => Gio.File.new_for_path(path).get_uri();

const noted = []; // what the test has thrown where it was to throw

// What is thrown is judged by its words, too: that a function is not there is not what a test expects.
function note(makeMatcher) {
    return matchersUtil => {
        const matcher = makeMatcher(matchersUtil);
        const noting = f => typeof f !== 'function' ? f : (...args) => {
            try {
                return f(...args);
            } catch (error) {
                noted.push(`${error}`);
                throw error;
            }
        };
        return {compare: (actual, ...rest) => matcher.compare(noting(actual), ...rest)};
    };
}

// As tests of TensorFlow.js have the engine's own object.
function makeEngine() {
    const {startScope, endScope, memory} = tf.engine();
    return {
        backend: {floatPrecision: () => 32, epsilon: () => 1e-7},
        endScope,
        memory,
        reset: () => tf.disposeVariables(),
        setBackend: name => tf.setBackend(name),
        startScope,
        disposeVariables: () => tf.disposeVariables(),
    };
}

// The program has a limit of time; one for each test would be a source of GLib for each, which gjs has to collect.
function leaveTimeToProgram(jasmine) {
    const {setTimeout, clearTimeout} = globalThis;
    globalThis.setTimeout = (f, delay, ...args) =>
        delay === jasmine.DEFAULT_TIMEOUT_INTERVAL ? null : setTimeout(f, delay, ...args);
    globalThis.clearTimeout = timer => timer !== null && clearTimeout(timer);
}

// Flags, and what helpers of tests ask of the platform.
const platform = {
    encode: text => new TextEncoder().encode(text),
    decode: bytes => new TextDecoder().decode(bytes),
    isTypedArray: value => [Float32Array, Int32Array, Uint8Array, Uint8ClampedArray].some(
        type => value instanceof type),
};

async function prepare() {
    globalThis.global = globalThis;
    const {default: jasmineRequire} = await import(toUri(jasminePath));
    const jasmine = jasmineRequire.core(jasmineRequire);
    leaveTimeToProgram(jasmine);
    for (const name of ['toThrow', 'toThrowError'])
        jasmine.matchers[name] = note(jasmine.matchers[name]);
    const env = jasmine.getEnv({suppressLoadErrors: true});
    env.configure({random: false});
    Object.assign(globalThis, jasmineRequire.interface(jasmine, env), {jasmine});
    globalThis.reference = {
        ...tf,
        ENGINE: makeEngine(),
        env: () => Object.assign(tf.env(), {platform}),
        KernelBackend: class {},
        getGlobalTensorClass: () => tf.Tensor,
    };
    return env;
}

const reporter = {
    specStarted() {
        noted.length = 0;
    },
    specDone({fullName, status, failedExpectations}) {
        System.gc(); // a collection that goes on would keep gjs from calling Jasmine's timers
        if (status !== 'passed' && status !== 'failed')
            return;
        const messages = failedExpectations.map(({message}) => message);
        print(`result ${JSON.stringify({
            name: fullName.replace(' koma {} ', ' '), isPassed: status === 'passed', messages, thrown: noted,
        })}`);
    },
};

const env = await prepare();
env.addReporter(reporter);
await import(toUri(bundlePath));
await env.execute();
print('done');
