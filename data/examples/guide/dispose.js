// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tensors that are not needed any more are disposed of.
import Koma from 'gi://Koma?version=1.0';

function printMemory() {
    const memory = Koma.Environment.get().get_memory();
    print('tensors:', memory.n_tensors);
}

const x = Koma.Tensor.new_2d([0, 2, 4, 6], 2, 2);
const xSquared = x.square();
printMemory();
x.dispose_data();
xSquared.dispose_data();
printMemory();
