// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Where models lie.
import GLib from 'gi://GLib';
import {describe} from './errors.js';

// Of a path, or of a URL that begins with file://, also where what follows is no absolute path, as
// with TensorFlow.js for Node.
export function toPath(name, pathOrURL) {
    if (typeof pathOrURL !== 'string')
        throw new Error(`tf.${name}: ${describe(pathOrURL)} is no path; handlers of one's own are not there`);
    const [, scheme] = /^(\w+):\/\//.exec(pathOrURL) ?? [];
    if (scheme === undefined)
        return pathOrURL;
    if (scheme !== 'file')
        throw new Error(`tf.${name}: “${scheme}://” is not there; paths and file:// are`);
    return pathOrURL.startsWith('file:///')
        ? GLib.filename_from_uri(pathOrURL)[0]
        : decodeURIComponent(pathOrURL.slice('file://'.length));
}
