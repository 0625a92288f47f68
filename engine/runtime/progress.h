/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* @fraction: 0 … 1, never less than before. Called on the thread that does the
 * work. FALSE stops it. */
typedef gboolean (*KomaProgressFunc) (double   fraction,
                                      gpointer user_data);

/* The same for loading a model, which cannot be stopped. */
typedef void (*KomaModelProgress) (double   fraction,
                                   gpointer user_data);

/* A callback for the progress of a long call. */
typedef struct
{
  KomaProgressFunc report;
  gpointer         user_data;
} KomaProgress;

/* The share of one step in the progress of a whole. */
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
