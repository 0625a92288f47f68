/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "random.h"

#include <math.h>

static guint64
next (KomaRandom *random)
{
  guint64 z = random->state += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  z = (z ^ z >> 30) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ z >> 31;
}

double
koma_random_uniform (KomaRandom *random)
{
  return (next (random) >> 11) * 0x1p-53;
}

/* Box and Muller's method; 1 - u is above 0. */
double
koma_random_normal (KomaRandom *random)
{
  const double radius = sqrt (-2 * log (1 - koma_random_uniform (random)));

  return radius * cos (2 * G_PI * koma_random_uniform (random));
}

double
koma_random_truncated_normal (KomaRandom *random)
{
  double x;

  do
    x = koma_random_normal (random);
  while (fabs (x) > 2);
  return x;
}
