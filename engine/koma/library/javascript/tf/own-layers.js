// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Layers of one's own: `class … extends tf.layers.Layer` with call (), and build (), computeOutputShape () and
// getConfig () where it needs them. The library calls the objects here, which call that.
import GLib from 'gi://GLib';
import GObject from 'gi://GObject';
import Koma from 'gi://Koma?version=1.0';
import {call, describe, keep, refuse} from './errors.js';
import {Tensor, Variable} from './tensor.js';

const owners = new WeakMap(); // Koma.Layer → Layer
const makers = new Map(); // class name → class

const toShape = sizes => sizes.map(size => size < 0 ? null : size);

// The shape of one input, or a list of them.
function toShapes(variant) {
    const shapes = variant.recursiveUnpack().map(toShape);
    return shapes.length === 1 ? shapes[0] : shapes;
}

// "ai", −1 where open. Each `new GLib.Variant ('ai', …)` of gjs 1.74 leaves 0.4 KB behind: what the library gives
// without a floating reference does not.
export function toShapeVariant(sizes) {
    if (!Array.isArray(sizes) || !sizes.every(size => Number.isInteger(size ?? -1)))
        refuse(`computeOutputShape: it returned ${describe(sizes)}, and no shape`);
    return GLib.Variant.parse(null, `@ai [${sizes.map(size => size ?? -1)}]`, null, null);
}

// What it throws is kept, and thrown by the function that failed for it.
function guarded(f) {
    try {
        return f();
    } catch (error) {
        keep(error);
        throw new GLib.Error(Koma.Error, Koma.Error.ARGUMENT, `${error.message}`);
    }
}

const OwnLayer = GObject.registerClass({GTypeName: 'KomaTfLayer'}, class OwnLayer extends Koma.Layer {
    vfunc_build(shapes) {
        return guarded(() => {
            owners.get(this).build(toShapes(shapes));
            return true;
        });
    }

    vfunc_compute(inputs, isTraining) {
        return guarded(() => {
            const tensors = inputs.map(x => new Tensor(x));
            const found = [owners.get(this).call(tensors.length === 1 ? tensors[0] : tensors, {training: isTraining})];
            return found.flat().map(y => y instanceof Tensor
                ? y.handle
                : refuse(`call: ${owners.get(this).getClassName()} returned ${describe(y)}, and no tensor`));
        });
    }

    vfunc_get_config() {
        return guarded(() => JSON.stringify(toSnakeCases(owners.get(this).getConfig())));
    }
});

// Of a class that tells its output's shape.
const ShapedLayer = GObject.registerClass({GTypeName: 'KomaTfShapedLayer'}, class ShapedLayer extends OwnLayer {
    vfunc_compute_output_shape(shapes) {
        return guarded(() => toShapeVariant(owners.get(this).computeOutputShape(toShapes(shapes))));
    }
});

export const getClassName = owner => owner.constructor.className ?? owner.constructor.name;

export function makeHandle(owner, config, tellsShape) {
    if (config === null || typeof config !== 'object')
        refuse(`Layer: ${describe(config)} is no object of settings`);
    const {name, trainable, inputShape, batchInputShape, dtype = 'float32'} = config;
    if (dtype !== 'float32')
        refuse(`Layer: argument 'dtype' is ${describe(dtype)}, expected float32`);
    const settings = JSON.stringify({name, trainable, inputShape, batchInputShape});
    const handle = new (tellsShape ? ShapedLayer : OwnLayer)({class_name: getClassName(owner), settings});
    owners.set(handle, owner);
    return handle;
}

// A weight of a layer, as TensorFlow.js has it.
export class LayerVariable {
    constructor(name, handle) {
        this.originalName = this.name = name;
        this.val = new Variable(handle, name);
    }

    get shape() {
        return this.val.shape;
    }

    get dtype() {
        return this.val.dtype;
    }

    get trainable() {
        return this.val.trainable;
    }

    read() {
        return this.val;
    }

    write(value) {
        this.val.assign(value);
        return this;
    }
}

export function listWeights(owner, onlyTrainable) {
    return call('weights', () => owner.handle.get_variables(onlyTrainable).map(
        (variable, at) => new LayerVariable(`${owner.name}/${at}`, variable)));
}

const toText = setting => setting === null || setting === undefined || typeof setting === 'string'
    ? setting ?? null
    : JSON.stringify(setting);

export function addWeight(owner, name, shape, dtype, {initializer, regularizer, trainable, constraint}) {
    if ((dtype ?? 'float32') !== 'float32')
        refuse(`addWeight: argument 'dtype' is ${describe(dtype)}, expected float32`);
    return call('addWeight', () => new LayerVariable(name, owner.handle.add_weight(
        name, shape, Koma.DType.FLOAT32, toText(initializer), trainable, toText(regularizer),
        toText(constraint))));
}

const borders = [/(.)([A-Z][a-z0-9]+)/g, /([a-z])([A-Z])/g];
export const toSnakeCase = name => borders.reduce((text, border) => text.replace(border, '$1_$2'), name).toLowerCase();
export const toSnakeCases = settings => Object.fromEntries(
    Object.entries(settings ?? {}).map(([key, value]) => [toSnakeCase(key), value]));
const toCamelCases = settings => Object.fromEntries(Object.entries(settings).map(
    ([key, value]) => [key.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase()), value]));

// tf.serialization.registerClass (): models of files are made with the class.
function registerClass(ownClass) {
    const className = ownClass?.className;
    if (typeof ownClass !== 'function' || typeof className !== 'string' || className === '')
        refuse('registerClass: the class has no static className');
    makers.set(className, ownClass);
    Koma.Layer.register(className, (name, config) => guarded(() => {
        const found = makers.get(name);
        return found.fromConfig(found, toCamelCases(JSON.parse(config))).handle;
    }));
}

export const serialization = {registerClass};
