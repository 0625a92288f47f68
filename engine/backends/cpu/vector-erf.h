/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The error function, without branches, so that a loop over it vectorises. Largest
 * relative error, measured as in vector-math.h: 4.2e-7. */
#pragma once

#include "vector-math.h"

G_BEGIN_DECLS

/* The quotient of two polynomials that Eigen has (Core/MathFunctionsImpl.h); 1 in
 * float from 4 on. */
static inline float
koma_cpu_erf (float x)
{
  const float bounded = koma_cpu_clamp (x, (KomaClamp){ -4.0f, 4.0f });
  const float square = bounded * bounded;
  float       p = -2.72614225801306e-10f;
  float       q = -1.45660718464996e-05f;

  p = p * square + 2.77068142495902e-08f;
  p = p * square - 2.10102402082508e-06f;
  p = p * square - 5.69250639462346e-05f;
  p = p * square - 7.34990630326855e-04f;
  p = p * square - 2.95459980854025e-03f;
  p = p * square - 1.60960333262415e-02f;
  q = q * square - 2.13374055278905e-04f;
  q = q * square - 1.68282697438203e-03f;
  q = q * square - 7.37332916720468e-03f;
  q = q * square - 1.42647390514189e-02f;
  return bounded * (p / q);
}

G_END_DECLS
