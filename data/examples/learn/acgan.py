# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two networks learn from each other to draw the digit that is asked for.

The discriminator says of a picture whether it is drawn by hand or made, and which digit it is; the generator
makes pictures, so that the other takes them for those of a hand and for the right digit (Odena, Olah,
Shlens: Conditional image synthesis with auxiliary classifier GANs, 2017). It takes a minute.

/usr/bin/python3 acgan.py [--epochs=30] [--count=1500]
"""
from chance import Chance
from digits import draw_digits, show
from start import Koma, read_options

SIZE = 16
N_NOISE = 16
BATCH_SIZE = 50


def chain(x, layers):
    """What the layers, one after the other, make of x."""
    for layer in layers:
        x = layer(x)
    return x


def make_discriminator():
    """[whether it is drawn by hand, which digit it is] of a picture."""
    layers = Koma.layers
    picture = Koma.input([SIZE, SIZE, 1])
    features = chain(picture, [
        layers.conv2d(16, 3, strides=2, padding="same"),
        layers.leaky_relu(alpha=0.2),
        layers.conv2d(32, 3, strides=2, padding="same"),
        layers.leaky_relu(alpha=0.2),
        layers.flatten(),
    ])
    is_real = layers.dense(1, activation="sigmoid")(features)
    digit = layers.dense(10, activation="softmax")(features)
    return Koma.model(picture, [is_real, digit])


def make_generator():
    """A picture of noise and of the digit that it is to be."""
    layers = Koma.layers
    noise, digit = Koma.input([N_NOISE]), Koma.input([10])
    picture = chain(layers.concatenate()([noise, digit]), [
        layers.dense(4 * 4 * 32, activation="relu"),
        layers.reshape([4, 4, 32]),
        layers.conv2d_transpose(16, 4, strides=2, padding="same", activation="relu"),
        layers.conv2d_transpose(1, 4, strides=2, padding="same", activation="sigmoid"),
    ])
    return Koma.model([noise, digit], picture)


def compile_model(model, rate):
    optimizer = Koma.Optimizer.new_adam(rate)
    optimizer.set_option("beta1", 0.5)
    model.compile(optimizer, ["binaryCrossentropy", "categoricalCrossentropy"])


def make_models():
    """(generator, discriminator, both in a row, in which the generator alone learns)"""
    discriminator, generator = make_discriminator(), make_generator()
    compile_model(discriminator, 0.0002)
    for seed, model in enumerate((discriminator, generator), 1):
        Chance(seed).begin(model)
    discriminator.trainable = False
    noise, digit = Koma.input([N_NOISE]), Koma.input([10])
    combined = Koma.model([noise, digit], discriminator(generator([noise, digit])))
    compile_model(combined, 0.001)
    return generator, discriminator, combined


class Artist:
    """What is asked of the generator."""

    def __init__(self, seed):
        self.chance = Chance(seed)

    def ask(self, n):
        """(noise, digits)"""
        noise = Koma.tensor(self.chance.normals(n * N_NOISE)).reshape([n, N_NOISE])
        return noise, Koma.one_hot([self.chance.below(10) for _ in range(n)], 10)


def train_discriminator(models, artist, pictures, digits):
    generator, discriminator, _ = models
    noise, wanted = artist.ask(BATCH_SIZE)
    made = generator.predict([noise, wanted])
    truth = Koma.concat([Koma.full([BATCH_SIZE, 1], 0.95), Koma.zeros(BATCH_SIZE, 1)])
    return discriminator.train_on_batch(Koma.concat([pictures, made]), [truth, Koma.concat([digits, wanted])])[0]


def train_generator(models, artist):
    noise, wanted = artist.ask(2 * BATCH_SIZE)
    return models[2].train_on_batch([noise, wanted], [Koma.ones(2 * BATCH_SIZE, 1), wanted])[0]


def print_digits(generator, artist):
    pictures = generator.predict([artist.ask(10)[0], Koma.eye(10)]).reshape([10, -1]).tolist()
    for row in (pictures[:5], pictures[5:]):
        print("\n".join("".join(line) for line in zip(*(show(pixels, SIZE) for pixels in row))))


def main(epochs, count):
    pictures, digits = draw_digits(Chance(3), count, SIZE)
    labels = Koma.one_hot(digits, 10)
    models, artist = make_models(), Artist(4)
    for epoch in range(epochs):
        losses = []
        for start in range(0, count - BATCH_SIZE + 1, BATCH_SIZE):
            batch = pictures[start:start + BATCH_SIZE], labels[start:start + BATCH_SIZE]
            losses.append((train_discriminator(models, artist, *batch), train_generator(models, artist)))
        means = [sum(column) / len(losses) for column in zip(*losses)]
        print(f"epoch {epoch + 1}: loss {means[0]:.5f}, of the generator {means[1]:.5f}", flush=True)
    print_digits(models[0], artist)


if __name__ == "__main__":
    main(**read_options(epochs=30, count=1500))
