// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The same job as `koma classify FOLDER`, by sharp and onnxruntime: the first three classes of each picture.
//
//   node peer.js SHARP ONNXRUNTIME MODEL SCALE FOLDER
//
// SHARP and ONNXRUNTIME are the folders of the packages; SCALE is "fast", as sharp chooses, or "fine": JPEGs
// are decoded at no less than twice the model's size, as Koma does.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const [sharpPackage, ortPackage, model, scale, folder] = process.argv.slice(2);
const sharp = require(sharpPackage);
const ort = require(ortPackage);

const SIDE = 224;
const MEAN = [0.485, 0.456, 0.406];
const DEVIATION = [0.229, 0.224, 0.225];
const RANGES = MEAN.map((mean, c) => Float32Array.from({length: 256}, (_, p) => (p / 255 - mean) / DEVIATION[c]));

// Each picture on one processor, as many at once as there are.
sharp.concurrency(1);
sharp.cache(false);

async function readInput(file) {
  const bytes = await sharp(file)
    .rotate()
    .resize(SIDE, SIDE, {fit: 'cover', kernel: 'linear', fastShrinkOnLoad: scale === 'fast'})
    .removeAlpha().toColourspace('srgb').raw().toBuffer();
  const plane = SIDE * SIDE;
  const input = new Float32Array(3 * plane);
  for (let i = 0; i < plane; i++) {
    input[i] = RANGES[0][bytes[3 * i]];
    input[plane + i] = RANGES[1][bytes[3 * i + 1]];
    input[2 * plane + i] = RANGES[2][bytes[3 * i + 2]];
  }
  return new ort.Tensor('float32', input, [1, 3, SIDE, SIDE]);
}

function findBest(scores) {
  const order = Array.from(scores.keys()).sort((a, b) => scores[b] - scores[a]);
  return order.slice(0, 3).map((c) => `${c} ${scores[c].toFixed(3)}`).join(', ');
}

async function main() {
  const files = fs.readdirSync(folder).sort();
  const session = await ort.InferenceSession.create(
    model, {intraOpNumThreads: 1, interOpNumThreads: 1, freeDimensionOverrides: {N: 1}});
  const answers = [];
  let next = 0;
  const classify = async () => {
    while (next < files.length) {
      const index = next++;
      const input = await readInput(path.join(folder, files[index]));
      const output = await session.run({[session.inputNames[0]]: input});
      answers[index] = findBest(output[session.outputNames[0]].data);
    }
  };
  await Promise.all(Array.from({length: 2 * os.availableParallelism()}, classify));
  answers.forEach((answer, index) => console.log(`${files[index]}: ${answer}`));
}

main();
