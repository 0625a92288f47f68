/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define KOMA_RATE_METER_SIZE 64

/* How fast a count grows; all zeros is one that knows nothing. */
typedef struct
{
  struct
  {
    gint64  time_us;
    guint64 count;
  } samples[KOMA_RATE_METER_SIZE]; /* a ring */
  guint n_samples;                 /* that were ever added */
} KomaRateMeter;

/* @count: in all, so far. */
void koma_rate_meter_add (KomaRateMeter *meter, gint64 time_us, guint64 count);
/* Per second; 0: not known. */
double koma_rate_meter_get (const KomaRateMeter *meter, gint64 since_us);

G_END_DECLS
