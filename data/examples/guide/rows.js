// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A tensor whose shape is that of an array of rows.
import GLib from 'gi://GLib';
import Koma from 'gi://Koma?version=1.0';

const rows = new GLib.Variant('aad', [[1, 2, 3], [10, 20, 30]]);
const b = Koma.Tensor.new_nested(rows, Koma.DType.FLOAT32, -1);
b.print(false);
