// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// tf.d.ts names what tf.js has, and nothing else; the page for users names what lacks:
// gjs -m test-tf-types.js TF.d.ts JAVASCRIPT.md
import GLib from 'gi://GLib';
import System from 'system';
import * as tf from '../../../../engine/koma/library/javascript/tf.js';
import {lackingNames} from '../../../../engine/koma/library/javascript/tf/lacking.js';

const [text, page] = ARGV.map(path => new TextDecoder().decode(GLib.file_get_contents(path)[1]));
const complaints = [];

// {exports, blocks}: what is exported, and the members of each class and namespace
function readTypes() {
    const exports = new Set();
    const blocks = new Map();
    let block = null;
    for (const line of text.split('\n')) {
        const [, isExported, kind, name] = /^(export )?declare (class|const|function) (\w+)/.exec(line) ?? [];
        const [, member] = /^ {4}(?:readonly |get )*(\w+)[?(:<]/.exec(line) ?? [];
        if (isExported)
            exports.add(name);
        if (kind && line.endsWith('{'))
            blocks.set(name, block = {kind, parent: / extends (\w+)/.exec(line)?.[1], members: new Set()});
        else if (line.startsWith('}'))
            block = null;
        else if (block && member && member !== 'constructor')
            block.members.add(member);
    }
    return {exports, blocks};
}

function compare(where, found, wanted) {
    for (const name of wanted) {
        if (!found.has(name))
            complaints.push(`${where}${name} is lacking`);
    }
    for (const name of found) {
        if (!wanted.has(name))
            complaints.push(`${where}${name} is none`);
    }
}

// Of the class itself, without what it inherits.
function listMethods(type) {
    return Object.getOwnPropertyNames(type.prototype).filter(name => name !== 'constructor');
}

// What objects have as soon as they are made is in the types, and not in the prototype.
const made = {
    Tensor: tf.scalar(1),
    TensorBuffer: tf.buffer([1]),
    Optimizer: tf.train.sgd(1),
    LayersModel: tf.sequential(),
    SymbolicTensor: tf.input({shape: [1]}),
    Layer: tf.layers.flatten(),
    LayerVariable: new tf.LayerVariable('w', tf.variable(tf.scalar(1)).handle),
    Callback: new tf.Callback(),
    History: new tf.History(),
    GraphModel: new tf.GraphModel(null),
    Dataset: tf.data.array([]),
};

function checkClass(name, {members, parent}) {
    const type = tf[name] ?? tf.layers[name] ?? tf.data[name];
    const inherited = parent ? Object.keys(made[parent] ?? {}) : [];
    const own = Object.keys(made[name] ?? {}).filter(key => !inherited.includes(key) && key !== 'stopped');
    compare(`${name}.`, members, new Set([...listMethods(type), ...own]));
}

const {exports, blocks} = readTypes();
compare('', exports, new Set(Object.keys(tf)));
for (const [name, block] of blocks) {
    if (block.kind === 'class')
        checkClass(name, block);
    else if (block.kind === 'const')
        compare(`${name}.`, block.members, new Set(Object.keys(tf[name])));
}
// “`image`: `transform`; `qr`” of the second table on the page as image.transform and image.qr
function listOnPage() {
    const found = new Set();
    const [, rows] = /These are left out.*?\n((?:\|.*\n)+)/s.exec(page);
    for (const row of rows.split('\n').slice(2, -1)) {
        for (const group of row.split(' | ')[0].split(/[;|]/)) {
            const [, namespace, list] = /^ *(?:`(\w+)`: )?(.*)$/.exec(group);
            [...list.matchAll(/`(\w+)`/g)].forEach(([, name]) => found.add(namespace ? `${namespace}.${name}` : name));
        }
    }
    return found;
}

const lacking = Object.entries(lackingNames).flatMap(([namespace, names]) =>
    names.trim().split(/\s+/).map(name => namespace ? `${namespace}.${name}` : name));
compare('On the page: ', listOnPage(), new Set(lacking));
complaints.forEach(complaint => print(complaint));
print(`${exports.size} names, ${blocks.size} classes and namespaces`);
System.exit(complaints.length > 0 || exports.size < 200 || blocks.size < 25 ? 1 : 0);
