// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Operations as functions: calls nest.
import Koma from 'gi://Koma?version=1.0';

const add = (a, b) => a.add(b);
const square = a => a.square();

const e = Koma.Tensor.new_2d([1, 2, 3, 4], 2, 2);
const f = Koma.Tensor.new_2d([5, 6, 7, 8], 2, 2);
const sqSum = square(add(e, f));
sqSum.print(false);
