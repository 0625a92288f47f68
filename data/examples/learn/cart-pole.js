// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A network learns to balance a pole on a cart, by pushing it left or right: it is told only when the pole falls.
//
// The cart is that of Barto, Sutton and Anderson (Neuronlike adaptive elements, 1983). What was done long
// before a fall becomes likelier, what was done just before it less likely (Williams: Simple statistical
// gradient-following algorithms, 1992). It takes half a minute.
//
// gjs -m cart-pole.js [--rounds=40] [--steps=100]
import {Chance} from './chance.js';
import {runAsProgram, say, tf} from './start.js';

const N_CARTS = 16;
const MOST_STEPS = 200; // of a game
const DISCOUNT = 0.97; // of what comes a step later

// x, its speed, the angle of the pole, and that one's speed.
const beginGame = chance => Array.from({length: 4}, () => chance.uniform(-0.05, 0.05));

// The state 0.02 s later: the cart weighs 1 kg, the pole 0.1 kg, and half of it is 0.5 m long.
function push([x, speed, angle, turn], toRight) {
    const force = toRight ? 10 : -10;
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    const pull = (force + 0.05 * turn ** 2 * sin) / 1.1;
    const bend = (9.8 * sin - cos * pull) / (0.5 * (4 / 3 - 0.1 * cos ** 2 / 1.1));
    const drive = pull - 0.05 * bend * cos / 1.1;
    return [x + 0.02 * speed, speed + 0.02 * drive, angle + 0.02 * turn, turn + 0.02 * bend];
}

const hasFallen = ([x, , angle]) => Math.abs(x) > 2.4 || Math.abs(angle) > 12 * Math.PI / 180;

function makeModel() {
    const model = tf.sequential();
    model.add(tf.layers.dense({units: 24, activation: 'tanh', inputShape: [4]}));
    model.add(tf.layers.dense({units: 2, activation: 'softmax'}));
    model.compile({optimizer: tf.train.adam(0.01), loss: 'categoricalCrossentropy'});
    new Chance(1).begin(model);
    return model;
}

// All carts at once: for each, an array of {state, action, isEnd: whether a game ended with it}.
function play(model, chance, numSteps) {
    const carts = Array.from({length: N_CARTS}, () => ({state: beginGame(chance), age: 0, moves: []}));
    for (let step = 0; step < numSteps; step++) {
        const chances = tf.tidy(() => model.predict(tf.tensor2d(carts.map(({state}) => state))).arraySync());
        carts.forEach((cart, at) => {
            const action = chance.uniform() < chances[at][1] ? 1 : 0;
            const after = push(cart.state, action);
            cart.age++;
            const isEnd = hasFallen(after) || cart.age === MOST_STEPS;
            cart.moves.push({state: cart.state, action, isEnd});
            Object.assign(cart, isEnd ? {state: beginGame(chance), age: 0} : {state: after});
        });
    }
    return carts.map(({moves}) => moves);
}

// Of each move: how long the game went on after it, what is later counting less.
function countRewards(moves) {
    let reward = 0;
    return moves.slice().reverse().map(({isEnd}) => {
        reward = 1 + (isEnd ? 0 : DISCOUNT * reward);
        return reward;
    }).reverse();
}

// Gives the loss. Moves that were better than the mean count for them, others against.
async function learn(model, moves) {
    const all = moves.flat();
    const wanted = tf.tidy(() => {
        const rewards = tf.tensor1d(moves.flatMap(countRewards));
        const {mean, variance} = tf.moments(rewards);
        const advantages = rewards.sub(mean).div(variance.sqrt().add(1e-6));
        const actions = tf.oneHot(tf.tensor1d(all.map(({action}) => action), 'int32'), 2);
        return actions.toFloat().mul(advantages.reshape([-1, 1]));
    });
    const states = tf.tensor2d(all.map(({state}) => state));
    const loss = await model.trainOnBatch(states, wanted);
    tf.dispose([states, wanted]);
    return loss;
}

export async function main({rounds, steps}) {
    const chance = new Chance(9);
    const model = makeModel();
    for (let round = 1; round <= rounds; round++) {
        const moves = play(model, chance, steps);
        const numEnds = moves.flat().filter(({isEnd}) => isEnd).length;
        const loss = await learn(model, moves);
        const length = N_CARTS * steps / Math.max(1, numEnds);
        say(`round ${round}: loss ${loss.toFixed(5)}, steps for each fall ${length.toFixed(1)}`);
    }
    model.optimizer.dispose();
    model.dispose();
}

await runAsProgram(import.meta.url, {rounds: 40, steps: 100}, main);
