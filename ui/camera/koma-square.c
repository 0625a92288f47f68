/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-square.h"

void
koma_square_shift (KomaCameraRegion *square,
                   double            x,
                   double            y,
                   double            width,
                   double            height)
{
  const double side = square->side * MIN (width, height);

  square->x = CLAMP (square->x + x / width, 0.0, 1.0 - side / width);
  square->y = CLAMP (square->y + y / height, 0.0, 1.0 - side / height);
}

void
koma_square_zoom (KomaCameraRegion *square,
                  double            factor,
                  double            width,
                  double            height)
{
  const double side = CLAMP (square->side * factor, KOMA_SQUARE_MIN_SIDE, 1.0);
  const double grown = (side - square->side) * MIN (width, height);

  square->side = side;
  koma_square_shift (square, -grown / 2.0, -grown / 2.0, width, height);
}
