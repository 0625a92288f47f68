// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A tensor of a list of values and a shape.
import Koma from 'gi://Koma?version=1.0';

// 2 rows, 3 columns
const a = Koma.Tensor.new([1, 2, 3, 10, 20, 30], [2, 3]);
a.print(false);
