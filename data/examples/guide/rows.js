// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A tensor whose shape is that of an array of rows.
import Koma from 'gi://Koma?version=1.0';

const rows = [[1, 2, 3], [10, 20, 30]];
const b = Koma.Tensor.new_2d(rows.flat(), rows.length, rows[0].length);
b.print(false);
