# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""TypeScript takes a program that uses tf.d.ts as it should be, and refuses each line that does not.

test-tf-tsc.py TSC TF.d.ts
"""
import pathlib
import re
import subprocess
import sys
import tempfile

GOOD = """import * as tf from './tf.js';
const a: tf.Tensor2D = tf.tensor2d([[1, 2], [3, 4]]);
const b = a.add(1).matMul(a).sum(0, true);
const model = tf.sequential({layers: [tf.layers.dense({units: 1, inputShape: [2]})]});
model.compile({optimizer: tf.train.adam(0.1), loss: 'meanSquaredError'});
const stop = tf.callbacks.earlyStopping({monitor: 'loss'});
const onEpochEnd = async (epoch: number, logs: tf.Logs) => { print(epoch, logs.loss); };
declare function print(...values: any[]): void;
const done: Promise<tf.History> = model.fit(a, [[1], [2]], {epochs: 2, callbacks: [{onEpochEnd}, stop]});
const {values} = tf.topk(a, 1);
tf.conv2d(tf.zeros([1, 4, 4, 1]), tf.ones([2, 2, 1, 1]), 1, 'same').print();
const g: tf.Tensor = tf.grad(x => x.square())(3);
"""
BAD = """const c = tf.zeros('two');
const d: number = tf.ones([2]);
tf.sum(a, 0, 'yes');
tf.conv2d(a, a, 1, 'none');
model.fit(a);
model.fit(a, a, {epoch: 1});
tf.nothing(a);
a.nothing();
tf.layers.nothing();
"""


def list_errors(folder, text):
    """The numbers of lines with errors."""
    program = pathlib.Path(folder, "program.ts")
    program.write_text(text, encoding="utf-8")
    command = [sys.argv[1], "--noEmit", "--strict", "--target", "es2020", "--moduleResolution", "node", program]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    return found.stdout, {int(line) for line in re.findall(r"program\.ts\((\d+),", found.stdout)}, found.returncode


with tempfile.TemporaryDirectory() as folder:
    types = pathlib.Path(sys.argv[2]).read_text(encoding="utf-8")
    pathlib.Path(folder, "tf.d.ts").write_text(types, encoding="utf-8")
    said, _, status = list_errors(folder, GOOD)
    if status != 0:
        sys.exit(said)
    said, lines, _ = list_errors(folder, GOOD + BAD)
    n_good = GOOD.count("\n")
    if lines != set(range(n_good + 1, n_good + 1 + BAD.count("\n"))):
        sys.exit(f"errors in the lines {sorted(lines)}, of {n_good + 1} on:\n{said}")
