// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// An operation on one tensor.
import Koma from 'gi://Koma?version=1.0';

const d = Koma.Tensor.new_2d([1, 2, 3, 4], 2, 2);
const dSquared = d.square();
dSquared.print(false);
