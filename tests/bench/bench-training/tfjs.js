// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later
// One contender of compare.py, as koma.c there, with TensorFlow.js: FOLDER NET BACKEND. FOLDER is node_modules.
'use strict';

const path = require('path');
const readline = require('readline');

const [folder, name, backend] = process.argv.slice(2);
const tf = require(path.join(folder, '@tensorflow/tfjs'));
const BATCH = 64, SAMPLES = 10000, SIDE = 28, CLASSES = 10;

function mix(i, seed) {
  let h = (Math.imul(i, 2654435761) + Math.imul(seed, 2246822519)) >>> 0;
  h = Math.imul(h ^ h >>> 15, 2246822519) >>> 0;
  h = Math.imul(h ^ h >>> 13, 3266489917) >>> 0;
  return ((h ^ h >>> 16) >>> 8) / 16777216;
}

function kernel(shape, index) {
  const count = shape.reduce((a, b) => a * b, 1);
  const limit = Math.sqrt(6 / (count / shape[shape.length - 1] + count / shape[shape.length - 2]));
  return tf.tensor(Float32Array.from({ length: count }, (_, i) => (mix(i, 100 + index) * 2 - 1) * limit), shape);
}

const conv = (filters, more) => tf.layers.conv2d({ filters, kernelSize: 3, padding: 'same', activation: 'relu', ...more });
const pool = () => tf.layers.maxPooling2d({ poolSize: 2 });
const dense = (units, activation, more) => tf.layers.dense({ units, activation, ...more });
const NETS = {
  dense: () => [dense(256, 'relu', { inputShape: [SIDE * SIDE] }), dense(128, 'relu'), dense(CLASSES, 'softmax')],
  conv: () => [conv(16, { inputShape: [SIDE, SIDE, 1] }), pool(), conv(32), pool(), tf.layers.flatten(), dense(64, 'relu'),
    dense(CLASSES, 'softmax')],
  lstm: () => [tf.layers.lstm({ units: 64, recurrentActivation: 'sigmoid', inputShape: [SIDE, SIDE] }),
    dense(CLASSES, 'softmax')],
};
const SHAPES = { dense: [SIDE * SIDE], conv: [SIDE, SIDE, 1], lstm: [SIDE, SIDE] };

async function main() {
  if (backend === 'wasm') {
    const wasm = require(path.join(folder, '@tensorflow/tfjs-backend-wasm'));
    wasm.setWasmPaths(path.join(folder, '@tensorflow/tfjs-backend-wasm/dist/'));
  }
  await tf.setBackend(backend);
  await tf.ready();
  const model = tf.sequential({ layers: NETS[name]() });
  model.setWeights(model.getWeights().map((w, i) => w.shape.length === 1 ? tf.zeros(w.shape) : kernel(w.shape, i)));
  model.compile({ optimizer: tf.train.adam(0.001), loss: 'categoricalCrossentropy' });
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const n = Number(line), size = n * SIDE * SIDE;
    const x = tf.tensor(Float32Array.from({ length: size }, (_, i) => mix(i, 1)), [n, ...SHAPES[name]]);
    const y = tf.oneHot(tf.tensor1d(Array.from({ length: n }, (_, i) => Math.floor(CLASSES * mix(i, 2))), 'int32'), CLASSES);
    const wall = performance.now(), cpu = process.cpuUsage();
    let loss = 0;
    await model.fit(x, y, { batchSize: BATCH, epochs: 1, shuffle: false, verbose: 0, yieldEvery: 'never',
      callbacks: { onBatchEnd: (_, logs) => { loss = logs.loss; } } });
    const used = process.cpuUsage(cpu);
    console.log((performance.now() - wall).toFixed(3), ((used.user + used.system) / 1e3).toFixed(3), loss.toFixed(6));
    tf.dispose([x, y]);
  }
}

main().catch((error) => { console.error(error.message); process.exit(1); });
