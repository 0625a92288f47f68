// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Complex numbers, their transforms, and signals. Complex results are compared as they are, and by their parts,
// which have gradients.
import {floats, spread, weights} from '../inputs.mjs';

export const code = {
    complex: '(x, a) => tf.complex(x[0], x[1])',
    complexAbs: '(x, a) => tf.abs(tf.complex(x[0], x[1]))',
    complexPart: '(x, a) => tf[a.part](tf.complex(x[0], x[1]))',
    cosineWindow: '(x, a) => tf.signal[a.name](a.n)',
    fft: '(x, a) => tf[a.inverse ? "ifft" : "fft"](tf.complex(x[0], x[1]))',
    fftPart: '(x, a) => tf[a.part](tf[a.inverse ? "ifft" : "fft"](tf.complex(x[0], x[1])))',
    frame: '(x, a) => tf.signal.frame(x[0], a.frameLength, a.frameStep, a.padEnd, a.padValue)',
    irfft: '(x, a) => tf.irfft(tf.complex(x[0], x[1])).reshape(a.shape)',
    rfft: '(x, a) => tf.rfft(x[0], a.n)',
    rfftPart: '(x, a) => tf[a.part](tf.rfft(x[0], a.n))',
    spectrogram: '(x, a) => tf.abs(tf.signal.stft(x[0], a.frameLength, a.frameStep, a.fftLength))',
    spectrogramPower: '(x, a) => tf.abs(tf.signal.stft(x[0], a.frameLength, a.frameStep, a.fftLength)).square()',
    stft: '(x, a) => tf.signal.stft(x[0], a.frameLength, a.frameStep, a.fftLength, n => tf.signal[a.window](n))',
};

const two = shape => [spread(shape, -2, 2, 1), spread(shape, -1, 3, 2)];
const transform = (n, inverse, batch = []) => ({name: `fft_${n}_${batch.length}_${inverse}`, op: 'fft',
    attributes: {inverse}, inputs: two([...batch, n])});
const part = (n, inverse, name) => ({name: `fft_${name}_${n}_${inverse}`, op: 'fftPart',
    attributes: {inverse, part: name}, inputs: two([2, n]), dy: weights(3), isLinear: true});
const real = (shape, n) => ({name: `rfft_${shape.join('_')}_${n}`, op: 'rfft', attributes: {n},
    inputs: [spread(shape)]});
const back = (shape, result) => ({name: `irfft_${shape.join('_')}`, op: 'irfft', attributes: {shape: result},
    inputs: two(shape), dy: weights(2), isLinear: true});
const frame = (name, frameLength, frameStep, padEnd, padValue) => ({name: `frame_${name}`, op: 'frame',
    attributes: {frameLength, frameStep, padEnd, padValue}, inputs: [spread([11])], dy: weights(2), isLinear: true});
const window = (name, n) => ({name: `${name}_${n}`, op: 'cosineWindow', attributes: {name, n}, inputs: []});

export const list = [
    {name: 'complex', op: 'complex', inputs: two([2, 3])},
    {name: 'complex_scalar', op: 'complex', inputs: [floats([2], []), floats([-3], [])]},
    {name: 'complex_abs', op: 'complexAbs', inputs: [floats([3, 0, -5, 0]), floats([4, 0, 12, -2])]},
    ...['real', 'imag'].map(name => ({name: `complex_${name}`, op: 'complexPart', attributes: {part: name},
        inputs: two([2, 3]), dy: weights(1), isLinear: true})),
    ...[1, 2, 3, 8, 31, 36, 48, 60, 97, 131, 256, 262, 1000].map(n => transform(n, false)),
    ...[1, 2, 5, 60, 131].map(n => transform(n, true)),
    transform(6, false, [2, 3]),
    transform(40, true, [3]),
    ...['real', 'imag'].flatMap(name => [part(6, false, name), part(5, true, name), part(40, false, name)]),
    real([1], null),
    real([7], null),
    real([8], null),
    real([2, 3, 4], null),
    real([2, 9], 4),
    real([2, 5], 12),
    {name: 'rfft_real', op: 'rfftPart', attributes: {n: 6, part: 'real'}, inputs: [spread([2, 5])], dy: weights(1),
        isLinear: true},
    {name: 'rfft_imag', op: 'rfftPart', attributes: {n: 4, part: 'imag'}, inputs: [spread([2, 5])], dy: weights(1),
        isLinear: true},
    back([1], [1]),
    back([2], [2]),
    back([5], [8]),
    back([2, 4], [2, 6]),
    back([2, 3, 3], [2, 3, 4]),
    frame('overlap', 4, 2, false, 0),
    frame('apart', 2, 5, false, 0),
    frame('padded', 4, 3, true, 0),
    frame('padded_with', 5, 2, true, 7.5),
    ...[2, 3, 6, 7, 20].flatMap(n => [window('hannWindow', n), window('hammingWindow', n)]),
    ...[[8, 4, null], [6, 3, null], [5, 2, 12], [8, 3, 5]].map(([frameLength, frameStep, fftLength]) => ({
        name: `spectrogram_${frameLength}_${fftLength}`, op: 'spectrogram',
        attributes: {frameLength, frameStep, fftLength}, inputs: [spread([30])]})),
    {name: 'spectrogram_power', op: 'spectrogramPower', attributes: {frameLength: 6, frameStep: 4, fftLength: 8},
        inputs: [spread([18])], dy: weights(2), isLinear: true},
    ...['hannWindow', 'hammingWindow'].map(name => ({name: `stft_${name}`, op: 'stft',
        attributes: {frameLength: 9, frameStep: 4, fftLength: null, window: name}, inputs: [spread([30])]})),
];
