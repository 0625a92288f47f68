# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A network learns to balance a pole on a cart, by pushing it left or right: it is told only when the pole falls.

The cart is that of Barto, Sutton and Anderson (Neuronlike adaptive elements, 1983). What was done long
before a fall becomes likelier, what was done just before it less likely (Williams: Simple statistical
gradient-following algorithms, 1992). It takes half a minute.

/usr/bin/python3 cart-pole.py [--rounds=40] [--steps=100]
"""
import math

from chance import Chance
from start import Koma, read_options

N_CARTS = 16
MOST_STEPS = 200  # of a game
DISCOUNT = 0.97  # of what comes a step later


def begin_game(chance):
    """x, its speed, the angle of the pole, and that one's speed."""
    return [chance.uniform(-0.05, 0.05) for _ in range(4)]


def push(state, to_right):
    """The state 0.02 s later: the cart weighs 1 kg, the pole 0.1 kg, and half of it is 0.5 m long."""
    x, speed, angle, turn = state
    force = 10 if to_right else -10
    pull = (force + 0.05 * turn ** 2 * math.sin(angle)) / 1.1
    bend = (9.8 * math.sin(angle) - math.cos(angle) * pull) / (0.5 * (4 / 3 - 0.1 * math.cos(angle) ** 2 / 1.1))
    drive = pull - 0.05 * bend * math.cos(angle) / 1.1
    return [x + 0.02 * speed, speed + 0.02 * drive, angle + 0.02 * turn, turn + 0.02 * bend]


def has_fallen(state):
    return abs(state[0]) > 2.4 or abs(state[2]) > math.radians(12)


def make_model():
    model = Koma.sequential([
        Koma.layers.dense(24, activation="tanh", input_shape=[4]),
        Koma.layers.dense(2, activation="softmax"),
    ])
    model.compile(Koma.Optimizer.new_adam(0.01), "categoricalCrossentropy")
    Chance(1).begin(model)
    return model


def play(model, chance, n_steps):
    """All carts at once: for each, a list of (state, action, whether a game ended with it)."""
    states = [begin_game(chance) for _ in range(N_CARTS)]
    ages = [0] * N_CARTS
    moves = [[] for _ in range(N_CARTS)]
    for _ in range(n_steps):
        for i, (_, right) in enumerate(model.predict(states).tolist()):
            action = int(chance.uniform() < right)
            after = push(states[i], action)
            ages[i] += 1
            is_end = has_fallen(after) or ages[i] == MOST_STEPS
            moves[i].append((states[i], action, is_end))
            states[i], ages[i] = (begin_game(chance), 0) if is_end else (after, ages[i])
    return moves


def count_rewards(moves):
    """Of each move: how long the game went on after it, what is later counting less."""
    rewards, reward = [], 0.0
    for _, _, is_end in reversed(moves):
        reward = 1 + (0 if is_end else DISCOUNT * reward)
        rewards.append(reward)
    return rewards[::-1]


def learn(model, moves):
    """Returns the loss. Moves that were better than the mean count for them, others against."""
    rewards = Koma.tensor([reward for cart in moves for reward in count_rewards(cart)])
    mean, variance = rewards.moments()
    advantages = (rewards - mean) / (variance.sqrt() + 1e-6)
    states, actions, _ = zip(*(move for cart in moves for move in cart))
    wanted = Koma.one_hot(actions, 2) * advantages.reshape([-1, 1])
    return model.train_on_batch(list(states), wanted)[0]


def main(rounds, steps):
    chance = Chance(9)
    model = make_model()
    for i in range(rounds):
        moves = play(model, chance, steps)
        n_falls = sum(is_end for cart in moves for _, _, is_end in cart)
        loss, length = learn(model, moves), N_CARTS * steps / max(1, n_falls)
        print(f"round {i + 1}: loss {loss:.5f}, steps for each fall {length:.1f}", flush=True)


if __name__ == "__main__":
    main(**read_options(rounds=40, steps=100))
