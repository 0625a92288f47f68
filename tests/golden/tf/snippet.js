// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Runs snippets of code that was written for TensorFlow.js.
import GLib from 'gi://GLib';
import {beginSession, endSession, makeWeights, printLines, session, tf} from './session.js';

const AsyncGeneratorFunction = (async function* () {}).constructor;

function inspectInner(value) {
    return typeof value === 'string' ? `'${value}'` : inspect(value);
}

// As console.log () shows values.
function inspect(value) {
    if (Array.isArray(value) || ArrayBuffer.isView(value)) {
        const items = Array.from(value, inspectInner);
        return items.length > 0 ? `[ ${items.join(', ')} ]` : '[]';
    }
    if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype)
        return `${value}`;
    const members = Object.entries(value).map(([key, item]) => `${key}: ${inspectInner(item)}`);
    return members.length > 0 ? `{ ${members.join(', ')} }` : '{}';
}

function print(...values) {
    printLines(values.map(inspect).join(' '));
}

// All that waits for a promise has run.
function settle() {
    return new Promise(resolve => GLib.idle_add(GLib.PRIORITY_LOW, () => {
        resolve();
        return GLib.SOURCE_REMOVE;
    }));
}

// The texts share their names, and make one function, which stops behind each. Calls onText after
// each of them. Returns what the given names stand for at the end.
async function run(texts, names, onText) {
    const parts = texts.map(text => `${text}\n;yield;\n`);
    const results = names.map(name => `${name}: typeof ${name} === 'undefined' ? undefined : ${name}`);
    const code = `'use strict';\n${parts.join('')}return {${results.join(', ')}};`;
    const steps = new AsyncGeneratorFunction('tf', 'print', 'console', code)(tf, print, {log: print});

    for (let i = 0; i < texts.length; i++) {
        await steps.next();
        await settle();
        session.models.forEach(makeWeights);
        onText();
    }
    return (await steps.next()).value;
}

// Gives look what there is at the end, {names, printed}, and returns what that returns; nothing that
// the texts made lives longer.
export async function runSnippet(texts, {names = [], onText = () => {}, look = () => {}} = {}) {
    beginSession();
    try {
        const found = await run(texts, names, onText);
        return look(found, session.printed);
    } finally {
        endSession();
    }
}
