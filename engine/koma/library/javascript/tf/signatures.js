// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The functions of TensorFlow.js that compute tensors, a line for each, with its names and defaults:
//
//     name (argument: kind = default, …): what it returns
//
// kinds.js has the kinds. A “?” behind a kind: the argument may be left out, or be null. A line that
// begins with spaces goes on with the one before. A function whose name ends in Async returns a promise. ops.js
// makes functions and methods of these lines, and stubs/make_types.py writes tf.d.ts with them.

export const opSignatures = `
abs (x: tensor): tensor
acos (x: tensor): tensor
acosh (x: tensor): tensor
add (a: tensor, b: tensor): tensor
addN (tensors: tensors): tensor
all (x: bools, axis: axes?, keepDims: flag = false): tensor
any (x: bools, axis: axes?, keepDims: flag = false): tensor
argMax (x: tensor, axis: int = 0): tensor
argMin (x: tensor, axis: int = 0): tensor
asin (x: tensor): tensor
asinh (x: tensor): tensor
atan (x: tensor): tensor
atan2 (a: tensor, b: tensor): tensor
atanh (x: tensor): tensor
avgPool (x: tensor, filterSize: sizes, strides: sizes, pad: pad, dimRoundingMode: unused?): tensor
avgPool3d (x: tensor, filterSize: sizes, strides: sizes, pad: pad, dimRoundingMode: unused?,
    dataFormat: format?): tensor
batchNorm (x: tensor, mean: tensor, variance: tensor, offset: tensor?, scale: tensor?,
    varianceEpsilon: number = 0.001): tensor
batchNorm2d (x: tensor, mean: tensor, variance: tensor, offset: tensor?, scale: tensor?,
    varianceEpsilon: number = 0.001): tensor
batchNorm3d (x: tensor, mean: tensor, variance: tensor, offset: tensor?, scale: tensor?,
    varianceEpsilon: number = 0.001): tensor
batchNorm4d (x: tensor, mean: tensor, variance: tensor, offset: tensor?, scale: tensor?,
    varianceEpsilon: number = 0.001): tensor
batchToSpaceND (x: tensor, blockShape: ints, crops: ints): tensor
bincount (x: indices, weights: tensor?, size: int): tensor
bitwiseAnd (x: tensor, y: tensor): tensor
booleanMaskAsync (tensor: tensor, mask: tensor, axis: int = 0): tensor
broadcastTo (x: tensor, shape: ints): tensor
cast (x: tensor, dtype: dtype): tensor
ceil (x: tensor): tensor
clipByValue (x: tensor, clipValueMin: number, clipValueMax: number): tensor
complex (real: tensor, imag: tensor): tensor
concat (tensors: tensors, axis: int = 0): tensor
concat1d (tensors: tensors): tensor
concat2d (tensors: tensors, axis: int = 0): tensor
concat3d (tensors: tensors, axis: int = 0): tensor
concat4d (tensors: tensors, axis: int = 0): tensor
conv1d (x: tensor, filter: tensor, stride: sizes, pad: pad, dataFormat: format?, dilation: sizes = 1,
    dimRoundingMode: unused?): tensor
conv2d (x: tensor, filter: tensor, strides: sizes, pad: pad, dataFormat: format?, dilations: sizes = 1,
    dimRoundingMode: unused?): tensor
conv2dTranspose (x: tensor, filter: tensor, outputShape: ints, strides: sizes, pad: pad,
    dimRoundingMode: unused?): tensor
conv3d (x: tensor, filter: tensor, strides: sizes, pad: pad, dataFormat: format?,
    dilations: sizes = 1): tensor
conv3dTranspose (x: tensor, filter: tensor, outputShape: ints, strides: sizes, pad: pad): tensor
cos (x: tensor): tensor
cosh (x: tensor): tensor
cumprod (x: tensor, axis: int = 0, exclusive: flag = false, reverse: flag = false): tensor
cumsum (x: tensor, axis: int = 0, exclusive: flag = false, reverse: flag = false): tensor
denseBincount (x: indices, weights: tensor?, size: int, binaryOutput: flag = false): tensor
depthToSpace (x: tensor, blockSize: int, dataFormat: format?): tensor
depthwiseConv2d (x: tensor, filter: tensor, strides: sizes, pad: pad, dataFormat: format?,
    dilations: sizes = 1, dimRoundingMode: unused?): tensor
diag (x: tensor): tensor
dilation2d (x: tensor, filter: tensor, strides: sizes, pad: pad, dilations: sizes = 1, dataFormat: format?): tensor
div (a: tensor, b: tensor): tensor
divNoNan (a: tensor, b: tensor): tensor
dot (t1: tensor, t2: tensor): tensor
dropout (x: tensor, rate: number, noiseShape: ints?, seed: seed?): tensor
einsum (equation: text, tensors: rest): tensor
elu (x: tensor): tensor
ensureShape (x: tensor, shape: ints): tensor
equal (a: tensor, b: tensor): tensor
erf (x: tensor): tensor
euclideanNorm (x: tensor, axis: axes?, keepDims: flag = false): tensor
exp (x: tensor): tensor
expandDims (x: tensor, axis: int = 0): tensor
expm1 (x: tensor): tensor
eye (numRows: int, numColumns: int?, batchShape: ints?, dtype: dtype = float32): tensor
fft (input: tensor): tensor
fill (shape: ints, value: value, dtype: dtype?): tensor
flatten (x: tensor): tensor
floor (x: tensor): tensor
floorDiv (a: tensor, b: tensor): tensor
gather (x: tensor, indices: indices, axis: int = 0, batchDims: int = 0): tensor
gatherND (x: tensor, indices: indices): tensor
greater (a: tensor, b: tensor): tensor
greaterEqual (a: tensor, b: tensor): tensor
hardSigmoid (x: tensor): tensor
ifft (input: tensor): tensor
imag (input: tensor): tensor
inTopKAsync (predictions: tensor, targets: indices, k: int = 1): tensor
irfft (input: tensor): tensor
isFinite (x: tensor): tensor
isInf (x: tensor): tensor
isNaN (x: tensor): tensor
leakyRelu (x: tensor, alpha: number = 0.2): tensor
less (a: tensor, b: tensor): tensor
lessEqual (a: tensor, b: tensor): tensor
linspace (start: number, stop: number, num: int): tensor
localResponseNormalization (x: tensor, depthRadius: int = 5, bias: number = 1, alpha: number = 1,
    beta: number = 0.5): tensor
log (x: tensor): tensor
log1p (x: tensor): tensor
logicalAnd (a: bools, b: bools): tensor
logicalNot (x: bools): tensor
logicalOr (a: bools, b: bools): tensor
logicalXor (a: bools, b: bools): tensor
logSigmoid (x: tensor): tensor
logSoftmax (logits: tensor, axis: int = -1): tensor
logSumExp (x: tensor, axis: axes?, keepDims: flag = false): tensor
lowerBound (sortedSequence: tensor, values: tensor): tensor
matMul (a: tensor, b: tensor, transposeA: flag = false, transposeB: flag = false): tensor
max (x: tensor, axis: axes?, keepDims: flag = false): tensor
maximum (a: tensor, b: tensor): tensor
maxPool (x: tensor, filterSize: sizes, strides: sizes, pad: pad, dimRoundingMode: unused?): tensor
maxPool3d (x: tensor, filterSize: sizes, strides: sizes, pad: pad, dimRoundingMode: unused?,
    dataFormat: format?): tensor
maxPoolWithArgmax (x: tensor, filterSize: sizes, strides: sizes, pad: pad,
    includeBatchInIndex: flag = false): result, indexes
mean (x: tensor, axis: axes?, keepDims: flag = false): tensor
meshgrid (x: tensor?, y: tensor?, options: grid?): tensors
min (x: tensor, axis: axes?, keepDims: flag = false): tensor
minimum (a: tensor, b: tensor): tensor
mirrorPad (x: tensor, paddings: ints, mode: mirror): tensor
mod (a: tensor, b: tensor): tensor
moments (x: tensor, axis: axes?, keepDims: flag = false): mean, variance
movingAverage (v: tensor, x: tensor, decay: number, step: number?, zeroDebias: flag = true): tensor
mul (a: tensor, b: tensor): tensor
multinomial (logits: tensor, numSamples: int, seed: seed?, normalized: flag = false): tensor
neg (x: tensor): tensor
norm (x: tensor, ord: norm = euclidean, axis: axes?, keepDims: flag = false): tensor
notEqual (a: tensor, b: tensor): tensor
oneHot (indices: indices, depth: int, onValue: int = 1, offValue: int = 0, dtype: dtype = int32): tensor
ones (shape: ints, dtype: dtype = float32): tensor
onesLike (x: tensor): tensor
outerProduct (v1: tensor, v2: tensor): tensor
pad (x: tensor, paddings: ints, constantValue: number = 0): tensor
pad1d (x: tensor, paddings: ints, constantValue: number = 0): tensor
pad2d (x: tensor, paddings: ints, constantValue: number = 0): tensor
pad3d (x: tensor, paddings: ints, constantValue: number = 0): tensor
pad4d (x: tensor, paddings: ints, constantValue: number = 0): tensor
pool (input: tensor, windowShape: sizes, poolingType: pooling, pad: pad, dilations: sizes = 1,
    strides: sizes = 1, dimRoundingMode: unused?): tensor
pow (base: tensor, exp: tensor): tensor
prelu (x: tensor, alpha: tensor): tensor
prod (x: tensor, axis: axes?, keepDims: flag = false): tensor
randomNormal (shape: ints, mean: number = 0, stdDev: number = 1, dtype: dtype = float32, seed: seed?): tensor
randomStandardNormal (shape: ints, dtype: dtype = float32, seed: seed?): tensor
randomUniform (shape: ints, minval: number = 0, maxval: number = 1, dtype: dtype = float32,
    seed: seed?): tensor
randomUniformInt (shape: ints, minval: number, maxval: number, seed: seed?): tensor
range (start: number, stop: number, step: number?, dtype: dtype = float32): tensor
real (input: tensor): tensor
reciprocal (x: tensor): tensor
relu (x: tensor): tensor
relu6 (x: tensor): tensor
reshape (x: tensor, shape: ints): tensor
reverse (x: tensor, axis: axes?): tensor
reverse1d (x: tensor): tensor
reverse2d (x: tensor, axis: axes?): tensor
reverse3d (x: tensor, axis: axes?): tensor
reverse4d (x: tensor, axis: axes?): tensor
rfft (input: tensor, fftLength: int?): tensor
round (x: tensor): tensor
rsqrt (x: tensor): tensor
scatterND (indices: indices, updates: tensor, shape: ints): tensor
searchSorted (sortedSequence: tensor, values: tensor, side: side = left): tensor
selu (x: tensor): tensor
separableConv2d (x: tensor, depthwiseFilter: tensor, pointwiseFilter: tensor, strides: sizes, pad: pad,
    dilation: sizes = 1, dataFormat: format?): tensor
setdiff1dAsync (x: tensor, y: tensor): tensors
sigmoid (x: tensor): tensor
sign (x: tensor): tensor
sin (x: tensor): tensor
sinh (x: tensor): tensor
slice (x: tensor, begin: ints, size: ints?): tensor
slice1d (x: tensor, begin: ints, size: ints?): tensor
slice2d (x: tensor, begin: ints, size: ints?): tensor
slice3d (x: tensor, begin: ints, size: ints?): tensor
slice4d (x: tensor, begin: ints, size: ints?): tensor
softmax (logits: tensor, dim: int = -1): tensor
softplus (x: tensor): tensor
spaceToBatchND (x: tensor, blockShape: ints, paddings: ints): tensor
split (x: tensor, numOrSizeSplits: split, axis: int = 0): tensors
sqrt (x: tensor): tensor
square (x: tensor): tensor
squaredDifference (a: tensor, b: tensor): tensor
squeeze (x: tensor, axis: axes?): tensor
stack (tensors: tensors, axis: int = 0): tensor
step (x: tensor, alpha: number = 0): tensor
stridedSlice (x: tensor, begin: ints, end: ints, strides: ints, beginMask: int = 0, endMask: int = 0,
    ellipsisMask: int = 0, newAxisMask: int = 0, shrinkAxisMask: int = 0): tensor
sub (a: tensor, b: tensor): tensor
sum (x: tensor, axis: axes?, keepDims: flag = false): tensor
tan (x: tensor): tensor
tanh (x: tensor): tensor
tensorScatterUpdate (tensor: tensor, indices: indices, updates: tensor): tensor
tile (x: tensor, reps: ints): tensor
topk (x: tensor, k: int = 1, sorted: unused?): values, indices
transpose (x: tensor, perm: axes?, conjugate: unused?): tensor
truncatedNormal (shape: ints, mean: number = 0, stdDev: number = 1, dtype: dtype = float32,
    seed: seed?): tensor
unique (x: tensor, axis: int = 0): values, indices
unsortedSegmentSum (x: tensor, segmentIds: indices, numSegments: int): tensor
unstack (x: tensor, axis: int = 0): tensors
upperBound (sortedSequence: tensor, values: tensor): tensor
where (condition: bools, a: tensor, b: tensor): tensor
whereAsync (condition: tensor): tensor
zeros (shape: ints, dtype: dtype = float32): tensor
zerosLike (x: tensor): tensor
`;

// tf.losses
export const lossSignatures = `
absoluteDifference (labels: tensor, predictions: tensor, weights: tensor?, reduction: reduction = 3): tensor
computeWeightedLoss (losses: tensor, weights: tensor?, reduction: reduction = 3): tensor
cosineDistance (labels: tensor, predictions: tensor, axis: int, weights: tensor?,
    reduction: reduction = 3): tensor
hingeLoss (labels: tensor, predictions: tensor, weights: tensor?, reduction: reduction = 3): tensor
huberLoss (labels: tensor, predictions: tensor, weights: tensor?, delta: number = 1,
    reduction: reduction = 3): tensor
logLoss (labels: tensor, predictions: tensor, weights: tensor?, epsilon: number = 1e-7,
    reduction: reduction = 3): tensor
meanSquaredError (labels: tensor, predictions: tensor, weights: tensor?, reduction: reduction = 3): tensor
sigmoidCrossEntropy (multiClassLabels: tensor, logits: tensor, weights: tensor?, labelSmoothing: number = 0,
    reduction: reduction = 3): tensor
softmaxCrossEntropy (onehotLabels: tensor, logits: tensor, weights: tensor?, labelSmoothing: number = 0,
    reduction: reduction = 3): tensor
`;

// tf.image
export const imageSignatures = `
cropAndResize (image: tensor, boxes: tensor, boxInd: indices, cropSize: size2,
    method: interpolation = bilinear, extrapolationValue: number = 0): tensor
flipLeftRight (image: tensor): tensor
grayscaleToRGB (image: tensor): tensor
nonMaxSuppression (boxes: tensor, scores: tensor, maxOutputSize: int, iouThreshold: number = 0.5,
    scoreThreshold: number = -Infinity): tensor
nonMaxSuppressionAsync (boxes: tensor, scores: tensor, maxOutputSize: int, iouThreshold: number = 0.5,
    scoreThreshold: number = -Infinity): tensor
nonMaxSuppressionPadded (boxes: tensor, scores: tensor, maxOutputSize: int, iouThreshold: number = 0.5,
    scoreThreshold: number = -Infinity, padToMaxOutputSize: flag = false): selectedIndices, validOutputs
nonMaxSuppressionPaddedAsync (boxes: tensor, scores: tensor, maxOutputSize: int, iouThreshold: number = 0.5,
    scoreThreshold: number = -Infinity, padToMaxOutputSize: flag = false): selectedIndices, validOutputs
nonMaxSuppressionWithScore (boxes: tensor, scores: tensor, maxOutputSize: int, iouThreshold: number = 0.5,
    scoreThreshold: number = -Infinity, softNmsSigma: number = 0): selectedIndices, selectedScores
nonMaxSuppressionWithScoreAsync (boxes: tensor, scores: tensor, maxOutputSize: int, iouThreshold: number = 0.5,
    scoreThreshold: number = -Infinity, softNmsSigma: number = 0): selectedIndices, selectedScores
resizeBilinear (images: tensor, size: size2, alignCorners: flag = false,
    halfPixelCenters: flag = false): tensor
resizeNearestNeighbor (images: tensor, size: size2, alignCorners: flag = false,
    halfPixelCenters: flag = false): tensor
rgbToGrayscale (image: tensor): tensor
rotateWithOffset (image: tensor, radians: number, fillValue: numbers = 0, center: numbers = 0.5): tensor
threshold (image: tensor, method: threshold = binary, inverted: flag = false,
    threshValue: number = 0.5): tensor
transform (image: tensor, transforms: tensor, interpolation: interpolation = nearest,
    fillMode: fillMode = constant, fillValue: number = 0, outputShape: size2?): tensor
`;

// tf.linalg
export const linalgSignatures = `
bandPart (a: tensor, numLower: int, numUpper: int): tensor
gramSchmidt (xs: vectors): tensor
qr (x: tensor, fullMatrices: flag = false): tensors
`;

// tf.signal
export const signalSignatures = `
frame (signal: tensor, frameLength: int, frameStep: int, padEnd: flag = false, padValue: number = 0): tensor
hammingWindow (windowLength: int): tensor
hannWindow (windowLength: int): tensor
stft (signal: tensor, frameLength: int, frameStep: int, fftLength: int?, windowFn: window?): tensor
`;

// tf.metrics, which compile () takes too
export const metricSignatures = `
binaryAccuracy (yTrue: tensor, yPred: tensor): tensor
binaryCrossentropy (yTrue: tensor, yPred: tensor): tensor
categoricalAccuracy (yTrue: tensor, yPred: tensor): tensor
categoricalCrossentropy (yTrue: tensor, yPred: tensor): tensor
cosineProximity (yTrue: tensor, yPred: tensor): tensor
mape (yTrue: tensor, yPred: tensor): tensor
meanAbsoluteError (yTrue: tensor, yPred: tensor): tensor
meanAbsolutePercentageError (yTrue: tensor, yPred: tensor): tensor
meanSquaredError (yTrue: tensor, yPred: tensor): tensor
mse (yTrue: tensor, yPred: tensor): tensor
precision (yTrue: tensor, yPred: tensor): tensor
r2Score (yTrue: tensor, yPred: tensor): tensor
recall (yTrue: tensor, yPred: tensor): tensor
sparseCategoricalAccuracy (yTrue: tensor, yPred: tensor): tensor
`;

// tf.math
export const mathSignatures = `
confusionMatrix (labels: indices, predictions: indices, numClasses: int): tensor
`;
