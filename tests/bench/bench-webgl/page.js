// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later
// TensorFlow.js' side of compare.py: asks the server what to do, does it, says how long it took.
"use strict";

let model;
let shape;
let input;

function findRenderer() {
  const gl = document.createElement("canvas").getContext("webgl2");
  const info = gl && gl.getExtension("WEBGL_debug_renderer_info");
  return info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : "no WebGL 2";
}

// What a caller does for each batch: input in, run, output there. Of the two ways to the output the
// one that waits is the faster; the other asks every few milliseconds whether it is there.
function predict() {
  const begin = performance.now();
  const pictures = tf.tensor(input, shape, "float32");
  const scores = model.predict(pictures);
  const data = scores.dataSync();
  tf.dispose([pictures, scores]);
  return { ms: performance.now() - begin, scores: data };
}

const jobs = {
  async start({ batch }) {
    await tf.setBackend("webgl");
    await tf.ready();
    model = await tf.loadGraphModel("model/model.json");
    input = new Float32Array(await (await fetch("input.f32")).arrayBuffer());
    shape = [batch, 224, 224, 3];
    return {
      renderer: findRenderer(),
      version: tf.version.tfjs,
      backend: tf.getBackend(),
      isFloat32: tf.env().getBool("WEBGL_RENDER_FLOAT32_ENABLED"),
      ms: predict().ms,
    };
  },
  async run({ count }) {
    return Array.from({ length: count }, () => predict().ms);
  },
  async scores() {
    return Array.from(predict().scores);
  },
};

async function main() {
  for (;;) {
    const job = await (await fetch("job")).json();
    let answer;
    try {
      answer = { result: await jobs[job.name](job) };
    } catch (error) {
      answer = { error: String(error) };
    }
    await fetch("done", { method: "POST", body: JSON.stringify(answer) });
  }
}

main();
