// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A model is loaded and run on a picture: gjs -m classify.js [MODEL PICTURE]
import GLib from 'gi://GLib';
import System from 'system';

// Where it is built and not installed, gjs must be told where it is.
const Koma = await import('gi://Koma?version=1.0').then(module => module.default, () => {
    printerr('Koma is not found. Install it, or in the folder where it was built:\n' +
        'export GI_TYPELIB_PATH=$PWD/build/engine/koma/library LD_LIBRARY_PATH=$PWD/build/engine/koma/library');
    System.exit(1);
});

// Koma's own: a model of shogi pieces, and one of its samples.
const [here] = GLib.filename_from_uri(import.meta.url);
const data = GLib.canonicalize_filename('../..', GLib.path_get_dirname(here));
const [path, picture] = ARGV.length > 0 ? ARGV : [`${data}/models/shogi`, `${data}/samples/07-rook.jpg`];

try {
    const model = Koma.GraphModel.load(path);
    print(`${model.get_name()}, ${model.get_format()}`);
    const info = model.get_input(0);
    print(`takes ${info.get_name()}: [${info.get_shape().join(', ')}]`);

    // What is in the picture, in one call …
    for (const best of model.classify(picture, 3)) {
        const percent = (100 * best.score).toFixed(2).padStart(6);
        print(`${percent} %  ${best.label.padEnd(8)} ${best.name}`);
    }

    // … and by hand: the picture as the model gets it, and what the model makes of it.
    const x = model.read_picture(picture);
    const y = model.predict([x]);
    print(`[${x.get_shape().join(', ')}] becomes [${y.get_shape().join(', ')}]`);
    const [best] = y.arg_max(-1).read_ints();
    print(`the greatest is number ${best}, ${model.get_label(best)}`);
} catch (error) {
    printerr(error.message);
    System.exit(1);
}
