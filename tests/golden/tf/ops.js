// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The ops of tf: a row for each, which says what the library's function is and what becomes of
// each argument of TensorFlow.js' function, in its order.
import Koma from 'gi://Koma?version=1.0';
import {Tensor, inScope, readDType, refuse, toHandle, toInts} from './tensor.js';

// What becomes of an argument.
const orElse = (convert, fallback) => value => value === undefined || value === null ? fallback : convert(value);
const x = toHandle;
const i = value => value instanceof Tensor ? value.handle : toHandle(value).cast(Koma.DType.INT32);
const maybe = orElse(x, null);
const xs = value => [value].flat().map(toHandle);
const axes = orElse(toInts, null);
const ints = orElse(toInts, []);
const flag = orElse(Boolean, false);
const toNumber = value => Number.isNaN(Number(value)) ? refuse(`${value} is no number`) : Number(value);
const number = fallback => orElse(toNumber, fallback);
const int = fallback => orElse(value => toInts(Number(value))[0], fallback);
const any = value => value;
const format = orElse(value => /^N[DHW]*C$/.test(value) ? value : refuse(`There is no format “${value}”`), 'NHWC');

// Rows. A call gets the arguments in their order, each as its kind has made it.
const row = (call, ...kinds) => ({call, kinds});
const op = (name, ...kinds) => row((self, ...rest) => self[name](...rest), ...kinds);
const ofList = (name, ...kinds) => row((...args) => Koma.Tensor[name](...args), xs, ...kinds);
const makes = (name, ...kinds) => row((...args) => Koma.Tensor[name](...args), ...kinds);
// Two results, which the library's function returns behind whether it is done.
const named = ([, one, other], first, second) => ({[first]: one, [second]: other});
const reduction = name => op(name, x, axes, flag);
const scan = name => op(name, x, int(0), flag, flag);
// A loss has weights in the third place, or behind an axis, and its own number behind them.
const loss = (name, ...own) => row((labels, predictions, weights, ...rest) =>
    labels[name](predictions, ...rest, weights, Koma.Reduction.SUM_BY_NONZERO_WEIGHTS), x, x, maybe, ...own);

// One number for all dimensions, or one for each, the last of which is that of columns.
function readEach(name, value) {
    const all = orElse(toInts, [])(value);
    const at = n => all[Math.max(all.length - n, 0)];
    return all.length > 0 ? {[`${name}_d`]: at(3), [`${name}_h`]: at(2), [`${name}_w`]: at(1)} : {};
}

// "same", "valid", a number, or two for each of batch, rows, columns and channels.
function readPadding(pad) {
    if (typeof pad === 'string')
        return {padding: Koma.Padding[pad.toUpperCase()] ?? refuse(`There is no padding “${pad}”`)};
    const sizes = ints(pad);
    const [pad_top, pad_bottom, pad_left, pad_right] = sizes.slice(2);
    const sides = sizes.length === 8 ? {pad_top, pad_bottom, pad_left, pad_right} : {pad: sizes[0] ?? 0};
    return {padding: Koma.Padding.EXPLICIT, ...sides};
}

const windows = (size, strides, pad, dilations) => new Koma.WindowOptions({
    ...readEach('size', size), ...readEach('stride', strides), ...readEach('dilation', dilations), ...readPadding(pad),
});
const pool = name => row((self, size, strides, pad) => self[name](windows(size, strides, pad)), x, any, any, any);
const convolution = name => row((self, filter, strides, pad, _format, dilations) =>
    self[name](filter, windows(null, strides, pad, dilations)), x, x, any, any, format, any);
const two = value => value.length === 2 ? toInts(value) : refuse(`size has ${value.length} numbers, expected 2`);
const resize = name => row((self, size, ...flags) => self[name](...size, ...flags), x, two, flag, flag);

const norms = new Map([
    [1, Koma.Norm['1']],
    [Infinity, Koma.Norm.INFINITY],
    [-Infinity, Koma.Norm.MINUS_INFINITY],
]);

const modes = {reflect: Koma.Mirror.REFLECT, symmetric: Koma.Mirror.SYMMETRIC};

// A batch repeats the matrix.
function makeEye(rows, columns, batch, dtype) {
    const matrix = Koma.Tensor.new_eye(dtype, rows, columns ?? rows);
    return matrix.broadcast_to([...batch, rows, columns ?? rows]);
}

function slice(self, begin, end, strides, ...masks) {
    if (begin.length !== end.length || begin.length !== strides.length)
        refuse('begin, end and strides differ in length');
    return self.strided_slice(begin, end, strides, ...masks);
}

const rows = {
    add3: ofList('add_n'),
    addN: ofList('add_n'),
    all: reduction('all'),
    any: reduction('any'),
    argMax: op('arg_max', x, int(0)),
    argMin: op('arg_min', x, int(0)),
    avgPool: pool('avg_pool'),
    avgPool3d: pool('avg_pool3d'),
    batchNorm: op('batch_norm', x, x, x, maybe, maybe, number(0.001)),
    batchToSpaceND: op('batch_to_space_nd', x, ints, ints),
    bincount: op('bincount', i, maybe, int(0)),
    broadcastTo: op('broadcast_to', x, ints),
    cast: op('cast', x, readDType),
    clipByValue: op('clip_by_value', x, number(0), number(0)),
    concat: ofList('concat', int(0)),
    conv1d: convolution('conv1d'),
    conv2d: convolution('conv2d'),
    conv2dTranspose: row((self, filter, shape, strides, pad) =>
        self.conv2d_transpose(filter, shape, windows(null, strides, pad)), x, x, ints, any, any),
    conv3d: convolution('conv3d'),
    cumprod: scan('cumprod'),
    cumsum: scan('cumsum'),
    depthToSpace: op('depth_to_space', x, int(1)),
    depthwiseConv2d: convolution('depthwise_conv2d'),
    diag: op('diag', x),
    expandDims: op('expand_dims', x, int(0)),
    eye: row(makeEye, int(0), int(undefined), ints, readDType),
    fill: row((shape, value, dtype) => Koma.Tensor.new_fill(dtype, shape, value), ints, number(0), readDType),
    gather: op('gather', x, i, int(0)),
    gatherND: op('gather_nd', x, i),
    isNaN: op('is_nan', x),
    leakyRelu: op('leaky_relu', x, number(0.2)),
    linspace: makes('new_linspace', number(0), number(0), int(0)),
    logSoftmax: op('log_softmax', x, int(-1)),
    logSumExp: reduction('log_sum_exp'),
    matMul: op('mat_mul', x, x, flag, flag),
    max: reduction('max'),
    maxPool: pool('max_pool'),
    maxPool3d: pool('max_pool3d'),
    mean: reduction('mean'),
    min: reduction('min'),
    mirrorPad: op('mirror_pad', x, ints, value => modes[value] ?? refuse(`There is no mode “${value}”`)),
    moments: row((self, ...rest) => named(self.moments(...rest), 'mean', 'variance'), x, axes, flag),
    norm: op('norm', x, value => norms.get(value) ?? Koma.Norm.EUCLIDEAN, axes, flag),
    oneHot: op('one_hot', i, int(0), int(1), int(0)),
    ones: row((shape, dtype) => Koma.Tensor.new_ones(dtype, shape), ints, readDType),
    pad: op('pad', x, ints, number(0)),
    prod: reduction('prod'),
    range: row((start, stop, step, dtype) => Koma.Tensor.new_range(dtype, start, stop, step), number(0), number(0),
        number(1), readDType),
    reshape: op('reshape', x, ints),
    reverse: op('reverse', x, axes),
    scatterND: op('scatter_nd', i, x, ints),
    separableConv2d: row((self, depthwise, pointwise, strides, pad, dilations) =>
        self.separable_conv2d(depthwise, pointwise, windows(null, strides, pad, dilations)), x, x, x, any, any, any,
    format),
    slice: op('slice', x, ints, axes),
    softmax: op('softmax', x, int(-1)),
    spaceToBatchND: op('space_to_batch_nd', x, ints, ints),
    split: row((self, sizes, axis) => self[Array.isArray(sizes) ? 'split_sizes' : 'split'](sizes, axis), x,
        sizes => Array.isArray(sizes) ? toInts(sizes) : int(0)(sizes), int(0)),
    squeeze: op('squeeze', x, axes),
    stack: ofList('stack', int(0)),
    step: op('step', x, number(0)),
    stridedSlice: row(slice, x, ints, ints, ints, int(0), int(0), int(0), int(0), int(0)),
    sum: reduction('sum'),
    tensorScatterUpdate: op('tensor_scatter_update', x, i, x),
    tile: op('tile', x, ints),
    topk: row((self, k) => named(self.top_k(k), 'values', 'indices'), x, int(1), any),
    transpose: op('transpose', x, axes),
    unique: row((self, axis) => named(self.unique(axis), 'values', 'indices'), x, int(0)),
    unsortedSegmentSum: op('unsorted_segment_sum', x, i, int(0)),
    unstack: op('unstack', x, int(0)),
    where: op('where', x, x, x),
    zeros: row((shape, dtype) => Koma.Tensor.new_zeros(dtype, shape), ints, readDType),
};

const unary = `
    abs acos acosh asin asinh atan atanh ceil cos cosh elu erf exp expm1 flatten floor hardSigmoid isFinite
    isInf log log1p logSigmoid logicalNot neg onesLike reciprocal relu relu6 round rsqrt selu sigmoid sign sin
    sinh softplus sqrt square tan tanh zerosLike`.trim();
const binary = `
    add atan2 div divNoNan dot equal floorDiv greater greaterEqual less lessEqual logicalAnd logicalOr
    logicalXor maximum minimum mod mul notEqual outerProduct pow prelu squaredDifference sub`.trim();

const toSnakeCase = name => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

for (const [names, ...kinds] of [[unary, x], [binary, x, x]]) {
    for (const name of names.split(/\s+/))
        rows[name] = op(toSnakeCase(name), ...kinds);
}

const lossRows = {
    absoluteDifference: loss('absolute_difference'),
    cosineDistance: row((labels, predictions, axis, weights) =>
        labels.cosine_distance(predictions, axis, weights, Koma.Reduction.SUM_BY_NONZERO_WEIGHTS), x, x, int(0), maybe),
    hingeLoss: loss('hinge_loss'),
    huberLoss: loss('huber_loss', number(1)),
    logLoss: loss('log_loss', number(1e-7)),
    meanSquaredError: loss('mean_squared_error'),
    sigmoidCrossEntropy: loss('sigmoid_cross_entropy', number(0)),
    softmaxCrossEntropy: loss('softmax_cross_entropy', number(0)),
};

const imageRows = {
    resizeBilinear: resize('resize_bilinear'),
    resizeNearestNeighbor: resize('resize_nearest_neighbor'),
};

const mapValues = (object, f) => Object.fromEntries(Object.entries(object).map(([key, value]) => [key, f(value, key)]));

// Handles become tensors.
function wrap(result) {
    if (result instanceof Koma.Tensor)
        return new Tensor(result);
    return Array.isArray(result) ? result.map(wrap) : mapValues(result, wrap);
}

// Tensors that arguments were made into, of numbers, go with the scope.
function makeFunction(name, {call, kinds}) {
    const f = (...args) => {
        if (args.length > kinds.length)
            refuse(`${name} has ${kinds.length} arguments, not ${args.length}`);
        return inScope(() => wrap(call(...kinds.map((kind, at) => kind(args[at])))));
    };
    return Object.defineProperty(f, 'name', {value: name});
}

const makeFunctions = list => mapValues(list, (one, name) => makeFunction(name, one));

export const ops = makeFunctions(rows);
export const losses = makeFunctions(lossRows);
export const image = makeFunctions(imageRows);

// A method's object is the first argument, or the first of the list: a.concat ([b], axis).
for (const [name, {kinds}] of Object.entries({...rows, ...imageRows})) {
    const f = ops[name] ?? image[name];
    if (kinds[0] === xs)
        Tensor.prototype[name] = function (first = [], ...rest) {
            return f([this, ...[first].flat()], ...rest);
        };
    else if (kinds[0] === x || kinds[0] === i)
        Tensor.prototype[name] = function (...args) {
            return f(this, ...args);
        };
}
