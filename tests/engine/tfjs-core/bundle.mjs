// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// node bundle.mjs PACKAGES OUTPUT FILE…: tests of TensorFlow.js, each as one module that gjs reads, and
// OUTPUT/jasmine.js. In place of TensorFlow.js they have what run-tests.js calls globalThis.reference; what
// helps tests, and computes with JavaScript alone, is the package's own.
import {createRequire} from 'node:module';
import {readFile} from 'node:fs/promises';
import path from 'node:path';

const [packages, output, ...files] = process.argv.slice(2);
const require = createRequire(path.resolve(packages, 'from-here.js'));
const esbuild = require('esbuild');
const core = path.resolve(packages, '@tensorflow', 'tfjs-core', 'dist');
const jasmine = 'jasmine-core/lib/jasmine-core/jasmine.js';

// Of the package's own: tests, and the helpers that they import.
const own = /(_util|\/util|util_base|util_env|\/types|_test|is_typed_array_browser)$/;

function resolve({path: wanted, resolveDir, kind}) {
    if (kind === 'entry-point')
        return null;
    if (wanted === jasmine)
        return {path: 'jasmine', namespace: 'given'};
    const found = path.resolve(resolveDir, wanted).replace(/\.js$/, '');
    if (!found.startsWith(core) || !wanted.startsWith('.'))
        return null;
    return own.test(found) ? {path: `${found}.js`} : {path: 'reference', namespace: 'given'};
}

// What tests run in, one environment.
const environment = "registerTestEnv({name: 'koma', backendName: 'cpu', isDataSync: true});";

const given = {
    name: 'given',
    setup(build) {
        build.onResolve({filter: /.*/}, resolve);
        build.onLoad({filter: /jasmine_util\.js$/}, async ({path: file}) => ({
            contents: `${await readFile(file, 'utf8')}\n${environment}\n`,
        }));
        build.onLoad({filter: /.*/, namespace: 'given'}, ({path: name}) => ({
            contents: name === 'jasmine'
                ? 'module.exports = {core: () => globalThis.jasmine};'
                : 'module.exports = globalThis.reference;',
        }));
    },
};

const settings = {bundle: true, format: 'esm', logLevel: 'error', outdir: output};
await esbuild.build({
    ...settings, entryPoints: files.map(file => path.join(core, file)), outbase: core, plugins: [given],
});
await esbuild.build({
    ...settings, entryPoints: {jasmine: require.resolve(jasmine)},
});
