// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What does not fit is refused, with a message.
import Koma from 'gi://Koma?version=1.0';

const x = Koma.Tensor.new_1d([1, 2, 3]);
const y = Koma.Tensor.new_1d([1, 2]);
try {
    x.add(y).square();
} catch (error) {
    if (error.matches(Koma.Error, Koma.Error.SHAPE))
        print(error.message);
}
