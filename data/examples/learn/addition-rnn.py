# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A recurrent network learns to add from texts alone: “12+7 ” is answered by “19 ”.

One LSTM reads the question, letter by letter; what it remembers is given to another, which writes the
answer (Sutskever, Vinyals, Le: Sequence to sequence learning with neural networks, 2014). It takes half a
minute.

/usr/bin/python3 addition-rnn.py [--epochs=40] [--digits=2] [--count=3000] [--units=96]
"""
from chance import Chance
from start import Koma, read_options

LETTERS = "0123456789+ "


def make_sums(chance, digits, count):
    """(question, answer), each once, in an order of chance."""
    top = 10 ** digits
    pairs = {(a, b): None for a, b in ((chance.below(top), chance.below(top)) for _ in range(20 * count))}
    return [(f"{a}+{b}".ljust(2 * digits + 1), str(a + b).ljust(digits + 1)) for a, b in list(pairs)[:count]]


def encode(texts):
    """[texts, letters of each, kinds of letters]: 1 where a letter stands."""
    return Koma.one_hot([[LETTERS.index(letter) for letter in text] for text in texts], len(LETTERS))


def decode(x):
    return ["".join(LETTERS[i] for i in row) for row in x.argmax(-1).tolist()]


def make_model(digits, units):
    layers = Koma.layers
    model = Koma.sequential([
        layers.lstm(units, input_shape=[2 * digits + 1, len(LETTERS)]),
        layers.repeat_vector(digits + 1),
        layers.lstm(units, return_sequences=True),
        layers.time_distributed(layer=layers.dense(len(LETTERS), activation="softmax")),
    ])
    model.compile(Koma.Optimizer.new_adam(0.01), "categoricalCrossentropy", metrics="accuracy")
    Chance(1).begin(model)
    return model


def main(epochs, digits, count, units):
    sums = make_sums(Chance(5), digits, count)
    questions, answers = zip(*sums)
    model = make_model(digits, units)

    def report(epoch, figures):
        print(f"epoch {epoch + 1}: loss {figures['loss']:.5f}, letters that are right {figures['acc']:.3f}", flush=True)

    # A tenth of the sums is not learnt.
    n_trained = len(sums) * 9 // 10
    x, y = encode(questions), encode(answers)
    model.fit(x[:n_trained], y[:n_trained], epochs=epochs, batch_size=30, shuffle=False, callbacks=report,
              verbose=False)
    found = decode(model.predict(x))
    for i in [*range(5), *range(n_trained, len(sums))][:15]:
        print(f"{questions[i].strip()} = {found[i].strip()}", "" if found[i] == answers[i] else "(wrong)",
              "(learnt)" if i < n_trained else "")


if __name__ == "__main__":
    main(**read_options(epochs=40, digits=2, count=3000, units=96))
