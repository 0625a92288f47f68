// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the tests of tf.js share: comparisons, and how cases are run and told of in TAP.
import GLib from 'gi://GLib';
import * as tf from '../../../../engine/koma/library/javascript/tf.js';

export function assert(isTrue, message) {
    if (!isTrue)
        throw new Error(message);
}

export function assertSame(found, wanted) {
    const [one, other] = [found, wanted].map(value => JSON.stringify(ArrayBuffer.isView(value) ? [...value] : value));
    assert(one === other, `${one}, expected ${other}`);
}

export function assertClose(found, wanted, tolerance = 1e-5) {
    const [one, other] = [found, wanted].map(value => tf.util.flatten(value?.dataSync?.() ?? value));
    const isClose = one.length === other.length && one.every((x, at) => Math.abs(x - other[at]) <= tolerance);
    assert(isClose, `${one}, expected ${other}`);
}

// The message of the Error that f throws, or that its promise fails with.
export async function fail(f) {
    try {
        await f();
    } catch (error) {
        assert(error instanceof Error && !(error instanceof GLib.Error), `${error} is no Error`);
        return error.message;
    }
    throw new Error(`${f} does not throw`);
}

export async function assertFails(f, ...words) {
    const message = await fail(f);
    words.forEach(word => assert(message.includes(word), `${message}: there is no “${word}”`));
}

// Runs the functions of an object, by their names. Returns how many failed.
export async function runCases(cases) {
    let n_failed = 0;
    print(`1..${Object.keys(cases).length}`);
    for (const [at, [name, run]] of Object.entries(cases).entries()) {
        try {
            await run();
            print(`ok ${at + 1} ${name}`);
        } catch (error) {
            n_failed++;
            const lines = `${error.message}\n${error.stack}`.trim().replaceAll('\n', '\n# ');
            print(`not ok ${at + 1} ${name}\n# ${lines}`);
        }
    }
    return n_failed;
}
