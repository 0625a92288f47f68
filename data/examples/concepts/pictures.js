// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Pictures of a folder with a folder for each class; one of them is damaged.
import GLib from 'gi://GLib';
import Koma from 'gi://Koma?version=1.0';

// A picture of one pixel, as PPM.
function write(name, grey) {
    const head = new TextEncoder().encode('P6 1 1 255\n');
    GLib.mkdir_with_parents(GLib.path_get_dirname(`pictures/${name}`), 0o700);
    GLib.file_set_contents(`pictures/${name}`, new Uint8Array([...head, grey, grey, grey]));
}

write('dark/1.ppm', 10);
write('dark/2.ppm', 20);
write('light/1.ppm', 250);
GLib.file_set_contents('pictures/light/2.ppm', '');

const folder = Koma.PictureFolder.new('pictures');
const reader = new Koma.PictureReader({folder, height: 2, width: 2, skips_damaged: true});
const names = folder.get_class_names();
for (let [x, index] = reader.next(); x; [x, index] = reader.next()) {
    const [brightest] = x.max(null, false).read_floats();
    print(names[folder.get_class_index(index)], brightest.toFixed(1));
}
print('left out:', reader.list_damaged().length);
