/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "straight-lines.h"

G_BEGIN_DECLS

#define KOMA_PROFILE_PARTS 128

/* A line right across a picture, and which parts of it are drawn. */
typedef struct
{
  KomaPoint from; /* in half sides of the picture, from its middle */
  KomaPoint to;
  float     strength[KOMA_PROFILE_PARTS]; /* of the ridges, in the middle of each part; 0 … 1 */
} KomaLineProfile;

/* (transfer full) of KomaLineProfile, one for each of @lines, which are in pixels. Thread: any. */
GArray *koma_line_profiles_new (const KomaRidges *ridges, const GArray *lines);

G_END_DECLS
