// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A scope disposes of all tensors but the one that is returned.
import Koma from 'gi://Koma?version=1.0';

const average = Koma.tidy(() => {
    const y = Koma.Tensor.new_1d([1, 2, 3, 4]);
    const z = Koma.Tensor.new_ones(Koma.DType.FLOAT32, [4]);
    return y.sub(z).square().mean(null, false);
});
average.print(false);
print('tensors:', Koma.Environment.get().get_memory().n_tensors);
