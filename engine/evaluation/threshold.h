/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* From which best score on enough answers are right. */
typedef struct
{
  gboolean is_reached; /* FALSE: with no score; the other members are 1, 0 and 0 then */
  double   score;      /* the least one; answers from it on are taken */
  double   precision;  /* of the answers that are taken, those that are right */
  double   share;      /* of all answers, those that are taken */
} KomaThreshold;

KomaThreshold koma_threshold_find (const guint *truth,  /* [n] */
                                   const float *scores, /* [n, n_classes] */
                                   guint        n,
                                   guint        n_classes,
                                   double       precision); /* wanted, 0 … 1 */

G_END_DECLS
