// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What test-snippets.js runs: each part is a snippet, with the lines that it prints or the error that
// it ends with.

// case: promises
const p = tf.tensor1d([1, 2]).data()
print(await p.then(x => x[0] + 1))
p.then(async x => { await 3; print('c', x[1]); return p; }).then(x => print('d', x[0]))
print('a')
{ print('b') }
// prints:
// 2
// a
// b
// c 2
// d 1

// case: tensors
const x = tf.tensor([[1, 2], [3, 4]])
print(x.shape, x.dtype, x.rank, x.size)
x.add(1).mul(x).print()
print(x.sum().dataSync(), x.arraySync(), tf.tensor1d([true, false]).dataSync())
print(tf.tensor([1, 2], [2, 1], 'int32').dtype, tf.tensor2d([1, 2], [2, 1]).shape)
// prints:
// [ 2, 2 ] float32 2 4
// Tensor
//     [[2 , 6 ],
//      [12, 20]]
// [ 10 ] [ [ 1, 2 ], [ 3, 4 ] ] [ 1, 0 ]
// int32 [ 2, 1 ]

// case: arguments
tf.matMul(tf.eye(2), [[1, 2], [3, 4]], false, true).print()
tf.gather([5, 6, 7], [2, 0]).print()
tf.concat([[1], [2]]).print()
tf.ones([1]).concat(tf.zeros([1])).stack([[2, 3]], 1).print()
tf.losses.huberLoss([1, 2], [1, 4], undefined, 1).print()
// prints:
// Tensor
//     [[1, 3],
//      [2, 4]]
// Tensor
//     [7, 5]
// Tensor
//     [1, 2]
// Tensor
//     [[1, 2],
//      [0, 3]]
// Tensor
//     0.75

// case: results
const {values, indices} = tf.topk([1, 7, 3], 2)
values.print()
indices.print()
const [a, b] = tf.split([1, 2], 2)
b.print()
// prints:
// Tensor
//     [7, 3]
// Tensor
//     [1, 2]
// Tensor
//     [2]

// case: tidy
let k
const y = tf.tidy(() => {
  const a = tf.ones([2])
  k = tf.keep(a.add(1))
  return {y: [k.mul(a)]}
}).y[0]
y.print()
print(tf.memory().numTensors)
tf.dispose([y, {k}])
print(y.isDisposed, tf.memory().numBytes)
// prints:
// Tensor
//     [2, 2]
// 2
// true 0

// case: variables
const v = tf.variable(tf.scalar(1), true, 'v')
v.assign(v.add(2))
v.print()
print(v.name)
// prints:
// Tensor
//     3
// v

// case: gradients
const f = (x, y) => x.square().mul(y)
tf.grads(f)([tf.scalar(2), tf.scalar(3)])[0].print()
const {value, grad} = tf.valueAndGrad(x => x.square().sum())(tf.tensor1d([1, 2]))
value.print()
grad.print()
tf.grad(tf.grad(x => x.pow(3)))(tf.scalar(2)).print()
// prints:
// Tensor
//     12
// Tensor
//     5
// Tensor
//     [2, 4]
// Tensor
//     12

// case: minimize
const w = tf.variable(tf.scalar(4))
const o = tf.train.sgd(0.25)
o.minimize(() => w.square(), true).print()
w.print()
o.dispose()
// prints:
// Tensor
//     16
// Tensor
//     2

// case: variable-gradients
const w = tf.variable(tf.scalar(3), true, 'w')
const {value, grads} = tf.variableGrads(() => w.square())
value.print()
grads.w.print()
// prints:
// Tensor
//     9
// Tensor
//     6

// case: models
const layer = tf.layers.dense({units: 1, inputShape: [2], kernelInitializer: 'ones'})
const m = tf.sequential({layers: [layer]})
m.compile({optimizer: tf.train.sgd(0), loss: 'meanSquaredError', metrics: ['mae']})
const x = tf.tensor2d([[1, 2]])
const onEpochEnd = async (epoch, logs) => print(epoch, logs.loss)
const h = await m.fit(x, tf.tensor2d([[5]]), {epochs: 2, callbacks: {onEpochEnd}})
print(h.history.mae, h.epoch)
m.predict(x).print()
print(m.countParams(), m.layers.length)
m.evaluate(x, tf.tensor2d([[4]]))[0].print()
// prints:
// 0 4
// 1 4
// [ 2, 2 ] [ 0, 1 ]
// Tensor
//      [[3],]
// 3 1
// Tensor
//     1

// case: settings
const kernelInitializer = tf.initializers.constant({value: 3})
const kernelRegularizer = tf.regularizers.l2({l2: 0.5})
const biasConstraint = tf.constraints.maxNorm({maxValue: 2})
const layer = tf.layers.dense({units: 1, inputShape: [1], kernelInitializer, kernelRegularizer, biasConstraint})
const m = tf.sequential({layers: [layer]})
const metrics = [tf.metrics.meanAbsoluteError, 'mse']
m.compile({optimizer: 'sgd', loss: tf.losses.meanSquaredError, metrics})
print(await m.trainOnBatch(tf.ones([1, 1]), tf.zeros([1, 1])))
// prints:
// [ 13.5, 3, 9 ]

// case: settings-by-default
const settings = {units: 1, inputShape: [1], kernelInitializer: 'ones', kernelRegularizer: tf.regularizers.l2()}
const m = tf.sequential({layers: [tf.layers.dense(settings)]})
m.compile({optimizer: tf.train.sgd(0), loss: 'meanSquaredError'})
print((await m.trainOnBatch(tf.ones([1, 1]), tf.ones([1, 1]))).toFixed(6))
// prints:
// 0.010000

// case: symbols
const x = tf.input({shape: [3]})
const y = tf.layers.reshape({targetShape: [3]}).apply(x)
const m = tf.model({inputs: x, outputs: [y, tf.layers.add().apply([x, y])]})
print(x.shape)
m.predict(tf.ones([1, 3]))[1].print()
// prints:
// [ null, 3 ]
// Tensor
//      [[2, 2, 2],]

// case: unknown-function
tf.losses.nothing(1)
// fails: tf.losses.nothing is not a function

// case: unknown-method
tf.ones([2]).nothing()
// fails: tf.ones(...).nothing is not a function

// case: not-declared
a = 3
// fails: assignment to undeclared variable a

// case: refused-by-the-library
const x = tf.zeros([2, 3])
const f = () => x.add(tf.zeros([2, 2]))
print(f())
// refused: add: 

// case: refused-in-a-gradient
tf.grad(x => x.add(tf.zeros([5])))(tf.zeros([2]))
// refused: add: 

// case: refused-disposed
const x = tf.zeros([2])
x.dispose()
x.square()
// refused: square: 

// case: refused-shapes
tf.tensor([[1, 2], [3]])
// refused: Arrays of dimension 1 have 2 and 1 elements

// case: refused-flat
tf.tensor2d([1, 2, 3])
// refused: The values have 1 dimensions, expected 2

// case: refused-shape
tf.tensor2d([1, 2], [2])
// refused: tensor2d: The shape has 1 numbers, expected 2

// case: refused-promise
tf.tidy(async () => tf.zeros([1]))
// refused: the function gives a promise

// case: refused-arguments
tf.square([1], 2)
// refused: square: It has 1 arguments, not 2

// case: a-cycle
const l = []
l.push(l, tf.ones([2]))
tf.dispose(l)
print(l[1].isDisposed)
// prints:
// true

// case: texts
const l = [1, 'y', {a: null, b: []}]
print('x', l, {}, 1e21, new Float32Array([1, 2]))
console.log('a\nb')
// prints:
// x [ 1, 'y', { a: null, b: [] } ] {} 1e+21 [ 1, 2 ]
// a
// b

// case: scopes
tf.engine().startScope()
const a = tf.ones([2])
const b = tf.keep(tf.zeros([1]))
tf.engine().endScope()
print(a.isDisposed, b.isDisposed)
// prints:
// true false

// case: empty
print(tf.zeros([0, 3]).arraySync(), tf.zeros([2, 0]).arraySync(), tf.scalar(3).arraySync())
// prints:
// [] [ [], [] ] 3

// case: weighted-loss
tf.losses.absoluteDifference([1, 2], [2, 4], [1, 3]).print()
// prints:
// Tensor
//     3.5

// case: optimizer-settings
const w = tf.variable(tf.scalar(1))
const o = tf.train.momentum(0.5, 0.5, true)
o.minimize(() => w.square(), false, [w])
w.print()
// prints:
// Tensor
//     -0.5

// case: refused-scope
tf.engine().endScope()
// refused: No scope has been started

// case: refused-function
tf.grad(3)
// refused: 3 is no function

// case: refused-value
tf.grad(x => 3)(tf.scalar(1))
// refused: grad: the function gives 3, not a tensor

// case: refused-format
tf.conv2d(tf.ones([1, 2, 2, 1]), tf.ones([1, 1, 1, 1]), 1, 'same', 'NCHW')
// refused: There is no format “NCHW”

// case: refused-axis
tf.sum(tf.ones([2]), 0.5)
// refused: 0.5 is no whole number

// case: refused-weights
const m = tf.sequential({layers: [tf.layers.dense({units: 1, inputShape: [1]})]})
m.setWeights([])
// refused: setWeights: the model has 2 weights, not 0

// case: refused-text
tf.relu(tf.tensor(['a']))
// refused: is no number
