// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// onnxruntime's side: one session in one process, run as it is told.
//
//   node onnxruntime.js ADDON MODEL INPUT SHAPE THREADS
//
// ADDON is the folder of onnxruntime-node, INPUT a file of float32, SHAPE its dimensions with
// commas between; a first dimension named N is that of SHAPE. The first line of output says what
// the first run took; then for each line "COUNT" of input one line of COUNT times, each in ms by
// the clock, a comma, and in ms of processors; and for each line "scores PATH" the output is
// written there.
'use strict';
const fs = require('fs');
const readline = require('readline');
const [addon, model, input, shape, threads] = process.argv.slice(2);
const ort = require(addon);

function readProcessorMs() {
  const {user, system} = process.cpuUsage();
  return (user + system) / 1e3;
}

async function main() {
  const bytes = fs.readFileSync(input);
  const data = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  const dims = shape.split(',').map(Number);
  const x = new ort.Tensor('float32', data, dims);
  const session = await ort.InferenceSession.create(
    model, {intraOpNumThreads: Number(threads), interOpNumThreads: 1, freeDimensionOverrides: {N: dims[0]}});
  const run = async () => {
    const processorMs = readProcessorMs();
    const begin = process.hrtime.bigint();
    const y = await session.run({[session.inputNames[0]]: x});
    const ms = Number(process.hrtime.bigint() - begin) / 1e6;
    return [`${ms.toFixed(4)},${(readProcessorMs() - processorMs).toFixed(3)}`, y[session.outputNames[0]]];
  };
  let [time, y] = await run();
  console.log(time);
  for await (const line of readline.createInterface({input: process.stdin})) {
    const times = [];
    if (line.startsWith('scores '))
      fs.writeFileSync(line.slice(7), Buffer.from(y.data.buffer, y.data.byteOffset, y.data.byteLength));
    else
      for (let i = 0; i < Number(line); i++) {
        [time, y] = await run();
        times.push(time);
      }
    console.log(times.join(' '));
  }
}

main();
