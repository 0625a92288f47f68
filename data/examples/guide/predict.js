// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A model made of operations: a parabola.
import Koma from 'gi://Koma?version=1.0';

// y = a x² + b x + c
function predict(xValue) {
    return Koma.tidy(() => {
        const x = Koma.Tensor.new_scalar(xValue);
        const ax2 = a.mul(x.square());
        const bx = b.mul(x);
        return ax2.add(bx).add(c);
    });
}

const a = Koma.Tensor.new_scalar(2);
const b = Koma.Tensor.new_scalar(4);
const c = Koma.Tensor.new_scalar(8);
const result = predict(2);
result.print(false);
