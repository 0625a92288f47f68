// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Models from files, of any format that Koma opens.
import Koma from 'gi://Koma?version=1.0';
import {call, promise, refuse} from './errors.js';
import {inScope} from './memory.js';
import {toPath} from './paths.js';
import {Tensor} from './tensor.js';
import {toHandles} from './training.js';

const one = values => values.length === 1 ? values[0] : values;

function describeInfo(info) {
    const shape = info.has_shape() ? info.get_shape().map(size => size < 0 ? null : size) : undefined;
    return {name: info.get_name(), shape, dtype: Koma.dtype_name(info.get_dtype())};
}

export class GraphModel {
    constructor(handle) {
        this.handle = handle;
        this.modelVersion = 'n/a';
    }

    get inputs() {
        return Array.from({length: this.handle.get_n_inputs()}, (_, at) => describeInfo(this.handle.get_input(at)));
    }

    get outputs() {
        return Array.from({length: this.handle.get_n_outputs()}, (_, at) => describeInfo(this.handle.get_output(at)));
    }

    get inputNodes() {
        return this.inputs.map(({name}) => name);
    }

    get outputNodes() {
        return this.outputs.map(({name}) => name);
    }

    toHandles(name, inputs) {
        return toHandles(name, 'inputs', inputs, this.inputNodes);
    }

    predict(inputs) {
        return inScope(() => {
            const handles = this.toHandles('predict', inputs);
            return one(call('predict', () => this.handle.predict_all(handles)).map(y => new Tensor(y)));
        });
    }

    predictAsync(inputs) {
        return promise('predictAsync', () => this.predict(inputs));
    }

    // Of nodes by their names, also within the model.
    execute(inputs, outputs) {
        const isMap = !(inputs instanceof Tensor) && !Array.isArray(inputs);
        const names = isMap ? Object.keys(inputs) : this.inputNodes;
        const wanted = outputs === undefined ? null : [outputs].flat();
        return inScope(() => {
            const handles = toHandles('execute', 'inputs', inputs, names);
            const results = call('execute', () => this.handle.execute(names, handles, wanted)).map(y => new Tensor(y));
            return Array.isArray(outputs) ? results : one(results);
        });
    }

    executeAsync(inputs, outputs) {
        return promise('executeAsync', () => this.execute(inputs, outputs));
    }

    // The handle frees its weights when nobody has it.
    dispose() {
        this.handle = null;
    }
}

export function loadGraphModel(pathOrURL, settings) {
    if (settings?.fromTFHub)
        refuse('loadGraphModel: fromTFHub is not there; paths and file:// are');
    return promise('loadGraphModel', () =>
        new GraphModel(Koma.GraphModel.load(toPath('loadGraphModel', pathOrURL))));
}
