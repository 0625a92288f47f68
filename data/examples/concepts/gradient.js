// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The derivative of 3 x² where x is 2.
import Koma from 'gi://Koma?version=1.0';

const x = Koma.Tensor.new_scalar(2);
const three = Koma.Tensor.new_scalar(3);
const tape = Koma.Tape.new();
tape.watch(x);
const y = three.mul(x.square());
tape.end();
const gradients = tape.gradient(y, null, [x]);
gradients[0].print(false);
