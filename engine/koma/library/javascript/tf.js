// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// TensorFlow.js' names, computed by libkoma, for gjs:
//
//     import * as tf from 'file:///usr/share/gjs-1.0/koma/tf.js';
//
// Where Koma is built and not installed, it is this file, by its path. The files in tf/ are no interface.
import * as layersModule from './tf/layers.js';
import {Callback, CustomCallback, EarlyStopping, History, callbacks, nextFrame} from './tf/callbacks.js';
import {GraphModel, loadGraphModel} from './tf/graph-model.js';
import {LayersModel, Sequential, loadLayersModel, model, sequential} from './tf/model.js';
import {Optimizer, optimizerClasses, train} from './tf/optimizers.js';
import {Tensor, Variable, makeVariable} from './tf/tensor.js';
import {TensorBuffer, makers} from './tf/making.js';
import {data} from './tf/data.js';
import {environmentFunctions} from './tf/environment.js';
import {fused} from './tf/fused.js';
import {gradientsFunctions} from './tf/gradients.js';
import {image as imageOps, linalg, losses as lossOps, math, metrics as metricOps, ops, signal} from './tf/ops.js';
import {cosineWindow, enclosingPowerOfTwo} from './tf/windows.js';
import {lacking} from './tf/lacking.js';
import {memoryFunctions} from './tf/memory.js';
import {LayerVariable, serialization} from './tf/own-layers.js';
import {util} from './tf/util.js';

// Tensors.
export {Tensor, TensorBuffer, Variable};
export const {
    tensor, scalar, tensor1d, tensor2d, tensor3d, tensor4d, tensor5d, tensor6d, buffer, rand,
} = makers;
export const variable = makeVariable;
export const clone = x => makers.tensor(x);
const printTensor = (x, isVerbose) => makers.tensor(x).print(isVerbose);
export {printTensor as print};

export const {
    abs, acos, acosh, add, addN, all, any, argMax, argMin, asin, asinh, atan, atan2, atanh, avgPool,
    avgPool3d, batchNorm, batchNorm2d, batchNorm3d, batchNorm4d, batchToSpaceND, bincount,
    bitwiseAnd, booleanMaskAsync, broadcastTo, cast, ceil, clipByValue, complex, concat, concat1d,
    concat2d, concat3d, concat4d, conv1d, conv2d, conv2dTranspose, conv3d, conv3dTranspose, cos,
    cosh, cumprod, cumsum, denseBincount, depthToSpace, depthwiseConv2d, diag, dilation2d, div,
    divNoNan, dot, dropout, einsum, elu, ensureShape, equal, erf, euclideanNorm, exp, expandDims,
    expm1, eye, fft, fill, flatten, floor, floorDiv, gather, gatherND, greater, greaterEqual,
    hardSigmoid, ifft, imag, inTopKAsync, irfft, isFinite, isInf, isNaN, leakyRelu, less, lessEqual,
    linspace, localResponseNormalization, log, log1p, logicalAnd, logicalNot, logicalOr, logicalXor,
    logSigmoid, logSoftmax, logSumExp, lowerBound, matMul, max, maximum, maxPool, maxPool3d,
    maxPoolWithArgmax, mean, meshgrid, min, minimum, mirrorPad, mod, moments, movingAverage, mul,
    multinomial, neg, norm, notEqual, oneHot, ones, onesLike, outerProduct, pad, pad1d, pad2d,
    pad3d, pad4d, pool, pow, prelu, prod, randomNormal, randomStandardNormal, randomUniform,
    randomUniformInt, range, real, reciprocal, relu, relu6, reshape, reverse, reverse1d, reverse2d,
    reverse3d, reverse4d, rfft, round, rsqrt, scatterND, searchSorted, selu, separableConv2d,
    setdiff1dAsync, sigmoid, sign, sin, sinh, slice, slice1d, slice2d, slice3d, slice4d, softmax,
    softplus, spaceToBatchND, split, sqrt, square, squaredDifference, squeeze, stack, step,
    stridedSlice, sub, sum, tan, tanh, tensorScatterUpdate, tile, topk, transpose, truncatedNormal,
    unique, unsortedSegmentSum, unstack, upperBound, where, whereAsync, zeros, zerosLike,
} = ops;
export const spectral = {fft, ifft, rfft, irfft};
export {cosineWindow, enclosingPowerOfTwo, linalg, math, signal};

export const Reduction = {NONE: 0, MEAN: 1, SUM: 2, SUM_BY_NONZERO_WEIGHTS: 3};
export const losses = lossOps;
export const image = imageOps;
export {fused};

// Memory, gradients, what they are computed with.
export const {tidy, keep, dispose, memory, profile, time, engine, disposeVariables} = memoryFunctions;
export const {grad, grads, valueAndGrad, valueAndGrads, variableGrads, customGrad} = gradientsFunctions;
export const {
    setBackend, getBackend, ready, env, enableProdMode, enableDebugMode, disableDeprecationWarnings,
} = environmentFunctions;
export {Optimizer, train};
export const {
    AdadeltaOptimizer, AdagradOptimizer, AdamOptimizer, AdamaxOptimizer, MomentumOptimizer, RMSPropOptimizer,
    SGDOptimizer,
} = optimizerClasses;

// Layers and models.
const {Layer, SymbolicTensor, input, constraints, regularizers} = layersModule;
export {Callback, CustomCallback, EarlyStopping, GraphModel, History, LayersModel, Sequential, SymbolicTensor};
export {callbacks, constraints, input, loadGraphModel, loadLayersModel, model, nextFrame, regularizers, sequential};
export const layers = {...lacking.layers, ...layersModule.layersNamespace, Layer};
export const initializers = layersModule.initializersNamespace;
export const metrics = {...metricOps, MAPE: metricOps.mape, MSE: metricOps.mse};
export {LayerVariable, data, serialization, util};

// What is not there.
export const {browser, io, models, sparse, string} = lacking;
export const {
    basicLSTMCell, broadcastArgs, multiRNNCell, raggedGather, raggedRange, raggedTensorToTensor, randomGamma,
    registerBackend, registerGradient, registerKernel, removeBackend, sparseToDense,
} = lacking[''];

// Whose names these are.
export const version = {tfjs: '4.22.0'};
