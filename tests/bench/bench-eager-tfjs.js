// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What bench-eager.py compares with, in TensorFlow.js' backend wasm: FOLDER, which is node_modules. For each line, the name
// of a row, it prints what a call takes, the mean of as many in a row as take a moment: "WALL,PROCESSOR", in ms. The first
// row is the first line, without being asked.
'use strict';

const path = require('path');
const readline = require('readline');

const [folder] = process.argv.slice(2);
const tf = require(path.join(folder, '@tensorflow/tfjs'));
const wasm = require(path.join(folder, '@tensorflow/tfjs-backend-wasm'));
const N = 1000000, LOOP_MS = 10;

function makeRows() {
  const a = tf.randomNormal([N]), b = tf.randomNormal([N]);
  const p = tf.randomNormal([512, 512]), q = tf.randomNormal([512, 512]);
  const picture = tf.randomNormal([1, 56, 56, 64]), filters = tf.randomNormal([3, 3, 64, 64]);
  return {
    'a + b, 10⁶': () => tf.add(a, b),
    'a · b, 10⁶': () => tf.mul(a, b),
    'exp a, 10⁶': () => tf.exp(a),
    'sum a, 10⁶': () => tf.sum(a),
    'softmax a, 10⁶': () => tf.softmax(a),
    'relu (a · b + a), 10⁶': () => tf.tidy(() => tf.relu(tf.add(tf.mul(a, b), a))),
    'matrices, 512 · 512': () => tf.matMul(p, q),
    'conv 3 × 3, 56 × 56, 64 → 64': () => tf.conv2d(picture, filters, 1, 'same'),
  };
}

function timeOnce(call) {
  for (let n = 1; ; n *= 4) {
    const wall = performance.now(), cpu = process.cpuUsage();
    for (let i = 0; i < n; i++)
      call().dispose();
    const used = process.cpuUsage(cpu), ms = (used.user + used.system) / 1e3;
    if (ms >= LOOP_MS)
      return [(performance.now() - wall) / n, ms / n];
  }
}

async function main() {
  wasm.setWasmPaths(path.join(folder, '@tensorflow/tfjs-backend-wasm/dist/'));
  await tf.setBackend('wasm');
  await tf.ready();
  const rows = makeRows();
  console.log(timeOnce(Object.values(rows)[0]).join());
  for await (const name of readline.createInterface({ input: process.stdin }))
    console.log(timeOnce(rows[name]).join());
}

main().catch((error) => { console.error(error.message); process.exit(1); });
