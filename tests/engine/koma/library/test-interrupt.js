// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A training without an end, which says when it has begun: test-interrupt.js [handler]
imports.gi.versions.Koma = '1.0';
const {GLib, Koma} = imports.gi;
const SIGINT = 2;

const model = Koma.LayersModel.new_sequential(null);
model.add(Koma.Layer.new('Dense', '{"units": 2, "inputShape": [2]}'));
model.compile('sgd', 'meanSquaredError', null);
const samples = Koma.Tensor.new([1, 2, 3, 4], [2, 2]);
const fit = epochs => model.fit([samples], [samples], Koma.FitOptions.new(epochs, 1), null);

// Where there is GLibUnix, GLib's own is deprecated.
function addSignal(...args) {
    try {
        return imports.gi.GLibUnix.signal_add_full(...args);
    } catch {
        return GLib.unix_signal_add(...args);
    }
}

let isHandled = ARGV[0] !== 'handler';
if (!isHandled)
    addSignal(GLib.PRIORITY_DEFAULT, SIGINT, () => {
        print('handler');
        isHandled = true;
    });
const id = model.connect('batch-end', () => {
    model.disconnect(id);
    print('begun');
});
print(fit(1000000000).get_n_epochs() < 1000000000 ? 'ended' : 'to the end');
while (!isHandled) // a thread of GLib's hands the signal on, in its own time
    GLib.MainContext.default().iteration(true);
print(`then ${fit(2).get_n_epochs()}`);
