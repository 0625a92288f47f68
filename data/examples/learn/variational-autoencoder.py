# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A variational autoencoder learns to draw digits that nobody has written.

An encoder says of a picture where it lies on a map of two dimensions, and how sure that is; a decoder draws
the picture from a place near by (Kingma, Welling: Auto-encoding variational Bayes, 2014). When it has
learnt, the program walks over the map and shows what is drawn there. It takes half a minute.

/usr/bin/python3 variational-autoencoder.py [--epochs=40] [--count=1500]
"""
from chance import Chance
from digits import draw_digits, show
from start import Koma, read_options

SIZE = 16
N_PIXELS = SIZE * SIZE
N_DIMS = 2  # of the map
EPSILON = 1e-6


def measure_drawing(wanted, drawn):
    """The cross-entropy of all pixels of a picture."""
    right = wanted * (drawn + EPSILON).log() + (1 - wanted) * (1 - drawn + EPSILON).log()
    return -right.sum(-1)


def measure_places(_wanted, places):
    """How far mean and deviation are from those of the standard normal distribution (Kullback and Leibler)."""
    mean, deviation = places[:, :N_DIMS], places[:, N_DIMS:]
    return (mean.square() + deviation.square() - 1).sum(-1) / 2 - (deviation + EPSILON).log().sum(-1)


def make_models():
    """(all that learns together, the decoder of it)"""
    layers = Koma.layers
    picture, noise = Koma.input([N_PIXELS]), Koma.input([N_DIMS])
    hidden = layers.dense(128, activation="relu")(picture)
    mean = layers.dense(N_DIMS)(hidden)
    deviation = layers.dense(N_DIMS, activation="softplus")(hidden)
    place = layers.add()([mean, layers.multiply()([deviation, noise])])
    decoder = Koma.sequential([
        layers.dense(128, activation="relu", input_shape=[N_DIMS]),
        layers.dense(N_PIXELS, activation="sigmoid"),
    ])
    model = Koma.model([picture, noise], [decoder(place), layers.concatenate()([mean, deviation])])
    model.compile(Koma.Optimizer.new_adam(0.002), [measure_drawing, measure_places])
    Chance(1).begin(model)
    return model, decoder


def print_map(decoder, n=5):
    """What is drawn at n × n places, the middle of the map in the middle."""
    marks = [-1.6 + 3.2 * i / (n - 1) for i in range(n)]
    drawn = decoder.predict([[x, y] for y in marks for x in marks]).tolist()
    for row in range(n):
        pictures = [show(pixels, SIZE) for pixels in drawn[row * n:(row + 1) * n]]
        print("\n".join("".join(line) for line in zip(*pictures)))


def main(epochs, count):
    chance = Chance(3)
    pictures = draw_digits(chance, count, SIZE)[0].reshape([count, N_PIXELS])
    model, decoder = make_models()
    for epoch in range(epochs):
        noise = Koma.tensor(chance.normals(count * N_DIMS)).reshape([count, N_DIMS])
        history = model.fit([pictures, noise], [pictures, Koma.zeros(count, 2 * N_DIMS)], batch_size=50, shuffle=False,
                            verbose=False)
        print(f"epoch {epoch + 1}: loss {history['loss'][0]:.4f}", flush=True)
    print_map(decoder)


if __name__ == "__main__":
    main(**read_options(epochs=40, count=1500))
