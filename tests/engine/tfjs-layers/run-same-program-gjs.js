// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// gjs -m run-same-program-gjs.js OUTPUT: same-program.js with Koma.
import GLib from 'gi://GLib';
import * as tf from '../../../engine/koma/library/javascript/tf.js';
import {compute} from './same-program.js';

GLib.file_set_contents(ARGV[0], JSON.stringify(await compute(tf)));
