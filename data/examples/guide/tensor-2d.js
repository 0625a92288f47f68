// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A constructor for two dimensions; there is one for each number from 1 to 6.
import Koma from 'gi://Koma?version=1.0';

const c = Koma.Tensor.new_2d([1, 2, 3, 10, 20, 30], 2, 3);
c.print(false);
