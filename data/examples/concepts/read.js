// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a tensor is, and its values as numbers of the language.
import Koma from 'gi://Koma?version=1.0';

const x = Koma.Tensor.new_2d([1, 2, 3, 10, 20, 30], 2, 3);
const values = x.read_floats();
print(`rank: ${x.get_rank()}, size: ${values.length}`);
print(`last: ${values.at(-1)}`);
x.print(true);
