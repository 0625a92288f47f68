// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A tensor of zeros.
import Koma from 'gi://Koma?version=1.0';

// 3 rows, 5 columns, all values 0
const zeros = Koma.Tensor.new_zeros(Koma.DType.FLOAT32, [3, 5]);
zeros.print(false);
