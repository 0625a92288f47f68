// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A classifier of words of one's own: gjs -m words.js [MODEL PICTURE WORD…]
import GLib from 'gi://GLib';
import System from 'system';

// Where it is built and not installed, gjs must be told where it is.
const Koma = await import('gi://Koma?version=1.0').then(module => module.default, () => {
    printerr('Koma is not found. Install it, or in the folder where it was built:\n' +
        'export GI_TYPELIB_PATH=$PWD/build/engine/koma/library LD_LIBRARY_PATH=$PWD/build/engine/koma/library');
    System.exit(1);
});

// A model that knows the words for eight colours, and what is beside it.
const [here] = GLib.filename_from_uri(import.meta.url);
const own = `${GLib.path_get_dirname(here)}/colour-words`;
const [path, picture, ...words] = ARGV.length > 0 ? ARGV : [own, `${own}/rose.png`, 'red', 'green', 'blue'];

try {
    const model = Koma.GraphModel.load(path);

    // What the model takes of a text, and the vector that it makes of it.
    const encoder = Koma.TextEncoder.new(model);
    const ids = encoder.tokenize(words);
    const vectors = encoder.encode(words);
    const shapes = [ids, vectors].map(tensor => `[${tensor.get_shape().join(', ')}]`);
    print(`${words.length} words: tokens ${shapes[0]}, vectors ${shapes[1]}`);

    // The words become classes, each as the mean of two sentences.
    const classifier = model.make_classifier(words, ['a photo of a {}', '{}']);
    for (const best of classifier.classify(picture, 3))
        print(`${(100 * best.score).toFixed(2).padStart(6)} %  ${best.label}`);
} catch (error) {
    printerr(error.message);
    System.exit(1);
}
