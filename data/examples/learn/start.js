// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What every program here begins with: tf, which is Koma in gjs and TensorFlow.js in node; files; and what
// was typed behind the program's name.
const isGjs = typeof globalThis.process === 'undefined';
const {default: GLib} = isGjs ? await import('gi://GLib') : {};
const {default: Gio} = isGjs ? await import('gi://Gio') : {};
const {default: System} = isGjs ? await import('system') : {};
const fs = isGjs ? null : await import('node:fs');

export const say = isGjs ? print : text => process.stdout.write(`${text}\n`);

export function fail(message) {
    (isGjs ? printerr : console.error)(message);
    (isGjs ? System : process).exit(1);
}

// Where Koma is built and not installed, GJS_PATH tells where it is.
async function findKoma() {
    const folders = (GLib.getenv('GJS_PATH') ?? '').split(':').filter(folder => folder !== '');
    const paths = [...folders.map(folder => `${folder}/javascript/tf.js`),
        ...GLib.get_system_data_dirs().map(folder => GLib.build_filenamev([folder, 'gjs-1.0', 'koma', 'tf.js']))];
    const path = paths.find(one => GLib.file_test(one, GLib.FileTest.EXISTS));
    try {
        return await import(GLib.filename_to_uri(path, null));
    } catch {
        return fail('Koma is not found. Install it, or in the folder where it was built:\n' +
            'export GI_TYPELIB_PATH=$PWD/build/engine/koma/library LD_LIBRARY_PATH=$PWD/build/engine/koma/library\n' +
            'export GJS_PATH=$PWD/engine/koma/library');
    }
}

// The package that TFJS names, or that of a folder node_modules above this one.
async function findTensorFlow() {
    const {createRequire} = await import('node:module');
    const tf = createRequire(import.meta.url)(process.env.TFJS ?? '@tensorflow/tfjs');
    await tf.setBackend('cpu');
    return tf;
}

export const tf = await (isGjs ? findKoma() : findTensorFlow());

// Of a file or folder, by its way from these programs.
export const toPath = name => decodeURIComponent(import.meta.url).replace(/^file:\/\//, '').replace(/[^/]*$/, name);

export function readBytes(path) {
    return isGjs ? GLib.file_get_contents(path)[1] : new Uint8Array(fs.readFileSync(path));
}

// The names in a folder, in order; none of what is no folder.
export function listFolder(path) {
    if (!isGjs)
        return fs.statSync(path).isDirectory() ? fs.readdirSync(path).sort() : [];
    if (!GLib.file_test(path, GLib.FileTest.IS_DIR))
        return [];
    const listed = Gio.File.new_for_path(path).enumerate_children('standard::name', Gio.FileQueryInfoFlags.NONE, null);
    return Array.from(listed, info => info.get_name()).sort();
}

export const readText = path => new TextDecoder().decode(readBytes(path));

// The options with those that were typed, “--epochs=5”; a number stays a number. “--help” says what there is.
function readOptions(options) {
    const words = isGjs ? System.programArgs : process.argv.slice(2);
    const known = Object.entries(options).map(one => `--${one.join('=')}`).join(', ');
    if (words.includes('--help')) {
        say(`Options: ${known}`);
        (isGjs ? System : process).exit(0);
    }
    for (const word of words) {
        const [name, text = ''] = word.replace(/^--/, '').split('=');
        if (!(name in options))
            fail(`There is no option “${word}”; there are ${known}`);
        options[name] = typeof options[name] === 'number' ? Number(text) : text;
        if (Number.isNaN(options[name]))
            fail(`“${word}” is no number`);
    }
    return options;
}

// Calls main with the options where the module of this address is the program, and is not imported.
export async function runAsProgram(url, options, main) {
    const path = isGjs ? GLib.filename_from_uri(url)[0] : new URL(url).pathname;
    const program = isGjs ? System.programPath : process.argv[1];
    if (program && path === (isGjs ? GLib.canonicalize_filename(program, null) : fs.realpathSync(program)))
        await main(readOptions(options));
}
