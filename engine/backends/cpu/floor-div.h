/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Rounded down. Division by zero is 0, as in TensorFlow.js: a shape that is
 * computed so is wrong, but nothing traps. */
static inline gint32
koma_cpu_floor_div_int (gint32 a,
                        gint32 b)
{
  gint64 quotient = 0;

  if (b == 0)
    return 0;
  quotient = (gint64) a / b;
  if ((gint64) a % b != 0 && (a < 0) != (b < 0))
    quotient--;
  return (gint32) (guint32) quotient;
}

G_END_DECLS
