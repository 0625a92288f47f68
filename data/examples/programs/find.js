// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Pictures that go best with words: gjs -m find.js [MODEL WORDS PICTURE…]
import GLib from 'gi://GLib';
import System from 'system';

// Where it is built and not installed, gjs must be told where it is.
const Koma = await import('gi://Koma?version=1.0').then(module => module.default, () => {
    printerr('Koma is not found. Install it, or in the folder where it was built:\n' +
        'export GI_TYPELIB_PATH=$PWD/build/engine/koma/library LD_LIBRARY_PATH=$PWD/build/engine/koma/library');
    System.exit(1);
});

const N_BEST = 3;

// A model that knows the words for eight colours, and what is beside it.
const [here] = GLib.filename_from_uri(import.meta.url);
const own = `${GLib.path_get_dirname(here)}/colour-words`;
const [path, words, ...pictures] = ARGV.length > 0
    ? ARGV
    : [own, 'yellow and green', `${own}/meadow.png`, `${own}/sky.png`, `${own}/sun.png`];

try {
    const model = Koma.GraphModel.load(path);
    const vectors = model.embed_image(pictures);
    const text = model.embed_text([words]);

    // The product of two vectors of length 1 is the cosine of the angle between them.
    const cosines = text.mat_mul(vectors, false, true).read_floats();
    const best = pictures.map((picture, i) => [cosines[i], picture]).sort((a, b) => b[0] - a[0]);
    for (const [cosine, picture] of best.slice(0, N_BEST))
        print(`${cosine.toFixed(3)}  ${GLib.path_get_basename(picture)}`);
} catch (error) {
    printerr(error.message);
    System.exit(1);
}
