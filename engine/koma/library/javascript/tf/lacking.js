// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Functions of TensorFlow.js that libkoma lacks: each throws an Error that names it.
import {lack} from './errors.js';

// name: those that lack in the namespace, “” being tf itself
export const lackingNames = {
    '': `basicLSTMCell broadcastArgs multiRNNCell raggedGather raggedRange raggedTensorToTensor randomGamma
        registerBackend registerGradient registerKernel removeBackend sparseToDense`,
    browser: 'draw fromPixels fromPixelsAsync toPixels',
    io: `browserFiles browserHTTPRequest copyModel decodeWeights encodeWeights fromMemory http listModels moveModel
        removeModel withSaveHandler`,
    layers: 'categoryEncoding convLstm2dCell randomWidth',
    models: 'modelFromJSON',
    sparse: 'sparseFillEmptyRows sparseReshape sparseSegmentMean sparseSegmentSum',
    string: 'staticRegexReplace stringNGrams stringSplit stringToHashBucketFast',
};

const make = namespace => Object.fromEntries(lackingNames[namespace].trim().split(/\s+/).map(
    name => [name, lack(namespace === '' ? name : `${namespace}.${name}`)]));

export const lacking = Object.fromEntries(Object.keys(lackingNames).map(namespace => [namespace, make(namespace)]));
