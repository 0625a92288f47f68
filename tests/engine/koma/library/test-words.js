// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// libkoma from JavaScript: vectors of pictures and words, classes that are words, errors.
imports.gi.versions.Koma = '1.0';
const {GLib, Koma} = imports.gi;

const data = `${GLib.getenv('KOMA_SOURCE')}/data`;
const own = `${data}/examples/programs/colour-words`;
const words = ['red', 'green', 'blue'];

function assertEqual(found, wanted) {
    if (JSON.stringify(found) !== JSON.stringify(wanted))
        throw new Error(`${JSON.stringify(found)}, expected ${JSON.stringify(wanted)}`);
}

function assertRefused(code, text, f) {
    let refusal = null;
    try {
        f();
    } catch (error) {
        refusal = error;
    }
    if (refusal === null || !refusal.matches(Koma.Error, code) || !refusal.message.includes(text))
        throw new Error(`${refusal}, expected “${text}”`);
}

const model = Koma.GraphModel.load(own);
assertEqual(model.knows_words(), true);
const pictures = model.embed_image([`${own}/rose.png`, `${own}/meadow.png`]);
const texts = model.embed_text(words);
assertEqual([pictures.get_shape(), texts.get_shape()], [[2, 3], [3, 3]]);
const best = pictures.mat_mul(texts, false, true).arg_max(-1).read_ints();
assertEqual(best.map(i => words[i]), ['red', 'green']);
const red = model.embed_pixels(new Uint8Array([255, 0, 0, 255, 0, 0]), 2, 1, 6);
assertEqual(red.read_floats().map(x => x.toFixed(4)), ['0.5774', '-0.5774', '-0.5774']);

const encoder = Koma.TextEncoder.new(model);
assertEqual(encoder.tokenize(words).get_shape(), [3, encoder.get_context_length()]);
assertEqual(encoder.encode(words).read_floats(), texts.read_floats());
assertEqual(encoder.get_width(), 3);

for (const prompts of [null, ['{}', 'a photo of a {}']]) {
    const classifier = model.make_classifier(words, prompts);
    assertEqual(words.map((_, i) => classifier.get_label(i)), words);
    assertEqual(classifier.classify(`${own}/sky.png`, 1)[0].label, 'blue');
}

assertRefused(Koma.Error.ARGUMENT, 'no texts', () => model.embed_text([]));
assertRefused(Koma.Error.ARGUMENT, '0 classes', () => model.make_classifier([], null));
const shogi = Koma.GraphModel.load(`${data}/models/shogi`);
assertEqual(shogi.knows_words(), false);
assertRefused(Koma.Error.UNSUPPORTED, 'knows no words', () => shogi.embed_text(words));
assertRefused(Koma.Error.UNSUPPORTED, 'knows no words', () => Koma.TextEncoder.new(shogi));
assertEqual(shogi.embed_image([`${data}/samples/07-rook.jpg`]).get_shape()[0], 1);
