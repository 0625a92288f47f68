// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// onnxruntime's side: one session in one process, on one thread, run as it is told.
//
//   node onnxruntime.js ADDON MODEL INPUT SHAPE
//
// ADDON is the folder of onnxruntime-node, INPUT a file of float32, SHAPE its dimensions with
// commas between. The first line of output says what the first run took; then for each line
// "COUNT" of input one line of COUNT times in ms, and for each line "scores PATH" the output is
// written there.
'use strict';
const fs = require('fs');
const readline = require('readline');
const [addon, model, input, shape] = process.argv.slice(2);
const ort = require(addon);

async function main() {
  const bytes = fs.readFileSync(input);
  const data = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  const x = new ort.Tensor('float32', data, shape.split(',').map(Number));
  const session = await ort.InferenceSession.create(model, {intraOpNumThreads: 1, interOpNumThreads: 1});
  const run = async () => {
    const begin = process.hrtime.bigint();
    const y = await session.run({[session.inputNames[0]]: x});
    return [Number(process.hrtime.bigint() - begin) / 1e6, y[session.outputNames[0]]];
  };
  let [ms, y] = await run();
  console.log(ms.toFixed(3));
  for await (const line of readline.createInterface({input: process.stdin})) {
    const times = [];
    if (line.startsWith('scores '))
      fs.writeFileSync(line.slice(7), Buffer.from(y.data.buffer, y.data.byteOffset, y.data.byteLength));
    else
      for (let i = 0; i < Number(line); i++) {
        [ms, y] = await run();
        times.push(ms.toFixed(3));
      }
    console.log(times.join(' '));
  }
}

main();
