// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What TensorFlow.js makes windows of signals with, besides tf.signal.
import {makers} from './making.js';

// The least power of two that is not below a number.
export function enclosingPowerOfTwo(value) {
    return 2 ** Math.ceil(Math.log2(value));
}

// a - b cos (2πi / n), as tf.signal.hannWindow has it.
export function cosineWindow(windowLength, a, b) {
    const period = windowLength % 2 === 0 ? windowLength : Math.max(windowLength - 1, 1);
    const values = Float32Array.from({length: windowLength}, (_, at) => a - b * Math.cos(2 * Math.PI * at / period));
    return makers.tensor1d(values);
}
