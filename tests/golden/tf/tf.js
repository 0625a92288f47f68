// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What snippets know as tf: TensorFlow.js' names, computed by libkoma.
import Koma from 'gi://Koma?version=1.0';
import {Tensor, collect, inScope, make, makeShaped, refuse, session, toHandle, toInts} from './tensor.js';
import {image, losses, ops} from './ops.js';
import {gradientsFunctions} from './gradients.js';
import {layersFunctions} from './layers.js';

const isMissing = value => value === undefined || value === null;

function makeTensor(values, shape, dtype) {
    return isMissing(shape) ? make(values, -1, dtype) : makeShaped(values, shape, dtype);
}

const makeOfRank = rank => (values, shape, dtype) => {
    if (isMissing(shape))
        return make(values, rank, dtype);
    if (toInts(shape).length !== rank)
        refuse(`The shape has not ${rank} numbers`);
    return makeShaped(values, shape, dtype);
};

// randomNormal (shape, mean, deviation, dtype, seed); of a uniform one the limits.
const makeRandom = name => (shape, first = 0, second = 1, _dtype = 'float32', seed = 0) =>
    new Tensor(Koma.Tensor[name](toInts(shape), first, second, Math.min(Math.abs(Math.trunc(seed)), 2 ** 32 - 1)));

function keep(tensor) {
    const kept = new Tensor(toHandle(tensor).keep());
    session.kept.push(kept);
    return kept;
}

function memory() {
    const {n_tensors, n_data_buffers, n_bytes} = Koma.Environment.get().get_memory();
    return {numTensors: n_tensors, numDataBuffers: n_data_buffers, numBytes: n_bytes};
}

// The first is the snippet's own.
function endScope() {
    if (session.scopes.length < 2)
        refuse('No scope has been started');
    session.scopes.pop().end();
}

export const tf = {
    ...ops,
    losses,
    image,
    ...gradientsFunctions,
    ...layersFunctions,
    tensor: makeTensor,
    scalar: (value, dtype) => make(value, 0, dtype),
    tensor1d: (values, dtype) => make(values, 1, dtype),
    ...Object.fromEntries([2, 3, 4, 5, 6].map(rank => [`tensor${rank}d`, makeOfRank(rank)])),
    randomNormal: makeRandom('new_random_normal'),
    randomUniform: makeRandom('new_random_uniform'),
    truncatedNormal: makeRandom('new_truncated_normal'),
    clone: tensor => new Tensor(toHandle(tensor).clone()),
    print: (tensor, isVerbose) => new Tensor(toHandle(tensor)).print(isVerbose),
    dispose: tensors => collect(tensors).forEach(tensor => tensor.dispose()),
    tidy: (...args) => inScope(args.at(-1)),
    keep,
    memory,
    engine: () => ({startScope: () => session.scopes.push(Koma.Scope.begin()), endScope}),
};
