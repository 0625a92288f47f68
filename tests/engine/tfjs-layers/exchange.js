// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// node exchange.js PACKAGE IN OUT: loads a layers model with TensorFlow.js, predicts, trains it by
// some steps, predicts, and saves it, as "layers-exchange train" does.
const fs = require("fs");
const path = require("path");
const [package_, input, output] = process.argv.slice(2);
const tf = require(package_);
const SAMPLES = 6;
const STEPS = 5;

function load(folder) {
  const json = JSON.parse(fs.readFileSync(path.join(folder, "model.json")));
  const group = json.weightsManifest[0];
  const bytes = Buffer.concat(group.paths.map((name) => fs.readFileSync(path.join(folder, name))));
  return {
    ...json,
    weightSpecs: group.weights,
    weightData: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
  };
}

function save(artifacts, folder) {
  const { weightData, weightSpecs, ...json } = artifacts;
  json.weightsManifest = [{ paths: ["weights.bin"], weights: weightSpecs }];
  fs.writeFileSync(path.join(folder, "weights.bin"), Buffer.from(tf.io.CompositeArrayBuffer.join(weightData)));
  fs.writeFileSync(path.join(folder, "model.json"), JSON.stringify(json));
}

function samples(shape, seed) {
  const values = new Float32Array(shape.reduce((a, b) => a * b));
  for (let i = 0; i < values.length; i++)
    values[i] = (Math.imul(i + seed, 2654435761) >>> 16) / 65536;
  return tf.tensor(values, shape);
}

function predict(model, x, name) {
  const y = model.predict(x, { batchSize: SAMPLES });
  fs.writeFileSync(path.join(output, name), Buffer.from(y.dataSync().buffer));
  return y;
}

async function main() {
  await tf.setBackend("cpu");
  fs.mkdirSync(output, { recursive: true });
  const model = await tf.loadLayersModel({ load: async () => load(input) });
  const x = samples([SAMPLES, ...model.inputs[0].shape.slice(1)], 1);
  const y = samples(predict(model, x, "before.f32").shape, 99);
  for (let i = 0; i < STEPS; i++)
    await model.trainOnBatch(x, y);
  predict(model, x, "after.f32");
  await model.save({
    save: async (artifacts) => {
      save(artifacts, output);
      return { modelArtifactsInfo: { dateSaved: new Date(), modelTopologyType: "JSON" } };
    },
  }, { includeOptimizer: true });
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
