// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Inputs of the cases of make-op-cases.mjs.
const count = shape => shape.reduce((a, b) => a * b, 1);

export const ints = (values, shape = [values.length]) => ({shape, dtype: 'int32', values});
export const floats = (values, shape = [values.length]) => ({shape, dtype: 'float32', values});
export const bools = (values, shape = [values.length]) => ({shape, dtype: 'bool', values});

// Different numbers from low to high with two decimals, which look as if they were drawn.
export function spread(shape, low = -2, high = 2, seed = 1) {
    const n = count(shape);
    const step = (high - low) / n;
    const values = Array.from({length: n}, (_, at) => low + step * ((at * 7919 + seed * 104729) % n + 0.37));
    return {shape, dtype: 'float32', values: values.map(value => Math.round(value * 100) / 100)};
}

export const weights = seed => shape => spread(shape, -1, 1, seed);
