// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What test-script.c runs: each part is a script, with the lines that it prints or the error that it
// ends with.

// case: comments
/* a
 */ print(1) // b
print(2); ; // end
// prints:
// 1
// 2

// case: numbers
print(1.5e3, .25, 0x10, 1 / 3, 1e21, NaN, -Infinity)
// prints:
// 1500 0.25 16 0.3333333333333333 1e+21 NaN -Infinity

// case: strings
print('a\tb\'', "é", '' + 1, 'ab'.length, 'x' + [1, 'y'], typeof 'a')
// prints:
// a	b' é 1 2 x[ 1, 'y' ] string

// case: template
const a = 3
print(`a: ${a + {b: 1}.b}\n.`)
// prints:
// a: 4
// .

// case: precedence
print(1 + 2 * 3 ** 2 % 5, (1 + 2) * 3, 7 - 2 - 1, -2 + 1, 2 ** 3 ** 0)
// prints:
// 4 9 4 -1 2

// case: comparisons
print(1 < 2, 2 <= 1, 'a' === 'a', 1 === '1', null == undefined, null === undefined, !0)
// prints:
// true false true false true false true

// case: logical
print(0 || 2, 1 && 0, null ?? 3, 0 ?? 3, false && f())
// prints:
// 2 0 3 0 false

// case: conditional
print(1 > 2 ? 'a' : 2 > 1 ? 'b' : 'c')
// prints:
// b

// case: assignments
let a = 1
a += 2
a *= 3
const b = a++ + --a
print(a, b)
// prints:
// 9 18

// case: lists
const l = [1, [2, 3],]
l[2] = 4
l.push(5)
print(l, l[1][0], l.length, l[9])
// prints:
// [ 1, [ 2, 3 ], 4, 5 ] 2 4 undefined

// case: records
const a = 1
const r = {a, 'b': 2, f(x) { return x + a; }}
r.c = r.f(3)
print({...r, b: 5}.b, r['c'], r.d, {})
// prints:
// 5 4 undefined {}

// case: spread
const l = [1, 2]
print(...l, [0, ...l])
// prints:
// 1 2 [ 0, 1, 2 ]

// case: patterns
const [a, b = 7] = [1], {c, d: [e]} = {c: 2, d: [3]}
const f = ({x, y = 2}, [z]) => x + y + z
print(a, b, c, e, f({x: 1}, [3]))
// prints:
// 1 7 2 3 6

// case: functions
print(f(2), (x => x + 1)(4), ((x, y = 2) => { return x * y; })(5), f.call)
function f(x) { return g(x); }
function g(x) { return x * x; }
// fails: line 1, column 70: a function has no “call”

// case: functions-above
print(f(2), (x => x + 1)(4), ((x, y = 2) => { return x * y; })(5))
function f(x) { return g(x); }
function g(x) { return x * x; }
// prints:
// 4 5 10

// case: closures
const make = function () { let n = 0; return () => ++n; }
const f = make()
f()
print(f(), make()())
// prints:
// 2 1

// case: recursion
const f = n => n < 2 ? n : f(n - 1) + f(n - 2)
print(f(12))
// prints:
// 144

// case: blocks
let a = 1
{ let a = 2; print(a) }
print(a)
// prints:
// 2
// 1

// case: if
if (1 > 2) print(1); else if (2 > 1) { print(2) } else print(3)
// prints:
// 2

// case: loops
let s = ''
for (let i = 0; i < 9; i++) {
  if (i == 2) continue
  if (i == 5) break
  s += i
}
for (const x of ['a', 'b']) s += x
let n = 3
while (n--) s += n
print(s)
// prints:
// 0134ab210

// case: return-from-loops
const f = () => { for (;;) for (const x of [1, 2]) if (x == 2) return x; }
print(f())
// prints:
// 2

// case: async
const f = async x => x + 1
const g = async () => { return await f(await 3); }
g().then(x => print(x))
async function h() { print(await g()) }
await h()
// prints:
// 4
// 4

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

// case: refused-then
tf.tensor1d([1]).data().then(3)
// refused: line 1, column 25: a number is no function

// case: methods
[1, 2].forEach((x, i) => print(x, i))
print([1, 2].map(x => x * 2).join('-'), (1.25).toFixed(1), Math.max(1, 2))
print(Array.from({length: 2}, (x, i) => i), new Float32Array([1, 2]))
// prints:
// 1 0
// 2 1
// 2-4 1.2 2
// [ 0, 1 ] [ 1, 2 ]

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
// [ 10 ] [ [ 1, 2 ], [ 3, 4 ] ] [ true, false ]
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

// case: many-results
print(tf.unstack(tf.range(0, 256)).length)
tf.unstack(tf.range(0, 257))
// refused: line 2, column 4: 257 results, at most 256

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

// case: no-end-of-string
print('a
// fails: line 1, column 8: The text has no end

// case: no-end-of-comment
print(1) /* a
// fails: line 1, column 10: The comment has no end

// case: no-token
print(1) # 2
// fails: line 1, column 10: No token begins with this character

// case: number-and-name
print(3a)
// fails: line 1, column 8: A name begins where the number ends

// case: two-values
print(1 2)
// fails: line 1, column 9: Expected ,, found 2

// case: no-bracket
const f = (x) => {
  return x;
// fails: line 3, column 1: Expected an expression, found the end

// case: template-without-brace
print(`${1`)
// fails: line 1, column 8: Expected a } in it

// case: no-semicolon
const a = 1 const b = 2
// fails: line 1, column 13: Expected ;, found const

// case: function-without-a-name
function (x) { return x; }
// fails: line 1, column 10: Expected a name, found (

// case: unknown-name
const a = 1
print(b)
// fails: line 2, column 7: “b” is not defined

// case: unknown-function
tf.losses.nothing(1)
// fails: line 1, column 11: tf.losses has no “nothing”

// case: unknown-method
tf.ones([2]).nothing()
// fails: line 1, column 14: KomaTensor has no “nothing”

// case: no-function
const a = {}
a.b()
// fails: line 2, column 3: undefined is no function

// case: no-list
const [a] = 3
// fails: line 1, column 7: a number has no elements

// case: no-number
print(1 * tf.ones([2]))
// fails: line 1, column 7: “*” of a number and KomaTensor

// case: no-target
f() = 3
// fails: line 1, column 1: Nothing can be assigned to this

// case: not-declared
a = 3
// fails: line 1, column 1: “a” is not declared

// case: no-end-of-loop
for (;;);
// fails: line 1, column 9: More than 1000000 steps

// case: no-end-of-recursion
const f = x => f(x)
f(1)
// fails: Calls are nested too deeply

// case: a-list-in-itself
const l = []
l.push(l)
tf.dispose(l)
print(`${l}`.length > 60)
tf.sum(tf.ones([2]), l)
// refused: line 5, column 4: axis is an array

// case: refused-by-the-library
const x = tf.zeros([2, 3])
const f = () => x.add(tf.zeros([2, 2]))
print(f())
// refused: line 2, column 19: koma_tensor_add:

// case: refused-in-a-gradient
tf.grad(x => x.add(tf.zeros([5])))(tf.zeros([2]))
// refused: line 1, column 16: koma_tensor_add:

// case: refused-disposed
const x = tf.zeros([2])
x.dispose()
x.square()
// refused: line 3, column 3: koma_tensor_square:

// case: refused-shapes
tf.tensor([[1, 2], [3]])
// refused: Arrays of dimension 1 have 2 and 1 elements

// case: refused-flat
tf.tensor2d([1, 2, 3])
// refused: The values have 1 dimensions, expected 2

// case: refused-shape
tf.tensor2d([1, 2], [2])
// refused: The shape has not 2 numbers

// case: refused-promise
tf.tidy(async () => tf.zeros([1]))
// refused: the function gives a promise

// case: refused-arguments
tf.square([1], 2)
// refused: square has 1 arguments, not 2

// case: refused-text
tf.relu(tf.tensor(['a']))
// refused: is no number
