/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "head.h"

G_BEGIN_DECLS

/* Private: answers to examples that the head had not learned from. */
typedef struct
{
  const guint *truth;  /* [n] */
  float       *scores; /* [n, n_classes] at a temperature of 1 */
  const float *unlike; /* [n_unlike] of some of them */
  guint        n;
  guint        n_unlike;
  guint        n_classes;
  double       class_distance; /* of all examples: class-distance.h */
} KomaHeldOut;

/* Also applies the temperature that it finds to the scores. */
KomaCalibration koma_calibration_measure (KomaHeldOut *held_out);

G_END_DECLS
