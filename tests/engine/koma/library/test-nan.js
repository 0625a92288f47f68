// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// NaNs whose bits JavaScript's engine would take for a pointer: out of a stranger's model, out of
// ops, and in the numbers of a training. Each is read and looked at.
imports.gi.versions.Koma = '1.0';
const {Gio, GLib, Koma} = imports.gi;

const N = 8;

function assertNans(values, n) {
    imports.system.gc();
    if (values.length !== n || !values.every(value => typeof value === 'number' && value !== value))
        throw new Error(`${values.length} values: ${values}`);
}

// All weights become 0xffffffff, as a stranger may have written them.
function spoil(folder) {
    const path = GLib.build_filenamev([folder, 'weights.bin']);
    const [, bytes] = GLib.file_get_contents(path);
    GLib.file_set_contents(path, new Uint8Array(bytes.length).fill(0xff));
    return bytes.length;
}

function removeFolder(folder) {
    const names = Gio.File.new_for_path(folder).enumerate_children('standard::name', 0, null);
    for (let info = names.next_file(null); info; info = names.next_file(null))
        GLib.unlink(GLib.build_filenamev([folder, info.get_name()]));
    GLib.rmdir(folder);
}

const layers = Koma.LayersModel.new_sequential(null);
layers.add(Koma.Layer.new('Dense', `{"units": ${N}, "inputShape": [${N}], "useBias": false}`));
const folder = GLib.dir_make_tmp('koma-nan-XXXXXX');
layers.save(folder, false);
if (spoil(folder) !== N * N * 4)
    throw new Error('There are other weights in the file');

const x = Koma.Tensor.new(new Array(N).fill(1), [1, N]);
assertNans(Koma.GraphModel.load(folder).predict([x]).read_floats(), N);

const model = Koma.LayersModel.load(folder);
removeFolder(folder);
assertNans(model.get_weight(0).read_floats(), N * N);
const nan = model.predict([x], 1);
assertNans(nan.read_floats(), N);

for (const op of ['sign', 'neg', 'abs', 'relu', 'sqrt', 'round'])
    assertNans(nan[op]().read_floats(), N);
assertNans(nan.maximum(x).read_floats(), N);
assertNans(x.minimum(nan).read_floats(), N);
assertNans(nan.max(null, false).read_floats(), 1);
assertNans(nan.min([1], true).read_floats(), 1);
assertNans(nan.cast(Koma.DType.FLOAT16).read_floats(), N);

const pool = new Koma.WindowOptions({size: 2});
assertNans(nan.reshape([1, 2, 4, 1]).max_pool(pool).read_floats(), 2);

const losses = [];
model.compile('sgd', 'meanSquaredError', ['mae']);
model.connect('batch-end', (_model, _epoch, _batch, loss) => losses.push(loss));
const history = model.fit([x], [x], Koma.FitOptions.new(2, 1), null);
assertNans(losses, 2);
assertNans(history.get_values('loss'), 2);
assertNans(model.evaluate([x], [x], 1), 2);
