/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/picture/picture.h"

G_BEGIN_DECLS

#define KOMA_RIDGE_ANGLES 180 /* of a degree each */

/* A pixel in the middle of a thin dark line. */
typedef struct
{
  guint16 x;
  guint16 y;
  guint8  angle;    /* degrees of the line's normal, 0 … 179 */
  float   strength; /* above 0, up to 1 */
} KomaRidge;

/* All such pixels of a picture. */
typedef struct
{
  guint   width;
  guint   height;
  float  *strength; /* [height, width], 0 where there is no line */
  guint8 *angle;    /* [height, width] */
  GArray *points;   /* of KomaRidge */
} KomaRidges;

KomaRidges *koma_ridges_new (const KomaPicture *picture);
void        koma_ridges_free (KomaRidges *self);

float koma_ridges_look (const KomaRidges *self,
                        double            x,
                        double            y,
                        double            normal_x, /* of a line that may be there, unit length */
                        double            normal_y,
                        double            reach,
                        double           *ret_offset);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaRidges, koma_ridges_free)

G_END_DECLS
