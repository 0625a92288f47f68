// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// node run-same-program.mjs PACKAGE PROGRAM OUTPUT: same-program.js with TensorFlow.js.
import {createRequire} from 'node:module';
import {pathToFileURL} from 'node:url';
import {writeFileSync} from 'node:fs';

const [folder, program, output] = process.argv.slice(2);
const tf = createRequire(import.meta.url)(folder);
await tf.setBackend('cpu');
const {compute} = await import(pathToFileURL(program));
writeFileSync(output, JSON.stringify(await compute(tf)));
