// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Numbers that look like chance, and are the same in every language: so are the first steps of a training.
import {tf} from './start.js';

// Lehmer's generator, with the factor of Park and Miller (1988).
export class Chance {
    constructor(seed) {
        this.state = seed;
    }

    uniform(low = 0, high = 1) {
        this.state = this.state * 16807 % 2147483647;
        return low + (high - low) * this.state / 2147483647;
    }

    below(n) {
        return Math.floor(this.uniform() * n);
    }

    // Box and Muller (1958).
    normal() {
        const radius = Math.sqrt(-2 * Math.log(this.uniform()));
        return radius * Math.cos(2 * Math.PI * this.uniform());
    }

    normals(n) {
        return Array.from({length: n}, () => this.normal());
    }

    shuffle(items) {
        for (let i = items.length - 1; i > 0; i--) {
            const j = this.below(i + 1);
            [items[i], items[j]] = [items[j], items[i]];
        }
        return items;
    }

    // Gives the model first weights: as Glorot and Bengio (2010) for products, others stay.
    begin(model) {
        tf.tidy(() => model.setWeights(model.getWeights().map(weight => {
            if (weight.rank < 2)
                return weight;
            const [inputs, outputs] = weight.shape.slice(-2);
            const limit = Math.sqrt(6 / (weight.size / outputs + weight.size / inputs));
            return tf.tensor(Array.from({length: weight.size}, () => this.uniform(-limit, limit)), weight.shape);
        })));
    }
}
