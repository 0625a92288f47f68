// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Pictures, and boxes in them.
import {floats, ints, spread, weights} from '../inputs.mjs';

const suppression = 'x[0], x[1], a.maxOutputSize, a.iouThreshold, a.scoreThreshold';

export const code = {
    cropAndResize: '(x, a) => tf.image.cropAndResize(x[0], x[1], x[2], a.cropSize, a.method, a.extrapolationValue)',
    flipLeftRight: '(x, a) => tf.image.flipLeftRight(x[0])',
    grayscaleToRGB: '(x, a) => tf.image.grayscaleToRGB(x[0])',
    nonMaxSuppression: `(x, a) => tf.image.nonMaxSuppression(${suppression})`,
    nonMaxSuppressionAsync: `(x, a) => tf.image.nonMaxSuppressionAsync(${suppression})`,
    nonMaxSuppressionPadded: `(x, a) => tf.image.nonMaxSuppressionPadded(${suppression}, a.padToMaxOutputSize)`,
    nonMaxSuppressionWithScore: `(x, a) => tf.image.nonMaxSuppressionWithScore(${suppression}, a.softNmsSigma)`,
    rgbToGrayscale: '(x, a) => tf.image.rgbToGrayscale(x[0])',
    rotateWithOffset: '(x, a) => tf.image.rotateWithOffset(x[0], a.radians, a.fillValue, a.center)',
    threshold: '(x, a) => tf.image.threshold(x[0], a.method, a.inverted, a.threshValue)',
    transform: '(x, a) => tf.image.transform(x[0], x[1], a.interpolation, a.fillMode, a.fillValue, a.outputShape ?? undefined)',
};

const boxes = floats([0, 0, 1, 1, 0, 0.1, 1, 1.1, 0, -0.1, 1, 0.9, 0, 10, 1, 11, 0, 10.1, 1, 11.1, 0, 100, 1, 101], [6, 4]);
const flipped = floats([1, 1, 0, 0, 0, 1.1, 1, 0.1, 1, -0.1, 0, 0.9, 0, 10, 1, 11, 2, 2, 2, 3], [5, 4]);
const scores = floats([0.9, 0.75, 0.6, 0.95, 0.5, 0.3]);
const equal = floats([0.5, 0.5, 0.5, 0.5, 0.5]);
const limits = {maxOutputSize: 3, iouThreshold: 0.5, scoreThreshold: 0};

const turned = [0.8, -0.6, 1.1, 0.6, 0.8, -0.4, 0, 0];
const perspective = [1.1, 0.2, -3, -0.1, 0.9, -2.5, 0.01, -0.02];
const transforms = ['constant', 'reflect', 'wrap', 'nearest'].flatMap(fillMode => ['nearest', 'bilinear'].map(
    interpolation => ({name: `transform_${fillMode}_${interpolation}`, op: 'transform',
        attributes: {interpolation, fillMode, fillValue: 7, outputShape: null},
        inputs: [spread([1, 3, 4, 2]), floats(perspective, [1, 8])]})));

const crops = ['bilinear', 'nearest'].map(method => ({name: `crop_${method}`, op: 'cropAndResize',
    attributes: {cropSize: [2, 3], method, extrapolationValue: 9},
    inputs: [spread([2, 4, 5, 2]), floats([0, 0, 1, 1, 0.7, 0.9, 0.1, 0.3, -0.5, 0.2, 0.5, 1.2], [3, 4]), ints([0, 1, 1])]}));

export const list = [
    {name: 'flip', op: 'flipLeftRight', inputs: [spread([1, 2, 3, 2])], dy: weights(2), isLinear: true},
    {name: 'to_rgb', op: 'grayscaleToRGB', inputs: [spread([2, 2, 1])], dy: weights(2)},
    {name: 'to_grey', op: 'rgbToGrayscale', inputs: [spread([2, 2, 3], 0, 255)], dy: weights(2), isLinear: true},
    {name: 'to_grey_ints', op: 'rgbToGrayscale', inputs: [ints([255, 1, 2, 77, 88, 99], [2, 3])]},
    ...[[0.3, 0, 0.5], [-1.2, [1, 2, 3], [0.2, 0.9]], [Math.PI / 2, 5, 0.5]].map(([radians, fillValue, center], at) => ({
        name: `rotate_${at}`, op: 'rotateWithOffset', attributes: {radians, fillValue, center},
        inputs: [spread([1, 4, 3, at === 1 ? 4 : 1], 0, 9)]})),
    ...transforms,
    {name: 'transform_batch', op: 'transform',
        attributes: {interpolation: 'bilinear', fillMode: 'constant', fillValue: 0, outputShape: [2, 5]},
        inputs: [spread([2, 3, 4, 1]), floats([...turned, ...perspective], [2, 8])]},
    {name: 'transform_line', op: 'transform',
        attributes: {interpolation: 'nearest', fillMode: 'wrap', fillValue: 0, outputShape: null},
        inputs: [spread([1, 1, 3, 1]), floats(turned, [1, 8])]},
    ...crops,
    {name: 'crop_point', op: 'cropAndResize', attributes: {cropSize: [1, 1], method: 'bilinear', extrapolationValue: 0},
        inputs: [spread([1, 3, 3, 1]), floats([0, 0.25, 1, 1], [1, 4]), ints([0])]},
    {name: 'suppress', op: 'nonMaxSuppression', attributes: limits, inputs: [boxes, scores]},
    {name: 'suppress_two', op: 'nonMaxSuppressionAsync', attributes: {...limits, maxOutputSize: 2}, inputs: [boxes, scores]},
    {name: 'suppress_low', op: 'nonMaxSuppression', attributes: {...limits, maxOutputSize: 30, scoreThreshold: 0.4},
        inputs: [boxes, scores]},
    {name: 'suppress_flipped', op: 'nonMaxSuppression', attributes: {...limits, maxOutputSize: 5}, inputs: [flipped, equal]},
    ...[0, 0.3, 1].map(softNmsSigma => ({name: `suppress_soft_${softNmsSigma}`, op: 'nonMaxSuppressionWithScore',
        attributes: {...limits, maxOutputSize: 6, iouThreshold: 1, softNmsSigma}, inputs: [boxes, scores]})),
    {name: 'suppress_soft_low', op: 'nonMaxSuppressionWithScore',
        attributes: {...limits, maxOutputSize: 6, iouThreshold: 0.9, scoreThreshold: 0.2, softNmsSigma: 0.2}, inputs: [boxes, scores]},
    ...[false, true].map(padToMaxOutputSize => ({name: `suppress_padded_${padToMaxOutputSize}`, op: 'nonMaxSuppressionPadded',
        attributes: {...limits, maxOutputSize: 5, padToMaxOutputSize}, inputs: [boxes, scores]})),
    {name: 'threshold', op: 'threshold', attributes: {method: 'binary', inverted: false, threshValue: 0.5},
        inputs: [spread([3, 2, 3], 0, 255)]},
    {name: 'threshold_inverted', op: 'threshold', attributes: {method: 'binary', inverted: true, threshValue: 0.3},
        inputs: [spread([3, 2, 1], 0, 255)]},
    ...[false, true].map(inverted => ({name: `threshold_otsu_${inverted}`, op: 'threshold',
        attributes: {method: 'otsu', inverted, threshValue: 0}, inputs: [spread([4, 4, inverted ? 1 : 3], 3, 250, 5)]})),
];
