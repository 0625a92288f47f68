// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// node predict.js PACKAGE FOLDER: TensorFlow.js loads the layers model in the folder and writes its answer to x.f32,
// tfjs.f32; prints the labels of metadata.json.
const fs = require("fs");
const path = require("path");
const [package_, folder] = process.argv.slice(2);
const tf = require(package_);

function floats(name) {
  const bytes = fs.readFileSync(path.join(folder, name));
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

async function main() {
  await tf.setBackend("cpu");
  const json = JSON.parse(fs.readFileSync(path.join(folder, "model.json")));
  const weightSpecs = json.weightsManifest[0].weights;
  const weightData = floats(json.weightsManifest[0].paths[0]).buffer;
  const model = await tf.loadLayersModel({ load: async () => ({ ...json, weightSpecs, weightData }) });
  const y = model.predict(tf.tensor(floats("x.f32"), [1, ...model.inputs[0].shape.slice(1)]));
  fs.writeFileSync(path.join(folder, "tfjs.f32"), Buffer.from(y.dataSync().buffer));
  console.log(JSON.parse(fs.readFileSync(path.join(folder, "metadata.json"))).labels.join(" "));
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
