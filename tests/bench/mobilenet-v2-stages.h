/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stddef.h>

/* The inverted residuals of Sandler et al., "MobileNetV2: Inverted Residuals and Linear
 * Bottlenecks", 2018, table 2. */
static const struct
{
  size_t expansion;
  size_t out_c;
  size_t n_repeats;
  size_t stride; /* of the first repeat */
} mobilenet_v2_stages[] = {
  { 1, 16, 1, 1 },
  { 6, 24, 2, 2 },
  { 6, 32, 3, 2 },
  { 6, 64, 4, 2 },
  { 6, 96, 3, 1 },
  { 6, 160, 3, 2 },
  { 6, 320, 1, 1 },
};
