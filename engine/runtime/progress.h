/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* @fraction 0 … 1, never less than before; on the thread that does the work.
 * FALSE: stop. */
typedef gboolean (*KomaProgressFunc) (double   fraction,
                                      gpointer user_data);

/* Who is told how far something is that takes long. */
typedef struct
{
  KomaProgressFunc report;
  gpointer         user_data;
} KomaProgress;

/* The part of a whole that one of several steps is. */
typedef struct
{
  KomaProgress        parent;
  const KomaProgress *whole;
  double              from;
  double              to;
} KomaProgressPart;

gboolean            koma_progress_report (const KomaProgress *progress, /* (nullable) */
                                          double              fraction,
                                          GError            **error);
const KomaProgress *koma_progress_part (const KomaProgress *whole, /* (nullable) */
                                        double              from,
                                        double              to,
                                        KomaProgressPart   *ret_part);

G_END_DECLS
