// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the library or this module refuses is an Error whose message names the function that was
// called, and the argument where one is at fault.
import GLib from 'gi://GLib';

// Of what is refused; a mistake such as a name that there is not is another Error of JavaScript.
export class Refusal extends Error {}

export function refuse(message) {
    throw new Refusal(message);
}

let kept = null; // (nullable) {error}: what a function threw that the library called, until the library has failed

export function keep(error) {
    kept = {error};
}

// For the library, which calls it: what it throws is kept.
export function guard(f) {
    return (...args) => {
        try {
            return f(...args);
        } catch (error) {
            keep(error);
            return null;
        }
    };
}

// A GLib.Error, which begins with a function of C or none, as an Error of the function name.
export function translate(name, error) {
    if (!(error instanceof GLib.Error))
        return error;
    if (kept !== null) {
        const {error: own} = kept;
        kept = null;
        return own;
    }
    return new Refusal(`${name}: ${error.message.replace(/^koma_\w+: /, '')}`, {cause: error});
}

// Calls f; what the library refuses is refused by the function name.
export function call(name, f) {
    try {
        return f();
    } catch (error) {
        throw translate(name, error);
    }
}

// A promise of what f returns: it fails where f does.
export function promise(name, f) {
    return new Promise(resolve => resolve(call(name, f)));
}

// A function that TensorFlow.js has and libkoma has not.
export function lack(name, why = 'Koma does not have it') {
    const f = () => {
        throw new Error(`tf.${name}: ${why}`);
    };
    return Object.defineProperty(f, 'name', {value: name.split('.').at(-1)});
}

export function describe(value) {
    const text = typeof value === 'string' ? `“${value}”` : String(value);
    return text.length > 40 ? `${text.slice(0, 37)}…` : text;
}
