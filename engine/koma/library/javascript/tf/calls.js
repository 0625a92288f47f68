// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the functions of signatures.js call where it is not the library's method of the same name with
// the same arguments. Tensors are the library's here.
import Koma from 'gi://Koma?version=1.0';
import {refuse} from './errors.js';
import {toHandle} from './making.js';

const {FLOAT32, INT32} = Koma.DType;
const scalar = value => Koma.Tensor.new_scalar(value);

// One number for all dimensions, or one for each, the last of which is that of columns.
function spread(name, sizes) {
    const wrong = sizes.find(size => size < 1);
    if (wrong !== undefined)
        refuse(`the ${name} is ${wrong}, expected 1 or more`);
    const at = n => sizes[Math.max(sizes.length - n, 0)];
    return sizes.length > 0 ? {[`${name}_d`]: at(3), [`${name}_h`]: at(2), [`${name}_w`]: at(1)} : {};
}

// A number on all sides, or two for each of batch, rows, columns and channels.
function readPadding(pad) {
    if (!Array.isArray(pad))
        return {padding: pad};
    const [pad_top, pad_bottom, pad_left, pad_right] = pad.slice(2);
    const sides = pad.length === 8 ? {pad_top, pad_bottom, pad_left, pad_right} : {pad: pad[0] ?? 0};
    return {padding: Koma.Padding.EXPLICIT, ...sides};
}

const windows = (size, strides, pad, dilations) => new Koma.WindowOptions({
    ...spread('size', size), ...spread('stride', strides), ...spread('dilation', dilations), ...readPadding(pad),
});
const pool = name => (x, size, strides, pad) => x[name](windows(size, strides, pad, []));
const convolve = name => (x, filter, strides, pad, _format, dilations) =>
    x[name](filter, windows([], strides, pad, dilations));

// The library's own number goes before the weights.
const loss = name => (labels, predictions, weights, ...rest) => {
    const reduction = rest.pop();
    return labels[name](predictions, ...rest, weights, reduction);
};

function computeWeightedLoss(losses, weights, reduction) {
    const {NONE, SUM, MEAN} = Koma.Reduction;
    const weighted = weights === null ? losses : losses.mul(weights);
    if (reduction === NONE)
        return weighted.clone();
    const sum = weighted.sum(null, false);
    if (reduction === SUM)
        return sum;
    if (weights === null)
        return sum.div(scalar(losses.get_size()));
    const all = weights.mul(losses.ones_like());
    return sum.div((reduction === MEAN ? all : all.not_equal(scalar(0)).cast(FLOAT32)).sum(null, false));
}

// Weights of one number for each class are of as many dimensions as the labels.
function softmaxCrossEntropy(labels, logits, weights, smoothing, reduction) {
    if (weights === null || weights.get_rank() < labels.get_rank())
        return labels.softmax_cross_entropy(logits, smoothing, weights, reduction);
    const losses = labels.softmax_cross_entropy(logits, smoothing, null, Koma.Reduction.NONE);
    return computeWeightedLoss(losses, weights, reduction);
}

const drawSeed = () => Math.floor(Math.random() * 2 ** 32);
const random = (name, shape, first, second, dtype, seed) =>
    Koma.Tensor[name](shape, first, second, seed ?? drawSeed()).cast(dtype);

// Whole numbers are the nearest ones.
function randomNormal(name, shape, mean, deviation, dtype, seed) {
    const values = Koma.Tensor[name](shape, mean, deviation, seed ?? drawSeed());
    return (dtype === INT32 ? values.round() : values).cast(dtype);
}

// Of a tensor of so many dimensions.
const ofRank = (rank, own) => (x, ...rest) => x.get_rank() === rank
    ? own(x, ...rest)
    : refuse(`argument 'x' has ${x.get_rank()} dimensions, expected ${rank}`);

// A function of batches also takes one sample, of so many dimensions.
const ofSample = (rank, own) => (x, filter, shape, ...rest) => x.get_rank() === rank
    ? own(x.expand_dims(0), filter, [1, ...shape], ...rest).squeeze([0])
    : own(x, filter, shape, ...rest);

// Where the library computes float32 of int32.
const keepInts = name => (x, ...rest) => x.get_dtype() === INT32 ? x[name](...rest).cast(INT32) : x[name](...rest);

// Weights without numbers are none.
const countBins = (x, weights, size) => x.bincount(weights?.get_size() > 0 ? weights : null, size);

// Of each row of a matrix.
function denseBincount(x, weights, size, isBinary) {
    if (x.get_rank() === 2) {
        const others = weights?.get_size() > 0 ? weights.unstack(0) : [];
        const rows = x.unstack(0).map((row, at) => denseBincount(row, others[at] ?? null, size, isBinary));
        return Koma.Tensor.stack(rows, 0);
    }
    return isBinary ? countBins(x, null, size).greater(scalar(0)).cast(FLOAT32) : countBins(x, weights, size);
}

// Indices of one dimension are of one number each.
function scatter(indices, updates, shape) {
    const rows = indices.get_rank() === 1 ? indices.reshape([indices.get_size(), 1]) : indices;
    return rows.scatter_nd(updates, shape);
}

function meshgrid(x, y, indexing) {
    if (x === null)
        return [];
    return y === null ? [x.clone()] : x.meshgrid(y, indexing).slice(1);
}

function separableConvolve(x, depthwise, pointwise, strides, pad, dilations) {
    const [height, width] = pointwise.get_shape();
    if (height !== 1 || width !== 1)
        refuse(`argument 'pointwiseFilter' has a window of ${height}×${width}, expected 1×1`);
    return x.separable_conv2d(depthwise, pointwise, windows([], strides, pad, dilations));
}

function range(start, stop, step, dtype) {
    return Koma.Tensor.new_range(dtype, start, stop, step ?? (stop < start ? -1 : 1));
}

function slice(x, begin, end, strides, ...masks) {
    if (begin.length !== end.length || begin.length !== strides.length)
        refuse('begin, end and strides differ in length');
    return x.strided_slice(begin, end, strides, ...masks);
}

// A batch repeats the matrix.
function eye(rows, columns, batch, dtype) {
    const shape = [rows, columns ?? rows];
    return Koma.Tensor.new_eye(dtype, ...shape).broadcast_to([...batch ?? [], ...shape]);
}

function fill(shape, value, dtype) {
    const own = typeof value === 'boolean' ? Koma.DType.BOOL : FLOAT32;
    return Koma.Tensor.new_fill(dtype ?? own, shape, Number(value));
}

// A negative number counts from the end.
const toBatch = (indices, n) => n < 0 ? n + indices.get_rank() : n;

function movingAverage(v, x, decay, step, isDebiased) {
    if (isDebiased && !(step > 0))
        refuse(`argument 'step' is ${step}, expected a number above 0 with zeroDebias`);
    return v.moving_average(x, decay, isDebiased ? step : 0);
}

// Two results, which the library's function returns behind whether it is done.
const two = (name, ...names) => (x, ...rest) => {
    const [, ...results] = x[name](...rest);
    return Object.fromEntries(names.map((one, at) => [one, results[at]]));
};

// The same as an array.
const both = name => (x, ...rest) => x[name](...rest).slice(1);

const ofInt = (x, begin, size) => x.slice(begin, size);
const isOne = x => x.equal(x.ones_like());
const isNone = x => x.equal(x.zeros_like());
const countBoth = (a, b) => a.logical_and(b).cast(FLOAT32).sum(null, false);

// Of those that are, or are said to be, the share of those that are both.
function share(both, others) {
    return both.div_no_nan(both.add(others));
}

function sparseAccuracy(yTrue, yPred) {
    const labels = yTrue.get_rank() === yPred.get_rank() ? yTrue.squeeze([yTrue.get_rank() - 1]) : yTrue;
    return labels.equal(yPred.arg_max(-1).cast(labels.get_dtype())).cast(FLOAT32);
}

const EPSILON = 1e-7; // Keras'
const clip = x => x.clip_by_value(EPSILON, 1 - EPSILON);

function binaryCrossentropy(yTrue, yPred) {
    const p = clip(yPred);
    const others = yTrue.neg().add(scalar(1)).mul(p.neg().add(scalar(1)).log());
    return yTrue.mul(p.log()).add(others).neg().mean([-1], false);
}

function categoricalCrossentropy(yTrue, yPred) {
    const p = clip(yPred.div(yPred.sum([-1], true)));
    return yTrue.mul(p.log()).sum([-1], false).neg();
}

const meanSquare = (yTrue, yPred) => yPred.sub(yTrue).square().mean([-1], false);

function meanPercentage(yTrue, yPred) {
    return yTrue.sub(yPred).div(yTrue.abs().maximum(scalar(EPSILON))).abs().mean([-1], false).mul(scalar(100));
}

function normalize(x) {
    return x.div(x.square().sum([-1], true).maximum(scalar(EPSILON)).sqrt());
}

export const calls = {
    addN: tensors => Koma.Tensor.add_n(tensors),
    avgPool: pool('avg_pool'),
    avgPool3d: pool('avg_pool3d'),
    ...Object.fromEntries([2, 3, 4].map(
        rank => [`batchNorm${rank}d`, ofRank(rank, (x, ...rest) => x.batch_norm(...rest))])),
    bincount: countBins,
    booleanMaskAsync: (x, mask, axis) => x.boolean_mask(mask, axis),
    concat: (tensors, axis) => Koma.Tensor.concat(tensors, axis),
    concat1d: tensors => Koma.Tensor.concat(tensors, 0),
    ...Object.fromEntries([2, 3, 4].map(rank => [`concat${rank}d`, (xs, axis) => Koma.Tensor.concat(xs, axis)])),
    conv1d: convolve('conv1d'),
    conv2d: convolve('conv2d'),
    conv2dTranspose: ofSample(3, (x, filter, shape, strides, pad) =>
        x.conv2d_transpose(filter, shape, windows([], strides, pad, []))),
    conv3d: convolve('conv3d'),
    conv3dTranspose: ofSample(4, (x, filter, shape, strides, pad) =>
        x.conv3d_transpose(filter, shape, windows([], strides, pad, []))),
    denseBincount,
    depthToSpace: (x, size) => x.depth_to_space(size),
    depthwiseConv2d: convolve('depthwise_conv2d'),
    dropout: (x, rate, noiseShape, seed) => x.dropout(rate, noiseShape, seed ?? drawSeed()),
    dilation2d: (x, filter, strides, pad, dilations) => x.dilation2d(filter, windows([], strides, pad, dilations)),
    einsum: (equation, tensors) => Koma.Tensor.einsum(equation, tensors),
    euclideanNorm: (x, axis, keepDims) => x.norm(Koma.Norm.EUCLIDEAN, axis, keepDims),
    eye,
    fill,
    gather: (x, indices, axis, n_batch_dims) => x.gather_batches(indices, axis, toBatch(indices, n_batch_dims)),
    inTopKAsync: (x, targets, k) => x.in_top_k(targets, k),
    irfft: x => x.irfft(0),
    isNaN: x => x.is_nan(),
    linspace: (start, stop, n) => Koma.Tensor.new_linspace(start, stop, n),
    maxPool: pool('max_pool'),
    maxPool3d: pool('max_pool3d'),
    maxPoolWithArgmax: (x, size, strides, pad, includesBatch) =>
        two('max_pool_with_argmax', 'result', 'indexes')(x, windows(size, strides, pad, []), includesBatch),
    meshgrid,
    moments: two('moments', 'mean', 'variance'),
    movingAverage,
    multinomial: (x, n, seed, isNormalized) => x.multinomial(n, seed ?? drawSeed(), isNormalized),
    oneHot: (x, depth, on, off, dtype) => x.one_hot(depth, on, off).cast(dtype),
    ones: (shape, dtype) => Koma.Tensor.new_ones(dtype, shape),
    ...Object.fromEntries([1, 2, 3, 4].map(rank => [`pad${rank}d`, (x, ...rest) => x.pad(...rest)])),
    pool: (x, size, name, pad, dilations, strides) => x[name](windows(size, strides, pad, dilations)),
    randomNormal: (...rest) => randomNormal('new_random_normal', ...rest),
    randomStandardNormal: (shape, ...rest) => randomNormal('new_random_normal', shape, 0, 1, ...rest),
    randomUniform: (...rest) => random('new_random_uniform', ...rest),
    randomUniformInt: (shape, min, max, seed) =>
        random('new_random_uniform', shape, min, max, FLOAT32, seed).floor().cast(INT32),
    range,
    rfft: (x, n) => x.rfft(n ?? 0),
    relu6: keepInts('relu6'),
    reverse1d: ofRank(1, x => x.reverse([0])),
    ...Object.fromEntries([2, 3, 4].map(rank => [`reverse${rank}d`, ofRank(rank, (x, axis) => x.reverse(axis))])),
    scatterND: scatter,
    setdiff1dAsync: both('setdiff1d'),
    separableConv2d: separableConvolve,
    ...Object.fromEntries([1, 2, 3, 4].map(rank => [`slice${rank}d`, ofRank(rank, ofInt)])),
    split: (x, sizes, axis) => x[Array.isArray(sizes) ? 'split_sizes' : 'split'](sizes, axis),
    stack: (tensors, axis) => Koma.Tensor.stack(tensors, axis),
    step: keepInts('step'),
    stridedSlice: slice,
    topk: two('top_k', 'values', 'indices'),
    truncatedNormal: (...rest) => randomNormal('new_truncated_normal', ...rest),
    unique: two('unique', 'values', 'indices'),
    whereAsync: x => x.where_indices(),
    zeros: (shape, dtype) => Koma.Tensor.new_zeros(dtype, shape),
};

export const lossCalls = {
    ...Object.fromEntries([
        ['absoluteDifference', 'absolute_difference'],
        ['hingeLoss', 'hinge_loss'],
        ['huberLoss', 'huber_loss'],
        ['logLoss', 'log_loss'],
        ['meanSquaredError', 'mean_squared_error'],
        ['sigmoidCrossEntropy', 'sigmoid_cross_entropy'],
    ].map(([name, own]) => [name, loss(own)])),
    computeWeightedLoss,
    softmaxCrossEntropy,
    cosineDistance: (labels, predictions, axis, weights, reduction) =>
        labels.cosine_distance(predictions, axis, weights, reduction),
};

const suppress = (boxes, ...rest) => boxes.non_max_suppression(...rest);
const suppressPadded = two('non_max_suppression_padded', 'selectedIndices', 'validOutputs');
const suppressWithScore = two('non_max_suppression_with_score', 'selectedIndices', 'selectedScores');

export const imageCalls = {
    cropAndResize: (x, boxes, indices, size, ...rest) => x.crop_and_resize(boxes, indices, ...size, ...rest),
    grayscaleToRGB: x => x.grayscale_to_rgb(),
    nonMaxSuppressionAsync: suppress,
    nonMaxSuppressionPadded: suppressPadded,
    nonMaxSuppressionPaddedAsync: suppressPadded,
    nonMaxSuppressionWithScore: suppressWithScore,
    nonMaxSuppressionWithScoreAsync: suppressWithScore,
    resizeBilinear: (x, size, ...flags) => x.resize_bilinear(...size, ...flags),
    resizeNearestNeighbor: (x, size, ...flags) => x.resize_nearest_neighbor(...size, ...flags),
    rotateWithOffset: (x, radians, fill, center) => x.rotate_with_offset(radians, fill, center[0], center.at(-1)),
    transform: (x, transforms, interpolation, mode, fill, size) =>
        x.transform(transforms, interpolation, mode, fill, ...size ?? [0, 0]),
};

// An array of vectors gives one.
function orthogonalize(xs) {
    const rows = Array.isArray(xs) ? Koma.Tensor.stack(xs, 0) : xs;
    return Array.isArray(xs) ? rows.gram_schmidt().unstack(0) : rows.gram_schmidt();
}

export const linalgCalls = {
    gramSchmidt: orthogonalize,
    qr: both('qr'),
};

export const signalCalls = {
    hammingWindow: n => Koma.Tensor.new_hamming_window(n),
    hannWindow: n => Koma.Tensor.new_hann_window(n),
    stft: (x, length, step, n, window) =>
        x.stft(length, step, n ?? 0, window === null ? null : toHandle(window(length))),
};

// As TensorFlow.js has them: one number for each sample, or one for all (precision, recall, r2Score).
export const metricCalls = {
    binaryAccuracy: (yTrue, yPred) =>
        yTrue.equal(yPred.greater(scalar(0.5)).cast(yTrue.get_dtype())).cast(FLOAT32).mean([-1], false),
    binaryCrossentropy,
    categoricalAccuracy: (yTrue, yPred) => yTrue.arg_max(-1).equal(yPred.arg_max(-1)).cast(FLOAT32),
    categoricalCrossentropy,
    cosineProximity: (yTrue, yPred) => normalize(yTrue).mul(normalize(yPred)).sum([-1], false).neg(),
    meanAbsoluteError: (yTrue, yPred) => yPred.sub(yTrue).abs().mean([-1], false),
    mape: meanPercentage,
    meanAbsolutePercentageError: meanPercentage,
    meanSquaredError: meanSquare,
    mse: meanSquare,
    precision: (yTrue, yPred) => share(countBoth(isOne(yTrue), isOne(yPred)), countBoth(isNone(yTrue), isOne(yPred))),
    r2Score: (yTrue, yPred) => scalar(1).sub(
        yTrue.sub(yPred).square().sum(null, false).div(yTrue.sub(yTrue.mean(null, false)).square().sum(null, false))),
    recall: (yTrue, yPred) => share(countBoth(isOne(yTrue), isOne(yPred)), countBoth(isOne(yTrue), isNone(yPred))),
    sparseCategoricalAccuracy: sparseAccuracy,
};

export const mathCalls = {
    confusionMatrix: (labels, predictions, n) =>
        labels.cast(INT32).one_hot(n, 1, 0).mat_mul(predictions.cast(INT32).one_hot(n, 1, 0), true, false).cast(INT32),
};
