# SPDX-License-Identifier: GPL-3.0-or-later
# What does not fit is refused, with a message.
import gi

gi.require_version("Koma", "1.0")
from gi.repository import GLib, Koma  # noqa: E402

x = Koma.Tensor.new_1d([1, 2, 3])
y = Koma.Tensor.new_1d([1, 2])
try:
    z = x.add(y).square()
except GLib.Error as error:
    if error.matches(Koma.error_quark(), Koma.Error.SHAPE):
        print(error.message)
